"""Which versions of a deal there are, what each is called, and for whom a sheet waits."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import translation

from referee.models import (
    REFEREE,
    Sheet,
)
from referee.sheets import desk_sheets, entry, versions, who_confirmed
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall
from tests.referee.sheets.test_entry import lost
from tests.referee.sheets.test_what_is_read import (
    called,
    codes,
    handed_in,
    retracted,
    typed,
)
from tournaments.base.refusals import Reason
from tournaments.models import (
    Event,
    Result,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, change


@pytest.mark.full
def test_of_two_versions_those_that_were_named_are_compared(hall: Hall) -> None:
    old = lost(hall)
    entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    first, *_ = versions.of_deal(hall.deal())
    assert versions.pair([first]) is None
    assert versions.pair([]) is None
    same = typed(hall, report=WEST_TAKES_ALL)
    differs = typed(hall)
    again = typed(hall)
    told = versions.of_deal(hall.deal())
    assert [version.sheet for version in told[:3]] == [again, differs, same]
    newest = versions.pair(told)
    assert newest is not None
    assert [version.sheet for version in newest] == [again, same]
    named = [differs.uid, differs.uid, same.uid, "nothing"]
    chosen = versions.pair(told, named)
    assert chosen is not None
    assert [version.sheet for version in chosen] == [differs, same]
    only_one = versions.pair(told, [differs.uid])
    assert only_one is not None
    assert [version.sheet for version in only_one] == [again, same]
    equal = versions.pair(told[:2])
    assert equal is not None
    assert [version.sheet for version in equal] == [again, differs]


@pytest.mark.full
def test_the_two_records_are_compared_first(hall: Hall) -> None:
    Event.objects.update(records=Event.Records.TWO)
    tablet = handed_in(hall)
    typed(hall)
    told = versions.pair(versions.of_deal(hall.deal()))
    assert told is not None
    paper = typed(hall, paper=True)
    typed(hall, report=WEST_TAKES_ALL)
    told = versions.pair(versions.of_deal(hall.deal()))
    assert told is not None
    assert [version.sheet for version in told] == [tablet, paper]


@pytest.mark.full
def test_the_result_that_stands_is_a_version_where_no_sheet_made_it(hall: Hall) -> None:
    assert versions.of_deal(hall.deal()) == []
    sheet = handed_in(hall, report=WEST_TAKES_ALL)
    hall.cast.post(hall.deal())
    standing, other = versions.of_deal(hall.deal())
    assert (standing.name, standing.sheet, standing.result is not None) == (
        versions.STANDING,
        None,
        True,
    )
    assert (other.sheet, other.result) == (sheet, None)
    with change(hall.cast.tournament, SYSTEM, "record_result") as made:
        report, origin = ledger.Report(Result.Kind.VOID, {}), ledger.Origin("x", "x")
        ledger.post(made, hall.deal(), report, seen=1, origin=origin, reason="x")
    assert [version.sheet for version in versions.of_deal(hall.deal())] == [sheet]


@pytest.mark.full
def test_the_sheet_that_made_the_result_stands_first(hall: Hall) -> None:
    sheet = handed_in(hall)
    agreed = hall.agreement(hall.sheet(key=sheet.key), digest=sheet.digest)
    entry.confirm(writer=hall.writer(), sealed=agreed)
    newer = handed_in(hall, report=WEST_TAKES_ALL)
    first, second = versions.of_deal(hall.deal())
    assert (first.sheet, second.sheet) == (sheet, newer)
    assert (first.result is not None, second.result) == (True, None)
    disputes = versions.open_disputes(desk_sheets.sheets_at_desk(hall.cast.tournament))
    assert disputes == [hall.deal()]


@pytest.mark.parametrize(
    ("columns", "title"),
    [
        ({"recorder": "W"}, "Written by West"),
        ({"recorder": "W", "paper": True}, "The record on paper"),
        ({"recorder": REFEREE}, "Written by the referee"),
        ({"recorder": ""}, "Written by nobody at this table"),
        ({"recorder": "W", "official_id": 1}, "Written by West, read in at the desk"),
    ],
)
def test_a_sheet_is_called_by_who_wrote_it(columns: dict[str, Any], title: str) -> None:
    with translation.override("en"):
        assert versions.sheet_title(Sheet(**columns)) == title


@pytest.mark.full
def test_a_sheet_is_confirmed_as_it_came_for_the_version_that_stands(hall: Hall) -> None:
    sound, wrong = handed_in(hall), handed_in(hall, report=NOTHING_WON)
    late = entry.submit(writer=lost(hall), sealed=hall.sheet())
    deal = hall.deal()
    assert [versions.is_as_it_came(sheet, deal) for sheet in (sound, wrong, late)] == [
        True,
        False,
        True,
    ]
    deal.version = 1
    assert not versions.is_as_it_came(sound, deal)


@pytest.mark.full
def test_a_choice_wants_a_reason_and_the_version_that_was_seen(hall: Hall) -> None:
    handed_in(hall)
    [version] = versions.of_deal(hall.deal())

    def choose(reason: str = "seen", seen: int = 0, key: str = "k" * 10) -> None:
        versions.choose(version, hall.cast.bob, reason, seen=seen, key=key)

    assert codes(lambda: choose(" ", 1)) == [Reason.REASON_MISSING, Reason.RESULT_CHANGED]
    choose()
    assert Result.objects.get().origin_label == "referee"
    choose()
    [version] = versions.of_deal(hall.deal())
    assert codes(lambda: choose(key="another-key")) == [Reason.RESULT_CHANGED]
    assert Result.objects.count() == 1


@pytest.mark.full
def test_a_choice_is_told_with_what_it_was_made_between(hall: Hall) -> None:
    handed_in(hall)
    other = typed(hall, report=WEST_TAKES_ALL)
    [_other, version] = versions.of_deal(hall.deal())
    versions.choose(version, hall.cast.bob, "seen", seen=0, key="k" * 10)
    result = Result.objects.get()
    with translation.override("en"):
        [[told]] = versions.choice_notes([result]).values()
        assert "“Written by the referee” and “Written by North”" in told
        assert versions.choice_notes([result], [version.sheet or other]) == {}
        result.origin_label = "sheet"
        assert versions.choice_notes([result]) == {}
    assert versions.choice_notes([]) == {}


@pytest.mark.full
@pytest.mark.parametrize(
    ("language", "between"),
    [
        ("en", "“Written by North 14:05:06” and “Written by North 14:03:02”."),
        ("zh-hans", "“北记录 14:05:06”与“北记录 14:03:02”。"),
    ],
)
def test_versions_of_one_name_are_told_apart_by_their_hours(
    hall: Hall, language: str, between: str
) -> None:
    """At the clock of the tournament, eight hours ahead."""
    chosen, other = handed_in(hall), handed_in(hall, report=WEST_TAKES_ALL)
    version = next(one for one in versions.of_deal(hall.deal()) if one.sheet == chosen)
    versions.choose(version, hall.cast.bob, "seen", seen=0, key="k" * 10)
    sheets = list(Sheet.objects.order_by("pk"))
    minutes = {chosen.pk: (3, 2), other.pk: (5, 6)}
    for sheet in sheets:
        sheet.created_at = datetime(2026, 3, 1, 6, *minutes[sheet.pk], tzinfo=UTC)
    result = Result.objects.get()
    result.created_at = datetime(2026, 3, 1, 6, 7, tzinfo=UTC)
    with translation.override(language):
        [[told]] = versions.choice_notes([result], sheets).values()
    assert between in told


def test_a_correction_is_not_told_as_decided_before_it_is(hall: Hall) -> None:
    """It came after the referee had made the only sheet the result."""
    handed_in(hall)
    [version] = versions.of_deal(hall.deal())
    versions.choose(version, hall.cast.bob, "as read", seen=0, key="k" * 10)
    handed_in(hall, seen=1, recorder="S", report=WEST_TAKES_ALL)
    assert versions.choice_notes(Result.live.all()) == {}
    [kept, _correction] = versions.of_deal(hall.deal())
    versions.choose(kept, hall.cast.bob, "counted again", seen=1, key="l" * 10)
    with translation.override("en"):
        [[told]] = versions.choice_notes(Result.live.all()).values()
    assert told == (
        "Two versions of this deal differed: “Written by South” and “Written by North”. "
        "The referee chose this version: “Written by North”."
    )


@pytest.mark.full
def test_a_choice_between_versions_that_agree_is_not_told(hall: Hall) -> None:
    handed_in(hall)
    typed(hall)
    [_other, version] = versions.of_deal(hall.deal())
    versions.choose(version, hall.cast.bob, "seen", seen=0, key="k" * 10)
    assert versions.choice_notes([Result.objects.get()]) == {}


@pytest.mark.full
def test_a_table_is_told_of_records_that_differ_while_its_deal_is_open(hall: Hall) -> None:
    deal = hall.deal()
    tablet, paper = handed_in(hall), typed(hall, paper=True)
    assert versions.differing([deal], [tablet, paper]) == {}
    wrong = typed(hall, report=WEST_TAKES_ALL, paper=True)
    assert set(versions.differing([deal], [tablet, paper, wrong])) == {deal.pk}
    deal.done = True
    assert versions.differing([deal], [tablet, paper, wrong]) == {}


def waiting_of(hall: Hall) -> tuple[list[Sheet], list[Sheet], list[Sheet]]:
    at_desk = desk_sheets.sheets_at_desk(hall.cast.tournament)
    pending = desk_sheets.pending_sheets(at_desk)
    return list(pending.ruled), list(pending.table), list(pending.paper)


@pytest.mark.full
def test_a_sheet_waits_for_its_table_the_paper_or_the_referee(hall: Hall) -> None:
    sheet = handed_in(hall)
    assert waiting_of(hall) == ([], [sheet], [])
    wrong = handed_in(hall, report=NOTHING_WON)
    assert waiting_of(hall) == ([], [wrong], [])
    late = entry.submit(writer=lost(hall), sealed=hall.sheet())
    assert waiting_of(hall) == ([late], [], [])
    written = typed(hall)
    assert waiting_of(hall) == ([late, written], [], [])


@pytest.mark.full
def test_a_sheet_of_an_open_deal_that_somebody_objected_to_waits_for_the_referee(
    hall: Hall,
) -> None:
    Event.objects.update(proof=Event.Proof.PHONE)
    sheet, other = handed_in(hall), handed_in(hall, 2)
    called(hall, who_confirmed.objection_key(sheet.uid, "W"))
    assert waiting_of(hall) == ([sheet], [other], [])
    Event.objects.update(proof=Event.Proof.TAP)
    assert waiting_of(hall) == ([], [sheet, other], [])


@pytest.mark.full
def test_of_two_records_each_waits_for_what_its_deal_lacks(hall: Hall) -> None:
    Event.objects.update(records=Event.Records.TWO)
    paper = typed(hall, paper=True)
    assert waiting_of(hall) == ([], [paper], [])
    tablet = handed_in(hall)
    assert waiting_of(hall) == ([], [paper, tablet], [])
    alone = handed_in(hall, 2)
    agreed = hall.agreement(hall.sheet(key=alone.key), digest=alone.digest)
    entry.confirm(writer=hall.writer(), sealed=agreed)
    assert waiting_of(hall) == ([], [paper, tablet], [alone])
    wrong = typed(hall, report=WEST_TAKES_ALL, paper=True)
    assert waiting_of(hall) == ([tablet, wrong], [], [alone])


@pytest.mark.full
def test_a_correction_of_a_deal_with_a_result_waits_for_the_referee(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    correction = typed(hall, report=WEST_TAKES_ALL, seen=1)
    assert waiting_of(hall) == ([correction], [], [])
    retracted(hall)
    assert waiting_of(hall) == ([], [], [])
