"""The kiosk at the door: who is expected, and checking in.

The page of a kiosk has only the list of expected entries: no link leads away from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from clubs.registration import kiosk as kiosks_
from clubs.registration.kiosk import ExpectedEntry
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.models import Credential
from web.forms import sent
from web.publish import origin
from web.publish.seals.bearers import seals_of_few
from web.publish.seals.club_face import face_of
from web.tablet.door.links import check, counted

LONGEST = 60
SEAL: Final = 128
MANY: Final = 30
"""More names than this stand under their initials."""


@never_cache
@require_safe
@counted
def kiosk(request: HttpRequest, link: str, *, alone: bool = False) -> HttpResponse:
    """Show who is expected; `q` searches, `pick` asks to confirm an entry."""
    row = _kiosk(request, link)
    entries = kiosks_.expected(row.own_tournament)
    typed = request.GET.get("q", "").strip()[:LONGEST]
    picked = next((entry for entry in entries if entry.uid == request.GET.get("pick")), None)
    context = {**_context(row, link, entries), "q": typed, "picked": picked}
    if alone:
        # The script searches, also among those already present.
        context["found"] = entries
    elif typed:
        context["found"] = kiosks_.search(entries, typed)
    template = "_kiosk_list.html" if alone else "kiosk.html"
    return render(request, f"tablet/door/{template}", context)


@csrf_exempt
@never_cache
@require_POST
@counted
def kiosk_check_in(request: HttpRequest, link: str) -> HttpResponse:
    """Check in the entry tapped; repeated after a lost answer, it gives the same answer."""
    row = _kiosk(request, link)
    _check_ours(request)
    try:
        entry, token = kiosks_.check_in(row, sent.uid(request.POST, "entry"))
    except Refused as refused:
        return _refused(request, row, link, refused)
    if _is_script(request):
        said = {
            "name": entry.name,
            "number": entry.number,
            "seals": _seals(entry),
            "undo": token,
            "door": entry.is_at_door,
        }
        return JsonResponse(said)
    context = {**_context(row, link, ()), "done": entry, "seals": _seals(entry), "token": token}
    return render(request, "tablet/door/kiosk.html", context)


@csrf_exempt
@never_cache
@require_POST
@counted
def kiosk_undo(request: HttpRequest, link: str) -> HttpResponse:
    """Undo the check-in of a moment ago."""
    row = _kiosk(request, link)
    _check_ours(request)
    try:
        kiosks_.undo(row, request.POST.get("undo", ""))
    except Refused as refused:
        return _refused(request, row, link, refused)
    return JsonResponse({}) if _is_script(request) else redirect("kiosk", link)


def _kiosk(request: HttpRequest, link: str) -> Credential:
    row = kiosks_.drawn_of(link)
    check(request, row)
    if row is None or not kiosks_.is_open(row):
        raise Http404
    return row


def _check_ours(request: HttpRequest) -> None:
    if not origin.is_ours(request):
        raise PermissionDenied


def _seals(entry: ExpectedEntry) -> SafeString:
    """Return the seals of who has come; empty where a name has none."""
    drawn = [(found.svg(SEAL),) for found in seals_of_few(entry.named).seals]
    return format_html_join("", "{}", drawn)


def _is_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def _refused(request: HttpRequest, row: Credential, link: str, refused: Refused) -> HttpResponse:
    texts = [wording.problem_text(problem) for problem in refused.problems]
    if _is_script(request):
        return JsonResponse({"problems": texts}, status=409)
    entries = kiosks_.expected(row.own_tournament)
    context = {**_context(row, link, entries), "problems": texts}
    return render(request, "tablet/door/kiosk.html", context, status=409)


def _context(row: Credential, link: str, entries: Sequence[ExpectedEntry]) -> dict[str, Any]:
    missing = [entry for entry in entries if not entry.is_present]
    return {
        "tournament": row.own_tournament,
        "club_face": face_of(row.own_tournament.club),
        "link": link,
        "entries": entries,
        "found": missing,
        "missing": len(missing),
        "by_initial": len(missing) > MANY,
        "present": len(entries) - len(missing),
    }
