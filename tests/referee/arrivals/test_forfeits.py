"""What lateness comes to in the end: forfeits of single players, house players, and teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.arrivals import arrivals
from referee.base.refusals import Code
from referee.models import ArrivalState
from tests import levels_cast, teams_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP
from tests.referee.arrivals.lateness import (
    clocked,
    late,
    nobody_waits,
    official,
    play,
    rank,
)
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    Award,
    Role,
    Seat,
)
from tournaments.standings.match_scores import Order
from tournaments.structure import procedures


@pytest.mark.full
def test_a_single_player_forfeits_and_the_others_have_their_averages(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked case 1: 弃权 is 0 桌分, the others get their own average."""
    first = cast.round_in_play()
    play(cast, first)
    organise.close_round(first, cast.director)
    before = {
        uid: rank(cast.event, uid) for uid in cast.event.entries.values_list("uid", flat=True)
    }
    round_ = cast.round_in_play()
    whom = late(round_)
    clocked(cast, round_, monkeypatch)(31)
    arrivals.mark_missing(whom, cast.bob)
    with pytest.raises(Refused) as refused:
        arrivals.mark_arrived(whom, cast.bob)
    assert refused.value.problems[0].code == Code.MATCH_FORFEITED
    assert arrivals.forfeit(whom, cast.bob).state == ArrivalState.FORFEITED
    assert Award.objects.get().absent_sides == [whom.side.uid]
    assert all(deal.done for deal in cast.deals(round_))
    for uid, earlier in before.items():
        now = rank(cast.event, uid).rounds[-1]
        # A club's usual 50 a deal, two deals, against who did not come.
        assert (now.table_points, now.points) == (
            (0, -100) if uid == whom.entry.uid else (earlier.table_points, earlier.points)
        )
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_house_player_completes_the_table(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = cast.round_in_play()
    whom = late(round_, "E")
    clocked(cast, round_, monkeypatch)(40)
    arrivals.mark_missing(whom, cast.bob)
    arrivals.forfeit(whom, cast.bob, house_player="替补甲")
    seat = Seat.objects.get(sitting__segment__match__round=round_, label="E")
    assert seat.person.name == "替补甲"
    play(cast, round_)
    absent = rank(cast.event, whom.entry.uid)
    assert (absent.points, absent.table_points) == (0, 0)
    assert rank(cast.event, late(round_, "W").entry.uid).table_points == 2
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_team_that_is_late_loses_a_victory_point(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    """Scenario 8: twelve minutes −1 VP on 25–5; 31 minutes are a walkover."""
    teams = teams_cast.assemble(ranking=Order.VP_15_10)
    official(teams.event)
    teams.event.refresh_from_db()
    pass_minutes = clocked(teams.cast, teams.round, monkeypatch)
    organise.grant_role(
        teams.cast.director, teams.cast.tournament, teams.cast.bob, Role.CHIEF_REFEREE
    )
    whom, forfeiting = late(teams.round, number=2), late(teams.round, number=4)
    arrivals.mark_missing(whom, teams.cast.bob)
    arrivals.mark_missing(forfeiting, teams.cast.bob)
    pass_minutes(12)
    arrivals.mark_arrived(whom, teams.cast.bob)
    given = Adjustment.objects.get()
    assert (given.unit, given.stage_of_sum, int(given.amount)) == ("vp", "standings", -1)
    assert given.entry == whom.entry
    pass_minutes(31)
    arrivals.forfeit(forfeiting, teams.cast.bob)
    award = Award.objects.select_related("winner").get()
    assert award.winner is not None
    assert award.winner.entries.get().number == 3
    assert (award.kind, int(award.won)) == ("walkover", 18)
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_opponents_of_who_is_seven_minutes_late_start_at_four(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    """Scenario 8, 升级: a level for each started five minutes; 6 to 10 minutes: from 4."""
    cast = levels_cast.assemble()
    official(cast.event, forfeit_minutes=15)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    round_ = cast.round_in_play()
    clocked(cast, round_, monkeypatch)(7)
    whom = late(round_)
    arrivals.mark_missing(whom, cast.bob)
    mark = arrivals.mark_arrived(whom, cast.bob)
    given = Adjustment.objects.get()
    assert (mark.article, given.unit, int(given.amount)) == ("T-01", "level", 2)
    assert given.side != whom.side
    first, second = cast.deals(round_)[:2]
    # Who deals first is not known yet, and with it the level.
    assert "level" not in procedures.procedure_of(first, nobody_waits).facts
    dealt: Mapping[str, Any] = {**DEALERS_KEEP, "dealer": "W", "level": "4"}
    levels_cast.post(cast, first, {**dealt, "last_trick": {"winner": "W"}})
    # Two levels kept from the 4 at which they started.
    assert procedures.procedure_of(second, nobody_waits).facts["level"] == "6"
    assert verify(cast.tournament) == []
