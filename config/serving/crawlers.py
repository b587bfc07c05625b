"""What browsers and crawlers request from any site: `robots.txt` and `favicon.ico`."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

DAY: Final = 24 * 3600
PRIVATE: Final = (
    *("/desk/", "/t/", "/p/", "/m/", "/c/", "/r/", "/k/"),
    *("/api/", "/trust/", "/documents/"),
)
"""Pages of officials, of tables and of slips, and files that are made to order."""


@require_safe
@cache_control(max_age=DAY, public=True)
def robots(_request: HttpRequest) -> HttpResponse:
    """Return the addresses that crawlers should not visit."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=DAY, public=True)
def favicon(_request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for browsers that ask before they have read a page."""
    return redirect(static("huapai/app-192.png"))
