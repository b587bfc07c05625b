"""The canvas of a picture: text fitted to its place, and shapes with smooth edges."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, Literal

from PIL import Image, ImageChops, ImageDraw

from tournaments.base.separators import NAMES
from web.publish.pdf.outlines import Outline
from web.publish.pdf.seal_shape import FRAME, SIDE, SealShape
from web.publish.pictures.faces import FontFace

PAPER: Final = "#f8f6ef"
SURFACE: Final = "#fffefa"
SUNK: Final = "#f0ede3"
INK: Final = "#1b2321"
MUTED: Final = "#55605b"
RULE: Final = "#dfdbcf"
FAINT: Final = "#b4b8b1"
ACCENT: Final = "#0d6b5e"
ON_ACCENT: Final = "#ffffff"
WAITING: Final = "#855000"
DONE: Final = "#1d6a30"
SEAL: Final = "#b3341b"
ON_SEAL: Final = "#fff8ee"
MEDALS: Final = {1: "#dfb445", 2: "#bcc4c6", 3: "#d39c6b"}
ON_MEDAL: Final = "#2a2010"
FELT: Final = "#1d5a48"
FELT_DEEP: Final = "#154737"
ON_FELT: Final = "#f4f1e4"
IVORY: Final = "#fffdf6"
CARD_EDGE: Final = "#cfc8b6"
SUITS: Final = {"S": "#1b2321", "H": "#b91c1c", "D": "#8a4f00", "C": "#176129"}
"""The tokens of `base.css` in their light scheme."""

DOT: Final = "·"
"""A single long name breaks at its dot."""
CUT: Final = "…"
SMOOTH: Final = 4
"""How many times larger a shape is drawn before it is scaled into the picture."""
CURVE: Final = 6
"""The straight pieces of a curve of a seal."""
LAST: Final = 3
NARROWER: Final = (0.94, 0.88, 0.82, 0.76)
"""The least signs of a last line, and the shares of the width that are tried for that."""
COLOURS: Final = 160
"""The colours of a picture: enough for smooth letters, and a third of the bytes."""
Box = tuple[int, int, int, int]
Align = Literal["left", "right", "middle"]


def fit(text: str, face: FontFace, width: float, least: int) -> tuple[str, FontFace]:
    """Return a text and a face that fit a width: smaller down to `least`, then cut."""
    while face.size > least and face.width(text) > width:
        face = face.at(max(least, int(face.size * 0.94)))
    if face.width(text) <= width:
        return text, face
    while text and face.width(text + CUT) > width:
        text = text[:-1]
    return text.rstrip() + CUT, face


def fit_lines(
    name: str, face: FontFace, width: float, most: int, least: int
) -> tuple[list[str], FontFace]:
    """Return the lines of a name, and a face with which they are few and no word is broken."""
    while face.size > least and not has_room(name, face, width, most):
        face = face.at(max(least, int(face.size * 0.92)))
    return wrap_name(name, face, width), face


def has_room(name: str, face: FontFace, width: float, most: int) -> bool:
    """Whether a name fits on at most `most` lines without breaking a word."""
    is_whole = all(face.width(word.rstrip()) <= width for word in _pieces(name))
    return is_whole and len(wrap_name(name, face, width)) <= most


def wrap_name(name: str, face: FontFace, width: float) -> list[str]:
    """Return the name of an entry in lines, broken between partners first."""
    between = next((sign for sign in (NAMES, DOT) if sign in name), "")
    first, _, others = name.partition(between) if between else (name, "", "")
    if face.width(name) <= width or not others:
        return wrap(name, face, width)
    return [*wrap(f"{first}{between}", face, width), *wrap_name(others, face, width)]


def wrap(text: str, face: FontFace, width: float) -> list[str]:
    """Return a text in lines within `width`, broken at spaces or between Chinese characters.

    A last line of one or two signs is avoided where that takes no further line.
    """
    if face.width(text) <= width:
        return [text]
    lines = list(_broken(text, face, width))
    if len(lines[-1]) >= LAST:
        return lines
    tried = (list(_broken(text, face, width * share)) for share in NARROWER)
    whole = (each for each in tried if len(each) == len(lines) and len(each[-1]) >= LAST)
    return next(whole, lines)


def _broken(text: str, face: FontFace, width: float) -> Iterator[str]:
    line = ""
    for piece in _pieces(text):
        if line and face.width((line + piece).rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += piece if line else piece.lstrip()
        while face.width(line) > width and len(line) > 1:
            fits = next(
                n for n in range(len(line) - 1, 0, -1) if n == 1 or face.width(line[:n]) <= width
            )
            yield line[:fits]
            line = line[fits:]
    if line:
        yield line.rstrip()


def _pieces(text: str) -> Iterator[str]:
    """Yield unbreakable pieces: a word with its space or hyphen, or a Chinese character.

    A closing mark stays with what it closes.
    """
    piece = ""
    for sign in text:
        is_wide = ord(sign) >= 0x2E80
        if (
            piece
            and sign not in "，。；：、）！？／"
            and (is_wide or piece[-1] in " -" or ord(piece[-1]) >= 0x2E80)
        ):
            yield piece
            piece = ""
        piece += sign
    if piece:
        yield piece


class Canvas:
    """A picture in the making; places are pixels from its upper left corner."""

    def __init__(self, width: int, height: int, paper: str = PAPER) -> None:
        self.image = Image.new("RGB", (width, height), paper)
        self.draw = ImageDraw.Draw(self.image)

    def text(
        self, x: float, y: float, text: str, face: FontFace, ink: str = INK, align: Align = "left"
    ) -> float:
        """Write a text on a baseline; return where it ends."""
        runs = face.runs(text)
        width = sum(run.width for run in runs)
        x -= {"left": 0.0, "middle": width / 2, "right": width}[align]
        for run in runs:
            self.draw.text(
                (x, y), run.text, ink, run.font, anchor="ls", stroke_width=face.thickened
            )
            x += run.width
        return x

    def fitted(
        self,
        place: tuple[float, float, float],
        text: str,
        face: FontFace,
        ink: str = INK,
        *,
        least: int,
        align: Align = "left",
    ) -> float:
        """Write a text at x and y, no wider than the third number."""
        x, y, width = place
        shown, smaller = fit(text, face, width, least)
        return self.text(x, y, shown, smaller, ink, align)

    def box(self, box: Box, colour: str, radius: int = 0) -> None:
        """Fill a box, its corners rounded."""
        if not radius:
            self.draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), colour)
            return
        self._smooth(
            box,
            colour,
            lambda draw, w, h: draw.rounded_rectangle((0, 0, w - 1, h - 1), radius * SMOOTH, 255),
        )

    def disc(self, x: int, y: int, radius: int, colour: str) -> None:
        """Fill a circle around a place."""
        box = (x - radius, y - radius, x + radius, y + radius)
        self._smooth(box, colour, lambda draw, w, h: draw.ellipse((0, 0, w - 1, h - 1), 255))

    def line(
        self, points: list[tuple[float, float]], colour: str, width: int, *, is_round: bool = False
    ) -> None:
        """Draw a line through places, its ends round if it goes on at an angle."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = (
            int(min(xs)) - width,
            int(min(ys)) - width,
            int(max(xs)) + width + 1,
            int(max(ys)) + width + 1,
        )
        inside = [((x - box[0]) * SMOOTH, (y - box[1]) * SMOOTH) for x, y in points]
        radius = width * SMOOTH / 2

        def drawn(draw: ImageDraw.ImageDraw, _w: int, _h: int) -> None:
            # Piece by piece: Pillow's own joints leave cracks in a thick bend.
            for piece in pairwise(inside):
                draw.line(piece, 255, width * SMOOTH)
            for x, y in inside if is_round else inside[1:-1]:
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)

        self._smooth(box, colour, drawn)

    def rule(self, x: int, y: int, width: int, colour: str = RULE, height: int = 2) -> None:
        """Draw a horizontal line."""
        self.box((x, y, x + width, y + height), colour)

    def seal(
        self, x: int, y: int, side: int, shape: SealShape, *, ink: str = SEAL, ground: str = PAPER
    ) -> None:
        """Draw a seal from its upper left corner; the parts left out of it show the ground."""
        scale, box = side * SMOOTH / SIDE, (x, y, x + side, y + side)
        edge = [(at * scale, down * scale) for at, down in shape.edge]

        def field(draw: ImageDraw.ImageDraw, _w: int, _h: int) -> None:
            if shape.is_framed:
                draw.line([*edge, *edge[:2]], 255, round(FRAME * scale), "curve")
            else:
                draw.polygon(edge, 255)

        self._smooth(box, ink, field)
        mask = _signs_mask(shape, scale, side * SMOOTH).resize((side, side), Image.Resampling.BOX)
        self.image.paste(ink if shape.is_framed else ground, box, mask)

    def paste(self, image: Image.Image, x: int, y: int) -> None:
        """Lay a picture on this one, its clear parts left out."""
        mask = image if image.mode == "RGBA" else None
        self.image.paste(image, (x, y), mask)

    def _smooth(
        self, box: Box, colour: str, shape: Callable[[ImageDraw.ImageDraw, int, int], None]
    ) -> None:
        width, height = box[2] - box[0], box[3] - box[1]
        if width <= 0 or height <= 0:
            return
        mask = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
        shape(ImageDraw.Draw(mask), *mask.size)
        self.image.paste(colour, box, mask.resize((width, height), Image.Resampling.BOX))

    def png(self) -> bytes:
        """Return the picture as a PNG of few colours."""
        out = io.BytesIO()
        few = self.image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(out, "PNG", compress_level=7)
        return out.getvalue()


def _signs_mask(shape: SealShape, scale: float, size: int) -> Image.Image:
    """Return the characters of a seal, white on black, with thickened strokes."""
    mask = Image.new("1", (size, size))
    lines = [
        [(x * scale, y * scale) for x, y in line] for sign in shape.signs for line in _lines(sign)
    ]
    for line in lines:
        # An area inside an even number of lines is a hole of the character.
        part = Image.new("1", mask.size)
        ImageDraw.Draw(part).polygon(line, 1)
        mask = ImageChops.logical_xor(mask, part)
    thick = mask.convert("L")
    draw = ImageDraw.Draw(thick)
    for line in lines:
        draw.line([*line, line[0]], 255, max(1, round(shape.stroke * scale)), "curve")
    return thick


def _lines(outline: Outline) -> Iterator[list[tuple[float, float]]]:
    """Yield the closed lines of an outline, its curves as short straight pieces."""
    line: list[tuple[float, float]] = []
    for kind, at in outline:
        if kind == "M":
            line = [(at[0], at[1])]
        elif kind == "L":
            line.append((at[0], at[1]))
        elif kind == "C":
            line += _curve(line[-1], at)
        elif len(line) > 2:
            yield line


def _curve(start: tuple[float, float], at: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    for step in range(1, CURVE + 1):
        t = step / CURVE
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        xs, ys = (start[0], *at[0::2]), (start[1], *at[1::2])
        yield (
            sum(weight * x for weight, x in zip(weights, xs, strict=True)),
            sum(weight * y for weight, y in zip(weights, ys, strict=True)),
        )
