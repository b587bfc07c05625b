"""The picture of an entry's day: its place, the course of its ranks, and every round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from web.publish.pdf.seal_shape import SealShape
from web.publish.pictures import canvas as colours
from web.publish.pictures import parts
from web.publish.pictures.canvas import Canvas, fit_lines, wrap, wrap_name
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import EDGE, INSIDE, WIDTH, Foot, PictureHead, PictureState

SPARK_HIGH: Final = 84
SPARK_ENDS: Final = 56
"""The height of the line of ranks, and the least room at each end of it for a number."""
DOT, CLEAR = 11, 16
"""Half of the dot at the end of the line, and the gap between the line and its numbers."""
SINGLE: Final = 180
"""The side of a seal that stands alone."""
NAME: Final = FontFace(80, is_bold=True)
SCORE: Final = FontFace(40, is_bold=True)
BELOW: Final = FontFace(24)
OTHERS: Final = FontFace(26)
LINE: Final = 34
ROUND: Final = 170
"""The column of the names of rounds."""
BEFORE_FOOT: Final = 28
BESIDE: Final = 24
"""The gap between two tables beside each other."""
MOST_ROUNDS: Final = 16
"""The most rounds shown; of more only the last."""


@dataclass(frozen=True, slots=True)
class DayTable:
    """A table of a round, and against whom; a match of several parts has others in each."""

    where: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DayRow:
    """A round: its name, its tables (of a team two, beside each other), and its score."""

    round: str
    tables: tuple[DayTable, ...]
    score: str
    below: str = ""
    """A note on the score of the round, shown below it."""


@dataclass(frozen=True, slots=True)
class Day:
    """The content of the picture.

    `ranks` are the places after each of the `rounds` with these names, out of `among`.
    """

    head: PictureHead
    name: str
    rank: str
    total_name: str
    total: str
    state: PictureState
    rows: tuple[DayRow, ...]
    ranks: tuple[int, ...]
    rounds: tuple[str, ...]
    among: int
    facts: tuple[str, ...]
    foot: Foot
    left_out: str = ""
    """The sentence that earlier rounds are left out."""
    seals: tuple[SealShape, ...] = ()


def draw(shown: Day) -> bytes:
    """Draw the picture, as high as its content."""
    canvas = Canvas(WIDTH, _most_height(shown))
    y = _named(canvas, shown)
    if len(shown.ranks) > 1:
        y = _spark(canvas, y + 40, shown)
    y = parts.state(canvas, y + 16, shown.state)
    if shown.left_out:
        y = parts.paragraph(canvas, y, shown.left_out, FontFace(26), colours.MUTED)
    y = _rounds(canvas, y, shown.rows)
    for fact in shown.facts:
        y = parts.paragraph(canvas, y, fact, FontFace(30))
    y = parts.foot(canvas, y + BEFORE_FOOT, shown.foot)
    canvas.image = canvas.image.crop((0, 0, WIDTH, y))
    return canvas.png()


def _most_height(shown: Day) -> int:
    """Return a height that is enough for the picture."""
    facts = sum(len(wrap(fact, FontFace(30), INSIDE)) * 44 + 12 for fact in shown.facts)
    free = _free(shown.rows)
    rounds = sum(_height_of(row, free) for row in shown.rows)
    return 1400 + rounds + facts + parts.foot_height(shown.foot)


def _named(canvas: Canvas, shown: Day) -> int:
    """Draw the head, the name and the figures with the seals beside them; return where they end."""
    stamp = parts.stamp_width(shown.state.seal)
    top = y = parts.head(canvas, 52, shown.head, most=44, width=INSIDE - stamp)
    if shown.state.seal:
        parts.seal(canvas, WIDTH - EDGE, 52, shown.state.seal)
    side = _seal_side(shown)
    room = INSIDE - ((side + parts.SEAL_GAP) * len(shown.seals) + 36 if side else 0)
    names, face = fit_lines(shown.name, NAME.for_title(shown.name), room, 2, 36)
    for line in names:
        y += int(face.size * 1.25)
        canvas.text(EDGE, y, line, face)
    y = _figures(canvas, y + 20, shown, room)
    if side:
        _seals(canvas, (top + y - side) // 2 + 12, side, shown.seals)
    return max(y, top + side + 24)


def _seal_side(shown: Day) -> int:
    """Return the side of the seals beside the name, 0 without any."""
    side = parts.seal_side(shown.seals, INSIDE // 2)
    return max(side, SINGLE) if side and len(shown.seals) == 1 else side


def _seals(canvas: Canvas, y: int, side: int, shapes: Sequence[SealShape]) -> None:
    """Draw the seals beside each other, up to the right edge."""
    for number, shape in enumerate(reversed(shapes)):
        x = WIDTH - EDGE - side - number * (side + parts.SEAL_GAP)
        canvas.seal(x, y, side, shape)


def _figures(canvas: Canvas, y: int, shown: Day, room: int) -> int:
    """Write the rank and the total, of which one can be missing; return where they end."""
    if shown.rank:
        rank = FontFace(80, is_bold=True).for_title(shown.rank)
        y += 84
        canvas.fitted((EDGE, y, room), shown.rank, rank, least=40)
    if not shown.total:
        return y + 24
    y += 66
    at = canvas.text(EDGE, y, shown.total_name, FontFace(32), colours.MUTED) + 16
    total = FontFace(44, is_bold=True)
    canvas.fitted((at, y + 2, room - at + EDGE), shown.total, total, least=24)
    return y + 22


def _spark(canvas: Canvas, y: int, shown: Day) -> int:
    """Draw the places after each round as a line, the first place on top, its ends in words.

    Returns where it ends.
    """
    begin, end = FontFace(26), FontFace(26, is_bold=True)
    before = max(SPARK_ENDS, int(begin.width(str(shown.ranks[0]))) + CLEAR)
    after = max(SPARK_ENDS, int(end.width(str(shown.ranks[-1]))) + DOT + CLEAR)
    left, width = EDGE + before, INSIDE - before - after
    step, lowest = width / (len(shown.ranks) - 1), max(1, shown.among - 1)
    points = [
        (left + n * step, y + (rank - 1) / lowest * SPARK_HIGH)
        for n, rank in enumerate(shown.ranks)
    ]
    canvas.rule(left, y - 18, width, height=3)
    canvas.rule(left, y + SPARK_HIGH + 15, width, height=3)
    canvas.line(points, colours.ACCENT, 5)
    canvas.disc(int(points[-1][0]), int(points[-1][1]), DOT, colours.ACCENT)
    first, last = int(points[0][1]) + 9, int(points[-1][1]) + 9
    canvas.text(EDGE, first, str(shown.ranks[0]), begin, colours.MUTED)
    canvas.text(WIDTH - EDGE, last, str(shown.ranks[-1]), end, align="right")
    below = y + SPARK_HIGH + 50
    canvas.text(left, below, shown.rounds[0], BELOW, colours.MUTED)
    canvas.text(left + width, below, shown.rounds[-1], BELOW, colours.MUTED, "right")
    return below + 20


def _rounds(canvas: Canvas, y: int, rows: Sequence[DayRow]) -> int:
    free = _free(rows)
    for row in rows:
        y = _round(canvas, y, row, free)
    return y


def _round(canvas: Canvas, y: int, row: DayRow, free: float) -> int:
    canvas.rule(EDGE, y, INSIDE)
    canvas.fitted((EDGE, y + 46, ROUND - 20), row.round, FontFace(32, is_bold=True), least=18)
    canvas.text(WIDTH - EDGE, y + 48, row.score, SCORE, align="right")
    canvas.text(WIDTH - EDGE, y + 80, row.below, BELOW, colours.MUTED, "right")
    room, top = _room(row, free), y
    for tables in _abreast(row):
        for number, table in enumerate(tables):
            left = EDGE + ROUND + number * (room + BESIDE)
            canvas.fitted((left, top + 42, room), table.where, FontFace(30), least=20)
            for at, line in enumerate(_others(table, room)):
                below = left, top + 78 + LINE * at, room
                canvas.fitted(below, line, OTHERS, colours.MUTED, least=18)
        top += _tables_high(tables, room)
    return y + _height_of(row, free)


def _abreast(row: DayRow) -> list[tuple[DayTable, ...]]:
    """Return the tables of a round in pairs that stand beside each other."""
    return [row.tables[at : at + 2] for at in range(0, len(row.tables), 2)]


def _free(rows: Sequence[DayRow]) -> float:
    """Return the width between the names of rounds and their scores."""
    scores = (max(SCORE.width(row.score), BELOW.width(row.below)) for row in rows)
    return INSIDE - ROUND - max(scores, default=0) - 24


def _room(row: DayRow, free: float) -> float:
    """Return the width of a table, of which two can stand beside each other."""
    return (free - BESIDE) / 2 if len(row.tables) > 1 else free


def _others(table: DayTable, room: float) -> list[str]:
    return [line for others in table.others if others for line in wrap_name(others, OTHERS, room)]


def _tables_high(tables: Sequence[DayTable], room: float) -> int:
    return 58 + LINE * max(len(_others(table, room)) for table in tables)


def _height_of(row: DayRow, free: float) -> int:
    room = _room(row, free)
    return max(92, sum(_tables_high(tables, room) for tables in _abreast(row)))
