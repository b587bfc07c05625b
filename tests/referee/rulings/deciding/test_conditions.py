"""By whom, until when and upon what an official rules: both sides of each condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from referee.base.refusals import Code
from referee.models import Needs, Remedy
from referee.rulings import (
    adjusted_scores,
    cases,
    corrections,
    offices,
    penalties,
    posting,
    ruling_parts,
    what_if,
)
from tests.cast import account
from tests.clock import At
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import (
    decision,
    make_official,
    offender,
    official_of,
    source,
)
from tests.referee.rulings.stored_cases import case, version
from tests.tournaments.organise.taking_part.test_bounds import second_event
from tournaments import results
from tournaments.base.refusals import Reason, Refused, Stale
from tournaments.models import Event, Result, Role, Round, Tournament, User
from tournaments.regulations import articles
from tournaments.regulations.articles import Authority, Level
from tournaments.rights import ruling_offices

REFEREE, DEPUTY, CHIEF = Authority.REFEREE, Authority.DEPUTY, Authority.CHIEF


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as refused:
        call()
    return [str(problem.code) for problem in refused.value.problems]


def named(problems: Iterator[Any]) -> list[str]:
    return [str(problem.code) for problem in problems]


@pytest.mark.full
@pytest.mark.parametrize(
    ("role", "office"),
    [
        (Role.DIRECTOR, CHIEF),
        (Role.CHIEF_REFEREE, CHIEF),
        (Role.DEPUTY, DEPUTY),
        (Role.REFEREE, REFEREE),
        (Role.SCORER, None),
    ],
)
def test_an_office_is_that_of_the_role(hall: Hall, role: Role, office: Authority | None) -> None:
    user = official_of(hall, "dora", role)
    event = source(hall).event
    assert offices.office_of(user, event) == office
    assert offices.office_of(account("nobody"), event) is None


@pytest.mark.full
@pytest.mark.parametrize(
    ("level", "official", "office", "needs"),
    [
        (Level.L2, True, REFEREE, Needs.DEPUTY),
        (Level.L2, True, DEPUTY, Needs.NOBODY),
        (Level.L2, False, REFEREE, Needs.NOBODY),
        (Level.L1, True, REFEREE, Needs.NOBODY),
        (Level.L3, True, REFEREE, Needs.NOBODY),
        (Level.L9, False, CHIEF, Needs.ORGANISER),
        (Level.L8, True, CHIEF, Needs.NOBODY),
    ],
)
def test_whose_word_a_level_waits_for(
    hall: Hall, level: Level, official: bool, office: Authority, needs: Needs
) -> None:
    if official:
        make_official(hall)
    event = Event.objects.get(pk=hall.cast.event.pk)
    assert offices.needed_for(event, level, office) is needs


@pytest.mark.full
def test_a_word_is_given_by_another_official_who_is_high_enough(hall: Hall) -> None:
    event, bob = source(hall).event, hall.cast.bob
    referee, deputy, chief, other_chief = (
        official_of(hall, name, role)
        for name, role in (
            ("r", Role.REFEREE),
            ("d", Role.DEPUTY),
            ("c", Role.CHIEF_REFEREE),
            ("o", Role.CHIEF_REFEREE),
        )
    )
    alice = hall.cast.alice

    def may(confirming: User, deciding: User, needs: Needs) -> bool:
        return offices.may_confirm(confirming, deciding, event, needs)

    assert [may(user, bob, Needs.DEPUTY) for user in (referee, deputy, chief, alice)] == [
        False,
        True,
        True,
        True,
    ]
    assert not may(deputy, deputy, Needs.DEPUTY)
    assert not may(account("nobody"), bob, Needs.DEPUTY)
    assert may(alice, chief, Needs.ORGANISER)
    assert may(chief, alice, Needs.ORGANISER)
    assert not may(other_chief, chief, Needs.ORGANISER)
    assert not may(deputy, alice, Needs.ORGANISER)
    assert not may(alice, alice, Needs.ORGANISER)


@pytest.mark.full
def test_the_office_that_is_wanted_rises_with_the_level_the_article_and_how_far_it_differs(
    hall: Hall,
) -> None:
    found = articles.article(source(hall).event, "T-05")
    assert found is not None
    article = replace(found, level=Level.L3, who=REFEREE, steps=())
    assert offices.office_wanted(None, Level.L1, 0) == REFEREE
    assert offices.office_wanted(article, Level.L3, 0) == REFEREE
    assert offices.office_wanted(article, Level.L4, 0) == REFEREE
    assert offices.office_wanted(article, Level.L6, 0) == CHIEF
    assert offices.office_wanted(article, Level.L0, 0) == REFEREE
    assert offices.office_wanted(replace(article, who=DEPUTY), Level.L3, 0) == DEPUTY
    highest = replace(article, who=Authority.CHIEF_AND_ORGANISER)
    assert offices.office_wanted(highest, Level.L3, 0) == CHIEF


@pytest.mark.full
@pytest.mark.parametrize(("seconds", "is_over"), [(-1, False), (0, False), (1, True)])
def test_the_window_of_a_round_is_over_after_its_last_moment(
    hall: Hall, at: At, seconds: int, is_over: bool
) -> None:
    round_ = Round.objects.select_related("event").get(pk=hall.round.pk)
    assert ruling_offices.window_end(round_) is None
    assert not ruling_offices.is_window_over(round_)
    round_.closed_at = timezone.now()
    end = round_.closed_at + timedelta(minutes=round_.event.correction_minutes)
    assert ruling_offices.window_end(round_) == end
    at(end + timedelta(seconds=seconds))
    assert ruling_offices.is_window_over(round_) is is_over
    assert (Role.REFEREE in ruling_offices.correcting_roles(round_)) is not is_over
    assert Role.CHIEF_REFEREE in ruling_offices.correcting_roles(round_)


@pytest.mark.full
def test_a_result_without_points_is_of_a_kind_that_is_offered_and_new(hall: Hall) -> None:
    bob = hall.cast.bob

    def rule(kind: str, reason: str = "x", seen: int = 0) -> Result:
        return corrections.rule(hall.deal(), bob, kind, reason, seen=seen)

    kinds = set(corrections.kinds_for(hall.deal()))
    assert Result.Kind.RETRACTED not in kinds
    assert codes(lambda: rule("played", " ")) == [Reason.REASON_MISSING, Code.KIND_NOT_OFFERED]
    assert codes(lambda: rule("retracted")) == [Code.KIND_NOT_OFFERED]
    assert rule("not_played").version == 1
    assert set(corrections.kinds_for(hall.deal())) == {*kinds, Result.Kind.RETRACTED}
    assert codes(lambda: rule("not_played", seen=1)) == [Reason.RESULT_UNCHANGED]
    with pytest.raises(Stale):
        rule("void")
    assert rule("void", seen=1).version == 2


@pytest.mark.full
def test_what_changed_a_result_since_the_close_is_of_its_tournament(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    hall.cast.post(hall.deal(2))
    tournament = hall.cast.tournament
    assert list(corrections.changed_since_close(tournament)) == []
    first, second = Result.objects.order_by("pk")
    for closed_at, found in (
        (first.created_at - timedelta(seconds=1), [second, first]),
        (second.created_at, []),
        (second.created_at + timedelta(seconds=1), []),
    ):
        Round.objects.update(closed_at=closed_at)
        assert list(corrections.changed_since_close(tournament)) == found
    Round.objects.update(closed_at=first.created_at - timedelta(seconds=1))
    assert list(corrections.changed_since_close(Tournament(pk=0))) == []


@pytest.mark.full
def test_the_rulings_on_a_deal_are_its_own(hall: Hall) -> None:
    first, second = version(hall).case, version(hall).case
    case(hall, deal=hall.deal(2))
    assert ruling_parts.rulings_on(hall.deal()) == [second, first]


@pytest.mark.full
def test_a_remedy_wants_a_deal_and_what_it_speaks_of(hall: Hall) -> None:
    at, bob = source(hall), hall.cast.bob

    def problems(remedy: str, where: Any = at, by: User = bob) -> list[str]:
        return named(offices.remedy_problems(where, decision(hall, remedy=remedy), by))

    nowhere = replace(at, deal=None)
    assert problems(Remedy.NOTHING, nowhere) == []
    assert problems(Remedy.VOID, nowhere) == [Code.REMEDY_WITHOUT_DEAL]
    assert problems(Remedy.CORRECTED) == [Code.RESULT_NOT_CHANGED]
    assert problems(Remedy.VOID) == []
    hall.cast.post(hall.deal())
    at = source(hall)
    assert problems(Remedy.CORRECTED, at) == []
    Round.objects.update(closed_at=timezone.now() - timedelta(days=9))
    assert problems(Remedy.CORRECTED, at) == []
    assert problems(Remedy.VOID, at) == [Code.RESULT_LATE]
    assert problems(Remedy.VOID, at, hall.cast.alice) == []
    assert not offices.may_change_result(hall.deal(), hall.cast.charlie)


@pytest.mark.full
@pytest.mark.parametrize(
    ("remedy", "changes", "seen", "is_stale"),
    [
        (Remedy.NOTHING, False, 1, False),
        (Remedy.VOID, False, 1, True),
        (Remedy.NOTHING, True, 1, True),
        (Remedy.VOID, True, 0, False),
    ],
)
def test_what_changes_a_result_is_about_the_one_that_was_shown(
    hall: Hall, remedy: str, changes: bool, seen: int, is_stale: bool
) -> None:
    asked = decision(hall, remedy=remedy, seen=seen)
    at = source(hall)
    offices.require_result_seen(replace(at, deal=None), asked, changes=changes)
    if is_stale:
        with pytest.raises(Stale):
            offices.require_result_seen(at, asked, changes=changes)
    else:
        offices.require_result_seen(at, asked, changes=changes)


@pytest.mark.full
def test_a_version_seen_too_late_is_refused_before_all_else(hall: Hall) -> None:
    stored = version(hall)
    asked = decision(hall, "T-05")
    found = codes(lambda: cases.revise(stored.case, hall.cast.bob, asked, seen=2))
    assert found == [Code.RULING_CHANGED]
    assert codes(lambda: cases.decide(source(hall), account("nobody"), asked)) == [
        Code.RULING_BEYOND_OFFICE
    ]


@pytest.mark.full
def test_the_right_is_asked_of_the_event_itself_among_several(hall: Hall) -> None:
    second_event(hall.cast)
    who = offender(hall)
    assert who.seat is not None
    penalties.require_right(hall.cast.bob, who.entry.event, who.seat.side)


@pytest.mark.full
def test_the_reason_of_a_club_ruling_is_its_article_its_facts_or_its_number(hall: Hall) -> None:
    with translation.override("en"):
        named = posting.posted_reason(version(hall, article="T-05", facts="x"))
        assert named not in ("x", "")
        assert not named.startswith("R-")
        own = version(hall, article="", own_article="the house rule", facts="x")
        assert posting.posted_reason(own) == "the house rule"
        assert posting.posted_reason(version(hall, article="", facts="x")) == "x"
        bare = version(hall, article="")
        assert posting.posted_reason(bare) == f"R-2026-{bare.case.number:04d}"


@pytest.mark.full
def test_what_was_decided_in_one_call_is_no_change_of_a_later_round(hall: Hall) -> None:
    read = results.read(source(hall).event)
    at = source(hall)
    assert what_if._drawn_since(read, at) is None
    later = replace(at, round=Round(number=0))
    assert what_if._drawn_since(read, later) == hall.round
    assert what_if._drawn_since(read, replace(at, round=None)) is None
    assert what_if._drawn_since(replace(read, rounds=()), later) is None
    assert what_if._match(read, read, at) == ()
    assert what_if._match(read, read, replace(at, sitting=None)) == ()


@pytest.mark.full
def test_a_deal_is_adjusted_by_what_a_referee_gave(hall: Hall) -> None:
    assert not adjusted_scores.is_adjusted(hall.deal())
    hall.cast.post(hall.deal())
    assert not adjusted_scores.is_adjusted(hall.deal())
    found = codes(lambda: adjusted_scores.take_back(hall.deal(), hall.cast.bob, " ", seen=1))
    assert found == [Reason.REASON_MISSING, Code.NOT_ADJUSTED]


def test_seats_of_directions_are_those_that_sit_opposite() -> None:
    ns, ew = adjusted_scores.recipients({"N": "a", "W": "b", "S": "a", "E": "b"})
    assert (ns.seats, ew.seats) == (("N", "S"), ("W", "E"))
