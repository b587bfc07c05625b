"""The groups of an event on paper: the standings of each, and who qualified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results
from tournaments.models import Event, Stage
from web.publish import measures
from web.publish.documents import DocumentOf, DocumentPage, Subject
from web.publish.pages.ranked import groups as pages
from web.publish.pages.ranked.groups import GroupLine, GroupView
from web.publish.pdf.book import Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making

RANK, NUMBER, SLOT, ROUNDS, CARRIED, TOTAL = 0.9, 0.9, 1.3, 1.1, 1.2, 1.2


def has_any(_event: Event, stages: Sequence[Stage]) -> bool:
    """Whether an event has several groups, or several stages."""
    return len(stages) > 1 or any(stage.groups_wanted > 1 for stage in stages)


PAGE: Final = DocumentPage(
    "groups",
    gettext_lazy("Groups and stages"),
    "publish/ranking/_groups.html",
    pages.read,
    is_empty=lambda page: not page.stages,
    has_parts=True,
    follows_standings=True,
)


@making.document(
    "groups",
    gettext_lazy("Groups and stages"),
    of=DocumentOf.EVENT,
    stored=2,
    suits=has_any,
    page=PAGE,
)
def groups_and_stages(subject: Subject, title: str) -> Book:
    """Return a part for each stage that has groups."""
    snapshot = results.read(subject.event)
    page, lines = pages.read(snapshot), making.head_lines(snapshot)
    parts = []
    for stage in page.stages:
        grids = making.roomy([_grid(group, page.event) for group in stage.groups])
        if grids:
            parts.append(BookPart(f"{title} · {stage.title}", lines, grids))
    if not parts:
        none = Words(gettext("The groups appear here when their first round is published."))
        parts = [BookPart(title, lines, (none,))]
    return Book(making.language(), title, tuple(parts), making.imprint(subject, live=True))


def _grid(group: GroupView, event: Event) -> Grid:
    """Return the standings of a group, without columns that would be empty."""
    columns = (
        PrintedColumn(gettext("Rank"), RANK),
        PrintedColumn(gettext("No."), NUMBER),
        PrintedColumn(measures.names_heading(event), 4, number=False),
        *([PrintedColumn(gettext("came as"), SLOT, number=False)] if group.has_slots else []),
        PrintedColumn(gettext("Rounds"), ROUNDS),
        *([PrintedColumn(gettext("Carried over"), CARRIED)] if group.has_carried else []),
        PrintedColumn(pgettext("of a row", "Total"), TOTAL, strong=True),
        *([PrintedColumn(gettext("goes on as"), SLOT, number=False)] if group.has_next else []),
    )
    title = gettext("Group %(name)s") % {"name": group.name} if group.name else ""
    rows = tuple(tuple(_row(line, group)) for line in group.lines)
    return Grid(columns, rows, title, together=True)


def _row(line: GroupLine, group: GroupView) -> Iterator[str]:
    competitor = line.row.competitor
    yield line.row.rank.shown_place
    yield str(competitor.number)
    yield competitor.name
    if group.has_slots:
        yield line.slot
    yield str(line.played)
    if group.has_carried:
        yield line.carried
    yield line.score
    if group.has_next:
        yield line.goes_on
