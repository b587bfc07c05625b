"""Slips of members: the QR code that opens the own page, in all tournaments of the club.

They contain secrets that are shown once, so they are sent in one response and not stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext

from clubs.credentials.member_links import MemberSlip
from tournaments.models import Club
from web.publish.pdf.book import Book, BookPart, SlipRow
from web.publish.pdf.sheet import Imprint
from web.publish.printed import making

ABREAST = 2


def draw(club: Club, slips: Sequence[MemberSlip], start: str, day: date) -> bytes:
    """Return the slips as a PDF; `start` is our address as the members' phones know it."""
    return making.draw_at_once(book(club, slips, start, day))


def book(club: Club, slips: Sequence[MemberSlip], start: str, day: date) -> Book:
    """Return the slips as they are to be drawn."""
    title = gettext("Members' links")
    drawn_on = formats.date_format(day, "DATE_FORMAT")
    imprint = Imprint(f"{club.name} · {title} · {drawn_on}", "", gettext("Page {page} of {pages}"))
    rows = tuple(_rows(club, slips, start))
    return Book(making.language(), title, (BookPart("", (), rows),), imprint)


def address_of(slip: MemberSlip, start: str) -> str:
    """Return the whole address of a member's page; empty where ours is not known."""
    return start.rstrip("/") + reverse("member", args=[slip.link]) if start else ""


def _rows(club: Club, slips: Sequence[MemberSlip], start: str) -> Iterator[SlipRow]:
    for first in range(0, len(slips), ABREAST):
        row = slips[first : first + ABREAST]
        yield SlipRow(
            over=club.name,
            names=tuple(slip.name for slip in row),
            teams=tuple(_number_text(slip) for slip in row),
            code_label="",
            codes=tuple("" for _slip in row),
            hint=gettext(
                "Scan it with your phone: your next seat, your results, and what you confirm. It "
                "holds for every tournament of the club. Show it to nobody."
            ),
            addresses=tuple(address_of(slip, start) for slip in row),
        )


def _number_text(slip: MemberSlip) -> str:
    if slip.number is None:
        return ""
    return gettext("Member %(number)s") % {"number": slip.number}
