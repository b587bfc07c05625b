"""Rounds in groups: each group is drawn for itself, and all of them are one round.

A group is drawn from the same seed as the others: the names of entries differ, and so do the lots.
Whoever is in a group that has played all its rounds is neither seated nor sits out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.pairing.reasons import DrawReason
from tournaments.pairing.round_values import CannotDraw, DrawInput, DrawnRound
from tournaments.pairing.seating import Draw, Seating
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut

Draws = Callable[[DrawInput], DrawnRound]


def group_input(inputs: DrawInput, members: Sequence[str]) -> DrawInput:
    """Return what one group is drawn from."""
    here = set(members)
    return replace(
        inputs,
        entries=tuple(entry for entry in inputs.entries if entry in here),
        fields=tuple(tuple(entry for entry in field if entry in here) for field in inputs.fields),
        house=tuple(entry for entry in inputs.house if entry in here),
        seeding=tuple(entry for entry in inputs.seeding if entry in here),
        groups=(),
    )


def input_of_own_group(inputs: DrawInput, entry: str) -> DrawInput:
    """Return what the group of an entry is drawn from; without groups that is everything."""
    members = next((group for group in inputs.groups if entry in group), None)
    return group_input(inputs, members) if members else inputs


def group_number(inputs: DrawInput, entry: str) -> int:
    """Return the group of an entry, counted from 1; 0 where there are none."""
    numbers = (number for number, group in enumerate(inputs.groups, 1) if entry in group)
    return next(numbers, 0)


def draw_groups(
    inputs: DrawInput, draws: Draws, is_over: Callable[[DrawInput], bool]
) -> DrawnRound:
    """Draw every group that has rounds left, the tables numbered through.

    Raises CannotDraw as the draw of a group does, or where no group has a round left.
    """
    drawn_groups: list[tuple[int, DrawnRound]] = []
    for number, members in enumerate(inputs.groups, 1):
        group = group_input(inputs, members)
        if is_over(group):
            continue
        drawn_groups.append(
            (number, draws(group) if len(group.entries) >= group.units else _all_sit_out(group))
        )
    if not any(drawn.draw.tables for _, drawn in drawn_groups):
        raise CannotDraw("no group has a round left")
    return _merge_groups(inputs.seed, drawn_groups)


def _all_sit_out(group: DrawInput) -> DrawnRound:
    """Return a group in which too few are present to fill a table: all of them sit out."""
    out = tuple(SitsOut(entry, SitOutWhy.BY_DRAW) for entry in group.entries)
    return DrawnRound(Draw(group.seed, "", ()), out)


def _merge_groups(seed: str, drawn_groups: Sequence[tuple[int, DrawnRound]]) -> DrawnRound:
    tables: list[Seating] = []
    reasons: list[tuple[DrawReason, ...]] = []
    groups: list[int] = []
    boards: dict[int, tuple[int, ...]] = {}
    for group, drawn in drawn_groups:
        table_reasons = drawn.reasons or ((),) * len(drawn.draw.tables)
        for seating, why in zip(drawn.draw.tables, table_reasons, strict=True):
            number = len(tables) + 1
            tables.append(replace(seating, table=number))
            reasons.append(why)
            groups.append(group)
            if seating.table in drawn.boards:
                boards[number] = drawn.boards[seating.table]
    return DrawnRound(
        draw=Draw(seed, max(drawn.draw.algorithm for _, drawn in drawn_groups), tuple(tables)),
        sit_outs=tuple(out for _, drawn in drawn_groups for out in drawn.sit_outs),
        reasons=tuple(reasons),
        floats={entry: way for _, drawn in drawn_groups for entry, way in drawn.floats.items()},
        groups=tuple(groups),
        boards=boards,
    )
