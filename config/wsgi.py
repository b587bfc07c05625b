"""The WSGI application that `config.serving.web` or any other server runs."""

import os

from django.core.wsgi import get_wsgi_application

from config.serving.public_pages import PublicPages
from tournaments.publish.cache import Shortcut

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

public_pages = PublicPages(get_wsgi_application())
application = Shortcut(public_pages)
