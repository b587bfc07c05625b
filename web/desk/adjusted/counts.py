"""What a deal counts before and after a decision, for the previews of these pages."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class CountChange:
    """What a deal counts for a place or at a table; None where it counts nothing."""

    name: str
    before: Fraction | int | None
    after: Fraction | int | None

    @property
    def is_changed(self) -> bool:
        """Whether the two differ."""
        return self.before != self.after
