"""Rounds of pairs over boards: a Mitchell or Howell movement, round by round.

The movement is chosen by the number of pairs in its first round and the rounds that were planned,
unless the director chose another form. Where all rank together a Mitchell has its last rounds
switched; with two winners nobody changes the direction. Who has which number says `board_numbers`.
Whoever would meet somebody who is not there, or the free number, sits out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tournaments.pairing.movements import board_numbers
from tournaments.pairing.movements.board_choice import USUAL, Choice
from tournaments.pairing.movements.board_choice import read as read_choice
from tournaments.pairing.movements.board_draw import ALGORITHM
from tournaments.pairing.movements.board_movements import Form, Line, Movement, Sitting, numbers
from tournaments.pairing.movements.board_numbers import NOBODY
from tournaments.pairing.movements.board_offers import make_movement, offers
from tournaments.pairing.reasons import Reason, Why, because
from tournaments.pairing.round_values import HOWELL, MITCHELL, CannotDraw, Drawn, Input
from tournaments.pairing.seating import Draw, meetings, seated
from tournaments.pairing.sit_outs import SitsOut
from tournaments.pairing.sit_outs import Why as Out

__all__ = [
    "ALGORITHM",
    "draw",
    "full_movement",
    "lines",
    "movement_of",
    "numbers_of",
    "places",
    "rounds_offered",
]

USUALLY: Final[Mapping[str, tuple[Form, ...]]] = {
    MITCHELL: (Form.MITCHELL, Form.SKIP, Form.RELAY),
    HOWELL: (Form.HOWELL,),
}
"""The forms of each way to draw that are usual, the best one first."""
SETS_CHOSEN: Final = (Form.WEB, Form.SHORT_HOWELL)
"""The forms that there are with several numbers of sets."""
USUAL_SETS: Final = 13
"""The most sets of a web where the number of rounds is not planned."""
SIDES: Final = 2


def movement_of(
    method: str, pairs: int, rounds: int = 0, choice: Choice = USUAL
) -> Movement | None:
    """Return the movement for these numbers of pairs and planned rounds; None for none.

    A number that nobody has is one of its pairs. Where a Howell has more rounds than are planned, a
    short one is taken in which all play the same boards, if there is one of just so many rounds.

    >>> [made and (made.form.name, made.rounds) for made in (movement_of("mitchell", 13),
    ...  movement_of("mitchell", 8), movement_of("howell", 7, 4), movement_of("howell", 2))]
    [('MITCHELL', 7), ('SKIP', 3), ('HOWELL', 4), None]
    >>> web = movement_of("mitchell", 40, 6, Choice(Form.WEB, winners=2))
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


def full_movement(inputs: Input) -> Movement | None:
    """Return the movement to which a round belongs; None where there is none."""
    pairs = len((*inputs.fields, inputs.entries)[0])
    return movement_of(inputs.method, pairs, inputs.rounds, read_choice(inputs.movement))


def rounds_offered(method: str, pairs: int, rounds: int = 0, choice: Choice = USUAL) -> int:
    """Return the number of rounds for these numbers of pairs and planned rounds; 0 for none.

    >>> rounds_offered("howell", 8), rounds_offered("howell", 8, 5), rounds_offered("mitchell", 2)
    (7, 5, 0)
    """
    movement = movement_of(method, pairs, rounds, choice)
    return movement.rounds if movement else 0


def numbers_of(inputs: Input) -> tuple[tuple[str, ...], ...]:
    """Return for each number who has had it, the present holder last; nobody has a free one.

    Raises CannotDraw where there is no movement, or somebody finds no number.
    """
    movement = full_movement(inputs)
    if movement is None:
        raise CannotDraw("there is no movement over boards for so many")
    return board_numbers.numbered(inputs, movement, read_choice(inputs.movement))


def places(inputs: Input) -> tuple[str, ...]:
    """Return who has which number now.

    Raises CannotDraw if more have come than there are numbers.
    """
    return board_numbers.holders(numbers_of(inputs))


def lines(inputs: Input) -> dict[str, Line]:
    """Return in which direction everybody plays throughout; nothing where all rank together."""
    return (
        board_numbers.lines(numbers_of(inputs)) if read_choice(inputs.movement).two_winners else {}
    )


def draw(inputs: Input) -> Drawn:
    """Return the next round of the movement.

    Raises CannotDraw if there is none for so many, all rounds have been played, or somebody who
    came later finds no number.
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
    return Drawn(
        draw=Draw(
            inputs.seed,
            ALGORITHM,
            tuple(
                seated(sitting.table, inputs.labels, _sides(entries, sitting) * times, met)
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
        boards={sitting.table: numbers(sitting.boards, max(inputs.size, 1)) for sitting in played},
    )


def _sides(entries: Sequence[str], sitting: Sitting) -> tuple[str, ...]:
    return tuple(entries[pair - 1] for pair in sitting.pairs)


def _absent_sides(inputs: Input, entries: Sequence[str], sitting: Sitting) -> list[str]:
    """Return which sides of a table are absent; the free number is always."""
    return [entry for entry in _sides(entries, sitting) if entry not in inputs.entries]


def _sit_outs(
    inputs: Input, entries: Sequence[str], sittings: Sequence[Sitting]
) -> Iterator[SitsOut]:
    """Yield who is present and has no opponent."""
    for sitting in sittings:
        missing = _absent_sides(inputs, entries, sitting)
        here = [entry for entry in _sides(entries, sitting) if entry not in missing]
        if missing and here:
            why = because(Why.BOARDS_FREE, entry=here[0])
            if missing[0] != NOBODY:
                why = because(Why.OPPONENT_GONE, entry=here[0], opponent=missing[0])
            yield SitsOut(here[0], Out.BY_DRAW, reasons=(why,))


def _reasons(
    inputs: Input, movement: Movement, sitting: Sitting, together: Sequence[Sitting]
) -> Iterator[Reason]:
    yield because(Why.BOARDS_MEETING, one=sitting.ns, other=sitting.ew)
    held = numbers(sitting.boards, max(inputs.size, 1))
    yield because(Why.BOARDS_PLAYED, first=held[0], last=held[-1])
    if sitting.round in movement.switched:
        yield because(Why.BOARDS_SWITCHED)
    tables = sum(other.boards == sitting.boards for other in together)
    if tables > 1:
        yield because(Why.BOARDS_SHARED, tables=tables)


def _person_reasons(inputs: Input, sides: Sequence[str]) -> Iterator[Reason]:
    """Yield who keeps the table, and who plays on for somebody else."""
    stay = read_choice(inputs.movement).stay
    for entry in sides:
        if entry in stay:
            yield because(Why.BOARDS_STAYS, entry=entry)
        if entry in inputs.instead:
            yield because(Why.BOARDS_INSTEAD, entry=entry, gone=inputs.instead[entry])


def _choose_form(
    method: str, pairs: int, rounds: int, choice: Choice
) -> tuple[Form, int | None, int] | None:
    """Return form, sets and rounds of the movement; None where there is none."""
    offered = [(offer.form, offer.rounds) for offer in offers(pairs)]
    if choice.form in SETS_CHOSEN:
        return _choose_sets(
            choice.form, [played for form, played in offered if form == choice.form], rounds
        )
    if not choice.form and method == HOWELL and (Form.SHORT_HOWELL, rounds) in offered:
        return Form.SHORT_HOWELL, rounds, rounds
    for form in (choice.form,) if choice.form else USUALLY[method]:
        most = max((played for offered_form, played in offered if offered_form == form), default=0)
        if most:
            return form, None, min(rounds or most, most)
    return None


def _choose_sets(form: Form, offered: Sequence[int], rounds: int) -> tuple[Form, int, int] | None:
    """Return the fewest sets that are enough for the rounds, else the most that are offered."""
    if not offered:
        return None
    few = [number for number in offered if form != Form.WEB or number <= USUAL_SETS]
    enough = [number for number in offered if number >= rounds] if rounds else []
    sets = min(enough, default=max(offered)) if rounds else max(few)
    return form, sets, min(rounds or sets, sets)
