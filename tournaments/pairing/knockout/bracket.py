"""The bracket of a knockout: which match leads to which, single or double elimination.

Lines are numbered by the seeding: line 1 meets the last one, and the first two can meet in the
final only. If the number is no power of two the last lines are empty, so that the first ones have a
bye in the first round. Codes: `W2.1` is the first match of the second main round, `L` stands for
the losers' rounds, `F1` and `F2` for the finals of a double knockout, `T` for the match for the
third place.
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


class KnockoutKind(StrEnum):
    """Single or double elimination."""

    SINGLE = "single"
    DOUBLE = "double"


class BracketPart(StrEnum):
    """The part of the bracket to which a match belongs."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


class SlotSource(StrEnum):
    """Where the side of a match comes from."""

    LINE = "line"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A side of a match: a line by its number, or the winner or loser of the match of a code."""

    source: SlotSource
    of: str


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket; one with `if_needed` is played only if its second side won before."""

    code: str
    part: BracketPart
    round: int
    sides: tuple[BracketSlot, BracketSlot]
    if_needed: bool = False


@dataclass(frozen=True, slots=True)
class KnockoutBracket:
    """All matches, each after those that lead to it."""

    kind: KnockoutKind
    size: int
    matches: tuple[BracketMatch, ...]

    def match(self, code: str) -> BracketMatch:
        """Return a match by its code. Raises KeyError if there is none."""
        return {match.code: match for match in self.matches}[code]

    @property
    def rounds(self) -> int:
        """The number of main rounds."""
        return max(match.round for match in self.matches if match.part is BracketPart.MAIN)


def line_order(size: int) -> tuple[int, ...]:
    """Return the lines from the top of the bracket to its bottom.

    >>> line_order(8)
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


def bracket(
    entries: int, kind: KnockoutKind, *, third_place: bool = False, second_final: bool = True
) -> KnockoutBracket:
    """Return the bracket for a number of entries.

    `third_place` is for a single knockout; in a double one the loser of the last losers' round is
    third. `second_final` lets the unbeaten side of a double knockout lose once like all others.
    Raises ValueError for fewer than two.
    """
    if entries < FEWEST:
        raise ValueError("a knockout has two entries or more")
    size = size_for(entries)
    matches = list(_main_matches(size))
    if kind is KnockoutKind.DOUBLE:
        matches += _losers_matches(size)
        matches += _final_matches(matches, second_final=second_final)
    elif third_place and size > FEWEST:
        last = _codes(BracketPart.MAIN, matches[-1].round - 1, 2)
        matches.append(
            BracketMatch(
                THIRD, BracketPart.THIRD, matches[-1].round, _make_slots(SlotSource.LOSER, last)
            )
        )
    return KnockoutBracket(kind, size, tuple(matches))


def _main_matches(size: int) -> Iterator[BracketMatch]:
    lines = line_order(size)
    for match, at in enumerate(range(0, size, 2), 1):
        sides = _make_slots(SlotSource.LINE, [str(line) for line in lines[at : at + 2]])
        yield BracketMatch(f"W1.{match}", BracketPart.MAIN, 1, sides)
    number, matches = 2, size // 4
    while matches:
        before = _codes(BracketPart.MAIN, number - 1, 2 * matches)
        for match in range(matches):
            sides = _make_slots(SlotSource.WINNER, before[2 * match : 2 * match + 2])
            yield BracketMatch(f"W{number}.{match + 1}", BracketPart.MAIN, number, sides)
        number, matches = number + 1, matches // 2


def _losers_matches(size: int) -> Iterator[BracketMatch]:
    """Yield the losers' rounds: among themselves, and in turn against losers of the main rounds.

    These come down alternately from the bottom and from the middle, so that sides that met in the
    main rounds meet again as late as possible.
    """
    matches, number, main = size // 4, 1, 1
    while matches:
        source, from_ = SlotSource.WINNER, _codes(BracketPart.LOSERS, number - 1, 2 * matches)
        if main == 1:
            source, from_ = SlotSource.LOSER, _codes(BracketPart.MAIN, 1, 2 * matches)
        for match in range(matches):
            sides = _make_slots(source, from_[2 * match : 2 * match + 2])
            yield BracketMatch(f"L{number}.{match + 1}", BracketPart.LOSERS, number, sides)
        main += 1
        down = _crossed(_codes(BracketPart.MAIN, main, matches), main)
        for match, (up, loser) in enumerate(
            zip(_codes(BracketPart.LOSERS, number, matches), down, strict=True), 1
        ):
            sides = (BracketSlot(SlotSource.LOSER, loser), BracketSlot(SlotSource.WINNER, up))
            yield BracketMatch(f"L{number + 1}.{match}", BracketPart.LOSERS, number + 1, sides)
        number, matches = number + 2, matches // 2


def _crossed(codes: Sequence[str], main: int) -> list[str]:
    """Reorder the losers who come down: reversed from even main rounds, halves swapped from odd
    ones.
    """
    if main % 2 == 0:
        return list(reversed(codes))
    half = len(codes) // 2
    return [*codes[half:], *codes[:half]]


def _final_matches(
    matches: Sequence[BracketMatch], *, second_final: bool
) -> Iterator[BracketMatch]:
    main = max(match.round for match in matches if match.part is BracketPart.MAIN)
    losers = [match for match in matches if match.part is BracketPart.LOSERS]
    other = (
        BracketSlot(SlotSource.WINNER, losers[-1].code)
        if losers
        else BracketSlot(SlotSource.LOSER, f"W{main}.1")
    )
    first = BracketMatch(
        FINAL, BracketPart.FINAL, 1, (BracketSlot(SlotSource.WINNER, f"W{main}.1"), other)
    )
    yield first
    if second_final:
        yield BracketMatch(SECOND_FINAL, BracketPart.FINAL, 2, first.sides, if_needed=True)


def _codes(part: BracketPart, number: int, matches: int) -> list[str]:
    letter = "W" if part is BracketPart.MAIN else "L"
    return [f"{letter}{number}.{match}" for match in range(1, matches + 1)]


def _make_slots(source: SlotSource, names: Sequence[str]) -> tuple[BracketSlot, BracketSlot]:
    first, second = names
    return BracketSlot(source, first), BracketSlot(source, second)
