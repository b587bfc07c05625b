"""A sheet and its confirmation touch their own match only, however large the event is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.base.handed_in import Writer, seal
from referee.leases import leases
from referee.sheets import entry
from tests import games_cast, teams_cast
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.games_cast import NORTH_SOUTH_LOSE
from tests.tournaments.results.test_level_matches import DEALERS_THREE
from tournaments import organise
from tournaments.models import Deal

TO_SIX: dict[str, Any] = {"preset": "standard-2", "target_level": "6", "must_play": []}
MORE_TEAMS = [[f"{name}{number}" for number in "一二三四五"] for name in "甲乙丙丁"]
"""Teams that come after the first round."""


def queries_of_a_sheet(deal: Deal, report: Mapping[str, Any]) -> int:
    """Return how many queries it takes to hand a sheet in and to confirm it from the table."""
    writer = Writer.device(leases.open_table(table=deal.sitting.table, device="a-tablet").lease)
    sealed = seal({"deal": deal.uid, "seen": 0, "recorder": "N", "report": dict(report)})
    agreed = seal({"sheet": sealed.key, "sheet_digest": sealed.digest, "seat": "W"})
    with CaptureQueriesContext(connection) as captured:
        entry.submit(writer=writer, sealed=sealed)
        assert entry.confirm(writer=writer, sealed=agreed).result is not None
    return len(captured)


@pytest.mark.full
@pytest.mark.databases
def test_more_rounds_and_tables_cost_a_sheet_no_query(cast: Cast) -> None:
    first = cast.round_in_play()
    before = queries_of_a_sheet(cast.deals(first)[0], NORTH_TAKES_THE_PIG)
    for deal in cast.deals(first)[1:]:
        cast.post(deal)
    organise.close_round(first, cast.director)
    organise.add_entries(cast.event, cast.director, [[f"{name}某"] for name in "赵钱孙李周吴郑王"])
    second = cast.round_in_play()
    assert len({deal.sitting_id for deal in cast.deals(second)}) == 4
    for deal in cast.deals(second)[1:]:
        cast.post(deal)
    assert queries_of_a_sheet(cast.deals(second)[0], NORTH_TAKES_THE_PIG) <= before


@pytest.mark.full
@pytest.mark.parametrize(
    ("changes", "report"),
    [
        ({}, NORTH_SOUTH_LOSE),
        ({"segments": 2}, NORTH_SOUTH_LOSE),
        ({"game": "shengji", "rules": TO_SIX, "ranking": "vp_15_10"}, DEALERS_THREE),
    ],
    ids=["a game in each room", "and in each segment", "levels"],
)
def test_more_games_cost_a_sheet_of_teams_no_query(
    db: None, changes: dict[str, Any], report: Mapping[str, Any]
) -> None:
    teams = games_cast.assemble(**changes)
    teams.show()
    before = queries_of_a_sheet(teams.deals("open")[0], report)
    names = [f"{members[0][0]}队" for members in MORE_TEAMS]
    organise.add_entries(teams.event, teams.cast.director, MORE_TEAMS, names=names)
    later = replace(teams, round=teams_cast.round_of(teams.cast, teams.event))
    for match in later.round.matches.all():
        later.reveal(later.segment(1, match))
    deals = later.cast.deals(later.round)
    assert len({deal.game_id for deal in deals}) == 6
    for deal in deals:
        if deal.sitting.segment.match_id != later.match.pk:
            later.post(deal, report)
    assert queries_of_a_sheet(later.deals("open")[0], report) <= before
