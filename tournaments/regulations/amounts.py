"""The amount of each penalty level, in every unit of penalties.

Penalties for lateness by the minute are in `lateness`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Final

from scoring.game import Counting
from tournaments.formats import penalty_units
from tournaments.formats.penalty_units import USUAL_TARGET
from tournaments.models import Comparison, Entry, Event, Form, Ranking
from tournaments.models.record import Unit
from tournaments.regulations.infractions.values import Level
from tournaments.structure.games import counting_of, game_of, rules_of


class PenaltyClass(StrEnum):
    """The two kinds of penalties that are never mixed: procedural and disciplinary."""

    PROCEDURAL = "procedural"
    DISCIPLINARY = "disciplinary"


class Measure(StrEnum):
    """The table of amounts to use; `OUTCOMES` are matches or boards of 2, 1 and 0."""

    POINTS = "points"
    VICTORY_POINTS = "victory_points"
    IMPS = "imps"
    TABLE_POINTS = "table_points"
    LEVELS = "levels"
    MATCH_SCORE = "match_score"
    OUTCOMES = "outcomes"
    PERCENT = "percent"


FREE: Final = frozenset({Level.L0, Level.L1, Level.L2})
"""Levels that are counted and take nothing."""
WITH_AMOUNT: Final = (Level.L3, Level.L4, Level.L5, Level.L6)
QUARTER, HALF, ONE = Fraction(1, 4), Fraction(1, 2), Fraction(1)
TABLE: Final[Mapping[Measure, tuple[Fraction | int | None, ...]]] = {
    Measure.POINTS: (20, 50, 100, 200),
    Measure.VICTORY_POINTS: (QUARTER, HALF, ONE, 3),
    Measure.IMPS: (1, 2, 3, 9),
    Measure.TABLE_POINTS: (QUARTER, HALF, ONE, 2),
    Measure.LEVELS: (None, 1, 1, 3),
    Measure.MATCH_SCORE: (HALF, 1, 2, 3),
    Measure.OUTCOMES: (0, QUARTER, HALF, 1),
    Measure.PERCENT: (5, 10, 25, 100),
}
"""What the levels with an amount take; points for a game to 1000, percent of the top of a board."""
DEAL_POINTS: Final = -10
"""What the lightest penalty takes where levels are played: points of the deal, not levels."""
TENS: Final = 10
OF_MATCHES: Final[Mapping[str, Measure]] = {
    Ranking.VP_20: Measure.VICTORY_POINTS,
    Ranking.VP_15_10: Measure.MATCH_SCORE,
    Ranking.VP_13: Measure.MATCH_SCORE,
    Ranking.WDL_2_1_0: Measure.OUTCOMES,
    Ranking.WIN_3: Measure.OUTCOMES,
}
OF_UNITS: Final[Mapping[Unit, Measure]] = {
    Unit.IMP: Measure.IMPS,
    Unit.LEVEL: Measure.LEVELS,
    Unit.TABLE_POINT: Measure.TABLE_POINTS,
}
OF_BOARDS: Final[Mapping[str, Measure]] = {
    Comparison.BOARD: Measure.OUTCOMES,
    Comparison.MATCHPOINTS: Measure.PERCENT,
}


def amount(event: Event, level: Level, *, at_table: bool) -> Fraction | None:
    """Return the signed amount of a level there, in the unit of penalties; None if it is no number.

    Percentages of matchpoints are converted by the top of a board of the event.
    """
    measure = measure_of(event, at_table=at_table)
    taken = amount_in(measure, level, target_of(event))
    if taken and measure is Measure.PERCENT:
        return taken * top_of(event) / 100
    return taken


def amount_in(measure: Measure, level: Level, target: int | None = None) -> Fraction | None:
    """Return the amount of a level in a measure; points depend on the target of a game (局).

    >>> [str(amount_in(Measure.POINTS, level, 800)) for level in WITH_AMOUNT]
    ['-20', '-40', '-80', '-160']
    """
    if level in FREE:
        return Fraction(0)
    if level not in WITH_AMOUNT:
        return None
    base = TABLE[measure][WITH_AMOUNT.index(level)]
    if base is None:
        return None
    return -(scaled(base, target) if measure is Measure.POINTS else Fraction(base))


def scaled(points: Fraction | int, target: int | None) -> Fraction:
    """Return points of a game to 1000 for one to `target`, in whole tens, 5 away from 0."""
    exact = Fraction(points) * (target or USUAL_TARGET) / USUAL_TARGET
    return Fraction(int(exact / TENS + HALF) * TENS)


def deal_points(event: Event, level: Level) -> int | None:
    """Return the points of a deal that a level costs, if it does not cost levels."""
    by_levels = measure_of(event, at_table=True) is Measure.LEVELS
    return DEAL_POINTS if by_levels and level is Level.L3 else None


def measure_of(event: Event, *, at_table: bool) -> Measure:
    """Return the measure of levels: at a table, or in the standings."""
    counting = counting_of(event)
    unit = penalty_units.penalty_unit(
        counting, event.ranking, at_table=at_table, comparison=event.comparison
    )
    if unit is Unit.VP:
        return OF_MATCHES.get(event.ranking, Measure.VICTORY_POINTS)
    if unit in OF_UNITS:
        return OF_UNITS[unit]
    if event.comparison in OF_BOARDS:
        return OF_BOARDS[event.comparison]
    by_counting = {Counting.LEVELS: Measure.LEVELS, Counting.UNITS: Measure.OUTCOMES}
    return by_counting.get(counting, Measure.POINTS)


def target_of(event: Event) -> int | None:
    """Return the target of a game (局) of the event; None if deals are counted."""
    game = game_of(event)
    return game.target(rules_of(game, event.ruleset))


def loses_deals(event: Event) -> bool:
    """Whether L7 loses a deal: single players, by points, without a game (局) to a target.

    If boards are compared the points of one table are no result, and the referee assigns it.
    """
    return (
        event.form == Form.INDIVIDUAL
        and event.comparison == Comparison.NONE
        and counting_of(event) is Counting.POINTS
        and target_of(event) is None
    )


def top_of(event: Event) -> int:
    """Return the top of a board in matchpoints: two for every other table of the whole field."""
    here = event.entries.filter(kind=Entry.Kind.COMPETITOR).count()
    at_table = 2 if event.form == Form.PAIRS else 4
    return max(1, 2 * (here // at_table - 1))


def class_of(level: Level, family: str = "") -> PenaltyClass:
    """Return the kind of penalty of a level; between the two it depends on the family of the
    article.

    >>> class_of(Level.L5).value, class_of(Level.L6, "B").value, class_of(Level.L8).value
    ('procedural', 'disciplinary', 'disciplinary')
    """
    either = {Level.L2, Level.L6, Level.L7}
    if level in {Level.L8, Level.L9} or (level in either and family == "B"):
        return PenaltyClass.DISCIPLINARY
    return PenaltyClass.PROCEDURAL
