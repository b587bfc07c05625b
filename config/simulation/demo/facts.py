"""What happened in the demo's deals: played by programs, one a line, told at each depth."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

DEALS: Final = Path(__file__).with_name("deals.jsonl")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
# Whose worth may depend on who was dealt them.
OWNED: Final = ("SQ", "DJ", "C10", "HA")
SCORING: Final = frozenset({"SQ", "DJ", "C10", *(f"H{rank}" for rank in RANKS)})

Report = dict[str, Any]


def captures(number: int) -> Report:
    """Who won what, who showed what, and who had been dealt the cards that it matters of."""
    deal = _deal(number)
    dealt = {card: seat for seat, hand in deal["hands"].items() for card in hand if card in OWNED}
    return {"won": deal["won"], "exposed": _shown(number), "dealt": dealt}


def tricks(number: int) -> Report:
    """The hands and every card in the order in which it was played."""
    deal = _deal(number)
    return {"hands": deal["hands"], "exposed": deal["exposed"], "plays": deal["plays"]}


def claimed(number: int) -> Report:
    """As `captures`, but whoever got all that was still out claims it as soon as that is so."""
    deal, report = _deal(number), captures(number)
    gained = _gains(deal["plays"])
    last = max(index for index, (_seat, cards) in enumerate(gained) if cards)
    seat = gained[last][0]
    first = next(n for n in range(last, -1, -1) if not n or _others(gained[n - 1], seat))
    won: dict[str, list[str]] = {one: [] for one in deal["hands"]}
    for winner, cards in gained[:first]:
        won[winner] += cards
    accepted = [one for one in won if one != seat]
    claim = {"seat": seat, "after_trick": first, "kind": "all", "accepted": accepted}
    return {**report, "won": won, "claim": {**claim, "contested": False}}


def misread(number: int) -> Report:
    """As `captures`, with the pig on the pile of the player after the one who won it."""
    report = captures(number)
    seats = list(report["won"])
    had = next(seat for seat in seats if "SQ" in report["won"][seat])
    other = seats[(seats.index(had) + 1) % len(seats)]
    won = {seat: [card for card in pile if card != "SQ"] for seat, pile in report["won"].items()}
    return {**report, "won": {**won, other: [*won[other], "SQ"]}}


def _shown(number: int) -> list[dict[str, str]]:
    """What was exposed; in every fifth deal the first of it before any other card was seen."""
    exposed: list[dict[str, str]] = _deal(number)["exposed"]
    if number % 5 or not exposed:
        return exposed
    return [{**exposed[0], "kind": "first"}, *exposed[1:]]


def _gains(plays: list[list[str]]) -> list[tuple[str, list[str]]]:
    """Who won each trick, and the scoring cards in it."""
    return [_trick(plays[start : start + 4]) for start in range(0, len(plays), 4)]


def _trick(played: list[list[str]]) -> tuple[str, list[str]]:
    suit = played[0][1][0]
    following = [play for play in played if play[1][0] == suit]
    winner, _card = max(following, key=lambda play: RANKS.index(play[1][1:]))
    return winner, [card for _seat, card in played if card in SCORING]


def _others(gain: tuple[str, list[str]], seat: str) -> bool:
    return gain[0] != seat and bool(gain[1])


def _deal(number: int) -> Any:
    lines = _lines()
    return json.loads(lines[number % len(lines)])


@cache
def _lines() -> tuple[str, ...]:
    return tuple(DEALS.read_text("utf-8").splitlines())
