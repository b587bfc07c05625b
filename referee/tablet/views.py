"""The pages of a table: typing its code, entering its deals, and what makes an app of it."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from referee.desk.forms import CodeForm
from referee.models import CallReason
from referee.sheets import tables
from referee.tablet.api.throttles import WrongCodeThrottle
from tournaments.models import Table

# Without HTTPS a browser opens a page without a network only from its own cache.
FRAME_KEPT = 24 * 3600
LONGEST_CODE = 16
ICONS = (("app-192.png", "192x192", "any"), ("app-512.png", "512x512", "any maskable"))


@never_cache
@require_safe
def find_table(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a table and lead to its page."""
    if "code" not in request.GET:
        return render(request, "referee/find_table.html", {"form": CodeForm()})
    return _by_code(request, request.GET["code"])


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page of a table to whoever knows its code; its script asks the API for the rest.

    The page is a frame without data, so the browser may keep it and open it without a network.
    """
    answer = _by_code(request, code)
    if answer.status_code != 200:
        add_never_cache_headers(answer)
        return answer
    patch_cache_control(answer, private=True, max_age=FRAME_KEPT)
    patch_vary_headers(answer, ["Cookie"])
    answer["Huapai-Build"] = settings.BUILD
    return answer


@require_safe
def kept(request: HttpRequest) -> HttpResponse:
    """Show what this device still holds for this address, of whatever table; a frame without data.

    No code of a table is `kept`: they are longer, and in capitals.
    """
    answer = render(request, "referee/kept.html", {"build": settings.BUILD})
    patch_cache_control(answer, private=True, max_age=FRAME_KEPT)
    patch_vary_headers(answer, ["Cookie"])
    answer["Huapai-Build"] = settings.BUILD
    return answer


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


def _by_code(request: HttpRequest, typed: str) -> HttpResponse:
    throttle = WrongCodeThrottle()
    if not throttle.admits(Request(request)):
        # An unbound form looks nothing up, so the page does not tell a right code from a wrong one.
        shut = {"form": CodeForm(initial={"code": typed}), "shut": True}
        return render(request, "referee/find_table.html", shut, status=429)
    form = CodeForm({"code": typed})
    if not form.is_valid():
        throttle.count(Request(request))
        return render(request, "referee/find_table.html", {"form": form}, status=404)
    table = form.cleaned_data["code"]
    if request.path != reverse("table", args=[table.code]):
        return redirect("table", table.code)
    return _table_page(request, table)


def _table_page(request: HttpRequest, table: Table) -> HttpResponse:
    game = tables.game_next_at(table)
    context = {
        "table": table,
        "tournament": table.tournament,
        "game": game,
        "entry_page": [f"referee/games/{game}.html", "referee/games/_generic.html"],
        "call_reasons": list(CallReason),
        "build": settings.BUILD,
    }
    return render(request, "referee/table.html", context)


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
