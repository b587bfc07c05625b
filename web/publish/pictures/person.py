"""The picture of an entry's day: its place, the course of its ranks, and every round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from web.publish.pictures import canvas as colours
from web.publish.pictures import parts
from web.publish.pictures.canvas import Canvas, fit_lines, wrap, wrap_name
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import EDGE, INSIDE, WIDTH, Foot, PictureHead, PictureState

SPARK: Final = (300, 120)
NAME: Final = FontFace(64, is_bold=True)
SCORE: Final = FontFace(40, is_bold=True)
BELOW: Final = FontFace(24)
OTHERS: Final = FontFace(26)
LINE: Final = 34
ROUND: Final = 170
"""The column of the names of rounds."""
MOST_ROUNDS: Final = 16
"""The most rounds shown; of more only the last."""


@dataclass(frozen=True, slots=True)
class DayRow:
    """A round: its name, where and against whom, and its score."""

    round: str
    where: str
    others: str
    score: str
    below: str = ""
    """A note on the score of the round, shown below it."""


@dataclass(frozen=True, slots=True)
class Day:
    """The content of the picture; `ranks` are the places after each round, out of `among`."""

    head: PictureHead
    name: str
    rank: str
    total_name: str
    total: str
    state: PictureState
    rows: tuple[DayRow, ...]
    ranks: tuple[int, ...]
    among: int
    facts: tuple[str, ...]
    foot: Foot
    left_out: str = ""
    """The sentence that earlier rounds are left out."""


def draw(shown: Day) -> bytes:
    """Draw the picture, as high as its content."""
    room = INSIDE - (120 if shown.state.seal else 0)
    names, face = fit_lines(shown.name, NAME.for_title(shown.name), room, 2, 36)
    facts = sum(len(wrap(fact, FontFace(30), INSIDE)) * 44 + 12 for fact in shown.facts)
    height = (
        900
        + 80 * len(names)
        + sum(map(_height_of, shown.rows))
        + facts
        + parts.foot_height(shown.foot)
    )
    canvas = Canvas(WIDTH, height)
    y = parts.head(canvas, 52, shown.head, most=44)
    if shown.state.seal:
        parts.seal(canvas, WIDTH - EDGE, y - 10, shown.state.seal)
    for line in names:
        y += int(face.size * 1.25)
        canvas.text(EDGE, y, line, face)
    y = _figures(canvas, y + 20, shown)
    y = parts.state(canvas, y + 16, shown.state)
    if shown.left_out:
        y = parts.paragraph(canvas, y, shown.left_out, FontFace(26), colours.MUTED)
    y = _rounds(canvas, y, shown.rows)
    for fact in shown.facts:
        y = parts.paragraph(canvas, y, fact, FontFace(30))
    y = parts.foot(canvas, y, shown.foot)
    canvas.image = canvas.image.crop((0, 0, WIDTH, y))
    return canvas.png()


def _figures(canvas: Canvas, y: int, shown: Day) -> int:
    canvas.fitted(
        (EDGE, y + 112, 560), shown.rank, FontFace(104, is_bold=True), colours.ACCENT, least=40
    )
    at = canvas.text(EDGE, y + 178, shown.total_name, FontFace(32), colours.MUTED) + 16
    canvas.fitted((at, y + 180, 560 - at + EDGE), shown.total, FontFace(44, is_bold=True), least=24)
    if len(shown.ranks) > 1:
        _spark(canvas, WIDTH - EDGE - SPARK[0], y + 40, shown.ranks, shown.among)
    return y + 200


def _spark(canvas: Canvas, x: int, y: int, ranks: Sequence[int], among: int) -> None:
    """Draw the places after each round as a line, the first place on top."""
    width, height = SPARK
    step = width / (len(ranks) - 1)
    points = [
        (x + n * step, y + (rank - 1) / max(1, among - 1) * height) for n, rank in enumerate(ranks)
    ]
    canvas.rule(x, y - 14, width)
    canvas.rule(x, y + height + 12, width)
    canvas.line(points, colours.ACCENT, 5)
    canvas.disc(int(points[-1][0]), int(points[-1][1]), 11, colours.ACCENT)


def _rounds(canvas: Canvas, y: int, rows: Sequence[DayRow]) -> int:
    for row in rows:
        y = _round(canvas, y, row)
    return y


def _round(canvas: Canvas, y: int, row: DayRow) -> int:
    room, lines = _room(row), _others(row)
    canvas.rule(EDGE, y, INSIDE)
    canvas.fitted((EDGE, y + 46, ROUND - 20), row.round, FontFace(32, is_bold=True), least=18)
    canvas.fitted((EDGE + ROUND, y + 42, room), row.where, FontFace(30), least=20)
    for number, line in enumerate(lines):
        below = y + 78 + LINE * number
        canvas.fitted((EDGE + ROUND, below, room), line, OTHERS, colours.MUTED, least=18)
    canvas.text(WIDTH - EDGE, y + 48, row.score, SCORE, align="right")
    canvas.text(WIDTH - EDGE, y + 80, row.below, BELOW, colours.MUTED, "right")
    return y + _height_of(row)


def _room(row: DayRow) -> float:
    """Return the width between the name of a round and its score."""
    return INSIDE - ROUND - max(SCORE.width(row.score), BELOW.width(row.below)) - 24


def _others(row: DayRow) -> list[str]:
    return wrap_name(row.others, OTHERS, _room(row)) if row.others else []


def _height_of(row: DayRow) -> int:
    return max(92, 58 + LINE * len(_others(row)))
