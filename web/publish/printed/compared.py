"""The results by board on paper: for every open board the results of all tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext

from scoring.game import Counting
from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.models import Board, Event, Stage
from tournaments.models.event_choices import OF_FIELD
from tournaments.results.event_record import Competitor
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import boards, games
from tournaments.wording import seat_name, signed
from tournaments.wording.games import words_of_event
from tournaments.wording.values import board_title
from web.publish.documents import DocumentOf, Subject
from web.publish.pages import boards as pages
from web.publish.pages.boards import BoardRow, ComparedRows
from web.publish.pdf.book import Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making

TABLE, NAMES, POINTS, COUNTS = 1.0, 3.8, 1.7, 1.7
UNKNOWN: Final = "—"


def is_of_field(event: Event, _stages: Sequence[Stage]) -> bool:
    """Whether all tables of an event are compared with one another."""
    return event.comparison in OF_FIELD


@making.document(
    "board_results",
    gettext_lazy("Results by board"),
    of=DocumentOf.EVENT,
    stored=3,
    suits=is_of_field,
)
def board_results(subject: Subject, title: str) -> Book:
    """Return the results of every open board."""
    event = subject.event
    lines = (making.event_line(event), making.place_line(event))
    grids = making.roomy(_grids(results.read(event)))
    none = Words(gettext("No board is open yet: others have still to play them."))
    part = BookPart(title, lines, grids or (none,))
    return Book(making.language(), title, (part,), making.imprint(subject, live=True))


def _grids(snapshot: EventSnapshot) -> Iterator[Grid]:
    event = snapshot.event
    listed = pages.sets_of(event, snapshot.public_rounds)
    known = [board for set_view in reversed(listed) for board in set_view.boards]
    parts = pages.parts_of(snapshot, boards.opened(known))
    for board in known:
        for part in parts.get(board.pk, ()):
            yield _grid(board, part, event)


def _grid(board: Board, part: ComparedRows, event: Event) -> Grid:
    first = pgettext("person", "Name") if part.seat else gettext("North-South")
    columns = (
        PrintedColumn(gettext("Table"), TABLE),
        PrintedColumn(first, NAMES, number=False),
        *([] if part.seat else [PrintedColumn(gettext("East-West"), NAMES, number=False)]),
        PrintedColumn(gettext("Points") if part.seat else gettext("Points N-S"), POINTS),
        PrintedColumn(str(words_of_event(event).name), COUNTS, strong=True),
    )
    rows = tuple(tuple(_row(row, part, event)) for row in part.rows)
    return Grid(columns, rows, join_facts(*_title(board, part, event)), together=True)


def _title(board: Board, part: ComparedRows, event: Event) -> Iterator[str]:
    yield board_title(board.board_no)
    if part.seat:
        yield seat_name(part.seat)
    if part.datum is not None and games.counting_of(event) is not Counting.UNITS:
        yield gettext("Datum %(datum)s") % {"datum": signed(part.datum)}


def _row(row: BoardRow, part: ComparedRows, event: Event) -> Iterator[str]:
    yield str(row.table)
    yield _names(row.ns)
    if not part.seat:
        yield _names(row.ew)
    yield row.given or (UNKNOWN if row.points is None else signed(row.points))
    if row.counts is None:
        yield UNKNOWN
        return
    say = words_of_event(event).say
    yield say(row.counts[0]) if part.seat else " : ".join(map(say, row.counts))


def _names(competitors: Sequence[Competitor]) -> str:
    return join_facts(*(f"{competitor.number} {competitor.name}" for competitor in competitors))
