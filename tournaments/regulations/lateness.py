"""What is taken for coming late, by the minute, in every unit (T-01 to T-03).

When somebody came, and how it is written down, is the referee's.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from tournaments.models import Event
from tournaments.regulations import amounts
from tournaments.regulations.amounts import TABLE, Measure
from tournaments.structure.regulations import regulations_of

LATE, VERY_LATE, FORFEITED = "T-01", "T-02", "T-03"
MINUTES: Final = 5
WARNED: Final = 10
"""Up to so many minutes somebody is warned; after that every five minutes begun are a step."""
STEPS: Final[tuple[tuple[int, int], ...]] = ((1, 0), (0, 1), (1, 1), (1, 2))
"""The steps of T-02 as multiples of L4 and of L5: 50, 100, 150 and 250 points."""
VICTORY_POINTS: Final = (Fraction(1), Fraction(2), Fraction(3), Fraction(5))
"""The steps on a scale of 25–5."""
TO_20_0: Final = Fraction(4, 5)


def late_code(event: Event, minutes: int) -> str | None:
    """Return the article for coming so many minutes late; None for who is on time."""
    if minutes <= 0:
        return None
    if minutes > regulations_of(event).forfeit_minutes:
        return FORFEITED
    return LATE if minutes <= WARNED else VERY_LATE


def late_amount(event: Event, minutes: int, *, at_table: bool) -> Fraction | None:
    """Return what lateness takes there, signed, in the unit of penalties; None for a forfeit."""
    if late_code(event, minutes) == FORFEITED:
        return None
    measure = amounts.measure_of(event, at_table=at_table)
    taken = late_amount_in(measure, minutes, amounts.target_of(event))
    if taken and measure is Measure.PERCENT:
        return taken * amounts.top_of(event) / 100
    return taken


def late_amount_in(measure: Measure, minutes: int, target: int | None = None) -> Fraction:
    """Return what lateness takes in a measure.

    >>> [str(late_amount_in(Measure.POINTS, late, 800)) for late in (10, 11, 16, 21, 26)]
    ['0', '-40', '-80', '-120', '-200']
    >>> [str(late_amount_in(Measure.LEVELS, late)) for late in (5, 7, 12, 30)]
    ['-1', '-2', '-3', '-6']
    """
    begun = -(-max(0, minutes) // MINUTES)
    if measure is Measure.LEVELS:
        return Fraction(-begun)
    step = min(begun - WARNED // MINUTES, len(STEPS))
    if step <= 0:
        return Fraction(0)
    if measure is Measure.VICTORY_POINTS:
        return -VICTORY_POINTS[step - 1] * TO_20_0
    return -_by_levels(measure, STEPS[step - 1], target)


def _by_levels(measure: Measure, times: tuple[int, int], target: int | None) -> Fraction:
    _light, usual, standard, _heavy = TABLE[measure]
    exact = times[0] * Fraction(usual or 0) + times[1] * Fraction(standard or 0)
    return amounts.scaled(exact, target) if measure is Measure.POINTS else exact
