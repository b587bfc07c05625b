"""Draw the scroll for a page: ranks by round as lines that fill their room, and cards as fans.

Names and numbers are words of the page, so that they keep their size in every window. The colours
are those of the page and its scheme.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.publish.pdf.seal_shape import COARSE, drawn_svg
from web.publish.scroll.layout import NARROW, THICK, THIN
from web.publish.scroll.shapes import CORNER, INDEX, TALL, ScrollCard, fan, fan_height
from web.publish.scroll.words import NotedDeal, RankLine, ScrollField

ROW: Final = 24
"""The height of a place; the row of its name is as high."""
COLUMN: Final = 100
"""From round to round; the drawing is stretched to the width of its room."""
BELOW: Final = 2
"""The rows shared by all places after those shown."""
FEW: Final = 8
"""So few entries have higher rows."""
MOST_NUMBERS: Final = 10
"""The most rounds whose numbers stand below the lines."""
SEAL: Final = 72
"""The size of a seal, whatever its characters."""
FAN: Final = 340
"""The width of the widest fan."""
_SUITS: Final = {"S": "ivory-spade", "H": "ivory-heart", "D": "ivory-diamond", "C": "ivory-club"}


class RankChart(NamedTuple):
    """Lines of ranks by round, beside a list of names whose rows they end in."""

    title: str
    """The direction that ranks separately, if there are two."""
    lines: tuple[RankLine, ...]
    rounds: tuple[str, ...]
    """The numbers of the rounds; empty where there is no room for one."""
    drawn: SafeString
    has_more: bool
    """Whether some of the places are below the last name."""

    @property
    def is_low(self) -> bool:
        """Whether there are so few entries that each has a higher row."""
        return len(self.lines) <= FEW


def rank_chart(field: ScrollField) -> RankChart:
    """Return the lines of a list of standings."""
    rounds = sorted({step.round for line in field.lines for step in line.steps})
    columns = {number: COLUMN * at for at, number in enumerate(rounds)}
    rows, bottom = _rows(field.lines)
    wide = columns[rounds[-1]]
    drawn = format_html(
        '<svg role="img" aria-label="{}" viewBox="0 0 {} {}" preserveAspectRatio="none">'
        '<path stroke="var(--rule)" d="{}"/>{}</svg>',
        field.heading,
        wide,
        bottom,
        "".join(f"M{x} 0v{bottom}" for x in columns.values()),
        format_html_join("", "{}", _drawn_lines(field.lines, columns, rows)),
    )
    has_more = bottom > ROW * len(field.lines)
    return RankChart(field.title, field.lines, shown_numbers(rounds), drawn, has_more)


def shown_numbers(rounds: Sequence[int]) -> tuple[str, ...]:
    """Return the numbers of rounds, empty where there is no room for one; the last is shown.

    >>> shown_numbers((1, 2, 3)), shown_numbers(range(1, 13))[-3:]
    (('1', '2', '3'), ('10', '', '12'))
    """
    apart = -(-len(rounds) // MOST_NUMBERS)
    shown = {*rounds[::-1][::apart]} if rounds else set()
    return tuple(str(number) if number in shown else "" for number in rounds)


def _rows(lines: Sequence[RankLine]) -> tuple[Mapping[int, int], int]:
    """Return where each place is, and how high all of them are."""
    shown = len(lines)
    rows = {place: ROW * place - ROW // 2 for place in range(1, shown + 1)}
    lowest = max((step.place for line in lines for step in line.steps), default=1)
    if lowest <= shown:
        return rows, ROW * shown
    down = BELOW * ROW / (lowest - shown)
    beyond = range(shown + 1, lowest + 1)
    rows |= {place: round(ROW * shown + down * (place - shown)) - 2 for place in beyond}
    return rows, ROW * (shown + BELOW)


def _drawn_lines(
    lines: Sequence[RankLine], columns: Mapping[int, int], rows: Mapping[int, int]
) -> Iterator[tuple[SafeString]]:
    """Yield the line of each entry, the first one last."""
    last = max(columns)
    for number, line in reversed([*enumerate(lines, 1)]):
        # After the last round equal entries are below each other, like their names.
        points = [
            (columns[step.round], rows[number if step.round == last else step.place])
            for step in line.steps
        ]
        ink = "--seal" if line.place == 1 else "--ink" if number <= 3 else "--edge"
        thick = [THICK.get(step.at_table, THIN) for step in line.steps]
        if ink == "--edge":  # a ground for the three that are named in ink
            thick = [max(1, int(one / 2)) for one in thick]
        drawn = [*_bends(points, thick)] if points else []
        yield (
            format_html(
                '<g stroke="var({})">{}</g>',
                ink,
                format_html_join("", '<path stroke-width="{}" d="{}"/>', drawn),
            ),
        )


def _bends(
    points: Sequence[tuple[int, int]], thick: Sequence[float]
) -> Iterator[tuple[float, str]]:
    """Yield the parts of a line by their thickness; at its ends are dots."""
    bends = zip(thick[1:], pairwise(points), strict=True)
    for width, part in groupby(bends, key=lambda bend: bend[0]):
        steps = [step for _, step in part]
        yield width, curve((steps[0][0], *(end for _, end in steps)))
    for (x, y), width in ((points[0], thick[0]), (points[-1], thick[-1])):
        yield round(width) + 3, f"M{x} {y}h0"


def curve(points: Sequence[tuple[int, int]]) -> str:
    """Return the path of a line through these points, level at each.

    >>> curve(((0, 12), (100, 36), (200, 36)))
    'M0 12c50 0 50 24 100 24h100'
    """
    return "M{} {}".format(*points[0]) + "".join(_bend(*step) for step in pairwise(points))


def _bend(start: tuple[int, int], end: tuple[int, int]) -> str:
    along, down = end[0] - start[0], end[1] - start[1]
    middle = along // 2
    return f"c{middle} 0 {middle} {down} {along} {down}" if down else f"h{along}"


def drawn_fan(note: NotedDeal) -> SafeString:
    """Return the cards of a deal of note, hidden from screen readers, since its title names it."""
    return drawn_cards(note.cards)


def drawn_cards(codes: Sequence[str], *, alone: bool = False) -> SafeString:
    """Return cards as a fan, hidden from screen readers; nothing without cards.

    Fans are of one scale, unless it is `alone`: then it fills its room from the left.
    """
    if not codes:
        return SafeString()
    cards = tuple(fan(codes, NARROW / 2, 2, NARROW))
    wide = 2 * max(abs(card.x - NARROW / 2) + _reach(card) for card in cards) if alone else FAN
    return format_html(
        '<svg aria-hidden="true" viewBox="{} 0 {} {}"{}>{}</svg>',
        *map(round, ((NARROW - wide) / 2, wide, fan_height(codes, NARROW) - 10)),
        SafeString(' preserveAspectRatio="xMinYMid"' if alone else ""),
        format_html_join("", "{}", ((_card(card),) for card in cards)),
    )


def _reach(card: ScrollCard) -> float:
    """Return how far a card reaches to a side from its middle."""
    turn = math.radians(abs(card.turn))
    return card.width / 2 * (math.cos(turn) + TALL * math.sin(turn)) + 1


def drawn_seals(note: NotedDeal) -> SafeString:
    """Return the seals beside a deal of note; nothing where the mark of the club stands."""
    return format_html_join(
        "",
        '<svg class="name-seal" role="img" width="{0}" height="{0}" viewBox="0 0 100 100">'
        "<title>{1}</title>{2}</svg>",
        (
            (SEAL, stamp.name, drawn_svg(stamp.shape, "var(--seal)", "var(--on-seal)", COARSE))
            for stamp in note.seals
            if not stamp.is_of_club
        ),
    )


def _card(shape: ScrollCard) -> SafeString:
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


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0") if abs(value) >= 1 else f"{value:.2f}"
