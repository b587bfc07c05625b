"""What a round robin or a movement was to be before somebody withdrew: how many matches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.results.changed_rows import changed, for_event
from tests.tournaments.results.made.events import made, round_of
from tournaments.models import Comparison, DrawMethod, Form, RoundState
from tournaments.pairing import notes
from tournaments.pairing.reasons import Why, because
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut
from tournaments.results import standings_input
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import ScoredDeal, StandingsInput
from tournaments.standings.unplayed_terms import WithdrawalCompensation
from tournaments.standings.withdrawals import RoundRobinPlan

NUMBERS = ("1", "2", "3", "4")


def drawn(
    stored: Mapping[str, Any] | None = None,
    *,
    method: str = DrawMethod.ROUND_ROBIN,
    state: str = RoundState.CLOSED,
    gone: Sequence[SitsOut] = (),
    **columns: Any,
) -> EventSnapshot:
    """Return four pairs in a round that was drawn from this input."""
    read = made(4, 2, form=Form.PAIRS, **columns)
    drawn_from = "" if stored is None else json.dumps(stored)
    kept = notes.DrawNotes({}, sit_outs=tuple(gone), drawn_from=drawn_from)
    reasons = {"method": method, "state": state, "reasons": kept.as_json()}
    return replace(read, rounds=(changed(read.rounds[0], **reasons),))


def counted(
    withdrawn: Sequence[str] = ("4",), order: Order = Order.VP_20, **more: Any
) -> StandingsInput:
    return StandingsInput(NUMBERS, withdrawn=frozenset(withdrawn), order=order, **more)


def plan(read: EventSnapshot, field: StandingsInput | None = None) -> RoundRobinPlan:
    [found] = standings_input.robins(read, field or counted())
    return found


@pytest.mark.parametrize(
    ("method", "state", "field", "is_planned"),
    [
        ("round_robin", RoundState.CLOSED, counted(), True),
        ("round_robin", RoundState.PUBLISHED, counted(), True),
        ("round_robin", RoundState.DRAFT, counted(), False),
        ("howell", RoundState.CLOSED, counted(), True),
        ("swiss", RoundState.CLOSED, counted(), False),
        ("swiss", RoundState.DRAFT, counted(), False),
        ("round_robin", RoundState.CLOSED, counted(()), False),
        ("round_robin", RoundState.CLOSED, counted(order=Order.TABLE_POINTS), False),
        ("round_robin", RoundState.CLOSED, counted((), Order.TABLE_POINTS), False),
        ("round_robin", RoundState.CLOSED, counted(order=Order.POINTS), True),
    ],
)
def test_a_withdrawal_matters_in_public_rounds_in_which_everybody_meets(
    method: str, state: str, field: StandingsInput, is_planned: bool
) -> None:
    found = standings_input.robins(drawn(method=method, state=state), field)
    assert bool(found) is is_planned
    if found:
        assert found[0].rounds == {1}


@pytest.mark.parametrize(
    ("stored", "planned", "matches"),
    [
        ({}, None, {}),
        ({"entries": NUMBERS}, None, {"1": 3, "2": 3, "3": 3, "4": 3}),
        ({"entries": NUMBERS}, 2, {"1": 2, "2": 2, "3": 2, "4": 2}),
        ({"entries": NUMBERS}, 3, {"1": 3, "2": 3, "3": 3, "4": 3}),
        ({"entries": NUMBERS}, 5, {"1": 3, "2": 3, "3": 3, "4": 3}),
        ({"entries": NUMBERS, "twice": True}, None, {"1": 6, "2": 6, "3": 6, "4": 6}),
        ({"entries": ["1", "2"], "fields": [["3"]]}, None, {"1": 2, "2": 2, "3": 2}),
        ({"entries": NUMBERS, "groups": [["1", "2", "3"], ["4", "9"]]}, None, None),
        ({"entries": ["1", "2", "7"]}, None, {"1": 2, "2": 2}),
    ],
)
def test_everybody_meets_whoever_was_ever_there_as_far_as_rounds_are_planned(
    stored: dict[str, Any], planned: int | None, matches: dict[str, int] | None
) -> None:
    found = plan(drawn(stored, rounds_planned=planned)).matches
    assert found == (matches if matches is not None else {"1": 2, "2": 2, "3": 2, "4": 0})


def test_a_movement_has_as_many_rounds_as_it_takes() -> None:
    """Four pairs in a Howell movement play three rounds, whatever was planned for the event."""
    stored = {"method": "howell", "form": "pairs", "labels": list("NWSE"), "entries": NUMBERS}
    whole = {"units": 2, "history": [], "seed": "", "algorithm": "", **stored}
    found = plan(drawn(whole, method="howell", rounds_planned=2)).matches
    assert found == dict.fromkeys(NUMBERS, 3)
    assert plan(drawn(None, method="howell", rounds_planned=2)).matches == {}
    robin = {**whole, "method": "round_robin"}
    assert plan(drawn(robin, rounds_planned=2)).matches == dict.fromkeys(NUMBERS, 2)


def test_a_movement_without_a_number_of_rounds_has_those_that_were_planned() -> None:
    stored = {"method": "howell", "form": "pairs", "labels": list("NWSE"), "entries": ["1"]}
    whole = {"units": 2, "history": [], "seed": "", "algorithm": "", **stored}
    more = {**whole, "groups": [list(NUMBERS)], "fields": [["1"], list(NUMBERS)]}
    assert plan(drawn(more, method="howell", rounds_planned=2)).matches == dict.fromkeys(NUMBERS, 2)


def test_who_sat_out_as_the_opponent_had_withdrawn_missed_the_match() -> None:
    def sits(entry: str, why: Why, **named: Any) -> SitsOut:
        return SitsOut(entry, SitOutWhy.BY_DRAW, reasons=(because(why, entry=entry, **named),))

    gone = [
        sits("3", Why.OPPONENT_GONE, opponent="4"),
        sits("2", Why.OPPONENT_GONE, opponent="9"),
        sits("1", Why.BERGER_BYE, opponent="4"),
    ]
    read = drawn({"entries": NUMBERS}, gone=gone)
    assert plan(read).missed == ((1, "3", "4"),)


@pytest.mark.parametrize(
    ("comparison", "made_good"),
    [
        (Comparison.NONE, WithdrawalCompensation()),
        (Comparison.IMP, WithdrawalCompensation(Fraction(6), Fraction(-6))),
        (
            Comparison.DATUM_IMP,
            WithdrawalCompensation(Fraction(6), Fraction(-6), of_matches=False),
        ),
        (Comparison.BOARD, WithdrawalCompensation(Fraction(12, 5), Fraction(8, 5))),
        (
            Comparison.MATCHPOINTS,
            WithdrawalCompensation(
                Fraction(36, 5), Fraction(24, 5), Fraction(12), of_matches=False
            ),
        ),
    ],
)
def test_where_points_rank_a_missed_round_is_made_good_by_what_boards_count(
    comparison: Comparison, made_good: WithdrawalCompensation
) -> None:
    scored = [ScoredDeal("1", 1, "a", 4, most=6), ScoredDeal("1", 2, "b", 8, most=10)]
    field = counted(order=Order.POINTS, scored=scored)
    read = drawn({"entries": NUMBERS}, comparison=comparison, deals=2)
    assert plan(read, field).made_good == made_good
    assert plan(read, replace(field, order=Order.VP_20)).made_good is None


def test_matchpoints_of_no_deal_make_nothing_good() -> None:
    field = counted(order=Order.POINTS, scored=[ScoredDeal("1", 2, "b", 8, most=10)])
    read = drawn(comparison=Comparison.MATCHPOINTS)
    assert plan(read, field).made_good == WithdrawalCompensation()


def test_a_plan_follows_from_the_last_draw_and_is_of_one_stage() -> None:
    read = drawn({"entries": ["1", "2"]}, state=RoundState.CLOSED)
    [group] = read.groups
    kept = notes.DrawNotes({}, drawn_from=json.dumps({"entries": NUMBERS}))
    columns = {"method": DrawMethod.ROUND_ROBIN, "reasons": kept.as_json()}
    later = round_of(read.event, group, 2, **columns)
    both = replace(read, rounds=(*read.rounds, later))
    assert plan(both).rounds == {1, 2}
    assert plan(both).matches == dict.fromkeys(NUMBERS, 3)
    second = changed(read.stages[0], pk=2, number=2)
    other = changed(group, pk=2, stage_id=2, stage=second)
    parted = replace(
        both,
        stages=(*read.stages, second),
        groups=(group, other),
        rounds=(*read.rounds, changed(later, group_id=2, group=other)),
    )
    plans = standings_input.robins(for_event(parted), counted())
    assert [each.rounds for each in plans] == [{1}, {2}]
