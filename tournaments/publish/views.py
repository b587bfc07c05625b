"""Views of the public pages. A page and its live fragment share a view: `alone` is the fragment.

None of them uses the session or the user, so that an unchanged page costs one query.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.jobs import tournament_filling
from tournaments.models import Event
from tournaments.publish import etag, freshness, shortcut
from tournaments.publish.pages import deal as deals
from tournaments.publish.pages import entry as entries
from tournaments.publish.pages import event as events
from tournaments.publish.pages import glossary as glossaries
from tournaments.publish.pages import hall as halls
from tournaments.publish.pages import home as homes
from tournaments.publish.pages import ranks as rank_pages
from tournaments.publish.pages import round as rounds
from tournaments.publish.pages import rules as rule_pages
from tournaments.publish.pages import table as tables


@dataclass(frozen=True, slots=True)
class Live:
    """The address of the live part of a page, and the stamp of its content.

    `revision` grows with every change; None where there is no such number, and the part is made
    for every request.
    """

    url: str
    stamp: str
    revision: int | None = None

    @classmethod
    def of(cls, name: str, event: Event, *args: str | int, part: int = 0) -> Live:
        """Return the live part of a page of an event; `args` are those of its URL.

        A long page has a part by its number.
        """
        if part:
            name, args = f"{name}_part", (*args, part)
        revision = event.public_revision
        address = reverse(f"{name}_live", args=args)
        return cls(address, etag.stamp(name, *args, revision), revision)


@require_safe
def home(request: HttpRequest, part: int = 0, *, alone: bool = False) -> HttpResponse:
    """Show every event that a stranger may see."""
    listed = homes.events_by_tournament()
    address = reverse("home_part_live", args=[part]) if part else reverse("home_live")
    live = Live(address, etag.stamp("home", part, homes.revision(listed)))
    return render_page(request, "home", live, lambda: homes.read(listed, part), alone)


@require_safe
def filling(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the progress of a job that fills a tournament with events."""
    if not access.public_events().filter(tournament__uid=uid).exists():
        raise Http404
    filling = tournament_filling.fillings_of([uid]).get(uid)
    return etag.conditional(
        request,
        etag.stamp("filling", filling),
        lambda: render(request, "publish/_filling.html", {"filling": filling}),
    )


@require_safe
def event(request: HttpRequest, uid: str, part: int = 0, *, alone: bool = False) -> HttpResponse:
    """Show an event: who sits where, and the standings."""
    event = access.public_event(uid)
    search = request.GET.get("q", "")
    query = request.GET.urlencode()
    live = Live.of("event", event, uid, part=part)
    live = replace(live, url=f"{live.url}?{query}" if query else live.url)
    return render_page(request, "event", live, lambda: events.read(event, search, part), alone)


@require_safe
def seats(request: HttpRequest, uid: str, part: int = 0, *, alone: bool = False) -> HttpResponse:
    """Show all seats of the last public round by the numbers of the entries."""
    event = access.public_event(uid)
    live = Live.of("seats", event, uid, part=part)
    return render_page(request, "seats", live, lambda: events.read_seats(event, part), alone)


@require_safe
def round_(
    request: HttpRequest, uid: str, number: int, part: int = 0, *, alone: bool = False
) -> HttpResponse:
    """Show a round: its tables, and how it was drawn."""
    round_ = rounds.public_round(uid, number)
    live = Live.of("round", round_.event, uid, number, part=part)
    return render_page(request, "round", live, lambda: rounds.read(round_, part), alone)


@require_safe
def table(
    request: HttpRequest, uid: str, number: int, table: int, *, alone: bool = False
) -> HttpResponse:
    """Show a table of a round."""
    round_ = rounds.public_round(uid, number)
    live = Live.of("round_table", round_.event, uid, number, table)
    return render_page(request, "round_table", live, lambda: tables.read(round_, table), alone)


@require_safe
def entry(request: HttpRequest, uid: str, number: int, *, alone: bool = False) -> HttpResponse:
    """Show an entry: its seat, and every deal behind its total."""
    event = access.public_event(uid)
    live = Live.of("entry", event, uid, number)
    return render_page(request, "entry", live, lambda: entries.read(event, number), alone)


@require_safe
def deal(request: HttpRequest, uid: str, *, alone: bool = False) -> HttpResponse:
    """Show a deal: its result as it adds up, and every version of it."""
    deal = access.public_deal(uid)
    live = Live.of("deal", deal.event, uid)
    return render_page(request, "deal", live, lambda: deals.read(deal), alone)


@require_safe
def ranks(request: HttpRequest, uid: str, part: int = 0, *, alone: bool = False) -> HttpResponse:
    """Show the rank of every entry after each round, as lines and as a table."""
    event = access.public_event(uid)
    live = Live.of("ranks", event, uid, part=part)
    return render_page(request, "ranks", live, lambda: rank_pages.read(event, part), alone)


@require_safe
def hall_seating(request: HttpRequest, uid: str, *, alone: bool = False) -> HttpResponse:
    """Show a whole hall who sits where."""
    event = access.public_event(uid)
    live = Live.of("hall_seating", event, uid)
    return render_page(request, "hall_seating", live, lambda: halls.seating(event), alone)


@require_safe
def hall_standings(request: HttpRequest, uid: str, *, alone: bool = False) -> HttpResponse:
    """Show a whole hall the standings."""
    event = access.public_event(uid)
    live = Live.of("hall_standings", event, uid)
    return render_page(request, "hall_standings", live, lambda: halls.standings(event), alone)


@require_safe
def rules(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the rules of an event in sentences."""
    event = access.public_event(uid)
    stamp = etag.stamp("rules", uid, event.public_revision)
    return etag.conditional(
        request,
        stamp,
        lambda: render(request, "publish/rules.html", {"page": rule_pages.read(event)}),
    )


@require_safe
def glossary(request: HttpRequest, game: str) -> HttpResponse:
    """Show what the words of a game mean; they are the same for every event."""
    terms = glossaries.glossary_terms(game)
    return etag.conditional(
        request,
        etag.stamp("glossary", game),
        lambda: render(request, "publish/glossary.html", {"page": glossaries.read(game, terms)}),
    )


def render_page(
    request: HttpRequest, name: str, live: Live, read: Callable[[], object], alone: bool
) -> HttpResponse:
    """Answer with a page, or with its live part `alone`; `read` is called if it has changed."""
    if alone and live.revision is not None:
        return _live_part(request, name, live, live.revision, read)
    if live.revision is not None:
        freshness.remember_revision(_part_name(request, live), live.stamp, live.revision)
    template = f"publish/_{name}.html" if alone else f"publish/{name}.html"
    return etag.conditional(
        request,
        # The page has its own stamp, so that no cache confuses it with its fragment.
        live.stamp if alone else etag.stamp("page", live.stamp),
        lambda: render(request, template, {"live": live, "page": read()}),
    )


def _live_part(
    request: HttpRequest, name: str, live: Live, revision: int, read: Callable[[], object]
) -> HttpResponse:
    """Answer 304 to the current stamp, else with the live part from the cache or made anew."""
    current = etag.conditional(request, live.stamp, HttpResponse)
    place = _part_name(request, live)
    freshness.remember_revision(place, live.stamp, revision)
    if current.status_code == HTTPStatus.NOT_MODIFIED:
        return _with_revision(current, revision)

    def _make_part() -> bytes:
        return render(request, f"publish/_{name}.html", {"live": live, "page": read()}).content

    part = freshness.served_part(place, live.stamp, revision, _make_part)
    for stamp in etag.shown_by(request):
        if freshness.is_newer(place, stamp, than=part):
            return etag.conditional(request, stamp, HttpResponse)
    answer = etag.conditional(request, part.stamp, lambda: HttpResponse(part.body))
    return _with_revision(answer, part.revision)


def _with_revision(answer: HttpResponse, revision: int) -> HttpResponse:
    """Add the header by which `shortcut` may repeat the answer."""
    answer.headers[shortcut.REVISION] = str(revision)
    return answer


def _part_name(request: HttpRequest, live: Live) -> str:
    """Return the cache key of a live part: host, language and address."""
    return f"{request.get_host()} {get_language()} {live.url}"
