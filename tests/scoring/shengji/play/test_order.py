"""The order of the cards and what they combine to, under every trump and level."""

import pytest

from scoring.cards import RANKS, SUITS
from scoring.shengji.cards import FACES
from scoring.shengji.play.ladder import ladder
from scoring.shengji.play.shapes import PAIR, SINGLE, TRIPLE, Block, decompose, fits, holding

ORDERS = [ladder(trump, level) for trump in (*SUITS, None) for level in RANKS]


def test_every_card_has_one_place() -> None:
    """SJ-10, SJ-11."""
    for order in ORDERS:
        steps = [step for suit in order.order().values() for step in suit]
        assert sorted(face for step in steps for face in step) == sorted(FACES), order
        high = order.order()["T"][::-1]
        assert high[:2] == [["RJ"], ["BJ"]]
        others = [f"{suit}{order.level}" for suit in sorted(SUITS) if suit != order.trump]
        if order.trump is None:
            assert high[2:] == [others]
        else:
            assert high[2:4] == [[f"{order.trump}{order.level}"], others]
        assert set(order.order()) == {"T", *SUITS} - {order.trump}


def test_neighbours_are_one_step_apart() -> None:
    """SJ-12: the places of a suit have no gap but the trump suit's own cards."""
    for order in ORDERS:
        for suit, steps in order.order().items():
            places = [order.place[step[0]] for step in steps]
            low = places[0]
            assert places == list(range(low, low + len(places))), (order.trump, order.level, suit)


@pytest.mark.parametrize(
    ("cards", "blocks"),
    [
        ("H3 H3 H3 H4 H4", [TRIPLE, PAIR]),
        ("H3 H3 H3 H4 H4 H4 H9 H9 H10 H10 HK HK HA", [Block(3, 2), Block(2, 2), PAIR, SINGLE]),
        ("H4 H4 H6 H6 H7 H7", [Block(2, 3)]),
        ("HA HA HK HK H5 H5", [Block(2, 2), PAIR]),
    ],
)
def test_a_lead_is_taken_apart_largest_kind_first(cards: str, blocks: list[Block]) -> None:
    """SJ-20, SJ-23."""
    assert [part.block for part in decompose(cards.split(), ladder("S", "5"))] == blocks


def test_rows_share_the_place_of_the_level() -> None:
    """SJ-12, SJ-20: with two side pairs of the level two rows meet there."""
    cards = ["SA", "SA", "H5", "H5", "D5", "D5", "S5", "S5"]
    held = holding(cards, ladder("S", "5"))
    assert fits([Block(2, 2), Block(2, 2)], held)
    assert fits([Block(2, 3), PAIR], held)
    assert not fits([Block(2, 4)], held)


@pytest.mark.parametrize(("trump", "level"), [("T", "5"), ("S", "1"), ("", "5"), ("S", "BJ")])
def test_there_is_no_order_without_a_suit_and_a_level(trump: str, level: str) -> None:
    with pytest.raises(ValueError, match="no deal"):
        ladder(trump, level)
