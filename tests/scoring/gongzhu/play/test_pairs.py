"""Play with two decks: pairs, who wins, what is held back; cited by line."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.cards import DECK
from scoring.following import Following, Play
from scoring.game import find_game
from scoring.gongzhu.play.tricks import winner_of
from scoring.gongzhu.rules import Protection, RuleSet
from tests.scoring.gongzhu.play.following import DOUBLE, PROTECTIONS, flags
from tests.scoring.gongzhu.reports.test_report import brief

GONGZHU = find_game("gongzhu")


def two(text: str) -> list[str]:
    """Read a play: cards apart by spaces."""
    return text.split()


def hands_of(**some: str) -> dict[str, list[str]]:
    """Return four hands of two decks of which some cards are given; the rest is shared out,
    diamonds and clubs first and spades last.
    """
    given = {seat: cards.split() for seat, cards in some.items()}
    rest = [card for card in sorted(DECK, key=lambda card: "DCHS".index(card[0])) for _ in "12"]
    for cards in given.values():
        for card in cards:
            rest.remove(card)
    hands: dict[str, list[str]] = {}
    for seat in "NWSE":
        held = given.get(seat, [])
        lacking = 26 - len(held)
        hands[seat] = [*held, *rest[:lacking]]
        rest = rest[lacking:]
    return hands


def whole(cards: str) -> str:
    """Return a whole hand: the given cards and as many low hearts and clubs as are lacking."""
    held = cards.split()
    spare = [card for card in DECK if card[0] == "C" and card not in held] + ["H3", "H4", "H5"]
    more = [card for card in spare for _ in "12"]
    return " ".join([*held, *more[: 26 - len(held)]])


def follow(
    plays: list[Any],
    rules: RuleSet = DOUBLE,
    hands: dict[str, list[str]] | None = None,
    **more: Any,
) -> Following:
    """Follow some plays of two decks."""
    return GONGZHU.follow({"hands": hands, "plays": plays, **more}, rules)


def may(following: Following) -> list[str]:
    """Return what may be played, as texts."""
    return [" ".join(cards) for cards in following.legal]


@pytest.mark.parametrize(
    ("trick", "seat"),
    [
        ("S4 S4, SK SK, SQ S8, SJ HK", "S"),
        ("D4 D4, DK DQ, D5 D5, DA DJ", "S"),
        ("H4 H4, H5 H5, D2 D2, C2 C2", "W"),
        ("C4 C4, CK C2, CK C3, C5 C6", "W"),
        ("S4 S4, S5 H5, HA HA, DA DA", "N"),
        ("SA, SA, S2, S3", "N"),
        ("SK, SA, SA, S3", "W"),
    ],
)
def test_a_trick_of_two_decks(trick: str, seat: str) -> None:
    """GZ-74, GZ-75: T6 L93, T8 L187-195, T9 L368; of equal plays the first."""
    plays = [Play(s, tuple(two(p))) for s, p in zip("NWSE", trick.split(","), strict=True)]
    assert winner_of(plays) == seat


def test_a_leader_leads_one_card_or_a_pair() -> None:
    """GZ-70: T8 L185, T9 L367."""
    hands = hands_of(N=whole("S2 S2 S3"))
    leads = may(follow([], hands=hands, leader="N"))
    assert leads[:3] == ["S2", "S2 S2", "S3"]
    assert "S2 S3" not in leads


def test_a_lead_of_two_cards_that_are_no_pair_is_flagged() -> None:
    """GZ-78; its suit is that of the first card."""
    hands = hands_of(N="H2 S2", W="H5 H6")
    following = follow([["N", ["H2", "S2"]]], hands=hands, leader="N")
    assert flags(following) == [(0, "lead_not_a_pair")]
    assert may(following) == ["H5 H6"]
    assert flags(follow([["N", ["S2", "S3"]]])) == [(0, "lead_not_a_pair")]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("S5 S5 S6 S7 S7", ["S5 S5", "S7 S7"]),
        ("S5 S6 S7", ["S5 S6", "S5 S7", "S6 S7"]),
        ("S5 S6", ["S5 S6"]),
    ],
)
def test_a_pair_is_followed_with_a_pair_or_two_of_the_suit(hand: str, expected: list[str]) -> None:
    """GZ-73: T6 L93, T8 L186, T9 L367."""
    hands = hands_of(N="S2 S2", W=whole(hand))
    assert may(follow([["N", ["S2", "S2"]]], hands=hands, leader="N")) == expected


def test_the_only_card_of_the_suit_goes_with_any_other() -> None:
    """GZ-73."""
    hands = hands_of(N="S2 S2", W=whole("S5 HA HA"))
    plays = may(follow([["N", ["S2", "S2"]]], hands=hands, leader="N"))
    others = dict.fromkeys(sorted(hands["W"], key=DECK.index))
    assert plays == [f"S5 {card}" for card in others if card != "S5"]


def test_who_is_void_discards_any_two_cards() -> None:
    """GZ-73: T8 L187."""
    hands = hands_of(N="S2 S2", W=whole("HA HA HK"))
    plays = may(follow([["N", ["S2", "S2"]]], hands=hands, leader="N"))
    kinds = set(hands["W"])
    pairs = [card for card in kinds if hands["W"].count(card) == 2]
    assert len(plays) == len(pairs) + len(kinds) * (len(kinds) - 1) // 2
    assert {"HA HA", "HK HA", "HA C2"} <= set(plays)
    assert "HK HK" not in plays


def test_a_single_card_is_followed_as_with_one_deck() -> None:
    """GZ-64, GZ-70."""
    hands = hands_of(N="S2", W=whole("S5 S5 S6"))
    assert may(follow([["N", ["S2"]]], hands=hands, leader="N")) == ["S5", "S6"]
    assert follow([["N", "S2"]]).trick == (Play("N", ("S2",)),)
    following = follow([["N", ["S2"]], ["W", ["C2"]]], hands=hands, leader="N")
    assert flags(following) == [(1, "revoke")]


def test_another_number_of_cards_than_were_led_cannot_be_settled() -> None:
    """GZ-71."""
    report = {"plays": [["N", ["S2", "S2"]], ["W", ["S3"]], ["S", ["S4", "S5", "S6"]]]}
    problems = [brief(problem) for problem in GONGZHU.problems(report, DOUBLE)]
    assert ("wrong_number_of_cards", "plays.1", ("S3",), ("W",)) in problems
    assert ("wrong_number_of_cards", "plays.2", (), ("S",)) in problems
    [problem, _] = GONGZHU.problems({"plays": [["N", ["S2", "S3"]]]}, GONGZHU.rules({}))
    assert (problem.code.value, problem.field) == ("wrong_number_of_cards", "plays.0")
    assert dict(problem.values) == {"count": 2, "expected": 1}


def test_a_card_is_there_twice_and_not_three_times() -> None:
    """GZ-71."""
    plays = [["N", ["S2", "S2"]], ["W", ["S2", "S3"]]]
    codes = [brief(problem)[0] for problem in GONGZHU.problems({"plays": plays}, DOUBLE)]
    assert "card_played_too_often" in codes
    assert flags(follow(plays)) == [(1, "played_again")]
    hands = hands_of(N="S2 S3", W="S2 S4")
    plays = [["N", ["S2"]], ["W", ["S4"]], ["S", ["S5"]], ["E", ["S6"]], ["N", ["S2"]]]
    assert (4, "not_held") in flags(follow(plays, hands=hands, leader="N"))
    problems = [brief(p) for p in GONGZHU.problems({"plays": plays, "hands": hands}, DOUBLE)]
    assert ("card_played_not_held", "plays.4", ("S2",), ("N",)) in problems


def test_the_first_lead_is_by_who_received_the_first_two() -> None:
    """GZ-72: T8 L184, T9 L366."""
    both = hands_of(N="C2 C2")
    following = follow([], hands=both, first_deal=True)
    assert (following.next, may(following)) == ("N", ["C2", "C2 C2"])
    one_each = hands_of(N="C2", W="C2")
    assert follow([], hands=one_each, first_deal=True).next is None
    named = follow([], hands=one_each, first_deal=True, first_C2="W")
    assert (named.next, may(named)) == ("W", ["C2"])
    assert follow([], hands=one_each, first_deal=True, leader="N").next == "N"
    led = follow([["N", ["C2"]]], hands=one_each, first_deal=True)
    assert flags(led) == []
    led = follow([["N", ["C2"]]], hands=one_each, first_deal=True, first_C2="W")
    assert flags(led) == [(0, "wrong_first_lead")]


def shown(card: str, *seats: str) -> list[dict[str, str]]:
    """Return exposures of a card by these seats."""
    return [{"seat": seat, "card": card, "kind": "exposed"} for seat in seats]


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_the_copy_that_was_not_exposed_is_free(protection: str) -> None:
    """GZ-76, GZ-77: T8 L196."""
    rules = GONGZHU.rules({"preset": "qq-double", "protection": protection})
    hands = hands_of(N="S2", W=whole("SQ SQ S3"))
    free = Protection(protection) is Protection.NONE
    once = may(follow([["N", ["S2"]]], rules, hands, leader="N", exposed=shown("SQ", "W")))
    assert once == ["S3", "SQ"]
    twice = may(follow([["N", ["S2"]]], rules, hands, leader="N", exposed=shown("SQ", "W", "W")))
    assert twice == (["S3", "SQ"] if free else ["S3"])
    leads = may(follow([], rules, hands, leader="W", exposed=shown("SQ", "W")))
    assert ("SQ" in leads, "SQ SQ" in leads) == (True, free)


def test_two_cards_are_held_back_where_one_of_them_is() -> None:
    """GZ-77."""
    hands = hands_of(N="S2 S2", W=whole("SQ S3 S4"))
    exposed = shown("SQ", "W")
    plays = may(follow([["N", ["S2", "S2"]]], hands=hands, leader="N", exposed=exposed))
    assert plays == ["S3 S4"]
    hands = hands_of(N="S2 S2", W=whole("SQ S3"))
    plays = may(follow([["N", ["S2", "S2"]]], hands=hands, leader="N", exposed=exposed))
    assert plays == ["S3 SQ"]
    followed = follow(
        [["N", ["S2", "S2"]], ["W", ["S3", "SQ"]]],
        hands=hands_of(N="S2 S2", W=whole("SQ S3 S4")),
        leader="N",
        exposed=exposed,
    )
    assert flags(followed) == [(1, "protected_card_followed")]


def test_an_exposed_copy_of_another_seat_holds_nothing_back() -> None:
    """GZ-76."""
    hands = hands_of(N="S2 SQ", W=whole("SQ S3"))
    plays = may(follow([["N", ["S2"]]], hands=hands, leader="N", exposed=shown("SQ", "N")))
    assert plays == ["S3", "SQ"]


def test_discards_are_held_back_where_the_rules_say_so() -> None:
    """GZ-66, GZ-77."""
    wanted = {"preset": "qq-double", "protection": "suit_first_trick_and_discards"}
    rules = GONGZHU.rules(wanted)
    hands = hands_of(N="S2 S2", W=whole("S3 DJ DJ"))
    plays = [["N", ["S2", "S2"]], ["W", ["S3", "DJ"]]]
    exposed = shown("DJ", "W", "W")
    assert flags(follow(plays, rules, hands, leader="N", exposed=exposed)) == [
        (1, "protected_card_discarded")
    ]
    assert flags(follow(plays, DOUBLE, hands, leader="N", exposed=exposed)) == []
    assert flags(follow(plays, rules, hands, leader="N", exposed=shown("DJ", "W"))) == []


def test_following_two_decks_is_written_with_lists() -> None:
    """GZ-70, GZ-71."""
    hands = hands_of(N="S2 S2", W=whole("S5 S5"))
    written = follow([["N", ["S2", "S2"]]], hands=hands, leader="N").as_json()
    assert written["trick"] == [["N", ["S2", "S2"]]]
    assert written["legal"] == [["S5", "S5"]]
    broken = follow([["N", ["S2", "S2"]], ["W", ["C2", "C2"]]], hands=hands, leader="N").as_json()
    assert [(flag["card"], flag["cards"]) for flag in broken["flags"]] == [("C2", ["C2", "C2"])]
