"""Points of a deal that a referee takes from a side, which changes the attackers' points."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.seats import partner_of
from scoring.shengji.cards import POINTS_A_DECK
from scoring.shengji.rules import RuleSet


def dock(report: object, rules: RuleSet, seat: str, points: int) -> object | None:
    """Return the report of a result with points taken from a side, within 0 and the total.

    Points taken from the dealer's side count for the attackers. Returns None for a record of
    tricks.

    >>> report = {"dealer": "N", "attackers_points": 85, "dealers_points": 115}
    >>> dock(report, RuleSet(), "W", 10)
    {'dealer': 'N', 'attackers_points': 75, 'dealers_points': 125}
    >>> dock(report, RuleSet(), "S", 10)["attackers_points"], dock({}, RuleSet(), "S", 10)
    (95, None)
    """
    if not isinstance(report, Mapping) or "plays" in report:
        return None
    dealer, had = report.get("dealer"), report.get("attackers_points")
    if not isinstance(dealer, str) or not isinstance(had, int):
        return None
    wanted = had + points if seat in {dealer, partner_of(dealer)} else had - points
    now = min(max(wanted, 0), POINTS_A_DECK * rules.decks)
    others = report.get("dealers_points")
    moved = {"dealers_points": others - (now - had)} if isinstance(others, int) else {}
    return {**report, "attackers_points": now, **moved}
