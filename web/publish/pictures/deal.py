"""The picture of a deal: its seats around the felt, what each won, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from web.publish.pdf.seal_shape import SealShape
from web.publish.pictures import canvas as colours
from web.publish.pictures import parts
from web.publish.pictures.canvas import Align, Canvas, fit_lines
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import EDGE, INSIDE, WIDTH, Foot, PictureHead, PictureState

PIG: Final = "SQ"
SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARD: Final = (96, 134)
OVERLAP: Final = 50
RAISED: Final = 16
"""How far the pig stands out of its row."""
AFTER_CARDS: Final = 10
FELT: Final = 1010
BARE_FELT: Final = 680
"""The height of the felt, with cards and without any."""
RIM: Final = 24
POINTS: Final = 54
"""The height of a line of points."""
ALONG: Final = 860
"""The width of the seats above and below, and of those beside."""
SIDE: Final = 300
MIDDLE: Final = 410
"""The height between the seats above and below, for seals."""
LEVEL_FELT: Final = 930
BARE_LEVEL: Final = 830
"""The height of the felt with a level in its middle, with seals and without any."""
LEVEL_RIM: Final = 40
NARROW_SIDE: Final = 260
"""The distance from its edge to the seats, and the width of those beside its middle."""
LEVEL_CARD: Final = (120, 164)
LEVEL_HIGH: Final = 388
BAR: Final = (336, 18)
BESIDE: Final = 44
LEAST_NAME: Final = 84
"""The distance of a seal from the name that it stands beside, and the least half of a name."""
ROW: Final = 108


@dataclass(frozen=True, slots=True)
class SeatOfDeal:
    """A seat: its label in words, who sat there, the points, and the cards behind them."""

    label: str
    seat: str
    name: str
    points: str
    cards: tuple[str, ...] = ()
    seal: SealShape | None = None
    """The seal of a winner who has it at the seat, because the middle of the felt is taken."""


@dataclass(frozen=True, slots=True)
class LevelOfDeal:
    """The middle of a felt of levels: two cards with their names, and what was taken, as a bar.

    `told` names what was `taken`; `scale` are the points at which the bar begins, turns (0 without)
    and ends. Without `told` there is no bar.
    """

    level: str
    trump: str
    """The letter of a suit; empty without trump."""
    named: tuple[str, str]
    told: str = ""
    taken: int = 0
    scale: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class DealPicture:
    """The content of the picture; seats that are not those of a square table stand in rows."""

    head: PictureHead
    seats: tuple[SeatOfDeal, ...]
    on_felt: bool
    state: PictureState | None
    facts: tuple[str, ...]
    foot: Foot
    seals: tuple[SealShape, ...] = ()
    """The winners' seals, in the middle of the felt."""
    is_by_club: bool = False
    """Whether the mark of the club takes their place."""
    level: LevelOfDeal | None = None
    """What stands in the middle instead."""


def draw(shown: DealPicture) -> bytes:
    """Draw the picture, as high as its content."""
    canvas = Canvas(WIDTH, 2200)
    y = parts.head(canvas, 52, shown.head, most=60)
    if shown.state:
        y = parts.state(canvas, y, shown.state)
    for fact in shown.facts:
        y = parts.paragraph(canvas, y, fact, FontFace(32, is_bold=True), colours.ACCENT)
    y += 16
    y = _felt(canvas, y, shown) if shown.on_felt else _rows(canvas, y, shown.seats)
    y = parts.foot(canvas, y + 36, shown.foot)
    canvas.image = canvas.image.crop((0, 0, WIDTH, y))
    return canvas.png()


def _felt(canvas: Canvas, y: int, shown: DealPicture) -> int:
    """Draw the felt: seats above and below stand at its rim, those beside on its middle."""
    high = _felt_height(shown)
    canvas.box((EDGE, y, WIDTH - EDGE, y + high), colours.FELT, radius=28)
    x, middle = WIDTH // 2, y + high // 2
    by_label = {seat.label: seat for seat in shown.seats}
    rim = LEVEL_RIM if shown.level else RIM
    below = y + high - rim - _height(by_label["S"], ALONG)
    _seat(canvas, x, y + rim, ALONG, by_label["N"])
    _seat(canvas, x, below, ALONG, by_label["S"])
    side = NARROW_SIDE if shown.level else SIDE
    for label, at in (("W", EDGE + 32), ("E", WIDTH - EDGE - 32 - side)):
        seat = by_label[label]
        _seat(canvas, at + side // 2, middle - _height(seat, side) // 2, side, seat)
    _middle(canvas, x, middle, shown)
    return y + high


def _felt_height(shown: DealPicture) -> int:
    if any(seat.cards for seat in shown.seats):
        return FELT
    if shown.level:
        return LEVEL_FELT if any(seat.seal for seat in shown.seats) else BARE_LEVEL
    return BARE_FELT


def _middle(canvas: Canvas, x: int, y: int, shown: DealPicture) -> None:
    """Draw what lies in the middle of the felt: the level, the winners' seals, or the club's."""
    if shown.level:
        _level(canvas, x, y - LEVEL_HIGH // 2, shown.level)
        return
    _seals(canvas, (x, y), shown.seals)
    if shown.is_by_club:
        corner = x - parts.SEAL_SIDE // 2, y - parts.SEAL_SIDE // 2
        _slip(canvas, *corner, parts.SEAL_SIDE)
        parts.club_mark(canvas, *corner, shown.head.club, parts.SEAL_SIDE)


def _level(canvas: Canvas, x: int, y: int, shown: LevelOfDeal) -> None:
    """Draw the level and the trump as cards with their names, and the bar below them."""
    width, height = LEVEL_CARD
    trump = (SIGNS.get(shown.trump, "王"), colours.SUITS.get(shown.trump, colours.SUITS["H"]))
    signs = ((shown.level, colours.SUITS["S"]), trump)
    for (sign, ink), name, middle in zip(signs, shown.named, (x - 74, x + 74), strict=True):
        left = middle - width // 2
        canvas.box((left, y, left + width, y + height), colours.IVORY, radius=9)
        place = middle, y + 115, width - 12
        canvas.fitted(place, sign, FontFace(92, is_bold=True), ink, least=52, align="middle")
        below = middle, y + height + 36, 144
        canvas.fitted(below, name, FontFace(28), colours.ON_FELT, least=18, align="middle")
    if shown.told:
        _bar(canvas, x, y + height + 60, shown)


def _bar(canvas: Canvas, x: int, y: int, shown: LevelOfDeal) -> None:
    """Draw what was taken of all points as a large number, and as a bar with its scale below."""
    (width, height), (_, turn, most) = BAR, shown.scale
    left, top = x - width // 2, y + 118
    taken = FontFace(68, is_bold=True)
    canvas.text(x, y + 60, str(shown.taken), taken, colours.ON_FELT, "middle")
    told = FontFace(28)
    canvas.fitted((x, y + 98, width), shown.told, told, colours.ON_FELT, least=20, align="middle")
    canvas.box((left, top, left + width, top + height), colours.FELT_DEEP, radius=height // 2)
    part = max(height, round(width * min(1, shown.taken / most)))
    if shown.taken > 0:
        canvas.box((left, top, left + part, top + height), colours.IVORY, radius=height // 2)
    if turn:
        _mark(canvas, left + round(width * turn / most), top, height)
    for points in dict.fromkeys((0, turn, most)):
        at = left + round(width * points / most)
        align: Align = "left" if not points else "right" if points == most else "middle"
        face = FontFace(26, is_bold=bool(turn) and points == turn)
        canvas.text(at, top + height + 36, str(points), face, colours.ON_FELT, align)


def _mark(canvas: Canvas, x: int, top: int, height: int) -> None:
    """Mark on a bar where the deal turns, over its filled part as over its empty one."""
    canvas.box((x - 7, top, x + 7, top + height), colours.FELT)
    canvas.box((x - 2, top - 7, x + 2, top + height + 7), colours.IVORY)


def _seals(canvas: Canvas, middle: tuple[int, int], shapes: Sequence[SealShape]) -> None:
    """Draw the winners' seals on the felt below each other, each on a slip of paper."""
    side = parts.seal_side(shapes, MIDDLE)
    x, y = middle[0] - side // 2, middle[1] - (len(shapes) * (side + 24) - 24) // 2
    for number, shape in enumerate(shapes if side else ()):
        _stamp(canvas, x, y + number * (side + 24), side, shape)


def _stamp(canvas: Canvas, x: int, y: int, side: int, shape: SealShape) -> None:
    _slip(canvas, x, y, side)
    canvas.seal(x, y, side, shape, ground=colours.IVORY)


def _slip(canvas: Canvas, x: int, y: int, side: int) -> None:
    canvas.box((x - 8, y - 8, x + side + 8, y + side + 8), colours.IVORY, radius=8)


def _height(seat: SeatOfDeal, width: int) -> int:
    """Return the height of a seat with its name, its points, its cards and its seal."""
    lines, face = _name(seat, width)
    rows = -(-len(seat.cards) // _each(width))
    cards = 20 + (CARD[1] + AFTER_CARDS) * rows if rows else 16
    words = len(lines) * int(face.size * 1.2) + POINTS
    if not (side := _seal_of(seat)):
        return words + cards
    return max(words, side + 8) + cards if width == ALONG else words + cards + side + 24


def _seal_of(seat: SeatOfDeal) -> int:
    """Return the side of a seat's seal, 0 without one."""
    return parts.seal_side((seat.seal,), ALONG) if seat.seal else 0


def _each(width: int) -> int:
    """Return how many cards a row of a width has."""
    return (width - CARD[0]) // OVERLAP + 1


def _name(seat: SeatOfDeal, width: int) -> tuple[list[str], FontFace]:
    most = 1 if width == ALONG else 2
    room = width - _seal_of(seat) - BESIDE if seat.seal and width == ALONG else width
    return fit_lines(f"{seat.seat} {seat.name}", FontFace(36), room, most, 22)


def _seat(canvas: Canvas, x: int, y: int, width: int, seat: SeatOfDeal) -> None:
    """Draw a seat below a place: the name, the points, and the cards that it won."""
    lines, face = _name(seat, width)
    side, top = _seal_of(seat), y
    is_beside = side > 0 and width == ALONG
    if is_beside:
        x -= (side + BESIDE) // 2
        y += max(0, (side - len(lines) * int(face.size * 1.2) - POINTS) // 2)
    for line in lines:
        y += int(face.size * 1.2)
        canvas.text(x, y, line, face, colours.ON_FELT, "middle")
    y += POINTS
    canvas.text(x, y, seat.points, FontFace(46, is_bold=True), colours.ON_FELT, "middle")
    if seat.seal and is_beside:
        at = x + max(LEAST_NAME, int(max(map(face.width, lines))) // 2) + BESIDE
        _stamp(canvas, at, top + 8, side, seat.seal)
    elif seat.seal:
        _stamp(canvas, x - side // 2, y + 32, side, seat.seal)
    _cards(canvas, x, y, width, seat)


def _cards(canvas: Canvas, x: int, y: int, width: int, seat: SeatOfDeal) -> None:
    each = _each(width)
    for start in range(0, len(seat.cards), each):
        row = seat.cards[start : start + each]
        left = x - (CARD[0] + OVERLAP * (len(row) - 1)) // 2
        for number, card in enumerate(row):
            _card(canvas, left + number * OVERLAP, y + 20 - RAISED * (card == PIG), card)
        y += CARD[1] + AFTER_CARDS


def _card(canvas: Canvas, x: int, y: int, card: str) -> None:
    width, height = CARD
    canvas.box((x - 1, y - 1, x + width + 1, y + height + 1), colours.FELT, radius=8)
    canvas.box((x, y, x + width, y + height), colours.IVORY, radius=7)
    ink = colours.SUITS[card[0]]
    rank = FontFace(43, is_bold=True)
    canvas.fitted((x + 7, y + 46, OVERLAP - 9), card[1:], rank, ink, least=28)
    canvas.text(x + 7, y + 94, SIGNS[card[0]], FontFace(44), ink)


def _rows(canvas: Canvas, y: int, seats: Sequence[SeatOfDeal]) -> int:
    for seat in seats:
        canvas.rule(EDGE, y, INSIDE)
        points = FontFace(46, is_bold=True)
        canvas.text(WIDTH - EDGE, y + 70, seat.points, points, align="right")
        room = INSIDE - points.width(seat.points) - 30
        canvas.fitted(
            (EDGE, y + 68, room), f"{seat.seat} {seat.name}", FontFace(40, is_bold=True), least=22
        )
        y += ROW
    canvas.rule(EDGE, y, INSIDE)
    return y
