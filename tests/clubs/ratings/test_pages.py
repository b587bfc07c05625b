"""The ratings of a club at the desk and in public, and the page of a person across events."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from clubs import seasons
from clubs.ratings import model, reading, runs
from clubs.ratings.reading import HistoryStep
from clubs.ratings.values import PROVISIONAL_BELOW, Value
from clubs.seasons import scales
from clubs.seasons.choosing import SeasonChoice
from tests.cast import PLAYERS, Cast
from tests.clubs.ratings.evenings import finish, rate_anew, two_rated, work_off
from tournaments import organise
from tournaments.jobs.models import Job
from tournaments.models import (
    Club,
    ClubFeature,
    Event,
    EventLevel,
    Person,
    RatingRun,
    Season,
    Tournament,
)
from web.publish import cache
from web.publish.club_pages import person as person_pages
from web.publish.club_pages import person_stamps
from web.publish.club_pages import ratings as ratings_pages

GAME = "gongzhu"
MOST = 15


@pytest.fixture
def rated(cast: Cast, client: Client) -> Cast:
    """Two finished evenings, rated; the first player agreed to be shown."""
    two_rated(cast)
    Person.objects.filter(name=PLAYERS[0]).update(shown=True)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return cast


def first(cast: Cast) -> Person:
    return Person.objects.get(club=cast.club, name=PLAYERS[0], same_as=None)


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def public_addresses(cast: Cast) -> list[str]:
    club = cast.club.uid
    return [reverse("ratings", args=[club, GAME]), reverse("ratings_part", args=[club, GAME, 1])]


@pytest.mark.full
def test_the_desk_shows_all_members_with_provisional_ratings_apart(
    rated: Cast, client: Client
) -> None:
    client.force_login(rated.alice)
    page = client.get(reverse("desk_club", args=[rated.club.uid]))
    assert reverse("desk_ratings", args=[rated.club.uid]) in text(page)
    shown = text(client.get(reverse("desk_ratings", args=[rated.club.uid])))
    assert all(name in shown for name in PLAYERS)
    assert "Provisional ratings" in shown
    own = text(client.get(reverse("desk_rating", args=[rated.club.uid, first(rated).uid])))
    assert own.count("<circle") == 2
    assert own.count('class="number total"') == 2


@pytest.mark.full
def test_a_table_without_ratings_says_why(cast: Cast, client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(cast.alice)
    address = reverse("desk_ratings", args=[cast.club.uid])
    organise.set_features(cast.club, cast.director, [ClubFeature.RATINGS])
    Job.objects.all().delete()
    assert "when the first event is finished" in text(client.get(address))
    finish(cast)
    # The job that the finish ordered is not done yet.
    waiting = client.get(address)
    assert "are being computed from the finished events" in text(waiting)
    assert waiting.headers["Refresh"]
    work_off(cast)
    done = client.get(address)
    assert "Make guests members" in text(done)
    assert "Refresh" not in done.headers


@pytest.mark.full
def test_what_was_played_before_is_rated_when_ratings_are_switched_on(
    cast: Cast, client: Client
) -> None:
    Person.objects.filter(club=cast.club).update(guest=False)
    finish(cast)
    assert work_off(cast) == 0
    organise.set_features(cast.club, cast.director, [ClubFeature.RATINGS])
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    address = reverse("desk_ratings", args=[cast.club.uid])
    assert "are being computed" in text(client.get(address))
    assert work_off(cast) > 0
    shown = text(client.get(address))
    assert "are being computed" not in shown
    assert all(name in shown for name in PLAYERS)


@pytest.mark.full
def test_an_unchanged_page_is_not_made_for_whoever_asks_again(
    rated: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = [public_addresses(rated)[0], reverse("person", args=[first(rated).uid])]
    stamps = [client.get(address)["ETag"] for address in addresses]
    for module in (ratings_pages, person_pages):
        monkeypatch.delattr(module, "read")
    for address, stamp in zip(addresses, stamps, strict=True):
        assert client.get(address, headers={"if-none-match": stamp}).status_code == 304


@pytest.mark.full
def test_whatever_the_ratings_show_moves_their_page(rated: Cast) -> None:
    one, two = Person.objects.filter(name__in=PLAYERS[:2]).order_by("pk")
    rows = Person.objects.filter(pk=one.pk)
    changes: list[Callable[[], object]] = [
        lambda: rows.update(name="改名"),
        lambda: rows.update(mark=" #7"),
        lambda: rows.update(shown=False),
        lambda: Person.objects.filter(pk=two.pk).update(blanked_at="2026-11-29T00:00:00Z"),
        lambda: Club.objects.filter(pk=rated.club.pk).update(name="改俱乐部"),
        lambda: rate_anew(rated),
    ]
    seen = {str(reading.stamp(rated.club, GAME))}
    for number, change_it in enumerate(changes, 2):
        change_it()
        seen.add(str(reading.stamp(Club.objects.get(pk=rated.club.pk), GAME)))
        assert len(seen) == number


@pytest.mark.full
def test_whatever_a_person_shows_moves_the_page(rated: Cast) -> None:
    met = person_pages.seats_beside([first(rated).pk]).values("person")
    other = Person.objects.filter(pk__in=met)[0]
    rows = Person.objects.filter(pk=first(rated).pk)
    season = seasons.create_season(
        rated.club, rated.director, seasons.SeasonRules("2026", scales.read_text("1: n"))
    )
    choice = SeasonChoice(EventLevel.EVENING, Fraction(1))
    changes: list[Callable[[], object]] = [
        lambda: rows.update(name="改名"),
        lambda: rows.update(number=99),
        lambda: Person.objects.filter(pk=other.pk).update(name="改对手"),
        lambda: Person.objects.filter(pk=other.pk).update(mark=" #7"),
        lambda: Person.objects.filter(pk=other.pk).update(shown=True),
        lambda: Person.objects.filter(pk=other.pk).update(blanked_at="2026-11-29T00:00:00Z"),
        lambda: Person.objects.create(club=rated.club, name="又名", same_as=first_row(rated)),
        lambda: Event.objects.filter(pk=rated.event.pk).update(public_revision=10_000),
        lambda: Event.objects.filter(pk=rated.event.pk).update(name="改项目"),
        lambda: Tournament.objects.filter(pk=rated.tournament.pk).update(name="改比赛"),
        lambda: Tournament.objects.filter(pk=rated.tournament.pk).update(starts_on="2030-01-01"),
        lambda: rate_anew(rated),
        lambda: Club.objects.filter(pk=rated.club.pk).update(
            features=[ClubFeature.RATINGS, ClubFeature.SEASONS]
        ),
        lambda: seasons.choose_events(
            season, rated.director, {rated.event.pk: choice}, [rated.event.pk]
        ),
        lambda: Season.objects.update(name="改赛季"),
        lambda: Season.objects.update(is_public=False),
        lambda: Club.objects.filter(pk=rated.club.pk).update(name="改俱乐部"),
    ]
    key = first(rated).pk
    seen = {str(stamp_of(key))}
    for number, change_it in enumerate(changes, 2):
        change_it()
        seen.add(str(stamp_of(key)))
        assert len(seen) == number


def stamp_of(key: int) -> object:
    return person_stamps.find(Person.objects.select_related("club").get(pk=key))[1]


def first_row(cast: Cast) -> Person:
    return Person.objects.filter(club=cast.club, same_as=None).order_by("pk")[0]


@pytest.mark.full
def test_a_kept_page_names_nobody_who_took_the_consent_back(
    rated: Cast, client: Client, settings: Settings
) -> None:
    settings.LIVE_PAUSE = 100_000
    cache.forget()
    own, table = reverse("person", args=[first(rated).uid]), public_addresses(rated)[0]
    assert PLAYERS[0] in text(client.get(own))
    assert PLAYERS[0] in text(client.get(table))
    uid = first(rated).uid
    Person.objects.filter(uid=uid).update(shown=False)
    assert client.get(own).status_code == 404
    assert PLAYERS[0] not in text(client.get(table))


@pytest.mark.full
def test_the_home_page_leads_to_ratings_and_seasons(rated: Cast, client: Client) -> None:
    table = public_addresses(rated)[0]
    assert table in text(client.get("/"))
    season = seasons.create_season(
        rated.club, rated.director, seasons.SeasonRules("2026秋季", scales.read_text("1: n"))
    )
    address = reverse("season", args=[season.uid])
    assert address not in text(client.get("/"))
    organise.set_features(rated.club, rated.director, [ClubFeature.SEASONS])
    home = text(client.get("/"))
    assert address in home
    assert table not in home
    Season.objects.update(is_public=False)
    assert address not in text(client.get("/"))


def test_a_home_page_without_them_asks_no_more_than_before(cast: Cast, client: Client) -> None:
    without = _queries(client, "/")
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK])
    assert _queries(client, "/") == without
    assert "Seasons and ratings" not in text(client.get("/"))


@pytest.mark.full
def test_a_club_without_ratings_has_no_such_page(rated: Cast, client: Client) -> None:
    Club.objects.filter(pk=rated.club.pk).update(features=[])
    assert {client.get(path).status_code for path in public_addresses(rated)} == {404}
    client.force_login(rated.alice)
    page = client.get(reverse("desk_club", args=[rated.club.uid]))
    assert reverse("desk_ratings", args=[rated.club.uid]) not in text(page)
    own = reverse("desk_rating", args=[rated.club.uid, first(rated).uid])
    for path in (reverse("desk_ratings", args=[rated.club.uid]), own):
        assert client.get(path).status_code == 404


@pytest.mark.full
def test_a_game_or_a_part_that_is_not_there_is_not_found(rated: Cast, client: Client) -> None:
    for args in ([rated.club.uid, "chess"], ["0" * 12, GAME]):
        assert client.get(reverse("ratings", args=args)).status_code == 404
    assert client.get(reverse("ratings_part", args=[rated.club.uid, GAME, 2])).status_code == 404


@pytest.mark.full
def test_no_page_asks_more_than_fifteen_times(rated: Cast, client: Client) -> None:
    club, person = rated.club.uid, first(rated).uid
    paths = [*public_addresses(rated), reverse("person", args=[person])]
    asked = {path: _queries(client, path) for path in paths}
    client.force_login(rated.alice)
    for path in (
        reverse("desk_ratings", args=[club]),
        reverse("desk_rating", args=[club, person]),
    ):
        asked[path] = _queries(client, path)
    assert {path: number for path, number in asked.items() if number > MOST} == {}


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.full
def test_ranks_are_shared_by_equal_points_and_provisional_ones_have_none(rated: Cast) -> None:
    rows = reading.table(reading.standing_events(rated.club, GAME), public=False)
    assert {row.rank for row in rows} == {None}
    assert [row.value.points for row in rows] == sorted(
        (row.value.points for row in rows), reverse=True
    )


@pytest.mark.full
def test_the_command_compares_every_digit(
    rated: Cast, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.management.examining_command._admit", lambda: None)
    call_command("ratings")
    call_command("ratings", again=True)
    assert len(capsys.readouterr().out.splitlines()) == 2
    rate = model.rate_event

    def otherwise(*args: Any) -> dict[int, Value]:
        return {
            person: Value(value.mean, value.deviation + 1, value.games)
            for person, value in rate(*args).items()
        }

    monkeypatch.setattr(model, "rate_event", otherwise)
    with pytest.raises(CommandError, match=first(rated).uid):
        call_command("ratings", again=True)


def step(points: int, games: int) -> HistoryStep:
    value = Value((points - 500) * 250, 50_000, games)
    return HistoryStep("0" * 12, "个人赛", "秋季赛", date(2026, 11, 21), value, value)


def test_the_chart_begins_before_the_first_event_and_is_dashed_while_provisional() -> None:
    assert ratings_pages.rating_chart([]) is None
    games = (5, 10, PROVISIONAL_BELOW, PROVISIONAL_BELOW + 5)
    chart = ratings_pages.rating_chart([step(1500 + 20 * n, g) for n, g in enumerate(games)])
    assert chart is not None
    assert len(chart.provisional.split()) == 3
    assert len(chart.line.split()) == 3
    assert chart.provisional.split()[0].startswith(f"{chart.left},")
    assert chart.provisional.split()[-1] == chart.line.split()[0]
    assert chart.dots[0].y > chart.dots[-1].y
    assert all(0 <= dot.x <= chart.width and 0 <= dot.y <= chart.height for dot in chart.dots)


@pytest.mark.parametrize(("steps", "dated"), [(1, [1]), (3, [1, 2, 3]), (12, [3, 6, 9, 12])])
def test_the_dates_of_the_chart_are_as_many_as_find_room(steps: int, dated: list[int]) -> None:
    chart = ratings_pages.rating_chart([step(1500, 30) for _ in range(steps)])
    assert chart is not None
    assert [chart.dots.index(dot) + 1 for dot in chart.dated] == dated
    assert chart.day_format == "m-d"


@pytest.mark.full
def test_a_game_in_which_nobody_was_rated_has_no_table(rated: Cast, client: Client) -> None:
    RatingRun.objects.create(
        club=rated.club, game="shengji", number=1, start=0, model="", version="", parameters={}
    )
    assert reading.rated_games(rated.club) == [GAME]
    assert client.get(reverse("ratings", args=[rated.club.uid, "shengji"])).status_code == 404


def test_the_small_line_of_a_rating_stays_within_and_a_calm_one_is_calm() -> None:
    wild = ratings_pages.RatingMove((1500, 2100, 1400))
    heights = [int(point.split(",")[1]) for point in wild.line.split()]
    assert min(heights) == 4
    assert max(heights) == 20
    calm = ratings_pages.RatingMove((1500, 1510))
    heights = [int(point.split(",")[1]) for point in calm.line.split()]
    assert max(heights) - min(heights) <= 1
    assert calm.words == "等级分由1500至1510"


@pytest.mark.full
def test_the_latest_ratings_of_a_member_are_read_by_their_columns(rated: Cast) -> None:
    standing = reading.standing_events(rated.club, GAME)
    uid = first(rated).uid
    first_step, last_step = reading.history(rated.club, GAME, [first(rated).pk])
    after = [first_step.after.points, last_step.after.points]
    with CaptureQueriesContext(connection) as captured:
        whole = reading.latest_points(standing, [uid, "0" * 12], 12)
    assert whole == {uid: (first_step.before.points, *after)}
    assert "deviation" not in captured[0]["sql"]
    assert reading.latest_points(standing, [uid], 2) == {uid: tuple(after)}
    assert reading.latest_points([], [uid], 12) == {}


@pytest.mark.full
def test_a_table_is_read_from_the_rated_events_of_one_moment(
    rated: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def asking(club: Club, game: str) -> list[runs.Rated]:
        asked.append(game)
        return runs.rated_events(club, game)

    monkeypatch.setattr("clubs.ratings.values.PROVISIONAL_BELOW", 1)
    monkeypatch.setattr("clubs.ratings.reading.rated_events", asking)
    cache.forget()
    shown = text(client.get(public_addresses(rated)[0]))
    assert asked == [GAME]
    assert shown.count('class="spark"') == 1
    monkeypatch.setattr("clubs.ratings.reading.latest_points", lambda *_: {})
    cache.forget()
    assert 'class="spark"' not in text(client.get(public_addresses(rated)[0]))
