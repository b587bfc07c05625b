"""Results, rulings and appeals go out by their numbers, and no message ever names a person."""

from __future__ import annotations

import pytest

from clubs.messages import channels
from referee.appeals import hearing, states
from referee.models import Appeal, AppealDecision, AppealState, RulingVersion
from referee.rulings import cases
from tests import official_cast
from tests.referee.appeals.test_appeals import turn
from tests.referee.appeals.test_appeals_of_rulings import appeal_against, decide, heard
from tests.referee.hall import Hall
from tests.referee.rulings.deciding import test_cases as rulings
from tests.referee.rulings.deciding.test_cases import official_of
from tests.web.publish.messages.conftest import Post
from tournaments import organise
from tournaments.models import (
    ChannelKind,
    EventRegulations,
    Message,
    MessageKind,
    Person,
    Role,
    RulingsShown,
    User,
)
from tournaments.official import final

DECISIONS = (MessageKind.RULING, MessageKind.APPEAL)


def said_of(post: Post) -> list[str]:
    return [came.said["data"]["text"] for came in post.receiver.came]


@pytest.fixture
def hall(post: Post) -> Hall:
    """An official competition in play, whose club tells of decisions alone."""
    official_cast.make_official(post.cast)
    hall = Hall.of(post.cast)
    channel = post.channel()
    choices = channels.ChannelChoices(DECISIONS, channel.language, has_picture=False)
    channels.change(channel, post.cast.director, choices)
    return hall


@pytest.fixture
def chief(hall: Hall) -> User:
    return official_of(hall, "carol", Role.CHIEF_REFEREE)


@pytest.mark.full
def test_a_ruling_and_its_change_are_told_by_number(post: Post, hall: Hall) -> None:
    version = rulings.rule(hall, "P-07")
    post.after(90)
    assert said_of(post) == ["裁决裁-2026-0001已公布"]
    cases.revise(version.case, hall.cast.bob, rulings.decision(hall, "P-06"), seen=1)
    post.after(90)
    assert said_of(post)[1:] == ["更正：裁决裁-2026-0001已更改"]
    assert post.receiver.came[-1].said["data"]["number"] == "裁-2026-0001"
    assert post.receiver.came[-1].said["data"]["url"].endswith("/rounds/1/")


def test_an_event_that_shows_no_rulings_has_none_told(post: Post, hall: Hall) -> None:
    EventRegulations.objects.update(rulings_shown=RulingsShown.NONE)
    rulings.rule(hall, "P-07")
    assert post.after(90) == []


@pytest.mark.full
def test_an_appeal_is_told_step_by_step_and_takes_its_ruling_back(
    post: Post, hall: Hall, chief: User
) -> None:
    version = rulings.rule(hall, "R-02", by=chief)
    post.after(90)
    appeal = heard(hall, version, hall.cast.alice)
    post.after(90)
    decide(appeal, hall.cast.alice, AppealDecision.OVERTURNED)
    post.after(90)
    # What is taken back is told at once, what is decided after its wait.
    assert said_of(post) == [
        "裁决裁-2026-0001已公布",
        "申诉申-2026-001已提出",
        "更正：裁决裁-2026-0001已撤销",
        "申诉申-2026-001已裁定",
    ]


def test_an_appeal_that_is_withdrawn_at_once_is_never_told(
    post: Post, hall: Hall, chief: User
) -> None:
    appeal, _version = _appeal(post, hall, chief)
    hearing.withdraw(appeal, turn(appeal, chief), "")
    assert states.state_of(appeal) == AppealState.WITHDRAWN
    assert post.after(90) == []


def test_an_appeal_that_is_withdrawn_later_is_corrected(
    post: Post, hall: Hall, chief: User
) -> None:
    appeal, _version = _appeal(post, hall, chief)
    post.after(90)
    hearing.withdraw(appeal, turn(appeal, chief), "")
    post.after(0)
    assert said_of(post)[-2:] == ["申诉申-2026-001已提出", "更正：申诉申-2026-001已撤回"]


def _appeal(post: Post, hall: Hall, chief: User) -> tuple[Appeal, RulingVersion]:
    version = rulings.rule(hall, "R-02", by=chief)
    post.after(90)
    post.receiver.came.clear()
    return appeal_against(hall, version), version


def _plays_to_the_official_result(post: Post) -> None:
    """Play another round, finish, and wait until the notice of the result is over."""
    cast = post.cast
    second = organise.draw_round(cast.event, cast.director, seed="2")
    organise.publish_round(second, cast.director)
    post.after(90)
    cast.play(second)
    organise.close_round(second, cast.director)
    organise.finish_event(cast.event, cast.director)
    over = final.awaits(cast.event)
    assert over is not None
    post.after((over - post.now).total_seconds())
    assert official_cast.do_due_jobs(lambda: post.now) == 1
    post.after(90)


@pytest.mark.full
def test_no_message_names_a_person(post: Post, hall: Hall, chief: User) -> None:
    """Every kind of message, of every kind of channel, in both languages."""
    for kind in ChannelKind:
        post.channel(kind, language="zh-hans")
        post.channel(kind, language="en")
    cast = post.cast
    version = rulings.rule(hall, "R-02", by=chief)
    decide(heard(hall, version, cast.alice), cast.alice, AppealDecision.UPHELD)
    post.after(90)
    cast.play(hall.round)
    organise.close_round(hall.round, cast.director)
    post.after(90)
    _plays_to_the_official_result(post)

    told = set(Message.objects.filter(sent_at__isnull=False).values_list("kind", flat=True))
    assert told == {*MessageKind} - {MessageKind.TEST}
    names = {
        *Person.objects.values_list("name", flat=True),
        *User.objects.values_list("username", flat=True),
        *User.objects.exclude(real_name="").values_list("real_name", flat=True),
    }
    assert len(names) > len("甲乙丙丁戊己庚辛")
    for came in post.receiver.came:
        said = came.body.decode() + came.path
        assert [name for name in names if name in said] == []
