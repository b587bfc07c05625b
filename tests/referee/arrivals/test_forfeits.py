"""What lateness comes to in the end: forfeits of single players, house players, and teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from referee.arrivals import arrivals, forfeiting
from referee.arrivals.arrivals import LateEntry
from referee.arrivals.board import arrival_board
from referee.base.refusals import Code
from referee.models import ArrivalState
from tests import levels_cast, teams_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP
from tests.referee.arrivals.lateness import (
    clocked,
    forfeits,
    late,
    nobody_waits,
    official,
    play,
    rank,
)
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    Award,
    Exclusion,
    Match,
    Role,
    Seat,
)
from tournaments.organise.absences.awards import AwardGrounds
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
    assert forfeiting.forfeit(whom, cast.bob).state == ArrivalState.FORFEITED
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
    forfeiting.forfeit(whom, cast.bob, house_player="替补甲")
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
    whom, absent = late(teams.round, number=2), late(teams.round, number=4)
    arrivals.mark_missing(whom, teams.cast.bob)
    arrivals.mark_missing(absent, teams.cast.bob)
    pass_minutes(12)
    arrivals.mark_arrived(whom, teams.cast.bob)
    given = Adjustment.objects.get()
    assert (given.unit, given.stage_of_sum, int(given.amount)) == ("vp", "standings", -1)
    assert given.entry == whom.entry
    pass_minutes(31)
    forfeiting.forfeit(absent, teams.cast.bob)
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


@pytest.mark.full
@pytest.mark.parametrize("knockout", [False, True], ids=["league", "knockout"])
def test_nobody_wins_a_match_to_which_neither_side_came(
    monkeypatch: pytest.MonkeyPatch, db: None, *, knockout: bool
) -> None:
    """T-03 is a walkover (§1.4) for who is there; both sides are late by the same minutes."""
    teams = both_missing(monkeypatch)
    bob, match = teams.cast.bob, teams.match
    if knockout:
        Match.objects.filter(pk=match.pk).update(code="F1")
    first, second = late(teams.round, number=1), late(teams.round, number=2)
    if knockout:
        with pytest.raises(Refused) as refused:
            forfeiting.forfeit(first, bob)
        assert refused.value.problems[0].code == PlanReason.KNOCKOUT_NEEDS_WINNER
        # The director lets one of them go on; that both did not come is noted all the same.
        winner, grounds = match.sides.get(number=2), AwardGrounds("by lot")
        organise.award_walkover(match, teams.cast.director, winner, grounds)
    forfeiting.forfeit(first, bob)
    award = Award.objects.select_related("winner").get()
    assert (award.kind, award.winner) == (
        ("walkover", match.sides.get(number=2)) if knockout else ("both_absent", None)
    )
    assert [arrivals.newest(each).state for each in (first, second)] == ["forfeited"] * 2  # type: ignore[union-attr]
    if not knockout:
        usual = organise.usual_award(match)
        assert (award.won, award.lost) == (usual.absent, usual.absent)
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_a_side_that_is_noted_after_the_other_has_forfeited_does_not_keep_its_walkover(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    teams = both_missing(monkeypatch, sides=(1,))
    first, second = late(teams.round, number=1), late(teams.round, number=2)
    forfeiting.forfeit(first, teams.cast.bob)
    assert Award.objects.get().kind == "walkover"
    forfeits(second, teams.cast.bob)
    assert Award.objects.get(retired_by=None).kind == "both_absent"
    assert Award.objects.get(retired_by=None).match == teams.match
    marks = [arrivals.newest(each) for each in (first, second)]
    assert [mark and mark.state for mark in marks] == ["forfeited", "forfeited"]
    assert verify(teams.cast.tournament) == []


def both_missing(
    monkeypatch: pytest.MonkeyPatch, sides: Sequence[int] = (1, 2)
) -> teams_cast.Teams:
    """Return a team event whose first match neither side has reached after 31 minutes."""
    teams = teams_cast.assemble()
    official(teams.event)
    bob = teams.cast.bob
    organise.grant_role(teams.cast.director, teams.cast.tournament, bob, Role.CHIEF_REFEREE)
    clocked(teams.cast, teams.round, monkeypatch)(31)
    for number in sides:
        arrivals.mark_missing(late(teams.round, number=number), bob)
    return teams


@pytest.mark.full
def test_two_who_are_missing_at_a_table_forfeit_together(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    clocked(cast, round_, monkeypatch)(31)
    north, west = late(round_, "N"), late(round_, "W")
    for whom in (north, west):
        arrivals.mark_missing(whom, cast.bob)
    with pytest.raises(Refused) as refused:
        forfeiting.forfeit(north, cast.bob, shown=str(north.entry.number))
    assert refused.value.problems[0].code == Code.ARRIVAL_NOTED
    shown = forfeiting.shown_entries([north.entry, west.entry])
    forfeiting.forfeit(north, cast.bob, shown=shown)
    assert set(Award.objects.get().absent_sides) == {north.side.uid, west.side.uid}
    assert [arrivals.newest(each).state for each in (north, west)] == ["forfeited"] * 2  # type: ignore[union-attr]
    # One who is noted after that joins them: the others alone have their averages.
    east = late(round_, "E")
    forfeits(east, cast.bob)
    absent = {whom.side.uid for whom in (north, west, east)}
    assert set(Award.objects.get(retired_by=None).absent_sides) == absent
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_who_had_a_house_player_has_no_average_where_the_table_does_not_play_after_all(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    clocked(cast, round_, monkeypatch)(31)
    north, west = late(round_, "N"), late(round_, "W")
    arrivals.mark_missing(north, cast.bob)
    forfeiting.forfeit(north, cast.bob, house_player="替补甲")
    forfeits(west, cast.bob)
    assert set(Award.objects.get().absent_sides) == {north.side.uid, west.side.uid}


@pytest.mark.full
def test_who_forfeits_a_second_match_beside_somebody_else_is_proposed_for_withdrawal(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-03: of two who are missing, both count the match among those that they forfeited."""
    whom: list[LateEntry] = []
    for _number in (1, 2):
        round_ = cast.round_in_play()
        clocked(cast, round_, monkeypatch)(31)
        whom = [late(round_, number=number) for number in (1, 2)]
        for each in whom:
            arrivals.mark_missing(each, cast.bob)
        forfeiting.forfeit(whom[0], cast.bob)
        if round_.number == 1:
            organise.close_round(round_, cast.director)
    proposed = {row.entry for row in Exclusion.objects.all()}
    assert proposed == {each.entry for each in whom}


@pytest.mark.full
def test_after_a_forfeit_that_was_taken_back_an_arrival_is_noted_anew(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    pass_minutes(31)
    whom = late(round_)
    forfeits(whom, cast.bob)
    board = arrival_board(results.read(cast.event), whom.round)
    assert [one.entry for one in board.noted] == [whom.entry]
    pass_minutes(32)
    grounds = AwardGrounds("the clock was wrong")
    organise.take_back_award(whom.match, cast.director, grounds)
    board = arrival_board(results.read(cast.event), whom.round)
    assert [*board.noted, *board.missing] == []
    pass_minutes(33)
    arrivals.mark_missing(whom, cast.bob)
    mark = arrivals.mark_arrived(whom, cast.bob, minutes=12)
    assert (mark.number, mark.article, int(mark.amount)) == (4, "T-02", -50)
    assert arrivals.take_back(whom, cast.bob, "the clock was wrong").number == 5
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_forfeit_that_was_taken_back_stays_so_when_another_follows(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    clocked(cast, round_, monkeypatch)(31)
    whom, other = late(round_), late(round_, "W")
    forfeits(whom, cast.bob)
    organise.take_back_award(whom.match, cast.director, AwardGrounds("the wrong player"))
    forfeits(other, cast.bob)
    board = arrival_board(results.read(cast.event), round_)
    assert [one.entry for one in board.noted] == [other.entry]
    assert arrivals.newest(whom) is None
    assert verify(cast.tournament) == []
