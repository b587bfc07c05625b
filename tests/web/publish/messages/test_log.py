"""The log of messages: it has an end, and a page of it is read at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from clubs.messages import outbox
from config.serving.worker_steps import MessageTimer
from tests.web.publish.messages.conftest import Post
from tournaments.models import Message, MessageKind, MessageState
from web.publish.messages import words


def test_the_log_has_an_end(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    channel = post.channel()
    now = post.now

    def add(state: MessageState, days: int) -> Message:
        at = now - timedelta(days=days)
        return Message.objects.create(
            channel=channel, kind=MessageKind.TEST, state=state, due_at=at, sent_at=at
        )

    old = [add(MessageState.SENT, 181), add(MessageState.DROPPED, 181)]
    waiting, failed = add(MessageState.WAITING, 181), add(MessageState.FAILED, 179)
    assert outbox.prune(now) == len(old)
    assert set(Message.objects.all()) == {waiting, failed}
    monkeypatch.setattr(outbox, "MOST_KEPT", 2)
    newer = [add(MessageState.SENT, 1) for _ in range(2)]
    MessageTimer(None).take_turn()
    assert set(Message.objects.all()) == {waiting, *newer}


def test_the_numbers_of_many_messages_are_read_at_once(
    post: Post, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    kinds = (MessageKind.RULING, MessageKind.APPEAL, MessageKind.DRAW)
    many = [Message(kind=kind, subject=f"{kind}{number}") for kind in kinds for number in range(5)]
    with django_assert_num_queries(2):
        assert words.numbers_of(many) == {}
