"""到场: minutes from the clock's start, and what follows for the game and the form of an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from referee.arrivals import arrivals
from referee.arrivals import minutes as clock
from referee.arrivals.arrivals import LateEntry
from referee.base.refusals import Code
from referee.models import Arrival, ArrivalState
from tests import cast as people
from tests import levels_cast, teams_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP
from tournaments import organise, results
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    Award,
    Deal,
    Entry,
    Event,
    EventRegulations,
    Exclusion,
    Offender,
    PenaltyWarning,
    Result,
    Role,
    Round,
    Seat,
    Size,
)
from tournaments.organise.awards import AwardGrounds
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.refusals import Refused
from tournaments.results import event_record
from tournaments.standings.match_scores import Order
from tournaments.structure import procedures

pytestmark = [pytest.mark.full, pytest.mark.databases]

Late = Callable[..., LateEntry]


def official(event: Event, **columns: Any) -> None:
    EventRegulations.objects.update_or_create(
        event=event, defaults={"size": Size.OFFICIAL, **columns}
    )


def clocked(cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Start the clock of a round; the answer moves the hour on by minutes."""
    round_ = Round.objects.select_related("event__tournament").get(pk=round_.pk)
    organise.start_clock(round_, cast.alice, 60)
    started = clock.started_at(round_)
    assert started is not None

    def pass_minutes(minutes: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: started + timedelta(minutes=minutes))

    return pass_minutes


def late(round_: Round, label: str = "N", number: int = 0) -> LateEntry:
    """Return who sits at a seat of the first table, or the entry with a number."""
    if number:
        side = round_.matches.filter(sides__entries__number=number)[0].sides.get(
            entries__number=number
        )
        entry = side.entries.get(number=number)
    else:
        seat = Seat.objects.filter(sitting__segment__match__round=round_, label=label).order_by(
            "sitting__table__number"
        )[0]
        side = seat.side
        entry = side.entries.filter(members__person=seat.person).first() or side.entries.get()
    return arrivals.late_entry(round_, side.uid, entry.uid)


@pytest.fixture
def cast(db: None) -> Cast:
    """An official individual event of four players, ranked by table points, in play."""
    cast = people.assemble(players=4)
    Event.objects.filter(pk=cast.event.pk).update(ranking=Order.TABLE_POINTS)
    official(cast.event)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    cast.event.refresh_from_db()
    return cast


def pairs_by_points() -> Cast:
    """Return the cast with four pairs who play for points, nothing drawn yet."""
    cast = people.assemble(players=0)
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2, form=Event.Form.PAIRS)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [list(pair) for pair in levels_cast.PAIRS])
    return replace(cast, event=event)


def rank(event: Event, uid: str) -> Any:
    rows = event_record.standings(results.read(event))
    return next(row.rank for row in rows if row.competitor.uid == uid)


FIRST: Mapping[str, Any] = {
    "won": {
        "W": ["DJ", "HK"],
        "S": ["C10"],
        "N": ["SQ", *(f"H{rank}" for rank in "23456789"), "H10", "HJ", "HQ", "HA"],
    }
}
SECOND: Mapping[str, Any] = {
    "won": {
        "E": ["DJ"],
        "S": ["HQ"],
        "N": ["SQ", "C10", *(f"H{rank}" for rank in "23456789"), "H10", "HJ", "HK", "HA"],
    }
}
"""West comes to +60, South to +20, East to +100, and North pays for them."""


def play(cast: Cast, round_: Round) -> None:
    """Play both deals of the first table so."""
    for deal, facts in zip(cast.deals(round_), (FIRST, SECOND), strict=True):
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report = Report(Result.Kind.PLAYED, facts)
            origin, seen = Origin("sheet", "sheet"), deal.version
            ledger.post(made, deal, report, seen=seen, origin=origin, reason="played after all")


def test_sixteen_minutes_cost_the_seat_a_hundred(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked case 1: 得分 +60 against +20; with −100 places 2 and 3 change, 桌分 2 → 1."""
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    pass_minutes(5)
    whom, other = late(round_, "W"), late(round_, "S")
    arrivals.mark_missing(whom, cast.bob)
    pass_minutes(16)
    play(cast, round_)
    before = rank(cast.event, whom.entry.uid), rank(cast.event, other.entry.uid)
    assert [(row.points, row.table_points) for row in before] == [(60, 2), (20, 1)]
    mark = arrivals.mark_arrived(whom, cast.bob)
    assert (mark.minutes, mark.article, int(mark.amount)) == (16, "T-02", -100)
    given = Adjustment.objects.get(uid=mark.adjustment)
    assert (given.stage_of_sum, int(given.amount)) == ("game", -100)
    assert given.side == whom.side
    assert Offender.objects.get(adjustment=given).seat == "W"
    after = rank(cast.event, whom.entry.uid), rank(cast.event, other.entry.uid)
    assert [(row.points, row.penalties, row.table_points) for row in after] == [
        (60, -100, 1),
        (20, 0, 2),
    ]
    assert after[0].total == -40
    assert verify(cast.tournament) == []


def test_six_minutes_are_a_warning_of_the_record_and_take_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The catalogue, T-01: L1, which counts, and is taken back by a counter-row."""
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    whom = late(round_)
    arrivals.mark_missing(whom, cast.bob)
    pass_minutes(6)
    mark = arrivals.mark_arrived(whom, cast.bob)
    assert (mark.minutes, mark.article, mark.adjustment) == (6, "T-01", "")
    assert not mark.amount
    assert not Adjustment.objects.exists()
    warning = PenaltyWarning.objects.get()
    seat = Seat.objects.get(sitting__segment__match__round=round_, side=whom.side)
    assert (warning.level, warning.article, warning.person) == ("L1", "T-01", seat.person)
    assert warning.round == round_
    arrivals.take_back(whom, cast.bob, "he was at the scorer's table")
    assert list(PenaltyWarning.objects.filter(reverses=None, reversed_by=None)) == []
    assert PenaltyWarning.objects.get(reverses=warning).reason == "he was at the scorer's table"
    assert verify(cast.tournament) == []


def test_a_pair_is_late_as_a_whole_and_nobody_of_it_is_named(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    cast = pairs_by_points()
    official(cast.event)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    first, second = late(round_, "N"), late(round_, "E")
    for whom in (first, second):
        arrivals.mark_missing(whom, cast.bob)
    pass_minutes(6)
    arrivals.mark_arrived(first, cast.bob)
    warning = PenaltyWarning.objects.get()
    assert (warning.entry, warning.person) == (first.entry, None)
    pass_minutes(12)
    given = Adjustment.objects.get(uid=arrivals.mark_arrived(second, cast.bob).adjustment)
    assert (given.side, int(given.amount)) == (second.side, -50)
    assert not Offender.objects.exists()


def test_the_second_forfeit_by_lateness_proposes_a_withdrawal(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The catalogue, T-03: the second time the side is withdrawn; the organiser decides."""
    first = cast.round_in_play()
    whom = late(first)
    clocked(cast, first, monkeypatch)(31)
    arrivals.mark_missing(whom, cast.bob)
    arrivals.forfeit(whom, cast.bob)
    assert not Exclusion.objects.exists()
    organise.close_round(first, cast.director)
    second = cast.round_in_play()
    again = late(second, number=whom.entry.number)
    clocked(cast, second, monkeypatch)(31)
    arrivals.mark_missing(again, cast.bob)
    arrivals.forfeit(again, cast.bob)
    waits = Exclusion.objects.get()
    assert (waits.entry, waits.kind, waits.state) == (whom.entry, "withdrawal", "proposed")
    assert (waits.article, waits.after_round, waits.proposer) == ("T-03", 2, cast.bob)
    whom.entry.refresh_from_db()
    assert whom.entry.state != Entry.State.WITHDRAWN
    assert verify(cast.tournament) == []


def test_a_forfeit_that_was_taken_back_does_not_count_towards_a_withdrawal(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = cast.round_in_play()
    whom = late(first)
    clocked(cast, first, monkeypatch)(31)
    arrivals.mark_missing(whom, cast.bob)
    arrivals.forfeit(whom, cast.bob)
    grounds = AwardGrounds("the bus had broken down")
    organise.take_back_award(whom.match, cast.director, grounds)
    play(cast, first)
    organise.close_round(first, cast.director)
    second = cast.round_in_play()
    again = late(second, number=whom.entry.number)
    clocked(cast, second, monkeypatch)(31)
    arrivals.mark_missing(again, cast.bob)
    arrivals.forfeit(again, cast.bob)
    assert not Exclusion.objects.exists()


def test_what_was_noted_is_taken_back_with_its_penalty(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    clocked(cast, round_, monkeypatch)(12)
    whom = late(round_)
    arrivals.mark_missing(whom, cast.bob)
    arrivals.mark_arrived(whom, cast.bob)
    play(cast, round_)
    assert rank(cast.event, whom.entry.uid).penalties == -50
    arrivals.take_back(whom, cast.bob, "he was at the scorer's table")
    assert rank(cast.event, whom.entry.uid).penalties == 0
    assert [row.state for row in Arrival.objects.order_by("number")] == [
        "missing",
        "arrived",
        "taken_back",
    ]
    assert verify(cast.tournament) == []


def test_who_may_give_it_decides_by_the_article(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A referee notes the arrival; what T-02 costs is the deputy's or the chief referee's."""
    round_ = cast.round_in_play()
    organise.grant_role(cast.director, cast.tournament, cast.charlie, Role.REFEREE)
    clocked(cast, round_, monkeypatch)(16)
    whom = late(round_)
    arrivals.mark_missing(whom, cast.charlie)
    mark = arrivals.mark_arrived(whom, cast.charlie)
    assert mark.awaits_penalty
    assert not Adjustment.objects.exists()
    with pytest.raises(Refused) as refused:
        arrivals.impose(whom, cast.charlie)
    assert refused.value.problems[0].code == Code.NOT_ALLOWED
    assert arrivals.impose(whom, cast.bob).adjustment
    assert Adjustment.objects.get().amount == -100
    with pytest.raises(Refused):
        arrivals.impose(whom, cast.bob)


def test_a_club_event_has_no_table_of_lateness(db: None) -> None:
    cast = people.assemble(players=4)
    round_ = cast.round_in_play()
    with pytest.raises(Refused) as refused:
        arrivals.mark_missing(late(round_), cast.bob)
    assert refused.value.problems[0].code == Code.NO_TABLE_OF_LATENESS


def test_a_page_that_showed_a_lighter_step_is_asked_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    whom = late(round_)
    arrivals.mark_missing(whom, cast.bob)
    pass_minutes(10)
    shown = arrivals.shown_step(arrivals.step_now(whom)[1])
    pass_minutes(10.1)
    with pytest.raises(Refused) as refused:
        arrivals.check_shown(whom, shown)
    assert refused.value.problems[0].code == Code.LATER_BY_NOW


def test_without_a_clock_the_minutes_are_typed(cast: Cast) -> None:
    round_ = cast.round_in_play()
    whom = late(round_)
    arrivals.mark_missing(whom, cast.bob)
    with pytest.raises(Refused) as refused:
        arrivals.mark_arrived(whom, cast.bob)
    assert refused.value.problems[0].code == Code.CLOCK_NOT_STARTED
    assert arrivals.mark_arrived(whom, cast.bob, minutes=21).amount == -150


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


def nobody_waits(_deals: Sequence[Deal]) -> Mapping[int, Mapping[str, Any]]:
    return {}


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
