"""裁-年-序: the number of a ruling, running in each tournament and year."""

from __future__ import annotations

from referee.base import case_numbers
from referee.models import NumberedDecision, RulingCase


def number_text(case: RulingCase | NumberedDecision) -> str:
    """Return the number of a ruling or of another decision as it is printed: 裁-2026-0017."""
    return case_numbers.printed(case.year, case.number)
