"""Consequences of the results of a knockout: sides of matches, next matches, ranks.

A result is the code of a match and its winner. A side without an opponent advances without a match.
A result that does not fit is reported and ignored: of a match whose sides are not known, or of an
entry that is not in it, as happens when an older result was changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.knockout.bracket import (
    FINAL,
    SECOND_FINAL,
    THIRD,
    BracketMatch,
    BracketPart,
    BracketSlot,
    KnockoutBracket,
    KnockoutKind,
    SlotSource,
)

NOBODY = ""
"""Stands for an empty line, and for the loser of a match against one."""

Who = str | None
"""An entry, nobody, or None for what is not known yet."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match with its sides, winner and loser, as far as these are known.

    `not_needed` says that the first final was decisive.
    """

    match: BracketMatch
    sides: tuple[Who, Who]
    winner: Who = None
    loser: Who = None
    not_needed: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether both sides are known and there is no winner yet."""
        return all(self.sides) and self.winner is None

    def admits(self, entry: str) -> bool:
        """Return whether a result that names this entry as the winner fits the match."""
        return all(self.sides) and entry in self.sides and not self.not_needed


@dataclass(frozen=True, slots=True)
class Places:
    """The entries that share the ranks from `first` to `last`; fewer while matches are open."""

    first: int
    last: int
    entries: tuple[str, ...]


def bracket_state(
    frame: KnockoutBracket, lines: Sequence[str], results: Mapping[str, str]
) -> dict[str, MatchState]:
    """Return every match by its code, in the order of the frame."""
    known: dict[str, MatchState] = {}
    for match in frame.matches:
        first, second = (_find_side(slot, lines, known) for slot in match.sides)
        known[match.code] = _match_state(match, (first, second), known, results.get(match.code))
    return known


def next_matches(
    frame: KnockoutBracket, lines: Sequence[str], results: Mapping[str, str]
) -> tuple[MatchState, ...]:
    """Return the open matches of which both sides are known."""
    return tuple(
        standing for standing in bracket_state(frame, lines, results).values() if standing.is_ready
    )


def misfits(
    frame: KnockoutBracket, lines: Sequence[str], results: Mapping[str, str]
) -> frozenset[str]:
    """Return the codes of the results that do not fit: unknown match, too early, or wrong entry."""
    known = bracket_state(frame, lines, results)
    return frozenset(
        code
        for code, winner in results.items()
        if code not in known or not known[code].admits(winner)
    )


def places(
    frame: KnockoutBracket, lines: Sequence[str], results: Mapping[str, str]
) -> tuple[Places, ...]:
    """Return the ranks of a knockout, the first one first; losers of one round share theirs."""
    known = bracket_state(frame, lines, results)
    left, placed = len(lines), []
    for level in _levels(frame):
        matches = [known[code] for code in level.codes]
        count = sum(_has_outcome(level.whose, match.match, known, len(lines)) for match in matches)
        if count:
            here = (
                match.loser if level.whose is SlotSource.LOSER else match.winner
                for match in matches
            )
            placed.append(Places(left - count + 1, left, tuple(entry for entry in here if entry)))
            left -= count
    winner = known[_deciding_code(frame)].winner
    placed.append(Places(1, 1, (winner,) if winner else ()))
    return tuple(reversed(placed))


def _find_side(slot: BracketSlot, lines: Sequence[str], known: Mapping[str, MatchState]) -> Who:
    if slot.source is SlotSource.LINE:
        line = int(slot.of)
        return lines[line - 1] if line <= len(lines) else NOBODY
    before = known[slot.of]
    return before.winner if slot.source is SlotSource.WINNER else before.loser


def _match_state(
    match: BracketMatch, sides: tuple[Who, Who], known: Mapping[str, MatchState], won: str | None
) -> MatchState:
    side, other = sides
    if match.if_needed:
        first = known[FINAL]
        if first.winner is None:
            return MatchState(match, (None, None))
        if first.winner == side:
            return MatchState(match, sides, first.winner, first.loser, not_needed=True)
    if NOBODY in sides:
        return MatchState(match, sides, other if side == NOBODY else side, NOBODY)
    if side is None or other is None or won not in sides:
        return MatchState(match, sides)
    return MatchState(match, sides, won, other if won == side else side)


@dataclass(frozen=True, slots=True)
class _Level:
    """Matches whose losers, or whose winner, are ranked together."""

    codes: tuple[str, ...]
    whose: SlotSource = SlotSource.LOSER


def _levels(frame: KnockoutBracket) -> Iterator[_Level]:
    """Yield the levels of elimination, from the earliest round; the winner is not among them."""
    third = any(match.part is BracketPart.THIRD for match in frame.matches)
    out = BracketPart.MAIN if frame.kind is KnockoutKind.SINGLE else BracketPart.LOSERS
    rounds = [match.round for match in frame.matches if match.part is out]
    for number in range(1, 1 + max(rounds, default=0)):
        if third and number == frame.rounds - 1:
            yield _Level((THIRD,))
            yield _Level((THIRD,), SlotSource.WINNER)
        else:
            here = [match for match in frame.matches if (match.part, match.round) == (out, number)]
            yield _Level(tuple(match.code for match in here))
    if frame.kind is KnockoutKind.DOUBLE:
        yield _Level((_deciding_code(frame),))


def _deciding_code(frame: KnockoutBracket) -> str:
    """Return the code of the match that decides the first rank."""
    codes = {match.code for match in frame.matches}
    if frame.kind is KnockoutKind.SINGLE:
        return f"W{frame.rounds}.1"
    return SECOND_FINAL if SECOND_FINAL in codes else FINAL


def _has_outcome(
    whose: SlotSource, match: BracketMatch, known: Mapping[str, MatchState], lines: int
) -> bool:
    """Return whether a match will have a winner, or a loser, whatever the results are."""
    there = [_is_somebody(slot, known, lines) for slot in match.sides]
    return any(there) if whose is SlotSource.WINNER else all(there)


def _is_somebody(slot: BracketSlot, known: Mapping[str, MatchState], lines: int) -> bool:
    if slot.source is SlotSource.LINE:
        return int(slot.of) <= lines
    return _has_outcome(slot.source, known[slot.of].match, known, lines)
