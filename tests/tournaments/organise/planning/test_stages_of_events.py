"""Events of several stages: groups by the snake, who goes on by the rule, the knockout behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.drawing import codes
from tournaments import organise, results
from tournaments.base.refusals import Refused, Stale
from tournaments.checks import verification
from tournaments.models import Award, DrawMethod, Entry, Event, Group, GroupMember, Round, Stage
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.organise.stages import enter_groups
from tournaments.progress import event_progress, qualification_state, stage_ends
from tournaments.progress.next_step import Next, next_step
from tournaments.results import event_record
from tournaments.standings.group_results import Carry, CarryRule
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure import stages
from tournaments.structure.stages import StagePlan

CROSSWISE = FeedRule((Take(TakeKind.FIRST, 2),), crosswise=True)
GROUPS = StagePlan(draw_method=DrawMethod.ROUND_ROBIN, rounds_planned=3, groups_wanted=2)
FINALS = StagePlan(draw_method=DrawMethod.KNOCKOUT, feed=CROSSWISE)
LEAGUE = StagePlan(
    draw_method=DrawMethod.SWISS,
    rounds_planned=1,
    feed=FeedRule((Take(TakeKind.TOP, 4),), carry=CarryRule(Carry.ALL)),
)
WHY = AwardGrounds("nobody came")


def staged_cast(*plans: StagePlan, pairs: int = 8) -> Cast:
    """The cast with pairs in an event of these stages."""
    made = people.assemble(players=0)
    plan = organise.EventPlan(
        "双人赛",
        "gongzhu",
        {"preset": "classic"},
        1,
        form=Event.Form.PAIRS,
        ranking=Event.Ranking.TABLE_POINTS,
        draw_method=plans[0].draw_method,
        stages=plans,
    )
    event = organise.create_event(made.tournament, made.director, plan)
    names = [[f"{n}甲", f"{n}乙"] for n in range(1, pairs + 1)]
    organise.add_entries(event, made.director, names)
    return people.Cast(made.club, made.alice, made.bob, made.charlie, made.tournament, event)


def play(cast: Cast) -> None:
    """Draw and play a round; of every match the lower number wins without play."""
    round_ = organise.draw_round(cast.event, cast.director)
    organise.publish_round(round_, cast.director)
    for match in round_.matches.all():
        winner = match.sides.order_by("entries__number")[0]
        organise.award_walkover(match, cast.director, winner, WHY)
    organise.close_round(round_, cast.director)


def second(cast: Cast) -> Stage:
    return cast.event.stages.get(number=2)


def step(cast: Cast) -> Next:
    return next_step(
        event_progress.progress_of(results.read(Event.objects.get(pk=cast.event.pk)))
    ).code


@pytest.mark.full
def test_groups_feed_a_knockout_that_goes_on_with_the_numbers_of_the_rounds(db: None) -> None:
    cast = staged_cast(GROUPS, FINALS)
    for _ in range(3):
        assert step(cast) == Next.DRAW_ROUND
        play(cast)
    first = cast.event.stages.get(number=1)
    members = {
        group.number: [entry.number for entry in entries]
        for group, entries in stages.groups_of(first).items()
    }
    assert members == {1: [1, 4, 5, 8], 2: [2, 3, 6, 7]}
    assert step(cast) == Next.OPEN_STAGE
    with pytest.raises(Refused) as refused:
        organise.finish_event(cast.event, cast.director)
    assert codes(refused) == ["stages_to_come"]

    shown = qualification_state.preview(second(cast))
    organise.open_stage(second(cast), cast.director, seen=shown.mark)
    play(cast)
    assert cast.event.rounds.order_by("-number")[0].number == 4
    play(cast)
    assert step(cast) == Next.FINISH_EVENT
    organise.finish_event(cast.event, cast.director)
    ranked = [row.competitor.number for row in event_record.standings(results.read(cast.event))]
    assert ranked[:2] == [1, 2]
    assert set(ranked[2:4]) == {3, 4}
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_who_did_not_advance_is_not_awaited_in_the_next_stage(db: None) -> None:
    cast = staged_cast(GROUPS, replace(LEAGUE, feed=CROSSWISE), pairs=9)
    Entry.objects.exclude(number=9).update(state=Entry.State.CHECKED_IN)
    assert event_progress.absent(results.read(cast.event)) == ["9甲／9乙"]
    for _ in range(3):
        play(cast)
    assert event_progress.absent(results.read(cast.event)) == ["9甲／9乙"]
    shown = qualification_state.preview(second(cast))
    organise.open_stage(second(cast), cast.director, seen=shown.mark)
    Entry.objects.filter(number=1).update(state=Entry.State.ENTERED)
    read = results.read(cast.event)
    assert event_progress.absent(read) == ["1甲／1乙"]
    assert event_progress.progress_of(read).absent == 1


@pytest.mark.full
def test_groups_have_as_many_rounds_before_they_are_made_as_afterwards(db: None) -> None:
    cast = staged_cast(replace(GROUPS, rounds_planned=None), FINALS, pairs=7)
    stage = cast.event.stages.get(number=1)
    assert stage_ends.planned(results.read(stage.event), stage) == 3
    play(cast)
    assert stage_ends.planned(results.read(stage.event), stage) == 3


@pytest.mark.full
def test_who_goes_on_is_shown_before_it_is_done_and_done_once(db: None) -> None:
    cast = staged_cast(GROUPS, FINALS)
    for _ in range(3):
        play(cast)
    shown = qualification_state.preview(second(cast))
    assert [(row.slot.name, row.entry.number) for row in shown.rows] == [
        ("A1", 1),
        ("B1", 2),
        ("A2", 4),
        ("B2", 3),
    ]
    assert [(first.number, second.number) for first, second in shown.meetings] == [(1, 3), (2, 4)]
    with pytest.raises(Stale):
        organise.open_stage(second(cast), cast.director, seen="something else")
    organise.open_stage(second(cast), cast.director, seen=shown.mark)
    with pytest.raises(Refused) as refused:
        organise.open_stage(second(cast), cast.director, seen=shown.mark)
    assert codes(refused) == ["stage_open"]


@pytest.mark.full
def test_a_stage_is_opened_only_when_the_one_before_is_over(db: None) -> None:
    cast = staged_cast(GROUPS, FINALS)
    play(cast)
    shown = qualification_state.preview(second(cast))
    with pytest.raises(Refused) as refused:
        organise.open_stage(second(cast), cast.director, seen=shown.mark, accepted=True)
    assert codes(refused) == ["rounds_missing"]


@pytest.mark.nightly
def test_what_is_carried_over_is_kept_with_who_goes_on(db: None) -> None:
    first = StagePlan(draw_method=DrawMethod.SWISS, rounds_planned=2)
    cast = staged_cast(first, LEAGUE)
    play(cast)
    play(cast)
    shown = qualification_state.preview(second(cast))
    organise.open_stage(second(cast), cast.director, seen=shown.mark, accepted=True)
    carried = GroupMember.objects.filter(group__stage=second(cast)).order_by("number")
    assert [rank.carried for rank in carried][:1] == [4]
    assert event_progress.progress_of(results.read(cast.event)).entries == 4
    play(cast)
    assert step(cast) == Next.FINISH_EVENT


@pytest.mark.parametrize("kind", [Carry.ALL, Carry.HEAD_TO_HEAD, Carry.FORMULA])
def test_nothing_is_carried_over_into_a_knockout(db: None, kind: Carry) -> None:
    rule = FeedRule((Take(TakeKind.TOP, 4),), carry=CarryRule(kind))
    final = StagePlan(draw_method=DrawMethod.KNOCKOUT, feed=rule)
    with pytest.raises(Refused) as refused:
        staged_cast(GROUPS, final)
    assert codes(refused) == ["carry_into_knockout"]


def test_nothing_is_carried_over_into_a_knockout_that_is_planned_later(db: None) -> None:
    cast = staged_cast(GROUPS)
    rule = FeedRule((Take(TakeKind.TOP, 4),), carry=CarryRule(Carry.ALL))
    plan = StagePlan(draw_method=DrawMethod.KNOCKOUT, feed=rule)
    with pytest.raises(Refused) as refused:
        organise.add_stage(cast.event, cast.director, plan)
    assert codes(refused) == ["carry_into_knockout"]


@pytest.mark.full
def test_a_shared_place_at_the_cut_has_to_be_accepted(db: None) -> None:
    rule = FeedRule((Take(TakeKind.TOP, 3),))
    first = StagePlan(draw_method=DrawMethod.SWISS, rounds_planned=1)
    cast = staged_cast(first, StagePlan(draw_method=DrawMethod.SWISS, rounds_planned=1, feed=rule))
    play(cast)
    shown = qualification_state.preview(second(cast))
    assert [doubt.code.value for doubt in shown.doubts] == ["cut_shared"]
    with pytest.raises(Refused) as refused:
        organise.open_stage(second(cast), cast.director, seen=shown.mark)
    assert codes(refused) == ["cut_shared"]
    organise.open_stage(second(cast), cast.director, seen=shown.mark, accepted=True)
    assert GroupMember.objects.filter(group__stage=second(cast)).count() == 3


@pytest.mark.full
def test_groups_too_many_for_the_field_are_refused(db: None) -> None:
    cast = staged_cast(GROUPS, FINALS, pairs=3)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == ["groups_too_many"]


@pytest.mark.full
def test_a_final_is_planned_while_the_event_is_on_and_taken_out_again(db: None) -> None:
    cast = staged_cast(StagePlan(draw_method=DrawMethod.SWISS))
    Event.objects.update(rounds_planned=1)
    play(cast)
    assert step(cast) == Next.FINISH_EVENT
    rule = FeedRule((Take(TakeKind.TOP, 2),))
    final = StagePlan(draw_method=DrawMethod.KNOCKOUT, feed=rule)
    organise.add_stage(cast.event, cast.director, final)
    assert step(cast) == Next.OPEN_STAGE
    organise.remove_stage(cast.event, cast.director)
    assert step(cast) == Next.FINISH_EVENT
    with pytest.raises(Refused) as refused:
        organise.remove_stage(cast.event, cast.director)
    assert codes(refused) == ["stage_last"]
    for plan, wrong in (
        (StagePlan(draw_method=DrawMethod.KNOCKOUT), ["stage_without_feed"]),
        (StagePlan(draw_method=DrawMethod.WHIST, feed=rule), ["draw_method_not_offered"]),
        (
            StagePlan(draw_method=DrawMethod.KNOCKOUT, feed=rule, groups_wanted=2),
            ["groups_need_matches"],
        ),
        (StagePlan(draw_method=DrawMethod.KNOCKOUT, feed=CROSSWISE), ["groups_odd"]),
    ):
        with pytest.raises(Refused) as refused:
            organise.add_stage(cast.event, cast.director, plan)
        assert codes(refused) == wrong


@pytest.mark.full
def test_the_first_matches_of_the_knockout_are_those_that_the_rule_says(db: None) -> None:
    groups = StagePlan(draw_method=DrawMethod.ROUND_ROBIN, rounds_planned=1, groups_wanted=4)
    cast = staged_cast(groups, FINALS, pairs=16)
    play(cast)
    shown = qualification_state.preview(second(cast))
    organise.open_stage(second(cast), cast.director, seen=shown.mark, accepted=True)
    round_ = organise.draw_round(cast.event, cast.director)
    met = [
        tuple(side.entries.get() for side in match.sides.order_by("number"))
        for match in round_.matches.order_by("number")
    ]
    assert met == list(shown.meetings)
    slots = {row.entry: row.slot.name for row in shown.rows}
    assert [(slots[first], slots[second]) for first, second in met] == [
        ("A1", "B2"),
        ("C1", "D2"),
        ("B1", "A2"),
        ("D1", "C2"),
    ]
    assert list(round_.matches.order_by("number").values_list("code", flat=True)) == [
        f"W1.{number}" for number in range(1, 5)
    ]


@pytest.mark.full
def test_an_entry_is_in_one_group_of_a_stage(db: None) -> None:
    cast = staged_cast(GROUPS, FINALS)
    organise.draw_round(cast.event, cast.director)
    stage = cast.event.stages.get(number=1)
    member = GroupMember.objects.filter(group__stage=stage).select_related("group", "entry")[0]
    other = stage.groups.exclude(pk=member.group_id)[0]
    with pytest.raises(Refused) as refused:
        enter_groups(stage, [GroupMember(group=other, entry=member.entry, number=9)])
    assert codes(refused) == ["entry_in_group"]
    final = Group.objects.create(stage=second(cast), number=7)
    twice = [GroupMember(group=final, entry=member.entry, number=number) for number in (1, 2)]
    with pytest.raises(Refused) as refused:
        enter_groups(second(cast), twice)
    assert codes(refused) == ["entry_in_group"]
    assert not GroupMember.objects.filter(group__stage__number=2).exists()


@pytest.mark.full
def test_an_award_retires_one_of_its_own_match(db: None) -> None:
    cast = staged_cast(GROUPS, FINALS)
    play(cast)
    first, second = Round.objects.get(number=1).matches.order_by("number")[:2]
    for match in (first, second, first):
        organise.take_back_award(match, cast.director, WHY)
        organise.award_walkover(match, cast.director, match.sides.all()[0], WHY)
    rows = Award.objects.filter(match__in=(first, second)).select_related("retires")
    retired = [(row.match_id, row.retires.match_id) for row in rows if row.retires]
    assert len(retired) == 6
    assert all(own == before for own, before in retired)
    assert {row.match_id for row in rows if not hasattr(row, "retired_by")} == {first.pk, second.pk}
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_who_was_given_no_place_opens_the_next_stage_only_when_that_is_accepted(db: None) -> None:
    cast = staged_cast(StagePlan(draw_method=DrawMethod.SWISS, rounds_planned=1), LEAGUE, pairs=4)
    play(cast)
    Entry.objects.filter(number=4).update(unplaced=True)
    shown = qualification_state.preview(second(cast))
    assert [doubt.code.value for doubt in shown.doubts] == ["no_place"]
    with pytest.raises(Refused) as refused:
        organise.open_stage(second(cast), cast.director, seen=shown.mark)
    assert codes(refused) == ["no_place"]
    organise.open_stage(second(cast), cast.director, seen=shown.mark, accepted=True)
    assert GroupMember.objects.filter(group__stage=second(cast), entry__number=4).exists()
