"""The folder for copies and the address on the cards, as directors see them at the desk."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests import cast as people
from tests.cast import Cast
from tournaments.base.refusals import CopyProblem, Refused, refuse
from tournaments.jobs.models import Job
from tournaments.models import Club, Installation, Membership, Role
from tournaments.organise import create_club, grant_role
from tournaments.rights import access
from tournaments.system import installation

pytestmark = pytest.mark.django_db

CHINESE = {"accept-language": "zh-hans"}
OLD, NEW = "http://192.168.1.20:8000/", "http://10.0.0.7:8000/"


def one_address(_bind: str, port: int) -> list[str]:
    """This machine in another hall than when its cards were printed."""
    return [f"http://10.0.0.7:{port}/"]


@pytest.fixture(autouse=True)
def no_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.celery.ring", lambda uid: None)


@pytest.fixture
def cast() -> Cast:
    """The cast in an installation of one club."""
    made = people.assemble()
    other = Club.objects.exclude(pk=made.club.pk)
    Membership.objects.filter(club__in=other).delete()
    other.delete()
    return made


@pytest.fixture
def moved(cast: Cast, settings: Settings) -> Cast:
    settings.HALL_ADDRESSES = "tests.tournaments.system.test_installation.one_address"
    Installation.objects.create(pk=1, address=OLD)
    return cast


def page_of(cast: Cast) -> str:
    return reverse("desk_installation", args=[cast.club.uid])


def desk(client: Client, host: str = "127.0.0.1:8000") -> str:
    answer = client.get(reverse("desk"), headers={"host": host})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.sqlite
def test_the_owner_chooses_a_folder_and_a_copy_is_made_at_once(
    cast: Cast, client: Client, tmp_path: Path
) -> None:
    client.force_login(cast.alice)
    stick = tmp_path / "stick"
    answer = client.post(page_of(cast), {"copies_to": f" {stick} "})
    assert answer.status_code == 302
    assert installation.current().copies_to == str(stick)
    assert (stick / installation.MARK).is_file()
    assert Job.objects.filter(kind=installation.COPY).count() == 1
    assert str(stick) in client.get(page_of(cast)).content.decode()

    # Sent as it stands it changes nothing; where the copies failed, the folder is marked anew.
    Job.objects.all().delete()
    (stick / installation.MARK).unlink()
    again = client.post(page_of(cast), {"copies_to": str(stick)}, headers=CHINESE, follow=True)
    assert "没有改动。" in again.content.decode()
    assert not Job.objects.exists()
    Installation.objects.update(copied_at=timezone.now() - timedelta(days=1))
    client.post(page_of(cast), {"copies_to": str(stick)})
    assert Job.objects.filter(kind=installation.COPY).count() == 1
    assert (stick / installation.MARK).is_file()

    client.post(page_of(cast), {"copies_to": ""})
    assert installation.current().copies_to == ""


@pytest.mark.sqlite
def test_a_folder_that_cannot_hold_copies_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    inside = Path(settings.DATA) / "copies"
    wrong = {
        "copies": CopyProblem.NOT_ABSOLUTE,
        str(inside): CopyProblem.IN_DATA,
        str(tmp_path / "nowhere" / "deep"): CopyProblem.NOT_WRITABLE,
        str(tmp_path / "file"): CopyProblem.NOT_WRITABLE,
        "/nul\0": CopyProblem.NOT_ABSOLUTE,
    }
    shown = {}
    for folder in wrong:
        with pytest.raises(Refused) as refused:
            installation.choose_copies(folder)
        shown[folder] = refused.value.problems[0].code
    assert shown == wrong
    assert installation.current().copies_to == ""
    assert not inside.exists()


@pytest.mark.sqlite
def test_a_refused_folder_stays_in_its_field(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    answer = client.post(page_of(cast), {"copies_to": "copies"})
    assert answer.status_code == 200
    assert 'value="copies"' in answer.content.decode()
    assert answer.context["form"].errors["copies_to"]


def test_a_director_reads_and_does_not_choose(cast: Cast, client: Client) -> None:
    bob = cast.bob
    bob.memberships.create(club=cast.club, role=Role.DIRECTOR)
    client.force_login(bob)
    assert "copies_to" not in client.get(page_of(cast)).content.decode()
    assert client.post(page_of(cast), {"copies_to": ""}).status_code == 403


@pytest.mark.full
def test_directors_are_told_what_is_amiss_and_nobody_else(cast: Cast, client: Client) -> None:
    Installation.objects.create(pk=1, copies_to="/stick")
    installation.note_fault(refuse(CopyProblem.FULL, folder="/stick"))
    client.force_login(cast.alice)
    assert "/stick" in desk(client)
    client.force_login(cast.bob)
    assert "/stick" not in desk(client)
    grant_role(cast.director, cast.tournament, cast.bob, Role.DIRECTOR)
    assert "/stick" in desk(client)
    installation.note_copied(timezone.now())
    assert "/stick" not in desk(client)


def test_copies_that_silently_stopped_are_told() -> None:
    now = timezone.now()
    of = Installation(copies_to="/stick", copied_at=now - timedelta(minutes=41))
    late = installation.fault(of, now)
    assert late is not None
    assert (late.code, dict(late.values)) == (CopyProblem.LATE, {"minutes": 41})
    assert installation.fault(Installation(copied_at=of.copied_at), now) is None


@pytest.mark.full
def test_a_new_address_is_told_to_directors(moved: Cast, client: Client) -> None:
    client.force_login(moved.alice)
    assert NEW in desk(client)
    # What tablets still hold lies at the old one.
    assert f"{OLD}t/kept/" in desk(client)
    # Whoever still comes by the address on the cards shows that it holds.
    assert NEW not in desk(client, host="192.168.1.20:8000")
    client.force_login(moved.bob)
    assert NEW not in desk(client)


@pytest.mark.full
def test_cards_that_are_printed_again_bear_the_new_address(moved: Cast, client: Client) -> None:
    client.force_login(moved.alice)
    codes = reverse("desk_codes", args=[moved.tournament.uid])
    client.get(codes, headers={"host": "127.0.0.1:8000"})
    assert installation.current().address == NEW
    assert NEW not in desk(client)


@pytest.mark.full
def test_a_name_holds_wherever_the_machine_stands(moved: Cast, client: Client) -> None:
    Installation.objects.update(address="http://huapai.local:8000/")
    client.force_login(moved.alice)
    assert NEW not in desk(client)


@pytest.mark.full
def test_short_codes_still_open_their_tables(moved: Cast, client: Client) -> None:
    moved.round_in_play()
    code = moved.tournament.tables.first().code  # type: ignore[union-attr]
    assert client.get(f"/t/{code}/", headers={"host": "10.0.0.7:8000"}).status_code == 200


def test_what_cannot_be_copied_here_cannot_be_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(Refused) as refused:
        installation.choose_copies(str(tmp_path))
    assert refused.value.problems[0].code is CopyProblem.ELSEWHERE


@pytest.mark.sqlite
@pytest.mark.full
def test_an_owner_of_a_later_club_does_not_choose_where_everybody_s_data_go(
    cast: Cast, client: Client, tmp_path: Path
) -> None:
    later = people.account("dora")
    club = create_club("城东棋牌俱乐部", later)
    client.force_login(later)
    page = reverse("desk_installation", args=[club.uid])
    shown = client.get(page, headers={"accept-language": "en"}).content.decode()
    assert "An administrator of this installation, or an owner of its first club, chooses" in shown
    assert client.post(page, {"copies_to": str(tmp_path / "stick")}).status_code == 403
    assert access.keeps_installation(cast.alice)
    assert installation.current().copies_to == ""


def test_an_administrator_keeps_the_installation_too(cast: Cast) -> None:
    later = people.account("dora")
    assert not access.keeps_installation(later)
    later.is_superuser = True
    assert access.keeps_installation(later)
    assert access.keeps_installation(cast.alice)
    assert not access.keeps_installation(AnonymousUser())
