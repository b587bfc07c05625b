"""The seasons of a club at the desk: made, chosen, corrected, on paper and in files."""

from __future__ import annotations

import io
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader
from pytest_django import Settings

from clubs import seasons
from clubs.members import merging
from clubs.seasons import reading
from clubs.seasons.choosing import SeasonChoice
from tests.cast import Cast
from tests.clubs.ratings.evenings import another
from tests.clubs.seasons.test_posting import finish
from tests.kept_worlds import kept
from tournaments import organise
from tournaments.models import (
    Club,
    ClubFeature,
    Event,
    EventLevel,
    Membership,
    Person,
    Result,
    Role,
    Season,
    SeasonPoints,
    Tournament,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.wording.values import signed
from web.publish import cache

MOST = 15


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    return signed_in(cast, client)


def signed_in(cast: Cast, client: Client) -> Client:
    """Return the browser of the owner of a club that uses seasons."""
    cast.club.features = [ClubFeature.SEASONS.value]
    cast.club.save(update_fields=["features"])
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def pdf(answer: Any) -> str:
    assert answer["Content-Type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return "".join(page.extract_text() for page in pages)


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.fixture
def season(cast: Cast) -> Season:
    return filled(cast)


@kept
def filled(cast: Cast) -> Season:
    """A season made and filled at the desk, of an event that is finished."""
    with translation.override(translation.get_language()):
        return _filled(cast, signed_in(cast, Client()))


def _filled(cast: Cast, desk: Client) -> Season:
    made = desk.post(
        reverse("desk_seasons", args=[cast.club.uid]), {"name": "2026秋季", "template": "linear"}
    )
    season = Season.objects.get()
    assert made["Location"] == reverse("desk_season_events", args=[season.uid])
    finish(cast)
    Person.objects.update(guest=False)
    uid = cast.event.uid
    typed = {"events": uid, f"{uid}-counts": "on", f"{uid}-level": "monthly", f"{uid}-factor": ""}
    answer = desk.post(made["Location"], typed, follow=True)
    assert "The events are chosen" in text(answer)
    return season


@pytest.mark.full
def test_a_club_that_wants_none_sees_none(cast: Cast, season: Season, owner: Client) -> None:
    desk = reverse("desk_club", args=[cast.club.uid])
    assert reverse("desk_seasons", args=[cast.club.uid]) in text(owner.get(desk))
    cast.club.features = []
    cast.club.save()
    assert reverse("desk_seasons", args=[cast.club.uid]) not in text(owner.get(desk))
    for name in ("desk_season", "desk_season_rules", "desk_season_events", "season"):
        assert owner.get(reverse(name, args=[season.uid])).status_code == 404


@pytest.mark.full
def test_the_table_names_everybody_with_points(cast: Cast, season: Season, owner: Client) -> None:
    view = seasons.read(season)
    page = text(owner.get(reverse("desk_season", args=[season.uid])))
    assert view.rows
    assert [each.person.name for each in view.rows if each.person.name not in page] == []
    assert "×3/2" in page
    public = text(owner.get(reverse("season", args=[season.uid])))
    assert [each.person.name for each in view.rows if each.person.name not in public] == []


@pytest.mark.full
def test_a_public_page_is_new_once_its_points_are(
    cast: Cast, season: Season, owner: Client
) -> None:
    address = reverse("season_live", args=[season.uid])
    first = owner.get(address)
    again = owner.get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    Season.objects.update(counts_guests=True, best_of=1)
    assert owner.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


@pytest.mark.full
def test_an_unchanged_season_is_not_made_for_whoever_asks_again(
    season: Season, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = seasons.read(season).rows[0].person.uid
    Person.objects.update(shown=True)
    addresses = [
        reverse("season_live", args=[season.uid]),
        reverse("season_person_live", args=[season.uid, person]),
    ]
    stamps = [owner.get(address)["ETag"] for address in addresses]
    monkeypatch.delattr(seasons, "read")
    for address, stamp in zip(addresses, stamps, strict=True):
        assert owner.get(address, headers={"if-none-match": stamp}).status_code == 304


@pytest.mark.full
def test_whatever_a_season_shows_moves_its_page(cast: Cast, season: Season) -> None:
    seen = {str(reading.stamp(season))}
    other = Person.objects.create(club=cast.club, name="别人")
    points = SeasonPoints.objects.filter(season=season)
    one = Person.objects.get(pk=points.values_list("person", flat=True)[0])
    persons = Person.objects.filter(pk=one.pk)
    changes: list[Callable[[], object]] = [
        lambda: persons.update(name="改名"),
        lambda: persons.update(mark=" #7"),
        lambda: persons.update(shown=True),
        lambda: persons.update(guest=True, number=None),
        lambda: persons.update(same_as=other),
        lambda: Person.objects.filter(pk=other.pk).update(name="再改名"),
        lambda: Person.objects.filter(pk=other.pk).update(shown=True),
        lambda: Season.objects.update(name="改赛季"),
        lambda: Season.objects.update(best_of=1),
        lambda: Season.objects.update(counts_guests=True),
        lambda: Season.objects.update(state="finished"),
        lambda: Club.objects.filter(pk=cast.club.pk).update(name="改俱乐部"),
        lambda: Tournament.objects.update(name="改比赛"),
        lambda: Tournament.objects.update(starts_on="2030-01-01"),
        lambda: Event.objects.update(name="改项目"),
        lambda: season.chosen.update(factor_numerator=7),
        lambda: season.chosen.update(level="open"),
        lambda: season.guest_clubs.create(club=Club.objects.exclude(pk=cast.club.pk)[0]),
        lambda: season.chosen.all().delete(),
    ]
    for number, change_it in enumerate(changes, 2):
        change_it()
        seen.add(str(reading.stamp(Season.objects.get(pk=season.pk))))
        assert len(seen) == number


@pytest.mark.full
def test_a_kept_season_names_nobody_who_is_blanked(
    cast: Cast, season: Season, owner: Client, settings: Settings
) -> None:
    settings.LIVE_PAUSE = 100_000
    cache.forget()
    who = seasons.read(season).rows[0].person
    address = reverse("season", args=[season.uid])
    assert f"p-{who.uid}" in text(owner.get(address))
    Person.objects.filter(uid=who.uid).update(shown=True)
    own = reverse("season_person", args=[season.uid, who.uid])
    assert own in text(owner.get(address))
    assert owner.get(own).status_code == 200
    merging.blank(cast.club, cast.director, Person.objects.get(uid=who.uid))
    assert f">{who.name}<" not in text(owner.get(address))
    assert own not in text(owner.get(address))
    assert owner.get(own).status_code == 404


@pytest.mark.full
def test_rules_that_are_wrong_are_named_and_nothing_is_lost(season: Season, owner: Client) -> None:
    address = reverse("desk_season_rules", args=[season.uid])
    typed = {"name": "2026秋季", "scale": "1: 5 x\n9: 3", "sharing": "each", "attendance": "-1"}
    page = text(owner.post(address, typed))
    assert "Line 1 of the scale cannot be read." in page
    assert "Points for attendance are a number of 0 or more" in page
    assert "1: 5 x" in page
    good = {**typed, "scale": "1: 5 3", "attendance": "1/2", "is_public": "on"}
    answer = owner.post(address, good, follow=True)
    assert "the points follow them" in text(answer)
    assert SeasonPoints.objects.filter(reason="rules").exists()


@pytest.mark.full
def test_a_factor_that_is_wrong_is_named(cast: Cast, season: Season, owner: Client) -> None:
    uid, address = cast.event.uid, reverse("desk_season_events", args=[season.uid])
    typed = {"events": uid, f"{uid}-counts": "on", f"{uid}-level": "open", f"{uid}-factor": "0"}
    page = text(owner.post(address, typed))
    assert "a factor is a number above 0" in page
    assert season.chosen.get().level == "monthly"


@pytest.mark.full
def test_events_to_choose_say_how_far_they_are(cast: Cast, season: Season, owner: Client) -> None:
    address = reverse("desk_season_events", args=[season.uid])
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    organise.create_event(cast.tournament, cast.director, plan)
    page = text(owner.get(address))
    assert "Not begun" in page
    assert "Finished" in page
    assert "published" not in page


@pytest.mark.full
def test_events_of_one_day_are_told_apart_by_their_names(
    cast: Cast, season: Season, owner: Client
) -> None:
    address = reverse("season", args=[season.uid])
    alone = f'<span class="small season-event"> {cast.event.name}</span>'
    assert alone in text(owner.get(address))
    other = another(cast, cast.tournament.starts_on)
    finish(other)
    choice = SeasonChoice(EventLevel.EVENING, Fraction(1))
    both = {cast.event.pk: choice, other.event.pk: choice}
    seasons.choose_events(season, cast.director, both, list(both))
    page = text(owner.get(address))
    for each in (cast, other):
        named = f'season-event season-event-needed"> {each.tournament.name}</span>'
        assert named in page


@pytest.mark.full
def test_points_are_an_associations_only_where_it_grants_them(
    season: Season, owner: Client
) -> None:
    each = seasons.read(season).rows[0].person.uid
    table, own = (
        reverse("desk_season", args=[season.uid]),
        reverse("desk_season_person", args=[season.uid, each]),
    )
    assert "own points, not an" in text(owner.get(table))
    assert "club points" in text(owner.get(own))
    typed = {"name": "2026秋季", "scale": "1: n", "sharing": "each", "granted_by": "省棋牌协会"}
    owner.post(reverse("desk_season_rules", args=[season.uid]), typed)
    assert "granted by 省棋牌协会" in text(owner.get(table))
    assert "master points" in text(owner.get(own))
    assert "club points" not in text(owner.get(own))


@pytest.mark.full
def test_the_desk_says_which_points_of_guests_do_not_count(season: Season, owner: Client) -> None:
    address = reverse("desk_season", args=[season.uid])
    assert "do not count" not in text(owner.get(address))
    Person.objects.update(guest=True)
    page = text(owner.get(address))
    assert f"{season.points.values('person').distinct().count()} guests have earned" in page
    Season.objects.update(counts_guests=True)
    assert "do not count" not in text(owner.get(address))


@pytest.mark.full
def test_a_correction_after_the_posting_shows_its_difference(
    cast: Cast, season: Season, owner: Client
) -> None:
    before = season.points.count()
    deal = Result.live.first().deal  # type: ignore[union-attr]
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(Result.Kind.NOT_PLAYED, {})
        origin = ledger.Origin(uid="ruling", label="ruling")
        ledger.post(made, deal, report, seen=deal.version, origin=origin, reason="误记")
    row = season.points.order_by("pk")[before:].first()
    assert row
    page = text(owner.get(reverse("desk_season_person", args=[season.uid, row.person.uid])))
    assert "the event was taken into the season" in page
    assert "the result was corrected" in page
    assert signed(row.amount) in page
    found = seasons.read(season).find(row.person.uid)
    posted = [each.amount for each in season.points.filter(person=row.person)]
    assert found
    assert sum(posted) == found.row.total


@pytest.mark.full
def test_two_clubs_are_a_league(cast: Cast, season: Season, owner: Client) -> None:
    page, address = (
        reverse(name, args=[season.uid]) for name in ("desk_season", "desk_season_clubs")
    )
    other = Club.objects.get(name="城南棋牌俱乐部")
    refused = owner.post(address, {"club": other.uid}, follow=True)
    assert "You can only admit a club that you direct too" in text(refused)
    Membership.objects.create(user=cast.alice, club=other, role=Role.DIRECTOR)
    assert "takes part" in text(owner.post(address, {"club": other.uid}, follow=True))
    Tournament.objects.update(club=other)
    events = text(owner.get(reverse("desk_season_events", args=[season.uid])))
    assert cast.event.name in events
    leave = {"club": other.uid, "leave": "1"}
    assert "Remove them first" in text(owner.post(address, leave, follow=True))
    assert other.name in text(owner.get(page))
    other_director = Client()
    other_director.force_login(cast.charlie)
    assert other_director.get(page).status_code == 200
    rules = reverse("desk_season_rules", args=[season.uid])
    assert other_director.get(rules).status_code == 403


@pytest.mark.full
def test_a_finished_season_is_reopened(season: Season, owner: Client) -> None:
    address = reverse("desk_season_state", args=[season.uid])
    assert "its papers are final" in text(owner.post(address, follow=True))
    assert "The season is open again." in text(owner.post(address, follow=True))


@pytest.mark.full
def test_no_page_of_a_season_takes_more_than_fifteen_queries(season: Season, owner: Client) -> None:
    person = seasons.read(season).rows[0].person.uid
    asked = {
        name: len(queries)
        for name, args in {
            "desk_seasons": [season.club.uid],
            "desk_season": [season.uid],
            "desk_season_rules": [season.uid],
            "desk_season_events": [season.uid],
            "desk_season_person": [season.uid, person],
            "desk_season_file": [season.uid, "pdf"],
            "desk_season_certificate": [season.uid, person],
            "desk_season_certificates": [season.uid],
            "season": [season.uid],
        }.items()
        for queries in [_queries(owner, reverse(name, args=args))]
    }
    assert {name: count for name, count in asked.items() if count > MOST} == {}


def _queries(client: Client, path: str) -> list[Any]:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return list(asked.captured_queries)
