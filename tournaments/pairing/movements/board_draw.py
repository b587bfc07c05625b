"""Drawing an event over boards: which movements there are for a field, and who has which number.

The whole movement is drawn at once: its rounds follow from the numbers alone. Numbers are given by
lot from the seed, in the order of the entries, or in a snake over north-south and east-west, so
that both directions of a Mitchell are equally strong. Whoever wishes to stay at a table exchanges
numbers with the nearest in that order who would stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.pairing.movements.board_codes import Coded, PlanProblem, WhyBoards, coded
from tournaments.pairing.movements.board_movements import (
    BoardForm,
    BoardMovement,
    BoardSitting,
    boards_in_set,
)
from tournaments.pairing.movements.board_offers import (
    MOST_SIZE,
    MovementOffer,
    make_movement,
    offers,
)
from tournaments.pairing.seating import shuffle

ALGORITHM = "boards-movement-1"


class Numbering(StrEnum):
    """How the numbers of the pairs are given."""

    LOT = "lot"
    ORDER = "order"
    SNAKE = "snake"


class NotOffered(ValueError):
    """The movement cannot be drawn so; `problems` has every reason."""

    def __init__(self, problems: Sequence[Coded]) -> None:
        super().__init__("; ".join(problem.code.value for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class BoardDrawInput:
    """The input of a draw; the entries are in the order of their strength or of their numbers.

    `labels` are the seats in the order of play, so that every second one is of one side. Without
    `sets` the form says how many there are, without `rounds` all are played; `size` is how many
    boards a set holds. `stay` are those who wish to stay at one table.
    """

    form: BoardForm
    seed: str
    labels: tuple[str, ...]
    entries: tuple[str, ...]
    size: int = 1
    winners: int = 1
    sets: int | None = None
    rounds: int | None = None
    numbering: Numbering = Numbering.LOT
    stay: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the input without the seed, as it is digested and as `read` takes it."""
        return {
            "form": self.form.value,
            "labels": list(self.labels),
            "entries": list(self.entries),
            "size": self.size,
            "winners": self.winners,
            "sets": self.sets,
            "rounds": self.rounds,
            "numbering": self.numbering.value,
            "stay": list(self.stay),
        }


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table of a round: both entries, its seats, the numbers of its boards, and why."""

    round: int
    table: int
    ns: str
    ew: str
    boards: tuple[int, ...]
    seats: tuple[tuple[str, str], ...]
    reasons: tuple[Coded, ...]


@dataclass(frozen=True, slots=True)
class BoardDraw:
    """A whole event as drawn: the movement, and the entry of each number from 1 on."""

    seed: str
    algorithm: str
    movement: BoardMovement
    entries: tuple[str, ...]
    numbered: tuple[Coded, ...]
    size: int
    labels: tuple[str, ...]

    def tables(self, number: int) -> tuple[BoardTable, ...]:
        """Return the tables of a round."""
        together = self.movement.in_round(number)
        return tuple(self._table(sitting, together) for sitting in together)

    def sit_outs(self) -> tuple[Coded, ...]:
        """Return who sits out in which round."""
        return tuple(
            coded(WhyBoards.SITS_OUT, entry=self.entries[pair - 1], round=number)
            for number, pair in self.movement.sit_outs()
        )

    def _table(self, sitting: BoardSitting, together: Sequence[BoardSitting]) -> BoardTable:
        ns, ew = (self.entries[pair - 1] for pair in sitting.pairs)
        return BoardTable(
            sitting.round,
            sitting.table,
            ns,
            ew,
            boards_in_set(sitting.boards, self.size),
            tuple((label, (ns, ew)[place % 2]) for place, label in enumerate(self.labels)),
            tuple(self._reasons(sitting, together)),
        )

    def _reasons(self, sitting: BoardSitting, together: Sequence[BoardSitting]) -> Iterator[Coded]:
        yield coded(WhyBoards.MEETING, one=sitting.ns, other=sitting.ew)
        if sitting.round in self.movement.switched:
            yield coded(WhyBoards.SWITCHED)
        tables = sum(other.boards == sitting.boards for other in together)
        if tables > 1:
            yield coded(WhyBoards.SHARED, boards=sitting.boards, tables=tables)


def read(stored: Mapping[str, Any], seed: str) -> BoardDrawInput:
    """Return the input that was written as JSON; what is left out is as usual.

    Raises KeyError or ValueError where it is none.
    """
    return BoardDrawInput(
        form=BoardForm(stored["form"]),
        seed=seed,
        labels=tuple(stored["labels"]),
        entries=tuple(stored["entries"]),
        size=stored.get("size", 1),
        winners=stored.get("winners", 1),
        sets=stored.get("sets"),
        rounds=stored.get("rounds"),
        numbering=Numbering(stored.get("numbering", Numbering.LOT)),
        stay=tuple(stored.get("stay", ())),
    )


def problems(inputs: BoardDrawInput) -> tuple[Coded, ...]:
    """Return every reason why a movement cannot be drawn from this."""
    return (*_entry_problems(inputs), *_plan_problems(inputs))


def draw(inputs: BoardDrawInput) -> BoardDraw:
    """Draw the whole movement. Raises NotOffered with every problem."""
    refusals = problems(inputs)
    if refusals:
        raise NotOffered(refusals)
    movement = make_movement(
        inputs.form, len(inputs.entries), inputs.sets, inputs.rounds, inputs.winners
    )
    order = list(inputs.entries)
    if inputs.numbering == Numbering.LOT:
        order = shuffle(order, inputs.seed, "pair number")
    if inputs.numbering == Numbering.SNAKE:
        order = _deal_snake(order)
    entries, reasons = _assign_stationary(inputs, order, movement.stationary())
    return BoardDraw(inputs.seed, ALGORITHM, movement, entries, reasons, inputs.size, inputs.labels)


def _entry_problems(inputs: BoardDrawInput) -> Iterator[Coded]:
    for entry in dict.fromkeys(inputs.entries):
        if inputs.entries.count(entry) > 1:
            yield coded(PlanProblem.ENTRY_TWICE, entry=entry)
    for entry in dict.fromkeys(inputs.stay):
        if entry not in inputs.entries:
            yield coded(PlanProblem.WISH_UNKNOWN, entry=entry)
    if not 1 <= inputs.size <= MOST_SIZE:
        yield coded(PlanProblem.SIZE_NOT_OFFERED, size=inputs.size, most=MOST_SIZE)


def _plan_problems(inputs: BoardDrawInput) -> Iterator[Coded]:
    pairs = len(inputs.entries)
    of_form = [offer for offer in offers(pairs) if offer.form == inputs.form]
    if not of_form:
        yield coded(PlanProblem.FORM_NOT_OFFERED, pairs=pairs)
        return
    offer = next((offer for offer in of_form if inputs.sets in (None, offer.sets)), None)
    if offer is None:
        yield coded(PlanProblem.SETS_NOT_OFFERED, sets=inputs.sets or 0, pairs=pairs)
        return
    yield from _offer_problems(inputs, offer)


def _offer_problems(inputs: BoardDrawInput, offer: MovementOffer) -> Iterator[Coded]:
    if inputs.rounds is not None and not 1 <= inputs.rounds <= offer.rounds:
        yield coded(PlanProblem.ROUNDS_NOT_OFFERED, rounds=inputs.rounds, most=offer.rounds)
    if inputs.winners not in offer.winners:
        yield coded(PlanProblem.WINNERS_NOT_OFFERED, winners=inputs.winners)
    if inputs.numbering == Numbering.SNAKE and inputs.form in (
        BoardForm.HOWELL,
        BoardForm.SHORT_HOWELL,
    ):
        yield coded(PlanProblem.NUMBERING_NOT_OFFERED)
    wishes = len(set(inputs.stay))
    if wishes > offer.stationary:
        yield coded(PlanProblem.WISHES_TOO_MANY, wishes=wishes, most=offer.stationary)


def _deal_snake(order: Sequence[str]) -> list[str]:
    """Return the entries by number: of each two that follow, one to either direction, in turn."""
    lines: tuple[list[str], list[str]] = ([], [])
    for place, entry in enumerate(order):
        lines[place % 4 in (1, 2)].append(entry)
    longer, shorter = sorted(lines, key=len, reverse=True)
    return [*longer, *shorter]


def _assign_stationary(
    inputs: BoardDrawInput, order: Sequence[str], stationary: Sequence[int]
) -> tuple[tuple[str, ...], tuple[Coded, ...]]:
    """Return the entries by number, with the reason of each."""
    entries, moved = list(order), {}
    for entry in dict.fromkeys(inputs.stay):
        place = entries.index(entry)
        if place + 1 in stationary:
            continue
        free = (number - 1 for number in stationary if entries[number - 1] not in inputs.stay)
        other = min(free, key=lambda index: (_distance(inputs, entry, entries[index]), index))
        entries[place], entries[other] = entries[other], entry
        moved[entries[place]] = WhyBoards.NUMBER_GIVEN_UP
        moved[entry] = WhyBoards.NUMBER_STATIONARY
    reasons = (
        _number_reason(inputs, entry, number, moved) for number, entry in enumerate(entries, 1)
    )
    return tuple(entries), tuple(reasons)


def _distance(inputs: BoardDrawInput, entry: str, other: str) -> int:
    return abs(inputs.entries.index(entry) - inputs.entries.index(other))


def _number_reason(
    inputs: BoardDrawInput, entry: str, number: int, moved: Mapping[str, WhyBoards]
) -> Coded:
    if entry in moved:
        return coded(moved[entry], entry=entry, number=number)
    if inputs.numbering == Numbering.SNAKE:
        place = inputs.entries.index(entry) + 1
        return coded(WhyBoards.NUMBER_SNAKE, entry=entry, number=number, place=place)
    lot = inputs.numbering == Numbering.LOT
    why = WhyBoards.NUMBER_BY_LOT if lot else WhyBoards.NUMBER_IN_ORDER
    return coded(why, entry=entry, number=number)
