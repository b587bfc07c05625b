"""The prizes of an event on paper: names, amounts, prizes in kind, and a line to sign for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results
from tournaments.models import Event, Stage
from tournaments.standings.ranking import group_by_line
from tournaments.wording.boards import line_text
from tournaments.wording.stages import lot_text, prize_text
from web.publish import publications
from web.publish.documents import DocumentOf, Subject
from web.publish.pages import prizes as pages
from web.publish.pages.prizes import PrizesPage
from web.publish.pdf.book import Block, Book, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import final, making


def _has_prizes(event: Event, _stages: Sequence[Stage]) -> bool:
    return bool(event.prizes)


@making.document("prizes", gettext_lazy("Prizes"), of=DocumentOf.EVENT, stored=2, suits=_has_prizes)
def prize_list(subject: Subject, title: str) -> Book:
    """Return the prizes with a line to sign for each."""
    event = subject.event
    snapshot = results.read(event)
    published = publications.read(event, replace(final.NEEDS, late_prizes=True))
    part = final.head(snapshot, published, title, _blocks(pages.read(snapshot, published)))
    return Book(making.language(), title, (part,), making.imprint(subject, live=True))


def _blocks(page: PrizesPage) -> Iterator[Block]:
    if page.changed_late:
        zone = ZoneInfo(page.event.tournament.time_zone)
        text = gettext("The prizes were changed after the finish of the event: %(time)s.")
        yield Words(text % {"time": f"{page.changed_late.astimezone(zone):%Y-%m-%d %H:%M}"})
    if not page.given:
        yield Words(gettext("This event has no prizes."))
        return
    columns = _columns(any(row.prize.things for row in page.given))
    for line, prize_rows in group_by_line(page.given, lambda row: row.row.rank.line):
        rows = tuple(
            (
                str(row.prize.place),
                row.row.competitor.name,
                prize_text(row.prize, page.unit),
                "",
            )
            for row in prize_rows
        )
        title = line_text(line) if line else ""
        yield Grid(columns, rows, title, sizes=making.ROOMY)
    yield Words(page.ties)
    yield from map(Words, dict.fromkeys(filter(None, (lot_text(row.prize) for row in page.given))))
    yield final.stamp(page.event, gettext("Organiser"))


def _columns(has_things: bool) -> tuple[PrintedColumn, ...]:
    """Return the columns; prizes in kind are words, which need more room than amounts."""
    return (
        PrintedColumn(gettext("Rank"), 1),
        PrintedColumn(pgettext("person", "Name"), 4 if has_things else 5, number=False),
        PrintedColumn(gettext("Prize"), 4 if has_things else 2, strong=True, number=not has_things),
        PrintedColumn(gettext("Received"), 3 if has_things else 4, number=False),
    )
