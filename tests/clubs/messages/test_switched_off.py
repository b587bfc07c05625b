"""A channel that is switched off has nothing waiting in it any more."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from clubs.messages import channels, outbox
from clubs.messages.channels import ChannelWish
from tests.cast import Cast
from tournaments.models import ChannelKind, Message, MessageKind, MessageState


def test_what_waits_is_dropped_with_it_or_the_channel_stays_on(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = ChannelWish(ChannelKind.WEBHOOK, "程序", "https://93.184.216.34/in")
    channel = channels.add(cast.club, cast.director, wish)
    channels.switch_on(channel, cast.director, "")
    waits = Message.objects.create(
        channel=channel, event=cast.event, kind=MessageKind.RULING, subject="1", version="first"
    )

    def fails(_channel: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as failing:
        failing.setattr(outbox, "drop_waiting", fails)
        with pytest.raises(OperationalError):
            channels.switch_off(channel, cast.director)
    channel.refresh_from_db()
    assert channel.is_on
    channels.switch_off(channel, cast.director)
    waits.refresh_from_db()
    assert (channel.is_on, waits.state == MessageState.WAITING) == (False, False)
