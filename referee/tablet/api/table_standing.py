"""What a round came to at a table, and where its players sit next, in words for the tablet.

The sums of a round that is not over are worked out by the device from its deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypedDict

from django.utils.translation import gettext, pgettext

from referee.sheets.tables import TableNow
from tournaments import results, wording
from tournaments.models import Event, Match, Round, Seat, Sitting, Table
from tournaments.publish.pages.outcomes import SideResult, outcomes_of_tables
from tournaments.wording.numbers import signed, unsigned


class PlacedAnswer(TypedDict):
    """A side of a table that is over: its place, its points, and what it gets for them."""

    rank: int | None
    name: str
    points: str
    more: Annotated[str | None, "Table points or the result of the match, in words."]


class MoveAnswer(TypedDict):
    """Where somebody who sat here in the round before sits now."""

    name: str
    text: str


def standing_of(now: TableNow) -> list[PlacedAnswer]:
    """Return the ranking at a table once each of its deals has a result; empty before."""
    if not now.deals or any(deal.result is None for deal in now.deals):
        return []
    return _placed(now.sitting.segment.match, now.event)


def last_standing(sitting: Sitting | None) -> list[PlacedAnswer]:
    """Return the ranking at a table in the round that was closed last."""
    if sitting is None:
        return []
    match = sitting.segment.match
    return _placed(match, match.round.event)


def last_sitting(table: Table) -> Sitting | None:
    """Return the sitting of the last round that was closed at a table; None before the first."""
    closed = Sitting.objects.filter(table=table, segment__match__round__state=Round.State.CLOSED)
    return closed.select_related("segment__match__round__event__ruleset").order_by("pk").last()


def moves_from(sitting: Sitting | None) -> list[MoveAnswer]:
    """Return where the players of a sitting have their seats in the rounds now in play."""
    if sitting is None:
        return []
    persons = Seat.objects.filter(sitting=sitting).values("person")
    playing = {"sitting__segment__match__round__state": Round.State.PUBLISHED}
    seats = Seat.objects.filter(person__in=persons, **playing)
    found = seats.select_related("person", "sitting__table", "sitting__segment__match__round")
    return [{"name": seat.person.name, "text": _place(seat)} for seat in found.order_by("pk")]


def _place(seat: Seat) -> str:
    values = {
        "round": seat.sitting.segment.match.round.number,
        "table": seat.sitting.table.number,
        "seat": wording.seat_name(seat.label),
    }
    return gettext("round %(round)s, table %(table)s, %(seat)s") % values


def _placed(match: Match, event: Event) -> list[PlacedAnswer]:
    outcome = outcomes_of_tables(results.read(event), match.round).get(match.pk)
    if outcome is None:
        return []
    return [
        {
            "rank": side.place,
            "name": side.competitor.name,
            "points": signed(side.total),
            "more": " · ".join(_worth(side, event)) or None,
        }
        for side in outcome.sides
    ]


def _worth(side: SideResult, event: Event) -> Iterator[str]:
    if side.stands:
        yield side.stands
    if event.ranking == Event.Ranking.TABLE_POINTS and side.table_points is not None:
        yield gettext("%(points)s table points") % {"points": unsigned(side.table_points)}
    if side.match_points is not None:
        said = pgettext("result of a match", "%(points)s for the match")
        yield said % {"points": unsigned(side.match_points)}
