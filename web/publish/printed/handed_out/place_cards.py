"""Cards of the club's places: number and code, which hold for every tournament there."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_lazy

from tournaments.models import Club, Place
from tournaments.rights.access import DIRECTORS
from web.publish.documents import DocumentOf
from web.publish.pdf.book import Book, BookPart, Card
from web.publish.pdf.sheet import Imprint
from web.publish.printed import making

MOST_TABLES: Final = 200


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
    """Return the PDF of the cards; `start` is the address of this program in the hall."""
    places = club.places.order_by("number")[:MOST_TABLES]
    title = gettext("Table cards")
    imprint = Imprint(f"{club.name} · {title}", "", gettext("Page {page} of {pages}"))
    cards = tuple(_card(club, place, start) for place in places)
    return making.draw_at_once(Book(making.language(), title, (BookPart("", (), cards),), imprint))


def _card(club: Club, place: Place, start: str) -> Card:
    hint = gettext("Scan the code, or open %(address)s and type it.") % {"address": f"{start}t/"}
    return Card(
        over=club.name,
        label=gettext("Table"),
        number=str(place.number),
        code_label=gettext("Code"),
        code=place.code,
        hint=hint if start else "",
        address=f"{start}t/{place.code}/" if start else "",
        folded=True,
    )
