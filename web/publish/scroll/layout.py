"""Lay out the scroll: ranks by round as lines or a podium, and deals of note as fans of cards.

The first line is the winner's, and ends in the seal. The thickness of a line is its place at the
table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tournaments.base.separators import join_facts
from web.publish.scroll.shapes import (
    NOTED_CARD,
    Bend,
    Drawing,
    ScrollBox,
    ScrollDot,
    ScrollPart,
    Seal,
    Shape,
    Text,
    Weight,
    fan,
    fan_height,
)
from web.publish.scroll.words import EveningScroll, NotedDeal, RankLine, ScrollField, SealStamp
from web.publish.tables import width

NARROW: Final = 400.0
"""The width for a phone and for a chat."""
WIDE: Final = 560.0
"""The width for a printed sheet, with deals beside each other."""
EDGE: Final = 4.0
ROW: Final = 24.0
HIGHEST_ROW: Final = 116.0
FIRST_ROUND: Final = EDGE + 4.0
"""Where the first round stands: the dots of the thickest lines begin at the edge."""
NAMES_AFTER: Final = 14.0
"""From the last round to the winner's name; the others stand `PLACE_ROOM` further."""
PLACE_ROOM: Final = 20.0
SMALL, PLAIN, NAME, TITLE = 12.5, 15.0, 24.0, 20.0
TWO, LEAST = 11.0, 9.0
"""The sizes of a name in two lines."""
LEAST_NOTED: Final = 8.0
"""The least size in a deal of note, of which a printed sheet has three beside each other."""
BREAK: Final = re.compile(r"[\s／-]+(?=.)")
SEALS: Final = {True: 66.0, False: 85.0}
"""The size of a seal with two by two characters, and with more, still legible on a phone."""
THICK: Final = {1: 6.0, 2: 4.2, 3: 2.8}
"""The thickness of a line by the place at the table in its round; else it is thin."""
THIN: Final = 1.6
BELOW: Final = 3
"""The rows shared by all places after those shown."""
STEPS: Final = {1: 96.0, 2: 66.0, 3: 46.0}
METALS: Final = {1: "gold", 2: "silver", 3: "bronze"}
NOTE: Final = 80.0
"""The height of a deal of note without its cards."""
BEFORE_SEAL: Final = 10.0
"""How much further its points are from a seal than two seals from each other."""
ON_SHEET: Final = 0.7
"""How large the seals of deals of note are where these stand beside each other."""
LEAST_BESIDE: Final = 110.0


def lay_out(evening: EveningScroll, wide: float = NARROW, high: float = 0.0) -> Drawing:
    """Return the drawing of an evening, narrow or `wide`; its first parts are the fields.

    Its rows are higher where it would be less than `high`.
    """
    drawing = _drawn(evening, wide, ROW)
    free = high - _height(drawing)
    by_row = _height(_drawn(evening, wide, ROW + 1)) - _height(drawing)
    if free <= 0 or not by_row:
        return drawing
    return _drawn(evening, wide, min(HIGHEST_ROW, ROW + free / by_row))


def _drawn(evening: EveningScroll, wide: float, row: float) -> Drawing:
    fields = (_field(field, wide, row) for field in evening.fields)
    notes = [_notes(evening, wide)] if evening.notes else []
    return Drawing(wide, (*fields, *notes))


def _height(drawing: Drawing) -> float:
    return sum(part.height for part in drawing.parts)


def fitted(text: str, size: float, room: float) -> str:
    """Return a text cut to a width, measured by the characters of a usual face.

    >>> fitted("赵敏", 20, 40), fitted("欧阳明珠", 20, 70)
    ('赵敏', '欧阳…')
    """
    most = room / size * 2
    if _letters(text) <= most:
        return text
    while text and _letters(text) + 2 > most:
        text = text[:-1]
    return text.rstrip() + "…"


def _letters(text: str) -> float:
    wide = width(text) - len(text)
    return 2 * wide + (len(text) - wide) * 1.16


def _field(field: ScrollField, wide: float, row: float) -> ScrollPart:
    title = join_facts(field.title, field.heading)
    words = "; ".join(f"{line.shown} {line.name} {line.total}" for line in field.lines)
    top, shapes = 8.0, []
    if field.title:
        shapes.append(Text(EDGE, 24, field.title, TITLE, wide - 2 * EDGE, weight="title"))
        top = 40.0
    if field.has_ranks:
        drawn, height = _ranks(field, top, wide, row)
    else:
        drawn, height = _podium(field, top, wide)
    return ScrollPart(title, words, height, (*shapes, *drawn))


# ranks by round


@dataclass(frozen=True, slots=True)
class _Scale:
    """The positions of rounds and places; names begin at `names`, the winner's on `base`."""

    rounds: Mapping[int, float]
    places: Mapping[int, float]
    names: float
    base: float
    wide: float
    bottom: float


def _ranks(field: ScrollField, top: float, wide: float, row: float) -> tuple[list[Shape], float]:
    scale = _scale(field, top, wide, row)
    shapes: list[Shape] = [
        ScrollBox(x - 0.5, top, 1, scale.bottom - top, "rule") for x in scale.rounds.values()
    ]
    for number, line in reversed([*enumerate(field.lines, 1)]):
        shapes += _rank_line(line, number, scale)
    shapes += _round_numbers(scale)
    shapes += _winner(field.lines[0], scale)
    for number, line in enumerate(field.lines[1:], 2):
        shapes += _named(line, number, scale)
    tall = _tall(field.seals)
    shapes += _seals(field.seals, scale.names, scale.places[1] - tall / 2, tall)
    return shapes, scale.bottom + 24


def _scale(field: ScrollField, top: float, wide: float, row: float) -> _Scale:
    lines, tall = field.lines, _tall(field.seals)
    end = _end(lines, wide)
    rounds = sorted({step.round for line in lines for step in line.steps})
    along = (end - FIRST_ROUND) / max(1, len(rounds) - 1)
    band = tall + 44 if tall else 44.0
    first = top + (34 + tall / 2 if tall else 22.0)
    rows = {number: top + band + row * (number - 1.5) for number in range(2, len(lines) + 1)}
    places, bottom = {1: first, **rows}, top + band + row * (len(lines) - 1)
    lowest = max((step.place for line in lines for step in line.steps), default=1)
    if lowest > len(lines):
        down = BELOW * row / (lowest - len(lines))
        beyond = range(len(lines) + 1, lowest + 1)
        places |= {place: bottom + down * (place - len(lines)) for place in beyond}
        bottom += BELOW * row + 6
    return _Scale(
        rounds={number: FIRST_ROUND + along * column for column, number in enumerate(rounds)},
        places=places,
        names=end + NAMES_AFTER,
        base=top + NAME if tall else first + NAME * 0.36,
        wide=wide,
        bottom=bottom,
    )


def _end(lines: Sequence[RankLine], wide: float) -> float:
    """Return where the last round stands; long names take a tenth of the width from the rounds."""
    most = wide * (0.52 if wide == NARROW else 0.6)
    names = max((_letters(line.name) * PLAIN / 2 for line in lines[1:]), default=0)
    totals = max((_total_room(line) for line in lines[1:]), default=0)
    free = wide - EDGE - totals - 6 - names - NAMES_AFTER - PLACE_ROOM
    return max(most - wide / 10, min(most, free))


def _total_room(line: RankLine) -> float:
    return _letters(line.total) * PLAIN / 2 + 4


def _rank_line(line: RankLine, number: int, scale: _Scale) -> Iterator[Shape]:
    """Yield the line of an entry from round to round, and on to the row of its name."""
    ink = "seal" if line.place == 1 else "ink" if number <= 3 else "faint"
    last = max(scale.rounds)
    # After the last round equal entries are below each other, like their names.
    rows = [number if step.round == last else step.place for step in line.steps]
    thin = 0.5 if ink == "faint" else 1.0  # a ground for the three that are named in ink
    points = [
        (scale.rounds[step.round], scale.places[row], thin * THICK.get(step.at_table, THIN))
        for step, row in zip(line.steps, rows, strict=True)
    ]
    for (x, y, _), (to_x, to_y, width_) in pairwise(points):
        yield Bend(x, y, to_x, to_y, width_, ink)
    for x, y, width_ in points[:1] + points[-1:]:
        yield ScrollDot(x, y, max(2.6, width_ / 2 + 1), ink)
    if points and line.steps[-1].round == last:
        x, y, _ = points[-1]
        yield Bend(
            x, y, scale.names - (0 if number == 1 else 8), y, THICK[3] if number == 1 else 1.0, ink
        )


def _round_numbers(scale: _Scale) -> Iterator[Shape]:
    """Yield the numbers of the rounds, as many as fit, always including the last."""
    taken = math.inf
    for number, x in reversed([*scale.rounds.items()]):
        if taken - x >= 18:
            yield Text(x, scale.bottom + 14, str(number), SMALL, 16, "muted", "middle")
            taken = x


def _winner(line: RankLine, scale: _Scale) -> Iterator[Shape]:
    """Yield name and total of the winner, above the seal if there is one."""
    left, right = scale.names, scale.wide - EDGE
    total = _total_room(line)
    room = right - total - 6 - left
    size = max(PLAIN, min(NAME, room * 2 / max(1.0, _letters(line.name))))
    yield Text(left, scale.base, fitted(line.name, size, room), size, room, "ink", "left", "title")
    yield Text(right, scale.base, line.total, PLAIN, total, "ink", "right", "strong")


def _named(line: RankLine, number: int, scale: _Scale) -> Iterator[Shape]:
    """Yield place, name and total of a row."""
    ink, weight = _emphasis(number)
    base, right = scale.places[number] + PLAIN * 0.36, scale.wide - EDGE
    left, total = scale.names + PLACE_ROOM, _total_room(line)
    room = right - total - 6 - left
    lines, size = _in_lines(line.name, room)
    yield Text(left - 6, base, line.shown, SMALL, 18, "muted", "right")
    for at, part in enumerate(lines):
        lower = base + (at - (len(lines) - 1) / 2) * size * 1.05
        yield Text(left, lower, fitted(part, size, room), size, room, ink, "left", weight)
    yield Text(right, base, line.total, PLAIN, total, ink, "right", weight)


def _in_lines(name: str, room: float) -> tuple[Sequence[str], float]:
    """Return the lines of a name in a row and their size: one, or two small ones if it is long.

    >>> _in_lines("赵敏", 100), _in_lines("Clara Montgomery-Smith", 120)
    ((('赵敏',), 15.0), (('Clara', 'Montgomery-Smith'), 11.0))
    """
    size = room * 2 / max(1.0, _letters(name))
    if size >= SMALL:
        return (name,), min(PLAIN, size)
    ends = [found.end() for found in BREAK.finditer(name)] or [len(name) // 2]
    pairs = [(name[:end].rstrip(), name[end:].lstrip()) for end in ends]
    lines = min(pairs, key=lambda pair: max(map(_letters, pair)))
    size = room * 2 / max(1.0, *map(_letters, lines))
    return lines, max(LEAST, min(TWO, size))


def _emphasis(number: int) -> tuple[str, Weight]:
    return ("ink", "strong") if number <= 3 else ("muted", "plain")


def _tall(seals: Sequence[SealStamp]) -> float:
    return max((SEALS[seal.is_small] for seal in seals), default=0.0)


def _seals(seals: Sequence[SealStamp], left: float, top: float, size: float) -> Iterator[Shape]:
    for seal in seals:
        yield Seal(left, top, size, seal)
        left += size + 6


# the podium


def _podium(field: ScrollField, top: float, wide: float) -> tuple[list[Shape], float]:
    """Return the first three on their steps; if they are not exactly three, only their rows."""
    first = field.lines[: len(STEPS)]
    if [line.place for line in first] != [*STEPS]:
        return _list(field.lines, top, wide)
    column, count = (wide - 2 * EDGE - 16) / len(STEPS), max(1, len(field.seals))
    tall = min(_tall(field.seals), (column - 6 * count) / count)
    steps = STEPS | {1: max(STEPS[1], tall + 16)}
    ground = top + 64 + steps[1]
    shapes: list[Shape] = []
    for order, number in enumerate((2, 1, 3)):
        line, left = first[number - 1], EDGE + order * (column + 8)
        middle, up = left + column / 2, ground - steps[number]
        size = min(NAME if number == 1 else TITLE, column * 2 / max(1.0, _letters(line.name)))
        size = max(PLAIN, size)
        name = fitted(line.name, size, column)
        shapes += [
            Text(middle, up - 28, name, size, column, "ink", "middle", "title"),
            Text(middle, up - 9, line.total, PLAIN, column, "muted", "middle"),
            ScrollBox(left, up, column, steps[number], "sunk"),
            ScrollBox(left, up, column, 4, METALS[number]),
        ]
        if number > 1 or not field.seals:
            shapes.append(
                Text(middle, up + 34, str(number), NAME, column, "muted", "middle", "strong")
            )
    width_ = tall * len(field.seals) + 6 * (len(field.seals) - 1)
    shapes += _seals(field.seals, wide / 2 - width_ / 2, ground - steps[1] + 10, tall)
    return shapes, ground + 16


def _list(lines: Sequence[RankLine], top: float, wide: float) -> tuple[list[Shape], float]:
    shapes: list[Shape] = []
    for number, line in enumerate(lines, 1):
        ink, weight = _emphasis(number)
        base = top + ROW * (number - 0.5) + 6
        total = _total_room(line)
        room = wide - 2 * EDGE - 30 - total
        shapes += [
            Text(EDGE + 18, base, line.shown, SMALL, 18, "muted", "right"),
            Text(EDGE + 26, base, fitted(line.name, PLAIN, room), PLAIN, room, ink, "left", weight),
            Text(wide - EDGE, base, line.total, PLAIN, total, ink, "right", weight),
        ]
    return shapes, top + ROW * len(lines) + 12


# deals of note


def _notes(evening: EveningScroll, wide: float) -> ScrollPart:
    """Return the deals below each other, or beside each other on a sheet."""
    notes = evening.notes
    shapes: list[Shape] = [ScrollBox(EDGE, 2, wide - 2 * EDGE, 1, "rule")]
    columns = 1 if wide == NARROW else len(notes)
    column, top, height = (wide - 2 * EDGE - 16 * (columns - 1)) / columns, 10.0, 0.0
    for number, note in enumerate(notes):
        left = EDGE + (number % columns) * (column + 16)
        tall = _tall(note.seals) * (1 if columns == 1 else ON_SHEET)
        drawn, down = _note(note, left, top, column, tall)
        shapes, height = [*shapes, *drawn], max(height, down)
        if (number + 1) % columns == 0:
            top, height = top + height, 0.0
    words = "; ".join(note.line for note in notes)
    return ScrollPart(evening.notes_heading, words, top + height, tuple(shapes))


def _note(
    note: NotedDeal, left: float, top: float, wide: float, tall: float
) -> tuple[Sequence[Shape], float]:
    """Return a deal of note and its height; the seals are at its right, or else below its words."""
    seals = len(note.seals) * (tall + 6) + BEFORE_SEAL if note.seals else 0
    room, above = wide - seals, max(NOTE, tall + 14)
    place = (left + room + 6 + BEFORE_SEAL, top + 2)
    if room < LEAST_BESIDE:
        room, above, place = wide, NOTE + tall, (left, top + NOTE - 8)
    points = _letters(note.points) * TITLE / 2 + 6
    for_name = room - points - 6
    return (
        _whole(note.title, (left, top + 22, room), TITLE, "title"),
        _whole(note.place, (left, top + 42, room), SMALL, "plain", "muted"),
        _whole(note.names, (left, top + 63, for_name), PLAIN, "strong"),
        Text(left + room, top + 63, note.points, TITLE, points, "accent", "right", "strong"),
        *_seals(note.seals, *place, tall),
        *fan(note.cards, left + wide / 2, top + above, wide, NOTED_CARD),
    ), above + fan_height(note.cards, wide, NOTED_CARD)


def _whole(
    text: str, at: tuple[float, float, float], size: float, weight: Weight, ink: str = "ink"
) -> Text:
    """Return a text at x and y, in smaller letters where its room is narrow, cut only beyond."""
    x, y, room = at
    size = max(LEAST_NOTED, min(size, room * 2 / max(1.0, _letters(text))))
    return Text(x, y, fitted(text, size, room), size, room, ink, "left", weight)
