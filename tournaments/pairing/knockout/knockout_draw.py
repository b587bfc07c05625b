"""Places a field in a knockout: by seeding or by lot within tiers, clubs apart.

Line n is for the n-th seed. The tiers are 1, 2, 3-4, 5-8, 9-16 …: by option every entry from the
third seed on draws a line within its tier (the SHA-256 of `seed:line:entry`, the smallest first).
Then, by option, two entries of a tier are exchanged as long as that lets members of one club meet
later: a meeting in a round outweighs all those in later rounds, and only the final costs nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from tournaments.pairing.drawn import (
    SeededEntry,
    read_seeded_entry,
    sort_by_seeding,
)
from tournaments.pairing.knockout.bracket import (
    KnockoutBracket,
    KnockoutKind,
    bracket,
    line_order,
    size_for,
)
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.seating import digest

ALGORITHM = "knockout-lines-1"


@dataclass(frozen=True, slots=True)
class KnockoutOptions:
    """The options of a knockout's draw; the first `fixed` lines keep to the seeding."""

    kind: KnockoutKind = KnockoutKind.SINGLE
    third_place: bool = False
    second_final: bool = True
    tiers_drawn: bool = False
    clubs_apart: bool = True
    fixed: int = 2


@dataclass(frozen=True, slots=True)
class KnockoutInput:
    """The input of a knockout's draw; the order of its rows does not matter."""

    seed: str
    entered: tuple[SeededEntry, ...]
    options: KnockoutOptions = field(default_factory=KnockoutOptions)

    def as_json(self) -> dict[str, Any]:
        """Return the input without the seed, as it is digested and as `read` parses it."""
        return {
            "entered": [asdict(entrant) for entrant in sort_by_seeding(self.entered)],
            "options": options_json(self.options),
        }


@dataclass(frozen=True, slots=True)
class KnockoutDraw:
    """A knockout as drawn: the entries of its lines, the first line first, and the bracket."""

    bracket: KnockoutBracket
    lines: tuple[str, ...]
    reasons: tuple[DrawReason, ...]


def read(stored: Mapping[str, Any], seed: str) -> KnockoutInput:
    """Return the input from its JSON form; missing options have their defaults.

    Raises KeyError, TypeError or ValueError if it is invalid.
    """
    return KnockoutInput(
        seed,
        tuple(read_seeded_entry(row) for row in stored["entered"]),
        read_options(stored.get("options", {})),
    )


def options_json(options: KnockoutOptions) -> dict[str, Any]:
    """Return the options of a knockout as plain JSON.

    >>> options_json(KnockoutOptions(third_place=True))["third_place"]
    True
    """
    return asdict(options) | {"kind": options.kind.value}


def read_options(data: Mapping[str, Any]) -> KnockoutOptions:
    """Return the options from the JSON of `options_json`; missing ones have their defaults.

    Raises KeyError, TypeError or ValueError if it is invalid.

    >>> read_options({"kind": "double"}).kind.value
    'double'
    """
    fields = dict(data)
    kind = KnockoutKind(fields.pop("kind", KnockoutOptions().kind))
    return KnockoutOptions(kind=kind, **fields)


def make_bracket(entries: int, options: KnockoutOptions) -> KnockoutBracket:
    """Return the bracket for a number of entries. Raises ValueError for fewer than two."""
    return bracket(
        entries,
        options.kind,
        third_place=options.third_place,
        second_final=options.second_final,
    )


def draw(inputs: KnockoutInput) -> KnockoutDraw:
    """Put every entry on a line. Raises ValueError for fewer than two entries."""
    entered = sort_by_seeding(inputs.entered)
    empty_bracket = make_bracket(len(entered), inputs.options)
    lines = _draw_tiers(inputs, entered) if inputs.options.tiers_drawn else list(entered)
    start = list(lines)
    if inputs.options.clubs_apart:
        lines = _separate_clubs(lines, inputs.options.fixed)
    reasons = (
        reason
        for line, entrant in enumerate(lines, 1)
        for reason in _line_reasons(line, entrant, start[line - 1], entered, empty_bracket.size)
    )
    return KnockoutDraw(empty_bracket, tuple(line.entry for line in lines), tuple(reasons))


def tiers(entries: int) -> list[range]:
    """Return the lines of each tier.

    >>> [list(tier) for tier in tiers(6)]
    [[1], [2], [3, 4], [5, 6]]
    """
    ranges, first, size = [range(1, 2)], 2, 1
    while first <= entries:
        ranges.append(range(first, min(first + size, entries + 1)))
        first, size = first + size, 2 * size
    return ranges


def _draw_tiers(inputs: KnockoutInput, entered: Sequence[SeededEntry]) -> list[SeededEntry]:
    lines: list[SeededEntry] = []
    for tier in tiers(len(entered)):
        members = [entered[line - 1] for line in tier]
        fixed = [
            entrant
            for line, entrant in zip(tier, members, strict=True)
            if line <= inputs.options.fixed
        ]
        rest = [entrant for entrant in members if entrant not in fixed]
        lines += [
            *fixed,
            *sorted(rest, key=lambda entrant: digest(inputs.seed, "line", entrant.entry)),
        ]
    return lines


def _line_reasons(
    line: int, entrant: SeededEntry, start: SeededEntry, entered: Sequence[SeededEntry], size: int
) -> Iterator[DrawReason]:
    if entrant != start:
        yield because(Why.LINE_FOR_CLUB, entry=entrant.entry, line=line)
    elif entrant == entered[line - 1]:
        yield because(Why.SEEDED, entry=entrant.entry, line=line)
    else:
        yield because(Why.LINE_DRAWN, entry=entrant.entry, line=line)
    # The lines that meet in the first round add up to one more than the size.
    if size + 1 - line > len(entered):
        yield because(Why.FREE_LINE, entry=entrant.entry)


def _separate_clubs(lines: list[SeededEntry], fixed: int) -> list[SeededEntry]:
    """Exchange two entries of a tier as long as that lets members of one club meet later."""
    clubs = _Clubs(lines)
    changed = any(len(club_lines) > 1 for club_lines in clubs.lines.values())
    while changed:
        changed = False
        for tier in tiers(len(lines)):
            for first, other in combinations([line for line in tier if line > fixed], 2):
                changed = clubs.exchange(first, other) or changed
    return clubs.entered


class _Clubs:
    """The entries of the lines, and the lines of each club."""

    def __init__(self, lines: Sequence[SeededEntry]) -> None:
        self.entered = list(lines)
        self.lines: defaultdict[str, set[int]] = defaultdict(set)
        for line, entrant in enumerate(lines, 1):
            if entrant.club:
                self.lines[entrant.club].add(line)
        size = size_for(len(lines))
        self._places = {line: place for place, line in enumerate(line_order(size))}
        rounds = size.bit_length() - 1
        base = len(lines) ** 2
        self._weights = [0, *(base ** (rounds - number) for number in range(1, rounds)), 0]

    def exchange(self, line: int, other: int) -> bool:
        """Exchange two lines if that costs less; return whether it was done."""
        mine, yours = self.entered[line - 1], self.entered[other - 1]
        if mine.club == yours.club:
            return False
        before = self._cost(mine.club, line, line) + self._cost(yours.club, other, other)
        after = self._cost(mine.club, line, other) + self._cost(yours.club, other, line)
        if after >= before:
            return False
        self.entered[line - 1], self.entered[other - 1] = yours, mine
        self._move(mine.club, line, other)
        self._move(yours.club, other, line)
        return True

    def _move(self, club: str, from_: int, to: int) -> None:
        if club:
            self.lines[club].remove(from_)
            self.lines[club].add(to)

    def _cost(self, club: str, here: int, there: int) -> int:
        """Return the cost of a club's entry on line `here` if it were on line `there`."""
        if not club:
            return 0
        place = self._places[there]
        return sum(
            self._weights[(place ^ self._places[line]).bit_length()]
            for line in self.lines[club]
            if line != here
        )
