"""The rounds of a knockout: every match in which two are waiting for each other is played next.

The lines are drawn once, from those who were there and the seed of the stage; the rounds follow
from them and from who won. What a round is drawn from holds both, so that it can be made again.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import Source
from tournaments.pairing.knockout.knockout_results import NOBODY, Stand, next_matches, stands
from tournaments.pairing.reasons import Reason, Why, because
from tournaments.pairing.round_values import TWO_SIDES, CannotDraw, Drawn, Input
from tournaments.pairing.seating import Draw, meetings, seated
from tournaments.pairing.sit_outs import SitsOut
from tournaments.pairing.sit_outs import Why as Out

RESULTS: Final = "results"
"""Where who won which match stands in what a round is drawn from."""
DRAWN: Final = "drawn"
"""Where the matches stand that are played still, and are not drawn again."""


def input_of(
    lines: knockout_draw.Input, results: Mapping[str, str], drawn: Iterable[str] = ()
) -> dict[str, Any]:
    """Return what a round says of its knockout: whence the lines are, who won which match, and of
    which matches, `drawn` before, nobody knows that yet.
    """
    still = {DRAWN: sorted(drawn)} if drawn else {}
    return {**lines.as_json(), RESULTS: dict(sorted(results.items())), **still}


def lines_of(given: Input) -> knockout_draw.Draw:
    """Return the knockout that a round is one of. Raises CannotDraw where it says of none."""
    if not given.knockout:
        raise CannotDraw("the round is not of a knockout")
    return knockout_draw.draw(knockout_draw.read(given.knockout, given.seed))


def ready(given: Input) -> tuple[Stand, ...]:
    """Return the matches that are played next."""
    drawn = lines_of(given)
    waiting = next_matches(drawn.bracket, drawn.lines, given.knockout[RESULTS])
    in_play = given.knockout.get(DRAWN, ())
    return tuple(standing for standing in waiting if standing.match.code not in in_play)


def to_come(given: Input) -> int:
    """Return how many matches are needed that were not drawn yet, whoever will be in them."""
    drawn, in_play = lines_of(given), given.knockout.get(DRAWN, ())
    found = stands(drawn.bracket, drawn.lines, given.knockout[RESULTS])
    waiting = (
        standing
        for standing in found.values()
        if standing.winner is None and not standing.not_needed
    )
    return sum(standing.match.code not in in_play for standing in waiting)


def draw(given: Input) -> Drawn:
    """Seat the matches that are played next; the side that stands first in the frame sits first.

    Who has nobody to meet in the first round, and plays none of the next already, is named as
    sitting out. Raises CannotDraw where no
    match is left.
    """
    drawn, matches = lines_of(given), ready(given)
    if not matches:
        raise CannotDraw("no match of the knockout is left")
    met, times = meetings(given.history), len(given.labels) // TWO_SIDES
    tables = tuple(
        seated(number, given.labels, _sides(standing) * times, met)
        for number, standing in enumerate(matches, 1)
    )
    return Drawn(
        draw=Draw(given.seed, knockout_draw.ALGORITHM, tables),
        sit_outs=tuple(
            _sits_out(drawn, given, {side for match in matches for side in _sides(match)})
        ),
        reasons=tuple(tuple(_reasons(drawn, match)) for match in matches),
        codes=tuple(match.match.code for match in matches),
    )


def _sides(standing: Stand) -> tuple[str, ...]:
    return tuple(side for side in standing.sides if side)


def _reasons(drawn: knockout_draw.Draw, standing: Stand) -> Iterable[Reason]:
    """Why these two meet: the lines they are on, or the matches that they come from."""
    free = _free(drawn)
    for slot, entry in zip(standing.match.sides, _sides(standing), strict=True):
        if slot.source is Source.LINE:
            yield from _line(drawn, entry)
        elif slot.of in free:
            yield from _of_free(drawn, entry)
        else:
            why = Why.CAME_AS_WINNER if slot.source is Source.WINNER else Why.CAME_AS_LOSER
            yield because(why, entry=entry, match=slot.of)


def _line(drawn: knockout_draw.Draw, entry: str) -> Iterable[Reason]:
    about = (reason for reason in drawn.reasons if reason.named.get("entry") == entry)
    return [one for one in about if one.why is not Why.FREE_LINE]


def _of_free(drawn: knockout_draw.Draw, entry: str) -> tuple[Reason, ...]:
    return (*_line(drawn, entry), because(Why.FREE_LINE, entry=entry))


def _sits_out(drawn: knockout_draw.Draw, given: Input, plays: Container[str]) -> Iterable[SitsOut]:
    """Who has nobody to meet, told in the first round."""
    if given.knockout[RESULTS] or given.knockout.get(DRAWN):
        return
    for entry in _free(drawn).values():
        if entry not in plays:
            yield SitsOut(entry, Out.BY_DRAW, reasons=_of_free(drawn, entry))


def _free(drawn: knockout_draw.Draw) -> Mapping[str, str]:
    """Who has nobody to meet on the lines, by the code of the match."""
    return {
        standing.match.code: standing.winner
        for standing in stands(drawn.bracket, drawn.lines, {}).values()
        if all(slot.source is Source.LINE for slot in standing.match.sides)
        and NOBODY in standing.sides
        and standing.winner
    }
