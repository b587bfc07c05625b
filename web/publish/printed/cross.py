"""The cross tables of an event on paper, a table for each group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.models import Event
from tournaments.structure.stages import has_cross_tables
from web.publish import rank_columns
from web.publish.documents import DocumentOf, DocumentPage, Subject
from web.publish.pages.ranked import cross as pages
from web.publish.pages.ranked.cross import CrossCell, CrossGroup, CrossLine
from web.publish.pdf.book import Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making

RANK, NUMBER, WON, TOTAL, NAMES, CELL = 0.6, 0.6, 0.7, 0.9, 2.6, 0.66
"""The twelfths of the columns; cells are wider where there are few."""
WIDEST: Final = 1.0
ACROSS: Final = 10
"""Opponents side by side; further ones follow in a table below."""
SELF: Final = "■"
UNPLAYED: Final = "*"


PAGE: Final = DocumentPage(
    "cross",
    gettext_lazy("Cross table"),
    "publish/ranking/_cross.html",
    pages.read,
    is_empty=lambda page: not page.groups,
    has_parts=True,
    follows_standings=True,
)


@making.document(
    "cross_table",
    gettext_lazy("Cross table"),
    of=DocumentOf.EVENT,
    stored=3,
    suits=has_cross_tables,
    page=PAGE,
)
def cross_tables(subject: Subject, title: str) -> Book:
    """Return a table for each group, or a note of its size if it is too large for one."""
    snapshot = results.read(subject.event)
    groups, lines = pages.every_table(snapshot), (join_facts(*making.head_lines(snapshot)),)
    blocks = making.roomy([block for group in groups for block in _blocks(group, subject.event)])
    notes = _notes(groups)
    none = (Words(gettext("There is no stage here in which everybody meets everybody.")),)
    part = BookPart(title, lines, (*blocks, *notes) if blocks else none)
    imprint = making.imprint(subject, live=True)
    return Book(making.language(), title, (part,), imprint, wide=True)


def _blocks(group: CrossGroup, event: Event) -> Iterator[Block]:
    name = gettext("Group %(name)s") % {"name": group.name} if group.name else ""
    if not group.lines:
        text = gettext(
            "%(entries)s entries are too many for a cross table. "
            "The page of each entry has all its matches."
        )
        yield Words(" ".join(filter(None, [name, text % {"entries": group.entries}])))
        return
    for start in range(0, len(group.columns), ACROSS):
        yield _grid(group, range(start, min(start + ACROSS, len(group.columns))), event, name)


def _grid(group: CrossGroup, across: Sequence[int], event: Event, title: str) -> Grid:
    spare = 12 - RANK - NUMBER - WON - TOTAL - NAMES
    cell = max(CELL, min(WIDEST, spare / len(across)))
    columns = (
        PrintedColumn(gettext("Rank"), RANK),
        PrintedColumn(gettext("No."), NUMBER),
        PrintedColumn(rank_columns.names_heading(event), NAMES, number=False),
        *(
            PrintedColumn(str(group.columns[place].competitor.number), cell, lines=3)
            for place in across
        ),
        PrintedColumn(gettext("Won"), WON),
        PrintedColumn(pgettext("of a row", "Total"), TOTAL, strong=True),
    )
    rows = tuple(_row(line, across) for line in group.lines)
    return Grid(columns, rows, title, together=True)


def _row(line: CrossLine, across: Sequence[int]) -> tuple[str, ...]:
    competitor = line.row.competitor
    cells = (_cell(line.cells[place]) for place in across)
    rank = line.row.rank.shown_place
    return (rank, str(competitor.number), competitor.name, *cells, line.won, line.score)


def _cell(matches: tuple[CrossCell, ...] | None) -> str:
    """Return the scores of an entry in all matches against another; an open one is a dash."""
    if matches is None:
        return SELF
    texts = []
    for cell in matches:
        without = gettext("cancelled") if cell.is_cancelled else "–"
        texts.append(cell.score + UNPLAYED * cell.is_unplayed if cell.score else without)
    return " ".join(texts)


def _notes(groups: Sequence[CrossGroup]) -> Iterator[Words]:
    cells = [
        cell
        for group in groups
        for line in group.lines
        for meetings in line.cells
        for cell in meetings or ()
    ]
    if any(cell.is_unplayed for cell in cells):
        yield Words(f"{UNPLAYED} " + gettext("without play"))
    yield Words(
        gettext(
            "Each row shows an entry's results against the others; the columns are entry"
            " numbers. The sum covers the matches shown, without penalties or what was"
            " carried over."
        )
    )
