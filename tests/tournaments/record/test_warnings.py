"""Warnings are rows of the record: taken back by a counter-row, and they decide between equals."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import Cast
from tournaments import results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import Entry, Event, PenaltyWarning, Person, WarningLevel
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from tournaments.results import event_record


def warn(cast: Cast, number: int, reason: str = "late") -> PenaltyWarning:
    entry = Entry.objects.select_related("event").get(event=cast.event, number=number)
    person = Person.objects.get(entry_members__entry=entry)
    origin = Origin("1", "test", person=person)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        return ledger.warn(made, entry, WarningLevel.SPOKEN, reason=reason, origin=origin)


def take_back(cast: Cast, warning: PenaltyWarning) -> PenaltyWarning:
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        origin = Origin("1", "test")
        return ledger.take_back_warning(made, warning, reason="not he", origin=origin)


def order(cast: Cast) -> list[tuple[int, int]]:
    """Return the place of every entry with its number, in the order of the standings."""
    event = Event.objects.select_related("ruleset", "tournament").get(pk=cast.event.pk)
    return [
        (row.rank.place, row.competitor.number)
        for row in event_record.standings(results.read(event))
    ]


@pytest.mark.full
def test_the_one_with_fewer_warnings_stands_first(cast: Cast) -> None:
    Event.objects.filter(pk=cast.event.pk).update(tie_breaks=["fewest_warnings"])
    cast.play(cast.round_in_play())
    before = order(cast)
    equal = [number for place, number in before if place == before[0][0]]
    assert len(equal) > 1
    warning = warn(cast, equal[0])
    after = {number: place for place, number in order(cast)}
    assert after[equal[0]] == after[equal[1]] + len(equal) - 1
    take_back(cast, warning)
    assert order(cast) == before
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_warnings_count_nothing_where_nothing_asks_for_them(cast: Cast) -> None:
    cast.play(cast.round_in_play())
    before = order(cast)
    warn(cast, 1)
    assert order(cast) == before


@pytest.mark.full
def test_only_events_that_ask_for_warnings_read_them(cast: Cast) -> None:
    def queries() -> int:
        event = Event.objects.select_related("ruleset", "tournament").get(pk=cast.event.pk)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            results.read(event)
        return len(asked)

    usual = queries()
    Event.objects.filter(pk=cast.event.pk).update(tie_breaks=["fewest_warnings"])
    assert queries() == usual + 1


@pytest.mark.databases
def test_a_warning_is_taken_back_once_and_stays(cast: Cast) -> None:
    warning = warn(cast, 1)
    counter = take_back(cast, warning)
    assert (counter.reverses, counter.person, counter.level) == (warning, warning.person, "L1")
    with pytest.raises(Refused) as refused:
        take_back(cast, warning)
    assert [problem.code for problem in refused.value.problems] == [Reason.ALREADY_REVERSED]
    assert PenaltyWarning.objects.count() == 2


def test_a_warning_wants_its_reason(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        warn(cast, 1, " ")
    assert [problem.code for problem in refused.value.problems] == [Reason.REASON_MISSING]
    assert not PenaltyWarning.objects.exists()
