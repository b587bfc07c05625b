"""Divides a field into groups by the snake, members of one club apart as far as possible.

The first row of the seeding goes to the groups 1, 2, 3 …, the second one back, and so on. A row is
divided so that the fewest entries join members of their club, then as near to the snake as possible
(squared distances in groups), then by the seed. At the end two entries of a row are exchanged as
long as that separates more members of clubs. The first row stays where the seeding puts it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing import cheapest_matching
from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.seating import digest


@dataclass(frozen=True, slots=True)
class GroupPlacement:
    """An entry in its group, counted from 0, and the group that the snake would give it."""

    entered: SeededEntry
    row: int
    group: int
    snake: int


def snake(entered: Sequence[SeededEntry], groups: int) -> list[GroupPlacement]:
    """Return every entry in the group of the snake; `entered` are in the order of the seeding.

    >>> [member.group for member in snake([SeededEntry(str(n), n) for n in range(1, 8)], 3)]
    [0, 1, 2, 2, 1, 0, 0]
    """
    placed = []
    for place, entrant in enumerate(entered):
        row, step = divmod(place, groups)
        group = step if row % 2 == 0 else groups - 1 - step
        placed.append(GroupPlacement(entrant, row, group, group))
    return placed


def divide_into_groups(
    entered: Sequence[SeededEntry], groups: int, seed: str, *, clubs_apart: bool
) -> list[GroupPlacement]:
    """Return every entry in a group; `entered` are in the order of the seeding.

    Raises ValueError if a group would have fewer than two entries.
    """
    if groups < 1 or len(entered) < 2 * groups:
        raise ValueError("a group has two entries or more")
    placed = snake(entered, groups)
    if not clubs_apart or groups == 1 or not any(member.entered.club for member in placed):
        return placed
    grouped: list[GroupPlacement] = []
    for row in range(1 + placed[-1].row):
        members = [member for member in placed if member.row == row]
        grouped += members if row == 0 else _divide_row(members, grouped, seed)
    return _exchange_for_clubs(grouped)


def group_reasons(
    member: GroupPlacement, placed: Sequence[GroupPlacement]
) -> tuple[DrawReason, ...]:
    """Return why an entry is in its group."""
    entered = member.entered
    why = Why.SNAKE if member.group == member.snake else Why.GROUP_FOR_CLUB
    moved = because(why, entry=entered.entry, place=entered.rank, group=member.group + 1)
    together = (other.entered for other in placed if other.group == member.group)
    mates = [other for other in together if other != entered and other.club == entered.club]
    if not (entered.club and mates):
        return (moved,)
    club = because(
        Why.CLUB_IN_GROUP, entry=entered.entry, group=member.group + 1, club=entered.club
    )
    return moved, club


def _divide_row(
    members: Sequence[GroupPlacement], grouped: Sequence[GroupPlacement], seed: str
) -> list[GroupPlacement]:
    """Divide a row among its groups at the least cost, exactly."""
    size, groups = len(members), [member.snake for member in members]
    here = Counter((member.entered.club, member.group) for member in grouped if member.entered.club)

    def offers() -> Iterator[cheapest_matching.CostedPair]:
        for number, member in enumerate(members):
            for place, group in enumerate(groups):
                mates, far = here[member.entered.club, group], (group - member.snake) ** 2
                yield cheapest_matching.CostedPair(number, size + place, (mates, far))

    def lot(number: int, place: int) -> int:
        entry = members[number].entered.entry
        return int(digest(seed, "group", f"{entry}/{groups[place - size] + 1}")[:12], 16)

    matched = cheapest_matching.cheapest(
        2 * size, cheapest_matching.CostedPairs.from_rows(offers()), lot
    )
    return [_move_to(members[number], groups[place - size]) for number, place in matched.twos]


def _exchange_for_clubs(placed: list[GroupPlacement]) -> list[GroupPlacement]:
    """Exchange entries within rows, except the first, as long as that separates more club
    members.
    """
    here = Counter((member.entered.club, member.group) for member in placed)
    rows = defaultdict(list)
    for number, member in enumerate(placed):
        if member.row:
            rows[member.row].append(number)
    changed = True
    while changed:
        changed = False
        for row in rows.values():
            for two in combinations(row, 2):
                changed = _try_exchange(placed, here, *two) or changed
    return placed


def _try_exchange(
    placed: list[GroupPlacement], here: Counter[tuple[str, int]], number: int, other: int
) -> bool:
    """Exchange two entries if that separates more club members; return whether it was done."""
    a, b = placed[number], placed[other]
    if a.group == b.group or a.entered.club == b.entered.club:
        return False
    moves = [(each.entered.club, each.group, to.group) for each, to in ((a, b), (b, a))]
    if sum(here[club, from_] - 1 - here[club, to] for club, from_, to in moves if club) <= 0:
        return False
    for club, from_, to in moves:
        here[club, from_] -= 1
        here[club, to] += 1
    placed[number], placed[other] = _move_to(a, b.group), _move_to(b, a.group)
    return True


def _move_to(member: GroupPlacement, group: int) -> GroupPlacement:
    return GroupPlacement(member.entered, member.row, group, member.snake)
