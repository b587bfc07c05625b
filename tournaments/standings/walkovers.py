"""Scores of matches that are not played, or not as drawn: walkovers (弃权胜) and wrong seats.

The numbers are options, each with its source. Byes (轮空) belong to `byes`, withdrawals
(退赛) to `withdrawals`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.codes import WordedCode, worded
from tournaments.standings.withdrawal_terms import AT_FAULT, INDEMNITY


class WalkoverAward(WordedCode):
    """The named scores of a match to which one side did not come."""

    INDEMNITY = worded("indemnity", "12 : 0, three fifths of 20")
    EIGHTEEN = worded("eighteen", "18 : 0")
    WHOLE = worded("whole", "20 : 0")
    WIN_1 = worded("win_1", "1 : 0, as a match won")
    WIN_1_ABSENT_MINUS_1 = worded(
        "win_1_absent_minus_1", "1 for who is there, −1 for who is absent"
    )
    WIN_2 = worded("win_2", "2 : 0, as a match won")
    WIN_3 = worded("win_3", "3 : 0, as a match won")


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
