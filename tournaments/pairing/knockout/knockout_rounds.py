"""The rounds of a knockout: every match whose two sides are known is played next.

The lines are drawn once, from the entries present and the seed of the stage; the rounds follow from
them and from the winners. The input of a round holds both, so that it can be repeated.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from typing import Any, Final

from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import SlotSource
from tournaments.pairing.knockout.knockout_results import (
    NOBODY,
    MatchState,
    bracket_state,
    next_matches,
)
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.round_values import TWO_SIDES, CannotDraw, DrawInput, DrawnRound
from tournaments.pairing.seating import Draw, meetings, seat_table
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut

RESULTS: Final = "results"
"""The key of the winners by match in the input of a round."""
DRAWN: Final = "drawn"
"""The key of the matches that are still in play, and are not drawn again."""
OUT: Final = "out"
"""The key of the entries that have left, or are suspended, before the first round: no byes."""


def knockout_input_json(
    lines: knockout_draw.KnockoutInput,
    results: Mapping[str, str],
    drawn: Collection[str] = (),
    out: Collection[str] = (),
) -> dict[str, Any]:
    """Return the knockout in the input of a round.

    It holds the input of the lines, the winners by match, the matches `drawn` before that have no
    result yet, and who is `out` of the first round.
    """
    still = {DRAWN: sorted(drawn)} if drawn else {}
    left = {OUT: sorted(out)} if out else {}
    return {**lines.as_json(), RESULTS: dict(sorted(results.items())), **still, **left}


def knockout_lines(inputs: DrawInput) -> knockout_draw.KnockoutDraw:
    """Return the knockout to which a round belongs. Raises CannotDraw if there is none."""
    if not inputs.knockout:
        raise CannotDraw("the round is not of a knockout")
    return knockout_draw.draw(knockout_draw.read(inputs.knockout, inputs.seed))


def ready_matches(inputs: DrawInput) -> tuple[MatchState, ...]:
    """Return the matches to be played next."""
    drawn = knockout_lines(inputs)
    waiting = next_matches(drawn.bracket, drawn.lines, inputs.knockout[RESULTS])
    in_play = inputs.knockout.get(DRAWN, ())
    return tuple(standing for standing in waiting if standing.match.code not in in_play)


def count_matches_to_come(inputs: DrawInput) -> int:
    """Return the number of matches that are needed and not drawn yet."""
    drawn, in_play = knockout_lines(inputs), inputs.knockout.get(DRAWN, ())
    states = bracket_state(drawn.bracket, drawn.lines, inputs.knockout[RESULTS])
    waiting = (
        standing
        for standing in states.values()
        if standing.winner is None and not standing.not_needed
    )
    return sum(standing.match.code not in in_play for standing in waiting)


def draw(inputs: DrawInput) -> DrawnRound:
    """Seat the next matches; the first side in the bracket sits first.

    An entry without an opponent in the first round that is in none of these matches has a bye.
    Raises CannotDraw if no match is left.
    """
    drawn, matches = knockout_lines(inputs), ready_matches(inputs)
    if not matches:
        raise CannotDraw("no match of the knockout is left")
    met, times = meetings(inputs.history), len(inputs.labels) // TWO_SIDES
    tables = tuple(
        seat_table(number, inputs.labels, _sides(standing) * times, met)
        for number, standing in enumerate(matches, 1)
    )
    return DrawnRound(
        draw=Draw(inputs.seed, knockout_draw.ALGORITHM, tables),
        sit_outs=tuple(
            _sits_out(drawn, inputs, {side for match in matches for side in _sides(match)})
        ),
        reasons=tuple(tuple(_match_reasons(drawn, match)) for match in matches),
        codes=tuple(match.match.code for match in matches),
    )


def _sides(standing: MatchState) -> tuple[str, ...]:
    return tuple(side for side in standing.sides if side)


def _match_reasons(drawn: knockout_draw.KnockoutDraw, standing: MatchState) -> Iterable[DrawReason]:
    """Yield why two entries meet: their lines, or the matches from which they come."""
    free = _free_lines(drawn)
    for slot, entry in zip(standing.match.sides, _sides(standing), strict=True):
        if slot.source is SlotSource.LINE:
            yield from _line_reasons(drawn, entry)
        elif slot.of in free:
            yield from _free_line_reasons(drawn, entry)
        else:
            why = Why.CAME_AS_WINNER if slot.source is SlotSource.WINNER else Why.CAME_AS_LOSER
            yield because(why, entry=entry, match=slot.of)


def _line_reasons(drawn: knockout_draw.KnockoutDraw, entry: str) -> Iterable[DrawReason]:
    about = (reason for reason in drawn.reasons if reason.named.get("entry") == entry)
    return [reason for reason in about if reason.why is not Why.FREE_LINE]


def _free_line_reasons(drawn: knockout_draw.KnockoutDraw, entry: str) -> tuple[DrawReason, ...]:
    return (*_line_reasons(drawn, entry), because(Why.FREE_LINE, entry=entry))


def _sits_out(
    drawn: knockout_draw.KnockoutDraw, inputs: DrawInput, plays: Container[str]
) -> Iterable[SitsOut]:
    """Yield the entries without an opponent; only the first round names them."""
    if inputs.knockout[RESULTS] or inputs.knockout.get(DRAWN):
        return
    for entry in _free_lines(drawn).values():
        if entry not in plays and entry not in inputs.knockout.get(OUT, ()):
            yield SitsOut(entry, SitOutWhy.BY_DRAW, reasons=_free_line_reasons(drawn, entry))


def _free_lines(drawn: knockout_draw.KnockoutDraw) -> Mapping[str, str]:
    """Return the entries without an opponent in the first round, by the code of the match."""
    return {
        standing.match.code: standing.winner
        for standing in bracket_state(drawn.bracket, drawn.lines, {}).values()
        if all(slot.source is SlotSource.LINE for slot in standing.match.sides)
        and NOBODY in standing.sides
        and standing.winner
    }
