"""亮主: what may be shown over what, and what it makes trump."""

from typing import Any

import pytest

from scoring.game import find_game
from scoring.shengji.play.bidding import Bid, bid_rank, is_higher_bid, standing_bid, trump_of

SHENGJI = find_game("shengji")
LADDER = [
    Bid("N", ("H2",)),
    Bid("W", ("S2", "S2")),
    Bid("S", ("BJ", "BJ")),
    Bid("E", ("C2", "C2", "C2")),
    Bid("N", ("RJ", "RJ", "RJ")),
]


def allowed(bid: Bid, standing: Bid, **options: Any) -> bool:
    """Say whether a bid of three decks may be shown over another."""
    rules = SHENGJI.rules({"preset": "lianzhong-3", **options})
    return is_higher_bid(bid, standing, "2", rules)


def test_the_bids_of_the_source_rise() -> None:
    """SJ-15: 單張2, 兩張2, 兩張王, 三張2, 三張王."""
    assert [bid_rank(bid.cards, "2") for bid in LADDER] == [1, 2, 3, 4, 5]
    assert [trump_of(bid) for bid in LADDER] == ["H", "S", None, "C", None]
    for place, bid in enumerate(LADDER):
        assert [allowed(bid, other) for other in LADDER[place + 1 :]] == [False] * (4 - place)
        others = [other for other in LADDER[:place] if other.seat != bid.seat]
        assert all(allowed(bid, other) for other in others)


@pytest.mark.parametrize("cards", [(), ("H3",), ("BJ",), ("BJ", "RJ"), ("H2", "S2")])
def test_what_is_no_bid_may_not_be_shown(cards: tuple[str, ...]) -> None:
    """SJ-15, SJ-16."""
    assert bid_rank(cards, "2") is None
    assert not is_higher_bid(Bid("N", cards), None, "2", SHENGJI.rules({}))


def test_big_jokers_override_small_ones_by_option() -> None:
    """SJ-16."""
    small, big = Bid("N", ("BJ", "BJ")), Bid("W", ("RJ", "RJ"))
    assert not allowed(big, small)
    assert allowed(big, small, joker_bid_order="small_lt_big")
    assert not allowed(small, big, joker_bid_order="small_lt_big")


def test_nobody_overrides_himself_but_with_the_same_card() -> None:
    """SJ-17."""
    mine = Bid("N", ("H2",))
    assert allowed(Bid("N", ("H2", "H2")), mine)
    assert not allowed(Bid("N", ("S2", "S2")), mine)
    assert allowed(Bid("N", ("S2", "S2")), mine, self_overcall=True)


def test_the_first_of_a_level_stands_during_the_deal_and_the_last_after_it() -> None:
    """SJ-15."""
    bids = [Bid("N", ("H2",)), Bid("W", ("S2",))]
    during = standing_bid(bids, "2", SHENGJI.rules({"preset": "lianzhong-2"}))
    after = standing_bid(bids, "2", SHENGJI.rules({"preset": "lianzhong-1"}))
    assert (during, after) == (bids[0], bids[1])
    assert standing_bid([], "2", SHENGJI.rules({})) is None


def test_no_bid_is_of_more_cards_than_there_are_decks() -> None:
    """SJ-15, SJ-1."""
    assert not is_higher_bid(LADDER[3], None, "2", SHENGJI.rules({"preset": "lianzhong-2"}))


@pytest.mark.parametrize("value", ["kitty_first", "redeal", "no_trump"])
def test_what_happens_without_a_bid_is_a_rule(value: str) -> None:
    """SJ-18."""
    rules = SHENGJI.rules({"no_bid": value})
    codes = {phrase.code.value for phrase in SHENGJI.describe(rules)}
    assert f"no_bid_{value}" in codes
