"""Two records of one deal agree by what they come to, and differ fact by fact."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK
from scoring.game import Context, find_game
from scoring.gongzhu.codes import ComparedFact, Saying
from scoring.gongzhu.engine import GONGZHU
from scoring.record_comparison import RecordComparison, Statement
from tests.samples import every_day
from tests.scoring.gongzhu.deals import deal_at_random
from tests.toy_game import TOY, ToyCode

CLASSIC = GONGZHU.rules({"preset": "classic"})
SEATS = CLASSIC.seats
HANDS = {seat: list(DECK[place::4]) for place, seat in enumerate(SEATS)}
HEARTS = [card for card in DECK if card[0] == "H"]
WON = {"N": ["SQ"], "W": ["DJ"], "S": ["C10"], "E": HEARTS}


def compared(first: Any, second: Any, preset: str = "classic") -> RecordComparison:
    """What two reports say differently, which is the same the other way round."""
    rules = GONGZHU.rules({"preset": preset})
    comparison = GONGZHU.compare(first, second, rules)
    turned = GONGZHU.compare(second, first, rules)
    there = [(fact.code, fact.cards, fact.first, fact.second) for fact in comparison.facts]
    back = [(fact.code, fact.cards, fact.second, fact.first) for fact in turned.facts]
    assert sorted(map(str, there)) == sorted(map(str, back))
    return comparison


def played_by_turns() -> dict[str, Any]:
    """A deal in which everybody plays the hand from the top, which is no play by the rules."""
    plays = [[seat, HANDS[seat][trick]] for trick in range(13) for seat in SEATS]
    return {"hands": HANDS, "plays": plays, "leader": "N"}


def test_a_report_agrees_with_itself_in_another_order_and_in_other_words() -> None:
    short = {"won": WON, "exposed": {"SQ": "exposed"}}
    long = {
        "exposed": [{"kind": "exposed", "card": "SQ", "seat": "W"}],
        "won": {seat: WON[seat][::-1] for seat in "EWSN"},
        "claim": None,
    }
    assert compared(short, long).agrees


def test_a_card_in_another_pile_is_named_with_both_seats() -> None:
    other = {**WON, "N": [], "W": ["DJ", "SQ"]}
    (fact,) = compared({"won": WON}, {"won": other}).facts
    assert (fact.code, fact.cards) == (ComparedFact.WON_BY, ("SQ",))
    assert (fact.first.seats, fact.second.seats) == (("N",), ("W",))


def test_a_card_that_one_record_forgets_stands_against_nothing() -> None:
    (fact,) = compared({"won": WON}, {"won": {**WON, "N": []}}).facts
    assert (fact.first.seats, fact.second) == (("N",), Statement())


def test_an_exposure_that_one_record_lacks_or_has_otherwise_differs() -> None:
    exposed = {"won": WON, "exposed": [{"seat": "W", "card": "SQ", "kind": "exposed"}]}
    first = {"won": WON, "exposed": [{"seat": "W", "card": "SQ", "kind": "first"}]}
    (missing,) = compared(exposed, {"won": WON}, "huapai").facts
    assert (missing.code, missing.second) == (ComparedFact.EXPOSED_BY, Statement())
    (kind,) = compared(exposed, first, "huapai").facts
    assert (kind.first.code, kind.second.code) == (Saying.EXPOSED, Saying.FIRST_EXPOSED)


def test_a_holder_stands_against_nothing_where_the_rules_ask_for_holders() -> None:
    telling, silent = {"won": WON, "dealt": {"SQ": "N"}}, {"won": WON}
    rules = GONGZHU.rules({"preset": "huapai"})
    assert rules.self_won
    (fact,) = compared(telling, silent, "huapai").facts
    assert (fact.code, fact.cards) == (ComparedFact.DEALT_TO, ("SQ",))
    assert (fact.first.seats, fact.second) == (("N",), Statement())
    known = Context(hands={seat: tuple(hand) for seat, hand in HANDS.items()})
    held = {
        "won": WON,
        "dealt": {
            card: seat
            for seat in SEATS
            for card in HANDS[seat]
            if card in ("SQ", "DJ", "C10", "HA")
        },
    }
    assert GONGZHU.compare(held, silent, rules, known).agrees


def test_copies_of_two_decks_are_counted_apart() -> None:
    def report(*shown: tuple[str, str]) -> dict[str, Any]:
        return {"exposed": [{"seat": s, "card": "SQ", "kind": k} for s, k in shown], "won": {}}

    both = report(("N", "exposed"), ("W", "exposed"))
    assert compared(both, report(("W", "exposed"), ("N", "exposed")), "qq-double").agrees
    (fact,) = compared(both, report(("W", "exposed")), "qq-double").facts
    assert (fact.first.seats, fact.second) == (("N",), Statement())
    twice = {"won": {"N": ["SQ", "SQ"]}}
    (pig,) = compared(twice, {"won": {"N": ["SQ"], "W": ["SQ"]}}, "qq-double").facts
    assert (pig.first.seats, pig.second.seats) == (("N", "N"), ("N", "W"))


def test_a_record_by_tricks_agrees_with_one_by_captures_that_comes_to_the_same() -> None:
    tricks = played_by_turns()
    won = GONGZHU.follow(tricks, CLASSIC).won
    piles = {
        seat: [card for card in won[seat] if card in {*HEARTS, "SQ", "DJ", "C10"}] for seat in won
    }
    assert compared(tricks, {"won": piles}).agrees
    assert not compared(tricks, {"won": {**piles, "N": [], "W": []}}).agrees


def test_plays_are_shown_from_the_first_that_differs() -> None:
    tricks, other = played_by_turns(), played_by_turns()
    plays = other["plays"]
    plays[48][1], plays[44][1] = plays[44][1], plays[48][1]
    facts = [fact for fact in compared(tricks, other).facts if fact.code is ComparedFact.PLAY]
    assert [fact.place for fact in facts] == list(range(45, 53))
    assert [fact.place for fact in facts if fact.differs] == [45, 49]


def test_plays_that_break_off_differ_from_those_that_go_on() -> None:
    tricks = played_by_turns()
    short = {**tricks, "plays": tricks["plays"][:50]}
    places = [
        fact.place for fact in compared(tricks, short).facts if fact.code is ComparedFact.PLAY
    ]
    assert places == [51, 52]


def test_cards_in_other_hands_are_named_one_by_one() -> None:
    hands = deepcopy(HANDS)
    hands["N"][0], hands["W"][0] = hands["W"][0], hands["N"][0]
    facts = compared({"won": WON, "hands": HANDS}, {"won": WON, "hands": hands}).facts
    assert {fact.code for fact in facts} == {ComparedFact.DEALT_TO}
    assert {fact.cards[0] for fact in facts} == {HANDS["N"][0], HANDS["W"][0]}


def test_hands_and_a_leader_that_one_record_leaves_out_contradict_nothing() -> None:
    assert compared(
        {"won": WON, "hands": HANDS, "leader": "S", "first_deal": True}, {"won": WON}
    ).agrees


def test_another_leader_or_another_deal_of_the_game_differs() -> None:
    first = {"won": WON, "leader": "S", "first_deal": True}
    facts = compared(first, {"won": WON, "leader": "N", "first_deal": False}).facts
    assert [fact.code for fact in facts] == [ComparedFact.LEADER, ComparedFact.FIRST_DEAL]
    assert facts[1].second.code is Saying.NO


def test_a_claim_differs_from_none_and_from_another() -> None:
    claim = {"seat": "N", "kind": "all", "after_trick": 9}
    report = {"won": WON, "claim": claim}
    assert compared(report, deepcopy(report)).agrees
    assert [fact.code for fact in compared(report, {"won": WON}).facts] == [ComparedFact.CLAIM]
    later = {"won": WON, "claim": {**claim, "after_trick": 10}}
    (trick,) = compared(report, later).facts
    assert (trick.first.number, trick.second.number) == (9, 10)
    contested = {"won": WON, "claim": {**claim, "contested": True}}
    assert ComparedFact.CLAIM_CONTESTED in {fact.code for fact in compared(report, contested).facts}


@pytest.mark.parametrize("preset", every_day(GONGZHU.presets, each=4))
def test_what_agrees_settles_to_the_same_points(preset: str) -> None:
    for seed in range(12):
        random, rules = Random(f"{preset} {seed}"), GONGZHU.rules({"preset": preset})
        first = deal_at_random(random, rules).report(rules)
        second = deepcopy(first)
        for pile in second["won"].values():
            random.shuffle(pile)
        assert GONGZHU.compare(first, second, rules).agrees, seed
        giver = random.choice([seat for seat in rules.seats if second["won"][seat]])
        taker = random.choice([seat for seat in rules.seats if seat != giver])
        second["won"][taker].append(second["won"][giver].pop())
        assert not GONGZHU.compare(first, second, rules).agrees, seed


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["N", "W", "SQ", "C2", "all"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["won", "exposed", "hands", "plays", "claim", "N", "seat", "kind"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(first=JSON, second=JSON)
def test_no_values_make_it_stumble(first: Any, second: Any) -> None:
    compared(first, second)
    assert compared(first, first).agrees


def test_the_toy_compares_by_its_own_facts() -> None:
    rules = TOY.rules({})
    comparison = TOY.compare({"won": {"N": 13}}, {"won": {"N": 12, "W": 1}}, rules)
    assert [(fact.code, fact.first.number, fact.second.number) for fact in comparison.facts] == [
        (ToyCode.TRICKS, 13, 12),
        (ToyCode.TRICKS, 0, 1),
    ]
    assert find_game("gongzhu") is GONGZHU
