"""The ranking of a round at a table, and where its players sit next, in words for the tablet.

The device computes the sums of a round in play itself, from its deals.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Final, TypedDict

from django.db.models import Max, Q, QuerySet, Subquery
from django.utils.translation import gettext, pgettext

from referee.sheets import tables
from tournaments import results, wording
from tournaments.base.separators import join_facts
from tournaments.models import Adjustment, Comparison, Deal, Event, Round, Seat, Sitting, Table
from tournaments.record.digest import sha256
from tournaments.wording.values import signed, unsigned
from web.publish.pages.matches.outcomes import SideResult, outcomes_of_tables
from web.tablet.api import remembered

STAMP: Final = 16


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


class StandingAnswer(TypedDict):
    """The ranking at a table, the best first."""

    standing: list[PlacedAnswer]


def standing_of(table: Table) -> StandingAnswer:
    """Return the ranking at a table once each of its deals has a result; empty before.

    Between rounds it is that of the last.
    """
    sitting = tables.sitting_now(table) or last_sitting(table)
    if sitting is None or sitting.deals.filter(done=False).exists():
        return {"standing": []}
    round_ = sitting.segment.match.round
    ranked = remembered.ranking_at(table, sitting.pk, round_, _rankings)
    return {"standing": list(ranked)}


def ranking_stamp(sitting: Sitting | None) -> str:
    """Return a text that changes whenever the ranking at a table may change; empty without one.

    It depends on the seats of the table's match, the versions of its deals, and its penalties: a
    closed round can still be corrected. If deals are compared, it also depends on the last public
    change of the event, since a result at any other table may change the ranking here.
    """
    if sitting is None:
        return ""
    match, event = sitting.segment.match_id, sitting.segment.match.round.event
    elsewhere = event.public_revision if event.comparison != Comparison.NONE else 0
    of_match = Q(side__match=match) | Q(entry__sides__match=match)
    # Penalties are only added, and taken back by a further row, so the last one is enough.
    last_fine = Subquery(Adjustment.objects.filter(of_match).order_by("-pk").values("pk")[:1])
    at_table = ("label", "side", "person__name", "person__mark")
    rows = Deal.objects.filter(sitting__segment__match=match).values_list(
        "pk", "version", "sitting", *(f"sitting__seats__{name}" for name in at_table), last_fine
    )
    here = list(rows.order_by("pk", "sitting__seats__pk"))
    return sha256(json.dumps([here, elsewhere]))[:STAMP]


def last_sitting(table: Table) -> Sitting | None:
    """Return the sitting of the last round that was closed at a table; None before the first."""
    return (
        _closed(table)
        .select_related("segment__match__round__event__ruleset")
        .defer("segment__match__round__reasons")
        .last()
    )


def moves_from(table: Table) -> list[MoveAnswer]:
    """Return where the players of the last closed round have seats in the next one of its event.

    If a player's seat was exchanged within a round, the seat of its last deal counts.
    """
    last = _closed(table).reverse()
    persons = Seat.objects.filter(sitting__in=last.values("pk")[:1]).values("person")
    playing = {
        "sitting__segment__match__round__state": Round.State.PUBLISHED,
        "sitting__segment__match__round__event": last.values("segment__match__round__event")[:1],
    }
    seats = Seat.objects.filter(person__in=persons, **playing)
    seats = seats.annotate(until=Max("sitting__deals__play_order"))
    seats = seats.order_by("sitting__segment__number", "until", "pk")
    seats = seats.select_related(
        "person", "sitting__table", "sitting__segment__match__round"
    ).defer("sitting__segment__match__round__reasons")
    last_seats = {(seat.person_id, seat.sitting.segment.match.round_id): seat for seat in seats}
    return [{"name": seat.person.listed_name, "text": _place(seat)} for seat in last_seats.values()]


def _closed(table: Table) -> QuerySet[Sitting]:
    closed = {"segment__match__round__state": Round.State.CLOSED}
    return Sitting.objects.filter(table=table, **closed).order_by("pk")


def _place(seat: Seat) -> str:
    values = {
        "round": seat.sitting.segment.match.round.number,
        "table": seat.sitting.table.number,
        "seat": wording.seat_name(seat.label),
    }
    return gettext("round %(round)s, table %(table)s, %(seat)s") % values


def _rankings(round_: Round) -> dict[int, list[PlacedAnswer]]:
    """Return the rankings at the tables of a round that are over, by the key of the sitting."""
    snapshot = results.read(round_.event)
    outcomes = outcomes_of_tables(snapshot, round_)
    return {
        row.key: [_placed(side, round_.event) for side in outcomes[row.match].sides]
        for row in snapshot.sittings
        if row.match in outcomes and all(deal.done for deal in row.deals)
    }


def _placed(side: SideResult, event: Event) -> PlacedAnswer:
    return {
        "rank": side.place,
        "name": side.competitor.name,
        "points": signed(side.total),
        "more": join_facts(*_worth(side, event)) or None,
    }


def _worth(side: SideResult, event: Event) -> Iterator[str]:
    if side.penalties:
        said = gettext("with penalties of %(points)s")
        yield said % {"points": signed(side.penalties)}
    if side.stands:
        yield side.stands
    if event.ranking == Event.Ranking.TABLE_POINTS and side.table_points is not None:
        yield gettext("table points %(points)s") % {"points": unsigned(side.table_points)}
    if side.match_points is not None:
        said = pgettext("result of a match", "%(points)s for the match")
        yield said % {"points": unsigned(side.match_points)}
