"""The rounds of a team on its own page: each match is said once, however many parts it has."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import teams_cast
from tournaments import results
from web.publish.pages import entry

pytestmark = pytest.mark.django_db


@pytest.mark.full
def test_a_match_of_two_segments_and_rooms_has_one_number_and_one_score(english: Client) -> None:
    teams = teams_cast.assemble(segments=2)
    for number in (1, 2):
        for match in teams.round.matches.all():
            teams.reveal(teams.segment(number, match), shift=number - 1)
        teams.play()
    page = entry.read(results.read(teams.event), 1)
    assert len(page.parts) == 4
    assert [part.is_first for part in page.parts] == [True, False, False, False]
    assert [part.opens_round for part in page.parts] == [True, False, False, False]
    assert len({part.anchor for part in page.parts}) == 4
    assert page.parts[0].anchor == ""

    answer = english.get(reverse("entry", args=[teams.event.uid, 1])).content.decode()
    scores = re.findall(r'class="person-round-sum number">([^<]*)<', answer)
    assert len(scores) == 4
    assert scores[1:] == [""] * 3
    names = re.findall(r' id="([^"]+)"', answer)
    assert len(names) == len(set(names))
