"""Who may decide, confirm and give points: each half of each condition, without a database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from referee.base.refusals import Code
from referee.models import Needs, Remedy
from referee.rulings import corrections, offices, penalties
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.rulings.penalties import Right
from scoring.problems import Problem
from tournaments.formats.penalty_units import PenaltyLimits
from tournaments.models import Deal, Event, EventRegulations, Role, Round, Tournament, User
from tournaments.regulations.articles import (
    Article,
    Authority,
    Escalation,
    Level,
    RepeatWindow,
    Scope,
)
from tournaments.rights import access, ruling_offices

REFEREE, DEPUTY, CHIEF, BOTH = Authority
BOB, ALICE = User(pk=1), User(pk=2)


def event(size: str = "club") -> Event:
    made = Event(pk=1, tournament=Tournament(pk=1), correction_minutes=30)
    made.regulations = EventRegulations(event=made, size=size)
    return made


def codes(problems: Iterable[Problem]) -> list[str]:
    return [str(problem.code) for problem in problems]


@pytest.mark.parametrize(
    ("roles", "size", "office"),
    [
        ({Role.DIRECTOR}, "club", CHIEF),
        ({Role.DIRECTOR}, "official", None),
        ({Role.DIRECTOR, Role.REFEREE}, "official", REFEREE),
        ({Role.CHIEF_REFEREE}, "official", CHIEF),
        ({Role.DEPUTY, Role.REFEREE}, "official", DEPUTY),
        ({Role.DEPUTY, Role.REFEREE}, "club", DEPUTY),
        ({Role.REFEREE}, "club", REFEREE),
        ({Role.SCORER}, "club", None),
        (set(), "club", None),
    ],
)
def test_the_highest_of_several_roles_is_the_office(
    monkeypatch: pytest.MonkeyPatch, roles: set[Role], size: str, office: Authority | None
) -> None:
    held = SimpleNamespace(at=lambda *_place: frozenset(roles))
    monkeypatch.setattr(access, "roles_by_part", lambda *_all: held)
    assert offices.office_of(BOB, event(size)) == office


@pytest.mark.parametrize(
    ("level", "size", "office", "needs"),
    [
        (Level.L9, "official", CHIEF, Needs.ORGANISER),
        (Level.L9, "club", REFEREE, Needs.ORGANISER),
        (Level.L2, "official", REFEREE, Needs.DEPUTY),
        (Level.L2, "official", DEPUTY, Needs.NOBODY),
        (Level.L2, "official", CHIEF, Needs.NOBODY),
        (Level.L2, "club", REFEREE, Needs.NOBODY),
        (Level.L1, "official", REFEREE, Needs.NOBODY),
        (Level.L8, "official", REFEREE, Needs.NOBODY),
    ],
)
def test_a_card_waits_for_a_deputy_and_a_disqualification_for_the_organiser(
    level: Level, size: str, office: Authority, needs: Needs
) -> None:
    assert offices.needed_for(event(size), level, office) is needs


ARTICLE = Article(
    "T-05",
    "T",
    "慢打",
    Level.L3,
    False,
    REFEREE,
    (Escalation(2, Level.L5),),
    RepeatWindow.ROUND,
    Scope.SIDE,
)


@pytest.mark.full
@pytest.mark.parametrize(
    ("article", "level", "before", "wanted"),
    [
        (None, Level.L5, 0, REFEREE),
        (None, Level.L6, 0, DEPUTY),
        (None, Level.L7, 0, CHIEF),
        (None, Level.L9, 0, BOTH),
        (ARTICLE, Level.L3, 0, REFEREE),
        (ARTICLE, Level.L4, 0, REFEREE),
        (ARTICLE, Level.L2, 0, REFEREE),
        (ARTICLE, Level.L5, 0, CHIEF),
        (ARTICLE, Level.L1, 0, CHIEF),
        (ARTICLE, Level.L5, 1, REFEREE),
        (ARTICLE, Level.L3, 1, CHIEF),
        (ARTICLE, Level.L0, 0, REFEREE),
        (ARTICLE, Level.RECT, 0, REFEREE),
        (replace(ARTICLE, who=DEPUTY), Level.L3, 0, DEPUTY),
        (replace(ARTICLE, who=BOTH), Level.L3, 0, CHIEF),
        (replace(ARTICLE, level=Level.L9), Level.L9, 0, BOTH),
    ],
)
def test_the_office_is_that_of_the_level_the_article_or_how_far_it_differs(
    article: Article | None, level: Level, before: int, wanted: Authority
) -> None:
    assert offices.office_wanted(article, level, before) is wanted


def test_who_is_named_for_the_two_is_the_chief() -> None:
    by_office = {who: dict(offices.beyond_office(who).values)["who"] for who in Authority}
    assert by_office[BOTH] == by_office[CHIEF] != by_office[DEPUTY] != by_office[REFEREE]


@pytest.fixture
def may(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Whether a word may be given, by the office and by which of the two organise."""

    def found(
        needs: Needs,
        office: Authority | None,
        *,
        own: bool = False,
        organise: tuple[bool, bool] = (False, False),
    ) -> bool:
        by = dict(zip((BOB.pk, ALICE.pk), organise, strict=True))
        monkeypatch.setattr(offices, "office_of", lambda *_all: office)
        roles = lambda user, *_place: {Role.DIRECTOR} if by[user.pk] else {Role.REFEREE}  # noqa: E731
        monkeypatch.setattr(access, "roles_in", roles)
        return offices.may_confirm(BOB, BOB if own else ALICE, event(), needs)

    return found


@pytest.mark.parametrize(
    ("office", "own", "allowed"),
    [
        (None, True, False),
        (None, False, False),
        (REFEREE, True, True),
        (REFEREE, False, False),
        (DEPUTY, False, False),
        (CHIEF, False, True),
        (CHIEF, True, True),
    ],
)
def test_an_answer_that_was_put_off_is_given_by_who_decided_or_a_chief(
    may: Any, office: Authority | None, own: bool, allowed: bool
) -> None:
    assert may(Needs.ANSWER, office, own=own) is allowed


@pytest.mark.parametrize(
    ("office", "own", "allowed"),
    [
        (None, False, False),
        (REFEREE, False, False),
        (DEPUTY, False, True),
        (CHIEF, False, True),
        (CHIEF, True, False),
    ],
)
def test_a_card_is_confirmed_by_another_who_is_at_least_a_deputy(
    may: Any, office: Authority | None, own: bool, allowed: bool
) -> None:
    assert may(Needs.DEPUTY, office, own=own) is allowed


@pytest.mark.parametrize(
    ("office", "organise", "own", "allowed"),
    [
        (None, (True, False), False, True),
        (None, (False, True), False, False),
        (CHIEF, (False, True), False, True),
        (CHIEF, (False, False), False, False),
        (DEPUTY, (False, True), False, False),
        (CHIEF, (True, True), True, False),
        (REFEREE, (True, False), False, True),
    ],
)
def test_of_the_two_who_disqualify_one_organises_and_the_other_is_a_chief(
    may: Any, office: Authority | None, organise: tuple[bool, bool], own: bool, allowed: bool
) -> None:
    assert may(Needs.ORGANISER, office, own=own, organise=organise) is allowed


NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("closed", "is_over"), [(None, False), (29, False), (30, False), (31, True)]
)
def test_the_correction_period_holds_to_its_last_moment(
    monkeypatch: pytest.MonkeyPatch, closed: int | None, is_over: bool
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    at = None if closed is None else NOW - timedelta(minutes=closed)
    round_ = Round(pk=1, event=event(), closed_at=at)
    assert ruling_offices.is_window_over(round_) is is_over
    assert (Role.REFEREE in ruling_offices.correcting_roles(round_)) is not is_over
    assert Role.DIRECTOR in ruling_offices.correcting_roles(round_)


@pytest.mark.parametrize(
    ("round_", "last", "role", "covers"),
    [
        (None, None, Role.REFEREE, True),
        ("open", "over", Role.REFEREE, True),
        ("over", "open", Role.REFEREE, False),
        ("over", "open", Role.CHIEF_REFEREE, True),
        (None, "over", Role.REFEREE, False),
        (None, "over", Role.CHIEF_REFEREE, True),
        (None, "open", Role.REFEREE, True),
        (None, "open", Role.SCORER, False),
    ],
)
def test_points_are_given_by_the_round_that_they_are_for_else_by_the_last_one(
    monkeypatch: pytest.MonkeyPatch,
    round_: str | None,
    last: str | None,
    role: Role,
    covers: bool,
) -> None:
    of: dict[str | None, Any] = {
        "open": Round(pk=1, event=event()),
        "over": Round(pk=2, event=event(), closed_at=NOW - timedelta(days=9)),
        None: None,
    }
    held: Any = SimpleNamespace(at=lambda *_place: frozenset({role}))
    assert Right(held, event(), of[last]).covers(of[round_]) is covers


def test_points_at_several_tables_ask_for_the_right_at_each() -> None:
    held: Any = SimpleNamespace(
        at=lambda _event, table: frozenset({Role.REFEREE}) if table in {1, 2} else frozenset()
    )
    right = Right(held, event(), None)
    assert right.covers(None, {1})
    assert right.covers(None, {1, 2})
    assert not right.covers(None, {1, 3})
    assert not right.covers(None)
    assert not right.covers(None, set())


@pytest.mark.full
@pytest.mark.parametrize(
    ("remedy", "version", "may_change", "with_deal", "found"),
    [
        (Remedy.NOTHING, 0, False, False, []),
        (Remedy.VOID, 0, True, False, [Code.REMEDY_WITHOUT_DEAL]),
        (Remedy.CORRECTED, 0, True, True, [Code.RESULT_NOT_CHANGED]),
        (Remedy.CORRECTED, 1, False, True, []),
        (Remedy.VOID, 0, True, True, []),
        (Remedy.VOID, 0, False, True, [Code.RESULT_LATE]),
        (Remedy.NOT_PLAYED, 1, False, True, [Code.RESULT_LATE]),
        (Remedy.NOT_PLAYED, 1, True, True, []),
    ],
)
def test_a_remedy_is_about_a_deal_that_may_be_changed_or_was(
    monkeypatch: pytest.MonkeyPatch,
    remedy: str,
    version: int,
    may_change: bool,
    with_deal: bool,
    found: list[str],
) -> None:
    monkeypatch.setattr(offices, "may_change_result", lambda *_all: may_change)
    source = RulingSource(event(), deal=Deal(pk=1, version=version) if with_deal else None)
    assert (
        codes(offices.remedy_problems(source, RulingDecision(remedy=Remedy(remedy)), BOB)) == found
    )


@pytest.mark.parametrize(
    ("points", "sure", "found"),
    [
        (0, True, Code.PENALTY_NOTHING),
        (1000, False, None),
        (-1000, False, None),
        (-1001, False, Code.PENALTY_LARGE),
        (-1001, True, None),
        (10_000, True, None),
        (10_001, True, Code.PENALTY_ABSURD),
        (-10_001, False, Code.PENALTY_ABSURD),
    ],
)
def test_an_amount_is_usual_large_or_beyond_reason(
    monkeypatch: pytest.MonkeyPatch, points: int, sure: bool, found: Code | None
) -> None:
    limits = PenaltyLimits(usual=1000, most=10_000)
    monkeypatch.setattr(penalties, "limits_of", lambda *_all, **_more: limits)
    problem = penalties.amount_problem(event(), points, at_table=True, sure=sure)
    assert (problem.code if problem else None) == found


def test_only_a_result_that_exists_is_taken_back_without_another() -> None:
    assert set(corrections.kinds_for(Deal(done=True))) == set(corrections.OFFERED)
    kinds = set(corrections.kinds_for(Deal(done=False)))
    assert set(corrections.OFFERED) - kinds == {"retracted"}
