"""The pages of a table: typing its code, entering its deals, and what makes an app of it."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from rest_framework.request import Request

from referee.base.refusals import Code
from referee.leases import table_codes
from referee.models import CallReason
from referee.sheets import tables
from scoring.notation import SUIT_WORDS
from tournaments import wording
from tournaments.base.refusals import refuse
from tournaments.models import Event, Place, Table
from web.forms.base import NamingForm
from web.publish import origin, own_pages
from web.publish.seals.club_face import face_of
from web.tablet.api.throttles import OpeningLimit, WrongCodeThrottle

# Without HTTPS a browser can open a page offline only from its own cache.
FRAME_KEPT = 24 * 3600
CHOSEN, LAST = "chosen", "last"
"""Queries in the address of a table: its event was chosen, or the last one played there."""
ICONS = (("app-192.png", "192x192", "any"), ("app-512.png", "512x512", "any maskable"))


class CodeForm(NamingForm):
    """The short code printed on the table."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=16,
        widget=forms.TextInput(
            {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> Table | Place:
        """Return the table of the code, or a place where no table was yet.

        Spaces and hyphens are ignored.
        """
        typed = self.cleaned_data["code"]
        code = "".join(typed.replace("-", " ").split())
        found = table_codes.table_of_code(code) or table_codes.place_of_code(code)
        if found is None:
            unknown = refuse(Code.TABLE_UNKNOWN, table=typed)
            raise ValidationError(wording.problem_text(unknown))
        return found


@never_cache
@require_safe
def find_table(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a table and redirect to its page."""
    if "code" not in request.GET:
        return render(request, "tablet/find_table.html", {"form": CodeForm()})
    return _by_code(request, request.GET["code"])


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page of a table to anybody with its code; its script asks the API for the rest.

    The page is a frame without data, so the browser may keep it and open it without a network. At
    an unused place it says what comes next; if two events are played there, it asks which.
    """
    answer = _by_code(request, code)
    if answer.status_code != 200 or answer.has_header("Cache-Control"):
        return _never_kept(answer)
    patch_cache_control(answer, private=True, max_age=FRAME_KEPT)
    patch_vary_headers(answer, ["Cookie"])
    answer["Huapai-Build"] = settings.BUILD
    return own_pages.packed(request, answer)


@never_cache
@csrf_exempt
@require_POST
def choose_event(request: HttpRequest, code: str) -> HttpResponse:
    """Choose which of two events is played at a table; knowing the code is enough.

    As on public pages there is no CSRF token; `origin` refuses a form of another site. What is
    chosen already takes no lock and leaves no entry in the log.
    """
    if not origin.is_ours(request):
        raise PermissionDenied
    table = _table_or_form(request, code)
    if isinstance(table, HttpResponse):
        return table
    if isinstance(table, Place):
        return redirect("table", table.code)
    wanted = request.POST.get("event", "")
    chosen = next((event for event in tables.events_now(table) if event.uid == wanted), None)
    if chosen is None:
        return redirect("table", table.code)
    address = f"{reverse('table', args=[table.code])}?{CHOSEN}"
    if table.plays_id == chosen.pk:
        return redirect(address)
    if not OpeningLimit(table).admits_choice(Request(request)):
        answer = _events_page(request, table, tables.events_now(table))
        answer.status_code = 429
        return answer
    tables.choose_event(table, chosen)
    return redirect(address)


@require_safe
def kept(request: HttpRequest) -> HttpResponse:
    """Show what this device still holds for this site, of any table; a frame without data.

    No code of a table is `kept`, since codes are longer and in capitals.
    """
    answer = render(request, "tablet/kept.html", {"build": settings.BUILD})
    patch_cache_control(answer, private=True, max_age=FRAME_KEPT)
    patch_vary_headers(answer, ["Cookie"])
    answer["Huapai-Build"] = settings.BUILD
    return answer


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script that opens a table's page offline; each build has its own."""
    context = {"build": settings.BUILD, "kept": "huapai-table", "below": "t"}
    return render(request, "tablet/worker.js", context, content_type="text/javascript")


@require_safe
def manifest(_request: HttpRequest, code: str = "") -> HttpResponse:
    """Answer with the manifest for a home screen, for the page of a table or the one asking for a
    code.

    No table is looked up, so that nobody can find out here which codes exist.
    """
    if code and not table_codes.may_be_code(code):
        raise Http404
    return JsonResponse(_app_manifest(code), content_type="application/manifest+json")


def _table_or_form(request: HttpRequest, typed: str) -> Table | Place | HttpResponse:
    """Return the table of a code, or the page that asks for it again."""
    throttle = WrongCodeThrottle()
    if not throttle.admits(Request(request)):
        # An unbound form looks nothing up, so the page does not reveal whether a code is right.
        shut = {"form": CodeForm(initial={"code": typed}), "shut": True}
        return render(request, "tablet/find_table.html", shut, status=429)
    form = CodeForm({"code": typed})
    if not form.is_valid():
        throttle.count(Request(request))
        return render(request, "tablet/find_table.html", {"form": form}, status=404)
    found: Table | Place = form.cleaned_data["code"]
    return found


def _by_code(request: HttpRequest, typed: str) -> HttpResponse:
    found = _table_or_form(request, typed)
    if isinstance(found, HttpResponse):
        return found
    if request.path != reverse("table", args=[found.code]):
        return redirect("table", found.code)
    if isinstance(found, Place):
        return _free_place_page(request, found, None)
    if found.place and found.place.holder_id is None and LAST not in request.GET:
        return _free_place_page(request, found.place, found)
    events = tables.events_now(found) if CHOSEN not in request.GET else []
    return _events_page(request, found, events) if len(events) > 1 else _table_page(request, found)


def _free_place_page(request: HttpRequest, place: Place, last: Table | None) -> HttpResponse:
    """Show at an unused place what the club plays next; `last` was played there."""
    context = {
        "place": place,
        "club_face": face_of(place.club),
        "last": last,
        "events": table_codes.events_to_come(place),
    }
    return _never_kept(render(request, "tablet/free_place.html", context))


def _events_page(request: HttpRequest, table: Table, events: list[Event]) -> HttpResponse:
    """Ask which of several events is played at a table."""
    face = face_of(table.tournament.club)
    context = {"table": table, "club_face": face, "events": events}
    return _never_kept(render(request, "tablet/choose_event.html", context))


def _never_kept(answer: HttpResponse) -> HttpResponse:
    add_never_cache_headers(answer)
    return answer


def _table_page(request: HttpRequest, table: Table) -> HttpResponse:
    game = tables.game_next_at(table)
    context = {
        "table": table,
        "tournament": table.tournament,
        "game": game,
        "entry_page": [f"tablet/games/{game}.html", "tablet/games/_generic.html"],
        "call_reasons": list(CallReason),
        "api": reverse("api-round").removesuffix("round"),
        "build": settings.BUILD,
        "suits": " ".join(f"{name}={suit}" for name, suit in SUIT_WORDS.items()),
    }
    return render(request, "tablet/table.html", context)


def _app_manifest(code: str) -> dict[str, object]:
    root = reverse("find_table")
    icons = [
        {"src": static(f"huapai/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    return {
        "id": root,
        "start_url": reverse("table", args=[code.upper()]) if code else root,
        "scope": root,
        "name": gettext("Huapai, the table"),
        "short_name": gettext("Huapai"),
        "lang": get_language(),
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#0d6b5e",
        "icons": icons,
    }
