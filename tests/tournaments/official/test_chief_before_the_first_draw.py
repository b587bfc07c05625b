"""No first draw of an official competition is published before somebody is chief referee."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import official_cast
from tests.cast import Cast
from tournaments import organise, regulations
from tournaments.base.refusals import Reason, Refused
from tournaments.models import EventRegulations, Role, Round, RoundState, Size, User
from tournaments.structure.regulations import OFFICIAL


def draft_of_official(cast: Cast) -> Round:
    """The first draw of an official competition, in which nobody is chief referee yet."""
    regulations.change_regulations(cast.event, cast.director, OFFICIAL)
    return cast.drawn_round()


def refused(cast: Cast, round_: Round) -> list[str]:
    with pytest.raises(Refused) as caught:
        organise.publish_round(round_, cast.director)
    round_.refresh_from_db()
    assert round_.state == RoundState.DRAFT
    return [problem.code for problem in caught.value.problems]


@pytest.mark.full
@pytest.mark.databases
def test_the_first_draw_of_an_official_competition_wants_a_chief_referee(cast: Cast) -> None:
    round_ = draft_of_official(cast)
    assert refused(cast, round_) == [Reason.CHIEF_MISSING]
    official_cast.leads(cast)
    organise.publish_round(round_, cast.director)
    round_.refresh_from_db()
    assert round_.state == RoundState.PUBLISHED


def test_the_first_draw_that_is_published_in_place_of_a_withdrawn_one_wants_one_too(
    cast: Cast,
) -> None:
    withdrawn = cast.round_in_play()
    organise.withdraw_draw(withdrawn, cast.director, "座位有误")
    assert refused(cast, draft_of_official(cast)) == [Reason.CHIEF_MISSING]


@pytest.mark.full
def test_a_chief_referee_of_another_event_or_without_an_account_is_none(cast: Cast) -> None:
    round_ = draft_of_official(cast)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    User.objects.filter(pk=cast.bob.pk).update(is_active=False)
    assert refused(cast, round_) == [Reason.CHIEF_MISSING]
    User.objects.filter(pk=cast.bob.pk).update(is_active=True)
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(cast.tournament, cast.director, plan)
    chief = cast.bob.memberships.get(role=Role.CHIEF_REFEREE)
    chief.limits.create(event=other)
    assert refused(cast, round_) == [Reason.CHIEF_MISSING]


@pytest.mark.full
def test_a_club_event_and_a_later_draw_want_none(cast: Cast) -> None:
    cast.closed_round()
    draft = cast.drawn_round()
    # As one that was in play before this was asked for.
    EventRegulations.objects.create(event_id=cast.event.pk, size=Size.OFFICIAL)
    organise.publish_round(draft, cast.director)


@pytest.mark.full
def test_the_next_step_names_whom_to_appoint_in_place_of_the_button(
    client: Client, cast: Cast
) -> None:
    round_ = draft_of_official(cast)
    client.force_login(cast.alice)
    roles = reverse("desk_officials", args=[cast.tournament.uid])
    publish = reverse("desk_publish", args=[round_.uid])
    page = client.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    assert "第1轮已编排。正式比赛任命裁判长后方可公布。" in page
    assert f'href="{roles}#appoint"' in page
    assert publish not in page
    assert "任命裁判长" in client.get(reverse("desk")).content.decode()
    told = client.post(publish, follow=True).content.decode()
    assert "正式比赛须有裁判长" in told
    official_cast.leads(cast)
    page = client.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    assert publish in page
    assert "方可公布" not in page
