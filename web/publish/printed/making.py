"""What all kinds of documents share: consistent reading, titles, and the imprint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext

from tournaments.jobs.registry import Progress
from tournaments.models import Event, Publication
from tournaments.record import log_queries
from tournaments.results.snapshot import EventSnapshot
from web.publish.documents import PDF, DocumentKind, DocumentScope, Prepared, Subject
from web.publish.pages import marks
from web.publish.pages.progress import round_states, state_words
from web.publish.pdf.book import Block, Book, Grid
from web.publish.pdf.sheet import Imprint
from web.publish.pdf.table import render

LONGEST_TITLE = 200
ROOMY = (14.0, 13.0, 12.0, 11.0, 10.0)
"""The sizes of a list of results: the largest in which it fits on its page."""
MOST_READINGS = 3
"""Most readings for an order, until nothing changes during one."""


def roomy(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return blocks with larger type where one list has the page for itself.

    Several lists keep one size, so that none is pushed off the page by the one before it.
    """
    if len(blocks) == 1 and isinstance(blocks[0], Grid):
        return (replace(blocks[0], sizes=ROOMY),)
    return tuple(blocks)


def language() -> str:
    """Return the language of a document."""
    return get_language() or settings.LANGUAGE_CODE


def prepared(
    kind: str, subject: Subject, title: str, read: Callable[[], Mapping[str, Any]], seq: int = 0
) -> Prepared:
    """Read the input of a document and return it as it is to be rendered.

    Its number is `seq`, or the event's last public change. Where something changes during the
    reading it is repeated a few times; in a large hall something always does. The last reading then
    has the number with which it began, and may include changes made during it.
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


def book_kind(
    name: str,
    version: int,
    title: Promise,
    book: Callable[[Subject, str], Book],
    *,
    heading: Promise | None = None,
    **options: Any,
) -> DocumentKind:
    """Return a kind of PDFs whose input is a `book`; `heading` is on paper instead of `title`."""

    def prepare(subject: Subject) -> Prepared:
        words = str(heading or title)
        if kind.scope is not DocumentScope.EVENT:
            words = round_title(words, subject)
        return prepared(name, subject, words, lambda: book(subject, words).as_json())

    kind = DocumentKind(name, version, *PDF, prepare, draw_book, title, **options)
    return kind


def draw_book(data: Mapping[str, Any], progress: Progress) -> bytes:
    """Return a book as a PDF, from what was prepared."""
    return render(Book.from_json(data), progress, font())


def draw_at_once(book: Book) -> bytes:
    """Return a book as a PDF that nobody waits for, without progress."""
    return render(book, lambda _done, _all: None, font())


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
    return f"{round_} · {title}"


def event_line(event: Event) -> str:
    """Return tournament and event in a line."""
    return f"{event.tournament.name} · {event.name}"


def day_line(event: Event) -> str:
    """Return date and place in a line."""
    tournament = event.tournament
    date = formats.date_format(tournament.starts_on, "DATE_FORMAT")
    return " · ".join(filter(None, [date, tournament.place]))


def place_line(event: Event) -> str:
    """Return club, date and place in a line."""
    return f"{event.tournament.club.name} · {day_line(event)}"


def head_lines(snapshot: EventSnapshot) -> tuple[str, ...]:
    """Return event and place, and the state of the last public round."""
    event, states = snapshot.event, round_states(snapshot)
    return (event_line(event), place_line(event), *map(state_words, states[-1:]))


def mark(*, is_provisional: bool) -> str:
    """Return the word that lies across what is provisional."""
    return pgettext("across a paper", "PROVISIONAL") if is_provisional else ""


def imprint(subject: Subject, seq: int = 0, *, live: bool = False) -> Imprint:
    """Return the foot of every page; with `live` it has a QR code of the event's public page."""
    event = subject.event
    path = reverse("event", args=[event.uid])
    return Imprint(
        event=event_line(event),
        record=_record_line(event, seq or event.public_revision),
        page=gettext("Page {page} of {pages}"),
        address=subject.start.rstrip("/") + path if live and subject.start else "",
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
    return f"{text} · {marks.hash_for_paper(entry.hash)}"
