"""Copies without anybody's choice, on the disk of the data; and the download of one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from config.backups import copy_checks, daily
from tests import cast as people
from tests.cast import Cast
from tournaments.checks.verification import verify_club
from tournaments.jobs.models import Job
from tournaments.models import ClubEntry, Installation, Membership, Role, User
from tournaments.record.audit import Verb
from tournaments.system import installation

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own: what is beside it is looked at."""
    monkeypatch.setattr("config.celery.signal", lambda uid: None)
    folder = tmp_path / "club"
    folder.mkdir()
    settings.DATA = folder
    return folder


@pytest.fixture
def cast(db: None) -> Cast:
    return people.assemble()


def test_a_club_has_copies_before_anybody_thought_of_them(cast: Cast, data: Path) -> None:
    daily.order_if_due(NOW, None)
    row = installation.current()
    assert row.copies_to == str(data.with_name("club-copies"))
    assert (Path(row.copies_to) / installation.MARK).is_file()
    assert Job.objects.filter(kind=installation.COPY).count() == 1


def test_where_no_club_is_there_is_nothing_to_copy(db: None, data: Path) -> None:
    daily.order_if_due(NOW, None)
    assert installation.current().copies_to == ""
    assert [path.name for path in data.parent.iterdir()] == ["club"]


def test_the_folder_is_within_the_data_where_these_have_a_disk_of_their_own(
    cast: Cast, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "is_on_the_same_disk", lambda folder: folder == data)
    installation.copy_by_default()
    assert installation.current().copies_to == str(data / "copies")


def test_a_place_that_cannot_be_written_is_passed_over(cast: Cast, data: Path) -> None:
    data.with_name("club-copies").touch()
    installation.copy_by_default()
    assert installation.current().copies_to == str(data / "copies")


def test_a_demo_makes_no_copies(cast: Cast, data: Path) -> None:
    (data / installation.DEMO).touch()
    installation.copy_by_default()
    assert installation.current().copies_to == ""


def test_what_was_chosen_stays_and_so_does_the_choice_of_none(
    cast: Cast, data: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    installation.choose_copies(str(stick))
    (stick / installation.MARK).unlink()
    installation.copy_by_default()
    assert installation.current().copies_to == str(stick)
    installation.choose_copies("")
    installation.copy_by_default()
    assert installation.current().copies_to == ""


@pytest.mark.full
@pytest.mark.parametrize("chosen", ["stick", ""])
def test_what_is_chosen_while_the_default_is_looked_for_stays(
    cast: Cast, tmp_path: Path, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders, wanted = installation.default_folders, str(tmp_path / chosen) if chosen else ""

    def chosen_meanwhile(data: Path) -> list[Path]:
        installation.choose_copies(wanted)
        return folders(data)

    monkeypatch.setattr(installation, "default_folders", chosen_meanwhile)
    installation.copy_by_default()
    row = installation.current()
    assert (row.copies_to, row.copies_own) == (wanted, False)


def test_after_a_restore_elsewhere_the_default_is_chosen_anew(cast: Cast, data: Path) -> None:
    Installation.objects.create(pk=1, copies_to="/home/of-another-machine/var-copies")
    installation.copy_by_default()
    assert installation.current().copies_to == str(data.with_name("club-copies"))


def desk(client: Client) -> str:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client.get(reverse("desk")).content.decode()


@pytest.mark.full
def test_the_desk_says_so_until_another_disk_is_chosen(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation.copy_by_default()
    client.force_login(cast.alice)
    assert "on the same disk as the data" in desk(client)
    event = client.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    assert "on the same disk as the data" not in event
    monkeypatch.setattr(installation, "is_on_the_same_disk", lambda _folder: False)
    assert "on the same disk as the data" not in desk(client)
    monkeypatch.undo()
    client.force_login(cast.bob)
    assert "on the same disk as the data" not in desk(client)


@pytest.fixture
def keeper(transactional_db: None, data: Path) -> Cast:
    return people.assemble()


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_the_owner_downloads_a_whole_copy_and_the_log_says_so(
    keeper: Cast, client: Client, data: Path, tmp_path: Path
) -> None:
    client.force_login(keeper.alice)
    answer: Any = client.post(reverse("desk_copy", args=[keeper.club.uid]))
    assert answer.status_code == 200
    assert answer.streaming
    assert answer["Content-Type"] == "application/zip"
    assert "no-store" in answer["Cache-Control"]
    taken = tmp_path / "taken.zip"
    taken.write_bytes(answer.getvalue())
    answer.close()
    copied = copy_checks.examine(taken)
    assert [row.uid for row in copied.tournaments] == [keeper.tournament.uid]
    entry = ClubEntry.objects.get(verb=Verb.DOWNLOAD_COPY)
    assert (entry.club, entry.actor) == (keeper.club, f"user:{keeper.alice.uid}")
    keeper.club.refresh_from_db()
    assert verify_club(keeper.club) == []
    assert [path.name for path in data.iterdir() if "copy" in path.name] == []


@pytest.mark.full
def test_nobody_else_downloads_a_copy(cast: Cast, client: Client) -> None:
    director = User.objects.create_user("dora")
    Membership.objects.create(user=director, club=cast.club, role=Role.DIRECTOR)
    address = reverse("desk_copy", args=[cast.club.uid])
    assert client.post(address).status_code == 302
    for user, status in ((director, 403), (cast.bob, 404), (cast.charlie, 404)):
        client.force_login(user)
        assert client.post(address).status_code == status
    # Charlie owns a club, and not the one with which the installation began.
    client.force_login(cast.charlie)
    own = cast.charlie.memberships.get().club
    assert own is not None
    assert client.post(reverse("desk_copy", args=[own.uid])).status_code == 403
    client.force_login(cast.alice)
    assert client.get(address).status_code == 405
    assert not ClubEntry.objects.exists()


def test_whose_role_is_revoked_while_a_copy_is_asked_for_gets_none(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def revoked_now() -> bool:
        cast.alice.memberships.all().delete()
        return True

    client.force_login(cast.alice)
    monkeypatch.setattr(installation, "can_copy", revoked_now)
    assert client.post(reverse("desk_copy", args=[cast.club.uid])).status_code == 404
    assert not ClubEntry.objects.exists()
