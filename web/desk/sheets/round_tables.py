"""The tables of a round with their deals, where a sheet is entered or corrected at the desk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, TypeVar

from tournaments.models import Deal, Event, Round, Sitting, Tournament
from tournaments.structure import three_way_matches
from tournaments.wording.rooms import place_text

ROUND: Final = "sitting__segment__match__round"
_NOT_SHOWN: Final = (
    f"{ROUND}__reasons",
    *(f"{way}__{name}" for way in ("event", f"{ROUND}__event") for name in Event.LONG_SETTINGS),
)
"""Columns in JSON that would be decoded for every deal."""
IN_SIGHT: Final = 12
"""The tables in sight at once; of more, those that ask something of an official."""
Row = TypeVar("Row")
Played = tuple[Sitting, list[Deal]]
"""A sitting with its deals in order."""


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table of a match with its deals in order; `place` names its room and its segment.

    Deals played after people changed seats belong to a further sitting at the same table, and are
    listed with the others.
    """

    sitting: Sitting
    place: str
    deals: Sequence[Deal]

    calls: bool = False
    """Whether the table calls the referee."""
    disputed: frozenset[int] = frozenset()
    """Keys of its deals that an official has to decide."""
    waiting: frozenset[int] = frozenset()
    """Keys of its deals with a sheet that has no result yet."""

    @property
    def done(self) -> int:
        """The number of its deals with a result."""
        return sum(deal.done for deal in self.deals)

    @property
    def state(self) -> str:
        """The state as one word: calls, disputed, waiting, done, playing or idle."""
        if self.calls:
            return "calls"
        if self.disputed:
            return "disputed"
        if self.waiting:
            return "waiting"
        if self.done == len(self.deals):
            return "done"
        return "playing" if self.done else "idle"

    @property
    def asks(self) -> bool:
        """Whether it waits for an official."""
        return self.state in {"calls", "disputed", "waiting"}

    @property
    def links(self) -> list[tuple[Deal, bool]]:
        """Its deals, and whether a report exists, which has to be read before typing."""
        reported = self.disputed | self.waiting
        return [(deal, deal.done or deal.pk in reported) for deal in self.deals]


@dataclass(frozen=True, slots=True)
class RoundListed:
    """A round with its tables: those in sight, and those in a fold."""

    round: Round
    in_sight: Sequence[DeskTable]
    folded: Sequence[DeskTable]


def by_round(tables: Sequence[DeskTable]) -> list[RoundListed]:
    """Return the tables by their rounds, in the order in which these follow each other."""
    rounds = groupby(tables, key=lambda table: table.sitting.segment.match.round)
    return [
        RoundListed(round_, *parted(list(rows), lambda table: table.asks))
        for round_, rows in rounds
    ]


def parted(rows: Sequence[Row], asks: Callable[[Row], bool]) -> tuple[list[Row], list[Row]]:
    """Return what a list shows at once, and what it folds: of many rows those that ask nothing."""
    if len(rows) <= IN_SIGHT:
        return [*rows], []
    return [row for row in rows if asks(row)], [row for row in rows if not asks(row)]


def noted(
    tables: Sequence[DeskTable],
    *,
    calling: Collection[int],
    disputed: Collection[int],
    waiting: Collection[int],
) -> list[DeskTable]:
    """Return the tables with what is waiting there.

    `calling` are keys of tables, the others of deals.
    """
    return [
        replace(
            table,
            calls=table.sitting.table_id in calling,
            disputed=frozenset(deal.pk for deal in table.deals if deal.pk in disputed),
            waiting=frozenset(deal.pk for deal in table.deals if deal.pk in waiting),
        )
        for table in tables
    ]


def tables(tournament: Tournament, closed: Round | None = None) -> list[DeskTable]:
    """Return the tables of the rounds in play, or those of a closed one, where they have deals."""
    rounds = {ROUND: closed} if closed else {f"{ROUND}__state": Round.State.PUBLISHED}
    deals = Deal.objects.filter(event__tournament=tournament, **rounds)
    is_of_half = three_way_matches.is_half_of_three("sitting__segment__match")
    related = (
        deals.select_related("event", "sitting__table", f"{ROUND}__event")
        .defer(*_NOT_SHOWN)
        .annotate(is_of_half=is_of_half)
    )
    ordered = related.order_by("event__number", f"{ROUND}__number", "sitting_id", "play_order")
    tables: list[DeskTable] = []
    for round_, of_round in groupby(ordered, key=lambda deal: deal.sitting.segment.match.round):
        by_sitting = groupby(of_round, key=lambda deal: deal.sitting)
        tables += _tables_of_round(round_, [(row, list(deals)) for row, deals in by_sitting])
    return tables


def _tables_of_round(round_: Round, sittings: Sequence[Any]) -> Iterator[DeskTable]:
    halves = {row.segment.match_id for row, deals in sittings if deals[0].is_of_half}
    places: dict[tuple[int, int, str], list[Played]] = {}
    # By table, then the closed room, then the later half of a three-way match.
    in_hall = sorted(
        sittings,
        key=lambda played: (
            played[0].table.number,
            played[0].room == Sitting.Room.CLOSED,
            played[0].segment.match_id,
        ),
    )
    for sitting, deals in in_hall:
        place = (sitting.table_id, sitting.segment.match_id, sitting.room)
        places.setdefault(place, []).append((sitting, deals))
    for (_table, match, room), at_place in places.items():
        for part, (sitting, deals) in enumerate(_split_by_segment(at_place), 1):
            place_name = place_text(round_.event, room, part, is_half=match in halves)
            yield DeskTable(sitting, place_name, deals)


def _split_by_segment(at_place: Sequence[Played]) -> Iterator[Played]:
    """Yield the first sitting of each segment at one table, with all deals of the segment.

    Sittings alone do not show this: a segment has several if seats were corrected for some deals.
    Deals are numbered from 1 in each segment, so a number that is not higher begins one.
    """
    first: Sitting | None = None
    deals: list[Deal] = []
    for sitting, further in sorted(at_place, key=lambda row: (row[0].segment.number, row[0].pk)):
        if first and further[0].play_order <= deals[-1].play_order:
            yield first, deals
            first, deals = None, []
        first, deals = first or sitting, [*deals, *further]
    if first:
        yield first, deals
