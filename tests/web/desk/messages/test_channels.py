"""An owner adds a way for messages, tries it and switches it on; its address is shown no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.messages import channels, home
from tests.cast import Cast, assemble
from tests.clubs.messages.test_addresses import ROBOTS
from tournaments.checks.verification import verify_club
from tournaments.jobs.models import Job
from tournaments.models import ChannelKind, Message, MessageChannel, MessageKind, MessageState
from tournaments.system import sealed_secrets
from tournaments.system.installation import DEMO
from web.desk.messages.views import answer_text

ADDRESS = ROBOTS[ChannelKind.WECOM]


@pytest.fixture
def cast(db: None, settings: Settings, tmp_path: Path) -> Cast:
    settings.DATA = tmp_path
    return assemble()


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


def at(cast: Cast) -> str:
    return reverse("desk_messages", args=[cast.club.uid])


def add(owner: Client, cast: Cast, **typed: str) -> str:
    """Add a way and return the page that follows."""
    sent = {"kind": "wecom", "name": "裁判群", "address": ADDRESS, "secret": "", **typed}
    return owner.post(at(cast), sent, follow=True).content.decode()


def of(name: str, channel: MessageChannel) -> str:
    return reverse(f"desk_message_{name}", args=[channel.uid])


def test_a_new_way_is_off_tells_draws_and_rounds_and_shows_no_address(
    owner: Client, cast: Cast
) -> None:
    page = add(owner, cast)

    channel = MessageChannel.objects.get()
    assert (channel.is_on, channel.wants, channel.language) == (False, ["draw", "closed"], "en")
    assert channels.address_of(channel) == ADDRESS
    assert ADDRESS not in channel.address
    for shown in (page, owner.get(at(cast)).content.decode()):
        assert ADDRESS[-12:] not in shown
        assert ADDRESS[-4:] in shown
    assert all(ADDRESS[-12:] not in entry.body for entry in cast.club.log.all())
    assert verify_club(cast.club) == []


def test_the_secret_of_a_program_is_shown_once(owner: Client, cast: Cast) -> None:
    page = add(owner, cast, kind="webhook", address="https://hooks.example/in")
    channel = MessageChannel.objects.get()
    secret = channels.secret_of(channel)

    assert secret.startswith("whsec_")
    assert secret in page
    assert secret not in owner.get(at(cast)).content.decode()
    assert secret not in owner.get(of("channel", channel)).content.decode()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"address": "https://evil.example/cgi-bin/webhook/send?key=1"}, "Copy the whole address"),
        ({"address": "gopher://x"}, "begins with https://"),
        ({"kind": "webhook", "address": "https://127.0.0.1/"}, "is inside a private network"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    owner: Client, cast: Cast, typed: dict[str, str], words: str
) -> None:
    assert words in add(owner, cast, **typed)
    assert not MessageChannel.objects.exists()


def test_without_the_package_of_secrets_nothing_is_kept(
    owner: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed_secrets, "IS_AVAILABLE", False)
    assert "a package is missing" in add(owner, cast)
    assert not MessageChannel.objects.exists()


def test_it_is_switched_on_changed_tried_off_and_removed(owner: Client, cast: Cast) -> None:
    add(owner, cast)
    channel = MessageChannel.objects.get()
    owner.post(of("state", channel), {"on": "1"})
    channel.refresh_from_db()
    assert (channel.is_on, channel.home) == (True, home.here())
    assert channel.links_to
    page = owner.post(
        of("channel", channel),
        {"wants": ["ruling"], "language": "zh-hans", "has_picture": "on"},
        follow=True,
    )
    channel.refresh_from_db()
    assert (channel.wants, channel.language, channel.has_picture) == (["ruling"], "zh-hans", True)
    assert "Saved." in page.content.decode()
    owner.post(of("test", channel))
    assert Message.objects.get().kind == MessageKind.TEST
    assert Job.objects.filter(kind="message", about=channel.uid).count() == 1
    assert "This is a test" in owner.get(of("channel", channel)).content.decode()
    owner.post(of("state", channel), {"off": "1"})
    channel.refresh_from_db()
    assert not channel.is_on
    assert Message.objects.get().state == MessageState.DROPPED
    owner.post(of("remove", channel))
    assert not MessageChannel.objects.exists()
    assert verify_club(cast.club) == []


@pytest.mark.full
def test_a_restored_copy_and_a_demo_say_so(
    owner: Client, cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(owner, cast)
    channel = MessageChannel.objects.get()
    owner.post(of("state", channel), {"on": "1"})
    assert "Switch off" in owner.get(of("channel", channel)).content.decode()
    monkeypatch.setattr(home, "here", lambda: "another")
    assert "restored copy" in owner.get(of("channel", channel)).content.decode()
    assert "paused" in owner.get(at(cast)).content.decode()
    (tmp_path / DEMO).touch()
    assert "This is a demo" in owner.get(at(cast)).content.decode()


def test_only_owners_come_here(owner: Client, cast: Cast) -> None:
    add(owner, cast)
    channel = MessageChannel.objects.get()
    owner.force_login(cast.charlie)
    assert owner.get(at(cast)).status_code == 404
    assert owner.get(of("channel", channel)).status_code == 404
    assert owner.post(of("test", channel)).status_code == 404
    assert not Message.objects.exists()


def test_the_last_answer_is_told_in_words() -> None:
    assert "93000" in answer_text("message_robot:93000")
    assert "503" in answer_text("message_http:503")
    assert answer_text("0") == answer_text("204") == ""
