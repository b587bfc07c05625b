"""Plans, stages, settings and what ends an event: both sides of each condition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from django.utils import timezone

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.organise.test_bounds import codes, entry, round_of, second_event
from tests.tournaments.organise.test_stages_of_events import GROUPS, staged_cast
from tests.tournaments.rows_written import written
from tests.tournaments.two_events import another_tournament
from tournaments import organise, results
from tournaments.models import (
    BoardSource,
    DrawMethod,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    EventFee,
    EventRegulations,
    EventState,
    ExtraDeal,
    Form,
    GroupMember,
    Membership,
    Payment,
    Person,
    RegistrationTerms,
    Role,
    RoleLimit,
    Round,
    RoundState,
    RuleSet,
    SitOutCredit,
    Size,
    Stage,
)
from tournaments.organise import (
    EventPlan,
    Seed,
    events,
    extra_deals,
    finishes,
    planned_stages,
    removals,
    repeats,
    seeding,
    settings,
    stages,
    teams,
)
from tournaments.organise.evenings import taken_over
from tournaments.organise.replanning import changed_plan
from tournaments.organise.replanning.changed_plan import change_plan, plan_change_problems
from tournaments.organise.replanning.touched import touched_by_change
from tournaments.organise.stored_plans import plan_of
from tournaments.record.audit import Verb, change
from tournaments.refusals import Reason
from tournaments.standings.carry_over import Carry, CarryRule
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.regulations import CLUB
from tournaments.structure.stage_plans import StagePlan

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


# Events


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
        ({"form": "crowds"}, [Reason.FORM_NOT_OFFERED]),
        ({"game": "chess"}, ["unknown_game"]),
        ({"game": "chess", "form": "crowds"}, [Reason.FORM_NOT_OFFERED, "unknown_game"]),
        ({"rules": {"preset": "qq"}, "to_limit": True}, [Reason.RULES_WITHOUT_END]),
        ({"rules": {"preset": "qq"}}, []),
        ({"to_limit": True}, []),
        ({"depth": "x"}, [Reason.DEPTH_NOT_OFFERED]),
    ],
)
def test_rules_of_a_plan_are_checked(changes: dict[str, Any], expected: list[str]) -> None:
    found(lambda: events.checked_ruleset(replace(PLAN, **changes)), expected)


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
    ("prizes", "expected"), [(PRIZES, []), ({}, []), ({"x": 1}, [Reason.PRIZES_UNREADABLE])]
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


# Settings


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
        (EventState.PUBLISHED, {"rounds_planned": 1}, [Reason.ROUNDS_DRAWN_ALREADY]),
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


# Stages


@pytest.mark.full
@pytest.mark.parametrize(
    ("plan", "state", "expected"),
    [
        (FINAL, EventState.PUBLISHED, []),
        (FINAL, EventState.FINISHED, [Reason.EVENT_NOT_RUNNING]),
        (replace(FINAL, draw_method=""), EventState.PUBLISHED, []),
        (replace(FINAL, feed=None), EventState.PUBLISHED, [Reason.STAGE_WITHOUT_FEED]),
        (
            replace(FINAL, draw_method=DrawMethod.SWISS),
            EventState.PUBLISHED,
            [Reason.DRAW_METHOD_NOT_OFFERED],
        ),
        (replace(FINAL, groups_wanted=2), EventState.PUBLISHED, [Reason.GROUPS_NEED_MATCHES]),
    ],
)
def test_a_stage_is_added_that_fits_the_event(
    cast: Cast, plan: StagePlan, state: str, expected: list[str]
) -> None:
    second_event(cast)
    Event.objects.filter(pk=cast.event.pk).update(state=state)
    found(lambda: organise.add_stage(cast.event, cast.director, plan), expected)


@pytest.mark.full
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"draw_method": DrawMethod.SWISS, "groups_wanted": 2}, []),
        ({"draw_method": DrawMethod.ROUND_ROBIN, "groups_wanted": 2}, []),
        ({"draw_method": DrawMethod.DANISH, "groups_wanted": 2}, [Reason.GROUPS_NEED_MATCHES]),
        (
            {"draw_method": DrawMethod.KNOCKOUT, "feed": replace(TOP, carry=CarryRule(Carry.ALL))},
            [Reason.CARRY_INTO_KNOCKOUT],
        ),
        ({"draw_method": DrawMethod.SWISS, "feed": replace(TOP, carry=CarryRule(Carry.ALL))}, []),
    ],
)
def test_a_stage_of_pairs_is_added_that_fits(
    db: None, changes: dict[str, Any], expected: list[str]
) -> None:
    cast = staged_cast(StagePlan(draw_method=DrawMethod.SWISS))
    plan = replace(StagePlan(draw_method=DrawMethod.SWISS, feed=TOP), **changes)
    found(lambda: organise.add_stage(cast.event, cast.director, plan), expected)


@pytest.mark.full
@pytest.mark.parametrize(
    ("of_stage", "expected"),
    [("", ["boards_two_winners_in_stages"]), (DrawMethod.SWISS, ["boards_winners_not_offered"])],
)
def test_two_winners_are_looked_at_by_the_draw_of_the_stage_before(
    db: None, of_stage: str, expected: list[str]
) -> None:
    cast = people.assemble(players=0)
    Event.objects.update(
        form=Form.PAIRS, boards=BoardSource.PASSED, draw_method="mitchell", movement={"winners": 2}
    )
    Stage.objects.update(draw_method=of_stage)
    plan = StagePlan(draw_method=DrawMethod.SWISS, feed=TOP)
    wrong = planned_stages._stage_problems(fresh(cast), cast.event.stages.get(), plan)
    assert set(expected) <= set(reasons(wrong))


@pytest.mark.full
@pytest.mark.parametrize(
    ("source", "offered"), [(BoardSource.PASSED, True), (BoardSource.TABLE, False)]
)
def test_movements_are_ways_to_draw_over_boards(cast: Cast, source: str, *, offered: bool) -> None:
    Event.objects.update(form=Form.PAIRS, boards=source)
    assert (DrawMethod.MITCHELL in planned_stages.methods_of(fresh(cast))) is offered


def in_groups(pairs: int = 8) -> tuple[Cast, Stage]:
    cast = staged_cast(GROUPS, pairs=pairs)
    return cast, cast.event.stages.select_related("event").get(number=1)


def settle(cast: Cast, number: int = 1) -> bool:
    with change(cast.tournament, cast.director, Verb.DRAW_ROUND) as made:
        made.concerns(event=cast.event)
        return stages.settle_groups(made, fresh(cast), number)


def sizes(stage: Stage) -> list[int]:
    return [group.members.count() for group in stage.groups.order_by("number")]


@pytest.mark.full
def test_groups_are_made_anew_until_a_round_was_drawn(db: None) -> None:
    cast, stage = in_groups()
    assert settle(cast)
    assert sizes(stage) == [4, 4]
    organise.add_entries(cast.event, cast.director, [["九甲", "九乙"]])
    first = GroupMember.objects.order_by("pk")[0].pk
    settle(cast)
    assert sizes(stage) == [5, 4]
    assert not GroupMember.objects.filter(pk=first).exists()
    drawn = round_of_stage(cast, stage, RoundState.DRAFT)
    kept = set(GroupMember.objects.values_list("pk", flat=True))
    organise.add_entries(cast.event, cast.director, [["十甲", "十乙"]])
    settle(cast)
    assert sizes(stage) == [5, 5]
    assert kept < set(GroupMember.objects.values_list("pk", flat=True))
    newest = GroupMember.objects.latest("pk")
    assert (newest.group.number, newest.number) == (2, 5)
    Round.objects.filter(pk=drawn.pk).update(state=RoundState.CANCELLED)
    settle(cast)
    assert not GroupMember.objects.filter(pk__in=kept).exists()


def round_of_stage(cast: Cast, stage: Stage, state: str) -> Round:
    group = stage.groups.order_by("number")[0]
    return Round.objects.create(event=cast.event, group=group, number=1, state=state)


@pytest.mark.full
def test_who_is_not_here_is_in_no_group(db: None) -> None:
    cast, stage = in_groups()
    cast.event.entries.filter(number__lte=6).update(state="checked_in")
    settle(cast)
    assert sizes(stage) == [3, 3]
    round_of_stage(cast, stage, RoundState.CLOSED)
    settle(cast, 2)
    assert sizes(stage) == [3, 3]
    cast.event.entries.filter(number=7).update(state="checked_in")
    settle(cast, 2)
    assert sizes(stage) == [4, 3]


@pytest.mark.full
@pytest.mark.parametrize(
    ("groups", "number", "settled"), [(1, 1, False), (2, 1, True), (2, 2, False)]
)
def test_only_a_first_stage_of_groups_is_settled(
    db: None, groups: int, number: int, *, settled: bool
) -> None:
    cast, stage = in_groups()
    Stage.objects.update(groups_wanted=groups, number=number)
    assert settle(cast) is settled
    assert GroupMember.objects.exists() is settled
    with change(cast.tournament, cast.director, Verb.DRAW_ROUND) as made:
        made.concerns(event=cast.event)
        stages.divide_into_groups(made, cast.event.stages.select_related("event").get())
    assert GroupMember.objects.exists() is settled
    assert stage.pk


@pytest.mark.full
def test_an_entry_is_entered_into_one_stage_and_may_be_in_another(db: None) -> None:
    cast, stage = in_groups()
    settle(cast)
    later = Stage.objects.create(event=cast.event, number=2)
    group = later.groups.create(number=1)
    one = cast.event.entries.get(number=1)
    stages.enter_groups(later, [GroupMember(group=group, entry=one, number=1)])
    assert codes(
        lambda: stages.enter_groups(stage, [GroupMember(group=group, entry=one, number=2)])
    ) == [Reason.ENTRY_IN_GROUP]
    two = cast.event.entries.get(number=2)
    stages.enter_groups(later, [GroupMember(group=group, entry=two, number=2)])


# Another plan


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "published", "expected"),
    [
        (RoundState.DRAFT, False, [Reason.ROUND_IN_DRAFT]),
        (RoundState.CANCELLED, False, []),
        (RoundState.CANCELLED, True, [Reason.PLAN_PUBLISHED]),
        (RoundState.CLOSED, True, [Reason.PLAN_PUBLISHED]),
    ],
)
def test_a_plan_changes_until_a_draw_was_ever_published(
    cast: Cast, state: str, published: bool, expected: list[str]
) -> None:
    other = second_event(cast)
    row = round_of(cast, 1, state)
    Round.objects.filter(pk=row.pk).update(published_at=timezone.now() if published else None)
    assert reasons(plan_change_problems(fresh(cast))) == expected
    assert reasons(plan_change_problems(other)) == []
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    assert reasons(plan_change_problems(fresh(cast))) == [Reason.EVENT_NOT_RUNNING]


@pytest.mark.full
@pytest.mark.parametrize(
    ("changes", "is_entered", "expected"),
    [
        ({}, True, []),
        ({"form": "pairs"}, True, [Reason.PLAN_ENTERED]),
        ({"game": "shengji"}, True, [Reason.PLAN_ENTERED]),
        ({"form": "pairs"}, False, []),
    ],
)
def test_game_and_form_stay_once_somebody_is_entered(
    cast: Cast, changes: dict[str, Any], is_entered: bool, expected: list[str]
) -> None:
    if not is_entered:
        cast.event.entries.all().delete()
    plan = replace(plan_of(fresh(cast)), **changes)
    assert reasons(plan_change_problems(fresh(cast), plan)) == expected


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "is_entered"),
    [("asked", True), ("waiting", True), ("entered", False), ("refused", False)],
)
def test_who_asks_for_a_place_holds_game_and_form(
    cast: Cast, state: str, *, is_entered: bool
) -> None:
    other = second_event(cast)
    Entry.objects.all().delete()
    EntryRequest.objects.create(event=cast.event, state=state, secret_hash="x")
    assert changed_plan.is_entered(fresh(cast)) is is_entered
    assert not changed_plan.is_entered(other)


@pytest.mark.full
def test_the_same_rules_under_another_name_are_rules_of_their_own(cast: Cast) -> None:
    before = plan_of(fresh(cast))
    assert written(lambda: change_plan(cast.event, cast.director, before)) == {}
    named = replace(before, rules_name="我们的")
    assert written(lambda: change_plan(cast.event, cast.director, named)) == {
        "~event": 1,
        "+ruleset": 1,
    }
    assert RuleSet.objects.filter(name="我们的").count() == 1


@pytest.mark.parametrize(
    ("method", "kept"),
    [
        ("mitchell", {"stay": ["2"], "form": "boards_web"}),
        ("howell", {"form": "boards_howell"}),
    ],
)
def test_what_was_chosen_of_a_movement_stays_with_its_way_to_draw(
    method: str, kept: dict[str, Any]
) -> None:
    before = replace(
        PLAN, draw_method="mitchell", movement={"stay": ["2"], "winners": 2, "form": "boards_skip"}
    )
    form = {"form": kept["form"]}
    assert changed_plan._movement(before, replace(PLAN, draw_method=method, movement=form)) == kept


def test_tie_breaks_that_the_regulations_set_stay_in_their_places() -> None:
    special = str(min(changed_plan.NOT_OF_EVENTS))
    event = Event(tie_breaks=["net", special, "lot"])
    kept = changed_plan._tie_breaks(event, replace(PLAN, tie_breaks=("own", "lot")))
    assert kept == ["own", special, "lot"]


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


# Seeding and extra deals


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (Seed("长" * 60, 1), []),
        (Seed("长" * 61, 1), [Reason.CLUB_TOO_LONG]),
        (Seed("", 0), [Reason.SEEDING_OUT_OF_RANGE]),
        (Seed("", 1), []),
        (Seed("", 1000), []),
        (Seed("", 1001), [Reason.SEEDING_OUT_OF_RANGE]),
        (Seed("", None), []),
        (Seed("", 7), [Reason.SEEDING_TWICE]),
    ],
)
def test_clubs_are_short_and_places_within_their_range(seed: Seed, expected: list[str]) -> None:
    entries = {1: Entry(number=1), 2: Entry(number=2, seeding=7), 3: Entry(number=3)}
    assert reasons(seeding._seed_problems(entries, {1: seed})) == expected


def test_a_place_that_others_share_is_no_problem_of_this_one() -> None:
    entries = {number: Entry(number=number, seeding=7) for number in (1, 2)}
    entries[3] = Entry(number=3)
    assert reasons(seeding._seed_problems(entries, {3: Seed("", 1)})) == []
    assert reasons(seeding._seed_problems(entries, {3: Seed(), 1: Seed("", 8)})) == []
    assert reasons(seeding._seed_problems(entries, {9: Seed()})) == [Reason.ENTRY_NOT_THERE]


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "state", "is_refused"),
    [
        (DrawMethod.KNOCKOUT, RoundState.DRAFT, True),
        (DrawMethod.KNOCKOUT, RoundState.CANCELLED, False),
        (DrawMethod.SWISS, RoundState.CLOSED, False),
    ],
)
def test_seeds_stay_once_a_knockout_was_drawn_by_them(
    cast: Cast, method: str, state: str, *, is_refused: bool
) -> None:
    round_of(cast, 1, state)
    Round.objects.update(method=method)
    assert organise.seed_entries(cast.event, cast.director, {1: Seed()}) == []
    found(
        lambda: organise.seed_entries(cast.event, cast.director, {1: Seed("", 1)}),
        [Reason.SEEDING_DRAWN] * is_refused,
    )


@pytest.mark.full
@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.PUBLISHED])
def test_an_extra_deal_follows_the_last_round_that_was_closed(
    cast: Cast, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extra_deals, "_tie_problems", lambda *_: [])
    points = {entry(cast, 2).uid: 5}
    first = organise.note_extra_deal(cast.event, cast.director, points, "x")
    assert first.after_round == 0
    for number in (1, 2):
        round_of(cast, number, RoundState.CLOSED)
    round_of(cast, 3, state)
    second = organise.note_extra_deal(cast.event, cast.director, points, "x")
    assert second.after_round == 2
    assert '"points":{"2":5}' in cast.tournament.log.latest("seq").body
    assert ExtraDeal.objects.count() == 2


# The end


@pytest.mark.full
@pytest.mark.parametrize(
    ("prizes", "late", "notice", "stage", "expected"),
    [
        ({}, False, 0, "official", []),
        ({}, True, 0, "official", []),
        (PRIZES, False, 0, "official", []),
        (PRIZES, True, 0, "official", [Reason.PRIZES_BY_RESULT]),
        ({}, False, 30, "official", [Reason.RESULT_IS_OFFICIAL]),
        ({}, False, 30, "another", []),
    ],
)
def test_a_finish_is_taken_back_until_something_hangs_on_it(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    prizes: dict[str, Any],
    late: bool,
    notice: int,
    stage: str,
    expected: list[str],
) -> None:
    official = finishes.Stage.OFFICIAL
    other = next(each for each in finishes.Stage if each is not official)
    shown = type("Final", (), {"stage": official if stage == "official" else other})
    monkeypatch.setattr(finishes.prize_list, "changed_late", lambda _event: late)
    monkeypatch.setattr(finishes, "final_of", lambda _event: shown)
    Event.objects.update(prizes=prizes, state=EventState.FINISHED)
    size = Size.OFFICIAL if notice else Size.CLUB
    EventRegulations.objects.create(event=cast.event, size=size, notice_minutes=notice)
    assert reasons(finishes.reopen_problems(fresh(cast))) == expected
    Event.objects.update(state=EventState.PUBLISHED)
    assert reasons(finishes.reopen_problems(fresh(cast))) == [Reason.EVENT_NOT_FINISHED]


@pytest.mark.full
def test_an_outcome_counts_the_rounds_that_are_closed(cast: Cast) -> None:
    cast.closed_round()
    cast.round_in_play()
    outcome = finishes.outcome_of(results.read(fresh(cast)))
    assert (outcome.rounds, outcome.deals, outcome.ranked) == (1, 4, 8)


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "round_state", "paid", "expected"),
    [
        (EventState.PUBLISHED, None, False, []),
        (EventState.DRAFT, None, False, []),
        (EventState.FINISHED, None, False, [Reason.EVENT_NOT_RUNNING]),
        (EventState.CANCELLED, None, False, [Reason.EVENT_NOT_RUNNING]),
        (EventState.PUBLISHED, RoundState.DRAFT, False, []),
        (EventState.PUBLISHED, RoundState.CLOSED, False, [Reason.EVENT_PUBLISHED]),
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
@pytest.mark.parametrize("state", [EventState.PUBLISHED, EventState.FINISHED])
def test_a_tournament_with_an_event_is_not_deleted(cast: Cast, state: str) -> None:
    Event.objects.update(state=state)
    assert codes(lambda: organise.delete_tournament(cast.club, cast.tournament, cast.director)) == [
        Reason.TOURNAMENT_NOT_EMPTY
    ]
    assert removals.tournament_problems(another_tournament(cast)) == []


# The next evening


@pytest.mark.parametrize(
    ("credit", "late", "after"),
    [
        ("average", "none", ("own_or_mean", "none")),
        ("none", "none", ("none", "none")),
        ("number", "number", ("number", "number")),
    ],
)
def test_no_new_event_has_the_average_of_one_round(
    credit: str, late: str, after: tuple[str, str]
) -> None:
    made = repeats.with_present_credits(replace(PLAN, sit_out_credit=credit, late_credit=late))
    assert (made.sit_out_credit, made.late_credit) == after
    for kept in ("none", "number"):
        same = replace(PLAN, late_credit=kept)
        assert repeats.with_present_credits(same).late_credit == kept
    changed = repeats.with_present_credits(replace(PLAN, late_credit=SitOutCredit.AVERAGE))
    assert changed.late_credit != SitOutCredit.AVERAGE


def again(cast: Cast, *, of_teams: bool) -> organise.NewEntry:
    row = Entry.objects.prefetch_related("members__person__same_as").get(event=cast.event, number=1)
    return repeats.entry_again(row, of_teams=of_teams)


@pytest.mark.full
def test_an_entry_again_has_its_players_in_their_order_and_its_captain(cast: Cast) -> None:
    first = entry(cast)
    for number, role, name in (
        (0, "captain", "领队"),
        (1, "substitute", "替补"),
        (2, "player", "乙乙"),
    ):
        person = Person.objects.create(club=cast.club, name=name, guest=True)
        EntryMember.objects.create(entry=first, person=person, number=number, role=role)
    EntryMember.objects.filter(entry=first, number=1, role="player").update(number=3)
    assert again(cast, of_teams=True).members == ("乙乙", "甲")
    assert again(cast, of_teams=True).captain == "领队"
    assert again(cast, of_teams=False).captain == ""
    EntryMember.objects.filter(role="captain").delete()
    assert again(cast, of_teams=True).captain == "乙乙"


@pytest.mark.full
def test_competitors_of_one_reading_are_sorted_by_their_names(cast: Cast) -> None:
    names = [name for _entry, name in repeats.entries_of(cast.event)]
    assert names == [
        name for _key, name in sorted((repeats.sort_key(name), name) for name in names)
    ]
    assert names != sorted(names)


@pytest.mark.full
@pytest.mark.parametrize(
    ("limits", "tables", "expected"),
    [
        ([], "", [("", 0)]),
        ([], "|1|2|", [("|1|2|", 0)]),
        (["own"], "", [("", 1)]),
        (["other"], "", []),
        (["own", "other"], "|1|2|", [("|1|2|", 1)]),
    ],
)
def test_officials_have_no_wider_roles_than_before(
    cast: Cast, limits: list[str], tables: str, expected: list[tuple[str, int]]
) -> None:
    other = second_event(cast)
    Membership.objects.filter(tournament=cast.tournament).delete()
    row = Membership.objects.create(
        tournament=cast.tournament, user=cast.bob, role=Role.REFEREE, tables=tables
    )
    for name in limits:
        RoleLimit.objects.create(membership=row, event=cast.event if name == "own" else other)
    later = another_tournament(cast)
    new = organise.create_event(later, cast.director, PLAN)
    with change(later, cast.director, Verb.REPEAT_EVENING) as made:
        made.concerns(event=new)
        taken_over.take_over_officials(made, cast.tournament, {cast.event.pk: new})
    rows = Membership.objects.filter(tournament=later)
    assert [(row.tables, row.limits.count()) for row in rows] == expected


@pytest.mark.full
def test_a_new_event_has_what_its_own_predecessor_laid_down(cast: Cast) -> None:
    other = second_event(cast)
    EventFee.objects.create(event=other, amount=100)
    RegistrationTerms.objects.create(event=other, door="public")
    EventRegulations.objects.create(event=other, size=Size.OFFICIAL)
    later = another_tournament(cast)
    new = organise.create_event(later, cast.director, PLAN)
    interval = taken_over.Interval.between(cast.tournament, later.starts_on)
    for earlier, rows in ((cast.event, 0), (other, 1)):
        with change(later, cast.director, Verb.REPEAT_EVENING) as made:
            made.concerns(event=new)
            taken_over.take_over_event(made, earlier, new, interval)
        for model in (EventFee, RegistrationTerms, EventRegulations):
            assert model.objects.filter(event=new).count() == rows
    assert interval.move(None) is None


# Teams


@pytest.mark.parametrize(
    ("form", "captains", "expected"),
    [
        (Form.TEAMS, [], ["a", "c", ""]),
        (Form.TEAMS, ["x"], ["x", "c", ""]),
        (Form.TEAMS, ["x", "", "z"], ["x", "c", "z"]),
        (Form.PAIRS, ["x"], []),
    ],
)
def test_the_captain_of_a_team_is_named_or_its_first_player(
    form: str, captains: list[str], expected: list[str]
) -> None:
    members = [["a", "b"], ["c", "d"], []]
    assert teams.captains_of(Event(form=form), members, captains) == expected


@pytest.mark.full
@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (["东", "西"], []),
        (["东"], [Reason.TEAM_NAME_MISSING]),
        (["", ""], [Reason.TEAM_NAME_MISSING] * 2),
        (["东", "东"], [Reason.ENTRY_NAME_TWICE]),
        (["南", "西"], [Reason.ENTRY_NAME_TWICE]),
    ],
)
def test_a_team_has_a_name_of_its_own(cast: Cast, own: list[str], expected: list[str]) -> None:
    Entry.objects.filter(event=cast.event, number=1).update(name="南")
    assert reasons(teams.team_problems(cast.event, own, 2)) == expected
