"""Penalties for lateness, by the minute, in every unit (T-01 to T-03).

A late line-up (A-03) costs the level of its article for every five minutes begun.

Both the printed table and the penalties are computed here. Recording arrivals belongs to `referee`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.models import Event
from tournaments.regulations import amounts
from tournaments.regulations.amounts import TABLE, Measure
from tournaments.regulations.articles import article
from tournaments.standings.match_scores import Order
from tournaments.structure.line_up_rules import Late
from tournaments.structure.regulations import regulations_of

MINUTES: Final = 5
WARNED: Final = 10
"""Up to so many minutes somebody is warned; after that every five minutes begun are a step."""
STEPS: Final[tuple[tuple[int, int], ...]] = ((1, 0), (0, 1), (1, 1), (1, 2))
"""The steps of T-02 as multiples of L4 and of L5: 50, 100, 150 and 250 points."""
VICTORY_POINTS: Final = (Fraction(1), Fraction(2), Fraction(3), Fraction(5))
"""The steps of matches between sides, on a scale of 25–5."""
OF_VICTORY_POINT: Final = {
    Measure.MATCH_SCORE: Fraction(1),
    Measure.VICTORY_POINTS: Fraction(4, 5),
    Measure.IMPS: Fraction(3),
}
"""What a victory point of that scale is elsewhere; three IMPs, as in the table of levels."""
LINE_UP_ARTICLE: Final = "A-03"
"""The article of a late line-up in the catalogue of irregularities."""


class LateArticle(StrEnum):
    """The article of the catalogue to which a step belongs."""

    LATE = "T-01"
    VERY_LATE = "T-02"
    FORFEIT = "T-03"


class Whom(StrEnum):
    """Whom a penalty for lateness concerns."""

    SEAT = "seat"
    """The seat at the table, at the end of its game (局)."""
    ENTRY = "entry"
    """The entry, in what its matches are worth."""
    OTHER_SIDE = "other_side"
    """The opponents gain levels, at which they start."""


@dataclass(frozen=True, slots=True)
class LateTerms:
    """How an event penalises lateness: whom, in which unit, and until when one may still arrive.

    `target` is that of a game (局), `top` that of a board in matchpoints.
    """

    measure: Measure
    whom: Whom = Whom.SEAT
    target: int | None = None
    top: int = 1
    forfeit: int = 30


@dataclass(frozen=True, slots=True)
class LateStep:
    """A consequence of lateness: a warning if the amount is 0, or forfeiture of the match.

    The amount is signed, as it is posted.
    """

    article: LateArticle
    amount: Fraction = Fraction(0)

    @property
    def is_forfeit(self) -> bool:
        """Whether the match is forfeited."""
        return self.article is LateArticle.FORFEIT

    @property
    def is_warning(self) -> bool:
        """Whether it is a warning."""
        return not self.amount and not self.is_forfeit


def terms_of(event: Event) -> LateTerms:
    """Return how an event penalises lateness, by its game, form and regulations."""
    whom, at_table = Whom.SEAT, amounts.measure_of(event, at_table=True)
    if at_table is Measure.LEVELS:
        whom = Whom.OTHER_SIDE
    elif Order(event.ranking).by_match:
        whom = Whom.ENTRY
    measure = amounts.measure_of(event, at_table=whom is not Whom.ENTRY)
    top = amounts.top_of(event) if measure is Measure.PERCENT else 1
    forfeit = regulations_of(event).forfeit_minutes
    return LateTerms(measure, whom, amounts.target_of(event), top, forfeit)


def late_step(minutes: int, terms: LateTerms) -> LateStep | None:
    """Return the consequence of this many started minutes; None if there was no lateness.

    >>> of_levels = LateTerms(Measure.LEVELS, Whom.OTHER_SIDE, forfeit=15)
    >>> [str(late_step(minutes, of_levels).amount) for minutes in (1, 7, 15)]
    ['1', '2', '3']
    >>> late_step(16, of_levels).is_forfeit
    True
    """
    if minutes <= 0:
        return None
    if minutes > terms.forfeit:
        return LateStep(LateArticle.FORFEIT)
    article = LateArticle.LATE if minutes <= WARNED else LateArticle.VERY_LATE
    taken = late_amount_in(terms.measure, minutes, terms.target)
    if terms.measure is Measure.PERCENT:
        taken = taken * terms.top / 100
    return LateStep(article, -taken if terms.whom is Whom.OTHER_SIDE else taken)


def late_steps(terms: LateTerms) -> Iterator[tuple[int, int, LateStep]]:
    """Yield the steps in force, each with its first and last minute; the forfeit has no last one.

    >>> steps = late_steps(LateTerms(Measure.POINTS, forfeit=18))
    >>> [(first, last, str(step.amount)) for first, last, step in steps]
    [(1, 10, '0'), (11, 15, '-50'), (16, 18, '-100'), (19, 0, '0')]
    """
    first = 1
    for minute in range(1, terms.forfeit + 1):
        step = late_step(minute, terms)
        if step is not None and step != late_step(minute + 1, terms):
            yield first, minute, step
            first = minute + 1
    yield first, 0, LateStep(LateArticle.FORFEIT)


def late_amount_in(measure: Measure, minutes: int, target: int | None = None) -> Fraction:
    """Return the amount of lateness in a measure.

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
    if (worth := OF_VICTORY_POINT.get(measure)) is not None:
        return -VICTORY_POINTS[step - 1] * worth
    return -_by_levels(measure, STEPS[step - 1], target)


def _by_levels(measure: Measure, times: tuple[int, int], target: int | None) -> Fraction:
    _light, usual, standard, _heavy = TABLE[measure]
    exact = times[0] * Fraction(usual or 0) + times[1] * Fraction(standard or 0)
    return amounts.scaled(exact, target) if measure is Measure.POINTS else exact


def line_up_penalty(event: Event, late: Late) -> Fraction:
    """Return the penalty in the unit of the standings, negative; 0 if the event has none."""
    found = article(event, LINE_UP_ARTICLE)
    taken = amounts.amount(event, found.level, at_table=False) if found else None
    return late.steps * (taken or Fraction(0))
