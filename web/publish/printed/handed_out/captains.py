"""Slips for captains: the team, and the QR code that opens the page of its line-ups.

They contain secrets that are shown once, so they are sent in one response and not stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.urls import reverse
from django.utils.translation import gettext

from clubs.credentials.captains import CaptainSlip
from tournaments.models import Event
from web.publish.documents import Subject
from web.publish.pdf.book import Book, BookPart, SlipRow
from web.publish.printed import making

ABREAST = 2


def draw(event: Event, slips: Sequence[CaptainSlip], start: str) -> bytes:
    """Return the slips as a PDF; `start` is our address as the captains' phones know it."""
    return making.draw_at_once(book(event, slips, start))


def book(event: Event, slips: Sequence[CaptainSlip], start: str) -> Book:
    """Return the slips as they are to be drawn."""
    rows = tuple(_rows(event, slips, start))
    imprint = making.imprint(Subject(event, start))
    return Book(making.language(), gettext("Captains' slips"), (BookPart("", (), rows),), imprint)


def _rows(event: Event, slips: Sequence[CaptainSlip], start: str) -> Iterator[SlipRow]:
    for first in range(0, len(slips), ABREAST):
        row = slips[first : first + ABREAST]
        yield SlipRow(
            over=making.event_line(event),
            names=tuple(f"{captain_slip.number} · {captain_slip.team}" for captain_slip in row),
            teams=tuple(
                gettext("Captain: %(name)s") % {"name": captain_slip.captain}
                for captain_slip in row
            ),
            code_label="",
            codes=tuple("" for _slip in row),
            hint=gettext(
                "Scan it with your phone: there you hand in the line-ups of your team. Show it to "
                "nobody."
            ),
            addresses=tuple(
                start.rstrip("/") + reverse("captain", args=[captain_slip.link]) if start else ""
                for captain_slip in row
            ),
        )
