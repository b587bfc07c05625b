"""The scroll of an evening as a sheet of A3 to be pinned up."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext_lazy
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A3

from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.jobs.registry import Progress
from tournaments.models import Club, Event
from tournaments.results.event_record import public_record
from tournaments.results.snapshot import EventSnapshot
from web.publish import publications, rank_columns
from web.publish.documents import PDF, DocumentOf, Subject
from web.publish.pages import story
from web.publish.pdf import ornament, page
from web.publish.pdf.fonts import plain, registered
from web.publish.pdf.page import Pen
from web.publish.pdf.seal_shape import ClubMark, draw_mark, draw_seal
from web.publish.pdf.sheet import Imprint
from web.publish.pdf.titles import TitleFont, title_font
from web.publish.pdf.typefaces import typefaces
from web.publish.printed import final, making
from web.publish.scroll.layout import EDGE, WIDE, lay_out
from web.publish.scroll.shapes import (
    CORNER,
    INDEX,
    TALL,
    Bend,
    ScrollBox,
    ScrollCard,
    ScrollDot,
    ScrollPart,
    Seal,
    Shape,
    Text,
)
from web.publish.seals.club_face import mark_of
from web.publish.sharing import evening

VERSION: Final = 4
INKS: Final = {
    "ink": ornament.INK,
    "muted": HexColor(0x55605B),
    "faint": HexColor(0xB4B8B1),
    "rule": HexColor(0xDFDBCF),
    "sunk": HexColor(0xF0EDE3),
    "accent": HexColor(0x0D6B5E),
    "seal": ornament.SEAL,
    "gold": ornament.METALS[1],
    "silver": ornament.METALS[2],
    "bronze": ornament.METALS[3],
}
SUITS: Final = {
    "S": ornament.INK,
    "H": HexColor(0xB91C1C),
    "D": HexColor(0x8A4F00),
    "C": HexColor(0x176129),
}
CARD_EDGE: Final = HexColor(0xA4A7A6)
INNER: Final[float] = A3[0] - 2 * page.MARGIN
MARK: Final = 64.0
"""The side of the club's mark, at the right of the head."""
HIGH: Final = 640.0
"""The height of the drawing on the sheet, below its head and in units of the drawing."""


def _is_finished(event: Event, _stages: object) -> bool:
    return bool(event.state == Event.State.FINISHED)


def _draw_input(data: Mapping[str, Any], _progress: Progress) -> bytes:
    return render(data, making.font(), mark_of(Club(**data["club"])))


@making.document(
    "scroll",
    gettext_lazy("Evening scroll (A3)"),
    of=DocumentOf.EVENT,
    stored=VERSION,
    file=(*PDF, _draw_input),
    suits=_is_finished,
)
def scroll(subject: Subject, title: str) -> Mapping[str, Any]:
    """Return the scroll of a finished event as it is laid out, with the words above it."""
    event, snapshot = subject.event, results.read(subject.event)
    club = event.tournament.club
    needs = publications.PublicationNeeds(standings=True, lines=snapshot.tells_highlights)
    published = publications.read(event, needs)
    shown = evening.evening(snapshot, published)
    drawing = lay_out(shown, WIDE, HIGH) if shown else None
    imprint = making.imprint(subject, live=True)
    return {
        "language": making.language(),
        "title": title,
        "club": {"name": club.name, "uid": club.uid, "ink": club.ink, "logo": club.logo},
        "head": [
            club.name,
            event.name,
            *_lines(snapshot, is_on_notice=published.is_on_notice),
        ],
        "parts": [part.as_json() for part in drawing.parts] if drawing else [],
        "imprint": [imprint.event, imprint.record, imprint.page, imprint.address],
        "mark": making.mark(is_provisional=not final.is_official(snapshot, published)),
    }


def _lines(snapshot: EventSnapshot, *, is_on_notice: bool) -> tuple[str, ...]:
    event = snapshot.event
    rows = public_record(snapshot).standings()
    columns = rank_columns.columns_of_event(event, rows)
    ended = story.ended(snapshot, rows, columns, is_on_notice=is_on_notice)
    stories = [each.story for each in ended]
    return (join_facts(event.tournament.name, making.day_line(event)), *stories)


def render(
    data: Mapping[str, Any], font: Path | None = None, club: ClubMark | None = None
) -> bytes:
    """Return the sheet as a PDF; the same input and club always give the same bytes.

    Raises Refused where no typeface can be found.
    """
    stream, imprint = io.BytesIO(), Imprint(*data["imprint"])
    parts = [ScrollPart.from_json(part) for part in data["parts"]]
    texts = [*data["head"], *data["imprint"], data["mark"], "0123456789/"]
    texts += [text for part in parts for text in part.texts()]
    with registered(texts, typefaces(font)) as fonts:
        canvas = page.open_canvas(stream, A3, fonts, data["language"])
        canvas.setTitle(plain(data["title"]))
        pen = Pen(canvas, fonts, *A3)
        top = _head(pen, data["head"], club)
        room = page.bottom(imprint, A3[1]) - top
        high = sum(part.height for part in parts)
        scale = min(INNER / (WIDE - 2 * EDGE), room / high) if high else 1.0
        left = page.MARGIN - EDGE * scale
        for part in parts:
            _Hand(pen, left, top, scale, club).draw(part)
            top += part.height * scale
        canvas.setFillColor(ornament.INK)
        canvas.setStrokeColor(ornament.INK)
        if data["mark"]:
            page.draw_mark(pen, plain(data["mark"]))
        page.draw_foot(pen, imprint, 1, 1)
        canvas.showPage()
        canvas.save()
    return stream.getvalue()


def _head(pen: Pen, words: Sequence[str], club: ClubMark | None) -> float:
    """Draw club, event and the lines below, the last of them larger; return where the sheet begins.

    The mark of the club stands at the right.
    """
    over, title, day, *stories = map(plain, words)
    room = INNER - (MARK + 20 if club else 0)
    top = page.MARGIN + 18
    hand = _Hand(pen, page.MARGIN, 0.0, 1.0, club)
    hand.mark(INNER - MARK, page.MARGIN, MARK)
    hand.text(Text(0, top, over, 18, room, "muted"))
    top += 56
    hand.text(Text(0, top, title, 48, room, weight="title"))
    top += 30
    hand.text(Text(0, top, day, 16, INNER, "muted"))
    top += 6
    for line in stories:
        top += 26
        hand.text(Text(0, top, line, 18, INNER))
    return top + 26


@dataclass(frozen=True, slots=True)
class _Hand:
    """Draws the shapes of a part below a height; y grows downwards."""

    pen: Pen
    left: float
    top: float
    scale: float
    club: ClubMark | None = None

    def draw(self, part: ScrollPart) -> None:
        for shape in part.shapes:
            self._shape(shape)

    def _shape(self, shape: Shape) -> None:
        canvas = self.pen.canvas
        match shape:
            case Bend():
                self._bend(shape)
            case ScrollBox():
                x, y = self._at(shape.x, shape.y + shape.height)
                canvas.setFillColor(INKS[shape.ink])
                size = (shape.width * self.scale, shape.height * self.scale)
                canvas.rect(x, y, *size, stroke=0, fill=1)
            case ScrollDot():
                canvas.setFillColor(INKS[shape.ink])
                place = self._at(shape.x, shape.y)
                canvas.circle(*place, shape.radius * self.scale, stroke=0, fill=1)
            case Text():
                self.text(shape)
            case ScrollCard():
                self._card(shape)
            case Seal():
                self._seal(shape)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.scale, self.pen.height - self.top - y * self.scale

    def _bend(self, shape: Bend) -> None:
        canvas, middle = self.pen.canvas, (shape.x + shape.to_x) / 2
        canvas.setStrokeColor(INKS[shape.ink])
        canvas.setLineWidth(shape.width * self.scale)
        canvas.bezier(
            *self._at(shape.x, shape.y),
            *self._at(middle, shape.y),
            *self._at(middle, shape.to_y),
            *self._at(shape.to_x, shape.to_y),
        )

    def text(self, shape: Text) -> None:
        """Draw a text, smaller if it is wider than its room; a title in the serif face."""
        canvas, text, color = self.pen.canvas, plain(shape.text), INKS[shape.ink]
        font = self.pen.fonts.regular if shape.weight == "plain" else self.pen.fonts.bold
        font = title_font(text, font) if shape.weight == "title" else font
        size, room = shape.size * self.scale, shape.room * self.scale
        wide = font.width(text, size)
        size, wide = (size * room / wide, room) if wide > room else (size, wide)
        x, base = self._at(shape.x, shape.y)
        x -= {"left": 0.0, "middle": wide / 2, "right": wide}[shape.align]
        if isinstance(font, TitleFont):
            font.draw(canvas, text, size, (x, base), color=color)
            return
        canvas.setFillColor(color)
        for name, run, wide_of_run in font.runs(text, size):
            canvas.setFont(name, size)
            canvas.drawString(x, base, run)
            x += wide_of_run

    def _card(self, shape: ScrollCard) -> None:
        canvas, wide = self.pen.canvas, shape.width * self.scale
        height, size = wide * TALL, wide * INDEX
        canvas.saveState()
        canvas.translate(*self._at(shape.x, shape.y))
        canvas.rotate(-shape.turn)
        canvas.setFillColor(ornament.PAPER)
        canvas.setStrokeColor(CARD_EDGE)
        canvas.setLineWidth(0.6)
        canvas.roundRect(-wide / 2, -height / 2, wide, height, wide * CORNER, stroke=1, fill=1)
        canvas.setFillColor(SUITS[shape.ink])
        for line, text in enumerate((shape.rank, shape.suit), 1):
            for name, run, _wide in self.pen.fonts.bold.runs(text):
                canvas.setFont(name, size * (0.8 if len(text) > 1 else 1))
                canvas.drawString(-wide / 2 + 2, height / 2 - line * size - 1, run)
        canvas.restoreState()

    def mark(self, x: float, y: float, size: float) -> None:
        """Draw the mark of the club in its colour, below and to the right of a place."""
        (left, top), side = self._at(x, y), size * self.scale
        if self.club is None:
            return
        if self.club.logo or self.club.shape:
            at = (left, top - side, side)
            draw_mark(self.pen.canvas, self.club, at, in_colour=True)
            return
        canvas, font = self.pen.canvas, self.pen.fonts.bold
        canvas.setFillColor(HexColor(self.club.colour))
        canvas.rect(left, top - side, side, side, stroke=0, fill=1)
        canvas.setFillColor(ornament.PAPER)
        for name, run, wide in font.runs(self.club.sign, side * 0.6):
            canvas.setFont(name, side * 0.6)
            canvas.drawString(left + (side - wide) / 2, top - side * 0.72, run)

    def _seal(self, shape: Seal) -> None:
        if shape.stamp.is_of_club:
            self.mark(shape.x, shape.y, shape.size)
            return
        left, top = self._at(shape.x, shape.y)
        side = shape.size * self.scale
        at = (left, top - side, side)
        draw_seal(self.pen.canvas, shape.stamp.shape, at, INKS["seal"], ornament.PAPER)
