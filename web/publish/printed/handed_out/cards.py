"""Cards for the tables: the number, the code that opens the table, and the seats of a round."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy

from tournaments.models import Table
from web.publish.documents import PDF, DocumentKind, DocumentScope, Prepared, Subject
from web.publish.pdf.book import Book, BookPart, Card
from web.publish.printed import making, reading

NAME = "table_cards"


def prepare(subject: Subject) -> Prepared:
    """Read the tables of a round, or all tables of the tournament."""
    seq = making.drawn_at(subject)
    return making.prepared(
        NAME, subject, _title(subject), lambda: book(subject, seq).as_json(), seq
    )


def _title(subject: Subject) -> str:
    return making.round_title(gettext("Table cards"), subject)


def book(subject: Subject, seq: int = 0) -> Book:
    """Return the cards as of the entry `seq` of the log."""
    if subject.round:
        cards = [
            _card(
                subject,
                table.number,
                table.code,
                tuple(map(reading.seat_line, table.seats)),
                reading.match_of(subject.event, table),
            )
            for table in reading.tables(subject.round)
        ]
    else:
        tables = Table.objects.filter(tournament=subject.event.tournament_id).order_by("number")
        cards = [_card(subject, table.number, table.code, ()) for table in tables]
    imprint = making.imprint(subject, seq)
    return Book(making.language(), _title(subject), (BookPart("", (), tuple(cards)),), imprint)


def _card(
    subject: Subject, number: int, code: str, seats: tuple[str, ...], match: str = ""
) -> Card:
    start = subject.start
    hint = gettext("Scan the code, or open %(address)s and type it.") % {"address": f"{start}t/"}
    over = making.event_line(subject.event)
    if subject.round:
        over += " · " + gettext("Round %(number)s") % {"number": subject.round.number}
    over = " · ".join(filter(None, (over, match)))
    return Card(
        over=over,
        label=gettext("Table"),
        number=str(number),
        code_label=gettext("Code"),
        code=code,
        hint=hint if start else "",
        address=f"{start}t/{code}/" if start else "",
        seats=seats,
        folded=True,
    )


KIND = DocumentKind(
    NAME,
    2,
    *PDF,
    prepare,
    making.draw_book,
    gettext_lazy("Table cards"),
    DocumentScope.EITHER,
    public=False,
    drafts=True,
    bears_address=True,
)
