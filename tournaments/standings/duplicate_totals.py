"""The totals of every entry over its boards: matchpoints, percentage, IMPs, and the places.

Awards, sit-outs and penalties stand in columns of their own, so that a total can be checked. An
award that depends on the average of a side's other boards takes it from those with a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from tournaments.standings.duplicate_scores import (
    HALF,
    USUAL,
    BoardAward,
    BoardLine,
    BoardOptions,
    BoardsSatOut,
    FieldBoardScore,
    OwnAverage,
    Penalties,
)

NOTHING = Fraction(0)


class TotalMethod(StrEnum):
    """The total by which entries are ranked."""

    MATCHPOINTS = "matchpoints"
    DATUM_IMPS = "datum_imps"
    IMPS_PER_BOARD = "imps_per_board"


@dataclass(frozen=True, slots=True)
class Total:
    """The total of an entry: from results, awards and sit-outs, less its penalties.

    `matchpoints` of `top` possible ones and `imps` are sums with everything in them; `boards` are
    those that count. The penalty is in matchpoints or IMPs, whichever is ranked by.
    """

    entry: str
    boards: int
    played: int
    awarded: int
    sat_out: int
    matchpoints: Fraction
    top: int
    imps: Fraction
    awarded_matchpoints: Fraction = NOTHING
    awarded_imps: Fraction = NOTHING
    penalty: Fraction = NOTHING

    @property
    def share(self) -> Fraction | None:
        """The share of the matchpoints that could be had; None where there were none."""
        return self.matchpoints / self.top if self.top else None

    @property
    def imps_per_board(self) -> Fraction | None:
        """The average IMPs of a board; None without a board."""
        return self.imps / self.boards if self.boards else None

    def value(self, method: TotalMethod) -> Fraction | None:
        """Return the value that ranks by a method."""
        if method == TotalMethod.MATCHPOINTS:
            return self.share
        return self.imps if method == TotalMethod.DATUM_IMPS else self.imps_per_board


@dataclass(frozen=True, slots=True)
class PlacedTotal:
    """An entry with its place; those of equal value share it."""

    place: int
    shared: bool
    value: Fraction | None
    total: Total


@dataclass(slots=True)
class _Sum:
    """The scores of one entry, to be added up."""

    shares: list[tuple[Fraction, int]] = field(default_factory=list)
    imps: list[int] = field(default_factory=list)
    awards: list[tuple[BoardAward, int]] = field(default_factory=list)


def totals(
    scored: Sequence[FieldBoardScore],
    options: BoardOptions = USUAL,
    *,
    sat_out: Iterable[BoardsSatOut] = (),
    penalties: Penalties | None = None,
    method: TotalMethod = TotalMethod.MATCHPOINTS,
) -> tuple[Total, ...]:
    """Return the total of everybody who played or sat out, in the order of their names."""
    sums: dict[str, _Sum] = {}
    for board in scored:
        for line in board.lines:
            for side, entries in enumerate((line.result.ns, line.result.ew)):
                for entry in entries:
                    _add(sums.setdefault(entry, _Sum()), board, line, side)
    out: dict[str, int] = {}
    for sit_out in sat_out:
        out[sit_out.entry] = out.get(sit_out.entry, 0) + sit_out.boards
        sums.setdefault(sit_out.entry, _Sum())
    top = max((board.top for board in scored), default=0)
    return tuple(
        _take_penalty(
            _total(entry, sums[entry], out.get(entry, 0), top, options),
            (penalties or {}).get(entry, NOTHING),
            top,
            method,
        )
        for entry in sorted(sums)
    )


def rank_totals(
    totals: Iterable[Total], method: TotalMethod, lines: Mapping[str, str] | None = None
) -> dict[str, tuple[PlacedTotal, ...]]:
    """Return the places, by line where every entry belongs to one: each line has its winner.

    Without lines all stand under an empty name. Who has no value comes last.
    """
    grouped: dict[str, list[Total]] = {}
    for total in totals:
        grouped.setdefault((lines or {}).get(total.entry, ""), []).append(total)
    return {name: _places(grouped[name], method) for name in sorted(grouped)}


def _add(into: _Sum, board: FieldBoardScore, line: BoardLine, side: int) -> None:
    if line.result.awards is not None:
        into.awards.append((line.result.awards[side], board.top))
    if line.matchpoints is not None:
        into.shares.append((line.matchpoints[side], board.top))
    if line.imps is not None:
        into.imps.append(line.imps[side])


def _total(entry: str, sums: _Sum, out: int, top: int, options: BoardOptions) -> Total:
    matchpoints = sum((points for points, _ in sums.shares), NOTHING)
    possible = sum(board for _, board in sums.shares)
    average = matchpoints / possible if possible else None
    awards = [*sums.awards]
    if options.sit_out is not None:
        awards += [(options.sit_out, top)] * out
    awarded = sum((awarded_share(award, average) * board for award, board in awards), NOTHING)
    awarded_imps = sum((_award_imps(award, options) for award, _ in awards), NOTHING)
    played = max(len(sums.imps), len(sums.shares))
    return Total(
        entry=entry,
        boards=played + len(awards),
        played=played,
        awarded=len(sums.awards),
        sat_out=out,
        matchpoints=matchpoints + awarded,
        top=possible + sum(board for _, board in awards),
        imps=sum(sums.imps) + awarded_imps,
        awarded_matchpoints=awarded,
        awarded_imps=awarded_imps,
    )


def awarded_share(award: BoardAward, average: Fraction | None) -> Fraction:
    """Return an award as a share of the top, to a side with this average on its other boards.

    >>> from tournaments.standings.duplicate_scores import AVERAGE_MINUS, AVERAGE_PLUS
    >>> str(awarded_share(AVERAGE_PLUS, Fraction(2, 3))), str(awarded_share(AVERAGE_MINUS, None))
    ('2/3', '2/5')
    """
    if average is None or award.own == OwnAverage.NEVER:
        return award.share
    better = award.own == OwnAverage.IF_HIGHER
    return max(award.share, average) if better else min(award.share, average)


def _award_imps(award: BoardAward, options: BoardOptions) -> Fraction:
    """Return the IMPs of an award: 60 % are three, 40 % minus three."""
    return (award.share - HALF) * 10 * options.imps_of_tenth


def _take_penalty(total: Total, penalty: Fraction, top: int, method: TotalMethod) -> Total:
    """Take a penalty off: parts of a top from matchpoints, IMPs from IMPs."""
    off = penalty * top if method == TotalMethod.MATCHPOINTS else penalty
    matchpoints = (
        total.matchpoints - off if method == TotalMethod.MATCHPOINTS else total.matchpoints
    )
    imps = total.imps if method == TotalMethod.MATCHPOINTS else total.imps - off
    return replace(total, matchpoints=matchpoints, imps=imps, penalty=off)


def _places(totals: Sequence[Total], method: TotalMethod) -> tuple[PlacedTotal, ...]:
    values = [(total, total.value(method)) for total in totals]
    values.sort(key=lambda pair: pair[0].entry)
    values.sort(key=lambda pair: (pair[1] is None, -(pair[1] or NOTHING)))
    placed: list[PlacedTotal] = []
    for value, alike in groupby(values, key=lambda pair: pair[1]):
        together = [total for total, _ in alike]
        place, shared = len(placed) + 1, len(together) > 1
        placed += (PlacedTotal(place, shared, value, total) for total in together)
    return tuple(placed)
