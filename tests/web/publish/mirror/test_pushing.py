"""What a push puts into a folder, and what an examination finds there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from pytest_django import Settings

from tests.cast import Cast, assemble
from tests.kept_worlds import kept
from tournaments import organise
from tournaments.models import Club, Event, Person
from web.publish import mirror_paths
from web.publish.data import listing
from web.publish.mirror import checking, choosing, pushing
from web.publish.mirror.checking import CheckFault
from web.publish.mirror.memory import Memory
from web.publish.mirror.pushing import Pushed
from web.publish.mirror.stores.directory import Directory
from web.publish.mirror.stores.store import StoreError

pytestmark = pytest.mark.django_db
PEOPLE = ("王小明", "Zoë Ann", "陈晓", "赵敏")


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    """A target, and a data folder beside it; one language is enough, unless a test says more."""
    settings.DATA = tmp_path / "data"
    return tmp_path / "site"


@pytest.fixture(autouse=True)
def _in_chinese_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(mirror_paths.FOLDERS, "en")


@kept
def _evening() -> Cast:
    """A round that was played and closed, by people with names that can be looked for."""
    cast = assemble(players=0, deals_per_round=1)
    organise.add_entries(cast.event, cast.director, [[name] for name in PEOPLE])
    cast.closed_round()
    return cast


def _push(folder: Path) -> Pushed:
    return pushing.push(choosing.scope(), Directory(folder), str(folder))


def _findings(folder: Path) -> list[CheckFault]:
    found = checking.check(choosing.scope(), Directory(folder), str(folder))
    return [each.fault for each in found]


def _pages(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*.html")
    }


def _links(text: str) -> Iterator[str]:
    yield from re.findall(r'\s(?:href|src|action)="([^"]*)"', text)


@pytest.mark.full
def test_everything_that_a_page_names_lies_there(folder: Path) -> None:
    cast = _evening()
    pushed = _push(folder)
    pages = _pages(folder)
    assert pushed.first
    assert {"index.html", "zh/index.html"} <= pages.keys()
    assert f"zh/e/{cast.event.uid}/rounds/1/index.html" in pages
    assert any(path.startswith("zh/d/") for path in pages)
    for path, text in pages.items():
        for link in _links(text):
            assert not link.startswith("/"), (path, link)
            if link and not link.startswith("#"):
                assert (folder / path).parent.joinpath(link.partition("#")[0]).is_file(), (
                    path,
                    link,
                )
        assert "<form" not in text
        assert "data-live" not in text
        assert 'name="robots" content="noindex"' in text
    assert _findings(folder) == []


@pytest.mark.full
def test_the_public_data_lie_there_page_by_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "PAGE", 3)
    cast = _evening()
    _push(folder)
    uid = cast.event.uid
    data = {
        path.relative_to(folder).as_posix(): json.loads(path.read_text("utf-8"))
        for path in (folder / "zh/api").rglob("*.json")
    }
    for path, told in data.items():
        for link in _links_in(told):
            assert (folder / path).parent.joinpath(link).is_file(), (path, link)
    index = data["zh/api/1/index.json"]
    assert index["tournaments"] == "tournaments/index.json"
    assert index["openapi"] is index["documentation"] is None
    event = f"zh/api/1/events/{uid}"
    assert data[f"{event}/index.json"]["page"] == f"../../../../e/{uid}/index.html"
    entries = data[f"{event}/entries/index.json"]
    assert (entries["count"], entries["next"]) == (4, "page-2.json")
    assert data[f"{event}/entries/page-2.json"]["previous"] == "index.json"
    assert any("/api/1/deals/" in path for path in data)
    [tournament] = data["zh/api/1/tournaments/index.json"]["items"]
    assert tournament["page"] is None, "a wall of the hall"
    assert _findings(folder) == []


@pytest.mark.full
def test_a_calendar_names_the_mirror_without_a_public_address(folder: Path) -> None:
    cast = _evening()
    mirror = "https://results.example/zh/club"
    Club.objects.filter(pk=cast.club.pk).update(mirror_address=mirror)
    club = Club.objects.get(pk=cast.club.pk)
    pushing.push(choosing.scope(club=club), Directory(folder), str(folder))
    name = f"tournaments/{cast.tournament.uid}/schedule.zh-hans.ics"
    page = f"URL:{mirror}/zh/e/{cast.event.uid}/index.html\r\n"
    for body in ((folder / "zh" / name).read_bytes(), Client().get(f"/{name}").content):
        assert page in body.replace(b"\r\n ", b"").decode()


@pytest.mark.full
def test_files_for_other_programs_name_the_mirror(folder: Path, settings: Settings) -> None:
    settings.PUBLIC_ADDRESS = "https://hall.example"
    cast = _evening()
    scope = replace(choosing.scope(), address="https://results.example")
    pushing.push(scope, Directory(folder), str(folder))
    event = cast.event
    news = (folder / f"zh/e/{event.uid}/news.zh-hans.atom").read_text("utf-8")
    leads = set(re.findall(r'href="([^"]*)"', news))
    assert leads == {"news.zh-hans.atom", "index.html", "rounds/1/index.html"}
    schedule = folder / f"zh/tournaments/{event.tournament.uid}/schedule.zh-hans.ics"
    lines = schedule.read_bytes().replace(b"\r\n ", b"").decode()
    assert f"URL:https://results.example/zh/e/{event.uid}/index.html\r\n" in lines
    assert "hall.example" not in news + lines
    assert "王小明" in (folder / f"zh/e/{event.uid}/standings.csv").read_text("utf-8-sig")
    assert (folder / f"zh/e/{event.uid}/results.csv.gz").is_file()
    assert list(checking.check(scope, Directory(folder), str(folder))) == []


def _links_in(told: object) -> Iterator[str]:
    if isinstance(told, dict):
        for value in told.values():
            yield from _links_in(value)
    elif isinstance(told, list):
        for value in told:
            yield from _links_in(value)
    elif isinstance(told, str) and told.endswith((".json", ".html")):
        yield told


def test_a_page_says_of_which_hour_it_is(folder: Path) -> None:
    _evening()
    pushed = _push(folder)
    text = (folder / "zh/index.html").read_text("utf-8")
    assert (
        f'网上成绩，截至<time class="number" datetime="{pushed.at.isoformat(timespec="seconds")}">'
        in text
    )
    assert "{{" not in text
    news = json.loads((folder / "revision.json").read_text("utf-8"))
    assert news == {
        "as_of": pushed.at.isoformat(timespec="seconds"),
        "state": pushed.state,
        "in_play": True,
    }


def test_texts_lie_there_packed_as_well_and_others_may_read_them(folder: Path) -> None:
    _evening()
    _push(folder)
    assert (folder / "zh/index.html.gz").is_file()
    assert not list(folder.rglob("*.png.gz"))
    assert (folder / "zh/index.html").stat().st_mode & 0o777 == 0o644


@pytest.mark.full
def test_a_second_push_uploads_nothing_and_a_result_only_what_shows_it(folder: Path) -> None:
    cast = _evening()
    whole = _push(folder)
    assert _push(folder).uploads == 0
    round_ = cast.round_in_play()
    more = _push(folder)
    assert 0 < more.uploads < whole.uploads + 40
    assert f"zh/e/{cast.event.uid}/rounds/{round_.number}/index.html" in _pages(folder)
    assert _findings(folder) == []


@pytest.mark.full
def test_a_corrected_name_is_nowhere_after_a_push(folder: Path) -> None:
    cast = _evening()
    _push(folder)
    Person.objects.filter(name="王小明").update(name="王晓明")
    Event.objects.update(public_revision=100)
    assert CheckFault.GONE_NAME in _findings(folder)
    assert CheckFault.OLD in _findings(folder)
    _push(folder)
    assert _findings(folder) == []
    assert not any("王小明" in text for text in _pages(folder).values())
    assert cast.event.uid in Memory.read(str(folder)).named


@pytest.mark.full
def test_a_latin_name_is_looked_for_as_a_word(folder: Path) -> None:
    _evening()
    _push(folder)
    Person.objects.filter(name="Zoë Ann").update(name="Zoë Annette")
    Event.objects.update(public_revision=100)
    _push(folder)
    assert _findings(folder) == []


def test_the_files_of_a_withdrawn_event_go_before_anything_else(folder: Path) -> None:
    cast = _evening()
    done: list[str] = []

    class Watched(Directory):
        def write(self, upload):  # type: ignore[no-untyped-def]
            done.append(upload.path)
            return super().write(upload)

        def remove(self, paths):  # type: ignore[no-untyped-def]
            done.append(f"removed {len(paths)}")
            super().remove(paths)

    _push(folder)
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.DRAFT)
    pushing.push(choosing.scope(), Watched(folder), str(folder))
    first = next(n for n, each in enumerate(done) if each.startswith("removed"))
    lists = {"zh/index.html", "zh/api/1/tournaments/index.json"}
    assert set(done[:first]) == {"manifest.json", *lists}
    assert not list(folder.rglob("*.ics"))
    assert not any(cast.event.uid in path for path in _pages(folder))
    assert _findings(folder) == []


@pytest.mark.full
def test_a_push_that_broke_off_is_made_good(folder: Path) -> None:
    cast = _evening()

    class Breaking(Directory):
        left = 30

        def write(self, upload):  # type: ignore[no-untyped-def]
            self.left -= 1
            if self.left < 0:
                raise OSError("gone")
            return super().write(upload)

    with pytest.raises(OSError, match="gone"):
        pushing.push(choosing.scope(), Breaking(folder), str(folder))
    # Its names may stand there already, so that whoever is blanked now goes first.
    assert Memory.read(str(folder)).named[cast.event.uid]
    _push(folder)
    assert _findings(folder) == []


@pytest.mark.full
def test_a_lost_manifest_leaves_nothing_behind(folder: Path) -> None:
    cast = _evening()
    _push(folder)
    (folder / "manifest.json").unlink()
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.DRAFT)
    _push(folder)
    assert _findings(folder) == []


def test_an_examination_finds_secret_links_and_strange_files(folder: Path) -> None:
    _evening()
    _push(folder)
    page = folder / "zh/index.html"
    page.write_text(
        page.read_text("utf-8") + '<a href="https://h.example/p/abcd-efgh/">x</a>', "utf-8"
    )
    (folder / "notes.txt").write_text("see http://10.0.0.1:8000/desk/", "utf-8")
    (folder / "zh/e").joinpath("broken.html").write_bytes(b"\xff\xfe\x00")
    found = {CheckFault.SECRET, CheckFault.STRANGE, CheckFault.BROKEN}
    assert set(_findings(folder)) == found


def test_chosen_events_alone_are_shown(folder: Path) -> None:
    cast = _evening()
    scope = choosing.scope(["2" * 12])
    pushing.push(scope, Directory(folder), str(folder))
    assert not any(cast.event.uid in path for path in _pages(folder))


def test_the_command_pushes_and_examines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _evening()
    call_command("publish", to=str(folder))
    call_command("publish", to=str(folder), check=True)
    with pytest.raises(CommandError):
        call_command("publish", to="ftp://else.example/x")
    with pytest.raises(CommandError, match="--to"):
        call_command("publish")


@pytest.mark.full
def test_a_first_push_that_broke_off_in_its_manifest_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _evening()
    real = Path.replace

    def breaks(part: Path, place: Path) -> Path:
        if part.name == "manifest.json.part":
            raise OSError(28, "No space left on device")
        return real(part, place)

    with monkeypatch.context() as full:
        full.setattr(Path, "replace", breaks)
        with pytest.raises(StoreError):
            _push(folder)
    assert (folder / "manifest.json.part").is_file()
    assert _push(folder).files
    assert not _findings(folder)
