"""The times of the steps of a rehearsal, and their limits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class TimedStep(StrEnum):
    """A timed step."""

    DRAW = "draw"
    PUBLISH = "publish"
    POST = "post"
    STANDINGS = "standings"
    CLOSE = "close"
    PROOF = "proof"


STANDINGS_WITHIN: Final = 0.5
DRAW_WITHIN: Final = {2: 2.0, 4: 5.0}
"""Seconds, for a draw by the number of sides at a table."""


@dataclass(frozen=True, slots=True)
class Times:
    """The times of every step, in seconds."""

    seconds: dict[TimedStep, list[float]] = field(default_factory=dict)

    @contextmanager
    def measure(self, step: TimedStep) -> Iterator[None]:
        """Time a block as a step."""
        began = time.perf_counter()
        yield
        self.seconds.setdefault(step, []).append(time.perf_counter() - began)

    def lines(self) -> Iterator[str]:
        """Yield a row for each step: count, total, average, maximum."""
        yield f"{'':10} {'n':>6} {'s':>9} {'mean ms':>9} {'most ms':>9}"
        for step in TimedStep:
            each = self.seconds.get(step, [])
            if each:
                mean, most = 1000 * sum(each) / len(each), 1000 * max(each)
                yield f"{step:10} {len(each):6} {sum(each):9.2f} {mean:9.1f} {most:9.1f}"

    def too_long(self, sides: int) -> Iterator[tuple[TimedStep, float, float]]:
        """Yield the steps that exceeded their limit, with both times in seconds."""
        bounds = {
            TimedStep.STANDINGS: STANDINGS_WITHIN,
            TimedStep.DRAW: DRAW_WITHIN.get(sides, 5.0),
        }
        for step, bound in bounds.items():
            most = max(self.seconds.get(step, [0.0]))
            if most > bound:
                yield step, most, bound
