"""Warnings count within the window of the catalogue: over tournaments for a person who is known."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from clubs.members import merging
from referee.models import Decision as Noted
from referee.models import Irregularity
from referee.rulings import earlier_offences, proposals
from referee.rulings.decisions import NamedOffender, RulingDecision
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_by_the_catalogue import late, ruled
from tests.referee.rulings.deciding.test_cases import offender, rule, source
from tournaments import organise
from tournaments.models import PenaltyWarning, Person
from tournaments.organise import EventPlan
from tournaments.regulations.articles import Level


@pytest.fixture
def later(hall: Hall) -> Hall:
    """The hall of a second tournament of the club; whoever plays there is entered anew."""
    cast = hall.cast
    tournament = organise.create_tournament(
        cast.club,
        cast.director,
        name="冬季赛",
        starts_on=date(2026, 12, 5),
        time_zone="Asia/Shanghai",
    )
    plan = EventPlan("个人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[f"来宾{number}"] for number in range(8)])
    return Hall.of(replace(cast, tournament=tournament, event=event))


def proposed(hall: Hall, code: str) -> Level | None:
    decision = RulingDecision((offender(hall),), code, facts="as both said")
    return proposals.propose(source(hall), decision, hall.cast.alice).proposed


def person(who: NamedOffender) -> Person:
    assert who.person is not None
    return who.person


def are_one(hall: Hall, later: Hall) -> None:
    """Say that North of both halls is one member."""
    first, second = person(offender(hall)), person(offender(later))
    merging.merge(hall.cast.club, hall.cast.director, first, second)


@pytest.mark.full
def test_conduct_counts_over_tournaments_for_one_person(hall: Hall, later: Hall) -> None:
    rule(hall, "B-01")
    assert proposed(later, "B-01") is Level.L2
    are_one(hall, later)
    assert proposed(later, "B-01") is Level.L5


@pytest.mark.full
def test_a_year_later_it_counts_no_more(
    hall: Hall, later: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    are_one(hall, later)
    rule(hall, "B-01")
    assert proposed(later, "B-01") is Level.L5
    monkeypatch.setattr(earlier_offences, "YEAR", timedelta(0))
    assert proposed(later, "B-01") is Level.L2


@pytest.mark.full
def test_play_counts_within_its_window_alone(hall: Hall, later: Hall) -> None:
    are_one(hall, later)
    rule(hall, "P-07")
    rule(hall, "B-02")
    assert proposed(hall, "P-07") is Level.L3
    # Within a game, and within a stage.
    assert proposed(later, "P-07") is Level.L1
    assert proposed(later, "B-02") is Level.L1


@pytest.mark.full
def test_a_warning_from_a_sheet_counts_within_the_stage(hall: Hall) -> None:
    ruled(hall, late(hall), decision=Noted.WARNED, article="E-01")
    assert Irregularity.objects.count() == PenaltyWarning.objects.count() == 1
    decision = RulingDecision((offender(hall, "W"),), "E-01", facts="late again")
    assert proposals.propose(source(hall, 2), decision, hall.cast.bob).proposed is Level.L3
