"""Two workers, and a worker and a withdrawal, at the same moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import transaction
from pytest_django import Settings

from clubs.messages import channels, outbox
from clubs.messages.channels import ChannelWish
from clubs.messages.outbox import Deed
from tests.cast import Cast
from tests.referee.hall import Hall
from tests.referee.sheets.test_races import together
from tournaments.models import ChannelKind, Message, MessageChannel, MessageKind, MessageState

pytestmark = pytest.mark.databases


@pytest.fixture
def cast(transactional_hall: Hall, settings: Settings, tmp_path: Path) -> Cast:
    settings.DATA = tmp_path
    return transactional_hall.cast


@pytest.fixture
def channel(cast: Cast) -> MessageChannel:
    wish = ChannelWish(ChannelKind.WEBHOOK, "程序", "https://hooks.example/in")
    channel = channels.add(cast.club, cast.director, wish)
    channels.switch_on(channel, cast.director, "")
    Message.objects.create(
        channel=channel, event=cast.event, kind=MessageKind.DRAW, subject="1", version="first"
    )
    return channel


def test_two_workers_never_take_the_same(channel: MessageChannel) -> None:
    taken = together(lambda: outbox.take(channel.uid), lambda: outbox.take(channel.uid))

    assert [parcel is None for parcel in taken].count(True) == 1
    assert Message.objects.get().attempts == 1


@pytest.mark.full
def test_what_is_withdrawn_is_either_not_sent_or_corrected(
    cast: Cast, channel: MessageChannel
) -> None:
    def withdraw() -> None:
        with transaction.atomic():
            outbox.announce(Deed(MessageKind.DRAW, cast.event, "1", ""))

    parcel, _nothing = together(lambda: outbox.take(channel.uid), withdraw)

    first = Message.objects.get(version="first")
    assert first.state == MessageState.DROPPED
    told = parcel is not None and first.pk in [row.pk for row in parcel.messages]
    assert Message.objects.filter(version="", corrects=True).exists() == told
