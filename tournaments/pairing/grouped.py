"""Rounds in groups: each group is drawn for itself, and all of them are one round.

A group is drawn from the same seed as the others: the names of entries differ, and so do the lots.
Whoever is in a group that has played all its rounds is neither seated nor sits out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.pairing.reasons import Reason
from tournaments.pairing.round_values import CannotDraw, Drawn, Input
from tournaments.pairing.seating import Draw, Seating
from tournaments.pairing.sit_outs import SitsOut, Why

Draws = Callable[[Input], Drawn]


def of_group(given: Input, members: Sequence[str]) -> Input:
    """Return what one group is drawn from."""
    here = set(members)
    return replace(
        given,
        entries=tuple(entry for entry in given.entries if entry in here),
        fields=tuple(tuple(one for one in field if one in here) for field in given.fields),
        house=tuple(one for one in given.house if one in here),
        seeding=tuple(one for one in given.seeding if one in here),
        groups=(),
    )


def of_entry(given: Input, entry: str) -> Input:
    """Return what the group of an entry is drawn from; without groups that is everything."""
    found = next((group for group in given.groups if entry in group), None)
    return of_group(given, found) if found else given


def number_of(given: Input, entry: str) -> int:
    """Return the group of an entry, counted from 1; 0 where there are none."""
    found = (number for number, one in enumerate(given.groups, 1) if entry in one)
    return next(found, 0)


def draw(given: Input, draws: Draws, is_over: Callable[[Input], bool]) -> Drawn:
    """Draw every group that has rounds left, the tables numbered through.

    Raises CannotDraw as the draw of a group does, or where no group has a round left.
    """
    made: list[tuple[int, Drawn]] = []
    for number, members in enumerate(given.groups, 1):
        group = of_group(given, members)
        if is_over(group):
            continue
        made.append((number, draws(group) if len(group.entries) >= group.units else _out(group)))
    if not any(one.draw.tables for _, one in made):
        raise CannotDraw("no group has a round left")
    return _together(given.seed, made)


def _out(group: Input) -> Drawn:
    """Too few are there to fill a table."""
    out = tuple(SitsOut(entry, Why.BY_DRAW) for entry in group.entries)
    return Drawn(Draw(group.seed, "", ()), out)


def _together(seed: str, made: Sequence[tuple[int, Drawn]]) -> Drawn:
    tables: list[Seating] = []
    reasons: list[tuple[Reason, ...]] = []
    groups: list[int] = []
    boards: dict[int, tuple[int, ...]] = {}
    for group, one in made:
        said = one.reasons or ((),) * len(one.draw.tables)
        for seating, why in zip(one.draw.tables, said, strict=True):
            number = len(tables) + 1
            tables.append(replace(seating, table=number))
            reasons.append(why)
            groups.append(group)
            if seating.table in one.boards:
                boards[number] = one.boards[seating.table]
    return Drawn(
        draw=Draw(seed, max(one.draw.algorithm for _, one in made), tuple(tables)),
        sit_outs=tuple(out for _, one in made for out in one.sit_outs),
        reasons=tuple(reasons),
        floats={entry: way for _, one in made for entry, way in one.floats.items()},
        groups=tuple(groups),
        boards=boards,
    )
