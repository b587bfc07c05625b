"""The round robin: groups, numbers, and who meets whom in which round by the Berger table.

Numbers are drawn by the seed, by the SHA-256 of `seed:number:entry` within a group, or follow the
seeding. Of an odd number one has a bye in each round. Whoever is absent in a round leaves his
opponent without a table; the table itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring import berger
from tournaments.pairing import groups
from tournaments.pairing.drawn import (
    DrawnBye,
    DrawnTable,
    SeededEntry,
    read_seeded_entry,
    reasons_json,
    sort_by_seeding,
)
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.seating import digest

ALGORITHM = "round-robin-berger-1"


class Numbers(StrEnum):
    """Where the numbers of a group come from."""

    DRAWN = "drawn"
    SEEDED = "seeded"


@dataclass(frozen=True, slots=True)
class RoundRobinOptions:
    """The options of a round robin's draw; `clubs_apart` is a wish for the groups."""

    groups: int = 1
    twice: bool = False
    numbers: Numbers = Numbers.DRAWN
    clubs_apart: bool = True


@dataclass(frozen=True, slots=True)
class RoundRobinInput:
    """The input of a round robin's draw; the order of its rows has no influence."""

    seed: str
    entered: tuple[SeededEntry, ...]
    options: RoundRobinOptions = field(default_factory=RoundRobinOptions)

    def as_json(self) -> dict[str, Any]:
        """Return the input without the seed, as it is digested and as `read` takes it."""
        return {
            "entered": [entrant.as_json() for entrant in sort_by_seeding(self.entered)],
            "options": {
                "groups": self.options.groups,
                "twice": self.options.twice,
                "numbers": self.options.numbers.value,
                "clubs_apart": self.options.clubs_apart,
            },
        }


@dataclass(frozen=True, slots=True)
class RoundRobinGroup:
    """A group: its members in the order of their numbers from 1, and the reasons for each."""

    number: int
    members: tuple[str, ...]
    reasons: tuple[DrawReason, ...]


@dataclass(frozen=True, slots=True)
class RoundRobinDraw:
    """All groups of a round robin."""

    seed: str
    algorithm: str
    groups: tuple[RoundRobinGroup, ...]
    twice: bool = False

    @property
    def rounds(self) -> int:
        """How many rounds the largest group plays."""
        return max(len(schedule(len(group.members), twice=self.twice)) for group in self.groups)

    def as_json(self) -> dict[str, Any]:
        """Return the draw as it is stored."""
        return {
            "algorithm": self.algorithm,
            "twice": self.twice,
            "groups": [
                {
                    "group": group.number,
                    "members": list(group.members),
                    "reasons": reasons_json(group.reasons),
                }
                for group in self.groups
            ],
        }


@dataclass(frozen=True, slots=True)
class RoundRobinRound:
    """A round of a group: its tables, numbered from 1, and who has none."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[DrawnBye, ...]


def read(stored: Mapping[str, Any], seed: str) -> RoundRobinInput:
    """Return the input that was written as JSON; options that are left out are as usual.

    Raises KeyError, TypeError or ValueError where it is none.
    """
    options, usual = stored.get("options", {}), RoundRobinOptions()
    return RoundRobinInput(
        seed,
        tuple(read_seeded_entry(row) for row in stored["entered"]),
        RoundRobinOptions(
            groups=options.get("groups", usual.groups),
            twice=options.get("twice", usual.twice),
            numbers=Numbers(options.get("numbers", usual.numbers)),
            clubs_apart=options.get("clubs_apart", usual.clubs_apart),
        ),
    )


def draw(inputs: RoundRobinInput) -> RoundRobinDraw:
    """Divide the field into groups and give everybody a number.

    Raises ValueError if a group would have fewer than two entries.
    """
    options, entered = inputs.options, sort_by_seeding(inputs.entered)
    placed = groups.divide_into_groups(
        entered, options.groups, inputs.seed, clubs_apart=options.clubs_apart
    )
    return RoundRobinDraw(
        inputs.seed,
        ALGORITHM,
        tuple(_make_group(inputs, number, placed) for number in range(options.groups)),
        options.twice,
    )


def schedule(members: int, *, twice: bool = False) -> tuple[tuple[berger.Pair, ...], ...]:
    """Return the pairs of all rounds of a group with this many members, played once or twice.

    >>> schedule(2, twice=True)
    (((1, 2),), ((2, 1),))
    """
    once = berger.rounds(members)
    return berger.double_round_robin(once) if twice else once


def make_round(
    members: tuple[str, ...],
    number: int,
    *,
    twice: bool = False,
    absent: Collection[str] = (),
) -> RoundRobinRound:
    """Return round `number`, from 1, of a group; who is absent has neither table nor bye.

    Raises ValueError if the group has no such round.
    """
    rounds = schedule(len(members), twice=twice)
    if not 1 <= number <= len(rounds):
        raise ValueError("the group has no such round")
    tables: list[DrawnTable] = []
    byes: list[DrawnBye] = []
    free = set(members)
    for home, away in rounds[number - 1]:
        first, second = members[home - 1], members[away - 1]
        free -= {first, second}
        here = [entry for entry in (first, second) if entry not in absent]
        if here == [first, second]:
            why = because(Why.BERGER, one=home, other=away)
            tables.append(DrawnTable(len(tables) + 1, (first, second), (why,)))
        elif here:
            gone = second if here == [first] else first
            why = because(Why.OPPONENT_GONE, entry=here[0], opponent=gone)
            byes.append(DrawnBye(here[0], (why,)))
    byes += [
        DrawnBye(entry, (because(Why.BERGER_BYE, entry=entry),))
        for entry in sorted(free - set(absent), key=members.index)
    ]
    return RoundRobinRound(tuple(tables), tuple(byes))


def _make_group(
    inputs: RoundRobinInput, number: int, placed: list[groups.GroupPlacement]
) -> RoundRobinGroup:
    """Number the members of a group."""
    options = inputs.options
    members = [member for member in placed if member.group == number]
    why = Why.NUMBER_SEEDED
    if options.numbers is Numbers.DRAWN:
        members.sort(key=lambda member: digest(inputs.seed, "number", member.entered.entry))
        why = Why.NUMBER_DRAWN
    names = tuple(member.entered.entry for member in members)
    reasons = [because(why, entry=entry, number=place) for place, entry in enumerate(names, 1)]
    if options.groups > 1:
        reasons += [reason for member in members for reason in groups.group_reasons(member, placed)]
    return RoundRobinGroup(number + 1, names, tuple(reasons))
