"""Play with one deck: tricks, who is next, what is legal, what is flagged; cited by line."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK
from scoring.following import Following
from scoring.game import Context, find
from scoring.gongzhu.codes import PlayFlag
from scoring.gongzhu.course import winner_of
from scoring.gongzhu.legality import Position, Shown, legal
from scoring.gongzhu.rules import Protection, RuleSet
from tests.scoring.plays import dealt_at_random, played
from tests.scoring.test_report import HANDS, brief

GONGZHU = find("gongzhu")
CLASSIC = GONGZHU.rules({})
DEMO = Path(__file__).parents[2] / "config/demo/deals.jsonl"

PROTECTIONS = ("suit_first_trick", "suit_first_trick_and_discards", "deal_first_trick", "none")
VARIANTS = st.fixed_dictionaries(
    {
        "players": st.sampled_from([3, 4, 4, 5]),
        "direction": st.sampled_from(["counterclockwise", "clockwise"]),
        "protection": st.sampled_from(PROTECTIONS),
        "first_lead": st.sampled_from(["C2", "S7", "free"]),
        "first_exposure": st.booleans(),
        "auto_expose_fourth": st.booleans(),
    }
)
SEEDS = st.integers(0, 2**32)


def follow(plays: Sequence[Any], rules: RuleSet = CLASSIC, **report: Any) -> Following:
    """Follow some plays; the hands are one suit each unless the report says otherwise."""
    return GONGZHU.follow({"hands": HANDS, **report, "plays": plays}, rules)


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


@pytest.mark.parametrize(
    ("cards", "seat"),
    [
        ("S2 S3 SA S4", "S"),
        ("S2 HA DA CA", "N"),
        ("H9 H10 HJ H2", "S"),
        ("D10 D9 CA DJ", "E"),
    ],
)
def test_the_highest_card_of_the_suit_led_wins(cards: str, seat: str) -> None:
    """GZ-61, T9 L281, L283."""
    assert winner_of(tuple(zip("NWSE", cards.split(), strict=True))) == seat


def test_the_winner_leads_and_play_goes_round() -> None:
    """GZ-61, GZ-62, T9 L268, L281."""
    plays = [["N", "S5"], ["W", "H2"], ["S", "D2"], ["E", "C2"]]
    following = follow(plays[:2], leader="N")
    assert (following.next, following.trick) == ("S", (("N", "S5"), ("W", "H2")))
    following = follow(plays)
    assert (following.next, following.trick) == ("N", ())
    assert following.tricks[0].winner == "N"
    assert following.won["N"] == ("S5", "H2", "D2", "C2")
    assert following.left["W"] == tuple(HANDS["W"][1:])
    clockwise = GONGZHU.rules({"preset": "desktop"})
    assert follow(plays[:1], clockwise).next == "E"


def test_a_card_out_of_turn_stands_and_is_flagged() -> None:
    """GZ-62, GZ-69: who was passed over plays next."""
    following = follow([["N", "S5"], ["S", "D2"]], leader="N")
    assert flags(following) == [(1, "out_of_turn")]
    assert following.next == "W"
    assert following.flags[0].as_problem().field == "plays.1"
    assert flags(follow([["W", "H5"]], leader="N")) == [(0, "out_of_turn")]
    assert flags(follow([["W", "H5"]])) == []


@pytest.mark.parametrize(
    ("wanted", "seat", "card", "flagged"),
    [
        ({}, "E", "C2", False),
        ({}, "E", "C3", True),
        ({}, "N", "S2", True),
        ({"first_lead": "S2"}, "N", "S2", False),
        ({"first_lead": "S2"}, "N", "S7", True),
        ({"first_lead": "S7"}, "N", "S2", False),
        ({"first_lead": "S7"}, "W", "H2", True),
        ({"first_lead": "board"}, "W", "H2", False),
        ({"first_lead": "free"}, "W", "H2", False),
    ],
)
def test_the_first_lead_of_the_first_deal(
    wanted: dict[str, Any], seat: str, card: str, flagged: bool
) -> None:
    """GZ-63: T1 L10, T8 L150, T9 L279; S2 and S7 are public rules."""
    rules = GONGZHU.rules(wanted)
    expected = [(0, "wrong_first_lead")] if flagged else []
    assert flags(follow([[seat, card]], rules, first_deal=True)) == expected


def test_a_first_lead_that_is_prescribed_is_all_that_is_legal() -> None:
    """GZ-63, and in later deals too where `next_lead` says so."""
    following = follow([], first_deal=True)
    assert (following.next, following.legal) == ("E", ("C2",))
    assert follow([]).next is None
    assert follow([], leader="S").legal == tuple(HANDS["S"])
    every = GONGZHU.rules({"next_lead": "first_lead"})
    assert follow([], every).legal == ("C2",)
    sevens = GONGZHU.rules({"first_lead": "S7"})
    assert follow([], sevens, first_deal=True).legal == tuple(HANDS["N"])


def test_the_first_lead_is_judged_where_no_hand_is_known() -> None:
    """GZ-63."""
    report = {"first_deal": True, "plays": [["N", "C3"]]}
    assert flags(GONGZHU.follow(report, CLASSIC)) == [(0, "wrong_first_lead")]
    report = {"first_deal": True, "plays": [["N", "C2"]]}
    following = GONGZHU.follow(report, CLASSIC)
    assert (flags(following), following.next, following.legal) == ([], "W", ())


def test_suit_is_followed_where_it_can_be() -> None:
    """GZ-64, T9 L282."""
    hands = hands_with(N="S5 S6", W="S7 H2 H3")
    following = follow([["N", "S5"]], hands=hands)
    assert [card for card in following.legal if card[0] != "S"] == []
    assert flags(follow([["N", "S5"], ["W", "H2"]], hands=hands)) == [(1, "revoke")]
    assert follow([["N", "S5"]]).legal == tuple(HANDS["W"])


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_an_exposed_card_is_not_led_to_the_first_trick(protection: str) -> None:
    """GZ-65, GZ-67: T1 L9, T2 L35, T3 L62, T6 L105, T8 L152, T9 L275."""
    rules = GONGZHU.rules({"protection": protection})
    report = {"exposed": {"SQ": "exposed"}, "leader": "N"}
    following = follow([["N", "SQ"]], rules, **report)
    wanted = [] if protection == "none" else [(0, "protected_card_led")]
    assert flags(following) == wanted
    assert ("SQ" in follow([], rules, **report).legal) is (protection == "none")


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_an_exposed_card_does_not_follow_in_the_first_trick(protection: str) -> None:
    """GZ-65, GZ-67, T8 L152."""
    rules = GONGZHU.rules({"protection": protection})
    report = {"exposed": {"SQ": "exposed"}, "hands": hands_with(N="S2", W="SQ S3")}
    following = follow([["N", "S2"], ["W", "SQ"]], rules, **report)
    wanted = [] if protection == "none" else [(1, "protected_card_followed")]
    assert flags(following) == wanted


@pytest.mark.parametrize(
    ("protection", "flagged"),
    [
        ("suit_first_trick", False),
        ("suit_first_trick_and_discards", True),
        ("deal_first_trick", True),
        ("none", False),
    ],
)
def test_an_exposed_card_as_a_discard(protection: str, flagged: bool) -> None:
    """GZ-65, GZ-66, GZ-67: free T8 L152, forbidden T9 L275, in the first trick T1 L9."""
    rules = GONGZHU.rules({"protection": protection})
    hands = hands_with(N="D2", W="SQ S3 S4 S5 S6 S7 S8 S9 S10 SJ H2 H3 H4")
    report = {"exposed": {"SQ": "exposed"}, "hands": hands}
    following = follow([["N", "D2"], ["W", "SQ"]], rules, **report)
    assert flags(following) == ([(1, "protected_card_discarded")] if flagged else [])


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_a_bare_exposed_card_may_follow_and_be_discarded(protection: str) -> None:
    """GZ-65, GZ-66, GZ-67: T1 L9, T2 L35, T8 L152, T9 L275."""
    rules = GONGZHU.rules({"protection": protection})
    bare = "SQ H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
    report = {"exposed": {"SQ": "exposed"}, "hands": hands_with(N="S2 D2", W=bare)}
    assert flags(follow([["N", "S2"], ["W", "SQ"]], rules, **report)) == []
    assert flags(follow([["N", "D2"], ["W", "SQ"]], rules, **report)) == []


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_a_bare_exposed_card_may_be_led_save_to_the_first_trick(protection: str) -> None:
    """GZ-65, GZ-67: only T1 L9 says 且不是第一出牌者."""
    rules = GONGZHU.rules({"protection": protection})
    hands = hands_with(N="SQ H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK")
    following = follow([["N", "SQ"]], rules, exposed={"SQ": "exposed"}, hands=hands)
    wanted = [(0, "protected_card_led")] if protection == "deal_first_trick" else []
    assert flags(following) == wanted


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_protection_is_over_after_the_first_trick_of_the_suit(protection: str) -> None:
    """GZ-65, T8 L152. Discards of the suit do not count."""
    rules = GONGZHU.rules({"protection": protection})
    hands = hands_with(N="SA S2 SK", W="SQ S3 H2", S="S4 S5", E="S6 S7")
    spades = [["N", "SA"], ["W", "S3"], ["S", "S4"], ["E", "S6"]]
    report = {"exposed": {"SQ": "exposed"}, "hands": hands, "leader": "N"}
    assert flags(follow([*spades, ["N", "SK"], ["W", "SQ"]], rules, **report)) == []
    hands = hands_with(N="HA D2", W="SQ S3 S4 S5 S6 S7 S8 S9 S10 SJ SK SA C2", S="H3", E="H4 S2")
    hearts = [["N", "HA"], ["W", "S3"], ["S", "H3"], ["E", "H4"]]
    later = [*hearts, ["N", "D2"], ["W", "SQ"]]
    report = {"exposed": {"SQ": "exposed"}, "hands": hands, "leader": "N"}
    discards_too = protection == "suit_first_trick_and_discards"
    wanted = [(5, "protected_card_discarded")] if discards_too else []
    assert flags(follow(later, rules, **report)) == wanted


def test_a_first_exposed_card_is_free_and_the_fourth_by_itself_is_not() -> None:
    """GZ-68: T9 L277; T8 L137."""
    rules = GONGZHU.rules({"preset": "huapai"})
    assert flags(follow([["N", "SQ"]], rules, exposed={"SQ": "first"})) == []
    assert flags(follow([["N", "SQ"]], rules, exposed={"SQ": "exposed"})) != []
    fourth = GONGZHU.rules({"preset": "qq"})
    three = dict.fromkeys(["HA", "DJ", "C10"], "exposed")
    assert flags(follow([["N", "SQ"]], fourth, exposed=three)) == [(0, "protected_card_led")]
    assert flags(follow([["N", "SQ"]], CLASSIC, exposed=three)) == []


def test_protection_leaves_something_to_play() -> None:
    """GZ-68."""
    shown = Shown(frozenset({"SQ", "HA"}), Protection.DEAL_FIRST_TRICK)
    assert legal(("SQ", "HA"), Position(), shown) == ("SQ", "HA")
    assert legal(("SQ", "HA", "H2"), Position(), shown) == ("H2",)


def test_what_cannot_have_been_is_flagged_and_a_problem() -> None:
    """GZ-60, GZ-69: T9 L281."""
    following = follow([["N", "S5"], ["W", "D2"], ["S", "S5"]], leader="N")
    assert flags(following) == [(1, "not_held"), (2, "played_again")]
    report = {"hands": HANDS, "plays": [["N", "S5"], ["W", "D2"], ["S", "S5"], ["W", "H2"]]}
    problems = [brief(problem) for problem in GONGZHU.problems(report, CLASSIC)]
    assert problems == [
        ("card_played_too_often", "plays", ("S5",), ("N", "S")),
        ("card_played_not_held", "plays.1", ("D2",), ("W",)),
        ("card_played_not_held", "plays.2", ("S5",), ("S",)),
        ("seat_twice_in_trick", "plays.3", ("H2",), ("W",)),
        ("plays_incomplete", "plays", (), ()),
    ]


@pytest.mark.parametrize(
    ("plays", "code", "field"),
    [
        ({}, "not_a_list", "plays"),
        (["SQ"], "play_not_a_pair", "plays.0"),
        ([["N"]], "play_not_a_pair", "plays.0"),
        ([["N", "S2"], ["X", "S3"]], "unknown_seat", "plays.1"),
        ([["N", "S1"]], "unknown_card", "plays.0"),
    ],
)
def test_plays_that_cannot_be_read(plays: Any, code: str, field: str) -> None:
    """GZ-60."""
    problem = GONGZHU.problems({"plays": plays}, CLASSIC)[0]
    assert (problem.code.value, problem.field) == (code, field)


def test_a_card_that_is_not_dealt_is_not_played() -> None:
    """GZ-1."""
    rules = GONGZHU.rules({"players": 3})
    report = {"plays": [["1", "D2"], ["2", "D3"]]}
    problem = GONGZHU.problems(report, rules)[0]
    assert (problem.code.value, problem.field) == ("card_not_in_deck", "plays.0")
    assert GONGZHU.follow(report, rules).trick == ()


def test_plays_that_stop_need_a_claim_or_the_cards_won() -> None:
    """GZ-9."""
    plays = [["N", "S5"], ["W", "H2"], ["S", "D2"], ["E", "C2"]]
    report = {"hands": HANDS, "plays": plays}
    [problem] = GONGZHU.problems(report, CLASSIC)
    assert dict(problem.values) == {"count": 4, "expected": 52}
    assert not GONGZHU.follow(report, CLASSIC).done
    rest = [card for card in DECK if card != "H2"]
    assert GONGZHU.problems({**report, "won": {"N": ["H2"], "W": rest}}, CLASSIC) != ()
    rest = [card for card in DECK if card not in ("S5", "H2", "D2", "C2")]
    assert GONGZHU.problems({**report, "won": {"N": ["H2"], "W": rest}}, CLASSIC) == ()


def test_cards_won_that_the_tricks_deny_are_a_problem() -> None:
    """GZ-9."""
    plays = [["N", "S5"], ["W", "H2"], ["S", "D2"], ["E", "C2"]]
    won = {"W": [card for card in DECK if card != "D2"]}
    [problem] = GONGZHU.problems({"plays": plays, "won": won}, CLASSIC)
    assert brief(problem) == ("won_not_as_played", "won", ("S5", "H2", "C2"), ("N",))


def test_the_facts_of_play_have_a_form() -> None:
    """GZ-62, GZ-63."""
    report = {"plays": [], "leader": "Q", "first_deal": 1}
    fields = [problem.field for problem in GONGZHU.problems(report, CLASSIC)]
    assert fields == ["leader", "first_deal", "plays"]


def test_two_decks_keep_their_plays_unread() -> None:
    """GZ-2: which of two equal cards wins is judged in no text that is followed yet."""
    rules = GONGZHU.rules({"preset": "qq-double"})
    won = {"N": [card for card in DECK for _ in range(2)]}
    report = {"won": won, "plays": [["N", ["S2", "S2"]]], "leader": "N", "first_deal": True}
    assert GONGZHU.problems(report, rules) == ()
    following = GONGZHU.follow(report, rules)
    assert (following.next, following.tricks, following.done) == (None, (), True)
    assert GONGZHU.blank(rules).depths == ("captures", "hands")


def test_complete_plays_tell_the_hands_and_the_owners() -> None:
    """GZ-8, GZ-25."""
    rules = GONGZHU.rules({"preset": "huapai"})
    plays = [[seat, HANDS[seat][place]] for place in range(13) for seat in "NWSE"]
    following = GONGZHU.follow({"plays": plays}, rules)
    assert {seat: list(cards) for seat, cards in following.hands.items()} == HANDS
    assert following.done
    assert following.next is None
    settlement = GONGZHU.settle({"plays": plays}, rules)
    assert settlement.raw == {"N": 1000, "W": 0, "S": 0, "E": 0}


def test_three_hands_tell_the_fourth() -> None:
    """GZ-7."""
    three = {seat: HANDS[seat] for seat in "NWS"}
    following = GONGZHU.follow({"hands": three, "plays": [["N", "S2"]]}, CLASSIC)
    assert list(following.hands["E"]) == HANDS["E"]
    assert following.left["N"] == tuple(HANDS["N"][1:])
    report = {"won": {"N": list(DECK)}, "hands": three}
    assert GONGZHU.problems(report, CLASSIC) == ()
    huapai = GONGZHU.rules({"preset": "huapai"})
    assert GONGZHU.settle(report, huapai) == GONGZHU.settle({**report, "hands": HANDS}, huapai)


def test_three_hands_with_a_card_twice_tell_nothing() -> None:
    """GZ-7."""
    three = {"N": HANDS["N"], "W": HANDS["N"], "S": HANDS["S"]}
    report = {"won": {"N": list(DECK)}, "hands": three}
    codes = [problem.code.value for problem in GONGZHU.problems(report, CLASSIC)]
    assert "card_dealt_too_often" in codes
    assert "E" not in GONGZHU.follow(report, CLASSIC).hands


def test_hands_in_the_making_are_followed() -> None:
    """GZ-7: a hand that is not complete is not judged by."""
    report = {"hands": {"N": ["S2", "S3"]}, "plays": [["N", "S4"], ["W", "H2"]]}
    following = GONGZHU.follow(report, CLASSIC)
    assert following.hands == {"N": ("S2", "S3")}
    assert (following.flags, following.legal, following.next) == ((), (), "S")


def test_the_board_lends_its_hands() -> None:
    """GZ-25."""
    board = Context(hands={seat: tuple(cards) for seat, cards in HANDS.items()})
    following = GONGZHU.follow({"plays": [["N", "S2"], ["W", "D2"]]}, CLASSIC, board)
    assert flags(following) == [(1, "not_held")]


@given(VARIANTS, SEEDS)
def test_the_engine_and_the_reference_agree_on_lawful_play(
    wanted: dict[str, Any], seed: int
) -> None:
    """GZ-61 to GZ-68, on deals played at random within the law."""
    rules, random = GONGZHU.rules(wanted), Random(seed)
    deal = dealt_at_random(random, rules)
    story = played(deal, rules, lambda hand, may: random.choice(sorted(may)))
    plays = [(seat, card) for seat, card, _ in story]
    following = GONGZHU.follow(deal.report(plays), rules)
    assert (following.flags, following.missing, following.done) == ((), (), True)
    cut = random.randrange(len(plays))
    before = GONGZHU.follow(deal.report(plays[:cut]), rules)
    assert (before.next, set(before.legal)) == (story[cut][0], story[cut][2])


@given(VARIANTS, SEEDS)
def test_the_engine_and_the_reference_agree_on_lawless_play(
    wanted: dict[str, Any], seed: int
) -> None:
    """GZ-64 to GZ-69: every card that is not lawful is flagged once, and no other."""
    rules, random = GONGZHU.rules(wanted), Random(seed)
    deal = dealt_at_random(random, rules)
    story = played(deal, rules, lambda hand, may: random.choice(hand))
    following = GONGZHU.follow(deal.report([(seat, card) for seat, card, _ in story]), rules)
    lawless = [place for place, (_, card, may) in enumerate(story) if card not in may]
    assert [flag.play for flag in following.flags] == lawless
    assert GONGZHU.problems(deal.report([(s, c) for s, c, _ in story]), rules) == ()


def test_the_deals_of_the_demo_are_played_by_the_rules() -> None:
    """GZ-61 to GZ-69: every play is legal, and the tricks give what the deal says was won."""
    deals = [json.loads(line) for line in DEMO.read_text("utf-8").splitlines()]
    assert len(deals) == 200
    for deal in deals:
        rules = GONGZHU.rules(deal["rules"])
        report = {name: deal[name] for name in ("hands", "exposed", "plays")}
        following = GONGZHU.follow(report, rules)
        assert following.flags == ()
        won = {seat: sorted(cards) for seat, cards in following.won.items()}
        assert won == {seat: sorted(cards) for seat, cards in deal["won"].items()}
        assert GONGZHU.settle(report, rules) == GONGZHU.settle(deal_of(deal), rules)


def deal_of(line: dict[str, Any]) -> dict[str, Any]:
    """Return the same deal written down by captures."""
    return {name: line[name] for name in ("won", "exposed", "hands")}


def test_every_flag_is_raised_here() -> None:
    source = Path(__file__).read_text("utf-8")
    assert all(f'"{flag.value}"' in source for flag in PlayFlag)
