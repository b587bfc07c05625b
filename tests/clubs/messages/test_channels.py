"""Channels that somebody else has removed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import Settings

from clubs.messages import channels
from clubs.messages.channels import ChannelChoices, ChannelWish
from clubs.messages.refusals import ChannelProblem
from tests.cast import Cast
from tournaments.base.refusals import Refused
from tournaments.models import ChannelKind, ClubEntry, MessageChannel
from tournaments.record.audit import Actor

pytestmark = pytest.mark.databases


@pytest.mark.full
@pytest.mark.parametrize(
    "deed",
    [
        channels.switch_off,
        channels.remove,
        lambda channel, actor: channels.switch_on(channel, actor, ""),
        lambda channel, actor: channels.change(channel, actor, ChannelChoices([], "en", False)),
    ],
)
def test_what_was_removed_meanwhile_is_refused_and_not_logged(
    cast: Cast,
    settings: Settings,
    tmp_path: Path,
    deed: Callable[[MessageChannel, Actor], None],
) -> None:
    settings.DATA = tmp_path
    wish = ChannelWish(ChannelKind.WEBHOOK, "程序", "https://hooks.example/in")
    opened = channels.add(cast.club, cast.director, wish)
    channels.remove(MessageChannel.objects.get(), cast.director)
    entries = ClubEntry.objects.count()
    with pytest.raises(Refused) as refused:
        deed(opened, cast.director)
    assert [problem.code for problem in refused.value.problems] == [ChannelProblem.GONE]
    assert ClubEntry.objects.count() == entries
