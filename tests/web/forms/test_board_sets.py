"""Deals typed by board sets."""

from __future__ import annotations

import pytest

from tournaments.structure.regulations import CLUB
from web.forms.board_sets import BoardSetFields, DealsField


@pytest.mark.parametrize(
    ("typed", "of_set", "is_wrong"),
    [
        ("8", 8, False),
        ("", CLUB.board_set_deals, False),
        ("x", CLUB.board_set_deals, True),
        ("9" * 4400, CLUB.board_set_deals, True),
    ],
)
def test_a_board_set_that_is_no_number_reads_deals_by_the_usual_one(
    typed: str, of_set: int, is_wrong: bool
) -> None:
    form = BoardSetFields({"deals_per_round": "2盘", "board_set_deals": typed})
    form.offer_sets(deals_are_counted=True)
    deals = form.fields["deals_per_round"]
    assert isinstance(deals, DealsField)
    assert deals.of_set == of_set
    assert ("board_set_deals" in form.errors) is is_wrong
