"""Dividing a field into groups by the snake, those of one club apart as far as that goes.

The first row of the seeding goes to the groups 1, 2, 3 …, the second one back, and so on. A row is
divided so that the fewest come to somebody of their club, then as near to the snake as can be (the
squares of how many groups they are off), then by the seed. At the end two of a row are exchanged as
long as that parts more of one club. The first row stays where the seeding puts it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing import matching
from tournaments.pairing.drawn import Entered
from tournaments.pairing.reasons import Reason, Why, because
from tournaments.pairing.seating import digest


@dataclass(frozen=True, slots=True)
class Placed:
    """One in a group, counted from 0, with the group that the snake leads to."""

    entered: Entered
    row: int
    group: int
    snake: int


def snake(entered: Sequence[Entered], groups: int) -> list[Placed]:
    """Return everybody where the snake leads; `entered` are in the order of the seeding.

    >>> [one.group for one in snake([Entered(str(n), n) for n in range(1, 8)], 3)]
    [0, 1, 2, 2, 1, 0, 0]
    """
    placed = []
    for place, one in enumerate(entered):
        row, step = divmod(place, groups)
        group = step if row % 2 == 0 else groups - 1 - step
        placed.append(Placed(one, row, group, group))
    return placed


def divided(
    entered: Sequence[Entered], groups: int, seed: str, *, clubs_apart: bool
) -> list[Placed]:
    """Return everybody in a group; `entered` are in the order of the seeding.

    Raises ValueError if a group would have nobody to play with.
    """
    if groups < 1 or len(entered) < 2 * groups:
        raise ValueError("a group has two entries or more")
    placed = snake(entered, groups)
    if not clubs_apart or groups == 1 or not any(one.entered.club for one in placed):
        return placed
    done: list[Placed] = []
    for row in range(1 + placed[-1].row):
        these = [one for one in placed if one.row == row]
        done += these if row == 0 else _row(these, done, seed)
    return _exchanged(done)


def reasons_of(one: Placed, placed: Sequence[Placed]) -> tuple[Reason, ...]:
    """Return why one is in this group."""
    entered = one.entered
    why = Why.SNAKE if one.group == one.snake else Why.GROUP_FOR_CLUB
    moved = because(why, entry=entered.entry, place=entered.rank, group=one.group + 1)
    mates = [other for other in placed if other is not one and _clash(one, other)]
    if not mates:
        return (moved,)
    club = because(Why.CLUB_IN_GROUP, entry=entered.entry, group=one.group + 1, club=entered.club)
    return moved, club


def _clash(one: Placed, other: Placed) -> bool:
    return one.group == other.group and _mates(one, other)


def _mates(one: Placed, other: Placed) -> bool:
    return one.entered.club != "" and one.entered.club == other.entered.club


def _row(these: Sequence[Placed], done: Sequence[Placed], seed: str) -> list[Placed]:
    """Divide a row among its groups as cheaply as can be, exactly."""
    size, groups = len(these), [one.snake for one in these]
    here = Counter((one.entered.club, one.group) for one in done if one.entered.club)

    def offers() -> Iterator[matching.Offer]:
        for number, one in enumerate(these):
            for place, group in enumerate(groups):
                mates, far = here[one.entered.club, group], (group - one.snake) ** 2
                yield matching.Offer(number, size + place, (mates, far))

    def lot(number: int, place: int) -> int:
        entry = these[number].entered.entry
        return int(digest(seed, "group", f"{entry}/{groups[place - size] + 1}")[:12], 16)

    found = matching.cheapest(2 * size, matching.Offers.of(offers()), lot)
    return [_moved(these[one], groups[place - size]) for one, place in found.twos]


def _exchanged(placed: list[Placed]) -> list[Placed]:
    """Exchange two of a row, the first row excepted, as long as fewer of one club are together."""
    here = Counter((one.entered.club, one.group) for one in placed)
    rows = defaultdict(list)
    for number, one in enumerate(placed):
        if one.row:
            rows[one.row].append(number)
    changed = True
    while changed:
        changed = False
        for row in rows.values():
            for two in combinations(row, 2):
                changed = _exchange(placed, here, *two) or changed
    return placed


def _exchange(placed: list[Placed], here: Counter[tuple[str, int]], one: int, other: int) -> bool:
    """Exchange two if fewer of one club are together by that; say whether it was done."""
    a, b = placed[one], placed[other]
    if a.group == b.group or a.entered.club == b.entered.club:
        return False
    moves = [(each.entered.club, each.group, to.group) for each, to in ((a, b), (b, a))]
    if sum(here[club, from_] - 1 - here[club, to] for club, from_, to in moves if club) <= 0:
        return False
    for club, from_, to in moves:
        here[club, from_] -= 1
        here[club, to] += 1
    placed[one], placed[other] = _moved(a, b.group), _moved(b, a.group)
    return True


def _moved(one: Placed, group: int) -> Placed:
    return Placed(one.entered, one.row, group, one.snake)
