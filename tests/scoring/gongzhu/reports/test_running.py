"""The points on the way through a deal: after each trick what the cards won so far come to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.game import find_game

GONGZHU = find_game("gongzhu")


def played(wanted: dict[str, Any], seed: int = 1) -> dict[str, Any]:
    """Return the report of a deal that was played by the rules from the first card to the last."""
    rules, random = GONGZHU.rules(wanted), Random(seed)
    blank, seats = GONGZHU.blank(rules), GONGZHU.seats(rules)
    deck = list(blank.deck)
    random.shuffle(deck)
    hands = {seat: deck[place :: len(seats)] for place, seat in enumerate(seats)}
    plays: list[Any] = []
    report = {"hands": hands, "leader": seats[0], "plays": plays}
    while (following := GONGZHU.follow(report, rules)).next is not None:
        cards = random.choice(following.legal)
        plays.append([following.next, list(cards) if rules.decks == 2 else cards[0]])
    return report


@pytest.mark.full
@pytest.mark.parametrize(
    "wanted",
    [
        {"preset": "classic"},
        {"preset": "huapai"},
        {"preset": "qq-double"},
        {"preset": "fifty", "players": 3},
        {"preset": "fifty", "players": 5},
    ],
    ids=str,
)
def test_the_last_trick_brings_the_points_of_the_settlement(wanted: dict[str, Any]) -> None:
    rules, report = GONGZHU.rules(wanted), played(wanted)
    points = GONGZHU.running(report, rules)
    assert len(points) == len(GONGZHU.follow(report, rules).tricks)
    assert points[-1] == GONGZHU.settle(report, rules).raw


def test_the_first_tricks_come_to_the_cards_that_they_brought() -> None:
    rules, report = GONGZHU.rules({"preset": "classic"}), played({"preset": "classic"})
    scoring = set(GONGZHU.blank(rules).cards)
    points = GONGZHU.running(report, rules)
    before = dict.fromkeys(GONGZHU.seats(rules), 0)
    for trick, after in zip(GONGZHU.follow(report, rules).tricks, points, strict=True):
        brought = {card for play in trick.plays for card in play.cards} & scoring
        changed = {seat for seat in after if after[seat] != before[seat]}
        assert changed <= ({trick.winner} if brought else set())
        before = dict(after)


def test_there_is_nothing_on_the_way_of_a_report_without_plays_or_with_problems() -> None:
    rules = GONGZHU.rules({"preset": "classic"})
    assert GONGZHU.running({"won": {"N": list(GONGZHU.blank(rules).cards)}}, rules) == ()
    assert GONGZHU.running({"plays": [["N", "S2"]]}, rules) == ()
    assert GONGZHU.running(None, rules) == ()
