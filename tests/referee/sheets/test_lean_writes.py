"""What a sheet and its confirmation read and ask for, however large the round is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.base.handed_in import Writer
from referee.leases import leases
from referee.sheets import entry
from scoring.gongzhu.engine import GONGZHU
from scoring.gongzhu.reports import report as report_reading
from scoring.gongzhu.reports.report import read_report
from tests.referee.hall import Hall, Tablet
from tournaments.models import Deal, Match, Round, RuleSet, Segment, Sitting, Table
from tournaments.structure.games import rules_of

TABLES = 500
MOST_BYTES = 20_000
REASON = {"code": "closest_in_standing", "values": {"places": [1, 2, 3, 4]}, "why": "x" * 600}
"""About what the draw of one table says of itself."""


class Selected:
    """The statements by which rows were read, to be asked again."""

    def __init__(self) -> None:
        self.statements: list[tuple[str, Any]] = []

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if sql.lstrip("( ").startswith("SELECT"):
            self.statements.append((sql, params))
        return execute(sql, params, many, context)

    def size(self) -> int:
        """Return how many bytes the database answers to them."""
        size = 0
        for sql, params in self.statements:
            with connection.cursor() as cursor:
                cursor.execute(sql, params)
                size += sum(len(str(value).encode()) for row in cursor for value in row)
        return size


@contextmanager
def selected() -> Iterator[Selected]:
    asked = Selected()
    with connection.execute_wrapper(asked):
        yield asked


def grow(hall: Hall) -> None:
    """Let a round be one of five hundred tables, and its draw say as much of itself."""
    numbers = range(len(hall.tables) + 1, TABLES + 1)
    event, tournament = hall.cast.event, hall.cast.tournament
    tables = [Table(tournament=tournament, number=n, code=f"more{n}") for n in numbers]
    matches = [Match(round=hall.round, number=n) for n in numbers]
    segments = [Segment(match=match, number=1) for match in matches]
    sittings = [
        Sitting(segment=segment, table=table)
        for segment, table in zip(segments, tables, strict=True)
    ]
    deals = [
        Deal(event=event, sitting=sitting, play_order=order, board_no=order)
        for sitting in sittings
        for order in (1, 2)
    ]
    Table.objects.bulk_create(tables)
    Match.objects.bulk_create(matches)
    Segment.objects.bulk_create(segments)
    Sitting.objects.bulk_create(sittings)
    Deal.objects.bulk_create(deals)
    Round.objects.filter(pk=hall.round.pk).update(reasons=[REASON] * TABLES)


@pytest.mark.full
@pytest.mark.databases
def test_a_write_reads_little_at_five_hundred_tables(hall: Hall, client: Client) -> None:
    grow(hall)
    tablet, sheet = Tablet(client).opens(hall.table), hall.sheet()
    for send, item in ((tablet.submits, sheet), (tablet.confirms, hall.agreement(sheet))):
        with selected() as asked:
            send(item)
        assert 1_000 < asked.size() < MOST_BYTES


@pytest.mark.databases
def test_a_sheet_and_its_confirmation_take_few_statements(hall: Hall) -> None:
    opened = leases.open_table(table=hall.table, device="a-tablet-of-this-hall")

    def _writer() -> Writer:
        lease = leases.verify(opened.token)
        assert lease is not None
        return Writer.device(lease)

    counts = []
    for number in (1, 2):
        sheet = hall.sheet(hall.deal(number))
        for act, sealed in ((entry.submit, sheet), (entry.confirm, hall.agreement(sheet))):
            writer = _writer()
            with CaptureQueriesContext(connection) as captured:
                act(writer=writer, sealed=sealed)
            counts.append(len(captured))
    assert counts == [11, 20] * 2


def test_a_confirmation_reads_the_report_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, asked = hall.sheet(), []
    entry.submit(writer=hall.writer(), sealed=sheet)

    def _counted(*report: Any) -> Any:
        asked.append(report)
        return read_report(*report)

    monkeypatch.setattr("scoring.gongzhu.engine.read_report", _counted)
    entry.confirm(writer=hall.writer(), sealed=hall.agreement(sheet))
    assert len(asked) == 1


def test_a_sheet_without_plays_is_read_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    read, asked = report_reading._read_sheet, []

    def _counted(*report: Any) -> Any:
        asked.append(report)
        return read(*report)

    monkeypatch.setattr(report_reading, "_read_sheet", _counted)
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    assert len(asked) == 1


def test_rules_that_say_the_same_are_read_once_in_a_process(hall: Hall) -> None:
    event = hall.cast.event
    first, again = (RuleSet.objects.get(pk=event.ruleset_id) for _ in range(2))
    assert rules_of(GONGZHU, first) is rules_of(GONGZHU, again)
    other = RuleSet(rules={**first.rules, "game_end": {"low": -800, "high": 800}})
    assert rules_of(GONGZHU, other) != rules_of(GONGZHU, first)
