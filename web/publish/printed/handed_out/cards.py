"""Cards for the tables of a tournament, and for the places of a club that hold for every one.

Each has its number and the code that opens the table; those of a round have its seats.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_lazy

from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.models import Club, Table
from tournaments.rights.access import DESK, DIRECTORS
from web.publish.documents import DocumentOf, Subject
from web.publish.pdf.book import Book, BookPart, Card
from web.publish.pdf.sheet import Imprint
from web.publish.printed import making, reading

MOST_PLACES: Final = 200


@making.document(
    "table_cards",
    gettext_lazy("Table cards"),
    of=DocumentOf.EITHER,
    stored=4,
    for_=DESK,
    of_draw=True,
    drafts=True,
    bears_address=True,
)
def table_cards(subject: Subject, title: str) -> Book:
    """Return the cards of the tables of a round, or of all tables of the tournament."""
    start, over = subject.start, making.event_line(subject.event)
    if subject.round:
        over = join_facts(over, gettext("Round %(number)s") % {"number": subject.round.number})
        cards = [
            _card(
                join_facts(over, reading.match_of(subject.event, table)),
                table.number,
                table.code,
                start,
                tuple(map(reading.seat_line, table.seats)),
            )
            for table in reading.tables(subject.round, results.read(subject.event))
        ]
    else:
        tables = Table.objects.filter(tournament=subject.event.tournament_id).order_by("number")
        cards = [_card(over, table.number, table.code, start) for table in tables]
    imprint = making.imprint(subject)
    return Book(making.language(), title, (BookPart("", (), tuple(cards)),), imprint)


@making.document(
    "place_cards",
    gettext_lazy("Table cards"),
    of=DocumentOf.CLUB,
    stored=None,
    for_=DIRECTORS,
    file_name=lambda club, name: f"{club.name} {name}",
    bears_address=True,
)
def place_cards(club: Club, start: str) -> bytes:
    """Return the cards of a club's places as a PDF; `start` is our address in the hall."""
    title = gettext("Table cards")
    imprint = Imprint(join_facts(club.name, title), "", gettext("Page {page} of {pages}"))
    places = club.places.order_by("number")[:MOST_PLACES]
    cards = tuple(_card(club.name, place.number, place.code, start) for place in places)
    return making.draw_at_once(Book(making.language(), title, (BookPart("", (), cards),), imprint))


def _card(over: str, number: int, code: str, start: str, seats: tuple[str, ...] = ()) -> Card:
    hint = gettext("Scan the code, or open %(address)s and type it.") % {"address": f"{start}t/"}
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
