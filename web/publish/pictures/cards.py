"""A card of a fan in a picture: drawn upright, then turned to its place."""

from __future__ import annotations

from PIL import Image, ImageDraw

from web.publish.pictures import canvas as colours
from web.publish.pictures.canvas import Canvas
from web.publish.pictures.faces import FontFace
from web.publish.scroll.shapes import CORNER, INDEX, TALL, ScrollCard


def turned_card(canvas: Canvas, shape: ScrollCard, at: tuple[int, int], scale: float) -> None:
    """Draw a card of a fan around a place, enlarged."""
    width, height = round(shape.width * scale), round(shape.width * TALL * scale)
    side = int((width**2 + height**2) ** 0.5) + 4
    middle = side // 2
    left, top = middle - width // 2, middle - height // 2
    mask = Image.new("L", (side, side), 0)
    ImageDraw.Draw(mask).rounded_rectangle(
        (left, top, left + width - 1, top + height - 1), int(width * CORNER), 255
    )
    upright = _upright(shape, side, (left, top, left + width, top + height), scale)
    turned, clear = (
        image.rotate(-shape.turn, Image.Resampling.BICUBIC) for image in (upright, mask)
    )
    canvas.image.paste(turned, (at[0] - middle, at[1] - middle), clear)


def _upright(
    shape: ScrollCard, side: int, box: tuple[int, int, int, int], scale: float
) -> Image.Image:
    left, top, right, bottom = box
    radius, size = int((right - left) * CORNER), int(shape.width * INDEX * scale)
    room = size * (1.1 if len(shape.rank) == 1 else 0.95)
    upright = Canvas(side, side, colours.PAPER)
    upright.box(box, colours.CARD_EDGE, radius=radius)
    upright.box((left + 1, top + 1, right - 1, bottom - 1), colours.IVORY, radius=radius)
    ink, face = colours.SUITS[shape.ink], FontFace(size, is_bold=True)
    upright.fitted((left + 6, top + size + 2, room), shape.rank, face, ink, least=14)
    upright.text(left + 6, top + 2 * size + 4, shape.suit, face, ink)
    return upright.image
