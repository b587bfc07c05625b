"""Rounds of pairs over boards: a Mitchell or Howell movement, round by round.

The movement is chosen by the number of pairs in its first round and the planned rounds, unless the
director chose another form. With one ranking a Mitchell has its last rounds switched; with two
winners no pair changes direction. Numbers are assigned in `board_numbers`. A pair that would meet
an absent one, or the free number, has a bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tournaments.pairing.movements import board_numbers
from tournaments.pairing.movements.board_choice import USUAL, MovementChoice
from tournaments.pairing.movements.board_choice import read as read_choice
from tournaments.pairing.movements.board_movements import (
    BoardForm,
    BoardMovement,
    BoardSitting,
    PairLine,
    boards_in_set,
)
from tournaments.pairing.movements.board_numbers import NOBODY
from tournaments.pairing.movements.board_offers import make_movement, offers
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.round_values import HOWELL, MITCHELL, CannotDraw, DrawInput, DrawnRound
from tournaments.pairing.seating import Draw, meetings, seat_table
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut

__all__ = [
    "ALGORITHM",
    "draw",
    "full_movement",
    "lines",
    "most_results",
    "movement_of",
    "numbers_of",
    "places",
]

ALGORITHM: Final = "boards-movement-1"
USUALLY: Final[Mapping[str, tuple[BoardForm, ...]]] = {
    MITCHELL: (BoardForm.MITCHELL, BoardForm.SKIP, BoardForm.RELAY),
    HOWELL: (BoardForm.HOWELL,),
}
"""The forms of each way to draw that are usual, the best one first."""
SETS_CHOSEN: Final = (BoardForm.WEB, BoardForm.SHORT_HOWELL)
"""The forms that there are with several numbers of sets."""
USUAL_SETS: Final = 13
"""The most sets of a web where the number of rounds is not planned."""
SIDES: Final = 2


def movement_of(
    method: str, pairs: int, rounds: int = 0, choice: MovementChoice = USUAL
) -> BoardMovement | None:
    """Return the movement for these numbers of pairs and planned rounds; None if there is none.

    A free number counts as one of its pairs. If a Howell has more rounds than planned, a short one
    in which all play the same boards is used, if one of exactly that length exists.

    >>> [made and (made.form.name, made.rounds) for made in (movement_of("mitchell", 13),
    ...  movement_of("mitchell", 8), movement_of("howell", 7, 4), movement_of("howell", 2))]
    [('MITCHELL', 7), ('SKIP', 3), ('HOWELL', 4), None]
    >>> web = movement_of("mitchell", 40, 6, MovementChoice(BoardForm.WEB, winners=2))
    >>> web and (web.sets, web.rounds, web.winners)
    (7, 6, 2)
    """
    if next(choice.misfits(method), None):
        return None
    even = pairs + pairs % SIDES
    plan = _choose_form(method, even, rounds, choice)
    if plan is None:
        return None
    form, sets, played = plan
    if choice.switched is not None and not 0 <= choice.switched < played:
        return None
    return make_movement(form, even, sets, played, choice.winners, choice.switched)


def full_movement(inputs: DrawInput) -> BoardMovement | None:
    """Return the movement to which a round belongs; None if there is none."""
    pairs = len((*inputs.fields, inputs.entries)[0])
    return movement_of(inputs.method, pairs, inputs.rounds, read_choice(inputs.movement))


def numbers_of(inputs: DrawInput) -> tuple[tuple[str, ...], ...]:
    """Return the successive holders of each number, the current one last; none for a free number.

    Raises CannotDraw if there is no movement, or if an entry finds no number.
    """
    movement = full_movement(inputs)
    if movement is None:
        raise CannotDraw("there is no movement over boards for so many")
    return board_numbers.holders_by_number(inputs, movement, read_choice(inputs.movement))


def places(inputs: DrawInput) -> tuple[str, ...]:
    """Return the current holder of each number.

    Raises CannotDraw if there are more entries than numbers.
    """
    return board_numbers.present_holders(numbers_of(inputs))


def lines(inputs: DrawInput) -> dict[str, PairLine]:
    """Return the fixed direction of each entry; nothing if all are ranked together."""
    return (
        board_numbers.lines_by_entry(numbers_of(inputs))
        if read_choice(inputs.movement).two_winners
        else {}
    )


def most_results(inputs: DrawInput) -> int:
    """Return the largest number of results of a board at the end of a movement; 0 without one.

    `inputs` is the input of a round. An entry missing from it is absent from that round on. Every
    board is scored as if it had this number of results.
    """
    movement, number = full_movement(inputs), len(inputs.fields) + 1
    if movement is None:
        return 0
    names = places(inputs)

    def is_played(sitting: BoardSitting) -> bool:
        pairs = [names[pair - 1] for pair in sitting.pairs]
        there = all(entry in inputs.entries for entry in pairs)
        return NOBODY not in pairs and (sitting.round < number or there)

    results = Counter(sitting.boards for sitting in movement.sittings if is_played(sitting))
    return max(results.values(), default=0)


def draw(inputs: DrawInput) -> DrawnRound:
    """Return the next round of the movement.

    Raises CannotDraw if no movement exists for the number of pairs, if all rounds were played, or
    if a late entry finds no number.
    """
    movement = full_movement(inputs)
    if movement is None:
        raise CannotDraw("there is no movement over boards for so many")
    number, entries = len(inputs.fields) + 1, places(inputs)
    if number > movement.rounds:
        raise CannotDraw("all rounds of the movement have been played")
    sittings = movement.in_round(number)
    played = [sitting for sitting in sittings if not _absent_sides(inputs, entries, sitting)]
    met, times = meetings(inputs.history), len(inputs.labels) // SIDES
    return DrawnRound(
        draw=Draw(
            inputs.seed,
            ALGORITHM,
            tuple(
                seat_table(sitting.table, inputs.labels, _sides(entries, sitting) * times, met)
                for sitting in played
            ),
        ),
        sit_outs=tuple(_sit_outs(inputs, entries, sittings)),
        reasons=tuple(
            (
                *_reasons(inputs, movement, sitting, played),
                *_person_reasons(inputs, _sides(entries, sitting)),
            )
            for sitting in played
        ),
        boards={
            sitting.table: boards_in_set(sitting.boards, max(inputs.size, 1)) for sitting in played
        },
    )


def _sides(entries: Sequence[str], sitting: BoardSitting) -> tuple[str, ...]:
    return tuple(entries[pair - 1] for pair in sitting.pairs)


def _absent_sides(inputs: DrawInput, entries: Sequence[str], sitting: BoardSitting) -> list[str]:
    """Return the absent sides of a table; the free number is always absent."""
    return [entry for entry in _sides(entries, sitting) if entry not in inputs.entries]


def _sit_outs(
    inputs: DrawInput, entries: Sequence[str], sittings: Sequence[BoardSitting]
) -> Iterator[SitsOut]:
    """Yield the present entries without an opponent."""
    for sitting in sittings:
        missing = _absent_sides(inputs, entries, sitting)
        here = [entry for entry in _sides(entries, sitting) if entry not in missing]
        if missing and here:
            why = because(Why.BOARDS_FREE, entry=here[0])
            if missing[0] != NOBODY:
                why = because(Why.OPPONENT_GONE, entry=here[0], opponent=missing[0])
            yield SitsOut(here[0], SitOutWhy.BY_DRAW, reasons=(why,))


def _reasons(
    inputs: DrawInput,
    movement: BoardMovement,
    sitting: BoardSitting,
    together: Sequence[BoardSitting],
) -> Iterator[DrawReason]:
    yield because(Why.BOARDS_MEETING, one=sitting.ns, other=sitting.ew)
    held = boards_in_set(sitting.boards, max(inputs.size, 1))
    yield because(Why.BOARDS_PLAYED, first=held[0], last=held[-1])
    if sitting.round in movement.switched:
        yield because(Why.BOARDS_SWITCHED)
    tables = sum(other.boards == sitting.boards for other in together)
    if tables > 1:
        yield because(Why.BOARDS_SHARED, tables=tables)


def _person_reasons(inputs: DrawInput, sides: Sequence[str]) -> Iterator[DrawReason]:
    """Yield the pairs that keep the table, and those that play on for another pair."""
    stay = read_choice(inputs.movement).stay
    for entry in sides:
        if entry in stay:
            yield because(Why.BOARDS_STAYS, entry=entry)
        if entry in inputs.instead:
            yield because(Why.BOARDS_INSTEAD, entry=entry, gone=inputs.instead[entry])


def _choose_form(
    method: str, pairs: int, rounds: int, choice: MovementChoice
) -> tuple[BoardForm, int | None, int] | None:
    """Return form, sets and rounds of the movement; None if there is none."""
    offered = [(offer.form, offer.rounds) for offer in offers(pairs)]
    if choice.form in SETS_CHOSEN:
        return _choose_sets(
            choice.form, [played for form, played in offered if form == choice.form], rounds
        )
    if not choice.form and method == HOWELL and (BoardForm.SHORT_HOWELL, rounds) in offered:
        return BoardForm.SHORT_HOWELL, rounds, rounds
    for form in (choice.form,) if choice.form else USUALLY[method]:
        most = max((played for offered_form, played in offered if offered_form == form), default=0)
        if most:
            return form, None, min(rounds or most, most)
    return None


def _choose_sets(
    form: BoardForm, offered: Sequence[int], rounds: int
) -> tuple[BoardForm, int, int] | None:
    """Return the fewest sets that suffice for the rounds, otherwise the most that are offered."""
    if not offered:
        return None
    few = [number for number in offered if form != BoardForm.WEB or number <= USUAL_SETS]
    enough = [number for number in offered if number >= rounds] if rounds else []
    sets = min(enough, default=max(offered)) if rounds else max(few)
    return form, sets, min(rounds or sets, sets)
