"""What makes an app of a table's page where there is HTTPS: its worker and its manifest."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

LONGEST_CODE = 16
ICONS = (("app-192.png", "192x192", "any"), ("app-512.png", "512x512", "any maskable"))


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that opens a table's page without a network; another build makes it another."""
    context = {"build": settings.BUILD}
    return render(request, "referee/worker.js", context, content_type="text/javascript")


@require_safe
def manifest(_request: HttpRequest, code: str) -> HttpResponse:
    """What a device needs to put the page of a table on its home screen.

    No table is looked for, so that nobody learns here which codes there are.
    """
    if not (code.isascii() and code.isalnum() and len(code) <= LONGEST_CODE):
        raise Http404
    return JsonResponse(_app_manifest(code), content_type="application/manifest+json")


def _app_manifest(code: str) -> dict[str, object]:
    root = reverse("find_table")
    icons = [
        {"src": static(f"huapai/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    return {
        "id": root,
        "start_url": reverse("table", args=[code.upper()]),
        "scope": root,
        "name": gettext("Huapai, the table"),
        "short_name": gettext("Huapai"),
        "lang": get_language(),
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#0d6b5e",
        "icons": icons,
    }
