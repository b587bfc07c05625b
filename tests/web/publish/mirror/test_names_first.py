"""Who is not to be seen any more goes first: blanked, renamed, or without a page of their own."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.db.models import F
from pytest_django import Settings

from clubs import seasons
from tests.cast import PLAYERS, Cast, assemble
from tests.clubs.ratings.evenings import another, two_rated
from tests.clubs.seasons.test_posting import choose, finish, rules
from tournaments import organise
from tournaments.models import Club, ClubFeature, Event, Person, Tournament
from web.publish import mirror_paths
from web.publish.mirror import checking, choosing, pushing
from web.publish.mirror.checking import CheckFault
from web.publish.mirror.site import MirrorScope
from web.publish.mirror.stores.directory import Directory

NAME = "王小明"
pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA = tmp_path / "data"
    monkeypatch.delitem(mirror_paths.FOLDERS, "en")
    return tmp_path / "site"


class Watched(Directory):
    """A folder that notes what is done there."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.done: list[str] = []

    def write(self, upload):  # type: ignore[no-untyped-def]
        """Write a file."""
        self.done.append(f"write {upload.path}")
        return super().write(upload)

    def remove(self, paths):  # type: ignore[no-untyped-def]
        """Remove files."""
        self.done += [f"remove {path}" for path in paths]
        super().remove(paths)


def _push(folder: Path, scope: MirrorScope | None = None) -> list[str]:
    """Push; return what was done but for the manifest, which goes before and after each part."""
    store = Watched(folder)
    pushing.push(scope or choosing.scope(), store, str(folder))
    return [each for each in store.done if "manifest.json" not in each]


def _changed() -> None:
    Event.objects.update(public_revision=F("public_revision") + 1)
    Club.objects.update(log_seq=F("log_seq") + 1)


def _faults(folder: Path, scope: MirrorScope) -> list[CheckFault]:
    return [each.fault for each in checking.check(scope, Directory(folder), str(folder))]


@pytest.mark.full
def test_who_takes_back_a_consent_loses_the_page_before_all_else(folder: Path) -> None:
    cast = assemble(players=4, deals_per_round=1)
    two_rated(cast)
    Person.objects.filter(name=PLAYERS[0]).update(shown=True)
    _push(folder)
    person = Person.objects.get(name=PLAYERS[0], club=cast.club)
    page = f"zh/persons/{person.uid}/index.html"
    assert (folder / page).is_file()
    Person.objects.filter(pk=person.pk).update(shown=False)
    _changed()
    cast.event.tournament.events.update(name="改名")
    done = _push(folder)
    gone = done.index(f"remove {page}")
    assert not any("/e/" in each for each in done[:gone])
    assert any(f"write zh/e/{cast.event.uid}/" in each for each in done[gone:])
    assert not any(person.uid in path.read_text("utf-8") for path in folder.rglob("*.html"))
    assert _faults(folder, choosing.scope()) == []


@pytest.mark.full
def test_the_event_of_a_blanked_name_goes_before_the_others(
    folder: Path, settings: Settings
) -> None:
    # What chats show of a link is a picture.
    settings.PUBLIC_ADDRESS = "https://hall.example"
    cast = assemble(players=4, deals_per_round=1)
    cast.closed_round()
    other = another(cast, date(2026, 11, 28))
    organise.publish_round(organise.draw_round(other.event, cast.director), cast.director)
    Person.objects.filter(name=PLAYERS[6]).update(name=NAME)
    _push(folder)
    Person.objects.filter(name=NAME).update(name=Person.BLANKED)
    Event.objects.filter(pk=cast.event.pk).update(name="先前的比赛")
    _changed()
    done = _push(folder)
    of_other = [number for number, each in enumerate(done) if other.event.uid in each]
    of_first = [number for number, each in enumerate(done) if f"/e/{cast.event.uid}/" in each]
    pages = [number for number in of_other if ".html" in done[number]]
    assert max(pages) < min(of_first)
    pictures = [each for each in done[: min(of_first)] if each.endswith(".png")]
    assert pictures, "a picture names people, too"
    assert _faults(folder, choosing.scope()) == []


@pytest.mark.full
def test_a_name_that_only_a_season_shows_is_corrected_first(folder: Path) -> None:
    cast = assemble(players=4, deals_per_round=1)
    scope = _with_a_season_of_another_club(cast)
    Person.objects.filter(name=PLAYERS[0]).update(name=NAME)
    _push(folder, scope)
    assert any(NAME in path.read_text("utf-8") for path in (folder / "zh/s").rglob("*.html"))
    Person.objects.filter(name=NAME).update(name="王晓明")
    assert CheckFault.GONE_NAME in _faults(folder, scope)
    Event.objects.update(name="改名")
    _changed()
    scope = choosing.scope(club=cast.club)
    done = _push(folder, scope)
    of_season = min(number for number, each in enumerate(done) if "zh/s/" in each)
    assert of_season < min(number for number, each in enumerate(done) if "zh/e/" in each)
    assert _faults(folder, scope) == []


def _with_a_season_of_another_club(cast: Cast) -> MirrorScope:
    """Return what a club shows whose season counts an evening that is another club's by now."""
    organise.set_features(cast.club, cast.director, [ClubFeature.SEASONS])
    season = seasons.create_season(cast.club, cast.director, rules(is_public=True))
    choose(cast, season)
    finish(cast)
    others = Club.objects.get(name="城南棋牌俱乐部")
    Tournament.objects.filter(pk=cast.tournament.pk).update(club=others)
    day = date(2026, 12, 5)
    evening = organise.create_tournament(
        cast.club, cast.director, name="冬季赛", starts_on=day, time_zone="Asia/Shanghai"
    )
    plan = organise.EventPlan("双人夜", "gongzhu", {"preset": "classic"}, 1)
    event = organise.create_event(evening, cast.director, plan)
    organise.add_entries(event, cast.director, [["赵子龙"], ["钱大昕"], ["孙中原"], ["李时珍"]])
    organise.publish_round(organise.draw_round(event, cast.director), cast.director)
    return choosing.scope(club=cast.club)


@pytest.mark.full
def test_a_narrowed_mirror_removes_pages_of_members_before_it_writes(folder: Path) -> None:
    cast = assemble(players=4, deals_per_round=1)
    two_rated(cast)
    Person.objects.filter(name=PLAYERS[0]).update(shown=True)
    _push(folder)
    _changed()
    done = _push(folder, choosing.scope([cast.event.uid]))
    persons = [each for each in done if "/persons/" in each]
    assert persons
    assert all(each.startswith("remove") for each in persons)


@pytest.mark.full
def test_a_withdrawn_event_leaves_the_pages_of_members_before_anything_else(folder: Path) -> None:
    cast = assemble(players=4, deals_per_round=1)
    two_rated(cast)
    Person.objects.filter(name=PLAYERS[0]).update(shown=True)
    _push(folder)
    Event.objects.exclude(pk=cast.event.pk).update(state=Event.State.DRAFT)
    _changed()
    done = _push(folder)
    first = next(n for n, each in enumerate(done) if each.startswith("write") and "/e/" in each)
    assert any("/persons/" in each for each in done[:first])
