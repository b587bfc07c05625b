"""The face of a club in the head of its public pages and walls, and at the desk of its owner."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from clubs.face import logos
from clubs.face.choosing import choose_face
from tests.cast import Cast
from tests.clubs.face.test_logos import SVG, file
from tests.web.publish.test_by_state import markup
from tournaments.models import Club, ClubInk, Round
from web.publish.seals import club_face, drawing
from web.publish.seals.club_face import ClubFace, face_of, face_of_all
from web.publish.seals.drawing import LEAST_ALONE, club_mark


@pytest.mark.usefixtures("serif_face")
def test_the_mark_is_the_first_sign_of_the_name_in_the_colour_of_the_club() -> None:
    face = ClubFace("清风棋牌俱乐部", "0" * 12, ink="tea")
    mark = face.mark

    assert face.body_class == "club-ink ink-tea"
    assert 'aria-hidden="true"' in mark
    assert "var(--club-ink)" in mark
    assert "--seal" not in mark, "the red is that of persons, and of what is official"
    found = club_mark(face.name, face.uid)
    assert found
    assert (len(found.shape.signs), found.beside_name(LEAST_ALONE - 1)) == (1, "")


@pytest.mark.parametrize("name", ["Jade & Co", "🀄社", "𠮷社"])
def test_a_name_without_such_a_sign_has_its_first_letter_in_the_square(name: str) -> None:
    assert ClubFace(name, "0" * 12).mark == f'<span class="club-mark">{escape(name[0])}</span>'


def test_without_the_package_the_first_sign_is_a_letter_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(club_face, "serif", lambda: None)
    monkeypatch.setattr(drawing, "serif", lambda: None)
    monkeypatch.setattr("web.publish.pdf.outlines.serif", lambda: None)
    assert ClubFace("清风", "0" * 12).mark == '<span class="club-mark">清</span>'


def test_several_clubs_have_no_common_face() -> None:
    clubs = [Club(name="甲", uid="1" * 12), Club(name="乙", uid="2" * 12)]
    assert face_of_all(clubs) is None
    assert face_of_all([]) is None
    assert face_of_all(clubs[:1] * 2) == face_of(clubs[0])


@pytest.mark.full
def test_pages_and_walls_have_the_face_of_their_club_and_follow_it_at_once(
    cast: Cast, round_: Round, english: Client
) -> None:
    uid = cast.event.uid
    before = english.get(reverse("event", args=[uid]))
    assert cast.club.name in before.content.decode()
    assert "ink-olive" not in before.content.decode()

    logo = logos.read(file("PNG"))
    choose_face(cast.club, cast.director, ink=ClubInk.OLIVE, logo=logo)

    address = reverse("logo", args=[logo.digest])
    for name, args in {
        "home": (),
        "event": (uid,),
        "round": (uid, round_.number),
        "entry": (uid, 1),
        "deal": (cast.deals(round_)[0].uid,),
        "hall_standings": (uid,),
        "hall_standings_live": (uid,),
        "hall_overview": (cast.tournament.uid,),
    }.items():
        page = markup(english, name, *args)
        assert address in page, name
        assert escape(cast.club.name) in page, name
        assert "ink-olive" in page or name.endswith("_live"), name
    seen = {"If-None-Match": before["ETag"]}
    assert english.get(reverse("event", args=[uid]), headers=seen).status_code == 200
    # The program is a small mark at the foot.
    page = markup(english, "event", uid)
    assert page.index('class="site-mark"') > page.index("<footer")
    assert "wordmark" not in page


@pytest.mark.full
def test_the_owner_chooses_and_sees_the_face_of_the_own_club_alone(
    cast: Cast, client: Client
) -> None:
    address = reverse("desk_club_face", args=[cast.club.uid])
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(address).content.decode()
    assert page.count("club-mark") == len(ClubInk) + 1
    assert 'name="removes"' not in page

    sent = {"ink": "navy", "logo": SimpleUploadedFile("club.png", file("PNG"), "image/png")}
    assert client.post(address, sent)["Location"] == address
    cast.club.refresh_from_db()
    assert (cast.club.ink, cast.club.logo) == ("navy", logos.read(file("PNG")).digest)
    assert reverse("logo", args=[cast.club.logo]) in client.get(address).content.decode()

    for wrong, why in {
        SVG: "This is not a PNG, JPEG or WebP picture",
        file("PNG") + b"\0" * logos.MOST_BYTES: "The file is too big: a logo has 1 MB at most.",
    }.items():
        answer = client.post(address, {"ink": "", "logo": io.BytesIO(wrong)})
        assert why in answer.content.decode()
    assert client.post(address, {"ink": "red"}).status_code == 200
    cast.club.refresh_from_db()
    assert cast.club.ink == "navy"

    assert client.post(address, {"ink": "navy", "removes": "on"}).status_code == 302
    cast.club.refresh_from_db()
    assert (cast.club.ink, cast.club.logo) == ("navy", "")
    other = Club.objects.create(name="别的俱乐部")
    assert client.get(reverse("desk_club_face", args=[other.uid])).status_code == 404
