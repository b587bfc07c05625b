"""Settling a deal: from facts to raw points, and from these to scores (GZ-30 to GZ-35).

The facts have no problems. The conversions of a seat start with its raw points and add up to its
score.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from scoring.gongzhu.codes import LineCode
from scoring.gongzhu.facts import Facts
from scoring.gongzhu.rules import PAIR_FORMS, ZERO_SUM_FORMS, Normalise, RuleSet
from scoring.gongzhu.settling.pile import lines_of, pile_of
from scoring.gongzhu.stakes import stakes_of
from scoring.seats import partner_of
from scoring.settlement import Line, Settlement

PAIR_WEIGHTS: Final = {
    Normalise.PAIR_SUM: (0, 1),
    Normalise.PAIR_AVERAGE: (0, 2),
    Normalise.PAIR_HALF_DIFFERENCE: (-1, 2),
}
"""How the other pair counts beside a pair's own points, and what the sum is divided by."""

_PAIR_LINES: Final = {
    Normalise.PAIR_HALF_DIFFERENCE: LineCode.PAIR_HALF_DIFFERENCE,
    Normalise.PAIR_SUM: LineCode.PAIR_SUM,
    Normalise.PAIR_AVERAGE: LineCode.PAIR_AVERAGE,
}


def convert(raw: Mapping[str, int], rules: RuleSet) -> tuple[dict[str, int], tuple[Line, ...]]:
    """Return the score of every seat, and the lines from its raw points to it.

    The source's own example (T8 L160-166):

    >>> rules = RuleSet(normalise=Normalise.ZERO_SUM_ROUNDED, scale=12)
    >>> convert({"N": -120, "W": -280, "S": 0, "E": 160}, rules)[0]
    {'N': -960, 'W': -3516, 'S': 960, 'E': 3516}
    """
    steps = {seat: tuple(_steps(seat, raw, rules)) for seat in raw}
    scores = {seat: sum(line.points for line in lines) for seat, lines in steps.items()}
    return scores, tuple(line for lines in steps.values() for line in lines)


def residue(scores: Mapping[str, int], rules: RuleSet) -> int | None:
    """Return the sum of scores that the rules promise to be zero, or None without a promise.

    Only the rounding of GZ-31 can miss zero, by less than half a point a seat, multiplied by the
    scale.

    >>> rules = RuleSet(normalise=Normalise.ZERO_SUM_ROUNDED)
    >>> residue(convert({"N": -10, "W": 0, "S": 0, "E": 0}, rules)[0], rules)
    -1
    """
    return sum(scores.values()) if rules.normalise in ZERO_SUM_FORMS else None


def divide_rounded(numerator: int, denominator: int) -> int:
    """Return a fraction rounded to the nearest integer, halves away from zero (GZ-31).

    >>> [divide_rounded(number, 2) for number in (-3, -1, 0, 1, 3)]
    [-2, -1, 0, 1, 2]
    """
    if numerator < 0:
        return -((denominator - 2 * numerator) // (2 * denominator))
    return (2 * numerator + denominator) // (2 * denominator)


def _steps(seat: str, raw: Mapping[str, int], rules: RuleSet) -> Iterator[Line]:
    yield Line(seat, LineCode.RAW, (), raw[seat])
    if rules.normalise is Normalise.ZERO_SUM_EXACT:
        # The exact value need not be whole before it is scaled, so that both are one step. Rules
        # under which it might not be whole afterwards are refused when they are read.
        value = int(_zero_sum(seat, raw) * rules.scale)
        values = (*_zero_sum_values(seat, raw, value), ("factor", rules.scale))
        yield Line(seat, LineCode.ZERO_SUM_SCALED, (), value - raw[seat], values)
        return
    value = raw[seat]
    if rules.normalise is Normalise.ZERO_SUM_ROUNDED:
        value = divide_rounded(*_zero_sum(seat, raw).as_integer_ratio())
        values = _zero_sum_values(seat, raw, value)
        yield Line(seat, LineCode.ZERO_SUM, (), value - raw[seat], values)
    elif rules.normalise in PAIR_FORMS:
        own = raw[seat] + raw[partner_of(seat)]
        other = sum(raw.values()) - own
        times, divisor = PAIR_WEIGHTS[rules.normalise]
        value = divide_rounded(own + times * other, divisor)
        values = (("value", value), ("own", own), ("other", other))
        yield Line(seat, _PAIR_LINES[rules.normalise], (), value - raw[seat], values)
    if rules.scale != 1:
        yield Line(seat, LineCode.SCALE, (), value * (rules.scale - 1), (("factor", rules.scale),))


def _zero_sum(seat: str, raw: Mapping[str, int]) -> Fraction:
    """Return a seat's points less the average of the others' (T8 L159)."""
    return Fraction(len(raw) * raw[seat] - sum(raw.values()), len(raw) - 1)


def _zero_sum_values(seat: str, raw: Mapping[str, int], value: int) -> tuple[tuple[str, int], ...]:
    exact = _zero_sum(seat, raw)
    return (
        ("value", value),
        ("total", sum(raw.values())),
        ("numerator", exact.numerator),
        ("denominator", exact.denominator),
    )


def settle(facts: Facts, rules: RuleSet) -> Settlement:
    """Return the raw points, the scores and the lines of a deal.

    >>> won = {"N": ("SQ", "H6", "H8", "H10", "HJ", "C10"), "W": (), "S": (), "E": ()}
    >>> settle(Facts(won), RuleSet()).raw["N"]
    -300
    """
    stakes = stakes_of(facts.exposures, rules)
    lines = {
        seat: lines_of(pile_of(seat, won, facts.owners, stakes, rules))
        for seat, won in facts.piles.items()
    }
    raw = {seat: sum(line.points for line in steps) for seat, steps in lines.items()}
    scores, conversions = convert(raw, rules)
    every = tuple(line for steps in lines.values() for line in steps)
    return Settlement(raw, scores, every, conversions, residue(scores, rules))
