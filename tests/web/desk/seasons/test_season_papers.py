"""The papers, files and certificates of a season."""

from __future__ import annotations

import io
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from clubs import seasons
from clubs.seasons import reading
from tests.cast import Cast
from tests.web.desk.seasons.test_seasons import filled, pdf, signed_in, text
from tournaments.models import (
    Season,
)


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    return signed_in(cast, client)


@pytest.fixture
def season(cast: Cast) -> Season:
    return filled(cast)


@pytest.mark.full
def test_the_papers_and_files_of_a_season(season: Season, owner: Client) -> None:
    each = seasons.read(season).rows[0]
    words = {
        "desk_season_file": each.person.name,
        "desk_season_certificate": each.person.name,
    }
    for name, expected in words.items():
        last = "pdf" if name == "desk_season_file" else each.person.uid
        answer = owner.get(reverse(name, args=[season.uid, last]))
        assert answer["Content-Type"] == "application/pdf"
        pages = PdfReader(io.BytesIO(answer.content)).pages
        assert expected in "".join(page.extract_text() for page in pages)
    csv = owner.get(reverse("desk_season_file", args=[season.uid, "csv"])).content.decode()
    assert each.person.name in csv
    xlsx = owner.get(reverse("desk_season_file", args=[season.uid, "xlsx"]))
    assert xlsx.content[:2] == b"PK"
    person = reverse("desk_season_person", args=[season.uid, each.person.uid])
    assert "the event was taken into the season" in text(owner.get(person))


@pytest.mark.full
def test_a_certificate_is_a_specimen_until_the_season_is_finished(
    season: Season, owner: Client
) -> None:
    first = seasons.read(season).rows[0]
    own = reverse("desk_season_person", args=[season.uid, first.person.uid])
    certificate = reverse("desk_season_certificate", args=[season.uid, first.person.uid])
    assert "only a specimen" in text(owner.get(own))
    assert "SPECIMEN" in pdf(owner.get(certificate))
    owner.post(reverse("desk_season_state", args=[season.uid]))
    assert "only a specimen" not in text(owner.get(own))
    paper = pdf(owner.get(certificate))
    assert "SPECIMEN" not in paper
    for words in (first.person.name, "first place", season.name, season.club.name, "Signature"):
        assert words in paper


@pytest.mark.full
def test_a_certificate_keeps_its_day_and_its_number(
    season: Season, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda *_args: date(2026, 12, 31))
    owner.post(reverse("desk_season_state", args=[season.uid]))
    monkeypatch.setattr(timezone, "localdate", lambda *_args: date(2027, 1, 5))
    view = seasons.read(Season.objects.get())
    assert reading.certificate_day(view) == date(2026, 12, 31)
    numbers = list(reading.certificate_numbers(view).values())
    assert numbers[:2] == ["2026-01-001", "2026-01-002"]
    assert len(set(numbers)) == len(view.rows)
    owner.post(reverse("desk_season_state", args=[season.uid]))
    assert Season.objects.get().finished_on is None


@pytest.mark.full
def test_the_first_three_have_their_certificates_at_once(season: Season, owner: Client) -> None:
    first = [each for each in seasons.read(season).rows if each.row.rank <= 3]
    answer = owner.get(reverse("desk_season_certificates", args=[season.uid]))
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert len(pages) == len(first)
    for page, each in zip(pages, first, strict=True):
        assert each.person.name in page.extract_text()
        assert (page.mediabox.width, page.mediabox.height) == (
            page.mediabox.right,
            page.mediabox.top,
        )
        assert page.mediabox.width > page.mediabox.height
    season.chosen.all().delete()
    empty = owner.get(reverse("desk_season_certificates", args=[season.uid]))
    assert empty.status_code == 404
