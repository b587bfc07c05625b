"""Ranks that a club plays as trump always (常主), and tractors over the level (SJ-13, SJ-14)."""

from typing import Any

import pytest

from scoring.cards import RANKS, SUITS
from scoring.game import find_game
from scoring.problems import RulesRefused, Unsettled
from scoring.shengji.cards import FACES
from scoring.shengji.play.ladder import ladder
from scoring.shengji.play.shapes import PAIR, SINGLE, Block, decompose
from tests.scoring.commands import answered

SHENGJI = find_game("shengji")
TWO = ("2",)
THREE = ("2", "3", "5")


def ask(command: str, rules: dict[str, Any], **position: Any) -> dict[str, Any]:
    """Return the answer to a question with spades trump at level 7."""
    line = {"id": 1, "game": "shengji", "rules": rules, "trump": "S", "level": "7", **position}
    [answer] = answered(command, [line])
    assert answer.pop("id") == 1
    return answer


def test_trump_is_ordered_as_clubs_say_it() -> None:
    """SJ-13: 大王、小王、主级牌、副级牌、主2、副2，再是主花色A、K……3."""
    order = ask("order", {"always_trump": ["2"]})["ladder"]
    high = order["T"][::-1]
    assert high[:4] == [["RJ"], ["BJ"], ["S7"], ["C7", "D7", "H7"]]
    assert high[4:6] == [["S2"], ["C2", "D2", "H2"]]
    plain = ["A", "K", "Q", "J", "10", "9", "8", "6", "5", "4", "3"]
    assert high[6:] == [[f"S{rank}"] for rank in plain]
    assert order["H"][::-1] == [[f"H{rank}"] for rank in plain]


def test_of_several_ranks_the_higher_stands_first() -> None:
    """SJ-13: with 2, 3 and 5 the 4 and the 6 are neighbours."""
    order = ask("order", {"always_trump": ["5", "2", "3"]})["ladder"]
    high = order["T"][::-1]
    assert [step[0] for step in high[4:10]] == ["S5", "C5", "S3", "C3", "S2", "C2"]
    assert order["D"][:3] == [["D4"], ["D6"], ["D8"]]


def test_with_no_trump_suit_the_four_cards_of_a_rank_are_equal() -> None:
    """SJ-13: 无主时四张2同大，在级牌之下."""
    order = ask("order", {"always_trump": ["2"]}, trump=None)["ladder"]
    fours = [["C2", "D2", "H2", "S2"], ["C7", "D7", "H7", "S7"]]
    assert order["T"] == [*fours, ["BJ"], ["RJ"]]


@pytest.mark.parametrize("trump", [*SUITS, None])
def test_a_rank_that_is_the_level_is_the_level_alone(trump: str | None) -> None:
    """SJ-13: 打2时与一般打法相同."""
    plain, always = ladder(trump, "2"), ladder(trump, "2", TWO)
    assert (always.suit, always.place, always.places) == (plain.suit, plain.place, plain.places)


@pytest.mark.full
@pytest.mark.parametrize("ranks", [TWO, THREE, RANKS[:11], RANKS[2:]])
@pytest.mark.parametrize("trump", [*SUITS, None])
@pytest.mark.parametrize("level", RANKS)
def test_every_card_has_one_place_and_no_place_lies_empty(
    ranks: tuple[str, ...], trump: str | None, level: str
) -> None:
    """SJ-12, SJ-13."""
    order = ladder(trump, level, ranks)
    steps = order.order()
    assert sorted(face for rows in steps.values() for row in rows for face in row) == sorted(FACES)
    for rows in steps.values():
        places = [order.place[row[0]] for row in rows]
        assert places == list(range(places[0], places[0] + len(places)))
    assert max(order.place.values()) < order.places


@pytest.mark.full
@pytest.mark.parametrize(
    ("cards", "blocks"),
    [
        ("SA SA H2 H2", [Block(2, 2)]),
        ("H2 H2 S2 S2", [Block(2, 2)]),
        ("S2 S2 D7 D7", [Block(2, 2)]),
        ("D7 D7 S7 S7", [Block(2, 2)]),
        ("S7 S7 BJ BJ", [Block(2, 2)]),
        ("SA SA H2 H2 S2 S2 D7 D7 S7 S7 BJ BJ RJ RJ", [Block(2, 7)]),
        ("H2 H2 D2 D2", [PAIR, PAIR]),
        ("H2 D2", [SINGLE, SINGLE]),
        ("SA SA S2 S2", [PAIR, PAIR]),
        ("S6 S6 S8 S8", [Block(2, 2)]),
    ],
)
def test_neighbours_make_tractors(cards: str, blocks: list[Block]) -> None:
    """SJ-13: AA副2副2, 副2副2主2主2, 主2主2副级副级 …"""
    components = decompose(cards.split(), ladder("S", "7", TWO))
    assert [component.block for component in components] == blocks


def test_a_side_suit_begins_above_what_is_always_trump() -> None:
    """SJ-13: ♥3♥3♥2♥2 of a side suit is none, since the 2 are trump."""
    order = ladder("S", "7", TWO)
    assert order.one_suit(["H3", "H2"]) is None
    assert [part.block for part in decompose(["H4"] * 2 + ["H6"] * 2, ladder("S", "7", THREE))] == [
        Block(2, 2)
    ]


def test_the_longest_row_is_made_first_and_the_spare_ones_make_rows_too() -> None:
    """SJ-21: without a trump suit two places next to each other hold pairs of several suits."""
    cards = ["S2", "S2", "H2", "H2", "H7", "H7", "C7", "C7", "BJ", "BJ"]
    components = decompose(cards, ladder(None, "7", TWO))
    assert [component.block for component in components] == [Block(2, 3), Block(2, 2)]
    assert components[0].cards == ("H2", "H2", "C7", "C7", "BJ", "BJ")
    assert components[1].cards == ("S2", "S2", "H7", "H7")


def test_a_two_is_followed_and_won_as_trump() -> None:
    """SJ-13 with SJ-31, SJ-32, SJ-40, SJ-45."""
    rules = {"always_trump": ["2"]}
    follow = ask(
        "follow", rules, led=["SA", "SA"], hand=["H2", "H2", "S9", "H9"], play=["S9", "H9"]
    )
    assert follow == {"legal": False, "problems": ["suit_not_followed"]}
    follow = ask("follow", rules, led=["H9"], hand=["H2", "D4"], play=["D4"])
    assert follow == {"legal": True, "problems": []}
    trick = ask("trick", rules, plays=[["HA"], ["H2"], ["SA"], ["S2"]])
    assert trick["winner"] == 3
    equal = ask("trick", rules, plays=[["D2"], ["H2"], ["SA"], ["S9"]])
    assert equal["winner"] == 0
    thrown = ask(
        "throw", rules, thrown=["SA", "SA", "SK"], other_hands=[["H2", "H2"], ["S3"], ["S4"]]
    )
    assert thrown == {"stands": False, "played": ["SA", "SA"]}


def test_the_kitty_counts_a_tractor_of_twos() -> None:
    """SJ-13 with SJ-51."""
    rules = {"always_trump": ["2"]}
    assert ask("kitty", rules, winning_play=["H2", "H2", "S2", "S2"])["multiplier"] == 8
    assert ask("kitty", {}, winning_play=["S2", "S2", "H7", "H7"])["multiplier"] == 4


def test_trump_is_not_bid_with_what_is_always_trump() -> None:
    """SJ-13: 不能用来亮主."""
    report = {
        "dealer": "N",
        "level": "7",
        "trump": "S",
        "attackers_points": 75,
        "last_trick": {"winner": "N"},
        "bids": [{"seat": "N", "cards": ["S2"]}],
    }
    with pytest.raises(Unsettled) as refused:
        SHENGJI.settle(report, SHENGJI.rules({"always_trump": ["2"]}))
    assert [problem.code.value for problem in refused.value.problems] == ["bid_not_a_bid"]


def test_a_rank_is_left_that_is_plain() -> None:
    """SJ-13."""
    assert SHENGJI.rules({"always_trump": list(RANKS[:11])}).always_trump == RANKS[:11]
    with pytest.raises(RulesRefused) as refused:
        SHENGJI.rules({"always_trump": list(RANKS[:12])})
    assert [problem.code.value for problem in refused.value.problems] == ["too_many_always_trump"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("level", "cards", "is_tractor"),
    [
        ("5", "H4 H4 H6 H6", False),
        ("5", "S4 S4 S6 S6", False),
        ("5", "H3 H3 H4 H4", True),
        ("5", "H6 H6 H7 H7", True),
        ("5", "SA SA H5 H5", True),
        ("5", "H5 H5 S5 S5", True),
        ("5", "S5 S5 BJ BJ", True),
        ("2", "H3 H3 H4 H4", True),
        ("A", "SK SK HA HA", True),
        ("K", "SQ SQ SA SA", False),
        ("K", "SA SA HK HK", True),
    ],
)
def test_over_the_level_there_is_no_tractor_where_a_club_says_so(
    level: str, cards: str, is_tractor: bool
) -> None:
    """SJ-14: 打5时，4466不算拖拉机; SJ-12 has it on."""
    off = decompose(cards.split(), ladder("S", level, (), False))
    on = decompose(cards.split(), ladder("S", level))
    assert [part.block for part in on] == [Block(2, 2)]
    assert [part.block for part in off] == ([Block(2, 2)] if is_tractor else [PAIR, PAIR])


def test_with_ranks_that_are_always_trump_the_gap_is_between_the_plain_ones() -> None:
    """SJ-13 with SJ-14: at level 4, with 2, 3 and 5 trump, 6 is the lowest plain rank."""
    order = ladder("S", "4", THREE, False)
    assert [order.place[face] for face in ("H6", "H7", "HA")] == [0, 1, 8]
    order = ladder("S", "7", THREE, False)
    assert [order.place[face] for face in ("H4", "H6", "H8")] == [0, 1, 3]


def test_a_play_over_the_level_is_read_by_the_rules() -> None:
    """SJ-14 with SJ-33: who holds 4466 at level 5 holds two pairs and no tractor."""
    position = {"level": "5", "led": ["H9", "H9", "H10", "H10"]}
    hand, play = ["H4", "H4", "H6", "H6", "H8", "H8"], ["H4", "H4", "H8", "H8"]
    assert ask("follow", {}, **position, hand=hand, play=play)["legal"] is False
    off = {"over_level_tractor": "off"}
    assert ask("follow", off, **position, hand=hand, play=play)["legal"] is True
    assert ask("follow", {"over_level_tractor": False}, **position, hand=hand, play=play)["legal"]


def test_stored_rules_without_the_keys_play_as_before() -> None:
    rules = SHENGJI.rules({"preset": "standard-3"})
    assert (rules.always_trump, rules.over_level_tractor.value) == ((), "on")
    stored = rules.as_dict()
    del stored["always_trump"], stored["over_level_tractor"]
    assert SHENGJI.rules(stored) == rules


def test_devices_without_a_network_are_told_the_ranks() -> None:
    cases: list[list[str]] = [["2", "5"], []]
    for ranks in cases:
        tables = SHENGJI.lookup(SHENGJI.rules({"always_trump": ranks}))
        assert tables
        assert tables["always_trump"] == ranks
