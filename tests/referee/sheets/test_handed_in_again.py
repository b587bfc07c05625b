"""Sheets that a tablet hands in again, because the server runs on an older copy of its data."""

from __future__ import annotations

from typing import Any

import pytest

from referee.base.handed_in import Sealed
from referee.base.refusals import Code
from referee.models import KeptWrite, Sheet
from referee.rulings import corrections
from referee.sheets import desk_sheets, entry, queries, versions
from tests.referee.hall import WEST_TAKES_ALL, Hall, Tablet
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.checks.verification import verify
from tournaments.models import Result, ResultKind


def again(tablet: Tablet, sealed: Sealed) -> Any:
    """Hand a sheet in as one that the server had before."""
    item = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed, "again": True}
    answer = tablet.post("sheets", item)
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.mark.full
@pytest.mark.databases
def test_a_sheet_that_comes_again_waits_for_an_official_under_its_old_key(
    hall: Hall, tablet: Tablet
) -> None:
    sealed = hall.sheet()
    answer = again(tablet, sealed)
    assert (answer["kept"], answer["standing"]) == (False, "referee")
    assert [problem["code"] for problem in answer["problems"]] == ["handed_in_again"]
    sheet = Sheet.objects.get(key=sealed.key)
    assert tablet.confirms(hall.agreement(sealed))["code"] == "sheet_has_problems"
    at_desk = desk_sheets.sheets_at_desk(hall.cast.tournament)
    assert list(desk_sheets.pending_sheets(at_desk).ruled) == [sheet]
    writer = hall.official()
    confirmed = entry.confirm(
        writer=writer, sealed=hall.agreement(sealed, "referee"), reason="asked the table"
    )
    assert confirmed.result is not None
    assert queries.is_posted(sheet)
    assert again(tablet, sealed)["standing"] == "posted"
    assert verify(hall.cast.tournament) == []


def test_a_sheet_that_is_there_is_answered_as_it_stands(hall: Hall, tablet: Tablet) -> None:
    sealed = hall.sheet()
    tablet.submits(sealed)
    answer = again(tablet, sealed)
    assert (answer["standing"], answer["problems"]) == ("waiting", [])


@pytest.mark.full
@pytest.mark.parametrize("kind", ["played", "void", "replayed"])
@pytest.mark.databases
def test_a_sheet_comes_again_over_no_result_and_for_no_deal_that_was_voided_or_replayed(
    hall: Hall, tablet: Tablet, kind: str
) -> None:
    sealed = hall.sheet()
    hall.cast.post(hall.deal())
    if kind != "played":
        corrections.rule(hall.deal(), hall.cast.bob, ResultKind.VOID, "cards fell", seen=1)
    if kind == "replayed":
        tablet.submits(hall.sheet(seen=2, report=WEST_TAKES_ALL))
    before = Sheet.objects.count(), Result.objects.count()
    answer = again(tablet, sealed)
    assert (answer["kept"], answer["standing"]) == (True, "kept")
    assert answer["code"] == Reason.RESULT_CHANGED
    assert (Sheet.objects.count(), Result.objects.count()) == before
    assert KeptWrite.objects.get().key == sealed.key


def test_a_sheet_of_a_draw_that_was_withdrawn_does_not_come_again(
    hall: Hall, tablet: Tablet
) -> None:
    sealed = hall.sheet()
    organise.withdraw_draw(hall.round, hall.cast.director, reason="wrong list")
    answer = again(tablet, sealed)
    assert answer["kept"]
    assert answer["code"] in {Code.DEAL_NOT_IN_PLAY, Code.DEAL_UNKNOWN}
    assert not Sheet.objects.exists()


@pytest.mark.full
def test_the_round_names_the_sheets_that_arrived(hall: Hall, tablet: Tablet) -> None:
    first, second = hall.sheet(), hall.sheet(report=WEST_TAKES_ALL)
    tablet.submits(first)
    tablet.submits(second)
    deals = tablet.get("round").json()["deals"]
    assert deals[0]["arrived"] == [first.key, second.key]
    assert all(deal["arrived"] == [] for deal in deals[1:])


@pytest.mark.full
def test_the_round_names_the_sheets_behind_a_result(hall: Hall, tablet: Tablet) -> None:
    """Also the one that the referee's copy was made of; nothing that came beside them."""
    first, other = hall.sheet(), hall.sheet(report=WEST_TAKES_ALL)
    for seen, (number, sealed) in enumerate([(1, first), (2, other)]):
        tablet.submits(sealed)
        assert tablet.get("round").json()["deals"][0]["counts"] == ([first.key] if seen else [])
        uid = Sheet.objects.get(key=first.key).uid
        version = next(one for one in versions.of_deal(hall.deal()) if one.name == uid)
        versions.choose(version, hall.cast.bob, "as read", seen=seen, key=f"choice-{number}")
    copy = next(sheet for sheet in Sheet.objects.all() if sheet.copy_of == uid)
    deals = tablet.get("round").json()["deals"]
    assert deals[0]["counts"] == [first.key, copy.key]
    assert all(deal["counts"] == [] for deal in deals[1:])


@pytest.mark.full
def test_the_server_says_of_which_deals_it_never_heard(hall: Hall, tablet: Tablet) -> None:
    first, second = hall.deal(), hall.deal(2)
    organise.withdraw_draw(hall.round, hall.cast.director, reason="wrong list")
    answer = tablet.post("unknown-deals", {"deals": f"{first.uid},neverhere001,{second.uid}"})
    assert answer.json() == {"unknown": ["neverhere001"]}


@pytest.mark.parametrize("deals", ["", ",", "a b", "x" * 5000, ["a"], None])
def test_what_are_no_names_of_deals_is_refused(hall: Hall, tablet: Tablet, deals: object) -> None:
    answer = tablet.post("unknown-deals", {"deals": deals})
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
