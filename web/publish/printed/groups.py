"""The groups of an event on paper: the standings of each, and who qualified."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_lazy

from tournaments import results
from tournaments.models import Event, Stage
from web.publish import tables
from web.publish.documents import Subject
from web.publish.pages.ranked import groups as pages
from web.publish.pages.ranked.groups import GroupView
from web.publish.pdf.book import Book, BookPart, Grid, Words
from web.publish.printed import making

NAME = "groups"


def has_any(_event: Event, stages: Sequence[Stage]) -> bool:
    """Whether an event has several groups, or several stages."""
    return len(stages) > 1 or any(stage.groups_wanted > 1 for stage in stages)


def _book(subject: Subject, title: str) -> Book:
    snapshot = results.read(subject.event)
    page, lines = pages.read(snapshot), making.head_lines(snapshot)
    parts = []
    for stage in page.stages:
        grids = making.roomy([_grid(group) for group in stage.groups])
        if grids:
            parts.append(BookPart(f"{title} · {stage.title}", lines, grids))
    if not parts:
        none = Words(gettext("The groups appear here when their first round is published."))
        parts = [BookPart(title, lines, (none,))]
    return Book(making.language(), title, tuple(parts), making.imprint(subject, live=True))


def _grid(group: GroupView) -> Grid:
    title = gettext("Group %(name)s") % {"name": group.name} if group.name else ""
    return tables.grid(group.columns, group.lines, title, together=True)


KIND = making.book_kind(NAME, 2, gettext_lazy("Groups and stages"), _book, suits=has_any)
