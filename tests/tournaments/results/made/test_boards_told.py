"""The deals of boards as they are compared: points, averages, what a referee gave, seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.results.changed_rows import for_event, in_state, with_deals
from tests.tournaments.results.made.events import made, played, result
from tournaments.models import Comparison, DrawMethod, Form, Room, RoundState
from tournaments.results import match_rows
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.board_scores import ComparedDeal, ComparedScores
from tournaments.standings.given_scores import GivenScore
from tournaments.standings.team_boards import AverageScore
from tournaments.structure import games

PLUS, MINUS = AverageScore.PLUS, AverageScore.MINUS
SCORES = (70, -20, -10, -30)


def over_boards(form: Form = Form.PAIRS, **columns: Any) -> EventSnapshot:
    given = {"comparison": Comparison.MATCHPOINTS, **columns}
    return with_deals(made(4, 4 if form == Form.INDIVIDUAL else 2, form=form, **given), board=7)


def told(read: EventSnapshot, kind: str = "played", **columns: Any) -> ComparedDeal:
    """Return the first deal of the first table with such a result."""
    found = result(read.event.ruleset, SCORES, kind, **columns)
    return match_rows.plays(played(read, {1011: found}))[0]


def given(**by_place: Any) -> Mapping[str, Any]:
    return {
        "given": {
            place: [{"average" if isinstance(value, AverageScore) else "points": str(value)}]
            for place, value in by_place.items()
        }
    }


@pytest.mark.parametrize(
    ("form", "points", "by_seat"),
    [
        (Form.PAIRS, Fraction(55), None),
        (Form.INDIVIDUAL, None, dict(zip("NWSE", SCORES, strict=True))),
    ],
)
def test_a_deal_has_the_points_of_north_and_south_and_of_seats_where_all_play_alone(
    form: Form, points: Fraction | None, by_seat: Any
) -> None:
    play = told(over_boards(form))
    if points is not None:
        assert play.points == points
    assert play.by_seat == by_seat
    assert (play.is_void, play.averages, play.given) == (False, None, None)


@pytest.mark.parametrize(
    ("scores", "points"),
    [((3, 0, 0, 0), Fraction(3, 2)), ((4, 0, 0, 0), 2), ((0, 3, 0, 2), Fraction(-5, 2))],
)
def test_its_points_are_half_the_difference_to_east_and_west(
    scores: Sequence[int], points: Fraction | int
) -> None:
    read = over_boards()
    [first, *_] = match_rows.plays(played(read, {1011: scores}))
    assert first.points == points


@pytest.mark.parametrize(
    ("facts", "averages", "points"),
    [
        (given(ns=PLUS, ew=MINUS), (PLUS, MINUS), None),
        (None, (AverageScore.EVEN, AverageScore.EVEN), None),
        (given(ns=-125, ew=125), None, -125),
        (given(ns=PLUS, ew=125), None, None),
        (given(ns=-125, ew=PLUS), None, None),
        (given(ns=-125, ew=-125), None, None),
    ],
)
def test_an_average_is_told_as_the_referee_gave_it(
    facts: Mapping[str, Any] | None, averages: Any, points: int | None
) -> None:
    play = told(over_boards(), "average", facts=facts)
    is_other = averages is None and points is None
    kept = GivenScore.from_json(facts) if facts and is_other else None
    assert (play.averages, play.points, play.given) == (averages, points, kept)
    assert (play.is_void, play.by_seat) == (False, None)


def test_where_all_play_alone_a_result_of_two_directions_stays_what_was_given() -> None:
    facts = given(ns=-125, ew=125)
    play = told(over_boards(Form.INDIVIDUAL), "average", facts=facts)
    assert (play.points, play.given) == (None, GivenScore.from_json(facts))


@pytest.mark.parametrize("kind", ["void", "not_played", "retracted", "no_replay"])
def test_a_deal_that_counts_for_nobody_is_void(kind: str) -> None:
    play = told(over_boards(), kind)
    assert (play.is_void, play.points, play.by_seat) == (True, None, None)


def test_a_deal_without_a_result_is_nothing_yet() -> None:
    read = over_boards()
    for play in match_rows.plays(read):
        assert (play.points, play.is_void, play.averages, play.given) == (None, False, None, None)
    assert len(match_rows.plays(read)) == 4
    assert match_rows.plays(with_deals(read, board=None)) == []
    assert match_rows.plays(in_state(read, RoundState.DRAFT)) == []


def test_deals_are_told_match_by_match_and_in_the_order_of_play() -> None:
    read = over_boards()
    first, second = read.sittings
    turned = replace(first, deals=tuple(reversed(first.deals)))
    plays = match_rows.plays(replace(read, sittings=(second, turned)))
    assert [play.deal for play in plays] == [1011, 1012, 1021, 1022]
    later = replace(second, match=first.match, segment_number=2)
    earlier = replace(first, segment_number=3)
    plays = match_rows.plays(replace(read, sittings=(earlier, later)))
    assert [play.deal for play in plays] == [1021, 1022, 1011, 1012]


def test_both_sides_have_the_mean_of_what_was_given_in_a_knockout_alone() -> None:
    read = over_boards()
    assert not told(read).balances
    assert told(for_event(read, draw_method=DrawMethod.SWISS)).balances is False
    knockout = over_boards(draw_method=DrawMethod.KNOCKOUT)
    assert told(knockout).balances


def test_the_closed_room_and_another_layout_are_told() -> None:
    read = over_boards()
    first, second = read.sittings
    known = replace(read, sittings=(replace(first, room=Room.CLOSED), second), layouts={1011: 3})
    plays = match_rows.plays(known)
    assert [play.is_closed_room for play in plays] == [True, True, False, False]
    assert [play.layout for play in plays] == [3, 1, 1, 1]


@pytest.mark.parametrize(
    ("comparison", "of"),
    [
        (Comparison.NONE, ""),
        (Comparison.IMP, "rooms"),
        (Comparison.BOARD, "rooms"),
        (Comparison.MATCHPOINTS, "field"),
        (Comparison.DATUM_IMP, "field"),
    ],
)
def test_boards_are_compared_between_two_rooms_or_in_the_whole_field(
    comparison: Comparison, of: str
) -> None:
    read = for_event(over_boards(), comparison=comparison)
    known = played(read, {1011: SCORES, 1021: (0, 50, 0, 50)})
    found = match_rows.compare_boards(known)
    assert games.compares(known.event) is bool(of)
    assert (bool(found.matches), bool(found.of_field)) == (of == "rooms", of == "field")
    if not of:
        assert found == ComparedScores()
    if of == "field":
        [first, *_] = [row for row in found.scored if row.deal == "deal 101.1"]
        assert bool(first.most) is (comparison == Comparison.MATCHPOINTS)
