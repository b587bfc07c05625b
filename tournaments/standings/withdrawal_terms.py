"""The terms of a withdrawal (退赛) from a round robin, as pure functions (White Book 2.4.5).

The numbers are options. Applying them to an event belongs to `withdrawals`.
"""

from __future__ import annotations

from dataclasses import dataclass
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


class WithdrawalOutcome(WordedCode):
    """What becomes of the matches of an entry that withdraws."""

    CANCELLED = worded("cancelled", "None of its matches counts.")
    STAND = worded("stand", "Its matches stand; who was still to meet it is made good.")


class CompensationBasis(WordedCode):
    """Which of three scores was the best for an opponent of an entry that withdrew.

    Who withdrew itself, for a reason that was accepted, has `AT_FAULT` for what it missed. Where
    points of boards are added up these are the average plus and the average minus.
    """

    OWN_AVERAGE = worded("own_average", "the average of its own matches")
    OTHERS_AVERAGE = worded(
        "others_average", "the average that others had against the one who withdrew"
    )
    INDEMNITY = worded("indemnity", "a match that is won without play")
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

    Where less than `half` of its matches were played none of them counts. Otherwise they stand,
    and every further opponent has the best of its own average, of what others had against the one
    who withdrew, and of `indemnity` of `whole`. That one has `at_fault` of it where the reason
    was accepted, and nothing where it was not.
    """

    whole: Fraction = Fraction(20)
    half: Fraction = Fraction(1, 2)
    indemnity: Fraction = INDEMNITY
    at_fault: Fraction = AT_FAULT


@dataclass(frozen=True, slots=True)
class WithdrawalCompensation:
    """The compensation, where points rank, for a round still to come when one side withdrew.

    `there` is what whoever was there has at the least, None where no such number is usual; `left`
    what the one has who left for an accepted reason, both of `most` that could be had. Between two
    sides who only meet one another a match can be cancelled, and `against` counts: what others had
    against the one who withdrew. Where all tables are compared what was played stands.
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
    """Why a match counts otherwise: `entry` withdrew, and on which score the result rests.

    `best` is None where none of its matches counts.
    """

    entry: str
    best: CompensationBasis | None = None


def withdrawal_outcome(played: int, matches: int, rules: WithdrawalRules) -> WithdrawalOutcome:
    """Return what becomes of an entry's matches, by how many of them had been played.

    >>> [withdrawal_outcome(played, 5, WithdrawalRules()).value for played in (2, 3)]
    ['cancelled', 'stand']
    """
    few = Fraction(played, matches) < rules.half
    return WithdrawalOutcome.CANCELLED if few else WithdrawalOutcome.STAND


def best_compensation(
    own: Fraction | None, theirs: Fraction | None, rules: WithdrawalRules
) -> tuple[CompensationBasis, Fraction]:
    """Return the score of an opponent that was still to come.

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
