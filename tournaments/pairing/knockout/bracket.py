"""The bracket of a knockout: which match leads to which, single or double elimination.

Lines are numbered by the seeding: line 1 meets the last one, and the first two can meet in the
final only. Where the number is no power of two the last lines are empty, so that the first ones
have no opponent in the first round. Codes: `W2.1` is the first match of the second main round,
`L` stands for the losers' rounds, `F1` and `F2` for the finals of a double knockout, `T` for the
match for the third place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

FINAL = "F1"
SECOND_FINAL = "F2"
THIRD = "T"
FEWEST = 2
"""A knockout has two entries or more."""


class Kind(StrEnum):
    """Single or double elimination."""

    SINGLE = "single"
    DOUBLE = "double"


class Part(StrEnum):
    """The part of the bracket to which a match belongs."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


class Source(StrEnum):
    """Where the side of a match comes from."""

    LINE = "line"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Slot:
    """A side of a match: a line by its number, or the winner or loser of the match of a code."""

    source: Source
    of: str


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the frame; one with `if_needed` is played only if its second side won before."""

    code: str
    part: Part
    round: int
    sides: tuple[Slot, Slot]
    if_needed: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches, each behind those that lead to it."""

    kind: Kind
    size: int
    matches: tuple[Match, ...]

    def match(self, code: str) -> Match:
        """Return a match by its code. Raises KeyError if there is none."""
        return {match.code: match for match in self.matches}[code]

    @property
    def rounds(self) -> int:
        """How many main rounds there are."""
        return max(match.round for match in self.matches if match.part is Part.MAIN)


def order(size: int) -> tuple[int, ...]:
    """Return the lines from the top of the bracket to its bottom.

    >>> order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    lines = [1]
    while len(lines) < size:
        last = 2 * len(lines) + 1
        lines = [line for upper in lines for line in (upper, last - upper)]
    return tuple(lines)


def size_for(entries: int) -> int:
    """Return the size of the smallest bracket for a number of entries.

    >>> [size_for(number) for number in (2, 3, 8, 9)]
    [2, 4, 8, 16]
    """
    return 1 << max(1, (entries - 1).bit_length())


def meet_in(line: int, other: int, size: int) -> int:
    """Return the main round in which two lines can meet at the earliest.

    >>> meet_in(1, 8, 8), meet_in(1, 2, 8), meet_in(4, 1, 8)
    (1, 3, 2)
    """
    places = order(size)
    return (places.index(line) ^ places.index(other)).bit_length()


def bracket(
    entries: int, kind: Kind, *, third_place: bool = False, second_final: bool = True
) -> Bracket:
    """Return the bracket for a number of entries.

    `third_place` is for a single knockout; in a double one whoever loses the last losers' round is
    third. `second_final` lets the unbeaten side of a double knockout lose once like all others.
    Raises ValueError for fewer than two.
    """
    if entries < FEWEST:
        raise ValueError("a knockout has two entries or more")
    size = size_for(entries)
    matches = list(_main_matches(size))
    if kind is Kind.DOUBLE:
        matches += _losers_matches(size)
        matches += _final_matches(matches, second_final=second_final)
    elif third_place and size > FEWEST:
        last = _codes(Part.MAIN, matches[-1].round - 1, 2)
        matches.append(Match(THIRD, Part.THIRD, matches[-1].round, _make_slots(Source.LOSER, last)))
    return Bracket(kind, size, tuple(matches))


def _main_matches(size: int) -> Iterator[Match]:
    lines = order(size)
    for match, at in enumerate(range(0, size, 2), 1):
        sides = _make_slots(Source.LINE, [str(line) for line in lines[at : at + 2]])
        yield Match(f"W1.{match}", Part.MAIN, 1, sides)
    number, matches = 2, size // 4
    while matches:
        before = _codes(Part.MAIN, number - 1, 2 * matches)
        for match in range(matches):
            sides = _make_slots(Source.WINNER, before[2 * match : 2 * match + 2])
            yield Match(f"W{number}.{match + 1}", Part.MAIN, number, sides)
        number, matches = number + 1, matches // 2


def _losers_matches(size: int) -> Iterator[Match]:
    """Yield the losers' rounds: among themselves, and in turn against losers of the main rounds.

    These come down alternately from the bottom and from the middle, so that those who met in the
    main rounds meet again as late as possible.
    """
    matches, number, main = size // 4, 1, 1
    while matches:
        before = _codes(Part.LOSERS, number - 1, 2 * matches)
        source, from_ = (
            (Source.LOSER, _codes(Part.MAIN, 1, 2 * matches))
            if main == 1
            else (
                Source.WINNER,
                before,
            )
        )
        for match in range(matches):
            sides = _make_slots(source, from_[2 * match : 2 * match + 2])
            yield Match(f"L{number}.{match + 1}", Part.LOSERS, number, sides)
        main += 1
        down = _crossed(_codes(Part.MAIN, main, matches), main)
        for match, (up, loser) in enumerate(
            zip(_codes(Part.LOSERS, number, matches), down, strict=True), 1
        ):
            sides = (Slot(Source.LOSER, loser), Slot(Source.WINNER, up))
            yield Match(f"L{number + 1}.{match}", Part.LOSERS, number + 1, sides)
        number, matches = number + 2, matches // 2


def _crossed(codes: Sequence[str], main: int) -> list[str]:
    """Reorder those who come down: reversed from even main rounds, halves swapped from odd ones."""
    if main % 2 == 0:
        return list(reversed(codes))
    half = len(codes) // 2
    return [*codes[half:], *codes[:half]]


def _final_matches(matches: Sequence[Match], *, second_final: bool) -> Iterator[Match]:
    main = max(match.round for match in matches if match.part is Part.MAIN)
    losers = [match for match in matches if match.part is Part.LOSERS]
    other = Slot(Source.WINNER, losers[-1].code) if losers else Slot(Source.LOSER, f"W{main}.1")
    first = Match(FINAL, Part.FINAL, 1, (Slot(Source.WINNER, f"W{main}.1"), other))
    yield first
    if second_final:
        yield Match(SECOND_FINAL, Part.FINAL, 2, first.sides, if_needed=True)


def _codes(part: Part, number: int, matches: int) -> list[str]:
    letter = "W" if part is Part.MAIN else "L"
    return [f"{letter}{number}.{match}" for match in range(1, matches + 1)]


def _make_slots(source: Source, names: Sequence[str]) -> tuple[Slot, Slot]:
    first, second = names
    return Slot(source, first), Slot(source, second)
