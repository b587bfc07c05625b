"""Times of draws of four at a table: `python -m benchmarks.fours [ENTRIES]`.

Rounds are drawn one after another, by lot and by standing, with scores from a seed; each line says
how long the round took, how many meet again, and how far seats are apart.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from random import Random

from tournaments.pairing.fours import fours_draw
from tournaments.pairing.fours.fours_seats import Sat
from tournaments.pairing.fours.fours_values import FoursInput, FoursMethod, FoursPlayer
from tournaments.pairing.seating import Seating

LABELS = ("N", "W", "S", "E")
ENTRIES = 500
ROUNDS = 8
SEED = 4


def measure(entries: int, method: FoursMethod) -> None:
    """Draw the rounds of one event and print a line for each."""
    lot = Random(SEED)  # noqa: S311 - scores of a trial, not a lot
    question = FoursInput(
        "", LABELS, tuple(FoursPlayer(str(n), n) for n in range(1, entries + 1)), (), method
    )
    for number in range(1, ROUNDS + 1):
        began = time.perf_counter()
        drawn = fours_draw.draw(replace(question, seed=f"{SEED}/{number}"))
        took = time.perf_counter() - began
        history = (*question.history, *(table.seats for table in drawn.tables))
        sat = Sat(LABELS, [Seating(1, seats) for seats in history])
        apart = max(sat.spread(player.entry) for player in question.players)
        sys.stdout.write(
            f"{method.value:18} round {number}: {took:6.2f} s, "
            f"{drawn.rematches} rematches, seats {apart} apart\n"
        )
        question = replace(question, history=history, players=_after(question.players, lot))


def _after(players: tuple[FoursPlayer, ...], lot: Random) -> tuple[FoursPlayer, ...]:
    """Return the players in the order of the standings after another round."""
    scored = [
        replace(player, score=player.score + lot.randrange(-40, 41) * 5) for player in players
    ]
    ranked = sorted(scored, key=lambda player: -player.score)
    return tuple(replace(player, rank=place) for place, player in enumerate(ranked, 1))


if __name__ == "__main__":
    for way in (FoursMethod.RANDOM, FoursMethod.BY_STANDING):
        measure(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES, way)
