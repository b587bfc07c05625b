"""Absent sides of a knockout: withdrawn or suspended, so that their opponents advance.

`played` are the codes of the matches that were played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from tournaments.models import Entry, Round
from tournaments.pairing import notes
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import SlotSource
from tournaments.pairing.knockout.knockout_results import MatchState, bracket_state, next_matches
from tournaments.pairing.knockout.knockout_rounds import RESULTS
from tournaments.results import suspensions
from tournaments.results.snapshot import EventSnapshot


def absent(snapshot: EventSnapshot, number: int) -> set[str]:
    """Return the numbers of the entries not drawn for a round: withdrawn or suspended."""
    withdrawn = {
        name for name, entry in snapshot.entry_by_number.items() if _has_withdrawn(entry, number)
    }
    return withdrawn | _suspended(snapshot, number)


def _has_withdrawn(entry: Entry, number: int) -> bool:
    is_withdrawn = entry.state == Entry.State.WITHDRAWN
    return is_withdrawn and (entry.to_round is None or entry.to_round < number)


def _suspended(snapshot: EventSnapshot, number: int) -> set[str]:
    excluded = suspensions.left_out(snapshot, number).values()
    return {str(row.entry.number) for row in excluded}


def won_by_suspension(
    snapshot: EventSnapshot,
    drawn: knockout_draw.KnockoutDraw,
    rounds: Sequence[Round],
    played: Collection[str],
) -> dict[str, str]:
    """Return the winners of matches that were not drawn because the other side was suspended.

    The suspension may be over: the input of the round concerned names the winner.
    """
    winners: dict[str, str] = {}
    for round_ in rounds if snapshot.suspensions else ():
        excluded = _suspended(snapshot, round_.number)
        stored = (notes.read(round_.reasons).input or {}).get("knockout", {}).get(RESULTS, {})
        states = bracket_state(drawn.bracket, drawn.lines, stored) if excluded else {}
        winners |= {
            code: winner
            for code, winner in stored.items()
            if code in states
            and code not in played
            and excluded & set(states[code].sides) - {winner}
        }
    return winners


def won_before(
    drawn: knockout_draw.KnockoutDraw, rounds: Sequence[Round], played: Collection[str]
) -> dict[str, str]:
    """Return the winners of matches that were not drawn, where a drawn match rests on the win.

    Who was absent may be back by now, readmitted or put in its right by a committee. The bracket
    has gone on without it: the input of the round that was drawn upon the win names the winner.
    """
    rested_on = _rested_on(drawn, played)
    winners: dict[str, str] = {}
    for round_ in rounds if rested_on else ():
        stored = (notes.read(round_.reasons).input or {}).get("knockout", {}).get(RESULTS, {})
        winners |= {code: winner for code, winner in stored.items() if code in rested_on}
    return winners


def _rested_on(drawn: knockout_draw.KnockoutDraw, played: Collection[str]) -> set[str]:
    """Return the codes of the matches without play from which sides of drawn matches came."""
    earlier = {
        match.code: {slot.of for slot in match.sides if slot.source is not SlotSource.LINE}
        for match in drawn.bracket.matches
    }
    found: set[str] = set()
    waiting = [code for code in played if code in earlier]
    while waiting:
        new = earlier[waiting.pop()] - found - set(played)
        found |= new
        waiting += new
    return found


def undrawn_matches(
    drawn: knockout_draw.KnockoutDraw, results: Mapping[str, str], played: Collection[str]
) -> tuple[MatchState, ...]:
    """Return the unplayed matches of which both sides are known."""
    waiting = next_matches(drawn.bracket, drawn.lines, results)
    return tuple(standing for standing in waiting if standing.match.code not in played)


def wins_without_play(
    drawn: knockout_draw.KnockoutDraw,
    results: Mapping[str, str],
    played: Collection[str],
    missing: AbstractSet[str],
) -> dict[str, str]:
    """Return the winners of matches whose other side is absent, by match code."""
    winners: dict[str, str] = {}
    while walkovers := dict(
        _walkovers(undrawn_matches(drawn, {**results, **winners}, played), missing)
    ):
        winners |= walkovers
    return winners


def _walkovers(
    matches: Iterable[MatchState], missing: AbstractSet[str]
) -> Iterator[tuple[str, str]]:
    for match in matches:
        remaining = [side for side in match.sides if side and side not in missing]
        if len(remaining) < len(match.sides):
            yield match.match.code, (remaining or [match.sides[0] or ""])[0]
