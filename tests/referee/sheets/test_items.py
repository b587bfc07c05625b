"""What is read in: how many items, how long, which numbers, and what is found again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.base.handed_in import Sealed
from referee.base.refusals import Code
from referee.sheets import desk_sheets, entry
from referee.sheets.desk_sheets import MOST_CHARACTERS, MOST_ITEMS
from tests.referee.hall import Hall
from tests.referee.sheets.test_what_is_read import (
    codes,
    other_tournament,
)
from tournaments.models import (
    Event,
)


def row(**changes: Any) -> dict[str, Any]:
    return {"kind": "sheets", "key": "k" * 8, "digest": "0" * 64, "sealed": "{}", **changes}


@pytest.mark.parametrize("count", [1, MOST_ITEMS])
def test_so_many_items_are_read_in(count: int) -> None:
    assert len(desk_sheets.saved_items(json.dumps([row()] * count))) == count


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{}",
        "7",
        "null",
        json.dumps({"kind": "sheets"}),
        "[]",
        "[1]",
        json.dumps([row()] * (MOST_ITEMS + 1)),
        json.dumps([row(kind="calls")]),
        json.dumps([row(key="k" * 7)]),
        json.dumps([row(key=8)]),
        json.dumps([row(digest="0" * 63)]),
        json.dumps([row(digest=None)]),
        "x" * (MOST_CHARACTERS + 1),
    ],
)
def test_no_other_text_is_read_in(text: str) -> None:
    assert codes(lambda: desk_sheets.saved_items(text))[0] == Code.EXPORT_NOT_READ


def test_a_text_as_long_as_the_limit_is_read() -> None:
    text = json.dumps([row()])
    assert desk_sheets.saved_items(text + " " * (MOST_CHARACTERS - len(text)))
    assert codes(
        lambda: desk_sheets.saved_items(text + " " * (MOST_CHARACTERS - len(text) + 1))
    ) == [Code.EXPORT_NOT_READ]


@pytest.mark.parametrize(
    ("given", "read"),
    [(1, 1), (9_999, 9_999), (0, 0), (10_000, 0), (-1, 0), ("1", 0), (None, 0)],
)
def test_the_numbers_of_an_item_are_those_that_a_deal_may_have(given: object, read: int) -> None:
    [item] = desk_sheets.saved_items(json.dumps([row(round=given, number=given)]))
    assert (item.round, item.number) == (read, read)


@pytest.mark.full
def test_a_confirmation_is_found_again_by_key_and_digest_in_its_tournament(hall: Hall) -> None:
    sealed = hall.sheet()
    entry.submit(writer=hall.writer(), sealed=sealed)
    agreed = hall.agreement(sealed)
    entry.confirm(writer=hall.writer(), sealed=agreed)
    other = hall.agreement(sealed, "S", key=agreed.key)

    def read(given: Sealed) -> desk_sheets.ReadInOutcome:
        item = desk_sheets.Item(desk_sheets.CONFIRMATIONS, given)
        [outcome] = desk_sheets.read_in(hall.cast.tournament, hall.cast.bob, [item])
        return outcome

    found = read(agreed)
    assert found.sheet is not None
    assert (found.sheet.key, found.problems) == (sealed.key, ())
    assert read(other).sheet is None
    assert read(hall.agreement(sealed, "E")).sheet is None
    Event.objects.update(tournament=other_tournament(hall))
    assert read(agreed).sheet is None
