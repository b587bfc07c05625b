"""The deals of the demo's level matches, one a line of a file.

A line names the dealer's side and the attackers, not seats: these follow from who deals, and that,
like the level, from the deals before it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

LINES: Final = Path(__file__).with_name("levels.jsonl")
SEATS: Final = ("N", "W", "S", "E")
FIRST_LEVEL: Final = "2"
PARTNER: Final = 2
ON_THE_SIDE: Final = {"dealers": 0, "attackers": 1}


def deal_line(number: int) -> dict[str, Any]:
    """Return the line of a deal, by its number from 0."""
    lines = _lines()
    deal: dict[str, Any] = json.loads(lines[number % len(lines)])
    return deal


def report_of_line(deal: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the report of a deal; `known` has dealer and level as earlier deals give them."""
    dealer, last = known.get("dealer") or deal["first_dealer"], deal["last_trick"]
    from_dealer = ON_THE_SIDE[last["side"]] + PARTNER * last["seat"]
    winner = SEATS[(SEATS.index(dealer) + from_dealer) % len(SEATS)]
    combination = {"combination": last["combination"]} if "combination" in last else {}
    return {
        "dealer": dealer,
        "level": known.get("level") or FIRST_LEVEL,
        "trump": deal["trump"],
        "attackers_points": deal["attackers_points"],
        "kitty_points": deal["kitty_points"],
        "last_trick": {"winner": winner, **combination},
    }


@cache
def _lines() -> tuple[str, ...]:
    return tuple(LINES.read_text("utf-8").splitlines())
