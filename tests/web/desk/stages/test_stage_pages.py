"""Stages, knockouts, groups and awards at the desk and in public."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.cast import Cast
from tests.tournaments.organise.planning.test_stages_of_events import (
    FINALS,
    GROUPS,
    play,
    second,
    staged_cast,
)
from tests.tournaments.results.test_knockout_events import (
    WHY,
    in_play,
    knockout_cast,
    standing,
    won_by_first,
)
from tournaments import organise
from tournaments.models import Award, DrawMethod, Event, GroupMember, Stage
from tournaments.progress import qualification_state
from tournaments.wording.stages import stage_name


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args), headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.full
def test_the_frame_is_public_when_its_first_round_is(db: None, client: Client) -> None:
    cast = knockout_cast(6, third_place=True)
    organise.draw_round(cast.event, cast.director)
    assert 'id="match-W1.2"' not in page(client, "bracket", cast.event.uid)
    organise.publish_round(cast.event.rounds.get(), cast.director)
    shown = page(client, "bracket", cast.event.uid)
    assert 'id="match-W1.2"' in shown
    assert "Winner: Quarter-final 2" in shown
    assert "Match for the third place" in shown
    assert reverse("bracket", args=[cast.event.uid]) in page(client, "event", cast.event.uid)


@pytest.mark.full
def test_a_stage_is_in_play_from_its_first_published_round(db: None, client: Client) -> None:
    cast = knockout_cast(4)
    client.force_login(cast.alice)

    def head() -> str:
        stage = page(client, "desk_stages", cast.event.uid).partition('id="stage-1"')[2]
        return stage.partition("</div>")[0]

    organise.draw_round(cast.event, cast.director)
    assert "state-live" not in head()
    organise.publish_round(cast.event.rounds.get(), cast.director)
    assert "state-live" in head()


@pytest.mark.full
def test_the_places_so_far_are_ranks(db: None, client: Client) -> None:
    cast = knockout_cast(4)
    won_by_first(cast, in_play(cast))
    places = page(client, "bracket", cast.event.uid).partition("<h3>The places so far")[2]
    assert ">Rank " in places, "the word for a place in the hall is another one in Chinese"


@pytest.mark.full
def test_scores_by_round_have_every_round_of_a_knockout(db: None, client: Client) -> None:
    cast = knockout_cast(4)
    for _ in range(2):
        won_by_first(cast, in_play(cast))
    scores = page(client, "ranks", cast.event.uid).partition('id="scores-table"')[2]
    assert ">R1<" in scores
    assert ">R2<" in scores


@pytest.mark.nightly
def test_who_goes_on_keeps_the_scores_of_the_rounds_before(db: None, client: Client) -> None:
    cast = staged_cast(GROUPS, FINALS)
    for _ in range(3):
        play(cast)
    organise.open_stage(
        second(cast), cast.director, seen=qualification_state.preview(second(cast)).mark
    )
    play(cast)
    shown = client.get(reverse("ranks", args=[cast.event.uid])).context["page"]
    first, last = shown.rows[0], shown.rows[-1]
    assert [bool(cell.said) for cell in first.scores] == [True, True, True, True]
    assert [bool(cell.sum) for cell in first.scores] == [False, False, False, True]
    assert [bool(cell.sum) for cell in last.scores] == [True, True, True, True]


@pytest.mark.full
def test_the_standings_of_a_knockout_say_why_sums_do_not_rank(db: None, client: Client) -> None:
    sentence = "In a knockout the place depends on the round reached"
    cast = knockout_cast(4)
    won_by_first(cast, in_play(cast))
    assert sentence in page(client, "event", cast.event.uid)
    Event.objects.update(draw_method=DrawMethod.SWISS)
    Stage.objects.update(draw_method="")
    assert sentence not in page(client, "rules", cast.event.uid)


@pytest.mark.full
def test_a_draft_is_shown_to_nobody_outside_the_desk(db: None, client: Client) -> None:
    cast = knockout_cast(4)
    won_by_first(cast, in_play(cast))
    final = organise.draw_round(cast.event, cast.director)
    at_table = f"{reverse('round', args=[cast.event.uid, final.number])}tables/"
    assert at_table not in page(client, "bracket", cast.event.uid)
    client.force_login(cast.alice)
    assert at_table in page(client, "desk_stages", cast.event.uid)


@pytest.mark.full
def test_matches_that_do_not_follow_are_named_in_public_and_at_the_desk(
    db: None, client: Client
) -> None:
    cast = knockout_cast(4)
    first = in_play(cast)
    won_by_first(cast, first)
    in_play(cast)
    changed = first.matches.get(code="W1.1")
    organise.take_back_award(changed, cast.director, WHY)
    organise.award_walkover(changed, cast.director, changed.sides.get(number=2), WHY)
    assert "no longer follow" in page(client, "bracket", cast.event.uid)
    client.force_login(cast.alice)
    assert "no longer follow" in page(client, "desk_stages", cast.event.uid)


@pytest.mark.full
def test_the_next_stage_is_opened_on_the_page_that_shows_who_goes_on(
    db: None, client: Client
) -> None:
    cast = staged_cast(GROUPS, FINALS)
    for _ in range(3):
        play(cast)
    client.force_login(cast.alice)
    assert "See who advances" in page(client, "desk_event", cast.event.uid)
    address = reverse("desk_stages", args=[cast.event.uid])
    assert "by the place in the group" in page(client, "desk_stages", cast.event.uid)
    client.post(address, {"seen": "of yesterday"})
    assert not GroupMember.objects.filter(group__stage=second(cast)).exists()
    client.post(address, {"seen": qualification_state.preview(second(cast)).mark})
    assert GroupMember.objects.filter(group__stage=second(cast)).count() == 4
    shown = page(client, "groups", cast.event.uid)
    assert "Group A" in shown
    assert "A1" in shown
    assert shown.index("stage-2") < shown.index("stage-1")


def awarded(cast: Cast, client: Client, **sent: object) -> int:
    match = cast.event.rounds.get().matches.get()
    answer = client.post(reverse("desk_award", args=[match.uid]), sent)
    return answer.status_code


@pytest.mark.full
def test_a_match_is_awarded_and_taken_back_at_the_desk(db: None, client: Client) -> None:
    cast = knockout_cast(2)
    match = in_play(cast).matches.get()
    client.force_login(cast.alice)
    side = match.sides.get(number=2)
    assert awarded(cast, client, award=f"walkover:{side.uid}") == 200
    own = {"counts": "own", "reason": "late"}
    assert awarded(cast, client, award=f"walkover:{side.uid}", **own) == 200
    assert not Award.objects.exists()
    numbers = {"present": "7.5", "absent": "-1"}
    assert awarded(cast, client, award=f"walkover:{side.uid}", **own, **numbers) == 302
    award = Award.objects.get()
    assert (str(award.won), str(award.lost)) == ("15/2", "-1")
    assert "late" in page(client, "desk_matches", match.round.uid)
    assert standing(cast).is_over
    assert awarded(cast, client, award="take_back", reason="he was there") == 302
    assert not standing(cast).is_over


@pytest.mark.full
def test_a_plain_event_has_no_page_of_a_knockout(cast: Cast, client: Client) -> None:
    assert reverse("bracket", args=[cast.event.uid]) not in page(client, "event", cast.event.uid)
    assert "appears here" in page(client, "bracket", cast.event.uid)
    assert "appear here" in page(client, "groups", cast.event.uid)


@pytest.mark.full
def test_a_stage_is_planned_at_the_desk(db: None, client: Client) -> None:
    cast = staged_cast(GROUPS)
    client.force_login(cast.alice)
    address = reverse("desk_stage_add", args=[cast.event.uid])
    assert client.post(address, {"whom": "first_of_each"}).status_code == 200
    sent = {
        "whom": "first_of_each",
        "count": 2,
        "draw_method": "knockout",
        "groups_wanted": 1,
        "crosswise": "on",
        "third_place": "on",
        "carry": "carry_none",
    }
    answer: Any = client.post(address, {**sent, "carry": "carry_all", "half": "on"})
    assert list(answer.context["form"].errors) == ["carry"]
    assert client.post(address, sent).status_code == 302
    assert second(cast).knockout["third_place"] is True
    assert "The first 2 of each group advance." in page(client, "desk_stages", cast.event.uid)
    client.post(reverse("desk_stage_remove", args=[cast.event.uid]))
    assert cast.event.stages.count() == 1


@pytest.mark.full
def test_the_next_step_of_a_knockout_is_a_button(db: None, client: Client) -> None:
    cast = knockout_cast(6)
    client.force_login(cast.alice)
    step = page(client, "desk_event", cast.event.uid).partition('aria-labelledby="next"')[2]
    first = step.partition("</section>")[0]
    assert "Draw round 1." in first
    assert reverse("desk_draw", args=[cast.event.uid]) in first
    assert "Draw round 1 already" not in step


@pytest.mark.full
def test_a_button_that_names_no_preview_opens_no_stage_and_says_so(
    db: None, client: Client
) -> None:
    cast = staged_cast(GROUPS, FINALS)
    client.force_login(cast.alice)
    address = reverse("desk_stages", args=[cast.event.uid])
    answer = client.post(address, {"accepted": "1"}, follow=True)
    assert [message.level_tag for message in answer.context["messages"]] == ["error"]
    assert not GroupMember.objects.filter(group__stage=second(cast)).exists()


@pytest.mark.full
@pytest.mark.parametrize(
    ("language", "names"),
    [("zh-hans", ["小组赛", "淘汰赛"]), ("en", ["Groups", "Knockout"])],
)
def test_stages_of_a_template_are_named_in_the_language_of_the_reader(
    db: None, client: Client, language: str, names: list[str]
) -> None:
    cast = staged_cast(GROUPS, FINALS)
    with translation.override(language):
        assert [stage_name(stage) for stage in cast.event.stages.order_by("number")] == names
    client.force_login(cast.alice)
    client.cookies["django_language"] = language
    shown = client.get(reverse("desk_stages", args=[cast.event.uid])).context["stages"]
    assert [line.name for line in shown] == names


@pytest.mark.parametrize(
    ("named", "kept"), [(("组数", "Knockout"), ["", ""]), (("预赛", "决赛"), ["预赛", "决赛"])]
)
def test_names_that_were_stored_of_templates_are_forgotten_and_no_others(
    db: None, named: tuple[str, str], kept: list[str]
) -> None:
    cast = staged_cast(replace(GROUPS, name=named[0]), replace(FINALS, name=named[1]), pairs=2)
    import_module("tournaments.migrations.0049_names_of_stages").forget_names(apps, None)
    assert list(cast.event.stages.order_by("number").values_list("name", flat=True)) == kept
