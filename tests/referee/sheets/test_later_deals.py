"""Deals after a corrected one that no longer begin as they should, where sides climb levels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.sheets import later_deals
from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import ATTACKERS_WIN, DEALERS_KEEP, post
from tournaments import organise
from tournaments.models import Deal, Result
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change

LOST: Mapping[str, Any] = {**DEALERS_KEEP, "attackers_points": 120}


def played(cast: Cast) -> list[Deal]:
    """Play two deals of the first table, of which the second follows from the first."""
    deals = cast.deals(cast.round_in_play())
    post(cast, deals[0], DEALERS_KEEP)
    post(cast, deals[1], ATTACKERS_WIN)
    return deals


@pytest.mark.full
def test_later_deals_fit_until_an_earlier_one_is_another(db: None) -> None:
    first, second, third, *_ = played(levels_cast.assemble())
    assert later_deals.misfits(first) == ()
    assert [misfit.deal for misfit in later_deals.misfits(first, LOST)] == [second]
    assert later_deals.misfits(first, DEALERS_KEEP) == ()
    assert later_deals.misfits(second, LOST) == ()
    assert later_deals.misfits(third, LOST) == ()


@pytest.mark.full
def test_deals_for_which_seats_were_exchanged_are_later_all_the_same(db: None) -> None:
    cast = levels_cast.assemble()
    first, second, *_ = played(cast)
    swap = {"E": "W", "W": "E"}
    organise.exchange_seats(first.sitting, cast.director, swap, 2, 2, "wrong chairs")
    first, second, *_ = cast.deals(first.sitting.segment.match.round)
    assert first.sitting_id != second.sitting_id
    assert later_deals.misfits(first) == ()
    assert [misfit.deal for misfit in later_deals.misfits(first, LOST)] == [second]
    assert later_deals.misfits(first, DEALERS_KEEP) == ()
    post(cast, first, LOST, seen=1)
    assert [misfit.deal for misfit in later_deals.misfits(first)] == [second]


@pytest.mark.full
def test_a_deal_is_not_later_than_itself(db: None) -> None:
    cast = levels_cast.assemble()
    first, second, *_ = played(cast)
    post(cast, first, LOST, seen=1)
    assert [misfit.deal for misfit in later_deals.misfits(first)] == [second]
    assert later_deals.misfits(second) == ()


def test_a_later_deal_without_points_fits_whatever_was_before(db: None) -> None:
    cast = levels_cast.assemble()
    first, second, *_ = played(cast)
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report, origin = ledger.Report(Result.Kind.VOID, {}), ledger.Origin("x", "x")
        ledger.post(made, second, report, seen=1, origin=origin, reason="cards fell")
    assert later_deals.misfits(first, LOST) == ()


def test_deals_that_do_not_follow_from_each_other_always_fit(cast: Cast) -> None:
    first, second, *_ = cast.deals(cast.round_in_play())
    cast.post(first)
    cast.post(second)
    assert later_deals.misfits(first, {"won": {}}) == ()
    assert later_deals.misfits(Deal(board_id=1)) == ()
