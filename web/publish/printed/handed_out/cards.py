"""Cards for the tables: the number, the code that opens the table, and the seats of a round."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy

from tournaments.models import Table
from tournaments.rights.access import DESK
from web.publish.documents import DocumentOf, Subject
from web.publish.pdf.book import Book, BookPart, Card
from web.publish.printed import making, reading


@making.document(
    "table_cards",
    gettext_lazy("Table cards"),
    of=DocumentOf.EITHER,
    stored=2,
    for_=DESK,
    of_draw=True,
    drafts=True,
    bears_address=True,
)
def table_cards(subject: Subject, title: str) -> Book:
    """Return the cards of the tables of a round, or of all tables of the tournament."""
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
    imprint = making.imprint(subject)
    return Book(making.language(), title, (BookPart("", (), tuple(cards)),), imprint)


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
