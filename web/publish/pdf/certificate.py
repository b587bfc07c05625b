"""A certificate to hang on a wall: a landscape page of A4 with centred lines.

Words and numbers are text already; the ornaments are in `ornament`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

from reportlab.lib.colors import Color
from reportlab.lib.units import mm

from tournaments.base import separators
from web.publish.pdf import ornament, page
from web.publish.pdf.fonts import Font, plain, registered
from web.publish.pdf.page import HEIGHT, WIDTH, Pen
from web.publish.pdf.seal_shape import ClubMark, SealShape, draw_seal
from web.publish.pdf.seal_shape import draw_mark as draw_club_mark
from web.publish.pdf.text import Fitted, fit
from web.publish.pdf.titles import TitleFont, title_font
from web.publish.pdf.typefaces import typefaces

WIDE, HIGH = HEIGHT, WIDTH
MIDDLE: Final[float] = WIDE / 2
ROOM: Final[float] = WIDE - 2 * 32 * mm
"""The width for the words."""
LEADING: Final = 1.25
CLUB: Final[float] = 10 * mm
"""The side of the mark of the club, on top."""
SEAL_SIDE: Final[float] = 20 * mm
"""The side of the name's seal: at least 56 pixels on a screen as wide as the paper."""
ROOM_BESIDE: Final[float] = 19 * mm
"""The distance from the paper's edge to what is beside the name."""
SIGN: Final[float] = 62 * mm
"""The width of a line to sign, and of the words that the seal is stamped over."""
SIDE: Final[float] = 34 * mm
"""The distance from the paper's edge to the signature and the seal."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The content of a certificate; `medal` is one of the first three places, or 0.

    A `mark`, such as "specimen", is printed across it. `seal` is that of the name, beside it; the
    mark of the club is on top and, if the name `is_by_club`, in place of the seal.
    """

    over: str
    title: str
    lead: str
    name: str
    occasion: str
    place: str
    detail: str
    number: str
    signature: str
    organiser: str
    club: str
    day: str
    medal: int = 0
    mark: str = ""
    seal: SealShape | None = None
    club_mark: ClubMark | None = None
    is_by_club: bool = False

    def texts(self) -> Iterator[str]:
        """Yield every text that will be drawn."""
        values = (getattr(self, field.name) for field in fields(self))
        return (str(value) for value in values if isinstance(value, str | int))


@dataclass(frozen=True, slots=True)
class CentredText:
    """A text in the middle of the page, or of a part of it; `base` is from the top.

    `spread` is the gap between ideographs as a share of their size; Latin letters are never spread.
    """

    text: str
    size: float
    base: float
    middle: float = MIDDLE
    room: float = ROOM
    strong: bool = False
    color: Color = ornament.INK
    spread: float = 0
    titled: bool = False
    """Whether it is set in the serif face of titles."""

    def font(self, pen: Pen) -> Font:
        """Return the font that draws it."""
        if self.titled:
            return title_font(plain(self.text), pen.fonts.bold)
        return pen.fonts.bold if self.strong else pen.fonts.regular

    def fitted(self, pen: Pen) -> Fitted:
        """Return the text in the size and on the lines in which it fits."""
        fitted = fit(plain(self.text), self.font(pen), self.size, self.room)
        # No line begins or ends with the dot between two names.
        return replace(fitted, lines=tuple(line.strip(separators.FACTS) for line in fitted.lines))

    def apart(self, pen: Pen, text: str, size: float) -> float:
        """Return the gap between the characters of a line."""
        if not self.spread or text.isascii() or len(text) <= 1:
            return 0.0
        free = (self.room - self.font(pen).width(text, size)) / (len(text) - 1)
        return max(0.0, min(self.spread * size, free))


def render(
    certificates: Sequence[Certificate], title: str, language: str, font: Path | None = None
) -> bytes:
    """Render certificates as a PDF, one on a page; the same input always gives the same bytes.

    Raises Refused where no typeface can be found.
    """
    stream = io.BytesIO()
    texts = [text for each in certificates for text in each.texts()]
    with registered(texts, typefaces(font)) as fonts:
        canvas = page.open_canvas(stream, (WIDE, HIGH), fonts, language)
        canvas.setTitle(plain(title))
        pen = Pen(canvas, fonts, WIDE, HIGH)
        for each in certificates:
            _draw(pen, each)
            canvas.showPage()
        canvas.save()
    return stream.getvalue()


def _draw(pen: Pen, each: Certificate) -> None:
    canvas, seal = pen.canvas, ornament.SEAL
    ornament.draw_rosette(canvas, MIDDLE, HIGH / 2, 78 * mm)
    ornament.draw_frame(canvas, WIDE, HIGH)
    ornament.draw_divider(canvas, MIDDLE, HIGH - 69 * mm, 62 * mm)
    name = CentredText(each.name, 42, 99 * mm, titled=True, spread=0.08)
    is_long = _takes_two(pen, name)
    name = replace(name, size=28) if is_long else name
    over = CentredText(each.over, 15, 35 * mm, spread=0.12)
    for line in (
        _closer(pen, over, 12, 37 * mm),
        CentredText(each.title, 64, 61 * mm, titled=True, color=seal, spread=0.3),
        CentredText(each.lead, 15, (77 if is_long else 80) * mm, spread=0.2),
        name,
        CentredText(each.occasion, 16, 115 * mm, spread=0.04),
        CentredText(each.place, 38, 134 * mm, titled=True, color=seal, spread=0.2),
        CentredText(each.detail, 13, 146 * mm, spread=0.04),
    ):
        _write(pen, line)
    wide = min(max(_widest(pen, name) + 24 * mm, 90 * mm), ROOM)
    _underline(pen, wide, 104 * mm)
    _draw_seal(pen, each, MIDDLE + wide / 2)
    if each.club_mark:
        low = HIGH - (27.5 if _takes_two(pen, over) else 29) * mm
        at = (MIDDLE - CLUB / 2, low, CLUB)
        draw_club_mark(canvas, each.club_mark, at, in_colour=True)
    _draw_end(pen, each)
    if each.mark:
        page.draw_mark(pen, plain(each.mark))


def _takes_two(pen: Pen, line: CentredText) -> bool:
    return len(line.fitted(pen).lines) > 1


def _closer(pen: Pen, line: CentredText, size: float, base: float) -> CentredText:
    """Return a text that takes two lines in a smaller size, so that it stays off what is above."""
    return replace(line, size=size, base=base) if _takes_two(pen, line) else line


def _draw_seal(pen: Pen, each: Certificate, after: float) -> None:
    """Draw the seal of the name behind the line below it, where there is room: nobody signs there.

    The line that is signed, and the place of the organiser's seal, have none.
    """
    left, low = after + 6 * mm, HIGH - 106 * mm
    if left + SEAL_SIDE > WIDE - ROOM_BESIDE:
        return
    at = (left, low, SEAL_SIDE)
    if each.seal:
        draw_seal(pen.canvas, each.seal, at, ornament.SEAL, ornament.PAPER)
    elif each.is_by_club and each.club_mark:
        draw_club_mark(pen.canvas, each.club_mark, at, in_colour=True)


def _draw_end(pen: Pen, each: Certificate) -> None:
    """Draw the line to sign, the medal, and the organiser's name that the seal is stamped over."""
    left, right = SIDE + SIGN / 2, WIDE - SIDE - SIGN / 2
    _underline(pen, SIGN, 173 * mm, left)
    club = CentredText(each.club, 15, 170 * mm, right, SIGN, strong=True)
    label = (158 if _takes_two(pen, club) else 161) * mm
    for line in (
        CentredText(each.signature, 11, 179 * mm, left, SIGN),
        CentredText(each.organiser, 11, label, right, SIGN),
        _closer(pen, club, 12, 170 * mm),
        CentredText(each.day, 12, 179 * mm, right, SIGN),
        CentredText(each.number, 9, 188 * mm),
    ):
        _write(pen, line)
    if each.medal:
        ornament.draw_medal(pen.canvas, MIDDLE, HIGH - 163 * mm, 10.5 * mm, each.medal)
        _write(pen, CentredText(str(each.medal), 24, 166 * mm, strong=True))


def _underline(pen: Pen, wide: float, base: float, middle: float = MIDDLE) -> None:
    pen.canvas.setStrokeColor(ornament.GOLD)
    pen.canvas.setLineWidth(0.6)
    pen.canvas.line(middle - wide / 2, HIGH - base, middle + wide / 2, HIGH - base)


def _write(pen: Pen, line: CentredText) -> None:
    """Draw a centred line; a text that is too long takes two, the second on the base."""
    font, fitted = line.font(pen), line.fitted(pen)
    pen.canvas.setFillColor(line.color)
    for number, text in enumerate(reversed(fitted.lines)):
        apart = line.apart(pen, text, fitted.size)
        left = line.middle - (font.width(text, fitted.size) + apart * (len(text) - 1)) / 2
        up = HIGH - line.base + number * fitted.size * LEADING
        if isinstance(font, TitleFont):
            font.draw(pen.canvas, text, fitted.size, (left, up), apart=apart, color=line.color)
            continue
        for name, run, wide in font.runs(text, fitted.size):
            pen.canvas.setFont(name, fitted.size)
            pen.canvas.drawString(left, up, run, charSpace=apart)
            left += wide + apart * len(run)


def _widest(pen: Pen, line: CentredText) -> float:
    fitted = line.fitted(pen)
    return max(
        line.font(pen).width(text, fitted.size) + line.apart(pen, text, fitted.size) * len(text)
        for text in fitted.lines
    )
