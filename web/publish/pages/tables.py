"""Tables with their seats and deals, for all pages that show them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import get_language

from tournaments.base.separators import join_names
from tournaments.models import DealNumber, Round, Sitting
from tournaments.results.game_results import NO_PENALTIES, not_counted, penalties_by_sitting
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import MatchRow, SittingRow
from tournaments.structure.games import deals_of_set
from tournaments.structure.match_parts import SetOfDeals, sets_of_deals
from tournaments.wording import listed
from tournaments.wording.rooms import half_text
from web.publish.pages.matches.outcomes import TableOutcome


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its label, the player, the number of the entry, and the points so far (得分).

    A penalty at the table is not in the points. `named_penalty` is shown at the seat: a partner's
    own penalty is shown only there, although it may be in the `penalty` of both.
    """

    label: str
    name: str
    entry: int | None
    points: int
    penalty: Fraction = Fraction(0)
    named_penalty: Fraction = Fraction(0)

    @property
    def base_points(self) -> Fraction:
        """The base points (基础分): the points with the penalty."""
        return self.points + self.penalty


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal of a table: the points of the seats in order, empty before it has a result.

    A deal played after the end of its game (局) is shown but does not count. Of a sealed board only
    `is_done` is known.
    """

    uid: str
    number: DealNumber
    points: tuple[int, ...]
    is_done: bool = False
    counts: bool = True
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """A table in a round."""

    round: int
    number: int
    match: int
    seats: tuple[SeatView, ...]
    deals: tuple[DealView, ...]
    outcome: TableOutcome | None = None
    room: str = Sitting.Room.ONLY
    """The room of its match."""
    is_half: bool = False
    """Whether it belongs to a half match: two are played at a table, one after the other."""
    set_deals: int = 0
    """The number of deals in a board set (盘); 0 without sets."""
    shared_penalties: tuple[tuple[tuple[str, ...], Fraction], ...] = ()
    """Penalties of whole pairs that are in nobody's points: the seats and the amount."""

    @property
    def has_penalties(self) -> bool:
        """Whether anybody's points include a penalty."""
        return any(seat.penalty for seat in self.seats)

    @property
    def room_name(self) -> str:
        """The name of the room if the match has two."""
        room = Sitting.Room(self.room)
        if self.is_half:
            return half_text(room)
        return "" if room is Sitting.Room.ONLY else str(room.label)

    @property
    def board_sets(self) -> tuple[tuple[SetOfDeals, tuple[tuple[str, int], ...]], ...]:
        """Each board set (盘) with its sums by seat; empty if the round has only one."""
        shown = [(deal.number.order, deal.points if deal.counts else ()) for deal in self.deals]
        labels = [seat.label for seat in self.seats]
        return tuple(
            (one, tuple(zip(labels, one.points, strict=False)))
            for one in sets_of_deals(shown, 0 if self.is_sealed else self.set_deals)
        )

    @property
    def anchor(self) -> str:
        """The anchor of the table among all tables of its round."""
        is_later = self.is_half and self.room == Sitting.Room.CLOSED
        return f"{self.number}-{self.room}" if is_later else str(self.number)

    @property
    def done(self) -> int:
        """The number of deals with a result."""
        return sum(deal.is_done for deal in self.deals)

    @property
    def is_done(self) -> bool:
        """Whether every deal has a result."""
        return self.done == len(self.deals)

    @property
    def is_sealed(self) -> bool:
        """Whether a deal is sealed, so that there is no sum yet."""
        return any(deal.is_sealed for deal in self.deals)

    @property
    def leaders(self) -> tuple[SeatView, ...]:
        """The seats with the most points; empty while all have the same, or a deal is sealed."""
        points = [seat.base_points for seat in self.seats]
        if self.is_sealed or not points or max(points) == min(points):
            return ()
        return tuple(seat for seat in self.seats if seat.base_points == max(points))

    @property
    def leader_names(self) -> str:
        """The names of these seats, partners as one."""
        by_entry: dict[int | None, list[str]] = defaultdict(list)
        for seat in self.leaders:
            by_entry[seat.entry].append(seat.name)
        return listed(map(join_names, by_entry.values()))

    @property
    def rows(self) -> tuple[tuple[SeatView, tuple[int | None, ...]], ...]:
        """Each seat with its points in every deal, None if a deal has no result yet."""
        return tuple(
            (seat, tuple(deal.points[place] if deal.points else None for deal in self.deals))
            for place, seat in enumerate(self.seats)
        )


def tables(snapshot: EventSnapshot, *rounds: Round) -> tuple[TableView, ...]:
    """Return the tables of rounds with their seats and deals, in the order of their numbers.

    A table at which players changed seats comes once for every seating, in the order of play.
    """
    return _tables_in(snapshot, rounds, get_language())


@derived
def _tables_in(
    snapshot: EventSnapshot, rounds: tuple[Round, ...], _language: str | None
) -> tuple[TableView, ...]:
    """Make the tables, whose words are those of the current language."""
    seated = [
        (match, sitting)
        for match in snapshot.matches_of(*rounds)
        for sitting in snapshot.sittings_by_match[match.key]
        if sitting.seats
    ]
    matches_at: Mapping[tuple[int, int], set[int]] = defaultdict(set)
    for match, sitting in seated:
        matches_at[match.round.number, sitting.table].add(match.key)
    late = not_counted(snapshot)
    views = [
        _table(
            snapshot,
            match,
            sitting,
            late,
            is_half=len(matches_at[match.round.number, sitting.table]) > 1,
        )
        for match, sitting in seated
    ]
    # Stable: the parts of a table stay in the order of play.
    return tuple(sorted(views, key=lambda table: (table.round, table.number)))


def at_last(parts: Iterable[TableView]) -> tuple[TableView, ...]:
    """Return each table once, with the last seating if players changed seats.

    `parts` are in order of play, as returned by `tables`. Of half matches those in play are
    returned: the closed rooms once all open rooms are done.
    """
    tables = tuple(parts)
    first = [table for table in tables if table.is_half and table.room == Sitting.Room.OPEN]
    now = (
        Sitting.Room.CLOSED
        if all(table_view.is_done for table_view in first)
        else Sitting.Room.OPEN
    )
    shown = (
        table_view for table_view in tables if not table_view.is_half or table_view.room == now
    )
    return tuple({(part.match, part.number): part for part in shown}.values())


def with_outcomes(
    shown: Iterable[TableView], outcomes: Mapping[int, TableOutcome]
) -> tuple[TableView, ...]:
    """Return the same tables with their outcomes."""
    return tuple(replace(table, outcome=outcomes.get(table.match)) for table in shown)


def _table(
    snapshot: EventSnapshot,
    match: MatchRow,
    sitting: SittingRow,
    late: frozenset[str],
    *,
    is_half: bool,
) -> TableView:
    labels, points, deals = [seat.label for seat in sitting.seats], Counter[str](), []
    for deal in sitting.deals:
        is_sealed = deal.is_sealed_in(snapshot.event)
        number = deal.number_in(snapshot.event)
        scores = deal.result.scores if deal.result and not is_sealed else {}
        counts = deal.uid not in late
        points.update(scores if counts else {})
        of_seats = tuple(scores[label] for label in labels) if scores else ()
        deals.append(DealView(deal.uid, number, of_seats, deal.done, counts, is_sealed))
    fined = penalties_by_sitting(snapshot).get(sitting.key, NO_PENALTIES)
    return TableView(
        round=match.round.number,
        number=sitting.table,
        match=match.key,
        set_deals=deals_of_set(snapshot.event, snapshot.regulations),
        seats=tuple(
            SeatView(
                seat.label,
                snapshot.names[seat.person],
                snapshot.entry_of(seat).number,
                points[seat.label],
                fined.of(seat.label),
                fined.named_at(seat.label),
            )
            for seat in sitting.seats
        ),
        deals=tuple(deals),
        room=sitting.room,
        is_half=is_half,
        shared_penalties=(*fined.shared.items(),),
    )
