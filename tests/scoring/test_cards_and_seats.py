"""Cards and seats: the vocabulary of all games."""

import pytest

from scoring.cards import DECK, in_order, is_card, rank_of, suit_of
from scoring.seats import (
    COMPASS,
    Direction,
    next_to_play,
    order_of_play,
    partner_of,
)


def test_a_deck_has_52_different_cards() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert all(suit_of(card) + rank_of(card) == card for card in DECK)


@pytest.mark.parametrize("value", ["", "S", "S1", "s2", "10H", "H11", "BJ", " S2", 2, None, ["S2"]])
def test_what_is_no_card_is_not_taken_for_one(value: object) -> None:
    assert not is_card(value)


def test_cards_stand_suit_by_suit_from_the_two_to_the_ace() -> None:
    assert in_order(reversed(DECK)) == DECK
    with pytest.raises(KeyError):
        in_order(["S1"])


def test_play_goes_to_the_right_and_on_a_map_counterclockwise() -> None:
    """GZ-4, T9 L227-228."""
    order = order_of_play(4)
    assert order == ("N", "W", "S", "E")
    # On a map the right hand of north, who faces south, is in the west.
    assert [next_to_play(seat, order) for seat in order] == ["W", "S", "E", "N"]


def test_clockwise_play_goes_to_the_left() -> None:
    """GZ-4, T2 L38."""
    order = order_of_play(4, Direction.CLOCKWISE)
    assert order == ("N", "E", "S", "W")
    assert [next_to_play(seat, order) for seat in order] == ["E", "S", "W", "N"]


@pytest.mark.parametrize("seat", COMPASS)
def test_partners_sit_opposite(seat: str) -> None:
    assert partner_of(partner_of(seat)) == seat
    for order in map(order_of_play, (4, 4), Direction):
        assert partner_of(seat) == next_to_play(next_to_play(seat, order), order)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_other_tables_have_numbered_seats_in_order_of_play(players: int) -> None:
    order = order_of_play(players, Direction.CLOCKWISE)
    assert order == tuple("12345"[:players])
    assert next_to_play(order[-1], order) == "1"


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_there_is_no_table_of_another_size(players: int) -> None:
    with pytest.raises(ValueError, match=str(players)):
        order_of_play(players)
