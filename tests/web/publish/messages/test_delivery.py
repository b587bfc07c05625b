"""From a deed at the desk to a message at its receiver: when, how often, in what order."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from django.conf import settings

from clubs.messages import channels, home, outbox
from clubs.messages.channels import ChannelChoices
from clubs.messages.refusals import DeliveryFault
from config.serving.worker_steps import MessageTimer
from tests.message_receiver import ReceivedRequest
from tests.web.publish.messages.conftest import HERE, WANTS, Post
from tournaments import organise
from tournaments.jobs import queue, tasks
from tournaments.jobs.models import Failure, Job, JobState
from tournaments.models import ChannelKind, Message, MessageKind, MessageState
from tournaments.organise.drawing import withdrawn_draws
from web.publish.messages import requests

PUBLISHED = "draw.published"
WITHDRAWN = "draw.withdrawn"


def types(post: Post) -> list[str]:
    return [came.said["type"] for came in post.receiver.came]


def is_signed(came: ReceivedRequest, secret: str) -> bool:
    """Whether a receiver that knows the standard alone believes a request."""
    key = base64.b64decode(secret.split("_", 1)[1])
    content = f"{came.headers['webhook-id']}.{came.headers['webhook-timestamp']}.".encode()
    mac = hmac.new(key, content + came.body, hashlib.sha256)
    version, signature = came.headers["webhook-signature"].split(",", 1)
    return version == "v1" and hmac.compare_digest(base64.b64decode(signature), mac.digest())


@pytest.mark.databases
def test_a_draw_is_told_90_seconds_after_it_was_published(post: Post) -> None:
    channel = post.channel()
    round_ = post.cast.round_in_play()

    assert post.after(89.9) == []
    assert len(post.after(0.1)) == 1
    (came,) = post.receiver.came
    assert is_signed(came, channels.secret_of(channel))
    assert not is_signed(came, "whsec_" + base64.b64encode(b"another").decode())
    assert came.said["type"] == PUBLISHED
    assert came.said["data"] == {
        "text": "第1轮编排已公布",
        "url": f"{HERE}/e/{post.cast.event.uid}/rounds/1/",
        "correction": False,
        "tournament": {"uid": post.cast.tournament.uid, "name": "秋季赛"},
        "event": {"uid": post.cast.event.uid, "name": "个人赛"},
        "round": 1,
        "number": "",
    }
    assert post.after(3600) == []
    message = Message.objects.get()
    assert (message.state, message.version, message.attempts) == (MessageState.SENT, round_.uid, 1)


def test_what_is_withdrawn_within_90_seconds_is_never_sent(post: Post) -> None:
    post.channel()
    round_ = post.cast.round_in_play()
    post.after(89)
    withdrawn_draws.withdraw_draw(round_, post.cast.director, "wrong field")

    assert post.after(3600) == []
    assert Message.objects.get().state == MessageState.DROPPED


def test_what_is_withdrawn_later_is_corrected_at_once_and_the_next_draw_told_after(
    post: Post,
) -> None:
    post.channel()
    round_ = post.cast.round_in_play()
    post.after(90)
    withdrawn_draws.withdraw_draw(round_, post.cast.director, "wrong field")

    post.after(0)
    assert types(post) == [PUBLISHED, WITHDRAWN]
    assert post.receiver.came[-1].said["data"]["correction"] is True
    again = organise.draw_round(post.cast.event, post.cast.director, seed="again")
    organise.publish_round(again, post.cast.director)
    post.after(89)
    assert types(post) == [PUBLISHED, WITHDRAWN]
    post.after(1)
    assert types(post) == [PUBLISHED, WITHDRAWN, PUBLISHED]
    assert post.receiver.came[-1].said["data"]["correction"] is False


def test_a_draw_in_the_place_of_one_that_was_told_corrects_it(post: Post) -> None:
    """The hall was offline while it was withdrawn: of the two only the last is told."""
    channel = post.channel()
    round_ = post.cast.round_in_play()
    post.after(90)
    withdrawn_draws.withdraw_draw(round_, post.cast.director, "wrong field")
    again = organise.draw_round(post.cast.event, post.cast.director, seed="again")
    organise.publish_round(again, post.cast.director)

    post.after(90)
    assert types(post) == [PUBLISHED, PUBLISHED]
    assert post.receiver.came[-1].said["data"]["correction"] is True
    assert channel.messages.filter(state=MessageState.DROPPED).count() == 1


def test_what_was_tried_and_may_have_been_read_is_corrected(post: Post) -> None:
    post.channel()
    round_ = post.cast.round_in_play()
    post.receiver.answer(503)
    post.after(90)
    withdrawn_draws.withdraw_draw(round_, post.cast.director, "wrong field")
    post.after(0)

    assert types(post) == [PUBLISHED, WITHDRAWN]
    assert post.after(3600) == []


def test_attempts_follow_ever_later_with_the_same_id_and_end(post: Post) -> None:
    channel = post.channel()
    post.cast.round_in_play()
    for _attempt in range(len(outbox.PAUSES) + 1):
        post.receiver.answer(500)
    post.after(90)
    for pause in outbox.PAUSES:
        assert post.after(pause.total_seconds() - 0.1) == []
        assert len(post.after(0.1)) == 1

    message = Message.objects.get()
    assert (message.state, message.answer) == (MessageState.FAILED, "message_http:500")
    assert len({came.headers["webhook-id"] for came in post.receiver.came}) == 1
    assert post.after(24 * 3600) == []
    assert all(is_signed(came, channels.secret_of(channel)) for came in post.receiver.came)


def test_in_an_event_the_next_waits_for_the_one_before(post: Post) -> None:
    post.channel()
    round_ = post.cast.round_in_play()
    post.receiver.answer(500)
    post.receiver.answer(500)
    post.after(90)
    post.cast.play(round_)
    organise.close_round(round_, post.cast.director)

    post.after(5)
    post.after(29)
    assert types(post) == [PUBLISHED, PUBLISHED]
    post.after(90)
    assert types(post) == [PUBLISHED, PUBLISHED, PUBLISHED, "round.closed"]


def test_a_redirect_and_a_farewell_end_the_attempts(post: Post) -> None:
    post.channel()
    round_ = post.cast.round_in_play()
    post.receiver.answer(301, Location="http://10.0.0.1/")
    post.after(90)
    message = Message.objects.get()
    assert (message.answer, message.state) == (DeliveryFault.REDIRECT, MessageState.FAILED)
    post.cast.play(round_)
    organise.close_round(round_, post.cast.director)
    post.receiver.answer(410)
    post.after(90)
    assert Message.objects.filter(state=MessageState.FAILED).count() == 2


def test_a_channel_that_is_off_hears_nothing_of_what_was_meanwhile(post: Post) -> None:
    channel = post.channel(on=False)
    round_ = post.cast.round_in_play()
    channels.switch_on(channel, post.cast.director, HERE)
    assert post.after(3600) == []
    post.cast.play(round_)
    organise.close_round(round_, post.cast.director)
    channels.switch_off(channel, post.cast.director)
    channels.switch_on(channel, post.cast.director, HERE)
    assert post.after(3600) == []


def test_only_what_it_wants_is_told(post: Post) -> None:
    channel = post.channel()
    choices = channels.ChannelChoices((), "en", has_picture=False)
    channels.change(channel, post.cast.director, choices)
    post.cast.round_in_play()
    assert post.after(90) == []


def test_a_restored_copy_sends_nothing_until_an_owner_says_so(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = post.channel()
    round_ = post.cast.round_in_play()
    monkeypatch.setattr(home, "here", lambda: "another")

    assert post.after(90) == []
    assert Message.objects.get().state == MessageState.DROPPED
    post.cast.play(round_)
    organise.close_round(round_, post.cast.director)
    assert post.after(90) == []
    channels.switch_on(channel, post.cast.director, HERE)
    post.cast.closed_round()
    post.after(90)
    assert types(post) == [PUBLISHED, "round.closed"]


def test_a_test_goes_at_once_and_from_a_channel_that_is_off(post: Post) -> None:
    channel = post.channel(on=False)
    outbox.test(channel)
    outbox.test(channel)

    assert len(post.after(0)) == 1
    (came,) = post.receiver.came
    assert came.said["type"] == "test"
    assert is_signed(came, channels.secret_of(channel))


@pytest.mark.full
def test_twenty_a_minute_and_the_next_when_the_first_is_a_minute_old(post: Post) -> None:
    channel = post.channel(ChannelKind.FEISHU)
    for _number in range(outbox.MOST_A_MINUTE):
        outbox.test(channel)
        assert len(post.after(0.5)) == 1
    outbox.test(channel)
    assert post.after(0) == []
    assert post.after(50.4) == []
    assert len(post.after(0.1)) == 1


def test_what_is_due_of_a_round_goes_out_as_one_to_people_and_apart_to_programs(
    post: Post,
) -> None:
    post.channel(ChannelKind.WECOM)
    post.channel()
    post.cast.closed_round()
    post.after(90)

    robot = [came for came in post.receiver.came if came.name == "qyapi.weixin.qq.com"]
    assert len(robot) == 1
    assert robot[0].said["text"]["content"].splitlines() == [
        "【个人赛】秋季赛",
        "第1轮编排已公布",
        "第1轮结束",
        f"{HERE}/e/{post.cast.event.uid}/rounds/1/",
        f"{HERE}/e/{post.cast.event.uid}/",
    ]
    assert len(post.receiver.came) == 3


def test_an_attempt_that_said_nothing_is_made_again(post: Post) -> None:
    """A worker that died after it had counted its attempt."""
    channel = post.channel()
    post.cast.round_in_play()
    post.now += timedelta(seconds=90)
    post.at(post.now)
    assert outbox.take(channel.uid) is not None
    assert outbox.take(channel.uid) is None

    assert post.after(59.9) == []
    assert len(post.after(0.2)) == 1


class Killed(BaseException):
    """What no handler catches, as the end of the process."""


def dies_after_the_request(post: Post) -> None:
    """Do what is due, and let the process end when the request has been answered."""

    def die(*_args: object) -> None:
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "note", die)
        with pytest.raises(Killed):
            post.work()


@pytest.mark.parametrize("kind", [ChannelKind.WEBHOOK, ChannelKind.WECOM])
def test_a_worker_that_dies_after_the_request_loses_nothing_and_blocks_nothing(
    post: Post, kind: ChannelKind
) -> None:
    """What was begun is all that is stored: it is sent again, and what stands behind it follows."""
    post.channel(kind)
    round_ = post.cast.round_in_play()
    post.now += outbox.WAIT
    post.at(post.now)
    dies_after_the_request(post)
    assert Message.objects.get().state == MessageState.WAITING
    assert Job.objects.get(kind=outbox.SEND).state == JobState.RUNNING

    # Another worker finds the job when its lease is over, and the message when its time is.
    post.now += timedelta(seconds=settings.JOB_LEASE_SECONDS + 1)
    post.at(post.now)
    for job in Job.objects.filter(queue.claimable(), kind=outbox.SEND):
        tasks.perform(job.uid)
    assert len(post.receiver.came) == 1
    post.cast.play(round_)
    organise.close_round(round_, post.cast.director)
    post.after(outbox.ATTEMPT.total_seconds())
    first, again = post.receiver.came
    assert again.headers.get("webhook-id") == first.headers.get("webhook-id")
    assert len(post.after(outbox.WAIT.total_seconds())) == 1
    assert {row.state for row in Message.objects.all()} == {MessageState.SENT}


@pytest.mark.full
def test_a_picture_goes_to_wecom_alone_and_the_others_have_the_link(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in (ChannelKind.WECOM, ChannelKind.DINGTALK, ChannelKind.FEISHU):
        channel = post.channel(kind)
        choices = channels.ChannelChoices([MessageKind.CLOSED], "zh-hans", has_picture=True)
        channels.change(channel, post.cast.director, choices)
    post.cast.closed_round()
    post.after(90)

    (image,) = [came.said["image"] for came in post.receiver.came if "image" in came.said]
    drawn = base64.b64decode(image["base64"])
    assert drawn.startswith(b"\x89PNG")
    assert len(drawn) <= requests.LARGEST_PICTURE
    assert image["md5"] == hashlib.md5(drawn).hexdigest()  # noqa: S324
    words = [came.body.decode() for came in post.receiver.came if "image" not in came.said]
    assert len(words) == 3
    assert all(f"{HERE}/e/{post.cast.event.uid}/" in text for text in words)

    monkeypatch.setattr(requests, "LARGEST_PICTURE", len(drawn) // 2)
    post.receiver.came.clear()
    post.cast.closed_round()
    post.after(90)
    assert len(post.receiver.came) == 3
    assert [came for came in post.receiver.came if "image" in came.said] == []


def test_bodies_are_json_of_utf8(post: Post) -> None:
    post.channel()
    post.cast.round_in_play()
    post.after(90)
    (came,) = post.receiver.came
    assert came.headers["content-type"] == "application/json; charset=utf-8"
    assert json.loads(came.body.decode("utf-8"))["data"]["event"]["name"] == "个人赛"


@pytest.mark.full
def test_what_was_told_is_corrected_although_its_kind_is_no_longer_wanted(post: Post) -> None:
    channel = post.channel()
    round_ = post.cast.round_in_play()
    post.after(90)
    wants = tuple(kind for kind in WANTS if kind != MessageKind.DRAW)
    choices = ChannelChoices(wants, channel.language, has_picture=False)
    channels.change(channel, post.cast.director, choices)

    withdrawn_draws.withdraw_draw(round_, post.cast.director, "wrong field")
    post.after(0)
    assert types(post) == [PUBLISHED, WITHDRAWN]
    again = organise.draw_round(post.cast.event, post.cast.director, seed="again")
    organise.publish_round(again, post.cast.director)
    assert post.after(3600) == []


@pytest.mark.full
def test_a_message_whose_job_died_is_sent_after_all(post: Post) -> None:
    post.channel()
    post.cast.round_in_play()
    sent = Job.objects.filter(kind=outbox.SEND)
    sent.update(state=JobState.FAILED, finished_at=post.now, error_code=Failure.CRASHED)
    assert post.after(90 + 599) == []
    outbox.ring_overdue(post.now)
    assert post.after(0) == []
    post.after(2)
    MessageTimer(None).take_turn()
    assert len(post.after(0)) == 1
    MessageTimer(None).take_turn()
    assert post.after(3600) == []
