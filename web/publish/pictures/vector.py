"""The long picture of a finished event as SVG: one file without scripts and without references.

It has the shapes, the places and the colours of `scroll`. Titles are paths; other words are text,
in whatever face a reader has, and no wider than their room.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from typing import Final

import segno
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from tournaments.base.separators import join_facts
from web.publish.pdf.outlines import advance, outline
from web.publish.pdf.seal_shape import ClubMark, drawn_svg, path_of
from web.publish.pictures import canvas as colours
from web.publish.pictures import parts
from web.publish.pictures.canvas import Align, wrap
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import EDGE, INSIDE, MARK_SIZE, QR_SIZE, WIDTH, Foot, PictureHead
from web.publish.pictures.scroll import INKS, LongPicture
from web.publish.scroll import layout
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

FACES: Final = "'Noto Sans SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif"
DOT: Final = mark_safe("<tspan font-family=\"'Segoe UI',Roboto,Arial,'DejaVu Sans'\">·</tspan>")
"""The dot between facts, which is as wide as a sign in a Chinese face, in one where it is thin."""
ANCHORS: Final = {"left": "start", "middle": "middle", "right": "end"}
THICKENED: Final = 14
"""How much the strokes of a title are thickened, in 1/1000 em, as on paper."""
TITLE: Final = 68
LEAST: Final = 20
NARROWEST: Final = 300
"""The width of the drawing in a window without a width: as a picture in another file."""
BEYOND: Final = 2000
"""How far the paper goes on at both sides, for windows that are wider than the drawing."""
Drawn = Iterator[SafeString]


def draw(shown: LongPicture) -> bytes:
    """Return the drawing, as high as its content."""
    drawing = layout.lay_out(shown.evening)
    scale, y = INSIDE / (drawing.width - 2 * layout.EDGE), 52
    drawn, y = _head(shown, y)
    for number, part in enumerate(drawing.parts):
        drawn.append(_part(part, y, scale, shown.head.club))
        y += int(part.height * scale) + 8
        if number < len(shown.evening.fields):
            lines, y = _paragraph(shown.evening.fields[number].story, y, 30, colours.INK)
            drawn += lines
    lines, y = _paragraph(shown.more, y, 28, colours.MUTED)
    drawn += [*lines, *_foot(shown.foot, y + 24)]
    high = y + 24 + parts.foot_height(shown.foot)
    words = [part.words for part in drawing.parts]
    return _whole(shown.head, words, high, drawn).encode()


def _whole(
    head: PictureHead, words: Iterable[str], high: int, drawn: Iterable[SafeString]
) -> SafeString:
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="100%" height="{7}"'
        ' viewBox="0 0 {0} {1}" preserveAspectRatio="xMidYMin" font-family="{2}">'
        "<title>{3}</title><desc>{4}</desc>"
        '<path fill="{5}" d="M-{8} 0H{9}V{10}H-{8}z"/>{6}</svg>',
        WIDTH,
        high,
        FACES,
        join_facts(head.title, head.under),
        "; ".join(words),
        colours.PAPER,
        format_html_join("", "{}", ((one,) for one in drawn)),
        _height(high),
        *(BEYOND, WIDTH + BEYOND, high + BEYOND),
    )


def _height(high: int) -> str:
    """Return the height of the drawing in a window: as wide as that, no larger than drawn, and at
    least as high as the window, which its paper fills.

    Without a stylesheet only this attribute can follow the width. A program that cannot read it
    shows the drawing as large as it fits.
    """
    low, wide = high * NARROWEST // WIDTH, _number(high * 100 / WIDTH)
    return f"max(100vh,clamp({low}px,{wide}vw,{high}px))"


# head and foot


def _head(shown: LongPicture, y: int) -> tuple[list[SafeString], int]:
    """Return the head with the state, and where it ends."""
    head, room = shown.head, INSIDE - parts.stamp_width(shown.state.seal)
    ink = head.club.colour if head.club and head.club.ink else colours.ACCENT
    beside = EDGE + MARK_SIZE + 24
    drawn = [_box(-BEYOND, 0, WIDTH + 2 * BEYOND, 12, ink), _mark(head.club, EDGE, y, MARK_SIZE)]
    drawn.append(_text(head.over, (beside, y + 47, room - MARK_SIZE - 24), 30, colours.MUTED))
    drawn += _official(shown.state.seal, y)
    y += MARK_SIZE + 28
    for line in _lines_of_title(head, room):
        y += int(TITLE * 1.18)
        drawn.append(_title(line, (EDGE, y, room), TITLE, colours.INK, "left"))
    y += 14
    if head.under:
        y += 44
        drawn.append(_text(head.under, (EDGE, y, INSIDE), 32, colours.MUTED))
    state = join_facts(shown.state.word, shown.state.sentence, shown.state.limit)
    drawn.append(_text(state, (EDGE, y + 62, INSIDE), 30, parts.TONES[shown.state.tone]))
    return drawn, y + 102


def _lines_of_title(head: PictureHead, room: int) -> list[str]:
    return wrap(head.title, FontFace(TITLE, is_bold=True).for_title(head.title), room)[:2]


def _official(word: str, y: int) -> Drawn:
    """Yield the red seal with its word, as `parts.seal`."""
    if not word:
        return
    width, height = parts.seal_size(word)
    left = WIDTH - EDGE - width
    yield _box(left, y, width, height, colours.SEAL, 10)
    yield format_html(
        '<rect x="{}" y="{}" width="{}" height="{}" rx="5" fill="none" stroke="{}"'
        ' stroke-width="3"/>',
        *(left + 7.5, y + 7.5, width - 15, height - 15, colours.ON_SEAL),
    )
    for text, down, size in parts.seal_rows(word):
        at = (left + width / 2, y + down, width)
        yield _text(text, at, size, colours.ON_SEAL, "middle", is_bold=True)


def _paragraph(text: str, y: int, size: int, ink: str) -> tuple[list[SafeString], int]:
    drawn = []
    for line in wrap(text, FontFace(size), INSIDE) if text else ():
        y += int(size * 1.45)
        drawn.append(_text(line, (EDGE, y, INSIDE), size, ink))
    return drawn, y + (24 if text else 0)


def _foot(shown: Foot, y: int) -> Drawn:
    yield _box(EDGE, y, INSIDE, 2, colours.RULE)
    middle = y + parts.foot_height(shown) // 2
    told = [shown.told] if shown.address else []
    base = middle - 20 * (2 + len(told)) + 28
    room = INSIDE - (QR_SIZE + 24 if shown.address else 0)
    yield _text(shown.name, (EDGE, base, room), 32, colours.INK, is_bold=True)
    for number, line in enumerate([shown.note, *told], 1):
        yield _text(line, (EDGE, base + 42 * number, room), 26, colours.MUTED)
    if shown.address:
        rows = [*segno.make(shown.address, micro=False).matrix]
        dark = (
            f"M{x} {y_}h1v1h-1z" for y_, row in enumerate(rows) for x, on in enumerate(row) if on
        )
        yield format_html(
            '<path transform="translate({} {})scale({})" fill="{}" d="{}"/>',
            *(WIDTH - EDGE - QR_SIZE, middle - QR_SIZE // 2, f"{QR_SIZE / len(rows):.3f}"),
            *(colours.INK, "".join(dark)),
        )


# the drawing


def _part(part: ScrollPart, y: int, scale: float, club: ClubMark | None) -> SafeString:
    drawn = ((_shape(shape, club),) for shape in part.shapes)
    return format_html(
        '<g transform="translate({} {})scale({})">{}</g>',
        *map(_number, (EDGE - layout.EDGE * scale, y)),
        f"{scale:.4f}",
        format_html_join("", "{}", drawn),
    )


def _shape(shape: Shape, club: ClubMark | None) -> SafeString:
    match shape:
        case Bend():
            drawn = _bend(shape)
        case ScrollBox():
            drawn = _box(shape.x, shape.y, shape.width, shape.height, INKS[shape.ink])
        case ScrollDot():
            at = map(_number, (shape.x, shape.y, shape.radius))
            drawn = format_html('<circle cx="{}" cy="{}" r="{}" fill="{}"/>', *at, INKS[shape.ink])
        case Text():
            drawn = _words(shape)
        case ScrollCard():
            drawn = _card(shape)
        case Seal():
            drawn = _seal(shape, club)
    return drawn


def _bend(shape: Bend) -> SafeString:
    middle = (shape.x + shape.to_x) / 2
    # One that goes straight to a seal ends flat before it.
    ends = mark_safe(' stroke-linecap="round"') if shape.y != shape.to_y else ""
    return format_html(
        '<path fill="none" stroke="{}" stroke-width="{}"{} d="M{} {}C{} {} {} {} {} {}"/>',
        *(INKS[shape.ink], _number(shape.width), ends, _number(shape.x), _number(shape.y)),
        *map(_number, (middle, shape.y, middle, shape.to_y, shape.to_x, shape.to_y)),
    )


def _words(shape: Text) -> SafeString:
    at, ink = (shape.x, shape.y, shape.room), INKS[shape.ink]
    if shape.weight == "title":
        return _title(shape.text, at, shape.size, ink, shape.align)
    is_bold = shape.weight == "strong"
    return _text(shape.text, at, shape.size, ink, shape.align, is_bold=is_bold)


def _seal(shape: Seal, club: ClubMark | None) -> SafeString:
    if shape.stamp.is_of_club:
        return _mark(club, shape.x, shape.y, shape.size)
    return format_html(
        '<g transform="translate({} {})scale({})"><title>{}</title>{}</g>',
        *map(_number, (shape.x, shape.y)),
        *(shape.size / 100, shape.stamp.name),
        drawn_svg(shape.stamp.shape, colours.SEAL, colours.ON_SEAL),
    )


def _mark(club: ClubMark | None, x: float, y: float, side: float) -> SafeString:
    """Return the mark of a club in its ink; a logo is a part of the file."""
    if club is None:
        return SafeString("")
    if club.logo:
        data = base64.b64encode(club.logo).decode()
        return format_html(
            '<image x="{}" y="{}" width="{}" height="{}" href="data:image/png;base64,{}"/>',
            *map(_number, (x, y, side, side)),
            data,
        )
    if club.shape:
        drawn = drawn_svg(club.shape, club.colour, colours.PAPER)
        place = map(_number, (x, y))
        return format_html(
            '<g transform="translate({} {})scale({})">{}</g>', *place, side / 100, drawn
        )
    at = (x + side / 2, y + side * 0.72, side)
    letter = _text(club.sign, at, side * 0.6, colours.PAPER, "middle", is_bold=True)
    return _box(x, y, side, side, club.colour) + letter


def _card(shape: ScrollCard) -> SafeString:
    width, size = shape.width, shape.width * INDEX
    left, top = -width / 2, -width * TALL / 2
    ink = colours.SUITS[shape.ink]
    corner = [(shape.rank, 1, size * (0.8 if len(shape.rank) > 1 else 1)), (shape.suit, 2, size)]
    words = (
        _text(text, (left + 2, top + row * size, width), tall, ink, is_bold=True)
        for text, row, tall in corner
        if text
    )
    return format_html(
        '<g transform="translate({} {})rotate({})"><rect x="{}" y="{}" width="{}" height="{}"'
        ' rx="{}" fill="{}" stroke="{}" stroke-width=".6"/>{}</g>',
        *map(_number, (shape.x, shape.y, shape.turn, left, top, width, width * TALL)),
        *(_number(width * CORNER), colours.IVORY, colours.CARD_EDGE),
        format_html_join("", "{}", ((word,) for word in words)),
    )


# words


def _title(
    text: str, at: tuple[float, float, float], size: float, ink: str, align: Align
) -> SafeString:
    """Return a title as one path; in the face of the reader if one of its signs has no outline."""
    drawn = [outline(sign) for sign in text]
    if not text.strip() or any(of_sign is None for of_sign in drawn):
        return _text(text, at, size, ink, align, is_bold=True)
    (x, y, room), wide = at, sum(map(advance, text)) / 1000
    size = min(size, room / wide)
    x -= {"left": 0.0, "middle": wide * size / 2, "right": wide * size}[align]
    steps, along = [], 0.0
    for sign, of_sign in zip(text, drawn, strict=True):
        for kind, points in of_sign or ():
            placed = (
                -value if number % 2 else value + along for number, value in enumerate(points)
            )
            steps.append((kind, tuple(placed)))
        along += advance(sign)
    return format_html(
        '<g role="img" aria-label="{}" transform="translate({} {})scale({})">'
        '<path fill="{}" stroke="{}" stroke-width="{}" d="{}"/></g>',
        *(text, _number(x), _number(y), f"{size / 1000:.5f}", ink, ink, THICKENED),
        path_of(steps, 1),
    )


def _text(
    text: str,
    at: tuple[float, float, float],
    size: float,
    ink: str,
    align: Align = "left",
    *,
    is_bold: bool = False,
) -> SafeString:
    """Return a text on its baseline, in smaller letters where it would be wider than its room."""
    x, y, room = at
    face = FontFace(100, is_bold=is_bold)
    size = min(size, room / max(0.01, face.width(text) / 100))
    weight = mark_safe(' font-weight="700"') if is_bold else ""
    anchor = format_html(' text-anchor="{}"', ANCHORS[align]) if align != "left" else ""
    place = map(_number, (x, y, size))
    return format_html(
        '<text x="{}" y="{}" font-size="{}"{}{} fill="{}">{}</text>',
        *place,
        weight,
        anchor,
        ink,
        format_html_join(DOT, "{}", ((part,) for part in text.split("·"))),
    )


def _box(
    x: float, y: float, width: float, height: float, ink: str, radius: float = 0
) -> SafeString:
    corner = format_html(' rx="{}"', radius) if radius else ""
    return format_html(
        '<rect x="{}" y="{}" width="{}" height="{}"{} fill="{}"/>',
        *map(_number, (x, y, width, height)),
        *(corner, ink),
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
