"""The words of draws with two sides at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product, starmap

import pytest
from django.utils import translation

from tournaments.pairing import groups, round_robin, round_values
from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.knockout import bracket, knockout_draw, knockout_rounds
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.pairing.movements import board_rounds
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.swiss import swiss_draw
from tournaments.pairing.swiss.swiss_values import (
    ByeRule,
    Float,
    PairingOrder,
    Style,
    SwissEntrant,
    SwissInput,
    SwissOptions,
)
from tournaments.wording.pairing import cited_match, match_text, reason_text

NUMBERS = (Why.NUMBER_DRAWN, Why.NUMBER_SEEDED)
"""Reasons of rounds that were stored; no draw gives them now."""


def all_reasons() -> set[DrawReason]:
    """The reasons of many small draws."""
    reasons = {why for draw in swiss_draws() for table in draw.tables for why in table.reasons}
    reasons |= {why for draw in swiss_draws() for bye in draw.byes for why in bye.reasons}
    entered = tuple(SeededEntry(str(n), n, f"club {n // 2 % 2}") for n in range(1, 8))
    placed = groups.divide_into_groups(entered, 2, "s", clubs_apart=True)
    reasons.update(why for member in placed for why in groups.group_reasons(member, placed))
    reasons.update(because(why, entry="1", number=2) for why in NUMBERS)
    made = round_robin.make_round(("a", "b", "c", "d", "e"), 1, absent=("b",))
    reasons.update(why for bye in made.byes for why in bye.reasons)
    reasons.update(why for table in made.tables for why in table.reasons)
    for seed in "abcd":
        lines = knockout_draw.KnockoutInput(
            seed, entered, knockout_draw.KnockoutOptions(tiers_drawn=True)
        )
        reasons.update(knockout_draw.draw(lines).reasons)
    mates = tuple(SeededEntry(str(n), n, "A" if n in (5, 8) else "") for n in range(1, 9))
    reasons.update(knockout_draw.draw(knockout_draw.KnockoutInput("s", mates)).reasons)
    double = knockout_draw.KnockoutInput(
        "s", mates, knockout_draw.KnockoutOptions(kind=KnockoutKind.DOUBLE)
    )
    won = {"W1.1": "1", "W1.2": "4", "W1.3": "2", "W1.4": "3"}
    draw_input = round_values.DrawInput("knockout", "s", ("1", "2"), tuple("12345678"))
    draw_input = replace(draw_input, knockout=knockout_rounds.knockout_input_json(double, won))
    reasons.update(why for table in knockout_rounds.draw(draw_input).reasons for why in table)
    reasons.update(over_boards())
    # What is said of draws without scores, and of two whom somebody brought together again.
    return reasons | {because(Why.BY_LOT), because(Why.REMATCH_BY_HAND, times=2)}


def over_boards() -> Iterator[DrawReason]:
    """The reasons of a Mitchell and a Howell of few pairs, in their last rounds.

    One keeps the table, and one plays on in the place of another.
    """
    for method, pairs in (("mitchell", 5), ("howell", 4)):
        entries = tuple(str(n) for n in range(1, pairs + 1))
        draw_input = round_values.DrawInput(method, "s", tuple("NWSE"), entries, pair=True, size=2)
        movement = board_rounds.movement_of(method, pairs)
        assert movement is not None
        fields, later = (entries,) * (movement.rounds - 1), (*entries[1:], "8")
        late = replace(draw_input, entries=later, fields=fields, instead={"8": "1"})
        for variant in (replace(draw_input, fields=fields, movement={"stay": ["2"]}), late):
            drawn = board_rounds.draw(variant)
            yield from (why for table in drawn.reasons for why in table)
            yield from (why for out in drawn.sit_outs for why in out.reasons)


def swiss_draws() -> Iterator[swiss_draw.SwissDraw]:
    """Rounds of seven by every option, new ones and such as have met."""
    history = (("1", "2"), ("3",), ("4", "5"), ("2", "1"), ("6",), ("7",))
    all_met = tuple(combinations("1234567", 2)) + tuple((entry,) for entry in "1234567")
    for options in starmap(SwissOptions, product(Style, PairingOrder, ByeRule)):
        for past, club, float_ in (((), 1, None), (history, 2, Float.DOWN), (all_met, 2, None)):
            rows = tuple(
                SwissEntrant(str(n), n, Fraction(n % 3, 2), f"club {n % club}", float_)
                for n in range(1, 8)
            )
            yield swiss_draw.draw(SwissInput("s", rows, past, options))
            # Nobody has the score of another, and all are alike.
            apart = tuple(replace(row, score=Fraction(row.rank)) for row in rows)
            yield swiss_draw.draw(SwissInput("s", apart, past, options))
            level = tuple(replace(row, score=Fraction(0)) for row in rows)
            yield swiss_draw.draw(SwissInput("s", level, past, options))


@pytest.mark.full
def test_what_draws_say_can_be_said() -> None:
    reasons = all_reasons()
    assert {reason.why for reason in reasons} == {why for why in Why if why.startswith("pairing_")}
    for reason in reasons:
        text = reason_text(reason)
        assert text
        assert "%(" not in text


def test_scores_are_said_as_people_read_them() -> None:
    with translation.override("en"):
        assert reason_text(because(Why.SCORE_GROUP, score="7/2")) == "equal scores: 3.5"
        close = because(Why.SCORES_NEXT, one="247/20", other="12")
        assert reason_text(close) == "close scores: 12.35 and 12"
        assert reason_text(because(Why.BY_RANK, one=1, other=2)).startswith("places 1 and 2")


@pytest.mark.parametrize(
    ("kind", "third", "expected"),
    [
        (
            KnockoutKind.SINGLE,
            True,
            {
                "W1.3": "Quarter-final 3",
                "W2.2": "Semi-final 2",
                "W3.1": "Final",
                "T": "Match for the third place",
            },
        ),
        (
            KnockoutKind.DOUBLE,
            False,
            {
                "W2.1": "Winners' round 2, match 1",
                "W3.1": "Winners' final",
                "L2.1": "Losers' round 2, match 1",
                "L4.1": "Losers' final",
                "F1": "Final",
                "F2": "Second final",
            },
        ),
    ],
)
def test_matches_of_a_knockout_have_names(
    kind: KnockoutKind, third: bool, expected: dict[str, str]
) -> None:
    frame = bracket.bracket(8, kind, third_place=third)
    with translation.override("en"):
        assert {code: match_text(frame.match(code), frame) for code in expected} == expected


def test_the_matches_of_a_double_knockout_say_in_which_half_they_are() -> None:
    frame = bracket.bracket(8, KnockoutKind.DOUBLE)
    with translation.override("zh-hans"):
        names = [match_text(match, frame) for match in frame.matches]
        assert len(set(names)) == len(names)
        assert match_text(frame.match("W3.1"), frame) == "胜者组决赛"
        assert match_text(frame.match("L4.1"), frame) == "败者组决赛"
        assert cited_match("W2.1", frame) == "胜者组第2轮第1场（W2.1）"
        assert cited_match("L2.1", frame) == "败者组第2轮第1场（L2.1）"
