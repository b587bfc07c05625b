"""Hands and plays of a deal of 拱猪: how they are tapped and typed, and whose turn it is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.deals import Played
from tests.browser.modules.bench import LaidEntry, exposable, part
from tests.browser.modules.conftest import Lay
from tests.samples import sampled

WESTERN = {"preset": "western", "next_lead": "first_lead"}
HUAPAI = {"preset": "huapai"}
DOUBLE = {"preset": "qq-double"}
FIVE = {"preset": "classic", "players": 5}
THREE = {"preset": "fifty", "players": 3}
CLOCKWISE = {"preset": "desktop"}

TURN = ("play", "said")
ALONE = part("play", "single")
ON_TABLE_OF_NORTH = '.compass .on-table[data-edge="top"] .card'
"""What North has played to the trick, as South sees it across the table."""


def dealt(card: str, step: str = "play") -> str:
    return f'{part(step)} [data-dealt="{card}"]'


def types_all(entry: LaidEntry, deal: Played) -> LaidEntry:
    """Type every hand but the last one."""
    for seat in deal.seats[:-1]:
        entry.seat(seat).types("typed", deal.typed(seat))
    return entry


def count(entry: LaidEntry, seat: str) -> str:
    return entry.text(f'.compass [data-seat="{seat}"] .seat-count')


def pair_of(deal: Played, seat: str) -> str:
    hand = deal.hand(seat)
    return next(card for card in hand if hand.count(card) == 2)


@pytest.mark.full
@pytest.mark.parametrize(
    "typed", sampled(["红AK 5", "♥AK 5", "hAK 5", "H AK5"], ["红AK 5", "H AK5"])
)
def test_a_hand_is_read_however_its_suit_is_typed(lay: Lay, typed: str) -> None:
    entry = lay(WESTERN, "hands").seat("N").types("typed", typed)
    assert count(entry, "N") == "3/13"
    for card in ("HA", "HK", "H5"):
        assert entry.has(dealt(card, "hands"), "data-look") == "mine"


@pytest.mark.full
def test_what_is_typed_wrongly_is_said_and_nothing_is_lost(lay: Lay) -> None:
    deal = Played.number(0)
    entry = lay(WESTERN, "hands").seat("N").types("typed", "S 22")
    assert "This could not be read" in entry.says("hands", "heard")
    entry.types("typed", deal.typed("N"))
    assert count(entry, "N") == "13/13"
    entry.seat("W").types("typed", "S 6 2 3")
    assert "S6" in entry.says("hands", "heard")
    assert (count(entry, "N"), count(entry, "W")) == ("13/13", "2/13")


@pytest.mark.full
def test_hands_are_tapped_and_dealt_cards_stay_pale_in_the_grid(lay: Lay) -> None:
    deal = Played.number(0)
    entry = lay(HUAPAI, "hands").deals("N", *deal.hand("N"))
    assert entry.has('.compass [data-seat="W"]', "aria-pressed") == "true"
    assert entry.has(dealt("S6", "hands"), "data-look") == "gone"
    assert entry.has(dealt("S6", "hands"), "data-edge") == "top", "North has it"
    assert entry.shown(dealt("S6", "hands"))
    for seat in ("W", "S"):
        entry.tap(*(dealt(card, "hands") for card in deal.hand(seat)))
    assert count(entry, "E") == "13/13"
    entry.again()
    assert entry.shown(part("won"))
    entry.step("hands")
    assert entry.says("hands", "missing") == "All hands are complete."
    entry.deals("N", "S6")
    assert entry.says("hands", "missing") == "Still to deal: North 1, East 13"


@pytest.mark.full
def test_an_exposed_card_needs_no_name_where_the_hands_are_known(lay: Lay) -> None:
    entry = types_all(lay(HUAPAI, "hands"), Played.number(0)).step("won").tap(exposable("SQ"))
    assert "North" in entry.text(exposable("SQ"))
    assert not entry.shown(part("ask"))


@pytest.mark.full
def test_more_may_be_written_than_the_event_wants_and_never_less(lay: Lay) -> None:
    entry = lay(HUAPAI, "hands")
    assert entry.count(f'{part("depth")} [data-choice="captures"]') == 0
    entry.tap(f'{part("depth")} [data-choice="tricks"]')
    assert entry.shown(f'{part("steps")} [data-choice="play"]')
    assert entry.entry["depth"] == "tricks"


@pytest.mark.full
def test_plays_are_counted_and_a_tap_on_a_trick_goes_back_to_it(lay: Lay) -> None:
    deal = Played.number(0)
    entry = types_all(lay(WESTERN, "tricks"), deal).step("play")
    entry.tap('.compass [data-seat="W"]').plays("S2")
    assert entry.says(*TURN) == "Trick 1 · South to play"
    assert entry.has(dealt("H2"), "data-look") == "away"
    entry.plays(*(card for _seat, card in deal.plays[1:9]))
    assert entry.says(*TURN) == "Trick 3 · North to play"
    assert entry.again().says(*TURN) == "Trick 3 · North to play"
    assert entry.count(f"{part('play', 'tricks')} .trick") == 2
    entry.tap('[data-trick="2"]')
    assert entry.says(*TURN) == "East won trick 1 · trick 2: East leads"
    assert entry.undo().says(*TURN) == "Trick 3 · North to play"


@pytest.mark.full
def test_of_52_plays_48_are_tapped_and_the_last_trick_follows(lay: Lay) -> None:
    """With the choice of depth and step, the leader, and check, send and confirm: 54 taps."""
    deal = Played.number(0)
    entry = types_all(lay(WESTERN, "tricks"), deal).step("play").seat("W")
    entry.plays(*(card for _seat, card in deal.plays[:48]))
    assert entry.says(*TURN) == "All 13 tricks are recorded."
    assert not entry.shown(part("play", "hand"))
    assert entry.report["plays"] == deal.plays
    assert entry.lacks == "Check the points"


@pytest.mark.full
def test_without_hands_51_plays_are_tapped(lay: Lay) -> None:
    deal = Played.number(0)
    entry = lay(WESTERN).tap(f'{part("depth")} [data-choice="tricks"]').step("play").seat("W")
    entry.plays(*(card for _seat, card in deal.plays[:51]))
    assert entry.report["plays"] == deal.plays
    assert 3 + 51 + 3 <= 58, "depth, step and leader; and to check, to send and to confirm"


@pytest.mark.full
def test_the_card_that_was_led_may_be_tapped_before_its_seat(lay: Lay) -> None:
    entry = lay(HUAPAI, "tricks").step("play")
    asks = "Who leads? Tap the seat or the card that was led."
    assert entry.says(*TURN) == asks
    assert entry.plays("S4").says(*TURN) == "Who led this card? Tap the seat."
    assert entry.has(dealt("S4"), "aria-pressed") == "true"
    assert entry.plays("S4").says(*TURN) == asks
    entry.plays("S4", "S2").seat("E")
    assert entry.says(*TURN) == "Trick 1 · North to play"
    assert entry.has(dealt("S2"), "disabled") is not None
    assert entry.has(dealt("S4"), "disabled") is None
    assert entry.undo().says(*TURN) == "Who led this card? Tap the seat."


@pytest.mark.full
def test_a_hand_that_is_known_says_who_led(lay: Lay) -> None:
    deal = Played.by(HUAPAI, 1)
    entry = lay(HUAPAI, "tricks").seat("W").types("typed", deal.typed("W"))
    entry.step("play").plays(deal.hand("W")[0])
    assert entry.says(*TURN) == "Trick 1 · South to play"


@pytest.mark.full
def test_of_two_decks_a_pair_or_one_card_is_tapped_before_its_seat(lay: Lay) -> None:
    entry = lay(DOUBLE, "tricks").step("play").plays("S4")
    assert entry.says(*TURN) == "Who led this card? Tap the seat."
    entry.plays("S4/2").seat("N")
    assert entry.says(*TURN) == "Trick 1 · West to play"
    entry.undo().plays("S4/2").seat("N")
    assert entry.shown(ALONE)
    assert entry.tap(ALONE).says(*TURN) == "Trick 1 · West to play"


@pytest.mark.full
def test_two_taps_lead_a_pair_and_two_cards_follow_it(lay: Lay) -> None:
    deal = Played.by(DOUBLE, 5)
    entry = types_all(lay(DOUBLE, "tricks"), deal).step("play").seat("N")
    pair = pair_of(deal, "N")
    entry.plays(copy_of(entry, pair))
    assert entry.says(*TURN) == "Trick 1 · North to play"
    assert entry.count(ON_TABLE_OF_NORTH) == 1
    entry.undo()
    assert entry.has(part("play", "pair"), "data-idle") is not None
    entry.plays(copy_of(entry, pair)).plays(copy_of(entry, pair))
    assert entry.count(ON_TABLE_OF_NORTH) == 2
    assert entry.says(*TURN) == "Trick 1 · West to play"
    assert entry.says("play", "pair-said") == "Two cards from each seat."
    one, other = [card for card in deal.hand("W") if card[0] == pair[0]][:2]
    entry.plays(copy_of(entry, one)).again()
    assert entry.says(*TURN) == "Trick 1 · West to play"
    assert entry.plays(copy_of(entry, other)).says(*TURN) == "Trick 1 · South to play"


def copy_of(entry: LaidEntry, card: str) -> str:
    """Return the copy of a card that can be tapped now."""
    waits = (tile for tile in (card, f"{card}/2") if entry.has(dealt(tile), "data-look") == "")
    return next(waits)


@pytest.mark.full
def test_one_card_of_a_pair_is_led_alone(lay: Lay) -> None:
    deal = Played.by(DOUBLE, 5)
    entry = types_all(lay(DOUBLE, "tricks"), deal).step("play").seat("N")
    entry.plays(copy_of(entry, pair_of(deal, "N"))).tap(ALONE)
    assert entry.says(*TURN) == "Trick 1 · West to play"
    assert entry.count(ON_TABLE_OF_NORTH) == 1


@pytest.mark.full
def test_hands_of_two_decks_have_cards_twice_and_the_last_fills_itself(lay: Lay) -> None:
    deal = Played.by(DOUBLE, 5)
    entry = types_all(lay(DOUBLE, "hands"), deal).step("won").tap(exposable("SQ"))
    assert not entry.shown(part("ask"))
    hands = entry.report["hands"]
    assert {seat: sorted(cards) for seat, cards in hands.items()} == deal.facts["hands"]


def typed(plays: list[list[Any]]) -> str:
    return " ".join("".join(cards) for _seat, cards in plays)


@pytest.mark.full
@pytest.mark.parametrize("rules", sampled([FIVE, THREE, CLOCKWISE, DOUBLE], [FIVE, DOUBLE]))
def test_a_whole_deal_is_typed_round_the_table(lay: Lay, rules: dict[str, Any]) -> None:
    deal = Played.by(rules, 5)
    entry = types_all(lay(rules, "tricks", deal.seats[2]), deal).step("play")
    entry.seat(deal.plays[0][0]).types("typed-plays", typed(deal.plays))
    tricks = len(deal.plays) // len(deal.seats)
    assert entry.says(*TURN) == f"All {tricks} tricks are recorded."
    assert entry.report["plays"] == deal.plays
    hands = entry.report["hands"]
    assert {seat: sorted(cards) for seat, cards in hands.items()} == deal.facts["hands"]


@pytest.mark.full
def test_a_clockwise_deal_is_typed_by_ranks_and_what_is_wrong_stays(lay: Lay) -> None:
    deal = Played.by(CLOCKWISE)
    entry = types_all(lay(CLOCKWISE, "tricks"), deal).step("play")
    (leader, led), (second, followed) = deal.plays[:2]
    entry.seat(leader).types("typed-plays", f"{led} {followed} S1 C3")
    assert heard(entry) == "Not understood: S1"
    assert entry.value(part("typed-plays")) == "S1 C3"
    turn = deal.seats[(deal.seats.index(second) + 1) % 4]
    assert entry.has(f'.compass [data-seat="{turn}"]', "aria-pressed") == "true"
    entry.types("typed-plays", led)
    assert f"does not hold {led}" in heard(entry)
    assert entry.undo().says(*TURN).startswith("Trick 1")


def heard(entry: LaidEntry) -> str:
    """What is said of plays that were typed; the sheet that they are typed in is closed here."""
    return entry.content(part("heard-plays"))
