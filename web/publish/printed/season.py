"""A season on paper and in files: its table, and the certificates of persons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from django.utils import formats, timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from clubs.seasons.reading import SeasonRow, SeasonView
from clubs.wording import season_table
from tournaments.base.separators import join_facts
from tournaments.models import SeasonState
from tournaments.rights.access import DIRECTORS
from web.publish import tables
from web.publish.club_pages import certificate
from web.publish.documents import DocumentOf
from web.publish.pdf.book import Block, Book, BookPart, Stamp, Words
from web.publish.pdf.sheet import Imprint
from web.publish.printed import making
from web.publish.tables import Column, ColumnKind, Face

_TABLE: Final[Mapping[str, Any]] = {
    "of": DocumentOf.SEASON,
    "for_": DIRECTORS,
    "file_name": lambda view, _name: view.season.name,
}


@making.document("season_table", gettext_lazy("Season table"), stored=None, **_TABLE)
def table_paper(view: SeasonView) -> bytes:
    """Return the table of a season as a PDF."""
    table = making.grid(_columns(view), view.rows, sizes=making.ROOMY)
    blocks: tuple[Block, ...] = (table, *_notes(view), _stamp(view))
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
    return certificate.draw(found[0], [found[1]])


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
    return certificate.draw(*found)


def table_values(view: SeasonView) -> dict[str, Any]:
    """Return the table of a season for a file: a column for each event."""
    return tables.file_table(view.season.name, _columns(view), view.rows)


TABLE_FILES: Final = {
    "pdf": table_paper,
    **making.table_files("season_table", gettext_lazy("Season table"), table_values, **_TABLE),
}
"""The table of a season as a file, by its suffix."""


def _draw(view: SeasonView, title: str, blocks: tuple[Block, ...]) -> bytes:
    season = view.season
    is_final = season.state == SeasonState.FINISHED
    today = formats.date_format(timezone.localdate(), "DATE_FORMAT")
    clubs = join_facts(*(club.name for club in view.clubs)) if view.is_league else ""
    lines = tuple(filter(None, [season.name, clubs, today]))
    mark = making.mark(is_provisional=not is_final)
    part = BookPart(title, lines, blocks, over=season.club.name, mark=mark)
    line, page = join_facts(season.club.name, season.name), gettext("Page {page} of {pages}")
    imprint = Imprint(line, "", page, **making.of_club(season.club))
    return making.draw_at_once(Book(making.language(), title, (part,), imprint))


def _columns(view: SeasonView) -> Iterator[Column[SeasonRow]]:
    yield Column(gettext("Rank"), lambda each: each.row.rank, width=1)
    yield Column(gettext("No."), lambda each: each.person.number, faces=Face.FILE)
    yield Column(
        pgettext("person", "Name"), lambda each: each.person.name, width=4, kind=ColumnKind.NAME
    )
    if view.is_league:
        club = Column(
            pgettext("of a league", "Club"),
            lambda each: each.person.club,
            width=3,
            faces=Face.PAPER,
            kind=ColumnKind.WORDS,
        )
        yield club
        # The head in files stays as programs of clubs know it.
        yield replace(club, heading=gettext("Club"), faces=Face.FILE)
    yield Column(pgettext("of a row", "Total"), lambda each: each.row.total, width=1.6, strong=True)
    yield Column(gettext("Events"), lambda each: each.row.events, width=1.4)
    yield Column(gettext("Events won"), lambda each: each.row.wins, width=1.4)
    if not view.is_league:
        best_place = gettext("Best place")
        yield Column(
            best_place, lambda each: each.row.best_place or "–", width=1.4, faces=Face.PAPER
        )
    yield Column(gettext("Attendance"), lambda each: each.row.attendance, faces=Face.FILE)
    for chosen in view.played:
        name = f"{chosen.event.tournament.name} {chosen.event.name}"
        yield Column(name, partial(_points, chosen.event_id), faces=Face.FILE)


def _points(event: int, each: SeasonRow) -> Fraction | None:
    earned = each.row.earned.get(event)
    return earned.points if earned else None


def _notes(view: SeasonView) -> Iterator[Words]:
    for text in season_table.rule_sentences(view.season):
        yield Words(text, small=True)


def _stamp(view: SeasonView) -> Stamp:
    club = view.season.club.name
    return Stamp((gettext("Organiser"), gettext("Date")), club, pgettext("of a club", "stamp"))
