"""Lists and labels within a line are joined as the language of the page joins them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from web.desk.entries import list_questions
from web.desk.repairs import tables
from web.desk.sheets.finding import FindDealForm

SEATS: Any = [
    SimpleNamespace(pk=number, person=SimpleNamespace(listed_name=name))
    for number, name in enumerate(("Li Lei", "Han Mei"))
]


@pytest.mark.parametrize(
    ("language", "names"), [("en", "Li Lei, Han Mei"), ("zh-hans", "Li Lei、Han Mei")]
)
def test_the_names_of_a_table(language: str, names: str) -> None:
    table, seats = SimpleNamespace(number=3), SimpleNamespace(all=lambda: SEATS)
    sitting: Any = SimpleNamespace(table=table, seats=seats)
    with translation.override(language):
        assert tables._table_name(sitting).endswith(names)


@pytest.mark.parametrize(("language", "codes"), [("en", "E000, E001"), ("zh-hans", "E000、E001")])
def test_signs_that_no_font_has(language: str, codes: str) -> None:
    line: Any = SimpleNamespace(text="a\ue000b\ue001")
    with translation.override(language):
        told = list_questions._text(line)
    assert codes in told.replace("U+", "")
    assert ": " not in told


@pytest.mark.parametrize(("language", "known"), [("en", "1, 2"), ("zh-hans", "1、2")])
def test_the_deals_of_a_table(language: str, known: str) -> None:
    deals = [SimpleNamespace(board_no=number, pk=number) for number in (1, 2)]
    sitting = SimpleNamespace(table=SimpleNamespace(number=3))
    rows: Any = [SimpleNamespace(deals=deals, sitting=sitting)]
    with translation.override(language):
        form = FindDealForm({"table": "3", "deal": "7"})
        assert form.find(rows) is None
        assert known in str(form.errors["deal"])
