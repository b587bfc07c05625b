"""Scores of matches that are not played: walkovers (弃权胜) and withdrawals (退赛).

The numbers are options, each with its source. Byes (轮空) belong to `byes`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.standings.match_results import MatchResult
from tournaments.standings.withdrawal_terms import (
    AT_FAULT,
    INDEMNITY,
    CompensationBasis,
    WithdrawalOutcome,
    WithdrawalRules,
    best_compensation,
    withdrawal_outcome,
)

__all__ = [
    "AT_FAULT",
    "AWARDS",
    "BOTH",
    "INDEMNITY",
    "CompensationBasis",
    "WalkoverAward",
    "WalkoverScores",
    "Withdrawal",
    "WithdrawalOutcome",
    "WithdrawalRules",
    "score_after_mismatch",
    "score_after_wrong_seats",
    "score_walkover",
    "withdraw_from_matches",
]

BOTH: Final = frozenset({0, 1})


class WalkoverAward(StrEnum):
    """The named scores of a match to which one side did not come."""

    INDEMNITY = "indemnity"
    EIGHTEEN = "eighteen"
    WHOLE = "whole"
    WIN_1 = "win_1"
    WIN_1_ABSENT_MINUS_1 = "win_1_absent_minus_1"
    WIN_2 = "win_2"
    WIN_3 = "win_3"


@dataclass(frozen=True, slots=True)
class WalkoverScores:
    """The scores of a match that was not played: of the side present and of the side absent."""

    present: Fraction
    absent: Fraction = Fraction(0)


AWARDS: Final[Mapping[WalkoverAward, WalkoverScores]] = {
    # White Book 2.4.2: 12 of 20.
    WalkoverAward.INDEMNITY: WalkoverScores(20 * INDEMNITY),
    # 桂设协〔2019〕35号.
    WalkoverAward.EIGHTEEN: WalkoverScores(Fraction(18)),
    WalkoverAward.WHOLE: WalkoverScores(Fraction(20)),
    WalkoverAward.WIN_1: WalkoverScores(Fraction(1)),
    # 南山杯 2026: a win 1, a draw 1/2, a loss 0, absent -1.
    WalkoverAward.WIN_1_ABSENT_MINUS_1: WalkoverScores(Fraction(1), Fraction(-1)),
    # 积分编排制.
    WalkoverAward.WIN_2: WalkoverScores(Fraction(2)),
    WalkoverAward.WIN_3: WalkoverScores(Fraction(3)),
}
"""The awards that are offered, by their names."""


def score_walkover(match: MatchResult, award: WalkoverScores) -> MatchResult:
    """Return a match to which one side or both did not come, with its scores.

    Raises ValueError for one that both sides came to.

    >>> met = MatchResult(1, ("a", "b"), absent=frozenset({1}))
    >>> award = AWARDS[WalkoverAward.WIN_1_ABSENT_MINUS_1]
    >>> [int(score) for score in score_walkover(met, award).scores]
    [1, -1]
    """
    if not match.absent:
        raise ValueError("nobody was absent")
    home, away = (award.absent if place in match.absent else award.present for place in (0, 1))
    return replace(match, scores=(home, away), totals=None)


def score_after_wrong_seats(whole: Fraction, by_official: bool) -> Fraction:
    """Return what both sides have of a match that wrong seats have spoilt (White Book 3.3.6).

    >>> [int(score_after_wrong_seats(Fraction(20), official)) for official in (False, True)]
    [8, 12]
    """
    return whole * (INDEMNITY if by_official else AT_FAULT)


def score_after_mismatch(score: Fraction, at_fault: bool) -> Fraction:
    """Return what a side keeps of its score, of 20, from a match that was paired wrongly by more
    than five points (White Book 3.5).

    The innocent side met a stronger one: three quarters of its score, and five. The one at fault
    met a weaker one: a quarter of what is over five is taken.

    >>> int(score_after_mismatch(Fraction(8), False)), int(score_after_mismatch(Fraction(13), True))
    (11, 11)
    """
    quarter = Fraction(1, 4)
    return score - quarter * (score - 5) if at_fault else 5 + 3 * quarter * score


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The effect of a withdrawal: what becomes of the matches, and how all of them count.

    `best` says of every opponent that was still to come on which of the three its score rests.
    """

    standing: WithdrawalOutcome
    matches: tuple[MatchResult, ...]
    best: Mapping[str, CompensationBasis]


def withdraw_from_matches(
    entry: str,
    matches: Sequence[MatchResult],
    rules: WithdrawalRules | None = None,
    accepted: bool = False,
) -> Withdrawal:
    """Return the matches of a group, played and to come, after an entry has withdrawn.

    Cancelled matches are left out. Raises ValueError where the entry has no match.

    >>> met = MatchResult(1, ("a", "b"), (Fraction(12), Fraction(8)))
    >>> still = [MatchResult(n, ("a", other)) for n, other in ((2, "c"), (3, "d"))]
    >>> withdraw_from_matches("a", [met, *still]).standing.value
    'cancelled'
    """
    rules = rules or WithdrawalRules()
    own = [match for match in matches if entry in match.sides]
    if not own:
        raise ValueError("who withdraws has a match")
    played = [match for match in own if match.is_over]
    others = [match for match in matches if entry not in match.sides]
    if withdrawal_outcome(len(played), len(own), rules) is WithdrawalOutcome.CANCELLED:
        return Withdrawal(WithdrawalOutcome.CANCELLED, tuple(others), {})
    kept, best = [], {}
    for match in matches:
        if entry in match.sides and not match.is_over:
            other = match.sides[1 - match.sides.index(entry)]
            best[other], score = _best_for_opponent(other, entry, matches, rules)
            kept.append(_award_match(match, entry, score, rules, accepted))
        else:
            kept.append(match)
    return Withdrawal(WithdrawalOutcome.STAND, tuple(kept), best)


def _best_for_opponent(
    other: str, entry: str, matches: Sequence[MatchResult], rules: WithdrawalRules
) -> tuple[CompensationBasis, Fraction]:
    averages = _averages(matches)
    return best_compensation(averages[other], averages[entry], rules)


def _averages(matches: Iterable[MatchResult]) -> defaultdict[str, Fraction | None]:
    """Return the average score of everybody over the matches that were played."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    count: Counter[str] = Counter()
    for match in matches:
        if match.scores is not None and not match.absent:
            for side, score in zip(match.sides, match.scores, strict=True):
                sums[side] += score
                count[side] += 1
    averages: defaultdict[str, Fraction | None] = defaultdict(lambda: None)
    averages.update({side: sums[side] / count[side] for side in count})
    return averages


def _award_match(
    match: MatchResult, entry: str, score: Fraction, rules: WithdrawalRules, accepted: bool
) -> MatchResult:
    place = match.sides.index(entry)
    lost = rules.whole * rules.at_fault if accepted else Fraction(0)
    scores = (lost, score) if place == 0 else (score, lost)
    return replace(match, scores=scores, totals=None, absent=frozenset({place}))
