"""The application of a web process, which serves public pages before all others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, Final

from django.core.wsgi import get_wsgi_application

from config.serving.public_pages import PublicPages
from web.publish.shortcut import Shortcut

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

public_pages: Final = PublicPages(get_wsgi_application())
_served: Final = Shortcut(public_pages)


def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request; a HEAD without the body, which the server would send along."""
    parts = _served(environ, start)
    if environ["REQUEST_METHOD"] != "HEAD":
        return parts
    getattr(parts, "close", lambda: None)()
    return []
