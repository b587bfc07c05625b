"""The picture of an event, which a chat shows beside a link to it: its state and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from web.publish.pdf.seal_shape import SealShape
from web.publish.pictures import canvas as colours
from web.publish.pictures import parts
from web.publish.pictures.canvas import Canvas, fit
from web.publish.pictures.cards import turned_card
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import EDGE, PictureHead, PictureRow, PictureState
from web.publish.scroll.layout import NARROW
from web.publish.scroll.shapes import BESIDE, TALL, fan

SIZE: Final = (1200, 630)
INSIDE: Final = SIZE[0] - 2 * EDGE
BOTTOM: Final = SIZE[1] - 28
ROW: Final = 62
TITLES: Final = (80, 72, 64)
TITLE: Final = 56
"""The sizes of a title on one line, and that of a longer one."""
FAN: Final = 392
"""The width of the felt at the right."""
LEFT: Final = INSIDE - FAN
"""The width of what is written beside the felt."""
LARGEST: Final = 2.6
MOST_TOTAL: Final = 200
"""The width from which totals, which are words then, are smaller."""
LEGIBLE: Final = 34
"""The size of names below which totals yield to them."""
TOLD: Final = 118
"""The height of the words below the cards."""
AFTER_TITLE: Final = 40
"""The least distance of seals from the title."""


@dataclass(frozen=True, slots=True)
class CoverFelt:
    """The felt: a fan of cards, the line below it, and the smaller one that names it."""

    cards: tuple[str, ...]
    told: str
    name: str


@dataclass(frozen=True, slots=True)
class Cover:
    """The content of the picture; without `places` it shows the facts `instead`, the first large.

    `seals` are the winner's, drawn beside the stamp if the title leaves room.
    """

    head: PictureHead
    state: PictureState
    felt: CoverFelt
    places: tuple[PictureRow, ...] = ()
    instead: tuple[str, ...] = ()
    seals: tuple[SealShape, ...] = ()


def draw(shown: Cover) -> bytes:
    """Draw the picture."""
    canvas = Canvas(*SIZE)
    stamp = parts.stamp_width(shown.state.seal)
    room, title = INSIDE - stamp, FontFace(TITLE, is_bold=True).for_title(shown.head.title)
    seals = _seals_room(shown, room - title.width(shown.head.title))
    sizes = (size for size in TITLES if title.at(size).width(shown.head.title) <= room - seals)
    # A title of two lines leaves no room for the line below it.
    is_long = title.width(shown.head.title) > room
    head = replace(shown.head, under="") if is_long else shown.head
    y = parts.head(canvas, 40, head, most=next(sizes, TITLE), width=room - seals)
    if shown.state.seal:
        parts.seal(canvas, SIZE[0] - EDGE, 40, shown.state.seal)
    if seals:
        middle = SIZE[0] - EDGE - stamp - (seals - AFTER_TITLE) // 2
        side = parts.seal_side(shown.seals, INSIDE)
        parts.seals(canvas, middle, 40, shown.seals, side, colours.PAPER)
    _felt(canvas, y, shown.felt)
    y = _state(canvas, y, shown.state, head.under)
    _places(canvas, y, shown)
    return canvas.png()


def _places(canvas: Canvas, y: int, shown: Cover) -> None:
    """Draw the places below a height, or the facts instead of them, on their slip."""
    canvas.box((EDGE - 24, y, EDGE + LEFT - 24, BOTTOM), colours.SURFACE, radius=16)
    rows = shown.places[: max(1, (BOTTOM - y - 16) // ROW)]
    top = (y + BOTTOM - ROW * len(rows)) // 2
    faces = _faces(rows)
    for number, place in enumerate(rows):
        _row(canvas, top + number * ROW, place, faces)
    if rows or not shown.instead:
        return
    first, *others = shown.instead
    base = (y + BOTTOM) // 2 + (4 if others else 28)
    face = FontFace(80, is_bold=True).for_title(first)
    canvas.fitted((EDGE, base, LEFT - 48), first, face, least=28)
    for other in others:
        base += 64
        canvas.fitted((EDGE, base, LEFT - 48), other, FontFace(40), least=24)


def _seals_room(shown: Cover, free: float) -> int:
    """Return the width that the winner's seals take beside a title, 0 if it leaves them none."""
    side = parts.seal_side(shown.seals, max(0, int(free) - AFTER_TITLE))
    return side and len(shown.seals) * (side + parts.SEAL_GAP) - parts.SEAL_GAP + AFTER_TITLE


def _state(canvas: Canvas, y: int, shown: PictureState, above: str) -> int:
    """Draw the state, with its limit at the right of the line `above` if that has room."""
    face = FontFace(26)
    free = INSIDE - face.width(shown.limit) - 40
    if not shown.limit or not above or parts.UNDER.width(above) > free:
        return parts.state(canvas, y, shown, width=LEFT - 48)
    base = y - parts.AFTER_HEAD
    canvas.text(SIZE[0] - EDGE, base, shown.limit, face, colours.WAITING, "right")
    return parts.state(canvas, y, replace(shown, limit=""), width=LEFT - 48)


def _felt(canvas: Canvas, y: int, shown: CoverFelt) -> None:
    """Draw the felt below a height, its cards as large as they have room, with their words."""
    right = SIZE[0] - EDGE + 24
    canvas.box((right - FAN, y, right, BOTTOM), colours.FELT, radius=16)
    x, wide = right - FAN // 2, FAN - 48
    told = FontFace(48, is_bold=True).for_title(shown.told)
    high = TOLD if shown.cards else (BOTTOM - y + TOLD) // 2
    _words(canvas, (x, BOTTOM - high + 58, wide), shown.told, told)
    _words(canvas, (x, BOTTOM - high + 98, wide), shown.name, FontFace(30))
    if shown.cards:
        _fan(canvas, (x, y + 20, wide, BOTTOM - y - 20 - TOLD), shown.cards)


def _words(canvas: Canvas, place: tuple[int, int, int], text: str, face: FontFace) -> None:
    canvas.fitted(place, text, face, colours.ON_FELT, least=20, align="middle")


def _fan(canvas: Canvas, room: tuple[int, int, int, int], codes: Sequence[str]) -> None:
    """Draw cards as a fan around a middle, below a height, within a width and a height."""
    cards = [*fan(codes, 0, 0, NARROW)]
    (x, top, wide, high), card = room, cards[0]
    across = cards[-1].x - cards[0].x + BESIDE * card.width
    lowest, highest = max(each.y for each in cards), min(each.y for each in cards)
    scale = min(LARGEST, wide / across, high / (lowest - highest + 1.1 * card.width * TALL))
    y = top + high // 2 - (highest + lowest) / 2 * scale
    for each in cards:
        turned_card(canvas, each, (x + int(each.x * scale), int(y + each.y * scale)), scale)


def _row(canvas: Canvas, y: int, place: PictureRow, faces: tuple[FontFace, FontFace]) -> None:
    """Draw a place with its name and its total in their faces."""
    name, total = faces
    right = EDGE + LEFT - 48
    parts.medal(canvas, EDGE + 26, y + ROW // 2, place.medal, place.shown)
    canvas.text(right, y + 47, place.total, total, align="right")
    room = right - EDGE - 76 - total.width(place.total) - 30
    canvas.fitted((EDGE + 76, y + 47, room), place.name, name, least=20)


def _faces(rows: Sequence[PictureRow]) -> tuple[FontFace, FontFace]:
    """Return one face for all names, and one for all totals, which yield to the names first."""
    total = FontFace(44, is_bold=True)
    if any(total.width(row.total) > MOST_TOTAL for row in rows):
        total = total.at(34)
    name = FontFace(46, is_bold=True).for_title("".join(row.name for row in rows))
    size = _names_beside(rows, name, total)
    for less in (34, 24):
        if size < LEGIBLE and less < total.size:
            total = total.at(less)
            size = _names_beside(rows, name, total)
    return name.at(size), total


def _names_beside(rows: Sequence[PictureRow], name: FontFace, total: FontFace) -> int:
    """Return the size at which every name has room beside its total."""
    free = ((row.name, LEFT - 48 - 76 - total.width(row.total) - 30) for row in rows)
    return min((fit(text, name, room, 28)[1].size for text, room in free), default=name.size)
