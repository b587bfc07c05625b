"""Random results and mishaps of a rehearsal, drawn from a seed by pure functions.

The same seed and the same question have the same answer anywhere, in whatever order they are
asked, so that a rehearsal can be repeated from any round on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.codes import WordedCode, worded

STEP: Final = 10
"""Points of a board are multiples of this."""
DICE: Final = 4
"""The number of dice that are averaged, so that small swings are the most frequent."""


class Mishap(WordedCode):
    """An event other than planned."""

    LATE_RESULT = worded("late_result", "a result that comes late")
    CORRECTION = worded("corrected_result", "a result that is corrected")
    PENALTY = worded("penalised", "a penalty")
    WALKOVER = worded("walked_over", "a side that does not come")
    WITHDRAWAL = worded("withdrew", "a withdrawal")


@dataclass(frozen=True, slots=True)
class Rates:
    """How often each mishap happens: of tables in a round, and of entries in a round.

    At least `least` entries always remain.
    """

    late_results: Fraction = Fraction(1, 10)
    corrections: Fraction = Fraction(1, 20)
    walkovers: Fraction = Fraction(1, 50)
    penalties: Fraction = Fraction(1, 25)
    withdrawals: Fraction = Fraction(1, 100)
    least: int = 4


@dataclass(frozen=True, slots=True)
class RoundMishap:
    """A mishap of a round: its table or entry, and its size.

    `amount` is negative for penalties, in hundredths of the ranking score; for a corrected result
    it is the difference.
    """

    kind: Mishap
    round: int
    subject: str
    amount: int = 0


def pseudo_random(seed: str, *what: object) -> int:
    """Return a large pseudo-random number for a seed and a question.

    >>> pseudo_random("s", 1, "A") == pseudo_random("s", 1, "A") != pseudo_random("s", 1, "B")
    True
    """
    question = ":".join(map(str, (seed, *what)))
    return int.from_bytes(hashlib.sha256(question.encode()).digest()[:16], "big")


def chance(rate: Fraction, seed: str, *what: object) -> bool:
    """Return whether an event of a given rate happens.

    >>> chance(Fraction(0), "s"), chance(Fraction(1), "s")
    (False, True)
    """
    return pseudo_random(seed, *what) % rate.denominator < rate.numerator


def points(seed: str, *what: object, most: int = 400) -> int:
    """Return points of a board, from -most to most in steps of STEP, small ones more often.

    >>> points("s", 1, "A", 7) % STEP, abs(points("s", 1, "A", 7)) <= 400
    (0, True)
    """
    steps = most // STEP
    faces = [
        pseudo_random(seed, "die", die, *what) % (2 * steps + 1) - steps for die in range(DICE)
    ]
    mean = Fraction(sum(faces), DICE)
    return STEP * int(mean)


def mishaps(
    seed: str,
    number: int,
    tables: Sequence[str],
    entries: Sequence[str],
    rates: Rates | None = None,
) -> tuple[RoundMishap, ...]:
    """Return the mishaps of a round: at tables first, then of entries, in order.

    >>> sure = Rates(late_results=Fraction(1), least=0)
    >>> [mishap.subject for mishap in mishaps("s", 1, ["1", "2"], [], sure)
    ...  if mishap.kind is Mishap.LATE_RESULT]
    ['1', '2']
    """
    rates = rates or Rates()
    return (
        *_at_tables(seed, number, tables, rates),
        *_to_entries(seed, number, entries, rates),
    )


def _at_tables(
    seed: str, number: int, tables: Sequence[str], rates: Rates
) -> Iterator[RoundMishap]:
    """A table to which nobody came has no other mishap."""
    for table in tables:
        if chance(rates.walkovers, seed, Mishap.WALKOVER, number, table):
            yield RoundMishap(Mishap.WALKOVER, number, table)
            continue
        if chance(rates.late_results, seed, Mishap.LATE_RESULT, number, table):
            yield RoundMishap(Mishap.LATE_RESULT, number, table)
        if chance(rates.corrections, seed, Mishap.CORRECTION, number, table):
            steps = 1 + pseudo_random(seed, "corrected by", number, table) % 10
            yield RoundMishap(Mishap.CORRECTION, number, table, steps * STEP)


def _to_entries(
    seed: str, number: int, entries: Sequence[str], rates: Rates
) -> Iterator[RoundMishap]:
    for entry in entries:
        if chance(rates.penalties, seed, Mishap.PENALTY, number, entry):
            quarters = 1 + pseudo_random(seed, "penalised by", number, entry) % 4
            yield RoundMishap(Mishap.PENALTY, number, entry, -25 * quarters)
    left = len(entries)
    for entry in entries:
        if left <= rates.least:
            return
        if chance(rates.withdrawals, seed, Mishap.WITHDRAWAL, number, entry):
            left -= 1
            yield RoundMishap(Mishap.WITHDRAWAL, number, entry)
