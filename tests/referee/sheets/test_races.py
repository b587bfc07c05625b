"""Two devices, two fingers or two networks at the same moment: one wins, the other is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from referee.base.refusals import Code, CodedRefusal
from referee.leases import leases
from referee.models import Confirmation, DeviceLease, KeptWrite, Sheet
from referee.sheets import entry, queries
from tests.cast import Cast
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.checks.verification import verify
from tournaments.models import Deal, Result
from tournaments.record.audit import Actor

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 4


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls at the same moment; a refusal stands in the place of its answer."""
    start = Barrier(len(calls), timeout=30)

    def answer(call: Callable[[], Any]) -> Any:
        try:
            start.wait()
            return call()
        except CodedRefusal as turned:
            return turned.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(answer, call) for call in calls]]


def log_holds(hall: Hall) -> bool:
    hall.cast.tournament.refresh_from_db()
    return verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_of_two_confirmations_at_once_one_posts_and_one_is_told(transactional_hall: Hall) -> None:
    hall = transactional_hall
    writer = hall.writer()
    for deal in (hall.deal(1), hall.deal(2)):
        sealed = hall.sheet(deal)
        entry.submit(writer=writer, sealed=sealed)
        agreements = [hall.agreement(sealed, seat) for seat in "WS"]
        confirm = partial(entry.confirm, writer=writer)
        answers = together(*[partial(confirm, sealed=agreement) for agreement in agreements])
        assert answers.count(Reason.RESULT_CHANGED) == 1
        assert Result.objects.filter(deal=deal).count() == 1
    assert Confirmation.objects.count() == 2
    assert KeptWrite.objects.count() == 2
    assert log_holds(hall)


@pytest.mark.full
@pytest.mark.databases
def test_of_confirmations_of_two_sheets_at_once_one_posts(transactional_hall: Hall) -> None:
    hall = transactional_hall
    bob, writer = hall.official(), hall.writer()
    first, second = hall.sheet(), hall.sheet(report=WEST_TAKES_ALL)
    for sealed in (first, second):
        entry.submit(writer=writer, sealed=sealed)
    table, desk = hall.agreement(second, "W"), hall.agreement(first, "referee")
    answers = together(
        lambda: entry.confirm(writer=writer, sealed=table),
        lambda: entry.confirm(writer=bob, sealed=desk, reason="seen at the table"),
    )
    assert answers.count(Reason.RESULT_CHANGED) == 1
    assert Result.objects.count() == 1
    assert log_holds(hall)


@pytest.mark.full
@pytest.mark.databases
def test_the_same_item_arriving_at_once_is_one_item(transactional_hall: Hall) -> None:
    hall = transactional_hall
    writer, sealed = hall.writer(), hall.sheet()
    sheets = together(*[lambda: entry.submit(writer=writer, sealed=sealed)] * TIMES)
    assert {sheet.pk for sheet in sheets} == {Sheet.objects.get().pk}
    agreement = hall.agreement(sealed)
    answers = together(*[lambda: entry.confirm(writer=writer, sealed=agreement)] * TIMES)
    assert {confirmed.confirmation.pk for confirmed in answers} == {Confirmation.objects.get().pk}
    assert {confirmed.result.pk for confirmed in answers} == {Result.objects.get().pk}
    assert log_holds(hall)


@pytest.mark.full
@pytest.mark.databases
def test_two_contents_under_one_key_at_once_are_one_sheet_and_one_kept(
    transactional_hall: Hall,
) -> None:
    hall = transactional_hall
    writer = hall.writer()
    ours, theirs = hall.sheet(key="same-key"), hall.sheet(report=WEST_TAKES_ALL, key="same-key")
    answers = together(
        lambda: entry.submit(writer=writer, sealed=ours),
        lambda: entry.submit(writer=writer, sealed=theirs),
    )
    assert answers.count(Code.KEY_REUSED) == 1
    both = {Sheet.objects.get().digest, KeptWrite.objects.get().digest}
    assert both == {ours.digest, theirs.digest}


@pytest.mark.full
@pytest.mark.databases
def test_a_refused_item_arriving_at_once_is_kept_once(transactional_hall: Hall) -> None:
    hall = transactional_hall
    writer, agreement = hall.writer(), hall.agreement(hall.sheet())
    answers = together(*[lambda: entry.confirm(writer=writer, sealed=agreement)] * TIMES)
    assert answers == [Code.SHEET_UNKNOWN] * TIMES
    assert KeptWrite.objects.count() == 1
    assert log_holds(hall)


@pytest.mark.full
@pytest.mark.databases
def test_of_devices_that_open_a_table_at_once_one_has_it(transactional_hall: Hall) -> None:
    hall = transactional_hall
    answers = together(
        *[
            partial(leases.open_table, table=hall.table, device=name)
            for name in ("tablet-one", "tablet-two", "tablet-three")
        ]
    )
    assert answers.count(Code.TABLE_TAKEN) == 2
    assert DeviceLease.objects.filter(released_at=None).count() == 1


@pytest.mark.full
@pytest.mark.databases
def test_a_release_and_a_confirmation_at_once_end_in_one_order(transactional_hall: Hall) -> None:
    hall = transactional_hall
    writer, sealed = hall.writer(), hall.sheet()
    entry.submit(writer=writer, sealed=sealed)
    agreement, lease = hall.agreement(sealed), hall.table.leases.get()
    answer, released = together(
        lambda: entry.confirm(writer=writer, sealed=agreement),
        lambda: leases.release(lease=lease, actor=Actor("device", "the-desk")),
    )
    assert released is True
    posted = Result.objects.exists()
    assert posted != (answer == Code.LEASE_LOST)
    assert posted != KeptWrite.objects.exists()


@pytest.mark.full
@pytest.mark.databases
def test_a_deal_whose_draft_is_thrown_away_between_two_questions_is_not_there(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = cast.drawn_round()
    deal, first = cast.deals(draft)[0], queries.DEAL.first

    def then_gone(*arguments: str | int) -> Deal | None:
        deal = first(*arguments)
        organise.discard_round(draft, cast.director)
        return deal

    monkeypatch.setattr(queries.DEAL, "first", then_gone)
    assert queries.deal_in(cast.tournament, deal.uid) is None
