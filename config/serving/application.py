"""The application of a web process, which serves public pages before all others."""

from __future__ import annotations

import os
from typing import Final

from django.core.wsgi import get_wsgi_application

from config.serving.public_pages import PublicPages
from web.publish.shortcut import Shortcut

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

public_pages: Final = PublicPages(get_wsgi_application())
application: Final = Shortcut(public_pages)
