"""The picture of an event, which a chat shows beside a link to it: its state and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from web.publish.pdf.seal_shape import SealShape
from web.publish.pictures import canvas as colours
from web.publish.pictures import parts
from web.publish.pictures.canvas import Canvas
from web.publish.pictures.cards import turned_card
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import EDGE, PictureHead, PictureRow, PictureState
from web.publish.scroll.layout import NARROW
from web.publish.scroll.shapes import TALL, fan

SIZE: Final = (1200, 630)
INSIDE: Final = SIZE[0] - 2 * EDGE
ROW: Final = 62
INSTEAD: Final = 134
"""The height for the words that stand instead of places."""
FAN: Final = 460
HIGH: Final = 230
"""The room beside the places for a fan of cards."""
LARGEST: Final = 2.4
AFTER_TITLE: Final = 40
"""The least distance of seals from the title."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The content of the picture; without `places` it shows the words `instead`, as large."""

    head: PictureHead
    state: PictureState
    places: tuple[PictureRow, ...] = ()
    instead: str = ""
    cards: tuple[str, ...] = ()
    """The cards of the first deal of note."""
    seals: tuple[SealShape, ...] = ()
    """The winner's seals, drawn beside the stamp if the title leaves room."""


def draw(shown: Cover) -> bytes:
    """Draw the picture."""
    canvas = Canvas(*SIZE)
    stamp = parts.stamp_width(shown.state.seal)
    room, title = INSIDE - stamp, FontFace(56, is_bold=True).for_title(shown.head.title)
    seals = _seals_room(shown, room - title.width(shown.head.title))
    # A title of two lines leaves no room for the line below it.
    is_long = title.width(shown.head.title) > room
    head = replace(shown.head, under="") if is_long else shown.head
    y = parts.head(canvas, 40, head, most=56, width=room - seals)
    if shown.state.seal:
        parts.seal(canvas, SIZE[0] - EDGE, 40, shown.state.seal)
    if seals:
        middle = SIZE[0] - EDGE - stamp - (seals - AFTER_TITLE) // 2
        side = parts.seal_side(shown.seals, INSIDE)
        parts.seals(canvas, middle, 40, shown.seals, side, colours.PAPER)
    y = _state(canvas, y, shown.state, head.under)
    rows = shown.places[: max(1, (SIZE[1] - 34 - y) // ROW)]
    top = SIZE[1] - 34 - (ROW * len(rows) if rows else INSTEAD)
    canvas.box((EDGE - 24, top - 8, SIZE[0] - EDGE + 24, SIZE[1] - 28), colours.SURFACE, radius=16)
    inside = INSIDE - FAN - 40 if shown.cards else INSIDE
    for number, place in enumerate(rows):
        _row(canvas, top + number * ROW, place, inside)
    if shown.cards:
        _fan(canvas, (top + SIZE[1] - 36) // 2, shown.cards)
    if not rows:
        face = FontFace(64, is_bold=True).for_title(shown.instead)
        canvas.fitted((EDGE, top + 92, INSIDE), shown.instead, face, least=28)
    return canvas.png()


def _seals_room(shown: Cover, free: float) -> int:
    """Return the width that the winner's seals take beside a title, 0 if it leaves them none."""
    side = parts.seal_side(shown.seals, max(0, int(free) - AFTER_TITLE))
    return side and len(shown.seals) * (side + parts.SEAL_GAP) - parts.SEAL_GAP + AFTER_TITLE


def _state(canvas: Canvas, y: int, shown: PictureState, above: str) -> int:
    """Draw the state, with its limit at the right of it or of the line `above`, if one has room."""
    face = FontFace(26)
    free = INSIDE - face.width(shown.limit) - 40
    has_room = parts.state_width(shown) <= free
    if not shown.limit or not (has_room or (above and parts.UNDER.width(above) <= free)):
        return parts.state(canvas, y, shown, width=INSIDE)
    base = y + 37 if has_room else y - parts.AFTER_HEAD
    canvas.text(SIZE[0] - EDGE, base, shown.limit, face, colours.WAITING, "right")
    return parts.state(canvas, y, replace(shown, limit=""), width=INSIDE)


def _fan(canvas: Canvas, middle: int, codes: Sequence[str]) -> None:
    """Draw cards as a fan at the right, as large as they have room around a height."""
    cards = [*fan(codes, 0, 0, NARROW)]
    wide, card = cards[-1].x - cards[0].x + 1.6 * cards[0].width, cards[0]
    lowest, highest = max(each.y for each in cards), min(each.y for each in cards)
    scale = min(LARGEST, FAN / wide, HIGH / (lowest - highest + card.width * TALL))
    x, y = SIZE[0] - EDGE - FAN // 2, middle - (highest + lowest) / 2 * scale
    for each in cards:
        turned_card(canvas, each, (x + int(each.x * scale), int(y + each.y * scale)), scale)


def _row(canvas: Canvas, y: int, place: PictureRow, inside: int) -> None:
    parts.medal(canvas, EDGE + 26, y + ROW // 2, place.medal, place.shown)
    total = FontFace(38, is_bold=True)
    right = EDGE + inside
    canvas.text(right, y + 45, place.total, total, align="right")
    room = inside - 76 - total.width(place.total) - 30
    name = FontFace(40, is_bold=True).for_title(place.name)
    canvas.fitted((EDGE + 76, y + 45, room), place.name, name, least=20)
