"""A list that is described once: what its paper and its file get of each column."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.template.loader import render_to_string

from clubs.fees import currencies
from web.publish import tables
from web.publish.pdf.book import Grid
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making
from web.publish.tables import Column, ColumnKind, Face

Row = tuple[str, Fraction | None]
ROWS: tuple[Row, ...] = (("甲", Fraction(-5, 2)), ("乙", None))
COLUMNS: tuple[Column[Row], ...] = (
    Column("Name", lambda row: row[0], width=8, kind=ColumnKind.NAME),
    Column("Points", lambda row: row[1], width=2, strong=True),
    Column(
        "Paid",
        lambda _row: Fraction(61, 2),
        lambda row: "–" if row[1] is None else "30.50",
        lines=3,
    ),
    Column("Key", lambda row: row[0], faces=Face.FILE),
)


def test_a_paper_has_the_texts_of_its_columns() -> None:
    grid = making.grid(COLUMNS, ROWS, "List", together=True)
    columns = (
        PrintedColumn("Name", 8, number=False),
        PrintedColumn("Points", 2, strong=True),
        PrintedColumn("Paid", 0, lines=3),
    )
    rows = (("甲", "−2.5", "30.50"), ("乙", "", "–"))
    assert grid == Grid(columns, rows, "List", together=True)


def test_a_file_has_the_values_of_its_columns() -> None:
    assert tables.file_table("List", iter(COLUMNS), iter(ROWS)) == {
        "title": "List",
        "headings": ["Name", "Points", "Paid", "Key"],
        "rows": [["甲", -2.5, 30.5, "甲"], ["乙", None, 30.5, "乙"]],
    }


def test_a_page_has_texts_and_where_they_lead() -> None:
    name: Column[Row] = Column(
        "Name", lambda row: row[0], kind=ColumnKind.NAME, link=lambda row: f"/{row[0]}/"
    )
    total: Column[Row] = Column("Points", lambda row: row[1], strong=True)
    paper: Column[Row] = Column("No.", lambda _row: 1, faces=Face.PAPER)
    shown = tables.page_list((name, paper, total), ROWS[:1], lambda row: f"row-{row[0]}")
    assert shown.columns == (name, total)
    markup = render_to_string("publish/parts/_list.html", {"list": shown, "label": "List"})
    lines = [line.strip() for line in markup.splitlines()]
    assert '<tr id="row-甲">' in lines
    assert '<a href="/甲/">甲</a>' in lines
    assert '<td class="number total">−2.5</td>' in lines


@pytest.mark.parametrize(
    ("amount", "currency", "number"), [(3000, "CNY", 30), (3050, "CNY", 30.5), (3050, "JPY", 3050)]
)
def test_a_whole_amount_is_a_whole_number_in_a_file(
    amount: int, currency: str, number: float
) -> None:
    paid: Column[int] = Column("Paid", lambda minor: currencies.as_number(minor, currency))
    ((stored,),) = tables.file_table("List", [paid], [amount])["rows"]
    assert (stored, type(stored)) == (number, type(number))
