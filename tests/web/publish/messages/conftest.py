"""A club whose messages go to a server of the test, with a controlled clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from clubs.messages import channels, outbox
from clubs.messages.channels import ChannelChoices, ChannelWish
from tests.cast import Cast, assemble
from tests.clock import At
from tests.clubs.messages.test_addresses import ROBOTS
from tests.message_receiver import Receiver, receiving
from tournaments.jobs import tasks
from tournaments.jobs.models import Job, JobState
from tournaments.models import ChannelKind, MessageChannel, MessageKind
from tournaments.system import outside

HOUR = datetime(2026, 11, 21, 11, 30, tzinfo=UTC)
HERE = "https://cards.example.org"
WANTS = tuple(kind for kind in MessageKind if kind != MessageKind.TEST)


@dataclass
class Post:
    """The messages of a club: its clock, and the server that receives everything."""

    cast: Cast
    receiver: Receiver
    at: At
    now: datetime = HOUR

    def channel(
        self, kind: ChannelKind = ChannelKind.WEBHOOK, *, on: bool = True, **more: str
    ) -> MessageChannel:
        """Return a new channel of the club for every kind of message."""
        address = ROBOTS.get(kind, "https://hooks.example/in")
        wish = ChannelWish(kind, "群", address, **more)
        channel = channels.add(self.cast.club, self.cast.director, wish)
        choices = ChannelChoices(WANTS, channel.language, has_picture=False)
        channels.change(channel, self.cast.director, choices)
        if on:
            channels.switch_on(channel, self.cast.director, f"{HERE}/")
        return channel

    def after(self, seconds: float) -> list[str]:
        """Let time pass and the worker do the due jobs; return the new messages as one text."""
        self.now += timedelta(seconds=seconds)
        self.at(self.now)
        before = len(self.receiver.came)
        self.work()
        return [str(came.said) for came in self.receiver.came[before:]]

    def work(self) -> None:
        """Run the due jobs of messages, and those that follow at once."""
        due = Job.objects.filter(kind=outbox.SEND, state=JobState.QUEUED)
        while job := due.filter(due_at__lte=timezone.now()).order_by("due_at", "pk").first():
            tasks.perform(job.uid)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    with receiving(tmp_path_factory.mktemp("receiver")) as receiver:
        yield receiver


@pytest.fixture
def receiver(
    server: Receiver, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> Receiver:
    """The server in place of the whole world outside; the installation has its own folder."""
    server.came.clear()
    server.answers.clear()
    settings.DATA = tmp_path
    monkeypatch.setattr(outside, "look_up", lambda _host, _port: [("127.0.0.1", server.port)])
    monkeypatch.setattr(outside, "tls_context", lambda: server.trust)
    monkeypatch.setattr(outside, "is_outside", lambda _ip: True)
    return server


@pytest.fixture
def post(db: None, receiver: Receiver, at: At) -> Post:
    at(HOUR)
    return Post(assemble(), receiver, at)
