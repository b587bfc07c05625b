"""Persons and results of two tables of a round, exchanged for some deals after a preview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests import cast as people
from tests import levels_cast
from tests.cast import Cast
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused, Stale
from tournaments.checks.verification import verify
from tournaments.models import (
    Deal,
    Event,
    Publication,
    Result,
    Round,
    Seat,
    Sitting,
)
from tournaments.organise import table_repairs
from tournaments.organise.table_repairs import TableExchange
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record

WON: Mapping[str, Any] = {
    "won": {
        "W": [
            "SQ",
            "DJ",
            "C10",
            *(f"H{rank}" for rank in "23456789"),
            "H10",
            "HJ",
            "HQ",
            "HK",
            "HA",
        ]
    }
}
"""West takes everything."""


def tables(round_: Round) -> list[Sitting]:
    rows = Sitting.objects.filter(segment__match__round=round_)
    related = "table", "segment__match__round__event__tournament"
    ruled = rows.select_related(*related, "segment__match__round__event__ruleset")
    return list(ruled.order_by("table__number"))


def totals(event: Event) -> dict[str, int]:
    rows = event_record.standings(results.read(event))
    return {row.competitor.name: int(row.rank.points) for row in rows}


def persons(sitting: Sitting) -> dict[str, str]:
    return dict(Seat.objects.filter(sitting=sitting).values_list("label", "person__name"))


def post(cast: Cast, deal: Deal, facts: Mapping[str, Any]) -> None:
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = Report(Result.Kind.PLAYED, facts)
        ledger.post(made, deal, report, seen=0, origin=Origin("sheet", "sheet"))


def codes(refused: pytest.ExceptionInfo[Refused]) -> set[Any]:
    return {problem.code for problem in refused.value.problems}


@pytest.fixture
def cast(db: None) -> Cast:
    """An individual event of eight: four deals at each of two tables."""
    return people.assemble(deals_per_round=4)


@pytest.fixture
def round_(cast: Cast) -> Round:
    """A round of which two deals are played: at table 1 North takes the pig, at 2 West all."""
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        if deal.play_order <= 2:
            at_first = deal.sitting.pk == tables(round_)[0].pk
            post(cast, deal, people.NORTH_TAKES_THE_PIG if at_first else WON)
    return round_


@pytest.mark.full
@pytest.mark.databases
def test_persons_who_sat_at_the_other_table_have_what_they_played(
    cast: Cast, round_: Round
) -> None:
    one, other = tables(round_)
    at_one, at_other, before = persons(one), persons(other), totals(cast.event)
    exchange = TableExchange(one, other, 1, 2, {"N": "W"})
    preview = table_repairs.preview_tables(exchange)
    assert not preview.problems
    promised = {row.competitor.name: int(row.after.points) for row in preview.effect}
    assert totals(cast.event) == before
    table_repairs.exchange_tables(exchange, cast.director, "wrong table", seen=preview.seen)
    north, west = at_one["N"], at_other["W"]
    after = totals(cast.event)
    assert (after[north], after[west]) == (before[west], before[north])
    assert before[north] != before[west]
    assert {name: after[name] for name in (north, west)} == promised
    # The deals that follow are played as drawn.
    played, *later = Sitting.objects.filter(table=one.table, segment__match__round=round_).order_by(
        "segment__number"
    )
    assert persons(played)["N"] == west
    assert [persons(sitting)["N"] for sitting in later] == [north]
    assert Publication.objects.filter(kind="draw").count() == 2
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_whole_results_belong_to_the_other_table(cast: Cast, round_: Round) -> None:
    one, other = tables(round_)
    exchange = TableExchange(one, other, 1, 2, {})
    before = totals(cast.event)
    preview = table_repairs.preview_tables(exchange)
    table_repairs.exchange_tables(exchange, cast.director, "sheets changed", seen=preview.seen)
    after = totals(cast.event)
    for label in "NWSE":
        here, there = persons(one)[label], persons(other)[label]
        assert (after[here], after[there]) == (before[there], before[here])
    assert Result.objects.filter(version=2).count() == 4
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_what_changed_since_the_preview_is_looked_at_again(cast: Cast, round_: Round) -> None:
    one, other = tables(round_)
    exchange = TableExchange(one, other, 1, 2, {"N": "W"})
    seen = table_repairs.preview_tables(exchange).seen
    cast.post(cast.deals(round_)[2])
    with pytest.raises(Stale):
        table_repairs.exchange_tables(exchange, cast.director, "wrong table", seen=seen)


def test_tables_of_two_rounds_and_no_reason_are_refused(cast: Cast, round_: Round) -> None:
    one, other = tables(round_)
    with pytest.raises(Refused) as refused:
        table_repairs.exchange_tables(TableExchange(one, other, 1, 2, {}), cast.director, " ")
    assert codes(refused) == {Reason.REASON_MISSING}
    same = table_repairs.preview_tables(TableExchange(one, one, 1, 2, {}))
    assert [problem.code for problem in same.problems] == [Reason.TABLES_NOT_ALIKE]
    nobody = table_repairs.preview_tables(TableExchange(one, other, 1, 2, {"N": "5"}))
    assert [problem.code for problem in nobody.problems] == [Reason.PERSONS_NOT_AT_TABLES]


@pytest.mark.full
def test_wrong_pairs_for_two_deals(db: None) -> None:
    """Pairs by total points: the pair that sat at the wrong table has these two deals."""
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 4, form=Event.Form.PAIRS)
    cast = people.assemble(players=0)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [list(pair) for pair in levels_cast.PAIRS])
    round_ = organise.draw_round(event, cast.director, seed="seed")
    organise.publish_round(round_, cast.director)
    one, other = tables(round_)
    for deal in cast.deals(round_):
        if deal.play_order <= 2:
            post(cast, deal, people.NORTH_TAKES_THE_PIG if deal.sitting.pk == one.pk else WON)
    parted = table_repairs.preview_tables(TableExchange(one, other, 1, 2, {"N": "N"}))
    assert [problem.code for problem in parted.problems] == [Reason.PARTNERS_PARTED]
    whole = TableExchange(one, other, 1, 2, {"N": "N", "S": "S"})
    preview = table_repairs.preview_tables(whole)
    assert not preview.problems
    before = totals(event)
    table_repairs.exchange_tables(whole, cast.director, "wrong table", seen=preview.seen)
    after = totals(event)
    assert after != before
    assert sorted(after.values()) == sorted(before.values())
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_pairs_who_climb_levels_cannot_count_elsewhere(db: None) -> None:
    cast = levels_cast.assemble()
    round_ = cast.round_in_play()
    one, other = tables(round_)
    exchange = TableExchange(one, other, 1, 2, {"N": "N", "S": "S"})
    preview = table_repairs.preview_tables(exchange)
    assert [problem.code for problem in preview.problems] == [Reason.PERSONS_COUNT_IN_MATCHES]
