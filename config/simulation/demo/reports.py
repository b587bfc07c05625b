"""The reports that the tables of the demo enter: from deals played by programs, or made up.

Each file has a deal a line. One of level matches names the dealers' side and the attackers, not
seats: these follow from who deals, and that, like the level, from the deals before it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from config.simulation import made_up_reports
from config.simulation.made_up_values import pseudo_random
from referee.sheets import queries
from tournaments.models import Deal, Depth
from tournaments.structure import games

DEALS: Final = Path(__file__).with_name("deals.jsonl")
LEVELS: Final = Path(__file__).with_name("levels.jsonl")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
# Cards whose worth may depend on who was dealt them.
OWNED: Final = ("SQ", "DJ", "C10", "HA")
SCORING: Final = frozenset({"SQ", "DJ", "C10", *(f"H{rank}" for rank in RANKS)})
SEATS: Final = ("N", "W", "S", "E")
FIRST_LEVEL: Final = "2"
PARTNER: Final = 2
ON_THE_SIDE: Final = {"dealers": 0, "attackers": 1}

Report = dict[str, Any]


def report_of_deal(key: str, deal: Deal, at: tuple[int, int]) -> Report:
    """Return the report of a deal in the event of this key; `at` are its round and its table."""
    game = games.game_of(deal.event)
    rules = game.rules(games.ruleset_of(deal).rules)
    question = (key, *at, deal.play_order)
    beginning = queries.beginning_of(deal)
    context = games.context_of(deal, games.Use.SETTLE, begins=beginning)
    if deal.board_id is None or game.blank(rules).asks:
        number = pseudo_random(*map(str, question))
        if deal.event.depth == Depth.RESULT:
            report = levels(number, beginning.facts)
        else:
            report = tricks(number) if deal.event.depth == Depth.TRICKS else captures(number)
        if not game.problems(report, rules, context):
            return report
    return made_up_reports.report_of(
        game, rules, context, beginning.facts, "/".join(map(str, question))
    )


def captures(number: int) -> Report:
    """Return a report of captures: cards won, exposures, and holders where these matter."""
    deal = _line(DEALS, number)
    dealt = {card: seat for seat, hand in deal["hands"].items() for card in hand if card in OWNED}
    exposed = deal["exposed"]
    if number % 5 == 0 and exposed:
        # In every fifth deal the first exposure is made before seeing other cards.
        exposed = [{**exposed[0], "kind": "first"}, *exposed[1:]]
    return {"won": deal["won"], "exposed": exposed, "dealt": dealt}


def tricks(number: int) -> Report:
    """Return a report of every trick: the hands, the exposures and all plays in order."""
    deal = _line(DEALS, number)
    return {"hands": deal["hands"], "exposed": deal["exposed"], "plays": deal["plays"]}


def claimed(number: int) -> Report:
    """As `captures`, but the seat that wins all remaining scoring cards claims them."""
    deal, report = _line(DEALS, number), captures(number)
    plays = deal["plays"]
    gained = [_trick(plays[start : start + 4]) for start in range(0, len(plays), 4)]
    last = max(index for index, (_seat, cards) in enumerate(gained) if cards)
    seat = gained[last][0]
    first = next(
        n for n in range(last, -1, -1) if not n or (gained[n - 1][0] != seat and gained[n - 1][1])
    )
    won: dict[str, list[str]] = {player: [] for player in deal["hands"]}
    for winner, cards in gained[:first]:
        won[winner] += cards
    accepted = [player for player in won if player != seat]
    claim = {"seat": seat, "after_trick": max(first, 1), "kind": "all", "accepted": accepted}
    return {**report, "won": won, "claim": {**claim, "contested": False}}


def misread(number: int) -> Report:
    """As `captures`, with the pig in the pile of the seat after the one that won it."""
    report = captures(number)
    seats = list(report["won"])
    winner = next(seat for seat in seats if "SQ" in report["won"][seat])
    other = seats[(seats.index(winner) + 1) % len(seats)]
    won = {seat: [card for card in pile if card != "SQ"] for seat, pile in report["won"].items()}
    return {**report, "won": {**won, other: [*won[other], "SQ"]}}


def _trick(played: list[list[str]]) -> tuple[str, list[str]]:
    """Return who won a trick, and the scoring cards in it."""
    suit = played[0][1][0]
    following = [play for play in played if play[1][0] == suit]
    winner, _card = max(following, key=lambda play: RANKS.index(play[1][1:]))
    return winner, [card for _seat, card in played if card in SCORING]


def levels(number: int, known: Mapping[str, Any]) -> Report:
    """Return the report of a deal of levels; `known` has dealer and level from earlier deals."""
    deal = _line(LEVELS, number)
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


def _line(file: Path, number: int) -> Any:
    """Return a deal of a file by its number from 0, cyclically."""
    lines = _lines(file)
    return json.loads(lines[number % len(lines)])


@cache
def _lines(file: Path) -> tuple[str, ...]:
    return tuple(file.read_text("utf-8").splitlines())
