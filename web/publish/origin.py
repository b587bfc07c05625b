"""Check without a cookie that a form was sent from one of our own pages.

A CSRF token needs a cookie, which would make every public page differ between readers. Browsers
send the origin of a form; a client without either header is no current browser, and cannot be
misled by another site.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def is_ours(request: HttpRequest) -> bool:
    """Whether a request comes from one of our pages, or names no page at all."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    return urlsplit(origin).netloc == request.get_host()


def changed_by_proxy(request: HttpRequest) -> tuple[str, str] | None:
    """Return a form's origin and the host asked for, if a proxy may have changed the latter.

    None if both are the same, or the browser says that another site sent the form.
    """
    sent_from, asked = request.headers.get("Origin"), f"{request.scheme}://{request.get_host()}"
    if sent_from in {None, "null", asked, *settings.CSRF_TRUSTED_ORIGINS}:
        return None
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return None
    return str(sent_from), asked
