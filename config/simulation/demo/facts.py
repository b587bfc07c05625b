"""The deals of the demo, played by programs, one a line of a file, as reports of each depth."""

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
    """Return a report of captures: cards won, exposures, and holders where these matter."""
    deal = _deal(number)
    dealt = {card: seat for seat, hand in deal["hands"].items() for card in hand if card in OWNED}
    return {"won": deal["won"], "exposed": _exposed(number), "dealt": dealt}


def tricks(number: int) -> Report:
    """Return a report of every trick: the hands, the exposures and all plays in order."""
    deal = _deal(number)
    return {"hands": deal["hands"], "exposed": deal["exposed"], "plays": deal["plays"]}


def claimed(number: int) -> Report:
    """As `captures`, but the seat that wins all remaining scoring cards claims them."""
    deal, report = _deal(number), captures(number)
    gained = _gains(deal["plays"])
    last = max(index for index, (_seat, cards) in enumerate(gained) if cards)
    seat = gained[last][0]
    first = next(
        n for n in range(last, -1, -1) if not n or (gained[n - 1][0] != seat and gained[n - 1][1])
    )
    won: dict[str, list[str]] = {player: [] for player in deal["hands"]}
    for winner, cards in gained[:first]:
        won[winner] += cards
    accepted = [player for player in won if player != seat]
    claim = {"seat": seat, "after_trick": first, "kind": "all", "accepted": accepted}
    return {**report, "won": won, "claim": {**claim, "contested": False}}


def misread(number: int) -> Report:
    """As `captures`, with the pig in the pile of the seat after the one that won it."""
    report = captures(number)
    seats = list(report["won"])
    winner = next(seat for seat in seats if "SQ" in report["won"][seat])
    other = seats[(seats.index(winner) + 1) % len(seats)]
    won = {seat: [card for card in pile if card != "SQ"] for seat, pile in report["won"].items()}
    return {**report, "won": {**won, other: [*won[other], "SQ"]}}


def _exposed(number: int) -> list[dict[str, str]]:
    """Return the exposures; in every fifth deal the first is made before seeing other cards."""
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


def _deal(number: int) -> Any:
    lines = _lines()
    return json.loads(lines[number % len(lines)])


@cache
def _lines() -> tuple[str, ...]:
    return tuple(DEALS.read_text("utf-8").splitlines())
