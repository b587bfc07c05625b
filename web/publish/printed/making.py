"""What all kinds of documents share: consistent reading, titles, and the imprint."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, overload
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext

from tournaments.base.separators import join_facts
from tournaments.jobs.registry import Progress
from tournaments.models import Club, Event, Publication, Role
from tournaments.record import log_queries
from tournaments.results.snapshot import EventSnapshot
from web.publish import tables
from web.publish.documents import (
    EVERYBODY,
    PDF,
    DocumentKind,
    DocumentOf,
    MadeAtOnce,
    Prepared,
    Subject,
)
from web.publish.files import CSV, XLSX, csv_file, xlsx_file
from web.publish.pages.progress import round_states, state_words
from web.publish.pdf.book import Block, Book, Grid
from web.publish.pdf.seal_shape import ClubMark
from web.publish.pdf.sheet import Imprint, PrintedColumn
from web.publish.pdf.table import render
from web.publish.seals.club_face import mark_of
from web.publish.tables import Column, Face, Row

LONGEST_TITLE = 200
ROOMY = (18.0, 16.0, 14.0, 13.0, 12.0, 11.0, 10.0)
"""The sizes tried for lists of results, which have the largest that costs no page more."""
MOST_READINGS = 3
"""The most readings for an order, in the hope that nothing changes during one."""

FileWriter = Callable[[Mapping[str, Any], Progress], bytes]
FileForm = tuple[str, str, FileWriter]
"""The suffix and media type of a file, and the function that renders a document's input as one."""
HASH_GROUP: Final = 8
HASH_ON_PAPER: Final = 32
"""The digits of a hash that are printed; half of it is sufficient as a proof."""


def roomy(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return blocks whose lists have type as large as their pages allow."""
    return tuple(
        replace(block, sizes=ROOMY) if isinstance(block, Grid) else block for block in blocks
    )


def language() -> str:
    """Return the language of a document."""
    return get_language() or settings.LANGUAGE_CODE


def prepared(
    kind: str, subject: Subject, title: str, read: Callable[[], Mapping[str, Any]], seq: int = 0
) -> Prepared:
    """Read the input of a document and return it ready for rendering.

    Its number is `seq`, or the event's last public change. If something changes during the reading,
    it is repeated a few times; in a large hall something always does. The last reading then has the
    number with which it began, and may include changes made during it.
    """
    event = subject.event
    for _ in range(MOST_READINGS):
        seen, data = event.public_revision, read()
        event.refresh_from_db(fields=["public_revision"])
        if event.public_revision == seen:
            break
    return Prepared(
        kind=kind,
        language=language(),
        about=subject.about,
        seq=seq or seen,
        title=f"{event.tournament.name} {event.name} {title}"[:LONGEST_TITLE],
        input=data,
    )


def draw_book(data: Mapping[str, Any], progress: Progress) -> bytes:
    """Return a book as a PDF, from its prepared input."""
    return _drawn(Book.from_json(data), progress)


def _drawn(book: Book, progress: Progress) -> bytes:
    """Draw a book; the logo that its imprint names by a digest is read from the database."""
    imprint = book.imprint
    mark = club_mark(imprint.club, imprint.club_uid, imprint.logo)
    return render(book, progress, font(), mark)


def club_mark(club: str, club_uid: str, logo: str) -> ClubMark | None:
    """Return the mark of the club that an imprint names; None if it names none."""
    return mark_of(Club(name=club, uid=club_uid, logo=logo)) if club else None


def of_club(club: Club) -> dict[str, str]:
    """Return the fields of an imprint for the club whose mark is in the head."""
    return {"club": club.name, "club_uid": club.uid, "logo": club.logo}


@overload
def document(
    kind: str,
    name: Promise,
    *,
    of: DocumentOf,
    stored: int,
    for_: Collection[Role] | None = EVERYBODY,
    heading: Promise | None = None,
    of_draw: bool = False,
    file: FileForm = ...,
    **options: Any,
) -> Callable[[Callable[[Subject, str], Book | Mapping[str, Any]]], DocumentKind]: ...


@overload
def document(
    kind: str,
    name: Promise,
    *,
    of: DocumentOf,
    stored: None,
    for_: Collection[Role],
    file: tuple[str, str] = PDF,
    file_name: Callable[[Any, str], str],
    bears_address: bool = False,
) -> Callable[[Callable[..., bytes]], MadeAtOnce[Any]]: ...


def document(
    kind: str,
    name: Promise,
    *,
    stored: int | None,
    for_: Collection[Role] | None = EVERYBODY,
    **declared: Any,
) -> Callable[[Callable[..., Any]], DocumentKind | MadeAtOnce[Any]]:
    """Declare the document that a function writes.

    `kind` is its name in addresses and rows, `name` what a reader calls it, `of` what it shows,
    `for_` the roles that may have it. One that is `stored` names the version of its drawing, and
    its function returns a book, or what `file` renders, of a subject under a title: the `heading`,
    or the name, behind the round. `of_draw` says that it is numbered by the entry of the log that
    published the seats. One that is not stored is written at once, and its function returns the
    bytes of a `file`, whose name is made of what it shows and the document's own.
    """

    def declare(write: Callable[..., Any]) -> DocumentKind | MadeAtOnce[Any]:
        roles = EVERYBODY if for_ is EVERYBODY else frozenset(for_)
        if stored is None:
            return _made_at_once(kind, name, write, for_=roles, **declared)
        return _stored(kind, name, stored, write, for_=roles, **declared)

    return declare


def table_files(
    kind: str, name: Promise, values: Callable[[Any], Mapping[str, Any]], **declared: Any
) -> dict[str, MadeAtOnce[Any]]:
    """Declare a table as XLSX and as CSV, by their suffixes; they are written at once."""

    def as_file(file: tuple[str, str], write: FileWriter) -> MadeAtOnce[Any]:
        declare = document(f"{kind}_{file[0]}", name, stored=None, file=file, **declared)
        return declare(lambda shown: write(values(shown), lambda _done, _all: None))

    return {"xlsx": as_file(XLSX, xlsx_file), "csv": as_file(CSV, csv_file)}


def _made_at_once(
    kind: str,
    name: Promise,
    write: Callable[..., bytes],
    *,
    file_name: Callable[[Any, str], str],
    file: tuple[str, str] = PDF,
    **options: Any,
) -> MadeAtOnce[Any]:
    def called(shown: object) -> str:
        return file_name(shown, str(name))

    return MadeAtOnce(kind, *file, write, called, **options)


def _stored(
    kind: str,
    name: Promise,
    version: int,
    write: Callable[[Subject, str], Book | Mapping[str, Any]],
    *,
    heading: Promise | None = None,
    of_draw: bool = False,
    file: FileForm = (*PDF, draw_book),
    **options: Any,
) -> DocumentKind:
    def title(subject: Subject) -> str:
        words = str(heading or name)
        return round_title(words, subject)

    def book(subject: Subject) -> Book | Mapping[str, Any]:
        return write(subject, title(subject))

    def read(subject: Subject) -> Mapping[str, Any]:
        shown = book(subject)
        return shown.as_json() if isinstance(shown, Book) else shown

    def prepare(subject: Subject) -> Prepared:
        seq = drawn_at(subject) if of_draw else 0
        shown = replace(subject, seq=seq)
        return prepared(kind, shown, title(shown), lambda: read(shown), seq)

    suffix, media_type, render_input = file
    return DocumentKind(
        kind, version, suffix, media_type, prepare, render_input, name, book=book, **options
    )


def draw_at_once(book: Book) -> bytes:
    """Return a book as a PDF at once, without progress."""
    return _drawn(book, lambda _done, _all: None)


def font() -> Path | None:
    """Return the configured font, if any."""
    return Path(settings.FONT_PATH) if settings.FONT_PATH else None


def drawn_at(subject: Subject) -> int:
    """Return the log number at which the seats of a round were last published, or 0."""
    if subject.round is None:
        return 0
    draws = Publication.objects.filter(round=subject.round, kind=Publication.Kind.DRAW)
    return draws.order_by("-seq").values_list("seq", flat=True).first() or 0


def round_title(title: str, subject: Subject) -> str:
    """Return the title of a document, preceded by its round if it has one."""
    if subject.round is None:
        return title
    round_ = gettext("Round %(number)s") % {"number": subject.round.number}
    return join_facts(round_, title)


def event_line(event: Event) -> str:
    """Return tournament and event in a line."""
    return join_facts(event.tournament.name, event.name)


def day_line(event: Event) -> str:
    """Return date and place in a line."""
    tournament = event.tournament
    date = formats.date_format(tournament.starts_on, "DATE_FORMAT")
    return join_facts(date, tournament.place)


def place_line(event: Event) -> str:
    """Return club, date and place in a line."""
    return join_facts(event.tournament.club.name, day_line(event))


def head_lines(snapshot: EventSnapshot) -> tuple[str, ...]:
    """Return event and place, and the state of the last public round."""
    event, states = snapshot.event, round_states(snapshot)
    return (event_line(event), place_line(event), *map(state_words, states[-1:]))


def mark(*, is_provisional: bool) -> str:
    """Return the word printed across a provisional document."""
    return pgettext("across a paper", "PROVISIONAL") if is_provisional else ""


def imprint(subject: Subject, *, live: bool = False) -> Imprint:
    """Return the foot of every page; with `live` it has a QR code of the event's public page."""
    event = subject.event
    path = reverse("event", args=[event.uid])
    return Imprint(
        event=event_line(event),
        record=_record_line(event, subject.seq or event.public_revision),
        page=gettext("Page {page} of {pages}"),
        address=subject.start.rstrip("/") + path if live and subject.start else "",
        **of_club(event.tournament.club),
    )


def _record_line(event: Event, seq: int) -> str:
    """Return the log entry of the last change, with its local time and its hash."""
    tournament = event.tournament
    entry = log_queries.entry_at(tournament, seq)
    if entry is None:
        return gettext("Record no. %(seq)s") % {"seq": seq}
    local = timezone.localtime(entry.created_at, ZoneInfo(tournament.time_zone))
    text = gettext("Record no. %(seq)s of %(time)s") % {
        "seq": seq,
        "time": formats.date_format(local, "DATETIME_FORMAT"),
    }
    return join_facts(text, hash_for_paper(entry.hash))


def hash_for_paper(digest: str) -> str:
    """Format a hash for paper: its first half, in groups that can be read aloud."""
    kept = digest[:HASH_ON_PAPER]
    return " ".join(kept[at : at + HASH_GROUP] for at in range(0, len(kept), HASH_GROUP))


def grid(columns: Iterable[Column[Row]], rows: Iterable[Row], title: str = "", **how: Any) -> Grid:
    """Return a list as a grid; `how` are further fields of the grid."""
    shown = tables.on_face(Face.PAPER, columns)
    cells = tuple(tuple(column.text_of(row) for column in shown) for row in rows)
    return Grid(tuple(map(_printed, shown)), cells, title, **how)


def _printed(column: Column[Any]) -> PrintedColumn:
    is_number = column.kind in {tables.ColumnKind.RANK, tables.ColumnKind.NUMBER}
    return PrintedColumn(
        column.heading,
        column.width,
        is_number,
        column.strong,
        column.lines,
        decides=column.decides,
    )
