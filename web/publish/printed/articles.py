"""The penalty table (罚则表) on paper: the levels, and every article in force by family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments.models import Event, Stage
from tournaments.regulations import catalogue
from web.publish.documents import DocumentOf, Subject
from web.publish.pages import articles as pages
from web.publish.pages import terms
from web.publish.pages.articles import ArticleFamily, ArticleRow, PenaltyTable
from web.publish.pdf.book import Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import final, making


def _suits(event: Event, _stages: Sequence[Stage]) -> bool:
    return catalogue.is_shown(event)


@making.document(
    "articles", gettext_lazy("Penalty table"), of=DocumentOf.EVENT, stored=1, suits=_suits
)
def penalty_table(subject: Subject, title: str) -> Book:
    """Return the penalties of each offence by family, under the version of the table."""
    event, table = subject.event, pages.table(subject.event)
    lines = (making.event_line(event), making.day_line(event), *_version(table))
    stamped = (*blocks(table), *_terms(event), final.stamp(event, gettext("Organiser")))
    part = BookPart(title, lines, stamped, over=event.tournament.club.name)
    return Book(making.language(), title, (part,), making.imprint(subject, live=True))


def _version(table: PenaltyTable) -> Iterator[str]:
    if table.version:
        yield gettext("Version %(number)s") % {"number": table.version}


def blocks(table: PenaltyTable) -> Iterator[Block]:
    """Yield the blocks of a penalty table, beginning with the levels."""
    columns = (
        PrintedColumn(pgettext("of a penalty", "Level"), 5, number=False),
        PrintedColumn(gettext("At a table"), 3.5, number=False),
        PrintedColumn(gettext("In the standings"), 3.5, number=False),
    )
    rows = tuple((row.name, row.at_table, row.in_standings) for row in table.levels)
    yield Grid(columns, rows, gettext("Levels"), together=True)
    if table.late:
        yield _late_grid(table)
    for family in table.families:
        yield _grid(family)
    yield Words(
        gettext("A referee may deviate by one level with a reason; only the chief referee by more.")
    )


def _terms(event: Event) -> Iterator[Block]:
    """Yield the event's further regulations, and how irregularities are dealt with."""
    columns = (
        PrintedColumn(gettext("Regulations"), 5, number=False, lines=3),
        PrintedColumn(gettext("Provision"), 7, number=False, lines=4),
    )
    rows = tuple((term.name, term.words) for term in terms.terms(event))
    yield Grid(columns, rows, gettext("Regulations"))


def _late_grid(table: PenaltyTable) -> Grid:
    columns = (
        PrintedColumn(pgettext("of an article", "No."), 1.5, number=False),
        PrintedColumn(gettext("Minutes late"), 3.5, number=False),
        PrintedColumn(gettext("Action"), 7, number=False),
    )
    return Grid(columns, late_rows(table), gettext("Coming late"), together=True)


def late_rows(table: PenaltyTable) -> tuple[tuple[str, ...], ...]:
    """Return the steps of lateness as they are printed."""
    return tuple((row.article, row.minutes, row.follows) for row in table.late)


def _grid(family: ArticleFamily) -> Grid:
    columns = (
        PrintedColumn(pgettext("of an article", "No."), 1, number=False),
        PrintedColumn(gettext("Offence"), 4.5, number=False, lines=8),
        PrintedColumn(pgettext("of a penalty", "Level"), 1.8, number=False, lines=3),
        PrintedColumn(gettext("Repeated"), 2.7, number=False, lines=6),
        PrintedColumn(gettext("Who"), 2, number=False, lines=3),
    )
    return Grid(columns, tuple(map(_cells, family.rows)), family.name)


def _cells(row: ArticleRow) -> tuple[str, ...]:
    article = row.article
    more, words = article.text or row.remedy, article.name
    if more:
        words = gettext("%(offence)s. %(remedy)s") % {"offence": words, "remedy": more}
    return (article.number, words, row.level, row.steps, row.who)
