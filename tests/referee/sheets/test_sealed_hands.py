"""What is said of a report while the hands of its board are sealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from config.simulation import made_up_reports
from referee.base.handed_in import Writer
from referee.claims import claims
from referee.models import REFEREE, KeptWrite, Sheet
from referee.sheets import board_check, entry, queries, two_records
from scoring.cards import DECK
from scoring.game import find_game
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tests.tournaments import over_boards
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Board, Deal, Result
from tournaments.structure import games
from web.tablet.api import answers

SEATS = "NWSE"
GONGZHU = find_game("gongzhu")


@pytest.fixture(params=["classic", "huapai-duplicate"])
def hall(db: None, request: pytest.FixtureRequest) -> Hall:
    return Hall.of(over_boards.assemble(preset=request.param))


def full(hall: Hall) -> Deal:
    """Return the first deal with all that settling it needs."""
    deal = queries.deal_in(hall.cast.tournament, hall.deal().uid)
    assert deal is not None
    return deal


def hands_of(deal: Deal) -> dict[str, list[str]]:
    assert deal.board is not None
    hands: dict[str, list[str]] = deal.board.hands or {}
    return hands


def dealt(seed: str) -> dict[str, list[str]]:
    rules = GONGZHU.rules({"preset": "classic"})
    return made_up_reports.hands(GONGZHU.blank(rules), SEATS, seed)


def complete(deal: Deal) -> Iterator[Mapping[str, Any]]:
    """Yield reports that need no board, most of them of other hands than the board's."""
    blank = games.blank_of(deal.event, games.ruleset_of(deal))
    for number in range(6):
        hands = hands_of(deal) if number == 0 else dealt(f"seed {number}")
        made_up = made_up_reports.captures(blank, SEATS, f"seed {number}", hands)
        yield made_up
        yield {**made_up, "hands": hands}
        plays = [[SEATS[(at + number) % 4], card] for at, card in enumerate(DECK)]
        yield {"plays": plays}
        yield {**made_up, "plays": plays[:9]}
        yield {
            **made_up,
            "won": {},
            "claim": {"seat": "N", "kind": "all", "after_trick": 3, "contested": number % 2 == 0},
        }


def said(deal: Deal, report: Mapping[str, Any]) -> Any:
    return (
        answers.preview(deal, report, foreseen=True),
        queries.irregularities_in(deal, report),
        queries.warnings(deal, report, queries.beginning_of(deal)),
    )


@pytest.mark.full
def test_whatever_is_said_of_a_report_is_the_same_without_the_hands(hall: Hall) -> None:
    deal, without = full(hall), full(hall)
    assert without.board is not None
    without.board.hands = None
    for report in complete(deal):
        assert said(deal, report) == said(without, report), report


@pytest.mark.full
def test_what_agrees_with_the_board_settles_to_what_was_previewed(hall: Hall) -> None:
    deal = full(hall)
    agreeing = list(complete(deal))[:2]
    for report in agreeing:
        before = queries.outcome(deal, report).settlement
        assert before is not None
        stored = games.settle(deal, Result.Kind.PLAYED, report)
        assert stored["settlement"] == before.as_json()


def wrong_report(deal: Deal) -> dict[str, Any]:
    """Return a complete report that gives the pig to a seat that was not dealt it."""
    owners = dict.fromkeys(("SQ", "HA", "DJ", "C10"), "N")
    for seat, hand in hands_of(deal).items():
        owners |= {card: seat for card in hand if card in owners}
    wrong = next(seat for seat in SEATS if seat != owners["SQ"])
    return {**NORTH_TAKES_THE_PIG, "dealt": {**owners, "SQ": wrong}}


def right_report(deal: Deal) -> dict[str, Any]:
    report = wrong_report(deal)
    holder = next(seat for seat, hand in hands_of(deal).items() if "SQ" in hand)
    return {**report, "dealt": {**report["dealt"], "SQ": holder}}


def codes_of(sheet: Sheet) -> list[str]:
    return [str(problem["code"]) for problem in sheet.problems]


@pytest.mark.full
def test_a_sheet_that_differs_is_told_one_code_without_cards_or_seats(hall: Hall) -> None:
    deal = full(hall)
    for report in (wrong_report(deal), {"plays": [[SEATS[n % 4], c] for n, c in enumerate(DECK)]}):
        sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report))
        assert sheet.problems == [
            {"code": "board_differs", "field": "", "cards": [], "seats": [], "values": {}}
        ]
        assert queries.settlement_of_sheet(sheet) is None
    mended = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=right_report(deal)))
    assert mended.sound


@pytest.mark.full
def test_the_comparison_of_two_sheets_completes_neither_from_the_board(hall: Hall) -> None:
    deal, without = full(hall), full(hall)
    assert without.board is not None
    without.board.hands = None
    hands = dealt("made up")
    made_up = {**NORTH_TAKES_THE_PIG, "hands": hands}
    reports: list[Mapping[str, Any]] = [NORTH_TAKES_THE_PIG, right_report(deal), {"won": {}}]
    for silent in reports:
        said_of_board = two_records.compare_reports(deal, silent, made_up)
        assert said_of_board == two_records.compare_reports(without, silent, made_up)


@pytest.mark.full
def test_after_some_sheets_that_differ_the_referee_looks_at_the_cards(hall: Hall) -> None:
    deal = full(hall)
    for _ in range(board_check.MOST_TRIES):
        sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=wrong_report(deal)))
        assert codes_of(sheet) == ["board_differs"]
    unread = [
        entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report))
        for report in (wrong_report(deal), right_report(deal))
    ]
    assert [codes_of(sheet) for sheet in unread] == [["board_tries_spent"]] * 2
    wrong, right = (Sheet.objects.get(pk=sheet.pk) for sheet in unread)
    with pytest.raises(Refused) as refused:
        confirmed_by_the_referee(hall, wrong)
    assert [problem.code for problem in refused.value.problems] == [Reason.BOARD_DIFFERS]
    assert KeptWrite.objects.get().problems == [refused.value.problems[0].as_json()]
    assert confirmed_by_the_referee(hall, right).result is not None


def confirmed_by_the_referee(hall: Hall, sheet: Sheet) -> entry.Confirmed:
    stored = replace(hall.sheet(key=sheet.key), digest=sheet.digest)
    agreed = hall.agreement(stored, REFEREE)
    return entry.confirm(writer=hall.official(), sealed=agreed, reason="looked at")


@pytest.mark.full
def test_who_cannot_write_here_is_told_nothing_of_the_board(hall: Hall) -> None:
    sealed = hall.sheet(report=wrong_report(full(hall)))
    elsewhere = entry.submit(writer=hall.writer(hall.tables[1]), sealed=sealed)
    assert codes_of(elsewhere) == ["deal_elsewhere"]
    Deal.objects.update(version=1)
    late = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=wrong_report(full(hall))))
    assert codes_of(late) == ["result_changed"]


@pytest.mark.full
@pytest.mark.parametrize(("rules", "code"), [(True, "board_differs"), (False, "board_tries_spent")])
def test_what_a_referee_types_is_compared_as_often_as_it_comes_a_scorer_has_a_limit(
    hall: Hall, rules: bool, code: str
) -> None:
    deal = full(hall)
    writer = Writer.at_desk(hall.cast.tournament, hall.cast.bob, rules=rules)
    codes = [
        codes_of(entry.submit(writer=writer, sealed=hall.sheet(report=report, recorder=REFEREE)))
        for report in [wrong_report(deal)] * (board_check.MOST_TRIES + 1)
    ]
    assert codes == [["board_differs"]] * board_check.MOST_TRIES + [[code]]


@pytest.mark.full
def test_a_claim_of_other_hands_is_refused_by_one_code_when_it_is_decided(hall: Hall) -> None:
    deal = full(hall)
    claim = {"seat": "N", "kind": "all", "after_trick": 9, "contested": True}
    report = {**wrong_report(deal), "won": {}, "claim": claim}
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report))
    assert codes_of(sheet) == ["claim_contested"]
    scoring_cards = _scoring(NORTH_TAKES_THE_PIG["won"].values())
    with pytest.raises(Refused) as refused:
        claims.decide(sheet.claim, hall.cast.bob, {"N": scoring_cards}, "as shown")
    assert [problem.code for problem in refused.value.problems] == [Reason.BOARD_DIFFERS]


def _scoring(piles: Sequence[Sequence[str]]) -> list[str]:
    return [card for pile in piles for card in pile]


@pytest.mark.full
def test_once_the_board_is_open_the_sheet_is_told_what_differs(hall: Hall) -> None:
    deal = full(hall)
    Board.objects.update(opened_at=timezone.now())
    report = wrong_report(deal)
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report))
    assert codes_of(sheet) == ["owner_not_of_board"]
