"""What is changed, repeated and kept: settings, evenings, rules of a club, members of stages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from clubs.evenings import repeats
from tests.cast import Cast
from tests.tournaments.organise.taking_part.test_bounds import codes, entry, round_of, second_event
from tests.tournaments.two_events import another_tournament
from tournaments import organise
from tournaments.base.refusals import PlanReason, Reason
from tournaments.models import (
    Club,
    ClubRules,
    Entry,
    Event,
    EventState,
    GroupMember,
    Person,
    RegistrationTerms,
    Role,
    Round,
    RoundState,
    Stage,
    Tournament,
)
from tournaments.organise import club_rules, settings, stages


def wanted(cast: Cast, **changes: Any) -> settings.EventSettings:
    event = Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)
    return replace(settings.settings_of(event), **changes)


@pytest.mark.full
def test_settings_change_until_a_draw_fixes_them(cast: Cast) -> None:
    def change(**changes: Any) -> None:
        organise.change_event(cast.event, cast.director, wanted(cast, **changes))

    for field in ("name", "tournament_name"):
        assert codes(lambda field=field: change(**{field: " "})) == [Reason.NAME_MISSING]  # type: ignore[misc]
    change(rounds_planned=3, deals_per_round=4, round_minutes=20)
    other = second_event(cast)
    round_of(cast, 1, RoundState.DRAFT)
    round_of(cast, 2, RoundState.CANCELLED)
    assert codes(lambda: change(rounds_planned=0)) == [PlanReason.ROUNDS_DRAWN_ALREADY]
    change(rounds_planned=1)
    change(rounds_planned=None)
    assert codes(lambda: change(deals_per_round=5)) == [Reason.ROUND_IN_DRAFT]
    change(deals_per_round=4, has_highlights=False)
    Round.objects.filter(number=1).update(state=RoundState.CLOSED)
    assert codes(lambda: change(deals_per_round=5)) == [PlanReason.DEALS_PUBLISHED]
    fixed = settings.fixed_settings(Event.objects.get(pk=cast.event.pk))
    assert (fixed.deals, fixed.everything, fixed.drawn, fixed.has_rounds) == (True, False, 1, True)
    assert settings.published_round(cast.event) == 1
    assert settings.published_round(other) is None
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    assert codes(lambda: change(round_minutes=30)) == [Reason.EVENT_NOT_RUNNING]
    change(name="新名", has_highlights=True)
    stored = Event.objects.get(pk=cast.event.pk)
    assert (stored.name, stored.deals_per_round, stored.round_minutes) == ("新名", 4, 20)
    other.refresh_from_db()
    assert (other.name, other.has_highlights) == ("第二项", True)


@pytest.mark.full
def test_the_name_of_a_tournament_is_its_own(cast: Cast) -> None:
    other = another_tournament(cast)
    organise.change_event(cast.event, cast.director, wanted(cast, tournament_name="新名"))
    other.refresh_from_db()
    assert other.name == "冬季赛"
    organise.change_tournament(
        other, cast.director, name="又一", starts_on=date(2026, 12, 1), place="文化馆"
    )
    cast.tournament.refresh_from_db()
    assert (cast.tournament.name, cast.tournament.place) == ("新名", "")
    assert codes(
        lambda: organise.change_tournament(
            other, cast.director, name=" ", starts_on=date(2026, 12, 1), place=""
        )
    ) == [Reason.NAME_MISSING]


def test_another_first_day_moves_what_was_announced_of_the_events(cast: Cast) -> None:
    zone = ZoneInfo("Asia/Shanghai")
    day = cast.tournament.starts_on
    start = datetime(day.year, day.month, day.day, 19, 30, tzinfo=zone)
    Event.objects.filter(pk=cast.event.pk).update(starts_at=start)
    closes = start - timedelta(hours=2)
    terms = RegistrationTerms.objects.create(event=cast.event, door="public", closes_at=closes)
    fields: Any = {"name": "新名", "place": "", "starts_on": day + timedelta(days=7)}
    assert organise.change_tournament(cast.tournament, cast.director, **fields)
    assert not organise.change_tournament(cast.tournament, cast.director, **fields)
    cast.event.refresh_from_db()
    terms.refresh_from_db()
    week = timedelta(days=7)
    assert (cast.event.starts_at, terms.closes_at) == (start + week, closes + week)


@pytest.mark.parametrize(
    ("planned", "number", "of_stage"), [(None, 1, False), (3, 1, True), (None, 2, True)]
)
def test_planned_rounds_are_kept_where_they_are_read(
    cast: Cast, planned: int | None, number: int, of_stage: bool
) -> None:
    Stage.objects.update(rounds_planned=planned, number=number)
    event = Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)
    before = settings.settings_of(event)
    settings._store(event, before, replace(before, rounds_planned=7))
    stage = Stage.objects.get()
    event.refresh_from_db()
    assert (stage.rounds_planned == 7, event.rounds_planned == 7) == (of_stage, not of_stage)


@pytest.mark.full
def test_the_start_of_an_event_is_a_setting(cast: Cast) -> None:
    hour = datetime(2026, 11, 21, 6, tzinfo=UTC)
    organise.change_event(cast.event, cast.director, wanted(cast, starts_at=hour))
    assert Event.objects.get(pk=cast.event.pk).starts_at == hour
    body = cast.tournament.log.latest("seq").body
    assert "2026-11-21T06:00:00+00:00" in body


@pytest.mark.full
def test_an_evening_is_repeated_once_nothing_of_it_goes_on(cast: Cast) -> None:
    other = second_event(cast)
    tournament = Tournament.objects.get(pk=cast.tournament.pk)
    assert repeats.may_be_repeated(tournament) == []
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    assert repeats.may_be_repeated(tournament) == []
    Event.objects.filter(pk=other.pk).update(state=EventState.FINISHED)
    assert repeats.may_be_repeated(tournament) == [cast.event, other]
    Event.objects.filter(pk=other.pk).update(state=EventState.CANCELLED)
    assert repeats.may_be_repeated(tournament) == [cast.event]


def test_competitors_play_again_unless_their_name_was_blanked(cast: Cast) -> None:
    Entry.objects.filter(event=cast.event, number=1).update(kind="house")
    blanked = entry(cast, 2).members.get().person
    Person.objects.filter(pk=blanked.pk).update(blanked_at=timezone.now(), guest=True)
    numbers = {row.number for row, _name in repeats.entries_of(cast.event)}
    assert numbers == set(range(3, 9))


@pytest.mark.full
def test_officials_of_a_repeated_evening_are_those_of_the_earlier_one(cast: Cast) -> None:
    other = another_tournament(cast)
    organise.grant_role(cast.director, other, cast.charlie, Role.SCORER)
    Event.objects.update(state=EventState.FINISHED)
    evening = repeats.Evening("下一场", date(2026, 12, 1), {})
    made = repeats.repeat_evening(cast.tournament, cast.director, evening)
    assert [row.user for row in made.memberships.all()] == [cast.bob]
    assert codes(
        lambda: repeats.repeat_evening(cast.tournament, cast.director, replace(evening, name=" "))
    ) == [Reason.NAME_MISSING]


def kept(club: Club, name: str) -> ClubRules:
    return ClubRules.objects.create(
        club=club, name=name, game="gongzhu", preset="classic", rules={}, schema=1
    )


def test_rules_of_a_club_have_a_name_of_their_own(cast: Cast) -> None:
    away = Club.objects.exclude(pk=cast.club.pk).get()
    first, second = kept(cast.club, "我们的"), kept(cast.club, "你们的")
    kept(away, "别家的")

    def found(name: str, row: ClubRules | None = None) -> list[str]:
        return [problem.code for problem in club_rules.name_problems(cast.club, name, row)]

    most = club_rules.NAME_LENGTH
    assert found("") == [Reason.NAME_MISSING]
    assert (found("名" * most), found("名" * (most + 1))) == ([], [Reason.NAME_TOO_LONG])
    assert found("我们的") == found("我们的", second) == [PlanReason.RULES_NAME_TAKEN]
    assert found("我们的", first) == found("别家的") == []
    organise.rename_rules(first, cast.director, "改名")
    assert codes(lambda: organise.rename_rules(first, cast.director, "你们的")) == [
        PlanReason.RULES_NAME_TAKEN
    ]
    organise.remove_rules(first, cast.director)
    assert set(ClubRules.objects.values_list("name", flat=True)) == {"你们的", "别家的"}


@pytest.mark.full
def test_an_entry_is_in_one_group_of_a_stage(cast: Cast) -> None:
    stage = cast.event.stages.get()
    group = stage.groups.get()
    first, second = entry(cast, 1), entry(cast, 2)

    def enter(*rows: Entry) -> None:
        members = [
            GroupMember(group=group, entry=row, number=number) for number, row in enumerate(rows, 1)
        ]
        stages.enter_groups(stage, members)

    assert codes(lambda: enter(first, first)) == [Reason.ENTRY_IN_GROUP]
    enter(first)
    assert codes(lambda: enter(second, first)) == [Reason.ENTRY_IN_GROUP]
    second_event(cast)
    later = Stage.objects.create(event=cast.event, number=2)
    assert codes(lambda: stages._check_open(stage)) == [Reason.STAGE_OPEN]
    stages._check_open(later)
    third = Stage.objects.create(event=cast.event, number=3)
    assert codes(lambda: stages._check_open(third)) == [Reason.STAGES_TO_COME]
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    assert codes(lambda: stages._check_open(later)) == [Reason.EVENT_NOT_RUNNING]
