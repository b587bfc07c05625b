"""The season of the demo: three evenings, one table, and ratings that say who is stronger."""

from __future__ import annotations

from statistics import mean

import pytest

from clubs import seasons
from clubs.ratings import making, reading
from clubs.ratings.values import BEGINNING
from config.simulation.demo import club as demo_club
from config.simulation.demo import season
from tests import cast as people
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import ClubFeature, Event, EventState, Person, Season, Tournament
from tournaments.persons import keys


@pytest.mark.nightly
def test_the_stronger_of_the_demo_have_the_higher_ratings(db: None) -> None:
    owner, director = people.account("owner"), people.account("director")
    club = demo_club.ensure(owner)
    steps: list[None] = []
    season.make(owner, director, lambda: steps.append(None))
    assert len(steps) == sum(show.steps for show in season.SHOWS)
    assert {event.state for event in Event.objects.all()} == {EventState.FINISHED}
    assert [verify(tournament) for tournament in Tournament.objects.all()] == [[], [], []]
    club.refresh_from_db()
    making.update(club)
    standing = reading.standing_events(club, "gongzhu")
    rows = reading.table(standing, public=False)
    assert len(rows) == len(season.PLAYERS)
    assert all(row.rank is not None for row in rows)
    points = {row.person.name: row.value.points for row in rows}
    strongest, middle, weakest = season.PLAYERS[:4], season.PLAYERS[4:8], season.PLAYERS[8:]
    averages = [mean(points[name] for name in four) for four in (strongest, middle, weakest)]
    assert averages == sorted(averages, reverse=True)
    assert points[season.PLAYERS[0]] > points[season.PLAYERS[-1]] + 100
    shown = {row.person.name for row in reading.table(standing, public=True)}
    assert shown == {*season.PLAYERS} - demo_club.UNSHOWN
    assert not list(making.differences(club, "gongzhu"))
    view = seasons.read(Season.objects.get())
    assert len(view.rows) == len(season.PLAYERS)
    assert points[view.rows[0].person.name] > BEGINNING.points > points[view.rows[-1].person.name]
    assert len(view.played) == len(season.EVENINGS)


@pytest.mark.nightly
def test_a_season_that_broke_off_is_completed(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season, "SHOWS", season.SHOWS[:1])
    owner, director = people.account("owner"), people.account("director")
    demo_club.ensure(owner)
    for _ in range(2):
        season.make(owner, director, lambda: None)
    assert Season.objects.get().chosen.count() == 1
    assert Event.objects.count() == 1


def test_the_register_is_made_once_and_found_by_pinyin(db: None) -> None:
    owner = people.account("owner")
    club = demo_club.ensure(owner)
    members = club.persons.order_by("number")
    assert [member.name for member in members] == [*demo_club.MEMBERS]
    assert [member.number for member in members] == [*range(1, len(demo_club.MEMBERS) + 1)]
    assert all(member.sort_key == keys.sort_key(member.name) for member in members)
    assert {*map(ClubFeature, club.features)} == demo_club.FEATURES
    club.refresh_from_db()
    before = club.log_seq
    demo_club.ensure(owner)
    club.refresh_from_db()
    assert club.log_seq == before


@pytest.mark.full
def test_the_rows_of_an_earlier_version_become_members(db: None) -> None:
    """That made a row for every entry; the club had no register and no features."""
    owner = people.account("owner")
    club = organise.create_club("清风棋牌俱乐部", owner)
    for _ in range(3):
        Person.objects.create(club=club, name=demo_club.MEMBERS[0])
    demo_club.ensure(owner)
    rows = club.persons.filter(name=demo_club.MEMBERS[0])
    assert rows.filter(same_as=None).count() == 1
    assert rows.get(same_as=None).number is not None
    assert club.persons.filter(same_as=None).count() == len(demo_club.MEMBERS)
