"""The parts that pictures share: their head, the state of the event, places, and their foot."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import segno
from PIL import Image

from tournaments.base.separators import join_facts
from web.publish.pdf.seal_shape import ClubMark, SealShape
from web.publish.pictures import canvas as colours
from web.publish.pictures.canvas import Canvas, wrap
from web.publish.pictures.faces import FontFace

WIDTH: Final = 1080
"""The width of pictures for a phone, in pixels."""
EDGE: Final = 64
INSIDE: Final = WIDTH - 2 * EDGE
MARK: Final = Path(__file__).resolve().parents[2] / "static" / "huapai" / "app-192.png"
MARK_SIZE: Final = 72
QR_SIZE: Final = 168
SEAL_SIDE: Final = 156
"""The side of a seal of two by two characters: 56 pixels on a phone that is 390 wide."""
SEAL_SIDE_BEYOND: Final = 200
"""The side of a seal with more characters: 72 pixels there."""
SEAL_GAP: Final = 12
UNDER: Final = FontFace(32)
"""The type of the line below the title."""
AFTER_HEAD: Final = 26
SENTENCE: Final = (30, 28, 26, 24)
"""The sizes of the sentence beside the state of an event."""


@dataclass(frozen=True, slots=True)
class PictureHead:
    """The head of a picture: the line above, the title, the line below, the mark of the club."""

    over: str
    title: str
    under: str = ""
    club: ClubMark | None = None


@dataclass(frozen=True, slots=True)
class PictureState:
    """The state of an event: a word, the sentence beside it, and its limit, if any.

    `tone` is that of the word: live, done, waiting or plain. `seal` is the word on the seal.
    """

    word: str
    sentence: str
    tone: str = "plain"
    seal: str = ""
    limit: str = ""

    @property
    def in_words(self) -> str:
        """The word, the seal and the sentence, without saying twice that a round is in play."""
        word = "" if self.tone == "live" and self.sentence else self.word
        return join_facts(word, self.seal, self.sentence)


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A row of the standings: the place as written, for its medal 1 to 3, name and total."""

    shown: str
    name: str
    total: str
    medal: int = 0


@dataclass(frozen=True, slots=True)
class Foot:
    """The foot: the name of the program, when it was drawn, where to find more."""

    name: str
    note: str
    address: str = ""
    told: str = ""
    """The sentence beside the code of the address."""


TONES: Final = {
    "live": colours.ACCENT,
    "done": colours.DONE,
    "waiting": colours.WAITING,
    "plain": colours.MUTED,
}


def head(canvas: Canvas, y: int, shown: PictureHead, *, most: int = 68, width: int = INSIDE) -> int:
    """Draw the head; return where it ends."""
    ink = shown.club.colour if shown.club and shown.club.ink else colours.ACCENT
    canvas.box((0, 0, canvas.image.width, 12), ink)
    club_mark(canvas, EDGE, y, shown.club)
    over, size = FontFace(30), MARK_SIZE
    canvas.fitted(
        (EDGE + size + 24, y + size // 2 + 11, width - size - 24),
        shown.over,
        over,
        colours.MUTED,
        least=20,
    )
    y += size + 28
    face = FontFace(most, is_bold=True).for_title(shown.title)
    while len(lines := wrap(shown.title, face, width)) > 2 and face.size > 40:
        face = face.at(face.size - 4)
    for line in lines[:2]:
        y += int(face.size * 1.18)
        canvas.fitted((EDGE, y, width), line, face, least=28)
    y += 14
    if shown.under:
        y += 44
        canvas.fitted((EDGE, y, width), shown.under, UNDER, colours.MUTED, least=22)
    return y + AFTER_HEAD


def state(canvas: Canvas, y: int, shown: PictureState, *, width: int = INSIDE) -> int:
    """Draw the state of the event as a word on its colour and a sentence; return where it ends."""
    face, colour = FontFace(28, is_bold=True), TONES[shown.tone]
    end = EDGE + int(face.width(shown.word)) + 44
    canvas.box((EDGE, y, end, y + 52), colour, radius=26)
    canvas.text(EDGE + 22, y + 36, shown.word, face, colours.ON_ACCENT)
    room = width - (end - EDGE) - 22
    # A little smaller on one line before two.
    sizes = (size for size in SENTENCE if FontFace(size).width(shown.sentence) <= room)
    told = FontFace(next(sizes, SENTENCE[0]))
    lines = wrap(shown.sentence, told, room)
    for number, line in enumerate(lines[:2]):
        canvas.fitted((end + 22, y + 37 + number * 42, room), line, told, least=22)
    y += 52 + 42 * (min(2, len(lines)) - 1)
    if shown.limit:
        y = paragraph(canvas, y + 20, shown.limit, FontFace(28), colours.WAITING, width=width)
    return y + 24


def paragraph(
    canvas: Canvas,
    y: int,
    text: str,
    face: FontFace,
    ink: str = colours.INK,
    *,
    width: int = INSIDE,
) -> int:
    """Write a paragraph below a height; return where it ends."""
    for line in wrap(text, face, width):
        y += int(face.size * 1.45)
        canvas.text(EDGE, y, line, face, ink)
    return y + int(face.size * 0.4)


def heading(canvas: Canvas, y: int, text: str) -> int:
    """Write a heading over a rule; return where it ends."""
    canvas.text(EDGE, y + 48, text, FontFace(34, is_bold=True), colours.ACCENT)
    canvas.rule(EDGE, y + 66, INSIDE, colours.RULE)
    return y + 72


def medal(canvas: Canvas, x: int, y: int, place: int, shown: str, radius: int = 26) -> None:
    """Draw a medal of a place, or its number alone, around a point."""
    if place in colours.MEDALS:
        canvas.disc(x, y, radius, colours.MEDALS[place])
    ink = colours.ON_MEDAL if place in colours.MEDALS else colours.MUTED
    face = FontFace(int(radius * 1.15), is_bold=place in colours.MEDALS)
    canvas.fitted(
        (x, y + int(radius * 0.42), radius * 2.2), shown, face, ink, least=14, align="middle"
    )


def stamp_width(word: str) -> int:
    """Return the width that the red seal of a word takes at the right edge; 0 without a word."""
    return seal_size(word)[0] + 46 if word else 0


def seal_size(word: str) -> tuple[int, int]:
    """Return the width and the height of the red seal of a word."""
    if _is_column(word):
        return 84, 40 + 50 * len(word)
    return int(FontFace(34, is_bold=True).width(word)) + 48, 84


def seal_rows(word: str) -> list[tuple[str, int, int]]:
    """Return what stands in the red seal of a word, each with its baseline and its size.

    The word is in a column; a Latin word lies flat.
    """
    if _is_column(word):
        return [(sign, 61 + number * 50, 44) for number, sign in enumerate(word)]
    return [(word, 54, 34)]


def _is_column(word: str) -> bool:
    return all(ord(sign) >= 0x2E80 for sign in word)


def seal(canvas: Canvas, right: int, y: int, word: str) -> None:
    """Draw the red seal with its word, from its right edge."""
    width, height = seal_size(word)
    left = right - width
    canvas.box((left, y, right, y + height), colours.SEAL, radius=10)
    canvas.box((left + 6, y + 6, right - 6, y + height - 6), colours.ON_SEAL, radius=6)
    canvas.box((left + 9, y + 9, right - 9, y + height - 9), colours.SEAL, radius=4)
    for text, down, size in seal_rows(word):
        face = FontFace(size, is_bold=True)
        canvas.text((left + right) // 2, y + down, text, face, colours.ON_SEAL, "middle")


def club_mark(canvas: Canvas, x: int, y: int, club: ClubMark | None, side: int = MARK_SIZE) -> None:
    """Draw the mark of a club in a square, or that of the program without a club."""
    if club is None:
        canvas.paste(mark(), x, y)
    elif club.logo:
        with Image.open(io.BytesIO(club.logo)) as logo:
            canvas.paste(logo.resize((side, side), Image.Resampling.LANCZOS), x, y)
    elif club.shape:
        canvas.seal(x, y, side, club.shape, ink=club.colour)
    else:
        canvas.box((x, y, x + side, y + side), club.colour)
        face, middle = FontFace(int(side * 0.6), is_bold=True), x + side // 2
        canvas.text(middle, y + int(side * 0.72), club.sign, face, colours.PAPER, "middle")


def seal_side(shapes: Sequence[SealShape], width: int) -> int:
    """Return the side of seals beside each other, 0 if the width is too small to read them."""
    side = SEAL_SIDE if all(shape.is_small for shape in shapes) else SEAL_SIDE_BEYOND
    is_room = shapes and side * len(shapes) + SEAL_GAP * (len(shapes) - 1) <= width
    return side if is_room else 0


def seals(
    canvas: Canvas,
    x: int,
    y: int,
    shapes: Sequence[SealShape],
    side: int,
    ground: str = colours.SUNK,
) -> None:
    """Draw somebody's seals beside each other, centred, below a height."""
    left = x - (side * len(shapes) + SEAL_GAP * (len(shapes) - 1)) // 2
    for number, shape in enumerate(shapes):
        canvas.seal(left + number * (side + SEAL_GAP), y, side, shape, ground=ground)


def foot_height(shown: Foot) -> int:
    """Return the height of the foot."""
    return QR_SIZE + 72 if shown.address else 120


def foot(canvas: Canvas, y: int, shown: Foot) -> int:
    """Draw the foot below a height; return where it ends."""
    canvas.rule(EDGE, y, INSIDE)
    end = y + foot_height(shown)
    middle = (y + end) // 2
    canvas.paste(mark(), EDGE, middle - MARK_SIZE // 2)
    left = EDGE + MARK_SIZE + 24
    room = INSIDE - MARK_SIZE - 24 - (QR_SIZE + 24 if shown.address else 0)
    above = [
        (shown.name, FontFace(32, is_bold=True), colours.INK),
        (shown.note, FontFace(26), colours.MUTED),
    ]
    above += [(shown.told, FontFace(26), colours.MUTED)] if shown.address else []
    base = middle - 20 * len(above) + 28
    for text, face, ink in above:
        canvas.fitted((left, base, room), text, face, ink, least=18)
        base += 42
    if shown.address:
        canvas.paste(code(shown.address), WIDTH - EDGE - QR_SIZE, middle - QR_SIZE // 2)
    return end


@lru_cache(maxsize=1)
def mark() -> Image.Image:
    """Return the mark of the program."""
    with Image.open(MARK) as whole:
        return whole.convert("RGB").resize((MARK_SIZE, MARK_SIZE), Image.Resampling.LANCZOS)


def code(address: str) -> Image.Image:
    """Return an address as a QR code."""
    out = io.BytesIO()
    segno.make(address, micro=False).save(out, kind="png", scale=8, border=2)
    with Image.open(out) as drawn:
        return drawn.convert("RGB").resize((QR_SIZE, QR_SIZE), Image.Resampling.BOX)
