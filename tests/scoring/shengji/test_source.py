"""Every statement of the source, asked of the commands as a user would; each names its sentence.

Where no command answers a statement by itself, it is asked by what follows from it.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring.game import find_game
from scoring.shengji.play.bidding import Bid, bid_rank, is_higher_bid, trump_of
from tests.scoring.commands import answered
from tests.scoring.shengji.cards_by_hand import FACES

DATA = Path(__file__).with_name("data") / "source.jsonl"
VECTORS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
BY_COMMAND: dict[str, tuple[str, tuple[str, ...]]] = {
    "throw": ("throw", ("thrown", "other_hands")),
    "follow_legality": ("follow", ("led", "hand", "play")),
    "kitty_multiplier": ("kitty", ("winning_play",)),
    "level_change": ("levels", ("attackers_points",)),
}
MULTIPLIERS = {"pair": 4, "triple": 6, "tractor": 8, "titanic": 18}
"""What the kitty of the shortest combination of a kind is multiplied by."""


def of_kind(*kinds: str) -> list[Any]:
    """Return the statements of some kinds as parameters named by id and sentence."""
    return [
        pytest.param(vector, id=f"{vector['id']} {vector['source']}")
        for vector in VECTORS
        if vector["kind"] in kinds
    ]


def ask(command: str, vector: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return the answer of a command under the source's rules for the statement's decks."""
    rules = {"preset": f"lianzhong-{vector.get('decks', 3)}"}
    position: dict[str, Any] = {name: vector[name] for name in ("trump", "level") if name in vector}
    question = {"id": vector["id"], "game": "shengji", "rules": rules, **position, **fields}
    [answer] = answered(command, [question])
    assert answer["id"] == vector["id"]
    return answer


def answer_to(vector: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of the command that a kind of statement has."""
    command, fields = BY_COMMAND[vector["kind"]]
    return ask(command, vector, **{name: vector[name] for name in fields})


def points_of(vector: dict[str, Any], card: str) -> int:
    """Return the points of a trick of one card of interest and three that are worth nothing."""
    plays = [[card], ["S3"], ["D3"], ["C3"]]
    points: int = ask("trick", vector, trump="H", level="2", plays=plays)["points"]
    return points


@pytest.mark.parametrize("vector", of_kind("deck"))
def test_a_deck_has_its_cards_and_points(vector: dict[str, Any]) -> None:
    game, decks = find_game("shengji"), vector["decks"]
    blank = game.blank(game.rules({"preset": f"lianzhong-{decks}"}))
    assert Counter(blank.deck) == Counter(FACES * decks)
    assert (len(blank.deck), blank.hand_size) == (vector["total_cards"], vector["hand_size"])
    assert len(blank.deck) - 4 * blank.hand_size == vector["kitty_size"]
    assert (
        sum(number * points_of(vector, card) for card, number in Counter(blank.deck).items())
        == vector["total_points"]
    )


@pytest.mark.parametrize("vector", of_kind("card_points"))
def test_a_card_is_worth_its_points(vector: dict[str, Any]) -> None:
    assert points_of(vector, vector["card"]) == vector["points"]


@pytest.mark.parametrize("vector", of_kind("card_order"))
def test_the_cards_are_in_the_order_of_the_source(vector: dict[str, Any]) -> None:
    ladder = ask("order", vector)["ladder"]
    trumps = [sorted(step) for step in reversed(ladder["T"])]
    assert trumps == [sorted(step) for step in vector["trump_ladder_high_to_low"]]
    if "side_suit_high_to_low" in vector:
        for suit in "HDC":
            side = [[suit + rank] for rank in vector["side_suit_high_to_low"]]
            assert ladder[suit] == side[::-1]
    assert set(ladder) == set("TSHDC") - {vector["trump"]}


@pytest.mark.parametrize("vector", of_kind("combination"))
def test_a_combination_is_one_or_is_none(vector: dict[str, Any]) -> None:
    """Told by the kitty, which every kind of combination multiplies by a figure of its own."""
    answer = ask("kitty", vector, winning_play=vector["cards"])
    kind, pairs = vector["combination"], len(vector["cards"]) // 2
    expected = 2 * 2**pairs if kind == "tractor" else MULTIPLIERS[kind]
    assert (answer.get("multiplier") == expected) == vector["is_it"], answer


STRONGER = {
    ("H3", "H3", "H3"): ("H6", "H6", "H6"),
    ("H4", "H4"): ("H7", "H7"),
    ("H9", "H9", "H10", "H10"): ("HQ", "HQ", "HK", "HK"),
    ("HJ", "HJ", "HJ"): ("HA", "HA", "HA"),
    ("H9", "H9", "H9"): ("H10", "H10", "H10"),
    ("H10", "H10"): ("HA", "HA"),
}
"""For a component of a lead, cards that are above it and above no bigger one beside it."""


@pytest.mark.parametrize("vector", of_kind("lead_decomposition"))
def test_a_lead_is_divided_as_the_source_divides_it(vector: dict[str, Any]) -> None:
    """Told by throwing it against hands that are above one component and no other."""
    if len(vector["components"]) == 1:
        hands = [["HQ", "HQ", "HK", "HK"], ["HA", "HA", "HA"], ["H6", "H6", "H7", "H7"]]
        answer = ask("throw", vector, thrown=vector["cards"], other_hands=hands)
        assert (answer["stands"], sorted(answer["played"])) == (True, sorted(vector["cards"]))
        return
    for component in vector["components"]:
        if vector["id"] == "seed-50" and component[0] == "HJ":
            continue  # The lower triple is played of the two.
        hands = [list(STRONGER[tuple(component)]), ["C2"], ["C3"]]
        answer = ask("throw", vector, thrown=vector["cards"], other_hands=hands)
        assert (answer["stands"], sorted(answer["played"])) == (False, sorted(component))


@pytest.mark.parametrize("vector", of_kind("throw"))
def test_a_throw_stands_or_is_cut_down(vector: dict[str, Any]) -> None:
    answer = answer_to(vector)
    assert sorted(answer["played"]) == sorted(vector["played"])
    assert answer["stands"] == (sorted(vector["played"]) == sorted(vector["thrown"]))


@pytest.mark.parametrize("vector", of_kind("ruff"))
def test_a_ruff_needs_what_was_led(vector: dict[str, Any]) -> None:
    """Told by who wins: whoever ruffs as he should, else the leader."""
    size = len(vector["led"])
    discards = [[suit + rank for rank in "346789JA"][:size] for suit in "DC"]
    answer = ask("trick", vector, plays=[vector["led"], vector["ruff"], *discards])
    assert answer["winner"] == (1 if vector["contends"] else 0)


@pytest.mark.parametrize("vector", of_kind("titanic_follow_rank"))
def test_a_titanic_is_followed_by_the_best_that_is_held(vector: dict[str, Any]) -> None:
    """Holding the example and one card more, the example is right; with that card in it, not."""
    example, more = vector["example"], "HA"
    whole = {"led": vector["led"], "hand": [*example, more]}
    assert ask("follow", vector, **whole, play=example)["legal"] is True
    for card in example:
        play = list((Counter([*example, more]) - Counter([card])).elements())
        loose = example.count(card) == 1
        assert ask("follow", vector, **whole, play=play)["legal"] is loose, play


@pytest.mark.parametrize("vector", of_kind("follow_legality"))
def test_a_play_follows_or_does_not(vector: dict[str, Any]) -> None:
    answer = answer_to(vector)
    assert answer["legal"] is vector["legal"]
    assert bool(answer["problems"]) is not vector["legal"]


@pytest.mark.parametrize("vector", of_kind("kitty_multiplier"))
def test_the_kitty_is_multiplied_as_the_source_says(vector: dict[str, Any]) -> None:
    assert answer_to(vector)["multiplier"] == vector["multiplier"]


@pytest.mark.parametrize("vector", of_kind("level_change"))
def test_points_bring_the_levels_of_the_source(vector: dict[str, Any]) -> None:
    answer = answer_to(vector)
    gained = {"dealer": answer["dealer_up"], "attack": answer["attackers_up"]}
    assert answer["dealer_keeps"] is (vector["next_dealer_side"] == "dealer")
    assert gained == {"dealer": 0, "attack": 0} | (
        {vector["who"]: vector["levels_up"]} if vector["who"] else {}
    )


@pytest.mark.parametrize("vector", of_kind("bid_level"))
def test_a_bid_has_the_rank_of_the_source(vector: dict[str, Any]) -> None:
    bid = Bid("N", tuple(vector["example"]))
    assert bid_rank(bid.cards, vector["level"]) == vector["rank"]
    assert (trump_of(bid) is None) == vector["no_trump"]


def test_only_a_higher_bid_may_be_made_over_another() -> None:
    """任意一位亮了合法的牌後,其它玩家就不能再亮同級別或該級別以下的牌了."""
    rules = find_game("shengji").rules({"preset": "lianzhong-3"})
    bids = [vector for vector in VECTORS if vector["kind"] == "bid_level"]
    for standing in bids:
        for vector in bids:
            bid, first = (
                Bid(seat, tuple(bid_vector["example"]))
                for seat, bid_vector in (("W", vector), ("N", standing))
            )
            higher = vector["rank"] > standing["rank"]
            assert is_higher_bid(bid, first, "2", rules) == higher, (bid, first)


def test_no_statement_is_left_out() -> None:
    kinds = Counter(vector["kind"] for vector in VECTORS)
    assert kinds.total() == len({vector["id"] for vector in VECTORS}) == 151
    assert set(kinds) == {
        *("deck", "card_points", "card_order", "combination", "lead_decomposition", "ruff"),
        *("titanic_follow_rank", "bid_level", *BY_COMMAND),
    }
