"""The long picture of an event in progress, for a club's chat: ranks and highlights.

A finished event has its scroll instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from web.publish.pictures import canvas as colours
from web.publish.pictures import parts
from web.publish.pictures.canvas import Canvas, has_room, wrap, wrap_name
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import (
    EDGE,
    INSIDE,
    WIDTH,
    Foot,
    PictureHead,
    PictureRow,
    PictureState,
)

BESIDE: Final = 12
"""More rows than this are set in two columns, if names are short enough."""
DENSE: Final = 40
"""More rows than this are set smaller."""
GAP: Final = 56


@dataclass(frozen=True, slots=True)
class Setting:
    """The type of a list: names, totals, the height of a line, the column of ranks, and the most
    lines of a name in one of two columns."""

    name: FontFace
    total: FontFace
    line: int
    rank: int
    most: int

    def total_width(self, places: Sequence[PictureRow]) -> int:
        """Return the width of the column of totals."""
        return int(max((self.total.width(place.total) for place in places), default=0)) + 24


LARGE: Final = Setting(FontFace(32), FontFace(34, is_bold=True), 44, 84, 2)
SMALL: Final = Setting(FontFace(25), FontFace(27, is_bold=True), 34, 64, 3)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A list of standings; it has a `title` if north-south and east-west rank separately."""

    title: str
    places: tuple[PictureRow, ...]


@dataclass(frozen=True, slots=True)
class Poster:
    """The content of the picture; `more` is the sentence that places are left out."""

    head: PictureHead
    state: PictureState
    lists: tuple[Ranked, ...]
    total: str
    """The heading of the totals."""
    facts_title: str
    facts: tuple[str, ...]
    foot: Foot
    more: str = ""
    instead: str = ""
    """The words shown large if nobody has a place."""


def draw(shown: Poster) -> bytes:
    """Draw the picture, as high as its content."""
    canvas = Canvas(WIDTH, _height(shown))
    room = INSIDE - parts.stamp_width(shown.state.seal)
    y = parts.head(canvas, 52, shown.head, width=room)
    if shown.state.seal:
        parts.seal(canvas, WIDTH - EDGE, 52, shown.state.seal)
    y = parts.state(canvas, y, shown.state)
    for ranked in shown.lists:
        y = _list(canvas, y, ranked, shown.total)
    if shown.more:
        y = parts.paragraph(canvas, y, shown.more, FontFace(28), colours.MUTED)
    if shown.instead:
        face = FontFace(60, is_bold=True).for_title(shown.instead)
        y = parts.paragraph(canvas, y + 24, shown.instead, face)
    if shown.facts:
        y = parts.heading(canvas, y + 12, shown.facts_title)
        for fact in shown.facts:
            y = parts.paragraph(canvas, y, fact, FontFace(30))
    y = parts.foot(canvas, y + 36, shown.foot)
    canvas.image = canvas.image.crop((0, 0, WIDTH, y))
    return canvas.png()


def _height(shown: Poster) -> int:
    """Return a height sufficient for all of it; the rest is cut off."""
    rows = sum(_rows_height(ranked.places) for ranked in shown.lists)
    facts = sum(len(wrap(fact, FontFace(30), INSIDE)) * 60 for fact in shown.facts)
    return 1500 + rows + facts + 200 * len(shown.lists) + parts.foot_height(shown.foot)


def _rows_height(places: Sequence[PictureRow]) -> int:
    setting = _setting(places)
    room = INSIDE - setting.rank - setting.total_width(places)
    lines = sum(len(wrap_name(place.name, setting.name, room)) for place in places)
    return setting.line * lines + 14 * len(places)


def _setting(places: Sequence[PictureRow]) -> Setting:
    return SMALL if len(places) > DENSE else LARGE


def _list(canvas: Canvas, y: int, ranked: Ranked, total: str) -> int:
    if ranked.title:
        canvas.text(EDGE, y + 48, ranked.title, FontFace(40, is_bold=True))
        y += 64
    canvas.text(WIDTH - EDGE, y + 34, total, FontFace(26), colours.MUTED, "right")
    y += 48
    columns, setting = _columns(ranked.places), _setting(ranked.places)
    width = (INSIDE - GAP * (len(columns) - 1)) // len(columns)
    return max(
        _column(canvas, (EDGE + n * (width + GAP), y, width), places, setting)
        for n, places in enumerate(columns)
    )


def _columns(places: Sequence[PictureRow]) -> list[Sequence[PictureRow]]:
    """Return the places in one column, or in two if no name is too long for that."""
    setting = _setting(places)
    room = (INSIDE - GAP) // 2 - setting.rank - setting.total_width(places)
    fits = all(has_room(place.name, setting.name, room, setting.most) for place in places)
    if len(places) <= BESIDE or not fits:
        return [places]
    half = -(-len(places) // 2)
    return [places[:half], places[half:]]


def _column(
    canvas: Canvas, at: tuple[int, int, int], places: Sequence[PictureRow], setting: Setting
) -> int:
    """Draw places in a column at x and y, of the width that is the third number."""
    x, y, width = at
    room = width - setting.rank - setting.total_width(places)
    first = setting.name._replace(is_bold=True)
    for place in places:
        lines = wrap_name(place.name, setting.name, room)
        canvas.rule(x, y, width)
        radius = setting.line // 2
        base = y + setting.line - 2
        parts.medal(
            canvas, x + setting.rank // 2 - 10, y + radius + 8, place.medal, place.shown, radius
        )
        canvas.text(x + width, base, place.total, setting.total, align="right")
        for number, line in enumerate(lines):
            face = first if place.medal else setting.name
            canvas.fitted(
                (x + setting.rank, base + number * setting.line, room), line, face, least=18
            )
        y += setting.line * len(lines) + 14
    canvas.rule(x, y, width)
    return y + 16
