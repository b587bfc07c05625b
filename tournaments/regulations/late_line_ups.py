"""What a late line-up takes: the level of its article for every five minutes begun."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from tournaments.models import Event
from tournaments.regulations import amounts
from tournaments.regulations.articles import article
from tournaments.structure.line_up_rules import Late

ARTICLE: Final = "A-03"
"""The article of a late line-up in the catalogue of irregularities."""


def penalty(event: Event, late: Late) -> Fraction:
    """Return the penalty in the unit of the standings, negative; 0 where the event has none."""
    found = article(event, ARTICLE)
    taken = amounts.amount(event, found.level, at_table=False) if found else None
    return late.steps * (taken or Fraction(0))
