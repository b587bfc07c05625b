"""Deals recorded play by play, for tests of the pages that show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scoring.game import find_game
from tests.cast import Cast
from tournaments.models import Deal, Result
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.structure import games

GAME: Final = find_game("gongzhu")


def played(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return a deal in which each seat plays the first card that it may, to the end."""
    rules = GAME.rules(dict(wanted))
    seats, deck = GAME.seats(rules), GAME.blank(rules).deck
    hands = {seat: list(deck[place :: len(seats)]) for place, seat in enumerate(seats)}
    plays: list[Any] = []
    report = {"hands": hands, "leader": seats[0], "plays": plays}
    while (following := GAME.follow(report, rules)).next is not None:
        # With two decks a pair comes last among the plays that may be made.
        cards = following.legal[-1]
        plays.append([following.next, list(cards) if rules.decks == 2 else cards[0]])
    return report


def post(cast: Cast, deal: Deal, report: Mapping[str, Any]) -> Result:
    """Make a report the result of a deal."""
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        facts = Report(Result.Kind.PLAYED, report)
        return ledger.post(made, deal, facts, seen=0, origin=Origin("sheet", "sheet"))


def rules_of(deal: Deal) -> Any:
    """Return the rules by which a deal is played."""
    return GAME.rules(games.ruleset_of(deal).rules)
