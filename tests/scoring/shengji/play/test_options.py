"""What the options change in play: following, throwing, winning, the kitty, the levels."""

from typing import Any

import pytest

from tests.scoring.commands import answered


def ask(command: str, rules: dict[str, Any], **position: Any) -> dict[str, Any]:
    """Return the answer to a question with spades trump at level 5."""
    line = {"id": 1, "game": "shengji", "rules": rules, "trump": "S", "level": "5", **position}
    [answer] = answered(command, [line])
    assert answer.pop("id") == 1
    return answer


def legal(led: str, hand: str, play: str, **options: Any) -> bool:
    """Say whether a play of three decks is legal."""
    rules = {"preset": "lianzhong-3", **options}
    cards = {"led": led.split(), "hand": hand.split(), "play": play.split()}
    return bool(ask("follow", rules, **cards)["legal"])


def test_a_pair_out_of_a_triple_is_compulsory_unless_triples_are_protected() -> None:
    """SJ-37."""
    position = ("HA HA", "H3 H3 H3 H4", "H3 H4")
    assert not legal(*position)
    assert legal(*position, triple_protection="on")
    assert not legal("HA HA", "H3 H3 H3 H4 H4", "H3 H4", triple_protection="on")


@pytest.mark.parametrize(
    ("led", "hand", "play", "is_legal"),
    [
        ("HA HA", "H3 H3 H3 H4 H4", "H3 H3", False),
        ("HA HA", "H3 H3 H3 H4 H4", "H4 H4", True),
        ("HA HA", "H3 H3 H3 H4", "H3 H3", True),
        ("HK HK HA HA", "H3 H3 H3 H7 H7 H9", "H3 H3 H3 H9", False),
        ("HK HK HA HA", "H3 H3 H3 H7 H7 H9", "H3 H3 H7 H7", True),
        ("HK HK HA HA", "H3 H3 H3 H4 H4 H6 H6 H9", "H3 H3 H4 H4", False),
        ("HA HA HA HK HK", "H3 H3 H3 H7 H7 H7 H9 H9", "H3 H3 H3 H7 H7", False),
        ("HA HA HA HK HK", "H3 H3 H3 H7 H7 H7 H9 H9", "H3 H3 H3 H9 H9", True),
    ],
)
def test_a_protected_triple_that_is_broken_pays_for_no_pair(
    led: str, hand: str, play: str, is_legal: bool
) -> None:
    """SJ-37: the play is read as the hand is."""
    assert legal(led, hand, play, triple_protection="on") is is_legal


def test_a_pair_out_of_a_tractor_is_compulsory_unless_tractors_are_protected() -> None:
    """SJ-32."""
    position = ("HA HA", "H3 H3 H4 H4 H9", "H3 H9")
    assert not legal(*position)
    assert legal(*position, tractor_protection=True)
    assert not legal("HA HA", "H3 H3 H4 H4 H9 H9", "H3 H9", tractor_protection=True)


def test_a_shorter_tractor_is_asked_for_unless_only_pairs_are() -> None:
    """SJ-33."""
    position = ("H9 H9 H10 H10 HJ HJ", "H2 H2 H3 H3 H7 H7 HQ HK", "H2 H2 H7 H7 HQ HK")
    assert not legal(*position)
    assert not legal(*position, partial_tractor=False)
    apart = ("H9 H9 H10 H10 HJ HJ", "H2 H2 H3 H3 H7 H7 H8 HK", "H2 H2 H3 H7 H7 H3")
    assert legal(*apart)
    two = ("H9 H9 H10 H10 HJ HJ", "H2 H2 H3 H3 H7 H8 HK HQ", "H2 H2 H3 H7 H8 HK")
    assert not legal(*two)
    assert not legal(*two, partial_tractor=False)


def test_pairs_alone_count_where_shorter_tractors_are_not_asked_for() -> None:
    """SJ-33: of four pairs that were led three are held, two of them in a row."""
    led = "H6 H6 H7 H7 H8 H8 H9 H9"
    hand = "H2 H2 H3 H3 HJ HJ HK HK HA HQ"
    apart = "H2 H2 HJ HJ HK HK H3 H3"
    assert legal(led, hand, apart)
    row = "HJ HJ HK HK H2 H2 H3 HA"
    assert not legal(led, hand, row)
    assert not legal(led, hand, row, partial_tractor=False)


def test_a_titanic_asks_for_a_tractor_before_a_triple_unless_triples_come_first() -> None:
    """SJ-34, SJ-35."""
    position = ("HJ HJ HJ HQ HQ HQ", "H2 H2 H3 H3 H7 H7 H7 H9 HK")
    tractor, triple = "H2 H2 H3 H3 H9 HK", "H7 H7 H7 H2 H2 HK"
    assert legal(*position, tractor)
    assert not legal(*position, triple)
    assert legal(*position, triple, titanic_order="triples_first")
    assert not legal(*position, tractor, titanic_order="triples_first")


def test_a_longer_titanic_is_answered_by_triples_first() -> None:
    """SJ-35."""
    led = "H9 H9 H9 H10 H10 H10 HJ HJ HJ"
    hand = "H2 H2 H2 H4 H4 H7 H7 HQ HQ HK HA"
    assert legal(led, hand, "H2 H2 H2 H4 H4 H7 H7 HK HA")
    assert not legal(led, hand, "H4 H4 H7 H7 HQ HQ HK HA H2")
    assert not legal(led, hand, "H2 H2 H2 H4 H4 H7 HQ HK HA")


def test_a_throw_is_followed_by_component_or_down_one_path() -> None:
    """SJ-36: 333 and 44 led, and only 777 held."""
    position = ("H3 H3 H3 H4 H4", "H7 H7 H7 H8 H9 HJ", "H7 H7 H8 H9 HJ")
    assert not legal(*position)
    assert legal(*position, throw_follow="rbtying_path")
    assert not legal("H3 H3 H3 H4 H4", "H7 H7 H7 H8 H9 HJ HQ", "H7 H8 H9 HJ HQ")


@pytest.mark.parametrize(
    ("play", "code"),
    [
        (["H2"], "wrong_number_of_cards"),
        (["H2", "H3"], "not_held"),
        (["H2", "C2"], "suit_not_followed"),
        (["H2", "H7"], "pair_not_played"),
    ],
)
def test_the_broken_obligation_is_named(play: list[str], code: str) -> None:
    """SJ-30, SJ-31, SJ-32."""
    position = {"led": ["HA", "HA"], "hand": ["H2", "H2", "H7", "C2"], "play": play}
    answer = ask("follow", {}, **position)
    assert answer == {"legal": False, "problems": [code]}


def test_the_larger_obligations_are_named() -> None:
    """SJ-33, SJ-34."""
    rules = {"preset": "lianzhong-3"}
    hand = ["H2", "H2", "H2", "H3", "H3", "H3", "H7", "H8", "H9"]
    for led, play, code in (
        ("HJ HJ HJ", "H2 H2 H7", "triple_not_played"),
        ("HJ HJ HQ HQ", "H2 H2 H7 H8", "tractor_not_played"),
        ("HJ HJ HJ HQ HQ HQ", "H2 H2 H3 H3 H7 H8", "titanic_not_played"),
    ):
        cards = {"led": led.split(), "hand": hand, "play": play.split()}
        assert ask("follow", rules, **cards)["problems"] == [code]


@pytest.mark.parametrize(
    ("fallback", "played"),
    [
        ("kind_priority", ["H4", "H4"]),
        ("smallest", ["H9"]),
        ("smallest_single", ["H4"]),
        ("reject", []),
    ],
)
def test_what_is_played_of_a_throw_is_an_option(fallback: str, played: list[str]) -> None:
    """SJ-41: 98844 is thrown, and queens are against it."""
    position = {"thrown": ["H9", "H8", "H8", "H4", "H4"], "other_hands": [["HQ", "HQ"], [], []]}
    answer = ask("throw", {"throw_fallback": fallback}, **position)
    assert answer == {"stands": False, "played": played}


def test_a_partner_blocks_a_throw_unless_he_is_not_asked() -> None:
    """SJ-40."""
    position = {"thrown": ["H9", "HA"], "other_hands": [["C2"], ["HQ"], ["SA", "H9"]]}
    assert not ask("throw", {}, **position)["stands"]
    assert ask("throw", {"partner_blocks_throw": False}, **position)["stands"]


def test_a_pair_out_of_a_protected_triple_beats_no_throw() -> None:
    """SJ-37, SJ-40."""
    rules = {"preset": "lianzhong-3", "triple_protection": "on"}
    position = {"thrown": ["H9", "H9", "HA"], "other_hands": [["HQ"] * 3, [], []]}
    assert ask("throw", rules, **position)["stands"]
    assert not ask("throw", {"preset": "lianzhong-3"}, **position)["stands"]


@pytest.mark.parametrize(
    ("compare", "winner"),
    [
        ("largest_component", 2),
        ("all_components", 1),
        ("by_length_then_next", 2),
        ("highest_card", 3),
    ],
)
def test_how_ruffs_compare_is_an_option(compare: str, winner: int) -> None:
    """SJ-46: a pair and a single are thrown, and ruffed three times."""
    plays = [["HA", "HA", "HK"], ["S6", "S6", "SQ"], ["S7", "S7", "S2"], ["S3", "S3", "RJ"]]
    answer = ask("trick", {"ruff_compare": compare}, plays=plays)
    assert answer == {"winner": winner, "points": 10}


def test_a_line_that_is_settled_names_the_bids_that_were_too_low() -> None:
    """SJ-15."""
    rules = {"preset": "lianzhong-2"}
    report = {"dealer": "N", "attackers_points": 80, "last_trick": {"winner": "N"}}
    shown = [("N", ["H5"]), ("W", ["S5"]), ("E", ["C5", "C5"])]
    bids = [{"seat": seat, "cards": cards} for seat, cards in shown]
    settled = ask("settle", rules, **report, bids=bids)
    assert settled["flags"] == [
        {
            "code": "bid_not_higher",
            "field": "bids.1",
            "cards": ["S5"],
            "seats": ["W"],
            "values": {},
        }
    ]
    assert "flags" not in ask("settle", rules, **report, bids=bids[::2])


def test_the_next_combination_decides_where_the_largest_are_equal() -> None:
    """SJ-46, SJ-45: with the largest alone the earlier play wins."""
    plays = [["HA", "HA", "HK"], ["H5", "H5", "S2"], ["D5", "D5", "S9"], ["C2", "C3", "C4"]]
    assert ask("trick", {}, plays=plays)["winner"] == 1
    assert ask("trick", {"ruff_compare": "by_length_then_next"}, plays=plays)["winner"] == 2


def test_a_ruff_is_divided_to_its_best() -> None:
    """SJ-44, SJ-46: a pair and two singles are led; two pairs count by the higher one."""
    plays = [["HA", "HA", "HK", "HQ"], ["S6", "S6", "S7", "S8"], ["S4", "S4", "S9", "S9"]]
    plays.append(["C2", "C3", "C4", "C6"])
    assert ask("trick", {}, plays=plays)["winner"] == 2


@pytest.mark.parametrize(
    ("multiplier", "expected"),
    [("lianzhong", 6), ("2_4_8", 8), ("times", 8), ("power", 16)],
)
def test_how_the_kitty_multiplies_is_an_option(multiplier: str, expected: int) -> None:
    """SJ-51."""
    play = ["S9", "S9", "S10", "S10", "SK", "SK", "SK"]
    rules = {"preset": "lianzhong-3", "kitty_multiplier": multiplier}
    assert ask("kitty", rules, winning_play=play) == {"multiplier": expected}


def test_the_largest_combination_counts_by_option() -> None:
    """SJ-52."""
    play = ["S9", "S9", "S10", "S10", "SK", "SK", "SK"]
    rules = {"preset": "lianzhong-3", "kitty_precedence": "max"}
    assert ask("kitty", rules, winning_play=play) == {"multiplier": 8}


@pytest.mark.parametrize(
    ("rules", "points", "expected"),
    [
        ({}, 80, (False, 0, 1)),
        ({"preset": "standard-2"}, 80, (False, 0, 0)),
        ({"preset": "standard-2"}, 120, (False, 0, 1)),
        ({"preset": "standard-3"}, 60, (True, 1, 0)),
        ({"preset": "lianzhong-3"}, 115, (True, 1, 0)),
        ({"preset": "lianzhong-1"}, 140, (False, 0, 2)),
        ({"preset": "lianzhong-1", "one_deck_over_100": "plus1_per_20"}, 140, (False, 0, 4)),
        ({"preset": "lianzhong-1", "one_deck_over_100": "plus1_per_40"}, 135, (False, 0, 2)),
        ({"preset": "lianzhong-1", "one_deck_over_100": "plus1_per_40"}, 140, (False, 0, 3)),
        ({}, 400, (False, 0, 9)),
        ({"max_levels_per_deal": 3}, 400, (False, 0, 3)),
        ({"max_levels_per_deal": 2}, 0, (True, 2, 0)),
        ({}, -20, (True, 3, 0)),
        ({}, 1, (True, 2, 0)),
    ],
)
def test_levels_follow_the_table(
    rules: dict[str, Any], points: int, expected: tuple[bool, int, int]
) -> None:
    """SJ-60, SJ-61, SJ-62, SJ-64, SJ-65."""
    line = {"game": "shengji", "rules": rules, "attackers_points": points}
    [answer] = answered("levels", [line])
    assert (answer["dealer_keeps"], answer["dealer_up"], answer["attackers_up"]) == expected


def test_a_spare_level_pair_is_the_first_in_the_order_of_the_suits() -> None:
    """SJ-21: hearts trump; of two side pairs of the level the clubs go into the row."""
    thrown = ["HA", "HA", "S5", "S5", "C5", "C5"]
    line = {"trump": "H", "thrown": thrown, "other_hands": [["BJ", "BJ"], [], []]}
    assert ask("throw", {}, **line)["played"] == ["S5", "S5"]
