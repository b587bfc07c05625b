"""A club chooses its face: what is stored, and what its log says."""

from __future__ import annotations

import json

import pytest

from clubs.face import logos
from clubs.face.choosing import Stay, choose_face
from tests.cast import Cast
from tests.clubs.face.test_logos import file
from tournaments.checks import verification
from tournaments.models import ClubInk, ClubLogo
from tournaments.record.audit import Verb


@pytest.mark.databases
def test_a_face_is_one_audited_change_and_its_logo_replaces_the_one_before(cast: Cast) -> None:
    club, actor = cast.club, cast.director
    first, second = logos.read(file("PNG")), logos.read(file("WEBP", (64, 64)))

    choose_face(club, actor, ink=ClubInk.TEA, logo=first)
    choose_face(club, actor, ink=ClubInk.PLUM, logo=Stay.STAY)
    club.refresh_from_db()
    assert (club.ink, club.logo) == ("plum", first.digest)
    choose_face(club, actor, ink=ClubInk.PLUM, logo=second)
    row = ClubLogo.objects.get()
    assert (row.club, row.digest, bytes(row.small)) == (club, second.digest, second.small)
    choose_face(club, actor, ink="", logo=None)

    club.refresh_from_db()
    assert (club.ink, club.logo, ClubLogo.objects.count()) == ("", "", 0)
    entries = list(club.log.order_by("seq"))
    assert {entry.verb for entry in entries} == {Verb.SET_FACE}
    told = [json.loads(entry.body)["details"] for entry in entries]
    assert [(each["ink"], each["logo"]) for each in told] == [
        ("tea", first.digest),
        ("plum", first.digest),
        ("plum", second.digest),
        ("", ""),
    ]
    assert not verification.verify_club(club)
