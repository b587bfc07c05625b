"""Rounds of pairs over boards: a Mitchell or Howell movement, round by round.

The movement is chosen by the number of pairs in its first round and the rounds that were planned;
all rank together, so that a Mitchell has its last rounds switched. Numbers are drawn by the SHA-256
of `seed:pair number:entry`. Of an odd number the highest one is free: whoever would meet it sits
out, and the first who comes later takes it. Whoever would meet somebody who is not there sits out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tournaments.pairing.boards import Form, Movement, Sitting, numbers
from tournaments.pairing.boards_offers import made, offers
from tournaments.pairing.movements import ALGORITHM
from tournaments.pairing.reasons import Reason, Why, because
from tournaments.pairing.round_values import HOWELL, MITCHELL, CannotDraw, Drawn, Input
from tournaments.pairing.seating import Draw, meetings, seated, shuffled
from tournaments.pairing.sit_outs import SitsOut
from tournaments.pairing.sit_outs import Why as Out

__all__ = ["ALGORITHM", "draw", "movement_of", "places", "rounds_offered"]

FORMS: Final = {
    MITCHELL: (Form.MITCHELL, Form.SKIP, Form.RELAY),
    HOWELL: (Form.HOWELL,),
}
"""The forms of each way to draw, the best one first."""
NOBODY: Final = ""
SIDES: Final = 2


def movement_of(method: str, pairs: int, rounds: int = 0) -> Movement | None:
    """Return the movement for so many pairs, where so many rounds are planned; None for none.

    Where a Howell has more rounds than are planned, a short one is taken in which all play the same
    boards, if there is one of just so many rounds.

    >>> [one and (one.form.name, one.rounds) for one in (movement_of("mitchell", 13),
    ...  movement_of("mitchell", 8), movement_of("howell", 7, 4), movement_of("howell", 2))]
    [('MITCHELL', 7), ('SKIP', 3), ('HOWELL', 4), None]
    """
    even = pairs + pairs % SIDES
    offered = {(one.form, one.rounds): one for one in offers(even)}
    if method == HOWELL and (Form.SHORT_HOWELL, rounds) in offered:
        return made(Form.SHORT_HOWELL, even, rounds)
    for form in FORMS[method]:
        most = max((played for one, played in offered if one == form), default=0)
        if most:
            return made(form, even, rounds=min(rounds or most, most))
    return None


def rounds_offered(method: str, pairs: int, rounds: int = 0) -> int:
    """Say how many rounds there are for so many pairs, where so many are planned; 0 for none.

    >>> rounds_offered("howell", 8), rounds_offered("howell", 8, 5), rounds_offered("mitchell", 2)
    (7, 5, 0)
    """
    movement = movement_of(method, pairs, rounds)
    return movement.rounds if movement else 0


def places(given: Input) -> tuple[str, ...]:
    """Return who has which number; nobody may have the last one.

    Raises CannotDraw if more have come than there are free numbers.
    """
    first = (*given.fields, given.entries)[0]
    come = dict.fromkeys(entry for field in (*given.fields, given.entries) for entry in field)
    late = [entry for entry in come if entry not in first]
    order = [*shuffled(first, given.seed, "pair number"), *late]
    even = len(first) + len(first) % SIDES
    if len(order) > even:
        raise CannotDraw("the movement has no free number")
    return (*order, *[NOBODY] * (even - len(order)))


def draw(given: Input) -> Drawn:
    """Return the next round of the movement.

    Raises CannotDraw if there is none for so many, all rounds have been played, or somebody who
    came later finds no number.
    """
    number, entries = len(given.fields) + 1, places(given)
    first = (*given.fields, given.entries)[0]
    movement = movement_of(given.method, len(first), given.rounds)
    if movement is None:
        raise CannotDraw("there is no movement over boards for so many")
    if number > movement.rounds:
        raise CannotDraw("all rounds of the movement have been played")
    sittings = movement.in_round(number)
    played = [one for one in sittings if not _missing(given, entries, one)]
    met, times = meetings(given.history), len(given.labels) // SIDES
    return Drawn(
        draw=Draw(
            given.seed,
            ALGORITHM,
            tuple(
                seated(one.table, given.labels, _sides(entries, one) * times, met) for one in played
            ),
        ),
        sit_outs=tuple(_left(given, entries, sittings)),
        reasons=tuple(tuple(_reasons(given, movement, one, played)) for one in played),
        boards={one.table: numbers(one.boards, max(given.size, 1)) for one in played},
    )


def _sides(entries: Sequence[str], one: Sitting) -> tuple[str, ...]:
    return tuple(entries[pair - 1] for pair in one.pairs)


def _missing(given: Input, entries: Sequence[str], one: Sitting) -> list[str]:
    """Who of a table is not there; the free number is nobody."""
    return [entry for entry in _sides(entries, one) if entry not in given.entries]


def _left(given: Input, entries: Sequence[str], sittings: Sequence[Sitting]) -> Iterator[SitsOut]:
    """Who is there and has nobody to meet."""
    for one in sittings:
        missing = _missing(given, entries, one)
        here = [entry for entry in _sides(entries, one) if entry not in missing]
        if missing and here:
            why = because(Why.BOARDS_FREE, entry=here[0])
            if missing[0] != NOBODY:
                why = because(Why.OPPONENT_GONE, entry=here[0], opponent=missing[0])
            yield SitsOut(here[0], Out.BY_DRAW, reasons=(why,))


def _reasons(
    given: Input, movement: Movement, one: Sitting, together: Sequence[Sitting]
) -> Iterator[Reason]:
    yield because(Why.BOARDS_MEETING, one=one.ns, other=one.ew)
    held = numbers(one.boards, max(given.size, 1))
    yield because(Why.BOARDS_PLAYED, first=held[0], last=held[-1])
    if one.round in movement.switched:
        yield because(Why.BOARDS_SWITCHED)
    tables = sum(other.boards == one.boards for other in together)
    if tables > 1:
        yield because(Why.BOARDS_SHARED, tables=tables)
