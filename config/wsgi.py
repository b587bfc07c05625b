"""The WSGI application that `config.web` or any other server runs."""

import os

from django.core.wsgi import get_wsgi_application

from tournaments.publish.shortcut import Shortcut

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = Shortcut(get_wsgi_application())
