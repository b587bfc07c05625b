"""The one door to the record: what it takes, what it refuses, and what can never be stored."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.tournaments.drawing import codes
from tests.tournaments.two_events import another_tournament
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused, Stale
from tournaments.models import (
    Adjustment,
    Board,
    BoardSet,
    Deal,
    Entry,
    Hold,
    Match,
    Publication,
    Result,
    Round,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record, queries

RULING = Origin("ruling-1", "ruling 1")


@pytest.fixture
def deal(cast: Cast) -> Deal:
    """The first deal of a round in play."""
    return cast.deals(cast.round_in_play())[0]


@pytest.mark.databases
def test_a_first_result_becomes_the_live_one_with_its_settlement(cast: Cast, deal: Deal) -> None:
    result = cast.post(deal)
    deal.refresh_from_db()
    assert (deal.version, result.version, result.retires) == (1, 1, None)
    assert result.settlement["scores"] == {"N": -100, "W": 100, "S": 50, "E": 200}
    assert result.facts == NORTH_TAKES_THE_PIG
    assert result.ruleset == cast.event.ruleset
    assert list(Result.live.all()) == [result]


@pytest.mark.databases
def test_a_correction_retires_the_version_that_was_seen(cast: Cast, deal: Deal) -> None:
    first = cast.post(deal)
    second = cast.post(deal, seen=1, reason="misread")
    assert (second.version, second.retires) == (2, first)
    assert list(Result.live.all()) == [second]
    assert deal.results.count() == 2


def test_a_correction_without_a_reason_is_refused(cast: Cast, deal: Deal) -> None:
    cast.post(deal)
    with pytest.raises(Refused) as refused:
        cast.post(deal, seen=1, reason="  ")
    assert codes(refused) == [Reason.REASON_MISSING]


@pytest.mark.parametrize("seen", [0, pytest.param(2, marks=pytest.mark.databases), 7, -1])
def test_who_saw_another_version_than_the_live_one_is_refused(
    cast: Cast, deal: Deal, seen: int
) -> None:
    cast.post(deal)
    with pytest.raises(Stale) as refused:
        cast.post(deal, seen=seen, reason="misread")
    assert codes(refused) == [Reason.RESULT_CHANGED]
    deal.refresh_from_db()
    assert (deal.version, deal.results.count()) == (1, 1)


def test_a_report_says_the_same_by_its_kind_and_its_facts(cast: Cast, deal: Deal) -> None:
    played, nothing = Result.Kind.PLAYED, dict[str, Any]()
    assert not ledger.says_the_same(deal, Report(played, nothing))
    cast.post(deal)
    assert ledger.says_the_same(deal, Report(played, NORTH_TAKES_THE_PIG))
    assert not ledger.says_the_same(deal, Report(Result.Kind.CLAIMED, NORTH_TAKES_THE_PIG))
    assert not ledger.says_the_same(deal, Report(played, nothing))


def test_a_report_is_compared_with_the_newest_version_alone(cast: Cast, deal: Deal) -> None:
    won = NORTH_TAKES_THE_PIG["won"]
    elsewhere = cast.deals(deal.sitting.segment.match.round)[1]
    cast.post(elsewhere, report={"won": {**won, "N": won["S"], "S": won["N"]}})
    cast.post(deal)
    assert ledger.says_the_same(deal, Report(Result.Kind.PLAYED, NORTH_TAKES_THE_PIG))
    other = {"won": {**won, "N": won["W"], "W": won["N"]}}
    cast.post(deal, report=other, seen=1, reason="misread")
    assert ledger.says_the_same(deal, Report(Result.Kind.PLAYED, other))
    assert not ledger.says_the_same(deal, Report(Result.Kind.PLAYED, NORTH_TAKES_THE_PIG))


def test_a_sheet_with_problems_is_refused_with_all_of_them(cast: Cast, deal: Deal) -> None:
    facts = {"won": {"N": ["SQ", "ZZ"], "Q": ["DJ"], "W": ["SQ"]}}
    with pytest.raises(Refused) as refused, change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.post(made, deal, Report(Result.Kind.PLAYED, facts), seen=0, origin=RULING)
    assert len(refused.value.problems) >= 3
    assert not Result.objects.exists()


def test_a_deal_of_a_draft_takes_no_result(cast: Cast) -> None:
    draft = cast.drawn_round()
    with pytest.raises(Refused) as refused:
        cast.post(cast.deals(draft)[0])
    assert codes(refused) == [Reason.ROUND_NOT_IN_PLAY]


def test_refusals_are_told_together(cast: Cast) -> None:
    draft = cast.drawn_round()
    with pytest.raises(Refused) as refused:
        cast.post(cast.deals(draft)[0], seen=1)
    assert codes(refused) == [Reason.ROUND_NOT_IN_PLAY, Reason.REASON_MISSING]


@pytest.mark.full
def test_a_deal_of_a_closed_round_can_still_be_corrected(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    cast.post(cast.deals(round_)[0], seen=1, reason="appeal")
    assert Result.live.filter(version=2).count() == 1


def stored(deal: Deal, **differs: Any) -> Result:
    """Write a result past the ledger, as only a fault could."""
    settlement = {
        "deal": deal,
        "version": 1,
        "kind": Result.Kind.PLAYED,
        "facts": {},
        "schema": 1,
        "ruleset": deal.event.ruleset,
        "settlement": {},
        "engine": "none",
        "origin_uid": "x",
        "origin_label": "x",
        "reason": "x",
    }
    with transaction.atomic():
        return Result.objects.create(**{**settlement, **differs})


def test_two_first_results_of_a_deal_cannot_be_stored(deal: Deal) -> None:
    stored(deal)
    with pytest.raises(IntegrityError):
        stored(deal)


@pytest.mark.databases
def test_a_later_version_that_retires_nothing_cannot_be_stored(deal: Deal) -> None:
    stored(deal)
    with pytest.raises(IntegrityError):
        stored(deal, version=2)


def test_a_first_version_that_retires_another_cannot_be_stored(cast: Cast, deal: Deal) -> None:
    first = stored(deal)
    other = cast.deals(deal.sitting.segment.match.round)[1]
    with pytest.raises(IntegrityError):
        stored(other, version=1, retires=first)


@pytest.mark.databases
def test_a_result_that_is_retired_twice_cannot_be_stored(deal: Deal) -> None:
    first = stored(deal)
    stored(deal, version=2, retires=first)
    with pytest.raises(IntegrityError):
        stored(deal, version=3, retires=first)


@pytest.fixture
def entry(cast: Cast) -> Entry:
    """The first entry of the event."""
    return cast.event.entries.order_by("number")[0]


def adjusted(cast: Cast, entry: Entry, amount: Fraction, reason: str = "late") -> Adjustment:
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        return ledger.adjust(made, entry, amount, reason=reason, origin=RULING)


def test_an_adjustment_counts_exactly_in_the_standings(cast: Cast, entry: Entry) -> None:
    adjusted(cast, entry, Fraction(-1, 3))
    row = event_record.standings(results.read(cast.event))[-1]
    assert (row.competitor.uid, row.rank.total) == (entry.uid, Fraction(-1, 3))


def test_an_adjustment_needs_a_reason(cast: Cast, entry: Entry) -> None:
    with pytest.raises(Refused) as refused:
        adjusted(cast, entry, Fraction(1), reason=" ")
    assert codes(refused) == [Reason.REASON_MISSING]
    assert refused.value.problems[0].field == "reason"


@pytest.mark.databases
def test_an_adjustment_is_taken_back_once_by_a_counter_entry(cast: Cast, entry: Entry) -> None:
    adjustment = adjusted(cast, entry, Fraction(5))
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        counter = ledger.reverse(made, adjustment, reason="wrong entry", origin=RULING)
    assert (counter.amount, counter.reverses) == (Fraction(-5), adjustment)
    assert all(row.rank.total == 0 for row in event_record.standings(results.read(cast.event)))
    with (
        pytest.raises(Refused) as refused,
        change(cast.tournament, cast.director, Verb.ADJUST) as made,
    ):
        ledger.reverse(made, adjustment, reason="again", origin=RULING)
    assert codes(refused) == [Reason.ALREADY_REVERSED]


@pytest.mark.databases
def test_what_is_held_is_released_by_its_origin_alone(cast: Cast, deal: Deal) -> None:
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, deal, "claim", origin=RULING)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        assert ledger.release(made, "claim", origin=Origin("another", "x")) == 0
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        assert ledger.release(made, "claim", origin=RULING) == 1
    assert not Hold.objects.filter(released_at=None).exists()


@pytest.mark.parametrize("on", ["deal", "match", "round"])
def test_a_hold_may_be_on_a_deal_a_match_or_a_round(cast: Cast, deal: Deal, on: str) -> None:
    match = deal.sitting.segment.match
    targets: dict[str, Deal | Match | Round] = {
        "deal": deal,
        "match": match,
        "round": match.round,
    }
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        held = ledger.hold(made, targets[on], "claim", origin=RULING)
    assert getattr(held, on) == targets[on]
    assert list(queries.holds_of(match.round)) == [held]


@pytest.mark.databases
def test_a_publication_keeps_what_was_shown_by_uid_and_number(cast: Cast) -> None:
    round_ = cast.round_in_play()
    shown = Publication.objects.get(kind=Publication.Kind.DRAW)
    assert shown.round == round_
    assert shown.seq == cast.tournament.log.latest("seq").seq
    entries = set(cast.event.entries.values_list("uid", flat=True))
    assert {seat["entry"] for seat in shown.shown} == entries


def test_a_result_ends_the_holds_that_it_releases_and_what_is_owed(cast: Cast, deal: Deal) -> None:
    other = cast.deals(deal.sitting.segment.match.round)[1]
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        for on, code, uid in (
            (deal, "claim", "1"),
            (deal, "owed", "2"),
            (deal, "x", "3"),
            (other, "claim", "4"),
            (other, "owed", "5"),
        ):
            ledger.hold(made, on, code, origin=Origin(uid, "x"))

    def open_holds() -> set[str]:
        return set(Hold.objects.filter(released_at=None).values_list("origin_uid", flat=True))

    def post(seen: int, kind: str = "played", *, releases: str = "", **origin: Any) -> None:
        facts = NORTH_TAKES_THE_PIG if kind == "played" else {}
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            ledger.post(
                made,
                deal,
                Report(Result.Kind(kind), facts),
                seen=seen,
                origin=Origin("sheet", "sheet", **origin),
                reason="misread",
                releases=releases,
            )

    post(0)
    assert open_holds() == {"1", "2", "3", "4", "5"}
    post(1, releases="claim")
    assert open_holds() == {"3", "4", "5"}
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, deal, "owed", origin=Origin("6", "x"))
    post(2, "void")
    assert "6" in open_holds()
    post(3, "not_played", settles=False)
    assert "6" in open_holds()
    post(4, "void", settles=True)
    assert "6" not in open_holds()


def test_a_penalty_is_of_an_entry_or_of_a_side_and_names_who_did_it(
    cast: Cast, deal: Deal, entry: Entry
) -> None:
    seat = deal.sitting.seats.get(label="W")
    person = entry.members.get().person

    def given(*, at_table: bool = False, **origin: Any) -> Adjustment:
        with change(cast.tournament, cast.director, Verb.ADJUST) as made:
            side = seat.side if at_table else None
            return ledger.adjust(
                made,
                entry,
                Fraction(-5),
                reason="late",
                origin=Origin("1", "x", **origin),
                side=side,
            )

    alone = given(deal=deal)
    assert (alone.entry, alone.side, alone.deal, alone.named) == (entry, None, None, None)
    assert alone.stage_of_sum == "standings"
    named = given(person=person).named
    assert named is not None
    assert (named.person, named.seat) == (person, "")
    table = given(at_table=True, deal=deal, seat=seat)
    assert (table.entry, table.side, table.deal) == (None, seat.side, deal)
    assert table.stage_of_sum == "game"
    assert table.named is not None
    assert (table.named.person, table.named.seat) == (seat.person, "W")


def test_a_hold_is_released_in_its_tournament_by_code_and_origin_once(
    cast: Cast, deal: Deal
) -> None:
    other = another_tournament(cast)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        for code, uid in (("claim", "1"), ("claim", "2"), ("x", "1")):
            ledger.hold(made, deal, code, origin=Origin(uid, "x"))
    with change(other, SYSTEM, Verb.ADJUST) as made:
        assert ledger.release(made, "claim", origin=Origin("1", "x")) == 0
        assert "released" not in made.details
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        assert ledger.release(made, "claim", origin=Origin("1", "x")) == 1
        assert ledger.release(made, "claim", origin=Origin("1", "x")) == 0
        assert made.details["released"] == "claim"
    assert Hold.objects.filter(released_at=None).count() == 2


@pytest.mark.parametrize(
    ("read", "stored", "reloaded"),
    [
        ("published", "cancelled", "cancelled"),
        ("closed", "cancelled", "cancelled"),
        ("draft", "cancelled", "draft"),
    ],
)
def test_the_state_of_a_round_is_read_anew_unless_it_is_a_draft(
    cast: Cast, deal: Deal, read: str, stored: str, reloaded: str
) -> None:
    round_ = deal.sitting.segment.match.round
    Round.objects.filter(pk=round_.pk).update(state=stored)
    round_.state = read
    ledger.reload_round_state(deal.sitting)
    assert round_.state == reloaded


def test_a_board_may_open_when_its_last_table_has_played_it(cast: Cast, deal: Deal) -> None:
    assert not ledger._may_open_board(deal)
    sets = BoardSet.objects.create(event=cast.event, number=1, secret="0" * 64, commitment="1")
    boards = [Board.objects.create(board_set=sets, board_no=number) for number in (1, 2)]
    first, other = cast.deals(deal.sitting.segment.match.round)[:2]
    Deal.objects.filter(pk__in=[first.pk, other.pk]).update(board=boards[0])
    deal.refresh_from_db()
    assert not ledger._may_open_board(deal)
    Deal.objects.filter(pk=other.pk).update(done=True)
    assert ledger._may_open_board(deal)
    Deal.objects.filter(pk=other.pk).update(done=False, board=boards[1])
    assert ledger._may_open_board(deal)
    Deal.objects.filter(pk=other.pk).update(board=boards[0])
    Round.objects.update(state="cancelled")
    assert ledger._may_open_board(deal)


def test_a_counter_row_is_of_one_row_and_wants_a_reason(cast: Cast, entry: Entry) -> None:
    first, second = adjusted(cast, entry, Fraction(5)), adjusted(cast, entry, Fraction(6))

    def back(row: Adjustment, reason: str) -> None:
        with change(cast.tournament, cast.director, Verb.ADJUST) as made:
            ledger.reverse(made, row, reason=reason, origin=RULING)

    with pytest.raises(Refused) as refused:
        back(first, " ")
    assert codes(refused) == [Reason.REASON_MISSING]
    back(first, "wrong entry")
    back(second, "wrong entry")
    assert Adjustment.objects.count() == 4


def test_a_layout_is_stated_with_a_reason(cast: Cast, deal: Deal) -> None:
    with pytest.raises(Refused) as refused, change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.state_layout(made, deal, 2, reason=" ", origin=RULING)
    assert codes(refused) == [Reason.REASON_MISSING]
