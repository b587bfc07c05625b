"""Titles in the serif face: drawn as shapes over invisible text that can be copied.

No PDF of ours embeds the face, whose outlines are CFF; a title has few characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from web.publish.pdf.fonts import Font
from web.publish.pdf.outlines import EM, advance, outline
from web.publish.pdf.seal_shape import add_outline
from web.publish.pdf.text import ELLIPSIS

BLACK: Final = HexColor("#000000")
INVISIBLE: Final = 3
"""The rendering mode of invisible text."""
THICKENED: Final = 14.0
"""How much strokes are thickened, in units of the em: the face has only a book weight."""


@dataclass(frozen=True, slots=True)
class TitleFont(Font):
    """The serif face of a title; `names` and `widths` are those of the text beneath."""

    def width(self, text: str, size: float) -> float:
        """Return the width of a text in points."""
        return sum(map(advance, text)) * size / EM

    def draw(
        self,
        canvas: Canvas,
        text: str,
        size: float,
        at: tuple[float, float],
        *,
        apart: float = 0,
        color: Color = BLACK,
    ) -> None:
        """Draw a text with a gap `apart` between characters; `at` is from the lower left of the
        page.
        """
        left, base = at
        canvas.saveState()
        canvas.translate(left, base)
        canvas.scale(size / EM, size / EM)
        canvas.setLineWidth(THICKENED)
        canvas.setFillColor(color)
        canvas.setStrokeColor(color)
        path, right = canvas.beginPath(), 0.0
        for sign in text:
            add_outline(path, outline(sign) or (), right)
            right += advance(sign) + apart * EM / size
        canvas.drawPath(path, stroke=1, fill=1, fillMode=1)
        canvas.restoreState()
        canvas.saveState()
        for name, run, _wide in self.runs(text):
            self._write_beneath(canvas, name, run, size, (left, base, apart))
            left += self.width(run, size) + apart * len(run)
        canvas.restoreState()

    def _write_beneath(
        self, canvas: Canvas, name: str, run: str, size: float, at: tuple[float, float, float]
    ) -> None:
        left, base, apart = at
        usual = stringWidth(run, name, size)
        stretched = self.width(run, size) / usual if usual else 1.0
        written = canvas.beginText(left, base)
        written.setTextRenderMode(INVISIBLE)
        written.setFont(name, size)
        written.setHorizScale(100 * stretched)
        written.setCharSpace(apart / stretched)
        written.textOut(run)
        canvas.drawText(written)


def title_font(text: str, font: Font) -> Font:
    """Return the font of a title: the serif if it has every character, else the one given."""
    if not text or any(outline(sign) is None for sign in {*text, ELLIPSIS}):
        return font
    if not all(sign in font.names for sign in text):
        return font
    return TitleFont(font.names, font.widths)
