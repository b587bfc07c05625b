"""What the tablet of a team match is told: its room, its segment and the teams."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests import teams_cast
from web.tablet.api.round_pack import round_pack


@pytest.mark.full
@pytest.mark.django_db
def test_a_tablet_of_teams_waits_for_line_ups_and_then_says_what_it_plays() -> None:
    teams = teams_cast.assemble()
    table = teams.cast.tournament.tables.get(number=2)
    with translation.override("en"):
        before = round_pack(table)
        assert (before["event"], before["place"]) == (None, None)
        teams.reveal(teams.segment(1))
        pack = round_pack(table)
        assert pack["place"] is not None
        assert pack["place"]["text"] == "closed room · segment 1 · 华清队 – 城北队"
        seats = {seat["label"]: (seat["name"], seat["entry"]) for seat in pack["seats"]}
        assert seats["W"] == ("华清三", "华清队")
        teams.play()
        teams.reveal(teams.segment(2), shift=1)
        later = round_pack(table)
    assert later["place"] is not None
    assert later["place"]["sitting"] != pack["place"]["sitting"]
    assert later["place"]["text"].startswith("closed room · segment 2")
