"""Slips on paper: of players with a PIN or a QR code, of captains and members with a QR code.

They contain secrets that are shown once, so they are rendered during the request, sent in one
response, and not stored as other documents are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext

from clubs.credentials.slips import Slip
from tournaments.base.separators import join_facts
from tournaments.models import Club, Event
from web.publish.documents import Subject
from web.publish.pdf.book import Book, BookPart, SlipRow
from web.publish.pdf.sheet import Imprint
from web.publish.printed import making

ABREAST = 2
A_PAGE = 5 * ABREAST
"""The number of slips on a page of A4."""


@dataclass(frozen=True, slots=True)
class SlipWords:
    """What the slips of a kind say: what stands above, the name, what is beside it, the hint.

    `address` is that of the page which a slip opens, without ours; empty where it opens none.
    """

    title: str
    over: str
    hint: str
    name: Callable[[Slip], str]
    beside: Callable[[Slip], str]
    address: Callable[[Slip], str]
    code_label: str = ""


def draw_for_players(event: Event, slips: Sequence[Slip], start: str) -> bytes:
    """Return name slips as a PDF; `start` is our address as the players' phones know it."""

    def address(slip: Slip) -> str:
        if slip.pin:
            return ""
        if slip.link:
            return reverse("player", args=[slip.link])
        return reverse("entry", args=[event.uid, slip.number])

    words = SlipWords(
        gettext("Name slips"),
        making.event_line(event),
        _hint(event),
        name=lambda slip: join_facts(slip.number, slip.name),
        beside=lambda slip: slip.beside,
        address=address,
        code_label=gettext("PIN"),
    )
    return _draw(words, slips, start, making.imprint(Subject(event, start)))


def draw_for_captains(event: Event, slips: Sequence[Slip], start: str) -> bytes:
    """Return the captains' slips as a PDF; `start` is our address as their phones know it."""
    words = SlipWords(
        gettext("Captains' slips"),
        making.event_line(event),
        gettext(
            "Scan it with your phone: there you hand in the line-ups of your team. Show it to "
            "nobody."
        ),
        name=lambda slip: join_facts(slip.number, slip.name),
        beside=lambda slip: gettext("Captain: %(name)s") % {"name": slip.beside},
        address=lambda slip: reverse("captain", args=[slip.link]),
    )
    return _draw(words, slips, start, making.imprint(Subject(event, start)))


def draw_for_members(club: Club, slips: Sequence[Slip], start: str, day: date) -> bytes:
    """Return members' links as a PDF; `start` is our address as the members' phones know it."""
    title, drawn_on = gettext("Members' links"), formats.date_format(day, "DATE_FORMAT")
    words = SlipWords(
        title,
        club.name,
        gettext(
            "Scan it with your phone: your next seat, your results, and what you confirm."
            " It works for every tournament of the club. Show it to nobody."
        ),
        name=lambda slip: slip.name,
        beside=_member_number,
        address=lambda slip: reverse("member", args=[slip.link]),
    )
    line = join_facts(club.name, title, drawn_on)
    return _draw(words, slips, start, Imprint(line, "", gettext("Page {page} of {pages}")))


def _draw(words: SlipWords, slips: Sequence[Slip], start: str, imprint: Imprint) -> bytes:
    part = BookPart("", (), tuple(_rows(words, slips, start)))
    return making.draw_at_once(Book(making.language(), words.title, (part,), imprint))


def _rows(words: SlipWords, slips: Sequence[Slip], start: str) -> Iterator[SlipRow]:
    for first in range(0, len(slips), ABREAST):
        row = slips[first : first + ABREAST]
        opened = [words.address(slip) for slip in row]
        yield SlipRow(
            over=words.over,
            names=tuple(words.name(slip) for slip in row),
            teams=tuple(words.beside(slip) for slip in row),
            code_label=words.code_label,
            codes=tuple(f"{slip.pin[:3]} {slip.pin[3:]}".strip() for slip in row),
            hint=words.hint,
            addresses=tuple(start.rstrip("/") + path if start and path else "" for path in opened),
        )


def _hint(event: Event) -> str:
    hints = {
        Event.Proof.PIN: gettext(
            "When a deal is right, tap your name on the table's tablet and enter this PIN."
            " Show it to nobody."
        ),
        Event.Proof.PHONE: gettext(
            "Scan it with your phone to check a deal and confirm it. Show it to nobody."
        ),
    }
    return hints.get(Event.Proof(event.proof), gettext("Scan it for your seat and your results."))


def _member_number(slip: Slip) -> str:
    if slip.number is None:
        return ""
    return gettext("Member %(number)s") % {"number": slip.number}
