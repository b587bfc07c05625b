"""The certificate of a person in a season, as a page and as the PDF that strangers may have."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader
from pytest_django import Settings

from clubs import seasons
from clubs.members import merging
from clubs.seasons import scales
from clubs.seasons.choosing import SeasonChoice
from scoring.problems import Problem, Refused
from tests.cast import Cast
from tests.clubs.seasons.test_posting import finish
from tournaments.models import ClubFeature, EventLevel, Person, Season
from web.publish import cache
from web.publish.club_pages import certificate
from web.publish.pdf.typefaces import FontProblem

MOST = 15


@pytest.fixture
def season(cast: Cast, client: Client) -> Season:
    """A season of one evening, whose persons agreed to be shown."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    cast.club.features = [ClubFeature.SEASONS.value]
    cast.club.save()
    finish(cast)
    Person.objects.update(guest=False, shown=True)
    rules = seasons.SeasonRules("2026秋季", scales.read_text("1: n"))
    season = seasons.create_season(cast.club, cast.director, rules)
    choice = SeasonChoice(EventLevel.EVENING, Fraction(1))
    seasons.choose_events(season, cast.director, {cast.event.pk: choice}, [cast.event.pk])
    return season


def address(season: Season, name: str = "season_certificate", rank: int = 1) -> str:
    return reverse(name, args=[season.uid, seasons.read(season).rows[rank - 1].person.uid])


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.full
def test_page_and_pdf_say_the_same(client: Client, season: Season) -> None:
    each = seasons.read(season).rows[0]
    page = words(client.get(address(season)))
    pdf = client.get(address(season, "season_certificate_pdf"))
    assert pdf["Content-Type"] == "application/pdf"
    paper = PdfReader(io.BytesIO(pdf.content)).pages[0].extract_text()
    for text in (each.person.name, "first place", season.name, season.club.name, "Signature"):
        assert text in page
        assert text in paper
    assert 'data-place="1"' in page
    assert address(season, "season_certificate_pdf") in page


@pytest.mark.full
def test_it_is_a_specimen_until_the_season_is_finished(
    cast: Cast, client: Client, season: Season
) -> None:
    own = address(season, "season_person")
    assert "SPECIMEN" in words(client.get(address(season)))
    assert ">Sample certificate</a>" in words(client.get(own))
    seasons.finish_season(season, cast.director)
    assert "SPECIMEN" not in words(client.get(address(season)))
    assert "A specimen" not in words(client.get(address(season)))
    assert ">Certificate</a>" in words(client.get(own))


@pytest.mark.full
def test_only_the_first_three_places_have_a_medal(client: Client, season: Season) -> None:
    rows = seasons.read(season).rows
    for line, each in enumerate(rows, 1):
        page = words(client.get(address(season, rank=line)))
        assert ("certificate-medal" in page) == (each.row.rank <= 3)
    assert rows[-1].row.rank > 3


@pytest.mark.full
@pytest.mark.parametrize("name", ["season_certificate", "season_certificate_pdf"])
def test_who_is_not_shown_has_none(client: Client, season: Season, name: str) -> None:
    path = address(season, name)
    assert client.get(path).status_code == 200
    Person.objects.update(shown=False)
    assert client.get(path).status_code == 404
    Person.objects.update(shown=True)
    nobody = reverse(name, args=[season.uid, "abcdefghjkmn"])
    assert client.get(nobody).status_code == 404


@pytest.mark.full
@pytest.mark.parametrize("name", ["season_certificate", "season_certificate_pdf"])
def test_a_kept_one_is_gone_with_a_member_who_is_blanked(
    cast: Cast, client: Client, season: Season, settings: Settings, name: str
) -> None:
    settings.LIVE_PAUSE = 100_000
    cache.forget()
    who, path = seasons.read(season).rows[0].person, address(season, name)
    assert client.get(path).status_code == 200
    merging.blank(cast.club, cast.director, Person.objects.get(uid=who.uid))
    assert client.get(path).status_code == 404


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "maker"),
    [("season_certificate", "read"), ("season_certificate_pdf", "draw")],
)
def test_an_unchanged_one_is_made_once(
    client: Client,
    season: Season,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    maker: str,
) -> None:
    settings.LIVE_PAUSE = 5
    cache.forget()
    path = address(season, name)
    first = client.get(path)
    monkeypatch.delattr(seasons if maker == "read" else certificate, maker)
    assert client.get(path).content == first.content
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304


@pytest.mark.full
def test_without_a_font_there_is_no_pdf(
    client: Client, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object) -> bytes:
        raise Refused([Problem(FontProblem.FONT_MISSING)])

    monkeypatch.setattr(certificate, "draw", refuse)
    assert client.get(address(season, "season_certificate_pdf")).status_code == 404


@pytest.mark.full
@pytest.mark.parametrize("name", ["season_certificate", "season_certificate_pdf"])
def test_it_takes_few_queries(client: Client, season: Season, name: str) -> None:
    path = address(season, name)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    assert len(asked) <= MOST
