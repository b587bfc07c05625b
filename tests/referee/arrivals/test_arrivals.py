"""到场: minutes from the clock's start, and what follows for the game and the form of an event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from referee.arrivals import arrivals
from referee.arrivals.arrivals import LateEntry
from referee.base.refusals import Code
from referee.models import Arrival, ArrivalState
from referee.rulings import penalties
from tests import cast as people
from tests import pairs_cast
from tests.cast import Cast
from tests.referee.arrivals.lateness import (
    clocked,
    forfeits,
    late,
    official,
    play,
    rank,
)
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    Entry,
    Exclusion,
    Offender,
    PenaltyWarning,
    Role,
    Round,
    Seat,
)
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.progress import open_questions, table_notes
from tournaments.record import ledger
from tournaments.record.audit import Verb, change

Late = Callable[..., LateEntry]


@pytest.mark.full
@pytest.mark.databases
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


@pytest.mark.full
def test_a_pair_is_late_as_a_whole_and_nobody_of_it_is_named(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    cast = pairs_cast.assemble()
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


@pytest.mark.full
def test_the_second_forfeit_by_lateness_proposes_a_withdrawal(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The catalogue, T-03: the second time the side is withdrawn; the organiser decides."""
    first = cast.round_in_play()
    whom = late(first)
    clocked(cast, first, monkeypatch)(31)
    forfeits(whom, cast.bob)
    assert not Exclusion.objects.exists()
    organise.close_round(first, cast.director)
    second = cast.round_in_play()
    again = late(second, number=whom.entry.number)
    clocked(cast, second, monkeypatch)(31)
    forfeits(again, cast.bob)
    waits = Exclusion.objects.get()
    assert (waits.entry, waits.kind, waits.state) == (whom.entry, "withdrawal", "proposed")
    assert (waits.article, waits.after_round, waits.proposer) == ("T-03", 2, cast.bob)
    whom.entry.refresh_from_db()
    assert whom.entry.state != Entry.State.WITHDRAWN
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_forfeit_that_was_taken_back_does_not_count_towards_a_withdrawal(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = cast.round_in_play()
    whom = late(first)
    clocked(cast, first, monkeypatch)(31)
    forfeits(whom, cast.bob)
    grounds = AwardGrounds("the bus had broken down")
    organise.take_back_award(whom.match, cast.director, grounds)
    play(cast, first)
    organise.close_round(first, cast.director)
    second = cast.round_in_play()
    again = late(second, number=whom.entry.number)
    clocked(cast, second, monkeypatch)(31)
    forfeits(again, cast.bob)
    assert not Exclusion.objects.exists()


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.parametrize("minutes", [12, 6], ids=["penalty", "warning"])
def test_what_was_taken_back_by_itself_does_not_keep_an_arrival(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    """The penalty, or the warning, that followed was taken back on its own page before."""
    if minutes < 10:
        official(cast.event)
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    whom = late(round_)
    arrivals.mark_missing(whom, cast.bob)
    pass_minutes(minutes)
    mark = arrivals.mark_arrived(whom, cast.bob)
    if mark.adjustment:
        given = Adjustment.objects.get(uid=mark.adjustment)
        penalties.take_back(given, cast.bob, "the clock was wrong")
    else:
        with change(cast.tournament, cast.director, Verb.ADJUST) as made:
            origin = ledger.Origin("clock", "clock")
            warning = PenaltyWarning.objects.get()
            ledger.take_back_warning(made, warning, reason="the clock", origin=origin)
    arrivals.take_back(whom, cast.bob, "he was at the scorer's table")
    noted = arrivals.newest(whom)
    assert noted is not None
    assert noted.state == ArrivalState.TAKEN_BACK
    assert Adjustment.objects.count() + PenaltyWarning.objects.count() == 2


@dataclass(frozen=True)
class Waiting:
    """A round in which one was warned, the penalty of another waits, and a third never came."""

    round: Round
    warned: LateEntry
    waits: LateEntry
    missing: LateEntry
    pass_minutes: Callable[[float], None]


@pytest.fixture
def waiting(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Waiting:
    """Charlie, a referee, has noted them; both deals are played all the same."""
    organise.grant_role(cast.director, cast.tournament, cast.charlie, Role.REFEREE)
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    north, west, east = (late(round_, label) for label in "NWE")
    for whom in (north, west, east):
        arrivals.mark_missing(whom, cast.charlie)
    pass_minutes(5)
    arrivals.mark_arrived(north, cast.charlie)
    pass_minutes(12)
    assert arrivals.mark_arrived(west, cast.charlie).awaits_penalty
    play(cast, round_)
    return Waiting(west.round, north, west, east, pass_minutes)


@pytest.mark.full
def test_what_of_lateness_waits_is_asked_at_the_close(cast: Cast, waiting: Waiting) -> None:
    round_ = waiting.round
    assert [one.table for one in open_questions.questions_of_round(round_)] == [1, 1]
    assert table_notes.read(round_).has_questions
    arrivals.take_back(waiting.missing, cast.charlie, "was at the table")
    assert len(open_questions.questions_of_round(round_)) == 1
    with pytest.raises(Refused) as refused:
        organise.close_round(round_, cast.director)
    assert [problem.code for problem in refused.value.problems] == [Reason.QUESTIONS_OPEN]
    arrivals.impose(waiting.waits, cast.bob)
    assert not table_notes.read(round_).has_questions
    organise.close_round(round_, cast.director)


@pytest.mark.full
def test_a_penalty_of_lateness_goes_by_the_time_for_corrections(
    cast: Cast, waiting: Waiting
) -> None:
    organise.close_round(waiting.round, cast.director, override="the deputy is at lunch")
    with pytest.raises(Refused) as refused:
        arrivals.mark_missing(late(waiting.round, "S"), cast.bob)
    assert refused.value.problems[0].code == Code.NOT_LATE
    assert arrivals.impose(waiting.waits, cast.bob).adjustment
    assert rank(cast.event, waiting.waits.entry.uid).penalties == -50
    waiting.pass_minutes(12 + 24 * 60)
    with pytest.raises(Refused) as over:
        arrivals.take_back(waiting.warned, cast.charlie, "the wrong player")
    assert over.value.problems[0].code == Code.PENALTY_LATE
    arrivals.take_back(waiting.warned, cast.bob, "the wrong player")
    assert not PenaltyWarning.objects.filter(reverses=None, reversed_by=None).exists()
    assert verify(cast.tournament) == []
