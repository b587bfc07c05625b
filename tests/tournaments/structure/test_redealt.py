"""A void deal is dealt again by the same persons, or by the next where an event lays that down."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tournaments.models import Deal, EventRegulations, ResultKind
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.structure import procedures
from tournaments.structure.procedures import procedure_of


class Table:
    """The first table of a round in play."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.keys = [deal.pk for deal in cast.deals(cast.round_in_play())]

    def deal(self, number: int = 1) -> Deal:
        related = "event", "board", "sitting__segment__match__round__event__ruleset"
        return Deal.objects.select_related(*related).get(pk=self.keys[number - 1])

    def post(self, kind: ResultKind = ResultKind.PLAYED, by: str = "sheet") -> None:
        deal = self.deal()
        facts = dict(NORTH_TAKES_THE_PIG) if kind is ResultKind.PLAYED else {}
        with change(self.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            origin, reason = Origin("uid", by), "five cards too many"
            seen = deal.version
            ledger.post(made, deal, Report(kind, facts), seen=seen, origin=origin, reason=reason)

    def begins(self, number: int = 1) -> tuple[str | None, str | None]:
        begun = procedure_of(self.deal(number), lambda _deals: {})
        return begun.shuffles, begun.cuts


@pytest.fixture
def table(db: None) -> Table:
    cast = people.assemble()
    EventRegulations.objects.create(event=cast.event, policies={"void_deal_redealer": "next"})
    return Table(cast)


@pytest.mark.full
@pytest.mark.databases
def test_the_next_one_shuffles_a_deal_that_was_void(table: Table) -> None:
    """GZ-108: north, then west, and west's deal once it has been played."""
    assert table.begins() == ("N", "W")
    table.post()
    assert table.begins() == ("N", "W")
    table.post(ResultKind.VOID)
    assert table.begins() == ("W", "S")
    table.post()
    assert table.begins() == ("W", "S")
    table.post(ResultKind.VOID)
    assert table.begins() == ("S", "E")


@pytest.mark.full
def test_a_void_that_was_taken_back_passes_to_nobody(table: Table) -> None:
    table.post()
    table.post(ResultKind.VOID)
    table.post(ResultKind.RETRACTED)
    assert table.begins() == ("N", "W")


@pytest.mark.full
def test_a_void_that_was_ruled_again_passes_once(table: Table) -> None:
    """The ruling puts back what was played before it voids the deal anew."""
    table.post()
    table.post(ResultKind.VOID, by="ruling")
    table.post(by="ruling")
    assert table.begins() == ("N", "W")
    table.post(ResultKind.VOID, by="ruling")
    assert table.begins() == ("W", "S")
    table.post()
    assert table.begins() == ("W", "S")


@pytest.mark.full
def test_a_deal_dealt_again_and_void_at_once_passes_twice(table: Table) -> None:
    table.post()
    table.post(ResultKind.VOID, by="ruling")
    table.post(ResultKind.VOID, by="ruling")
    assert table.begins() == ("S", "E")


def test_usually_the_same_persons_do_everything_again(table: Table) -> None:
    EventRegulations.objects.update(policies={})
    table.post(ResultKind.VOID)
    assert table.begins() == ("N", "W")


def test_a_deal_without_an_earlier_result_asks_nothing(table: Table) -> None:
    table.post()
    deals = [table.deal(1), table.deal(2)]
    with CaptureQueriesContext(connection) as asked:
        assert procedures.passed_on(deals[0].event, deals) == {}
    assert len(asked) == 0
