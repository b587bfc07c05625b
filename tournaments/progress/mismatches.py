"""A wrongly paired match of a Swiss draw: scores before it, and what the sides keep of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Final

from tournaments import results
from tournaments.models import DrawMethod, Match, Side
from tournaments.results import event_record, stage_matches
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order
from tournaments.standings.walkovers import score_after_mismatch
from tournaments.structure import three_way_matches

SIDES: Final = 2
HUNDREDTHS: Final = 100
APART: Final = 5
"""Only sides further apart than this, in victory points, can have been paired wrongly."""


class Fault(StrEnum):
    """The side that is at fault for the wrong pairing."""

    OF_NEITHER = "mismatched"
    OF_HIGHER = "mismatched_by_higher"
    OF_BOTH = "mismatched_by_both"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The sides of a wrongly paired match, the one with the higher score before it first.

    `before` and `scored` are victory points before the match and in it.
    """

    higher: Side
    lower: Side
    before: tuple[Fraction, Fraction]
    scored: tuple[Fraction, Fraction]

    def kept(self, fault: Fault) -> tuple[Fraction, Fraction]:
        """Return the scores that the higher and the lower side keep.

        A higher side that is not at fault keeps its score, and so does a lower side that is.
        """
        high, low = self.scored
        return (
            high
            if fault is Fault.OF_NEITHER
            else _round_to_hundredths(score_after_mismatch(high, at_fault=True)),
            low
            if fault is Fault.OF_BOTH
            else _round_to_hundredths(score_after_mismatch(low, at_fault=False)),
        )


def _round_to_hundredths(score: Fraction) -> Fraction:
    """Return the nearest hundredth, as victory points have them; halves go up.

    >>> str(_round_to_hundredths(Fraction(13755, 1000)))
    '344/25'
    """
    return Fraction(floor(score * HUNDREDTHS + Fraction(1, 2)), HUNDREDTHS)


def find_mismatch(match: Match) -> Mismatch | None:
    """Return the mismatch of a match; None where its sides stood too close or it is not over."""
    round_ = match.round
    swiss = round_.method == DrawMethod.SWISS and Order(round_.event.ranking) is Order.VP_20
    if not swiss or three_way_matches.is_half(match):
        return None
    snapshot = results.read(round_.event)
    result = stage_matches.results_by_match(snapshot, round_.group.stage).get(match.pk)
    sides = list(match.sides.order_by("number").prefetch_related("entries"))
    if result is None or result.scores is None or result.absent or len(sides) != SIDES:
        return None
    scores_before = _scores_before(snapshot, match, sides)
    places = sorted((0, 1), key=lambda place: -scores_before[place])
    if scores_before[places[0]] - scores_before[places[1]] <= APART:
        return None
    first, second = places
    return Mismatch(
        sides[first],
        sides[second],
        (scores_before[first], scores_before[second]),
        (Fraction(result.scores[first]), Fraction(result.scores[second])),
    )


def _scores_before(snapshot: EventSnapshot, match: Match, sides: list[Side]) -> list[Fraction]:
    """Return the score of each side in the standings before the round."""
    event, number = match.round.event, match.round.number
    rows = event_record.standings(snapshot, upto=number - 1)
    scores = {row.rank.entry: row.rank.score(Order(event.ranking)) for row in rows}
    return [scores.get(side.entries.get().uid, Fraction(0)) for side in sides]
