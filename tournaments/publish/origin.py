"""Whether a form was sent from a page of our own, told without a cookie.

A CSRF token needs a cookie, and with it every public page would differ from reader to reader.
Browsers say themselves where a form comes from. What has neither header is no browser of the last
years, and cannot be misled by another site.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def is_ours(request: HttpRequest) -> bool:
    """Whether the request comes from one of our pages, or from no page at all."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    return urlsplit(origin).netloc == request.get_host()
