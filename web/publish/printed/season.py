"""A season on paper and in files: its table, and the certificates of persons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils import formats, timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from clubs.seasons import certificates as issued
from clubs.seasons.reading import SeasonRow, SeasonView
from clubs.wording import season_table
from tournaments.models import SeasonState
from tournaments.rights.access import DIRECTORS
from tournaments.wording import unsigned
from web.publish.club_pages import certificate as certificate_pages
from web.publish.documents import DocumentOf
from web.publish.files import Value, number
from web.publish.pdf import certificate
from web.publish.pdf.book import Block, Book, BookPart, Grid, Stamp, Words
from web.publish.pdf.sheet import Imprint, PrintedColumn
from web.publish.printed import making

_TABLE: Final[Mapping[str, Any]] = {
    "of": DocumentOf.SEASON,
    "for_": DIRECTORS,
    "file_name": lambda view, _name: view.season.name,
}


@making.document("season_table", gettext_lazy("Season table"), stored=None, **_TABLE)
def table_paper(view: SeasonView) -> bytes:
    """Return the table of a season as a PDF."""
    blocks: tuple[Block, ...] = (_table(view), *_notes(view), _stamp(view))
    return _draw(view, gettext("Season table"), blocks)


@making.document(
    "certificate",
    gettext_lazy("Certificate"),
    of=DocumentOf.SEASON,
    stored=None,
    for_=DIRECTORS,
    file_name=lambda found, name: f"{found[0].season.name} {name} {found[1].person.name}",
)
def certificate_of_person(found: tuple[SeasonView, SeasonRow]) -> bytes:
    """Return the certificate of one person as a PDF."""
    return certificates(found[0], [found[1]])


@making.document(
    "certificates",
    gettext_lazy("Certificate"),
    of=DocumentOf.SEASON,
    stored=None,
    for_=DIRECTORS,
    file_name=lambda found, name: f"{found[0].season.name} {name}",
)
def certificates_of_first(found: tuple[SeasonView, Sequence[SeasonRow]]) -> bytes:
    """Return the certificates of the first places as a PDF."""
    return certificates(*found)


def certificates(view: SeasonView, rows: Sequence[SeasonRow]) -> bytes:
    """Return the certificates of persons as a PDF, one on a page.

    Until the season is finished they are specimens, and marked so.
    """
    numbers = issued.numbers(view)
    named = [certificate_pages.certificate(view, each, numbers[each.person]) for each in rows]
    title = f"{gettext('Certificate')} · {view.season.name}"
    return certificate.render(named, title, making.language(), making.font())


def table_values(view: SeasonView) -> dict[str, Any]:
    """Return the table of a season for a file: a column for each event."""
    headings = [
        gettext("Rank"),
        gettext("No."),
        pgettext("person", "Name"),
        *([gettext("Club")] if view.is_league else []),
        gettext("Total"),
        gettext("Events"),
        gettext("Events won"),
        gettext("Attendance"),
        *(f"{chosen.event.tournament.name} {chosen.event.name}" for chosen in view.played),
    ]
    return {"title": view.season.name, "headings": headings, "rows": list(_values(view))}


TABLE_FILES: Final = {
    "pdf": table_paper,
    **making.table_files("season_table", gettext_lazy("Season table"), table_values, **_TABLE),
}
"""The table of a season as a file, by its ending."""


def _values(view: SeasonView) -> Iterator[list[Value]]:
    for each in view.rows:
        row, person = each.row, each.person
        earned = [row.earned.get(chosen.event_id) for chosen in view.played]
        yield [
            row.rank,
            person.number,
            person.name,
            *([person.club] if view.is_league else []),
            number(row.total),
            row.events,
            row.wins,
            number(row.attendance),
            *(number(one.points) if one else None for one in earned),
        ]


def _draw(view: SeasonView, title: str, blocks: tuple[Block, ...]) -> bytes:
    season = view.season
    is_final = season.state == SeasonState.FINISHED
    today = formats.date_format(timezone.localdate(), "DATE_FORMAT")
    clubs = " · ".join(club.name for club in view.clubs) if view.is_league else ""
    lines = tuple(filter(None, [season.name, clubs, today]))
    mark = making.mark(is_provisional=not is_final)
    part = BookPart(title, lines, blocks, over=season.club.name, mark=mark)
    imprint = Imprint(f"{season.club.name} · {season.name}", "", gettext("Page {page} of {pages}"))
    return making.draw_at_once(Book(making.language(), title, (part,), imprint))


def _table(view: SeasonView) -> Grid:
    columns = (
        PrintedColumn(gettext("Rank"), 1),
        PrintedColumn(pgettext("person", "Name"), 4, number=False),
        *([PrintedColumn(gettext("Club"), 3, number=False)] if view.is_league else []),
        PrintedColumn(gettext("Total"), 1.6, strong=True),
        PrintedColumn(gettext("Events"), 1.4),
        PrintedColumn(gettext("Events won"), 1.4),
        *([] if view.is_league else [PrintedColumn(gettext("Best place"), 1.4)]),
    )
    rows = tuple(
        (
            str(each.row.rank),
            each.person.name,
            *([each.person.club] if view.is_league else []),
            unsigned(each.row.total),
            str(each.row.events),
            str(each.row.wins),
            *([] if view.is_league else [str(each.row.best_place or "–")]),
        )
        for each in view.rows
    )
    return Grid(columns, rows, sizes=making.ROOMY)


def _notes(view: SeasonView) -> Iterator[Words]:
    for text in season_table.rule_sentences(view.season):
        yield Words(text, small=True)


def _stamp(view: SeasonView) -> Stamp:
    club = view.season.club.name
    return Stamp((gettext("Organiser"), gettext("Date")), club, pgettext("of a club", "stamp"))
