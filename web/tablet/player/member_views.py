"""The page of a member: the next seat, deals to confirm, own results, and what packages offer.

The member's link is the only key: no account, and a cookie that opens nothing, only telling the
device from others that guess. Offline, the page opens from a worker's cache if the browser allows
workers, else from the browser's own. A member's answers on deals are handled like those from a name
slip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import get_random_string
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from clubs.credentials import devices, member_links
from clubs.members.member_page import Offer, Section, Visit
from clubs.registration import offers
from tournaments import wording
from tournaments.base import local_time
from tournaments.base.refusals import Refused
from tournaments.models import Entry, Event
from web.publish import etag, origin
from web.publish.client_address import client_address
from web.publish.club_pages import own_year
from web.publish.etag import Live
from web.publish.seals.club_face import face_of
from web.tablet.player import member_events, member_pages, player_pages, sheet_answers
from web.tablet.player.member_pages import EventNow, SeatInPlay
from web.tablet.player.player_pages import Phone

OFFERS: Final[tuple[Offer, ...]] = (offers.OFFER,)
"""The sections of the page that packages offer, in order."""
KEPT: Final = 24 * 3600
"""Without HTTPS a browser can open a page offline only from its own cache."""
FRESH: Final = "fresh"
"""The query in the address after an action: the browser's cached page is out of date."""
STATUS: Final = {"gone": 404, "shut": 429}


@dataclass(frozen=True, slots=True)
class _Opened:
    """An opened page: its member, the entries and seats shown, its live part.

    `earlier` are the entries in finished events, below the live part.
    """

    visit: Visit
    entries: Sequence[Entry]
    seats: Sequence[SeatInPlay]
    live: Live
    earlier: Sequence[Entry] = ()


@require_safe
def member(request: HttpRequest, link: str, *, alone: bool = False) -> HttpResponse:
    """Show a member the next seat and the rest of the page; `alone`, only its live part."""
    opened = _open(request, link)
    if isinstance(opened, HttpResponse):
        return opened
    if alone:
        part = opened
        return etag.conditional(request, part.live.stamp, lambda: _page(request, part, alone=True))
    whole = replace(opened, earlier=member_events.earlier(opened.visit, opened.entries))
    names = [(entry.event.uid, entry.number, entry.event.name) for entry in whole.earlier]
    stamp = etag.stamp("page", opened.live.stamp, names)
    return _kept(request, etag.conditional(request, stamp, lambda: _page(request, whole)))


@never_cache
@require_safe
def year(request: HttpRequest, link: str, number: int | None = None) -> HttpResponse:
    """Show a member's year: evenings, places, rare deals and partners."""
    opened = _open(request, link)
    if isinstance(opened, HttpResponse):
        return opened
    page = own_year.read_year(opened.visit.persons, number)
    visit = opened.visit
    context = {"visit": visit, "club_face": face_of(visit.club), "page": page}
    return render(request, "tablet/player/member_year.html", context)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def answer_sheet(request: HttpRequest, link: str) -> HttpResponse:
    """Take a member's answer to a sheet of the member's table, as from a name slip."""
    opened = _open_to_act(request, link)
    if isinstance(opened, HttpResponse):
        return opened
    problems = sheet_answers.take_answer(_phone(opened.visit), request.POST)
    return _done(request, link, opened, problems)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, link: str, name: str) -> HttpResponse:
    """Carry out an action that a package offers on the page."""
    opened = _open_to_act(request, link)
    if isinstance(opened, HttpResponse):
        return opened
    offer = next((each for each in OFFERS if each.name == name), None)
    if offer is None:
        raise Http404
    typed = request.POST.dict()
    try:
        offer.act(opened.visit, cast(Mapping[str, str], typed))
    except Refused as refused:
        problems = [wording.problem_text(problem) for problem in refused.problems]
        visit = replace(opened.visit, typed=typed)
        return _done(request, link, replace(opened, visit=visit), problems)
    return _done(request, link, opened, ())


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script that opens a member's page offline."""
    context = {"build": settings.BUILD, "kept": "huapai-member", "below": "m"}
    return render(request, "tablet/worker.js", context, content_type="text/javascript")


def _open(request: HttpRequest, link: str) -> _Opened | HttpResponse:
    """Open the page of a link, or answer that the link does not work."""
    opening = member_links.open_page(link, client_address(request))
    if opening.visit is None:
        return _refusal(request, is_shut=opening.is_shut)
    devices.know_by_link(request, opening.uid)
    entries = member_events.entered(opening.visit)
    if entries:
        local_time.enter(entries[0].event.tournament)
    seats = member_pages.own_seats(opening.visit, entries)
    return _Opened(opening.visit, entries, seats, _live(opening.visit, entries, seats))


def _open_to_act(request: HttpRequest, link: str) -> _Opened | HttpResponse:
    opened = _open(request, link)
    if isinstance(opened, HttpResponse):
        return opened
    if request.method != "POST":
        return redirect("member", link)
    if not origin.is_ours(request):
        raise PermissionDenied
    return opened


def _refusal(request: HttpRequest, *, is_shut: bool) -> HttpResponse:
    """Give the same answer to a link that was never issued and to one that has ended."""
    answer = render(
        request,
        "tablet/player/member_gone.html",
        {"is_shut": is_shut},
        status=STATUS["shut" if is_shut else "gone"],
    )
    if is_shut:
        answer["Retry-After"] = str(member_links.HOUR)
    add_never_cache_headers(answer)
    return answer


def _done(
    request: HttpRequest, link: str, opened: _Opened, problems: Sequence[str]
) -> HttpResponse:
    if problems:
        opened = replace(opened, earlier=member_events.earlier(opened.visit, opened.entries))
        answer = _page(request, opened, problems=problems)
        add_never_cache_headers(answer)
        return answer
    return redirect(f"{reverse('member', args=[link])}?{FRESH}={get_random_string(8)}")


def _phone(visit: Visit) -> Phone:
    return Phone(visit.persons, visit.club.pk)


def _live(visit: Visit, entries: Sequence[Entry], seats: Sequence[SeatInPlay]) -> Live:
    offered = [(offer.name, offer.moved(visit)) for offer in OFFERS]
    moved = member_pages.moved(visit, entries, seats)
    stamp = etag.stamp("member", visit.link, moved, offered, face_of(visit.club))
    return Live(reverse("member_live", args=[visit.link]), stamp)


def _page(
    request: HttpRequest, opened: _Opened, *, alone: bool = False, problems: Sequence[str] = ()
) -> HttpResponse:
    visit = opened.visit
    events = member_pages.read(opened.entries, opened.seats)
    by_phone = [seat.row for seat in opened.seats if seat.event.proof == Event.Proof.PHONE]
    tables = player_pages.tables_shown(by_phone)
    played = [each for each in events if each.has_results]
    context = {
        "live": opened.live,
        "visit": visit,
        "club_face": face_of(visit.club),
        "link": visit.link,
        "events": events,
        "earlier": opened.earlier,
        "tables_to_confirm": [table for table in tables if table.wanted],
        "tables": [table for table in tables if not table.wanted],
        "sections": list(_sections(visit)),
        "word_address": reverse("member_word", args=[visit.link]),
        "results": _results(played),
        "now": timezone.now(),
        "problems": problems,
        "build": settings.BUILD,
    }
    template = "tablet/player/_member.html" if alone else "tablet/player/member.html"
    return render(request, template, context, status=409 if problems else 200)


def _sections(visit: Visit) -> Iterator[tuple[str, Section]]:
    for offer in OFFERS:
        section = offer.read(visit)
        if section is not None:
            yield offer.name, section


def _results(played: Sequence[EventNow]) -> Mapping[str, Any] | None:
    """Return where a member's results are: the public page of the entry and its live part.

    Those of the first event are shown, the `others` are named.
    """
    if not played:
        return None
    shown, *others = played
    args = [shown.event.uid, shown.entry.number]
    page, live = (reverse(name, args=args) for name in ("entry", "entry_live"))
    return {
        "event": shown.event,
        "page": page,
        "live": live,
        "others": [each.entry for each in others],
    }


def _kept(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Let the browser cache the page where no worker can; the script asks for news."""
    answer["Huapai-Build"] = settings.BUILD
    if FRESH in request.GET:
        add_never_cache_headers(answer)
    elif not request.is_secure():
        answer["Cache-Control"] = f"private, max-age={KEPT}"
    return answer
