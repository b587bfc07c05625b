"""What is carried over from one stage to the next (带分), as pure functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.codes import WordedCode, worded
from tournaments.standings.match_results import MatchResult


class Carry(WordedCode):
    """Which scores of the stage before are carried over."""

    NONE = worded("carry_none", "Nothing is carried over.")
    ALL = worded("carry_all", "The score of the stage before is carried over.")
    HEAD_TO_HEAD = worded(
        "carry_head_to_head", "The matches among those who go on are carried over."
    )
    FORMULA = worded(
        "carry_formula", "A part of the score by the formula of the regulations is carried over."
    )


@dataclass(frozen=True, slots=True)
class CarryFormula:
    """½ · score · (NumQ / MaxQ) · (MaxF / NumF) (White Book 3.8).

    Q is what was played to qualify, F the final. Our source, a digest, explains no letter; the
    regulations of the event have to say which numbers stand for them.
    """

    num_q: int
    max_q: int
    num_f: int
    max_f: int

    def carried(self, score: Fraction) -> Fraction:
        """Return what is carried over of a score.

        >>> str(CarryFormula(num_q=8, max_q=20, num_f=4, max_f=20).carried(Fraction(50)))
        '50'
        """
        return score * self.num_q * self.max_f / (2 * self.max_q * self.num_f)


@dataclass(frozen=True, slots=True)
class CarryRule:
    """What is carried over, and which `share` of it; the formula includes its own share."""

    kind: Carry = Carry.NONE
    share: Fraction = Fraction(1)
    formula: CarryFormula | None = None


@dataclass(frozen=True, slots=True)
class Carried:
    """The carry-over of an entry: `amount` out of the points (`of`) of so many matches before."""

    amount: Fraction
    of: Fraction
    matches: int


def carry_over(
    rule: CarryRule,
    qualified: Sequence[str],
    results: Iterable[MatchResult],
    scores: Mapping[str, Fraction] | None = None,
) -> Mapping[str, Carried]:
    """Return what everybody who has qualified takes along.

    `scores` are those of the stage before with penalties and all; without them the sums of its
    matches are taken. Raises ValueError for the formula without its numbers.

    >>> met = [MatchResult(1, ("a", "b"), (Fraction(12), Fraction(8))),
    ...        MatchResult(2, ("a", "c"), (Fraction(20), Fraction(0)))]
    >>> amounts = carry_over(CarryRule(Carry.HEAD_TO_HEAD, Fraction(1, 2)), ["a", "b"], met)
    >>> [(entry, int(carry.amount)) for entry, carry in amounts.items()]
    [('a', 6), ('b', 4)]
    """
    kept = list(results)
    if rule.kind is Carry.HEAD_TO_HEAD:
        kept, scores = list(matches_among(qualified, kept)), None
    sums, matches = _sum_results(kept)
    return {
        entry: Carried(_carried_amount(rule, before), before, matches[entry])
        for entry in qualified
        for before in [sums[entry] if scores is None else scores.get(entry, Fraction(0))]
    }


def matches_among(
    qualified: Sequence[str], results: Iterable[MatchResult]
) -> Iterable[MatchResult]:
    """Return the matches that those who have qualified have played against one another."""
    wanted = frozenset(qualified)
    return (result for result in results if wanted.issuperset(result.sides))


def _carried_amount(rule: CarryRule, before: Fraction) -> Fraction:
    if rule.kind is Carry.NONE:
        return Fraction(0)
    if rule.kind is Carry.FORMULA:
        if rule.formula is None:
            raise ValueError("the formula has no numbers")
        return rule.formula.carried(before)
    return before * rule.share


def _sum_results(
    results: Iterable[MatchResult],
) -> tuple[Mapping[str, Fraction], Mapping[str, int]]:
    sums: dict[str, Fraction] = defaultdict(Fraction)
    matches: dict[str, int] = defaultdict(int)
    for result in results:
        for side, score in zip(result.sides, result.scores or (), strict=False):
            sums[side] += score
            matches[side] += 1
    return sums, matches
