"""罚分 at a table: whose figure they are in, so that 基础分 = 得分 + 罚分 of what was played there.

What counts in ranks and matches is worked out in `standings`. Nothing is here of penalties in
another unit than the points of the seats: levels, and what boards come to where they are compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from tournaments.models import Adjustment, Event
from tournaments.models.record import Unit
from tournaments.results.board_comparisons import compares
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import SittingRow
from tournaments.structure.game_slots import rules_of
from tournaments.structure.games import game_of

OF_SEATS: Final = frozenset({Unit.RAW, Unit.SCALED})
"""The units in which the seats of a table have their points."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a seat, and for which side."""

    label: str
    person: int
    side: Hashable


@dataclass(frozen=True, slots=True)
class Fined:
    """Penalty points of a side; `person` is whom they name."""

    side: Hashable
    amount: Fraction
    person: int | None = None


@dataclass(frozen=True, slots=True)
class TablePenalties:
    """The penalties at a table, by the seats in whose figures they are.

    `shared` are those of a pair as a whole, by its seats: only where partners have points of their
    own is one of the pair not in the figure of a seat. `named` are those that are shown at a seat:
    one of a partner is in the figures of both where they share their points, and stands at one.
    """

    seats: Mapping[str, Fraction] = field(default_factory=dict)
    shared: Mapping[tuple[str, ...], Fraction] = field(default_factory=dict)
    named: Mapping[str, Fraction] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.seats or self.shared)

    def of(self, label: str) -> Fraction:
        """Return the penalty in the figure of a seat, 0 where there is none."""
        return self.seats.get(label, Fraction(0))

    def named_at(self, label: str) -> Fraction:
        """Return the penalty that is shown at a seat, 0 where there is none."""
        return self.named.get(label, Fraction(0))


NONE: Final = TablePenalties()


def divided(event: Event, seats: Sequence[Seated], fined: Iterable[Fined]) -> TablePenalties:
    """Return the penalties of a table by its seats.

    A penalty goes to the seat of whom it names. Partners who share their points both have it in
    their figures; one that names nobody is shown at both.
    """
    named: dict[str, Fraction] = defaultdict(Fraction)
    of_seats: dict[str, Fraction] = defaultdict(Fraction)
    shared: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for one in fined:
        of_side = [seat for seat in seats if seat.side == one.side]
        own = of_side
        if len(of_side) > 1 and not _shares(event, [seat.label for seat in of_side]):
            own = [seat for seat in of_side if seat.person == one.person]
        for seat in own:
            of_seats[seat.label] += one.amount
        for seat in [seat for seat in own if seat.person == one.person] or own:
            named[seat.label] += one.amount
        if of_side and not own:
            shared[tuple(seat.label for seat in of_side)] += one.amount
    return TablePenalties(
        {label: amount for label, amount in of_seats.items() if amount},
        {labels: amount for labels, amount in shared.items() if amount},
        {label: amount for label, amount in named.items() if amount},
    )


def in_points(event: Event, row: Adjustment) -> bool:
    """Whether a penalty is in the figures of a table: given there, in the points of its seats."""
    at_table = row.side_id is not None and row.stage_of_sum == Adjustment.StageOfSum.GAME
    return at_table and not compares(event) and Unit(row.unit) in OF_SEATS


@derived
def penalties_by_sitting(snapshot: EventSnapshot) -> Mapping[int, TablePenalties]:
    """Return the penalties of tables that have any, by the key of the sitting."""
    fined: dict[int, list[Fined]] = defaultdict(list)
    known: dict[int, SittingRow] = {}
    for row in snapshot.adjustments:
        sitting = _sitting_of(snapshot, row) if in_points(snapshot.event, row) else None
        if sitting is not None and row.side_id is not None:
            side = snapshot.match_of_side[row.side_id][1].uid
            known[sitting.key] = sitting
            fined[sitting.key].append(Fined(side, row.amount, _person(row)))
    by_sitting = {
        key: divided(
            snapshot.event,
            [Seated(seat.label, seat.person, seat.side) for seat in known[key].seats],
            rows,
        )
        for key, rows in fined.items()
    }
    return {key: penalties for key, penalties in by_sitting.items() if penalties}


def fined_by(row: Adjustment) -> Fined:
    """Return stored penalty points of a side, by its key."""
    return Fined(row.side_id, row.amount, _person(row))


def _person(row: Adjustment) -> int | None:
    return row.named.person_id if row.named else None


def _sitting_of(snapshot: EventSnapshot, row: Adjustment) -> SittingRow | None:
    """Return where a penalty was given: at the table of its deal, else where whom it names sat."""
    if row.side_id is None or row.side_id not in snapshot.match_of_side:
        return None
    match, side = snapshot.match_of_side[row.side_id]
    sittings = [
        sitting
        for sitting in snapshot.sittings_by_match[match.key]
        if any(seat.side == side.uid for seat in sitting.seats)
    ]
    at_deal = [one for one in sittings if any(deal.key == row.deal_id for deal in one.deals)]
    person = _person(row)
    of_person = [one for one in sittings if any(seat.person == person for seat in one.seats)]
    return next(iter((at_deal or of_person or sittings)[-1:]), None)


def _shares(event: Event, labels: Sequence[str]) -> bool:
    """Whether partners at these seats share one value, instead of adding up their points."""
    game = game_of(event)
    sides = dict.fromkeys(labels, "side")
    one_each = dict.fromkeys(labels, 1)
    return game.side_points(one_each, rules_of(game, event.ruleset), sides)["side"] == 1
