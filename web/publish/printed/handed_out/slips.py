"""Name slips: the player, and the PIN or the QR code for confirming deals.

They contain secrets that are shown once, so they are rendered during the request, sent in one
response, and not stored as other documents are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.urls import reverse
from django.utils.translation import gettext

from clubs.credentials.player_credentials import Slip
from tournaments.models import Event
from web.publish.documents import Subject
from web.publish.pdf.book import Book, BookPart, SlipRow
from web.publish.printed import making

ABREAST = 2


def draw(event: Event, slips: Sequence[Slip], start: str) -> bytes:
    """Return the slips as a PDF; `start` is our address as the players' phones know it."""
    return making.draw_at_once(book(event, slips, start))


def book(event: Event, slips: Sequence[Slip], start: str) -> Book:
    """Return the slips as they are to be drawn."""
    rows = tuple(_rows(event, slips, start))
    imprint = making.imprint(Subject(event, start))
    return Book(making.language(), gettext("Name slips"), (BookPart("", (), rows),), imprint)


def _rows(event: Event, slips: Sequence[Slip], start: str) -> Iterator[SlipRow]:
    for first in range(0, len(slips), ABREAST):
        row = slips[first : first + ABREAST]
        yield SlipRow(
            over=making.event_line(event),
            names=tuple(f"{slip.number} · {slip.name}" for slip in row),
            teams=tuple(slip.team for slip in row),
            code_label=gettext("PIN"),
            codes=tuple(f"{slip.pin[:3]} {slip.pin[3:]}".strip() for slip in row),
            hint=_hint(event),
            addresses=tuple(_address(event, slip, start) for slip in row),
        )


def _hint(event: Event) -> str:
    hints = {
        Event.Proof.PIN: gettext(
            "Tap it on the table's tablet after your name when a deal is right. Show it to nobody."
        ),
        Event.Proof.PHONE: gettext(
            "Scan it with your phone: there you look at a deal and agree. Show it to nobody."
        ),
    }
    return hints.get(Event.Proof(event.proof), gettext("Scan it for your seat and your results."))


def _address(event: Event, slip: Slip, start: str) -> str:
    if not start or slip.pin:
        return ""
    if slip.link:
        return start.rstrip("/") + reverse("player", args=[slip.link])
    return start.rstrip("/") + reverse("entry", args=[event.uid, slip.number])
