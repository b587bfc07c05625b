"""Which offences were before: of whom, against what, in which window, and in force."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from referee.base import case_numbers
from referee.models import Needs, RulingStepKind
from referee.rulings import earlier_offences, listed, unnumbered
from referee.rulings.decisions import RulingSource
from referee.rulings.listed import VersionState
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import offender, source
from tests.referee.rulings.stored_cases import case, step, version
from tests.tournaments.two_events import another_tournament
from tournaments.models import (
    Adjustment,
    Event,
    PenaltyWarning,
    Person,
    Result,
    Round,
    Tournament,
    WarningLevel,
)
from tournaments.models.record import BY_CASE
from tournaments.regulations import articles
from tournaments.regulations.articles import Article, RepeatWindow, Scope

BY: dict[str, Any] = {"origin_uid": "1", "origin_label": "x", "reason": "x"}


def article(hall: Hall, **changes: Any) -> Article:
    found = articles.article(hall.cast.event, "T-05")
    assert found is not None
    return replace(found, **{"window": RepeatWindow.TOURNAMENT, "counts": Scope.PERSON, **changes})


def before(hall: Hall, **changes: Any) -> int:
    return earlier_offences.count(article(hall, **changes), source(hall), offender(hall))


CONFIRMED, REFUSED, UNDONE = (
    RulingStepKind.CONFIRMED,
    RulingStepKind.REFUSED,
    RulingStepKind.UNDONE,
)


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "counts"),
    [
        ({}, 1),
        ({"article": "T-04"}, 0),
        ({"label": "W"}, 0),
        ({"steps": (UNDONE,)}, 0),
        ({"steps": (REFUSED,)}, 0),
        ({"needs": Needs.DEPUTY}, 0),
        ({"needs": Needs.DEPUTY, "steps": (CONFIRMED,)}, 1),
        ({"needs": Needs.DEPUTY, "steps": (CONFIRMED, UNDONE)}, 0),
        ({"needs": Needs.DEPUTY, "steps": (REFUSED,)}, 0),
    ],
)
def test_an_offence_counts_by_its_article_its_person_and_while_it_is_in_force(
    hall: Hall, columns: dict[str, Any], counts: int
) -> None:
    version(hall, **columns)
    assert before(hall) == counts


@pytest.mark.full
def test_two_versions_of_one_case_are_one_offence(hall: Hall) -> None:
    first = version(hall)
    version(hall, first.case)
    version(hall)
    assert before(hall) == 2


@pytest.mark.full
def test_of_a_case_that_is_decided_anew_those_before_it_count(hall: Hall) -> None:
    now = timezone.now()
    version(hall, at=now - timedelta(hours=2))
    anew = version(hall, at=now - timedelta(hours=1))
    version(hall, at=now)
    found = earlier_offences.count(article(hall), source(hall), offender(hall), anew.case)
    assert found == 1
    assert before(hall) == 3


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "counts"),
    [
        ({}, 1),
        ({"article": "T-04"}, 0),
        ({"person": None}, 0),
        ({"origin_label": BY_CASE}, 0),
        ({"created_at": timezone.now() + timedelta(days=1)}, 0),
    ],
)
def test_a_warning_counts_by_its_article_and_its_person_unless_a_ruling_gave_it(
    hall: Hall, columns: dict[str, Any], counts: int
) -> None:
    who = offender(hall)
    values = {"entry": who.entry, "person": who.person, "article": "T-05", **BY, **columns}
    given = PenaltyWarning.objects.create(
        event=hall.cast.event, level=WarningLevel.SPOKEN, **values
    )
    assert before(hall) == counts
    PenaltyWarning.objects.create(
        event=hall.cast.event, level=WarningLevel.SPOKEN, reverses=given, **values
    )
    assert before(hall) == 0


@pytest.mark.full
@pytest.mark.parametrize("scope", Scope)
def test_partners_count_where_the_side_does_and_within_one_event(hall: Hall, scope: Scope) -> None:
    partner = Person.objects.create(club=hall.cast.club, name="搭档", guest=True)
    who = offender(hall)
    version(hall, who={"entry": who.entry, "person": partner})
    of_side = scope != Scope.PERSON
    for window in (RepeatWindow.STAGE, RepeatWindow.ROUND):
        assert before(hall, window=window, counts=scope) == (1 if of_side else 0)
    assert before(hall, window=RepeatWindow.TOURNAMENT, counts=scope) == 0
    nobody = replace(who, person=None)
    found = earlier_offences.count(article(hall), source(hall), nobody)
    assert found == 1


@pytest.mark.full
def test_a_person_entered_twice_is_one(hall: Hall) -> None:
    who = offender(hall)
    assert who.person is not None
    other = Person.objects.create(club=hall.cast.club, name="同一人", same_as=who.person)
    version(hall, who={"entry": who.entry, "person": other})
    assert before(hall) == 1


@pytest.mark.full
def test_a_window_is_of_its_own_place(hall: Hall) -> None:
    at_second = source(hall, 2)
    elsewhere = case(hall, deal=at_second.deal)
    version(hall, elsewhere)
    assert before(hall, window=RepeatWindow.DEAL) == 0
    for window in (
        RepeatWindow.SEGMENT,
        RepeatWindow.MATCH,
        RepeatWindow.ROUND,
        RepeatWindow.STAGE,
        RepeatWindow.TOURNAMENT,
    ):
        assert before(hall, window=window) == 1
    other_table = RulingSource(
        at_second.event,
        hall.round,
        hall.deal(1, hall.tables[1]).sitting,
        hall.deal(1, hall.tables[1]),
    )
    for window, counts in (
        (RepeatWindow.SEGMENT, 0),
        (RepeatWindow.MATCH, 0),
        (RepeatWindow.ROUND, 1),
    ):
        found = earlier_offences.count(article(hall, window=window), other_table, offender(hall))
        assert found == counts
    at_no_table = RulingSource(at_second.event)
    for window in (RepeatWindow.DEAL, RepeatWindow.GAME, RepeatWindow.ROUND, RepeatWindow.STAGE):
        found = earlier_offences.count(article(hall, window=window), at_no_table, offender(hall))
        assert found == 1


@pytest.mark.full
@pytest.mark.parametrize(("days", "counts"), [(364, 1), (366, 0)])
def test_a_year_runs_back_from_the_offence(hall: Hall, days: int, counts: int) -> None:
    version(hall, at=timezone.now() - timedelta(days=days))
    assert before(hall, window=RepeatWindow.YEAR) == counts
    assert before(hall, window=RepeatWindow.TOURNAMENT) == 1


@pytest.mark.full
def test_a_year_reaches_over_tournaments_and_a_tournament_does_not(hall: Hall) -> None:
    other = another_tournament(hall.cast)
    version(hall, case(hall, tournament=other))
    assert before(hall, window=RepeatWindow.YEAR) == 1
    assert before(hall, window=RepeatWindow.TOURNAMENT) == 0


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "cards"),
    [
        ({"level": "L2"}, 1),
        ({"level": "L1"}, 0),
        ({"level": "L2", "article": "T-04"}, 1),
        ({"level": "L2", "label": "W"}, 0),
        ({"level": "L2", "steps": (UNDONE,)}, 0),
    ],
)
def test_yellow_cards_of_a_person_count_for_any_offence_in_force(
    hall: Hall, columns: dict[str, Any], cards: int
) -> None:
    version(hall, **columns)
    assert earlier_offences.yellow_cards(source(hall), offender(hall)) == cards
    of_entry = replace(offender(hall), person=None)
    assert earlier_offences.yellow_cards(source(hall), of_entry) == cards


@pytest.mark.full
def test_a_card_of_the_case_itself_or_since_is_none_before_it(hall: Hall) -> None:
    now = timezone.now()
    version(hall, level="L2", at=now - timedelta(hours=2))
    anew = version(hall, level="L2", at=now - timedelta(hours=1))
    version(hall, level="L2", at=now)
    assert earlier_offences.yellow_cards(source(hall), offender(hall), anew.case) == 1
    assert earlier_offences.yellow_cards(source(hall), offender(hall)) == 3


@pytest.mark.full
@pytest.mark.parametrize(
    ("needs", "steps", "state"),
    [
        (Needs.NOBODY, (), VersionState.IN_FORCE),
        (Needs.DEPUTY, (), VersionState.WAITING),
        (Needs.DEPUTY, (CONFIRMED,), VersionState.IN_FORCE),
        (Needs.DEPUTY, (REFUSED,), VersionState.REFUSED),
        (Needs.DEPUTY, (REFUSED, UNDONE), VersionState.UNDONE),
        (Needs.NOBODY, (UNDONE,), VersionState.UNDONE),
    ],
)
def test_the_state_of_a_version_follows_from_its_steps(
    hall: Hall, needs: str, steps: tuple[str, ...], state: VersionState
) -> None:
    made = version(hall, needs=needs, steps=steps)
    assert listed.state_of(made) is state
    [ruled] = listed.cases_of(hall.cast.tournament)
    assert ruled.standing == (made if state is VersionState.IN_FORCE else None)
    assert ruled.shown == made
    assert ruled.state(made) is state


@pytest.mark.full
def test_what_a_later_version_took_back_is_superseded(hall: Hall) -> None:
    first = version(hall, steps=(UNDONE,))
    second = version(hall, first.case)
    [ruled] = listed.cases_of(hall.cast.tournament)
    assert [ruled.state(each) for each in (first, second)] == [
        VersionState.SUPERSEDED,
        VersionState.IN_FORCE,
    ]
    assert (ruled.newest, ruled.standing) == (second, second)
    step(second, hall)
    [ruled] = listed.cases_of(hall.cast.tournament)
    assert [ruled.state(each) for each in (first, second)] == [
        VersionState.UNDONE,
        VersionState.UNDONE,
    ]
    assert (ruled.standing, ruled.shown) == (None, second)


@pytest.mark.full
def test_rulings_are_listed_of_their_tournament_event_and_entry(hall: Hall) -> None:
    own, other = version(hall).case, version(hall, label="W").case
    tournament, event = hall.cast.tournament, hall.cast.event
    assert [row.case for row in listed.cases_of(tournament)] == [other, own]
    assert [row.case for row in listed.cases_of(tournament, event)] == [other, own]
    assert listed.cases_of(tournament, Event(pk=0)) == []
    assert listed.cases_of(Tournament(pk=0)) == []
    found = listed.case_of(tournament, own.uid)
    assert found is not None
    assert found.case == own
    assert listed.case_of(Tournament(pk=0), own.uid) is None
    entry = offender(hall).entry
    assert [row.case for row in listed.about_entry(entry.pk)] == [own]
    third = version(hall, case(hall, entry=entry), label="W").case
    assert [row.case for row in listed.about_entry(entry.pk)] == [third, own]
    assert [row.case for row in listed.about(deal=hall.deal(2))] == []


@pytest.mark.full
def test_what_was_given_without_a_number_is_listed_beside_it(hall: Hall) -> None:
    ruling, side = version(hall), offender(hall).seat
    assert side is not None
    values: dict[str, Any] = {
        "event": hall.cast.event,
        "side": side.side,
        "unit": "raw",
        "stage_of_sum": "game",
        "numerator": -5,
        "reason": "late",
    }
    alone = Adjustment.objects.create(**values, origin_uid="1", origin_label="penalty")
    Adjustment.objects.create(**values, origin_uid=ruling.uid, origin_label="penalty")
    Adjustment.objects.create(**values, origin_uid="2", origin_label="walkover")
    Adjustment.objects.create(**values, origin_uid="1", origin_label="penalty", reverses=alone)
    tournament = hall.cast.tournament

    def rows(*place: Any) -> list[Any]:
        return [each.row for each in unnumbered.earlier_rulings(*place)]

    assert rows(tournament) == rows(tournament, hall.cast.event) == [alone]
    assert rows(tournament, Event(pk=0)) == rows(Tournament(pk=0)) == []
    assert dict(listed.cases_of_points([alone])) == {}
    given = Adjustment.objects.get(origin_uid=ruling.uid)
    assert listed.cases_of_points([given]) == {ruling.uid: ruling.case}


@pytest.mark.full
def test_a_result_is_of_the_ruling_in_force_that_made_it(hall: Hall) -> None:
    first, second = version(hall), version(hall)
    deal = hall.deal()

    def result(uid: str, label: str = "ruling") -> Result:
        return Result(deal=deal, origin_uid=uid, origin_label=label)

    assert listed.case_of_result(None) is None
    assert listed.case_of_result(result(first.uid)) == first.case
    assert listed.case_of_result(result(second.uid)) == second.case
    assert listed.case_of_result(result(first.uid, "sheet")) is None
    assert listed.case_of_result(result("nothing")) is None
    step(first, hall, CONFIRMED)
    assert listed.case_of_result(result(first.uid)) == first.case
    step(first, hall)
    assert listed.case_of_result(result(first.uid)) is None
    assert listed.undone([first.uid, second.uid]) == {first.uid}
    assert listed.undone([second.uid]) == listed.undone([]) == set()


@pytest.mark.full
def test_numbers_run_in_each_tournament_and_year(hall: Hall) -> None:
    year, number = case_numbers.next_number(hall.cast.tournament)
    assert number == 1
    case(hall, year=year, number=7)
    case(hall, year=year - 1, number=20)
    case(hall, tournament=another_tournament(hall.cast), year=year, number=30)
    assert case_numbers.next_number(hall.cast.tournament) == (year, 8)


@pytest.mark.full
def test_where_a_ruling_came_from_is_at_the_table_of_its_seat(hall: Hall) -> None:
    chair = offender(hall).seat
    assert chair is not None
    placed = source(hall)
    assert placed.at(chair) is placed
    at = RulingSource(placed.event).at(chair)
    assert (at.sitting, at.round) == (chair.sitting, hall.round)
    nowhere = replace(offender(hall), seat=None)
    assert (nowhere.label, nowhere.target.person) == ("", nowhere.person)
    assert (offender(hall).label, offender(hall).target.person) == ("N", None)
    assert Round.objects.filter(pk=hall.round.pk).exists()


@pytest.mark.full
def test_where_nobody_is_named_the_offences_of_the_entry_alone_count(hall: Hall) -> None:
    version(hall, label="W")
    nobody = replace(offender(hall), person=None)
    assert earlier_offences.count(article(hall), source(hall), nobody) == 0


@pytest.mark.full
def test_a_warning_of_another_tournament_is_outside_the_window_of_this_one(hall: Hall) -> None:
    other = Event.objects.get(pk=hall.cast.event.pk)
    other.pk, other.uid, other.tournament = None, "another-one", another_tournament(hall.cast)
    other.save(force_insert=True)
    who = offender(hall)
    PenaltyWarning.objects.create(
        event=other,
        entry=who.entry,
        person=who.person,
        level=WarningLevel.SPOKEN,
        article="T-05",
        **BY,
    )
    assert before(hall, window=RepeatWindow.TOURNAMENT) == 0
    assert before(hall, window=RepeatWindow.YEAR) == 1
