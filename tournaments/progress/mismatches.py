"""A wrongly paired match of a Swiss draw: earlier scores, and the scores that its sides keep."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Final

from tournaments.models import DrawMethod
from tournaments.results import event_record, match_results
from tournaments.results.match_rows import half_matches
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SideRow
from tournaments.standings.match_scores import Order
from tournaments.standings.unplayed_terms import score_after_mismatch

SIDES: Final = 2
HUNDREDTHS: Final = 100
APART: Final = 5
"""Only sides further apart than this, in victory points, can have been paired wrongly."""


class FaultySide(StrEnum):
    """The side at fault for the wrong pairing."""

    OF_NEITHER = "mismatched"
    OF_HIGHER = "mismatched_by_higher"
    OF_BOTH = "mismatched_by_both"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The sides of a wrongly paired match, the one with the higher score before it first.

    `before` and `scored` are victory points before the match and in it.
    """

    higher: SideRow
    lower: SideRow
    before: tuple[Fraction, Fraction]
    scored: tuple[Fraction, Fraction]

    def kept(self, fault: FaultySide) -> tuple[Fraction, Fraction]:
        """Return the scores that the higher and the lower side keep.

        A higher side that is not at fault keeps its score, as does a lower side that is at fault.
        """
        high, low = self.scored
        return (
            high
            if fault is FaultySide.OF_NEITHER
            else _round_to_hundredths(score_after_mismatch(high, at_fault=True)),
            low
            if fault is FaultySide.OF_BOTH
            else _round_to_hundredths(score_after_mismatch(low, at_fault=False)),
        )


def _round_to_hundredths(score: Fraction) -> Fraction:
    """Return the nearest hundredth, as victory points have them; halves go up.

    >>> str(_round_to_hundredths(Fraction(13755, 1000)))
    '344/25'
    """
    return Fraction(floor(score * HUNDREDTHS + Fraction(1, 2)), HUNDREDTHS)


def find_mismatch(snapshot: EventSnapshot, match: MatchRow) -> Mismatch | None:
    """Return the mismatch of a match; None if its sides stood too close or it is not over."""
    round_, order = match.round, Order(snapshot.event.ranking)
    is_swiss = round_.method == DrawMethod.SWISS and order is Order.VP_20
    if not is_swiss or len(match.sides) != SIDES or match.key in half_matches(snapshot):
        return None
    result = match_results.results_by_match(snapshot, round_.group.stage).get(match.key)
    if result is None or result.scores is None or result.absent:
        return None
    rows = event_record.standings(snapshot, upto=round_.number - 1)
    score_of = {row.rank.entry: row.rank.score(order) for row in rows}
    stood = [
        (score_of.get(side.entries[0].uid, Fraction(0)), Fraction(scored), side)
        for side, scored in zip(match.sides, result.scores, strict=True)
    ]
    higher, lower = sorted(stood, key=lambda row: -row[0])
    if higher[0] - lower[0] <= APART:
        return None
    return Mismatch(higher[2], lower[2], (higher[0], lower[0]), (higher[1], lower[1]))
