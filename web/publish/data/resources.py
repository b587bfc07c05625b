"""The resources of the public data: how each is found, read and described.

Each is found as the page with the same content, so that nothing is here that is on no page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import results
from tournaments.base import local_time
from tournaments.models import Event
from tournaments.results.snapshot import EventSnapshot
from web.publish import publications
from web.publish.data import of_deals, of_events, of_rounds, of_standings, result_values, values
from web.publish.pages import event as event_pages
from web.publish.publications import PublicationNeeds
from web.publish.served import public_page
from web.publish.served.page_types import PageSource


@dataclass(frozen=True, slots=True)
class Resource:
    """What an address below `/api/1/` answers, with its title.

    `shape` is the class of its value, or of the items of a list. What it `is_of_event` is read of
    begins with the snapshot of its event, and with the publications that it `needs`; a list is read
    by the page that is asked for as well.
    `seconds` is for how long a value is right while the record does not change.
    """

    path: str
    title: str | Promise
    shape: type
    find: Callable[..., PageSource]
    read: Callable[..., object]
    is_list: bool = False
    is_of_event: bool = True
    needs: Callable[..., PublicationNeeds] | None = None
    seconds: Callable[[Any], float] = lambda _value: inf


def find(resource: Resource, *args: str | int) -> PageSource:
    """Return the source of a resource. Raises Http404 if the public cannot see such a thing."""
    with local_time.within(None):
        return resource.find(*args)


def zone_of(found: PageSource) -> ZoneInfo | None:
    """Return the time zone of the hall; None for several, or none."""
    return ZoneInfo(found.event.tournament.time_zone) if found.event else None


def read(
    resource: Resource,
    found: PageSource,
    page: int,
    read_event: Callable[[Event], EventSnapshot] = results.read,
) -> object:
    """Return the value of a resource, in the current language.

    `read_event` reads its event, so that it can be shared by many resources of the event.
    """
    with local_time.within(found.event.tournament if found.event else None):
        given: list[object] = [*found.given, *([page] if resource.is_list else [])]
        if not resource.is_of_event or not found.event:
            return resource.read(*given)
        snapshot = read_event(found.event)
        if resource.needs:
            given.insert(0, publications.read(found.event, resource.needs(snapshot, *found.given)))
        return resource.read(snapshot, *given)


def _page(name: str) -> Callable[..., PageSource]:
    """Return how the public page of this name is found."""
    return public_page.KINDS[name].find


_single = partial(Resource, is_of_event=False)
_EVENT: Final = "events/<uid:uid>/"
_ROUND: Final = f"{_EVENT}rounds/<number:number>/"

RESOURCES: Final[Mapping[str, Resource]] = {
    "index": _single("", _("Index"), values.Index, of_events.find_index, of_events.read_index),
    "tournaments": _single(
        "tournaments/",
        _("Tournaments"),
        values.Tournament,
        of_events.find_tournaments,
        of_events.read_tournaments,
        is_list=True,
    ),
    "tournament": _single(
        "tournaments/<uid:uid>/",
        _("A tournament"),
        values.Tournament,
        of_events.find_tournament,
        of_events.read_tournament,
    ),
    "event": Resource(
        _EVENT,
        _("An event"),
        values.Event,
        _page("event"),
        of_events.read_event,
        needs=event_pages.needs_without_highlights,
    ),
    "entries": Resource(
        f"{_EVENT}entries/",
        _("Entries of an event"),
        values.Entry,
        _page("event"),
        of_events.read_entries,
        is_list=True,
    ),
    "rounds": Resource(
        f"{_EVENT}rounds/",
        _("Rounds of an event"),
        values.RoundSummary,
        _page("event"),
        of_rounds.read_rounds,
        is_list=True,
    ),
    "round": Resource(
        _ROUND,
        _("A round, with the reasons of its draw"),
        values.Round,
        _page("round"),
        of_rounds.read_round,
        needs=of_rounds.needs_of_round,
        seconds=of_rounds.seconds_of_round,
    ),
    "tables": Resource(
        f"{_ROUND}tables/",
        _("Tables of a round"),
        values.Table,
        _page("round"),
        of_rounds.read_tables,
        is_list=True,
    ),
    "standings": Resource(
        f"{_EVENT}standings/",
        _("Standings of an event"),
        result_values.Standing,
        _page("event"),
        of_standings.read_standings,
        is_list=True,
    ),
    "results": Resource(
        f"{_EVENT}results/",
        _("Results of an event"),
        result_values.Result,
        _page("event"),
        of_rounds.read_results,
        is_list=True,
    ),
    "deal": _single(
        "deals/<uid:uid>/",
        _("A deal, with the lines of its settlement"),
        result_values.Deal,
        _page("deal"),
        of_deals.read_deal,
    ),
    "boards": Resource(
        f"{_EVENT}boards/",
        _("Boards of an event"),
        result_values.BoardSet,
        _page("boards"),
        of_deals.read_boards,
        is_list=True,
    ),
    "board": Resource(
        f"{_EVENT}boards/<number:of>/<number:number>/",
        _("A board, with its hands and results once it is open"),
        result_values.Board,
        _page("board"),
        of_deals.read_board,
    ),
}
"""The resources by the names of their addresses."""
