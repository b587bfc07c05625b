"""Plans, stages, settings and what ends an event: both sides of each condition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from scoring.game import find_game
from tests.cast import Cast
from tests.tournaments.organise.taking_part.test_bounds import (
    BY,
    codes,
    entry,
    round_of,
    second_event,
)
from tournaments import organise
from tournaments.base.refusals import PlanReason, Reason
from tournaments.models import (
    Adjustment,
    BoardSource,
    DrawMethod,
    Entry,
    EntryRequest,
    Event,
    EventRegulations,
    EventState,
    Payment,
    RoundState,
    Stage,
)
from tournaments.organise import (
    EventPlan,
    events,
    removals,
    settings,
    stages,
)
from tournaments.organise.replanning.changed_plan import change_plan
from tournaments.organise.replanning.touched import touched_by_change
from tournaments.organise.stored_plans import plan_of
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.regulations import CLUB
from tournaments.structure.stages import StagePlan

PLAN = EventPlan("个人赛", "gongzhu", {"preset": "classic"}, 2)
TOP = FeedRule((Take(TakeKind.TOP, 4),))
FINAL = StagePlan(draw_method=DrawMethod.RANDOM, feed=TOP)


def fresh(cast: Cast) -> Event:
    return Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)


def reasons(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


def found(call: Callable[[], object], expected: list[str]) -> None:
    """Expect a refusal for these reasons, or none."""
    if expected:
        assert codes(call) == expected
    else:
        call()


@pytest.mark.full
@pytest.mark.parametrize(
    ("deals", "is_stored"), [(None, False), (CLUB.board_set_deals, False), (3, True)]
)
def test_another_board_set_than_the_usual_is_laid_down(
    cast: Cast, deals: int | None, *, is_stored: bool
) -> None:
    event = organise.create_event(
        cast.tournament, cast.director, replace(PLAN, board_set_deals=deals)
    )
    assert EventRegulations.objects.filter(event=event).exists() is is_stored
    before = plan_of(Event.objects.get(pk=event.pk))
    for wanted, rows in ((before.board_set_deals, is_stored), (5, True)):
        change_plan(event, cast.director, replace(before, board_set_deals=wanted))
        assert EventRegulations.objects.filter(event=event).exists() is rows


@pytest.mark.parametrize(
    ("changes", "columns"),
    [
        ({}, ("sheet", "own_or_mean")),
        ({"depth": "tricks"}, ("tricks", "own_or_mean")),
        ({"sit_out_credit": "none"}, ("sheet", "none")),
    ],
)
def test_what_a_plan_leaves_out_is_as_usual(changes: dict[str, Any], columns: Any) -> None:
    ruleset = events.checked_ruleset(PLAN)
    usual = events.plan_columns(PLAN, ruleset)
    made = events.plan_columns(replace(PLAN, **changes), ruleset)
    for name in ("depth", "sit_out_credit"):
        assert made[name] == (changes[name] if name in changes else usual[name])
        assert usual[name]
    assert columns


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "classic"),
        ({"rules_name": "我们的"}, "我们的"),
        ({"rules": {}}, "gongzhu"),
    ],
)
def test_rules_are_called_as_the_club_calls_them_or_by_their_preset(
    changes: dict[str, Any], name: str
) -> None:
    assert events.checked_ruleset(replace(PLAN, **changes)).name == name


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"form": "crowds"}, [PlanReason.FORM_NOT_OFFERED]),
        ({"game": "chess"}, ["unknown_game"]),
        ({"game": "chess", "form": "crowds"}, [PlanReason.FORM_NOT_OFFERED, "unknown_game"]),
        ({"rules": {"preset": "qq"}, "to_limit": True}, [PlanReason.RULES_WITHOUT_END]),
        ({"rules": {"preset": "qq"}}, []),
        ({"to_limit": True}, []),
        ({"depth": "x"}, [PlanReason.DEPTH_NOT_OFFERED]),
    ],
)
def test_rules_of_a_plan_are_checked(changes: dict[str, Any], expected: list[str]) -> None:
    found(lambda: events.checked_ruleset(replace(PLAN, **changes)), expected)


HOOKED = {"must_play": ["J", "A"], "jack_hook": "start", "jack_hook_off_suit": "three"}
LEVELS = EventPlan("升级", "shengji", HOOKED, 4, form="pairs", ranking="points")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (HOOKED, ["jack_hook_without_levels"]),
        ({**HOOKED, "must_play": ["A"]}, ["jack_hook_without_levels", "jack_hook_not_played"]),
        ({"must_play": ["J", "A"]}, []),
        ({"jack_hook": "off"}, []),
    ],
    ids=["hooked", "not played either", "played", "as usual"],
)
def test_who_wants_a_j_hooked_over_boards_is_told(rules: Any, expected: list[str]) -> None:
    """SJ-67: it is refused by its name, and does not fall away."""
    over_boards = replace(LEVELS, rules=rules, boards=BoardSource.PASSED)
    found(lambda: events.checked_ruleset(over_boards), expected)


def test_rules_that_a_club_keeps_are_not_silently_others_over_boards() -> None:
    """Every dimension is spelt out in them; at tables they are played as they are."""
    kept = find_game("shengji").rules(HOOKED).as_dict()
    at_tables = replace(LEVELS, rules=kept, form="pairs", ranking="wdl_2_1_0")
    assert events.checked_ruleset(at_tables).rules["jack_hook"] == "start"
    over_boards = replace(LEVELS, rules=kept, boards=BoardSource.PASSED)
    found(lambda: events.checked_ruleset(over_boards), ["jack_hook_without_levels"])


@pytest.mark.parametrize(("changes", "ends"), [({}, False), ({"to_limit": True}, True)])
def test_rules_of_games_keep_their_end(changes: dict[str, Any], *, ends: bool) -> None:
    rules = events.rules_of_plan(replace(PLAN, **changes)).as_dict()
    assert (rules["game_end"] is not None) is ends
    over_boards = events.rules_of_plan(replace(PLAN, boards=BoardSource.PASSED)).as_dict()
    assert over_boards["game_end"] is None


@pytest.mark.full
def test_an_event_begins_at_an_hour_that_the_clocks_have(cast: Cast) -> None:
    assert events._start(cast.tournament, PLAN) is None
    start = events._start(cast.tournament, replace(PLAN, starts_at=time(14)))
    assert start == datetime(2026, 11, 21, 6, tzinfo=UTC)
    cast.tournament.time_zone, cast.tournament.starts_on = "Europe/Berlin", date(2026, 3, 29)
    late = replace(PLAN, starts_at=time(2, 30))
    assert codes(lambda: events._start(cast.tournament, late)) == [Reason.HOUR_LEFT_OUT]


@pytest.mark.full
@pytest.mark.parametrize(("groups", "names"), [(1, [""]), (2, ["A", "B"])])
def test_several_groups_have_names(cast: Cast, groups: int, names: list[str]) -> None:
    cast.event.stages.all().delete()
    planned = StagePlan(draw_method=DrawMethod.SWISS, groups_wanted=groups)
    events.make_stages(cast.event, replace(PLAN, stages=(planned,)))
    stage = cast.event.stages.get()
    assert list(stage.groups.order_by("number").values_list("name", flat=True)) == names
    stage.groups.all().delete()
    made = stages._ensure_groups(stage)
    assert [made[number].name for number in sorted(made)] == names
    assert stages._ensure_groups(stage).keys() == made.keys()
    assert stage.groups.count() == groups


PRIZES: dict[str, Any] = {"amounts": ["100"], "ties": "divided"}


@pytest.mark.full
@pytest.mark.parametrize(
    ("prizes", "expected"), [(PRIZES, []), ({}, []), ({"x": 1}, [PlanReason.PRIZES_UNREADABLE])]
)
def test_prizes_can_be_read(cast: Cast, prizes: dict[str, Any], expected: list[str]) -> None:
    Event.objects.update(prizes={"amounts": ["5"], "ties": "divided"})
    found(lambda: organise.set_prizes(cast.event, cast.director, prizes), expected)


@pytest.mark.full
@pytest.mark.parametrize(("state", "is_noted"), [("published", False), ("finished", True)])
def test_prizes_that_are_set_after_the_finish_are_noted_so(
    cast: Cast, state: str, *, is_noted: bool
) -> None:
    second_event(cast)
    Event.objects.filter(pk=cast.event.pk).update(state=state)

    def noted() -> bool:
        organise.set_prizes(cast.event, cast.director, PRIZES)
        return "after_finish" in cast.tournament.log.latest("seq").body

    assert noted() is is_noted
    revision = fresh(cast).public_revision
    assert not noted()
    assert fresh(cast).public_revision == revision


@pytest.mark.full
def test_the_same_notice_again_changes_no_page(cast: Cast) -> None:
    organise.set_notice(cast.event, cast.director, "通知")
    revision = fresh(cast).public_revision
    organise.set_notice(cast.event, cast.director, " 通知 ")
    assert fresh(cast).public_revision == revision
    organise.set_notice(cast.event, cast.director, "")
    assert fresh(cast).public_revision > revision


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "drawn", "deals"),
    [
        (RoundState.DRAFT, 1, False),
        (RoundState.PUBLISHED, 1, True),
        (RoundState.CLOSED, 1, True),
        (RoundState.CANCELLED, 0, False),
    ],
)
def test_draws_of_an_event_fix_its_numbers(
    cast: Cast, state: str, drawn: int, *, deals: bool
) -> None:
    other = second_event(cast)
    round_of(cast, 1, state)
    fixed = settings.fixed_settings(fresh(cast))
    assert (fixed.drawn, fixed.deals, fixed.everything) == (drawn, deals, False)
    of_other = settings.fixed_settings(other)
    assert (of_other.drawn, of_other.deals) == (0, False)


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "has_rounds"), [(DrawMethod.KNOCKOUT, False), (DrawMethod.SWISS, True)]
)
def test_a_knockout_says_itself_how_many_rounds_it_has(
    cast: Cast, method: str, *, has_rounds: bool
) -> None:
    Stage.objects.update(draw_method=method)
    assert settings.fixed_settings(fresh(cast)).has_rounds is has_rounds
    Event.objects.update(state=EventState.FINISHED)
    assert settings.fixed_settings(fresh(cast)).everything


def wanted(cast: Cast, **changes: Any) -> settings.EventSettings:
    return replace(settings.settings_of(fresh(cast)), **changes)


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "changes", "expected"),
    [
        (EventState.FINISHED, {"name": "新名"}, []),
        (EventState.FINISHED, {"round_minutes": 9}, [Reason.EVENT_NOT_RUNNING]),
        (EventState.PUBLISHED, {"round_minutes": 9}, []),
        (EventState.PUBLISHED, {"name": ""}, [Reason.NAME_MISSING]),
        (EventState.PUBLISHED, {"tournament_name": " "}, [Reason.NAME_MISSING]),
        (EventState.PUBLISHED, {"rounds_planned": 1}, [PlanReason.ROUNDS_DRAWN_ALREADY]),
        (EventState.PUBLISHED, {"rounds_planned": 2}, []),
        (EventState.PUBLISHED, {"rounds_planned": None}, []),
    ],
)
def test_settings_change_while_an_event_runs(
    cast: Cast, state: str, changes: dict[str, Any], expected: list[str]
) -> None:
    Event.objects.filter(pk=cast.event.pk).update(state=state, rounds_planned=5)
    for number in (1, 2):
        round_of(cast, number, RoundState.CLOSED)
    found(
        lambda: organise.change_event(cast.event, cast.director, wanted(cast, **changes)), expected
    )


@pytest.mark.full
@pytest.mark.parametrize(("has_highlights", "is_noted"), [(True, False), (False, True)])
def test_highlights_are_noted_where_they_change(
    cast: Cast, has_highlights: bool, *, is_noted: bool
) -> None:
    organise.change_event(cast.event, cast.director, wanted(cast, has_highlights=has_highlights))
    body = cast.tournament.log.latest("seq").body
    assert ("has_highlights" in body) is is_noted


@pytest.mark.full
def test_a_first_stage_before_another_has_its_rounds_itself(cast: Cast) -> None:
    Stage.objects.create(event=cast.event, number=2)
    before = settings.settings_of(fresh(cast))
    settings._store(fresh(cast), before, replace(before, rounds_planned=7))
    assert cast.event.stages.get(number=1).rounds_planned == 7
    assert fresh(cast).rounds_planned is None


@pytest.mark.full
def test_whom_a_change_touches_is_counted(cast: Cast) -> None:
    other = second_event(cast)
    Entry.objects.filter(event=cast.event, number=1).update(state="withdrawn")
    Entry.objects.filter(event=cast.event, number=2).update(kind="house")
    for number in (3, 4):
        pay(cast, number, kind="fee")
    pay(cast, 5, kind="prize", what="一等奖")
    for event, state in ((cast.event, "asked"), (cast.event, "waiting"), (other, "asked")):
        EntryRequest.objects.create(event=event, state=state, secret_hash=f"{event.pk}{state}")
    counted = touched_by_change(cast.event)
    assert (counted.entered, counted.paid, counted.unpaid, counted.asking) == (6, 2, 4, 1)


def pay(cast: Cast, number: int, **columns: Any) -> None:
    of = entry(cast, number)
    Payment.objects.create(
        club=cast.club,
        event=of.event,
        entry=of,
        amount=100,
        year=2026,
        receipt=number,
        taken_by=cast.alice,
        **columns,
    )


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "round_state", "paid", "expected"),
    [
        (EventState.PUBLISHED, None, False, []),
        (EventState.DRAFT, None, False, []),
        (EventState.FINISHED, None, False, [Reason.EVENT_NOT_RUNNING]),
        (EventState.CANCELLED, None, False, [Reason.EVENT_NOT_RUNNING]),
        (EventState.PUBLISHED, RoundState.DRAFT, False, []),
        (EventState.PUBLISHED, RoundState.CLOSED, False, [PlanReason.EVENT_PUBLISHED]),
        (EventState.PUBLISHED, None, True, [Reason.EVENT_HAS_PAYMENTS]),
    ],
)
def test_an_event_is_deleted_of_which_nothing_is_published_or_paid(
    cast: Cast, state: str, round_state: str | None, paid: bool, expected: list[str]
) -> None:
    second_event(cast)
    Event.objects.filter(pk=cast.event.pk).update(state=state)
    if round_state:
        round_of(cast, 1, round_state)
    if paid:
        pay(cast, 1, kind="fee")
    assert reasons(removals.event_problems(fresh(cast))) == expected
    found(lambda: organise.delete_event(fresh(cast), cast.director), expected)
    assert Entry.objects.filter(event=cast.event).exists() is bool(expected)


@pytest.mark.full
def test_a_penalty_in_another_event_keeps_no_entry_of_this_one(cast: Cast) -> None:
    other = second_event(cast)
    row = Entry.objects.get(event=other, number=1)
    Adjustment.objects.create(
        event=other, entry=row, unit="raw", stage_of_sum="standings", numerator=1, **BY
    )
    organise.delete_event(fresh(cast), cast.director)
    assert not Entry.objects.filter(event=cast.event).exists()
    organise.delete_event(other, cast.director)
    assert Entry.objects.filter(event=other).exists()


@pytest.mark.full
def test_an_entry_is_removed_though_another_has_paid(cast: Cast) -> None:
    pay(cast, 1, kind="fee")
    organise.remove_entry(entry(cast, 2), cast.director)
    assert codes(lambda: organise.remove_entry(entry(cast, 1), cast.director)) == [
        Reason.ENTRY_HAS_PAYMENTS
    ]
