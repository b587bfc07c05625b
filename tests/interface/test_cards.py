"""Cards, points and seats as templates write them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils import translation

from tournaments.wording.values import signed, unsigned
from web.templatetags.cards import card, in_suits
from web.templatetags.words import formula, points, seat, seat_class, seat_name, suit_colours

MINUS = "\u2212"


def test_suits_in_the_words_of_an_official_have_their_colours_and_no_markup() -> None:
    assert suit_colours("<b>♥2") == '&lt;b&gt;<span class="card-heart">♥</span>2'


def _rendered(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("code", "kind", "suit", "rank"),
    [
        ("SQ", "card-spade", "♠", "Q"),
        ("H10", "card-heart", "♥", "10"),
        ("DJ", "card-diamond", "♦", "J"),
        ("C2", "card-club", "♣", "2"),
    ],
)
def test_a_card_shows_suit_and_rank(code: str, kind: str, suit: str, rank: str) -> None:
    tile = card(code)
    assert f'<span class="card {kind}" data-card="{code}">' in tile
    assert f'<span class="card-suit">{suit}\ufe0e</span>' in tile
    assert f'<span class="card-rank">{rank}</span>' in tile
    assert "card-name" not in tile


def test_a_scoring_card_carries_the_name_that_it_is_given() -> None:
    tile = _rendered("{% card code name %}", code="SQ", name="猪")
    assert '<span class="card-name">猪</span>' in tile


def test_a_name_cannot_bring_markup_in() -> None:
    assert "<b>" not in card("SQ", "<b>pig</b>")


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(KeyError):
        card("X9")


def test_jokers_are_told_apart() -> None:
    with translation.override("en"):
        big, small = card("RJ"), card("BJ")
    assert "card-joker-red" in big
    assert "card-joker-black" in small
    assert "Big joker" in big
    assert "Small joker" in small


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (100, "+100"),
        (-40, f"{MINUS}40"),
        (0, "0"),
        (Decimal("15.75"), "+15.75"),
        (Decimal("-0.5"), f"{MINUS}0.5"),
        (Fraction(1, 4), "+0.25"),
        (Fraction(-7, 3), f"{MINUS}2.33"),
        (Fraction(2, 3), "+0.67"),
    ],
)
def test_points_carry_their_sign_and_a_true_minus(
    value: int | Decimal | Fraction, text: str
) -> None:
    assert signed(value) == text
    assert text in points(value)


def test_a_place_carries_no_plus() -> None:
    assert (unsigned(3), unsigned(-3), unsigned(Fraction(5, 2))) == ("3", f"{MINUS}3", "2.5")


def test_no_points_are_quieter_than_some() -> None:
    assert points(0) == '<span class="points points-zero">0</span>'
    assert points(20) == '<span class="points">+20</span>'


def test_seats_are_letters_in_english() -> None:
    with translation.override("en"):
        assert [seat(label) for label in "NWSE"] == ["N", "W", "S", "E"]
        assert [seat_name(label) for label in "NWSE"] == ["North", "West", "South", "East"]


def test_seats_are_directions_in_chinese() -> None:
    with translation.override("zh-hans"):
        assert [seat(label) for label in "NWSE"] == ["北", "西", "南", "东"]
        assert [seat_name(label) for label in "NWSE"] == ["北", "西", "南", "东"]


def test_a_numbered_seat_is_told_by_its_number() -> None:
    assert (seat("3"), seat_name("3"), seat_class("3")) == ("3", "3号位", "seat-3")


def test_a_seat_knows_its_place_on_the_compass() -> None:
    assert _rendered("{{ label|seat_class }}", label="N") == "seat-n"


def test_a_hand_names_each_suit_once_and_keeps_its_order() -> None:
    hand = in_suits(("SA", "SQ", "D10"))
    assert hand.count("card-suit") == 2
    assert "</span> A Q</span>" in hand
    assert hand.index("card-spade") < hand.index("card-diamond")
    assert in_suits(()) == ""


def test_a_formula_has_a_true_minus() -> None:
    assert formula("-100 - 20×3 = -160") == f"{MINUS}100 {MINUS} 20×3 = {MINUS}160"
