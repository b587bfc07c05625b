"""Reports with plays, for the tests of play: some hands, what is flagged, what may be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scoring.cards import DECK
from scoring.following import Following, Play
from scoring.game import find_game
from scoring.gongzhu.rules import RuleSet
from tests.scoring.gongzhu.reports.test_report import HANDS

GONGZHU = find_game("gongzhu")
CLASSIC = GONGZHU.rules({})
DOUBLE = GONGZHU.rules({"preset": "qq-double"})

PROTECTIONS = ("suit_first_trick", "suit_first_trick_and_discards", "deal_first_trick", "none")


def follow(plays: Sequence[Any], rules: RuleSet = CLASSIC, **report: Any) -> Following:
    """Follow some plays; the hands are one suit each unless the report says otherwise."""
    return GONGZHU.follow({"hands": HANDS, **report, "plays": plays}, rules)


def on_table(cards: str) -> Iterator[Play]:
    """Return a trick of four single cards, north's first."""
    for seat, card in zip("NWSE", cards.split(), strict=False):
        yield Play(seat, (card,))


def may_play(following: Following) -> list[str]:
    """Return the single cards that may be played."""
    return [card for (card,) in following.legal]


def flags(following: Following) -> list[tuple[int, str]]:
    """Return what is flagged, by play."""
    return [(flag.play, flag.code.value) for flag in following.flags]


def hands_with(**some: str) -> dict[str, list[str]]:
    """Return four whole hands of which some cards are given; the rest is shared out in order."""
    given = {seat: cards.split() for seat, cards in some.items()}
    rest = [card for card in DECK if all(card not in cards for cards in given.values())]
    hands: dict[str, list[str]] = {}
    for seat in "NWSE":
        held = given.get(seat, [])
        lacking = 13 - len(held)
        hands[seat] = [*held, *rest[:lacking]]
        rest = rest[lacking:]
    return hands
