"""What came before, or while it waited for the lock, leaves no entry in the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from referee.base import handed_in
from referee.base.handed_in import Sealed, Writer
from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.leases import leases
from referee.models import CallReason, CallState, Decision, KeptWrite
from referee.rulings import irregularity_rulings, penalties
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import entry, irregularities, queries, seat_answers
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tournaments.checks.verification import verify
from tournaments.models import AuditEntry, Seat
from tournaments.record import audit
from tournaments.record.audit import Actor

TIMES = 3
LATE = {"seat": "W", "card": "DJ", "kind": "exposed", "late": True}
Press = tuple[ModuleType, Callable[[], Any], str]
"""The module that opens the change, what is pressed, and the verb of its entry."""


def objection(hall: Hall) -> Press:
    stored = entry.submit(writer=hall.writer(), sealed=hall.sheet())
    stored.deal = queries.deal_in(hall.cast.tournament, stored.deal.uid) or stored.deal
    west = Seat.objects.get(sitting=hall.deal().sitting, label="W").person
    phone = Writer.phone(hall.cast.tournament, west)
    return seat_answers, partial(seat_answers.object_to, phone, stored, "W", "not so"), Verb.OBJECT


def penalty(hall: Hall) -> Press:
    seat = Seat.objects.get(sitting=hall.deal().sitting, label="N")
    whom = penalties.target(hall.cast.event, f"seat:{seat.uid}")
    assert whom is not None
    give = partial(penalties.give, whom, hall.cast.bob, -50, "late", key="a-page-of-bob")
    return penalties, give, Verb.PENALISE


def call(hall: Hall) -> Press:
    details = CallDetails(CallReason.QUESTION, "May he lead that?")
    press = partial(calls.call_referee, hall.lease(), "call-of-table-1", details)
    return calls, press, Verb.CALL_REFEREE


def answer(hall: Hall) -> Press:
    _calls, call_now, _verb = call(hall)
    called = call_now()
    press = partial(calls.answer, called, hall.cast.bob, CallState.ON_THE_WAY, seen=1)
    return calls, press, Verb.ANSWER_CALL


def ruling(hall: Hall) -> Press:
    report = {**NORTH_TAKES_THE_PIG, "exposed": [LATE]}
    entry.submit(writer=hall.official(), sealed=hall.sheet(report=report))
    (incident,) = irregularities.unruled(deal__event__tournament=hall.cast.tournament)
    decided = Ruling(Decision.PENALTY, "so", points=-20)
    press = partial(irregularity_rulings.rule, incident, hall.cast.bob, decided, seen=0)
    return irregularity_rulings, press, Verb.RULE_IRREGULARITY


PRESSES = pytest.mark.parametrize("pressed", [objection, penalty, call, answer, ruling])


def entries_of(hall: Hall, verb: str) -> int:
    return AuditEntry.objects.filter(tournament=hall.cast.tournament, verb=verb).count()


def overtaken(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, press: Callable[[], Any]
) -> list[str]:
    """Let something commit right before the next change opens, of a module or made once.

    The list gets a word when that has happened.
    """
    open_change, happened = audit.change, list[str]()
    openers = [opener for opener in (module, audit) if "change" in vars(opener)]

    def open_late(*arguments: Any) -> Any:
        for opener in openers:
            monkeypatch.setattr(opener, "change", open_change)
        happened.append("pressed")
        press()
        return open_change(*arguments)

    for opener in openers:
        monkeypatch.setattr(opener, "change", open_late)
    return happened


def log_holds(hall: Hall) -> bool:
    hall.cast.tournament.refresh_from_db()
    return verify(hall.cast.tournament) == []


@pytest.mark.full
@PRESSES
def test_a_button_pressed_several_times_is_one_entry(
    hall: Hall, pressed: Callable[[Hall], Press]
) -> None:
    _module, press, verb = pressed(hall)
    answers = [press() for _ in range(TIMES)]
    assert answers == answers[:1] * TIMES
    assert entries_of(hall, verb) == 1
    assert log_holds(hall)


@pytest.mark.full
@pytest.mark.databases
@PRESSES
def test_what_came_while_the_same_waited_for_the_lock_is_one_entry(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, pressed: Callable[[Hall], Press]
) -> None:
    module, press, verb = pressed(hall)
    happened = overtaken(monkeypatch, module, press)
    assert press() == press()
    assert happened == ["pressed"]
    assert entries_of(hall, verb) == 1
    assert log_holds(hall)


@pytest.mark.databases
def test_a_refused_item_that_came_twice_at_once_is_kept_by_one_entry(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, agreement = hall.writer(), hall.agreement(hall.sheet())

    def confirm(item: Sealed = agreement) -> None:
        with pytest.raises(CodedRefusal) as refused:
            entry.confirm(writer=writer, sealed=item)
        assert (refused.value.code, refused.value.extras["kept"]) == (Code.SHEET_UNKNOWN, True)

    overtaken(monkeypatch, handed_in, confirm)
    confirm()
    assert (KeptWrite.objects.count(), entries_of(hall, Verb.KEEP_WRITE)) == (1, 1)
    assert log_holds(hall)


@pytest.mark.databases
def test_a_table_released_while_the_same_waited_is_released_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = partial(leases.release, lease=hall.lease(), actor=Actor("device", "the-desk"))
    overtaken(monkeypatch, leases, release)
    assert release() is False
    assert entries_of(hall, Verb.RELEASE_TABLE) == 1
    assert log_holds(hall)
