"""Times of draws: `python -m benchmarks.draws [ENTRIES …]`.

It prints the seconds of one core for the slowest round of

    wins       a Swiss event of two sides, two for a win: few score groups, of many entries each
    points     the same with victory points: hardly anybody has the score of somebody else
    slide      wins, the upper half of a score group against the lower
    groups     a field in groups of eight, those of one club apart
    knockout   lines of a double knockout, those of one club apart

Everything comes from a seed: who wins and by how much is drawn. Five rounds of each are played.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from random import Random

from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.groups import divide_into_groups
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.pairing.swiss import swiss_draw
from tournaments.pairing.swiss.swiss_values import (
    Float,
    PairingOrder,
    Sides,
    SwissEntrant,
    SwissInput,
    SwissOptions,
)

SEED = 7
SIZES = (100, 200, 500, 1000)
ROUNDS = 5
CLUBS = 25
MOST = 2000
"""Hundredths of a victory point to be shared in a match."""

Scoring = Callable[[Random], tuple[Fraction, Fraction]]


def wins(chance: Random) -> tuple[Fraction, Fraction]:
    """Two for a win and nothing for a defeat."""
    won = chance.choice((0, 2))
    return Fraction(won), Fraction(2 - won)


def points(chance: Random) -> tuple[Fraction, Fraction]:
    """Victory points with two decimals."""
    own = chance.randrange(MOST + 1)
    return Fraction(own, 100), Fraction(MOST - own, 100)


def event(entries: int, scoring: Scoring, options: SwissOptions) -> float:
    """Play an event and return the seconds of its slowest draw."""
    chance = Random(SEED)  # noqa: S311 - the same event every time
    scores = {str(number): Fraction(0) for number in range(1, entries + 1)}
    clubs = {entry: f"club {chance.randrange(CLUBS)}" for entry in scores}
    history: list[Sides] = []
    floats: dict[str, Float] = {}
    slowest = 0.0
    for number in range(ROUNDS):
        order = sorted(scores, key=lambda entry: (-scores[entry], int(entry)))
        rows = tuple(
            SwissEntrant(entry, rank, scores[entry], clubs[entry], floats.get(entry))
            for rank, entry in enumerate(order, 1)
        )
        question = SwissInput(f"{SEED}/{number}", rows, tuple(history), options)
        started = time.process_time()
        drawn = swiss_draw.draw(question)
        slowest = max(slowest, time.process_time() - started)
        floats = dict(drawn.floats)
        for table in drawn.tables:
            history.append(table.sides)
            for side, score in zip(table.sides, scoring(chance), strict=True):
                scores[side] += score
    return slowest


def groups(entries: int) -> float:
    """Return the seconds in which a field is divided into groups of eight."""
    entered, seed = _field(entries), str(SEED)
    return _time(lambda: divide_into_groups(entered, entries // 8, seed, clubs_apart=True))


def lines(entries: int) -> float:
    """Return the seconds in which a field is put into a double knockout."""
    options = knockout_draw.KnockoutOptions(kind=KnockoutKind.DOUBLE, tiers_drawn=True)
    return _time(
        lambda: knockout_draw.draw(knockout_draw.KnockoutInput(str(SEED), _field(entries), options))
    )


COLUMNS: dict[str, Callable[[int], float]] = {
    "wins": lambda entries: event(entries, wins, SwissOptions()),
    "points": lambda entries: event(entries, points, SwissOptions()),
    "slide": lambda entries: event(entries, wins, SwissOptions(order=PairingOrder.SLIDE)),
    "groups": groups,
    "knockout": lines,
}


def main() -> None:
    """Print one row for each size of the field."""
    sys.stdout.write("entries" + "".join(f"{name:>10}" for name in COLUMNS) + "\n")
    for entries in map(int, sys.argv[1:] or SIZES):
        row = "".join(f"{timed(entries):10.2f}" for timed in COLUMNS.values())
        sys.stdout.write(f"{entries:7}{row}\n")


def _field(entries: int) -> tuple[SeededEntry, ...]:
    chance = Random(SEED)  # noqa: S311 - the same field every time
    return tuple(
        SeededEntry(str(rank), rank, f"club {chance.randrange(CLUBS)}")
        for rank in range(1, entries + 1)
    )


def _time(make: Callable[[], object]) -> float:
    started = time.process_time()
    make()
    return time.process_time() - started


if __name__ == "__main__":
    main()
