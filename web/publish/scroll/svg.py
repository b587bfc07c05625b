"""Draw a part of the scroll as SVG, in the colours of the page and its scheme."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from web.publish.pdf.seal_shape import drawn_svg
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

_ANCHORS: Final = {"left": "start", "middle": "middle", "right": "end"}
_SEAL: Final = ("var(--seal)", "var(--on-seal)")
"""The colours of a seal as variables of the page: its ground, and the parts cut out of it."""
_SUITS: Final = {"S": "ivory-spade", "H": "ivory-heart", "D": "ivory-diamond", "C": "ivory-club"}
_INKS: Final = {"faint": "edge"}


def svg(part: ScrollPart, wide: float, key: str) -> SafeString:
    """Return a part as an image with its title; `key` is an id of the page."""
    return format_html(
        '<svg class="evening-part" role="img" viewBox="0 0 {0} {1}" aria-labelledby="{2}"'
        ' aria-describedby="{2}-told"><title id="{2}">{3}</title><desc id="{2}-told">{4}</desc>'
        "{5}</svg>",
        _number(wide),
        _number(part.height),
        key,
        part.title,
        part.words,
        format_html_join("", "{}", ((drawn,) for drawn in _shapes(part))),
    )


def _shapes(part: ScrollPart) -> Iterator[SafeString]:
    for shape in part.shapes:
        yield _shape(shape)


def _shape(shape: Shape) -> SafeString:
    match shape:
        case Bend():
            faint = ' stroke-opacity=".55"' if shape.ink == "faint" else ""
            return format_html(
                '<path d="{}" fill="none" stroke="{}" stroke-width="{}"{}/>',
                _path(shape),
                _ink(shape.ink),
                _number(shape.width),
                mark_safe(faint),  # noqa: S308 (one constant)
            )
        case ScrollBox():
            box = map(_number, (shape.x, shape.y, shape.width, shape.height))
            return format_html(
                '<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>', *box, _ink(shape.ink)
            )
        case ScrollDot():
            dot = (round(shape.x), round(shape.y), _number(shape.radius))
            return format_html('<circle cx="{}" cy="{}" r="{}" fill="{}"/>', *dot, _ink(shape.ink))
        case Text():
            return _text(shape)
        case ScrollCard():
            return _card(shape)
        case Seal():
            place = map(_number, (shape.x, shape.y, shape.size / 100))
            return format_html(
                '<g transform="translate({} {})scale({})">{}</g>',
                *place,
                drawn_svg(shape.stamp.shape, *_SEAL),
            )


def _path(shape: Bend) -> str:
    """Return a line in whole units, so that its ends meet those before and after it."""
    x, y, to_x, to_y = map(round, (shape.x, shape.y, shape.to_x, shape.to_y))
    middle = (x + to_x) // 2
    return (
        f"M{x} {y}H{to_x}" if y == to_y else f"M{x} {y}C{middle} {y} {middle} {to_y} {to_x} {to_y}"
    )


def _text(shape: Text) -> SafeString:
    kind = {"title": ' class="evening-title"', "strong": ' font-weight="600"'}.get(shape.weight, "")
    return format_html(
        '<text x="{}" y="{}" font-size="{}" fill="{}" text-anchor="{}"{}>{}</text>',
        _number(shape.x),
        _number(shape.y),
        _number(shape.size),
        _ink(shape.ink),
        _ANCHORS[shape.align],
        mark_safe(kind),  # noqa: S308 (one of two constants)
        shape.text,
    )


def _card(shape: ScrollCard) -> SafeString:
    """Return a card, hidden from screen readers, since the title of the part names it."""
    width, height, size = shape.width, shape.width * TALL, shape.width * INDEX
    left, top = -width / 2, -height / 2
    return format_html(
        '<g transform="translate({} {})rotate({})" fill="var(--{})" font-size="{}"'
        ' font-weight="600"><rect x="{}" y="{}" width="{}" height="{}" rx="{}"'
        ' fill="var(--ivory)" stroke="var(--ivory-edge)" stroke-width=".6"/>'
        '<text x="{}" y="{}" font-size="{}">{}</text><text x="{}" y="{}">{}</text></g>',
        *map(_number, (shape.x, shape.y, shape.turn)),
        _SUITS[shape.ink],
        *map(_number, (size, left, top, width, height, width * CORNER)),
        *map(_number, (left + 2, top + size, size * (0.8 if len(shape.rank) > 1 else 1))),
        shape.rank,
        *map(_number, (left + 2, top + 2 * size)),
        shape.suit,
    )


def _ink(name: str) -> str:
    return f"var(--{_INKS.get(name, name)})"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0") if abs(value) >= 1 else f"{value:.2f}"
