"""The terms of an event for unplayed rounds and matches, as values and pure functions.

They concern byes and missed rounds, withdrawals (退赛) from a round robin (White Book 2.4.5),
walkovers (弃权胜) and matches with wrong seats. The numbers are options, each with its source.
`unplayed_rounds` and `withdrawals` apply them to an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.codes import WordedCode, worded

INDEMNITY: Final = Fraction(3, 5)
"""The share of a whole score that compensates for a missing opponent (White Book 2.4.2)."""
AT_FAULT: Final = Fraction(2, 5)
"""The share of a whole score for a side that is at fault (White Book 2.4.5)."""
IMPS_OF_AVERAGE_PLUS: Final = 3
"""IMPs of an unplayed board for the average plus; the average minus is its negative."""
BOARD_WON: Final = 2
"""Points of a won board where each board counts by itself."""


class Credit(StrEnum):
    """The score of a bye, or of a round missed by a late entry."""

    AVERAGE = "average"
    """The own average of a round, also of a single one; no new event is given it."""
    OWN_OR_MEAN = "own_or_mean"
    """The own average of a round; with fewer than two, the mean of all tables in that round."""
    LOWER = "lower"
    """The own average or the mean of all tables in that round, whichever is lower."""
    WIN = "win"
    NONE = "none"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class CreditTerms:
    """The terms of an unplayed round; `amount` of the ranking score if it is a fixed number.

    Where table points rank, the base points beside the amount are the entry's own average.
    """

    kind: Credit = Credit.NONE
    amount: Fraction = Fraction(0)


class RankedFrom(StrEnum):
    """From when on an entry is ranked; until then it is listed below the ranked ones."""

    ALL = "all"
    """Everybody who was entered, also without a deal."""
    ONE = "one"
    HALF = "half"
    """Half of the deals dealt so far, rounded up."""
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class LeastPlayed:
    """The least play for an entry to be ranked; `deals` if it is a fixed number."""

    kind: RankedFrom = RankedFrom.ALL
    deals: int = 0

    def needed(self, dealt: int) -> int:
        """Return how many of `dealt` deals are needed: at most all, at least one.

        >>> half = LeastPlayed(RankedFrom.HALF)
        >>> [half.needed(dealt) for dealt in (0, 7, 8)], LeastPlayed(RankedFrom.NUMBER, 6).needed(4)
        ([1, 4, 4], 4)
        """
        if self.kind is RankedFrom.ALL:
            return 0
        wanted = {RankedFrom.HALF: (dealt + 1) // 2, RankedFrom.NUMBER: min(self.deals, dealt)}
        return max(1, wanted.get(self.kind, 1))


NO_CREDIT: Final = CreditTerms()
RANKS_ALL: Final = LeastPlayed()


class WithdrawalOutcome(WordedCode):
    """What happens to the matches of an entry that withdraws."""

    CANCELLED = worded("cancelled", "None of its matches counts.")
    STAND = worded("stand", "Its matches count; entries still to meet it are compensated.")


class CompensationBasis(WordedCode):
    """Which of three scores was the best for an opponent of a withdrawn entry.

    The withdrawn entry itself has `AT_FAULT` for missed matches if its reason was accepted. If
    points of boards are added up these are the average plus and the average minus.
    """

    OWN_AVERAGE = worded("own_average", "the average of its own matches")
    OTHERS_AVERAGE = worded(
        "others_average", "the average that others had against the one who withdrew"
    )
    INDEMNITY = worded("indemnity", "a walkover")
    AT_FAULT = worded("at_fault", "two fifths of a match")
    AVERAGE_PLUS = worded(
        "average_plus", "average plus: three fifths of its boards, or three IMPs for each"
    )
    AVERAGE_MINUS = worded(
        "average_minus", "average minus: two fifths of its boards, or three IMPs off for each"
    )
    NOTHING = worded("nothing", "no points")


@dataclass(frozen=True, slots=True)
class WithdrawalRules:
    """The rules of withdrawal from a round robin.

    If less than `half` of its matches were played none of them counts. Otherwise they stand, and
    every further opponent gets the best of its own average, of others' average against the
    withdrawn entry, and of `indemnity` of `whole`. The withdrawn entry gets `at_fault` of it if its
    reason was accepted, and nothing otherwise.
    """

    whole: Fraction = Fraction(20)
    half: Fraction = Fraction(1, 2)
    indemnity: Fraction = INDEMNITY
    at_fault: Fraction = AT_FAULT


@dataclass(frozen=True, slots=True)
class WithdrawalCompensation:
    """The compensation, if points rank, for a later round after one side withdrew.

    `there` is the least score of the side present, None if no such number is usual; `left` that of
    the side that left for an accepted reason, both of `most` available points. Between two sides
    that only meet one another a match can be cancelled, and `against` counts: others' average
    against the withdrawn entry. If all tables are compared, played results stand.
    """

    there: Fraction | None = None
    left: Fraction | None = None
    most: Fraction = Fraction(0)
    of_matches: bool = True

    def best(
        self, own: Fraction | None, against: Fraction | None
    ) -> tuple[CompensationBasis, Fraction]:
        """Return the best score for an opponent, from its own average and that of others.

        >>> WithdrawalCompensation(Fraction(12)).best(Fraction(13), None)[0].value
        'own_average'
        """
        amounts = {
            CompensationBasis.OWN_AVERAGE: own,
            CompensationBasis.OTHERS_AVERAGE: against if self.of_matches else None,
            CompensationBasis.AVERAGE_PLUS: self.there,
        }
        possible = {name: value for name, value in amounts.items() if value is not None}
        best = max(possible, key=lambda name: possible[name], default=CompensationBasis.NOTHING)
        return best, possible.get(best, Fraction(0))

    @property
    def at_fault(self) -> tuple[CompensationBasis, Fraction]:
        """The score of the entry that withdrew for an accepted reason."""
        if self.left is None:
            return CompensationBasis.NOTHING, Fraction(0)
        return CompensationBasis.AVERAGE_MINUS, self.left


@dataclass(frozen=True, slots=True)
class WithdrawalNote:
    """Why the score of a match differs: `entry` withdrew, and the basis of the compensation.

    `best` is None if none of its matches counts.
    """

    entry: str
    best: CompensationBasis | None = None


def withdrawal_outcome(played: int, matches: int, rules: WithdrawalRules) -> WithdrawalOutcome:
    """Return what happens to an entry's matches, by the number of them that were played.

    >>> [withdrawal_outcome(played, 5, WithdrawalRules()).value for played in (2, 3)]
    ['cancelled', 'stand']
    """
    few = Fraction(played, matches) < rules.half
    return WithdrawalOutcome.CANCELLED if few else WithdrawalOutcome.STAND


def best_compensation(
    own: Fraction | None, theirs: Fraction | None, rules: WithdrawalRules
) -> tuple[CompensationBasis, Fraction]:
    """Return the score of an opponent whose match had not been played.

    `own` is its average of a match played, `theirs` that of the entry that withdrew.

    >>> str(best_compensation(Fraction(11), Fraction(7), WithdrawalRules())[1])
    '13'
    """
    amounts = {
        CompensationBasis.INDEMNITY: rules.whole * rules.indemnity,
        CompensationBasis.OTHERS_AVERAGE: rules.whole - theirs
        if theirs is not None
        else Fraction(0),
        CompensationBasis.OWN_AVERAGE: own if own is not None else Fraction(0),
    }
    best = max(amounts, key=lambda name: amounts[name])
    return best, amounts[best]


class WalkoverAward(WordedCode):
    """Named scores of a match from which one side was absent."""

    INDEMNITY = worded("indemnity", "12 : 0, three fifths of 20")
    EIGHTEEN = worded("eighteen", "18 : 0")
    WHOLE = worded("whole", "20 : 0")
    WIN_1 = worded("win_1", "1 : 0, as a match won")
    WIN_1_ABSENT_MINUS_1 = worded(
        "win_1_absent_minus_1", "1 for the side present, −1 for the absent side"
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
    """Return the score of both sides of a match spoilt by wrong seats (White Book 3.3.6).

    >>> [int(score_after_wrong_seats(Fraction(20), official)) for official in (False, True)]
    [8, 12]
    """
    return whole * (INDEMNITY if by_official else AT_FAULT)


def score_after_mismatch(score: Fraction, at_fault: bool) -> Fraction:
    """Return the score, of 20, that a side keeps from a match wrongly paired by more than five
    points (White Book 3.5).

    The innocent side met a stronger one: it gets three quarters of its score, plus five. The side
    at fault met a weaker one: it loses a quarter of its score above five.

    >>> int(score_after_mismatch(Fraction(8), False)), int(score_after_mismatch(Fraction(13), True))
    (11, 11)
    """
    quarter = Fraction(1, 4)
    return score - quarter * (score - 5) if at_fault else 5 + 3 * quarter * score
