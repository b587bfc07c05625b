"""How much is given, and in which part two decisions differ: both sides of each condition."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from referee.base.refusals import Code
from referee.models import Decision as OnPlay
from referee.models import Remedy
from referee.rulings import (
    adjusted_scores,
    cases,
    irregularity_rulings,
    listed_penalties,
    penalties,
    proposals,
    sent_twice,
    what_if,
)
from referee.rulings.adjusted_scores import GivenInstead
from referee.rulings.corrections import BeginningDoubt, OpenDeal
from referee.rulings.irregularity_rulings import Ruling
from referee.rulings.penalties import Penalty
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import (
    decision,
    make_official,
    offender,
    source,
)
from tests.referee.rulings.deciding.test_conditions import codes, named
from tests.referee.rulings.stored_cases import version
from tournaments.base.refusals import Reason
from tournaments.models import Deal, Event, Round, Tournament, User
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.standings.given_scores import WHOLE, GivenScore, WeightedScore
from tournaments.standings.team_boards import AverageScore


@pytest.mark.full
def test_an_amount_of_points_is_neither_nothing_nor_beyond_reason(hall: Hall) -> None:
    event = source(hall).event
    limits = penalties.limits_of(event, at_table=True)

    def code(points: int, sure: bool = False) -> str | None:
        found = penalties.amount_problem(event, points, at_table=True, sure=sure)
        return str(found.code) if found else None

    assert code(0) == code(0, sure=True) == Code.PENALTY_NOTHING
    for sign in (1, -1):
        assert code(sign * limits.usual) is None
        assert code(sign * (limits.usual + 1)) == Code.PENALTY_LARGE
        assert code(sign * (limits.usual + 1), sure=True) is None
        assert code(sign * limits.most, sure=True) is None
        assert code(sign * (limits.most + 1), sure=True) == Code.PENALTY_ABSURD


@pytest.mark.full
def test_points_are_found_by_their_tournament_until_they_are_taken_back(hall: Hall) -> None:
    first = penalties.give(offender(hall).target, hall.cast.bob, -5, "late", key="0123456789ab")
    assert listed_penalties.penalty_of(hall.cast.tournament, first.uid) == first
    assert listed_penalties.penalty_of(Tournament(pk=0), first.uid) is None
    counter = penalties.take_back(first, hall.cast.bob, "not he")
    assert listed_penalties.penalty_of(hall.cast.tournament, counter.uid) is None


@pytest.mark.full
def test_whom_points_are_meant_for_is_of_the_event_and_of_a_round_in_play(hall: Hall) -> None:
    event, who = source(hall).event, offender(hall)
    assert who.seat is not None
    of_seat = penalties.target(event, f"seat:{who.seat.uid}")
    assert of_seat is not None
    assert (of_seat.entry, of_seat.seat) == (who.entry, who.seat)
    of_entry = penalties.target(event, f"entry:{who.entry.uid}")
    assert of_entry is not None
    assert (of_entry.entry, of_entry.seat) == (who.entry, None)
    for whom in (f"entry:{who.seat.uid}", f"seat:{who.entry.uid}", f"x:{who.seat.uid}", ""):
        assert penalties.target(event, whom) is None
    other = Event(pk=0)
    assert penalties.target(other, f"seat:{who.seat.uid}") is None
    for state in ("draft", "cancelled"):
        Round.objects.update(state=state)
        assert penalties.target(event, f"seat:{who.seat.uid}") is None


@pytest.mark.full
def test_points_are_given_while_their_round_may_be_corrected(hall: Hall) -> None:
    who, bob, alice = offender(hall), hall.cast.bob, hall.cast.alice
    assert who.seat is not None

    def right(by: User = bob, *, at_table: bool = True) -> None:
        side = who.seat.side if at_table and who.seat else None
        penalties.require_right(by, who.entry.event, side)

    right()
    right(at_table=False)
    assert codes(lambda: right(hall.cast.charlie)) == [Code.PENALTY_LATE]
    Round.objects.update(closed_at=timezone.now() - timedelta(days=9))
    assert codes(right) == [Code.PENALTY_LATE]
    assert codes(lambda: right(at_table=False)) == [Code.PENALTY_LATE]
    right(alice)
    Round.objects.update(state="cancelled")
    assert codes(right) == [Reason.ROUND_NOT_IN_PLAY]
    right(at_table=False)


@pytest.mark.full
def test_a_decision_is_refused_for_everything_that_it_lacks(hall: Hall) -> None:
    at, bob = source(hall), hall.cast.bob

    def problems(**more: Any) -> list[str]:
        asked = decision(hall, **{"facts": "", **more})
        proposal = proposals.propose(at, asked, bob)
        return named(proposals.problems(at, asked, proposal, bob))

    assert problems() == [Code.RULING_EMPTY]
    assert problems(own_article=" ") == [Code.RULING_EMPTY]
    for words in ({"own_article": "x"}, {"facts": "x"}, {"article": "T-05"}):
        assert problems(**words) == []
    assert problems(article="X-99") == [Code.ARTICLE_UNKNOWN]
    nobody = replace(decision(hall, facts="x", level=Level.L1), offenders=())
    proposal = proposals.propose(at, nobody, bob)
    assert named(proposals.problems(at, nobody, proposal, bob)) == [Code.RULING_OF_NOBODY]
    nothing = replace(nobody, level=Level.L0)
    proposal = proposals.propose(at, nothing, bob)
    assert named(proposals.problems(at, nothing, proposal, bob)) == []
    usual = proposals.propose(at, decision(hall, "T-05"), bob)
    assert usual.proposed is not None
    higher = Level(f"L{usual.proposed.height + 1}")
    assert Code.LEVEL_WITHOUT_REASON in problems(article="T-05", level=higher)
    assert Code.LEVEL_WITHOUT_REASON not in problems(
        article="T-05", level=higher, level_reason="twice"
    )
    assert problems(article="T-05", level=usual.proposed) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("official", "level", "wants"),
    [(True, Level.L3, True), (True, Level.L2, False), (False, Level.L3, False)],
)
def test_facts_are_wanted_from_a_level_on_in_an_official_competition(
    hall: Hall, official: bool, level: Level, wants: bool
) -> None:
    if official:
        make_official(hall)
    at, alice = source(hall), hall.cast.alice
    asked = decision(hall, own_article="x", facts=" ", level=level)
    proposal = proposals.propose(at, asked, alice)
    missing = Code.FACTS_MISSING in named(proposals.problems(at, asked, proposal, alice))
    assert missing is wants


@pytest.mark.full
def test_points_alone_are_of_the_highest_level_that_they_reach(hall: Hall) -> None:
    at = source(hall)

    def level(points: int | None, chosen: Level | None = None) -> Level:
        amount = Fraction(points) if points is not None else None
        asked = decision(hall, points=amount, level=chosen)
        return proposals.level_of(at, asked, None)

    assert level(None) is Level.L0
    assert level(None, Level.RECT) is Level.L0
    assert level(-500, Level.L1) is Level.L1
    of_level = {each: amounts.amount(at.event, each, at_table=True) for each in amounts.WITH_AMOUNT}
    [first, second, *_] = [(each, abs(of)) for each, of in of_level.items() if of]
    assert level(-int(second[1])) is second[0]
    assert level(-int(second[1]) + 1) is first[0]
    assert level(int(second[1])) is second[0]
    assert level(-1) is Level.L3


@pytest.mark.full
def test_a_decision_under_a_key_is_the_same_in_every_part(hall: Hall) -> None:
    at, bob = source(hall), hall.cast.bob
    asked = decision(hall, "R-02", statements={"N": "x", "W": " "}, level_reason=" ")
    stored = cases.decide(at, bob, asked, key="0" * 12)

    def same(what: Any = asked, where: Any = at, by: User = bob, anew: Any = None) -> bool:
        return sent_twice.is_same(stored, where, by, what, anew)

    assert same()
    assert same(replace(asked, statements={"N": "x"}))
    others: list[dict[str, Any]] = [
        {"article": "T-05"},
        {"own_article": "x"},
        {"facts": "otherwise"},
        {"statements": {}},
        {"level_reason": "x"},
        {"remedy": Remedy.VOID},
        {"remedy_words": "x"},
        {"agreed": "agreed"},
        {"level": Level.L3},
        {"points": Fraction(-30)},
        {"offenders": ()},
        {"offenders": (offender(hall, "W"),)},
    ]
    for changes in others:
        assert not same(replace(asked, **changes)), changes
    assert not same(by=hall.cast.alice)
    assert not same(anew=stored.case)
    assert not same(where=replace(at, deal=None))
    assert not same(where=replace(at, sitting=None))
    assert not same(where=replace(at, entry=offender(hall).entry))
    again = cases.revise(stored.case, bob, decision(hall, "R-02"), seen=1, key="1" * 12)
    second = decision(hall, "R-02")
    assert sent_twice.is_same(again, at, bob, second, stored.case)
    assert not sent_twice.is_same(again, at, bob, second, None)


@pytest.mark.full
@pytest.mark.parametrize(
    ("values", "stored", "takes_back", "found"),
    [
        ({}, 0, False, []),
        ({}, 1, False, [Code.IRREGULARITY_RULED]),
        ({}, 0, True, [Reason.REASON_MISSING]),
        ({"reason": "x"}, 0, True, []),
        ({}, 1, True, [Code.IRREGULARITY_RULED]),
        ({"decision": OnPlay.WARNED}, 0, False, [Reason.REASON_MISSING]),
        ({"decision": OnPlay.WARNED, "reason": "x"}, 0, False, []),
        ({"decision": OnPlay.PENALTY, "reason": "x"}, 0, False, [Code.PENALTY_NOTHING]),
        ({"decision": OnPlay.PENALTY, "reason": "x", "points": -5}, 0, False, []),
    ],
)
def test_a_ruling_on_play_says_why_and_how_much(
    values: dict[str, Any], stored: int, takes_back: bool, found: list[str]
) -> None:
    ruling = Ruling(**{"decision": OnPlay.NOTED, **values})

    def check() -> None:
        irregularity_rulings._check_ruling(ruling, stored, 0, takes_back=takes_back)

    if found:
        assert codes(check) == found
    else:
        check()


@pytest.mark.parametrize(
    ("order", "before", "doubt"),
    [
        (1, None, BeginningDoubt.NOTHING_YET),
        (1, 1, BeginningDoubt.NOTHING_YET),
        (2, None, BeginningDoubt.AT_THE_DESK),
        (2, -1, BeginningDoubt.EARLIER),
        (2, 0, None),
        (2, 1, None),
    ],
)
def test_a_deal_is_in_doubt_unless_the_one_before_came_after_the_time(
    order: int, before: int | None, doubt: BeginningDoubt | None
) -> None:
    over = timezone.now()
    sent = None if before is None else over + timedelta(seconds=before)
    assert OpenDeal(Deal(play_order=order), None, over, sent).doubt is doubt


@pytest.mark.full
@pytest.mark.parametrize(
    ("weights", "found"),
    [
        ((), Code.NOT_GIVEN),
        ((1,), None),
        ((Fraction(1, 2), Fraction(1, 2)), None),
        ((Fraction(1, 2), Fraction(1, 4)), Code.WEIGHTS_NOT_WHOLE),
        ((Fraction(3, 2), Fraction(-1, 2)), Code.WEIGHTS_NOT_WHOLE),
        ((1, 0), Code.WEIGHTS_NOT_WHOLE),
    ],
)
def test_the_weights_of_outcomes_come_to_a_whole(
    hall: Hall, weights: tuple[Any, ...], found: Code | None
) -> None:
    outcomes = tuple(WeightedScore(Fraction(10), each * WHOLE) for each in weights)
    seats = adjusted_scores.sides_at(hall.deal())
    given = GivenInstead(GivenScore(dict.fromkeys(seats, outcomes)), "x")
    assert named(given.problems(hall.deal())) == ([found] if found else [])


@pytest.mark.parametrize(
    ("sides", "names"),
    [
        ({"N": "a", "W": "b", "S": "a", "E": "b"}, ["ns", "ew"]),
        ({"N": "a", "W": "b", "S": "c", "E": "d"}, ["N", "W", "S", "E"]),
        ({"N": "a", "W": "b"}, ["N", "W"]),
        ({"1": "a", "2": "b", "3": "a", "4": "b"}, ["1", "2", "3", "4"]),
    ],
)
def test_the_places_of_a_table_are_directions_or_seats(
    sides: dict[str, str], names: list[str]
) -> None:
    places = adjusted_scores.recipients(sides)
    assert [place.name for place in places] == names
    assert {len(place.seats) for place in places} == {2 if "ns" in names else 1}


@pytest.mark.full
@pytest.mark.parametrize("value", AverageScore)
def test_an_average_is_as_large_as_its_size(hall: Hall, value: AverageScore) -> None:
    signs = {AverageScore.PLUS: 50, AverageScore.EVEN: 0, AverageScore.MINUS: -50}
    assert adjusted_scores._average(value, adjusted_scores.FLAT) == signs[value]
    assert (
        adjusted_scores.average_size(hall.deal(), adjusted_scores.AverageSize.FLAT)
        == adjusted_scores.FLAT
    )
    assert (
        adjusted_scores.average_size(hall.deal(), adjusted_scores.AverageSize.MEAN)
        == adjusted_scores.FLAT
    )


def test_something_follows_from_the_three_heaviest_levels_besides_their_points() -> None:
    heavy = [level for level in Level if level.is_heavy]
    assert heavy == [Level.L7, Level.L8, Level.L9]


@pytest.mark.full
def test_nothing_changes_where_no_number_does(hall: Hall) -> None:
    nothing = what_if.WhatIf((), (), (), (), (), None)
    assert nothing.is_nothing
    assert replace(nothing, drawn=hall.round).is_nothing
    assert not replace(nothing, comes_in=("甲",)).is_nothing
    change = what_if.SeatPointsChange("N", 1, 2)
    assert not replace(nothing, deal=(change,)).is_nothing


@pytest.mark.full
def test_points_of_a_penalty_are_of_the_row_that_was_posted(hall: Hall) -> None:
    made = version(hall)
    given = penalties.give(offender(hall).target, hall.cast.bob, -5, "late", "", "a-key")
    assert made.uid != given.origin_uid
    assert penalties.take_back(given, hall.cast.bob, "not he").amount == 5
    ruled = penalties.give(offender(hall).target, hall.cast.bob, -5, "late", "", made.uid)
    assert codes(lambda: penalties.take_back(ruled, hall.cast.bob, "x")) == [Code.PENALTY_OF_RULING]
    assert Penalty(1, "x").sure is False
