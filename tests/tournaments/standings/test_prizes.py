"""Prizes by place, with ties by rule."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.exact import exact
from tournaments.standings.prizes import PlacedEntry, PrizeRules, PrizeTies, prizes
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import TieBreakInput

MONEY = (Fraction(1000), Fraction(600), Fraction(400), Fraction(200))


def placed(*places: int) -> list[PlacedEntry]:
    """Return entries with these places."""
    return [PlacedEntry(f"e{number}", place) for number, place in enumerate(places)]


@pytest.mark.parametrize(
    ("ties", "places", "amounts"),
    [
        (PrizeTies.DIVIDED, (1, 2, 3, 4), [1000, 600, 400, 200]),
        (PrizeTies.DIVIDED, (1, 1, 3), [800, 800, 400]),
        (PrizeTies.DIVIDED, (1, 2, 2, 2), [1000, 400, 400, 400]),
        (PrizeTies.DIVIDED, (1, 2, 3, 4, 4, 4), [1000, 600, 400, *[Fraction(200, 3)] * 3]),
        (PrizeTies.HIGHER, (1, 1, 3), [1000, 1000, 400]),
        (PrizeTies.HIGHER, (1, 2, 2, 4), [1000, 600, 600, 200]),
        (PrizeTies.HIGHER, (1, 1, 1, 1, 1), [1000] * 5),
        (PrizeTies.DIVIDED, (1, 2, 3, 4, 5), [1000, 600, 400, 200]),
    ],
)
def test_who_shares_a_place_has_the_prize_that_the_rule_says(
    ties: PrizeTies, places: tuple[int, ...], amounts: list[Fraction]
) -> None:
    assert [prize.amount for prize in prizes(placed(*places), PrizeRules(MONEY, ties))] == amounts


def test_further_tie_breaks_part_a_prize_and_who_is_equal_still_divides() -> None:
    known = TieBreakInput({}, penalties={"e0": Fraction(-1)})
    rules = PrizeRules(MONEY, PrizeTies.NEXT_TIE_BREAK, (TieBreak.FEWEST_PENALTIES,))
    shares = prizes(placed(1, 1, 1), rules, known)
    assert exact([(prize.entry, prize.place, prize.amount) for prize in shares]) == [
        ("e1", 1, 800),
        ("e2", 1, 800),
        ("e0", 1, 400),
    ]
    assert shares[0].among == ("e1", "e2")
    assert [decided.by for decided in shares[2].decided] == [TieBreak.FEWEST_PENALTIES]
    with pytest.raises(ValueError, match="tie-breaks"):
        prizes(placed(1, 1), rules)


TEA = ("茶叶一盒", "茶杯")


@pytest.mark.parametrize(
    ("ties", "places", "things", "by_lot"),
    [
        (PrizeTies.DIVIDED, (1, 2, 3), [TEA[:1], TEA[1:], ()], [False, False, False]),
        (PrizeTies.DIVIDED, (1, 1, 3), [TEA, TEA, ()], [True, True, False]),
        (PrizeTies.HIGHER, (1, 1, 3), [TEA[:1], TEA[:1], ()], [False, False, False]),
        (PrizeTies.DIVIDED, (1, 2, 2), [TEA[:1], TEA[1:], TEA[1:]], [False, True, True]),
    ],
)
def test_a_thing_is_not_divided(
    ties: PrizeTies, places: tuple[int, ...], things: list[tuple[str, ...]], by_lot: list[bool]
) -> None:
    shares = prizes(placed(*places), PrizeRules(MONEY[:3], ties, things=TEA))
    assert [prize.things for prize in shares] == things
    assert [prize.by_lot for prize in shares] == by_lot


def test_money_that_equals_divide_is_not_drawn_by_lot() -> None:
    assert [prize.by_lot for prize in prizes(placed(1, 1, 3), PrizeRules(MONEY))] == [False] * 3


def test_a_thing_without_an_amount_is_a_prize() -> None:
    rules = PrizeRules((Fraction(0), Fraction(0)), things=("茶叶一盒",))
    assert [(prize.entry, prize.things) for prize in prizes(placed(1, 2), rules)] == [
        ("e0", ("茶叶一盒",))
    ]


def test_further_tie_breaks_say_whose_a_thing_is() -> None:
    known = TieBreakInput({}, penalties={"e0": Fraction(-1)})
    further = (TieBreak.FEWEST_PENALTIES,)
    rules = PrizeRules(MONEY, PrizeTies.NEXT_TIE_BREAK, further, TEA)
    shares = prizes(placed(1, 1), rules, known)
    assert [(prize.entry, prize.things, prize.by_lot) for prize in shares] == [
        ("e1", TEA[:1], False),
        ("e0", TEA[1:], False),
    ]


@pytest.mark.full
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=12),
    st.lists(st.fractions(0, 900, max_denominator=4), min_size=1, max_size=8),
)
def test_divided_prizes_are_given_whole_and_never_grow_down_the_list(
    drawn: list[int], amounts: list[Fraction]
) -> None:
    money = tuple(sorted(amounts, reverse=True))
    places = [1 + sum(other < number for other in drawn) for number in drawn]
    shares = prizes(placed(*places), PrizeRules(money))
    assert sum(prize.amount for prize in shares) == sum(money[: len(places)])
    given_amounts = [prize.amount for prize in shares]
    assert given_amounts == sorted(given_amounts, reverse=True)
    higher = prizes(placed(*places), PrizeRules(money, PrizeTies.HIGHER))
    best = {prize.entry: prize.amount for prize in higher}
    assert all(best[prize.entry] >= prize.amount for prize in shares)
