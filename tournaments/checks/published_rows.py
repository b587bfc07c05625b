"""Rows of published standings that a correction has changed, apart from later results and late
entries.

Other published facts are compared in `published_changes`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.models import Comparison
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import boards

PlaceAndTotal = tuple[int, Fraction]


def corrected(
    shown: Iterable[Mapping[str, Any]], rows: Sequence[StandingsRow]
) -> tuple[StandingsRow, ...]:
    """Return the rows whose rank or total differs from what was published.

    `rows` are the current standings after the same round. Ranks are compared among the entries that
    were listed then and have not withdrawn since: an entry that joins or leaves moves others
    without any correction.
    """
    before = {
        str(row["entry"]): (int(str(row["place"])), Fraction(str(row["total"]))) for row in shown
    }
    common = [row for row in rows if row.rank.entry in before and not row.rank.withdrawn]
    now = {row.rank.entry: (row.rank.place, row.rank.total) for row in common}
    was, is_now = _renumbered({entry: before[entry] for entry in now}), _renumbered(now)
    return tuple(row for row in common if was[row.rank.entry] != is_now[row.rank.entry])


def rounds_played_on(snapshot: EventSnapshot) -> frozenset[int]:
    """Return the rounds whose boards are also played in a later public round.

    Their scores change with every later result on the same boards.
    """
    if snapshot.event.comparison == Comparison.NONE:
        return frozenset()
    sets = boards.by_set(snapshot.public_rounds)
    return frozenset(round_.number for rounds in sets.values() for round_ in rounds[:-1])


def _renumbered(rows: Mapping[str, PlaceAndTotal]) -> dict[str, PlaceAndTotal]:
    """Return rows ranked among one another, with their totals."""
    places = sorted(place for place, _total in rows.values())
    return {entry: (bisect_left(places, place), total) for entry, (place, total) in rows.items()}
