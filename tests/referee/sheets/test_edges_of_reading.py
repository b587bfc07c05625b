"""What is read of sheets beside others: of another deal, another kind, another table."""

from __future__ import annotations

import pytest

from referee.sheets import (
    desk_sheets,
    irregularities,
    queries,
    tables,
    versions,
)
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall
from tests.referee.sheets.test_incidents import decided, odd
from tests.referee.sheets.test_what_is_read import (
    handed_in,
    typed,
)
from tournaments.models import Event, User


@pytest.mark.full
def test_a_deal_has_its_own_result_and_no_two_records_of_which_one_is_missing(hall: Hall) -> None:
    Event.objects.update(records=Event.Records.TWO)
    hall.cast.post(hall.deal(2))
    assert versions.of_deal(hall.deal()) == []
    paper, other = typed(hall, paper=True), typed(hall, report=WEST_TAKES_ALL)
    chosen = versions.pair(versions.of_deal(hall.deal()))
    assert chosen is not None
    assert [version.sheet for version in chosen] == [other, paper]


@pytest.mark.full
@pytest.mark.parametrize("records", Event.Records.values)
def test_the_desk_reads_the_text_of_every_sheet(hall: Hall, records: str) -> None:
    Event.objects.update(records=records)
    sheet = handed_in(hall)
    (row,) = desk_sheets.sheets_at_desk(hall.cast.tournament)
    is_known = "sealed" not in row.get_deferred_fields()
    assert (is_known, row.report) == (records == Event.Records.TWO, sheet.report)


@pytest.mark.full
def test_the_table_does_not_confirm_what_was_keyed_in_from_paper(hall: Hall) -> None:
    first = handed_in(hall)
    typed(hall, paper=True)
    handed_in(hall, report=NOTHING_WON)
    assert queries.waiting_sheets([hall.deal()]) == {hall.deal().pk: first}
    assert queries.waiting_sheets([hall.deal(2)]) == {}


def test_a_table_sits_as_in_its_first_deal_without_a_result(hall: Hall) -> None:
    here, there = (hall.deal(table=table) for table in hall.tables)
    last = there.sitting
    assert tables._sitting_in_play(last, [here, there]) == here.sitting
    here.done = True
    assert tables._sitting_in_play(last, [here, there]) == last
    there.done = True
    assert tables._sitting_in_play(last, [here, there]) == last


@pytest.mark.full
def test_no_deal_is_sealed_before_it_has_a_result(hall: Hall) -> None:
    for is_done in (False, True):
        now = tables.table_now(hall.table)
        assert now is not None
        assert [(each.result is not None, each.is_sealed) for each in now.deals] == [
            (is_done, False),
            (False, False),
        ]
        if not is_done:
            hall.cast.post(hall.deal())


@pytest.mark.full
def test_a_ruling_names_the_official_by_the_own_name(hall: Hall) -> None:
    decided(odd(hall, handed_in(hall)), hall.cast.bob)
    User.objects.filter(pk=hall.cast.bob.pk).update(real_name="王裁判")
    (incident,) = irregularities.judged()
    assert incident.ruling is not None
    official = incident.ruling.official
    assert (official.username, official.real_name) == ("bob", "王裁判")
