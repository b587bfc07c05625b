"""The groups of an event on paper: the standings of each, and who qualified."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_lazy

from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.structure.stages import has_groups
from web.publish.documents import DocumentOf, DocumentPage, Subject
from web.publish.pages.ranked import groups as pages
from web.publish.pages.ranked.groups import GroupView
from web.publish.pdf.book import Book, BookPart, Grid, Words
from web.publish.printed import making

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
    stored=5,
    suits=has_groups,
    page=PAGE,
)
def groups_and_stages(subject: Subject, title: str) -> Book:
    """Return a part for each stage that has groups."""
    snapshot = results.read(subject.event)
    lines = making.head_lines(snapshot)
    parts = []
    for stage in pages.public_stages(snapshot):
        grids = making.roomy([_grid(group) for group in stage.groups])
        if grids:
            parts.append(BookPart(join_facts(title, stage.title), lines, grids))
    if not parts:
        none = Words(gettext("The groups appear here when their first round is published."))
        parts = [BookPart(title, lines, (none,))]
    return Book(making.language(), title, tuple(parts), making.imprint(subject, live=True))


def _grid(group: GroupView) -> Grid:
    title = gettext("Group %(name)s") % {"name": group.name} if group.name else ""
    return making.grid(group.columns, group.lines, title, together=True)
