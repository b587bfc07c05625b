"""A table reads which of two versions the referee chose, and why."""

from __future__ import annotations

import pytest
from django.utils import translation

from referee.sheets import tables, versions
from tests.referee.hall import WEST_TAKES_ALL, Hall, Tablet
from tests.referee.sheets.test_what_is_read import handed_in, typed
from web.tablet.api.decisions import versions_of

CHOSEN = "The referee chose this version: “Written by North”."
WHY = "Reason: the cards were counted again"


@pytest.fixture
def chosen(hall: Hall) -> Hall:
    """Let the referee choose the table's version of the first deal, of two."""
    handed_in(hall)
    typed(hall, report=WEST_TAKES_ALL)
    [_other, version] = versions.of_deal(hall.deal())
    reason = WHY.removeprefix("Reason: ")
    versions.choose(version, hall.cast.bob, reason, seen=0, key="k" * 10)
    return hall


@pytest.mark.full
def test_the_choice_is_told_with_its_reason(chosen: Hall, tablet: Tablet) -> None:
    deals = tablet.get("round").json()["deals"]
    assert [note for deal in deals for note in deal["notes"] if f"{CHOSEN} {WHY}" in note]


@pytest.mark.full
def test_the_reason_is_kept_while_the_board_is_sealed(chosen: Hall) -> None:
    """It may name cards."""
    now = tables.table_now(chosen.table)
    assert now is not None
    deal = chosen.deal().pk
    with translation.override("en"):
        [[told]] = versions_of(now, {deal}).values()
        [[opened]] = versions_of(now, ()).values()
    assert told.endswith(CHOSEN)
    assert opened == f"{told} {WHY}"
