"""Standings in two lists, as pure functions: north-south and east-west each have a winner.

Only entries of one line are compared with one another: they had the same cards. Who is in no line
yet, because no round was drawn since he entered, comes after both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, TypeVar

from tournaments.pairing.movements.board_movements import PairLine
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import StandingsInput

NO_LINE: Final = ""
IN_ORDER: Final = (PairLine.NORTH_SOUTH.value, PairLine.EAST_WEST.value, NO_LINE)

Row = TypeVar("Row")


def rank_lines(
    inputs: StandingsInput,
    lines: Mapping[str, str],
    ranked: Callable[[StandingsInput], Sequence[Rank]],
) -> tuple[Rank, ...]:
    """Return the ranks of a field, those of each line for themselves; without lines all together.

    `lines` says in which line an entry is, `ranked` ranks a field.
    """
    if not lines:
        return tuple(ranked(inputs))
    return tuple(
        replace(rank, line=line)
        for line in IN_ORDER
        for entries in [[entry for entry in inputs.entries if lines.get(entry, NO_LINE) == line]]
        for rank in ranked(replace(inputs, entries=entries))
    )


def group_by_line(
    rows: Sequence[Row], line_of: Callable[[Row], str]
) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """Yield the rows of each line with its name; an empty name stands for a single list.

    >>> list(group_by_line(["ns1", "ns2", "ew1"], lambda row: row[:2]))
    [('ns', ('ns1', 'ns2')), ('ew', ('ew1',))]
    """
    for line, group in groupby(rows, line_of):
        yield line, tuple(group)
