"""What a match of teams came to is said once, below the last of its segments."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import teams_cast
from tests.teams_cast import Teams
from tests.web.publish.papers import pages, untold
from tournaments import organise
from tournaments.models import BoardSource, Comparison, Event
from web.publish import documents
from web.publish.documents import Subject


def played(**settings: Any) -> Teams:
    """Two matches of two segments in two rooms, over."""
    teams = teams_cast.assemble(ranking=Event.Ranking.VP_20, **settings)
    for number in (1, 2):
        for match in teams.round.matches.all():
            teams.reveal(teams.segment(number, match))
        teams.play()
    organise.close_round(teams.round, teams.cast.director)
    return teams


@pytest.mark.full
def test_a_match_has_one_line_on_paper_and_on_the_page(db: None, client: Client) -> None:
    teams = played(boards=BoardSource.MADE, comparison=Comparison.IMP)
    made = documents.find("round_results")
    asked = Subject(Event.objects.get(pk=teams.event.pk), "http://192.0.2.7:8000/", teams.round)
    with translation.override("en"):
        text = "".join(pages(made.render(made.prepare(asked).input, untold)))
    assert text.count("1 华清队 — 2 城北队") == 1
    assert text.count("3 铁路队 — 4 师大队") == 1
    page: Any = client.get(reverse("round", args=[teams.event.uid, 1])).context["page"]
    assert len(page.tables) == 4
    assert [table.comes_to is not None for table in page.tables] == [True, False, True, False]
    address = reverse("round_table", args=[teams.event.uid, 1, page.tables[0].number])
    told = client.get(address).content.decode()
    (result,) = re.findall(r'<p class="match-result">(.*?)</p>', told, re.DOTALL)
    assert result.count("<a href") == 2
    (stands,) = re.findall(r'<strong class="number nowrap">([^<]+)</strong>', result)
    assert told.count(stands) == 1
