"""How papers use their room: names on cards, rows to write in, and what decides."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from typing import Final

import pytest
from django.utils import translation

from tests.cast import Cast
from tests.web.publish.papers import untold
from tournaments import organise
from tournaments.models import Event, Ranking
from web.publish import documents
from web.publish.documents import Subject
from web.publish.pdf import grid
from web.publish.pdf.book import Book, BookPart, Card, Grid
from web.publish.pdf.fonts import registered
from web.publish.pdf.page import INNER
from web.publish.pdf.sheet import Imprint, PrintedColumn
from web.publish.pdf.typefaces import typefaces
from web.publish.printed import making

WORD: Final = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" .*yMax="([\d.]+)">(.*)</word>')
IMPRINT: Final = Imprint("秋季赛", "", "{page} / {pages}")


def card_of(names: Sequence[str]) -> Book:
    seats = tuple(f"{seat} · {name}" for seat, name in zip("NWSE", names, strict=True))
    card = Card(
        over="秋季赛",
        label="桌",
        number="12",
        code_label="桌码",
        code="GM2HV8",
        hint="扫码",
        address="http://192.0.2.7/t/GM2HV8/",
        seats=seats,
        folded=True,
    )
    return Book("zh-Hans", "桌卡", (BookPart("", (), (card,)),), IMPRINT)


def lower_half(pdf: bytes, words: Sequence[str]) -> list[tuple[float, float, float]]:
    """Return left edge, upper edge and height of words on the half that is upright."""
    asked = ["pdftotext", "-bbox", "-", "-"]
    read = subprocess.run(asked, input=pdf, capture_output=True, check=True).stdout.decode()
    found = {
        text: (float(x), float(top), float(end) - float(top))
        for x, top, end, text in sorted(WORD.findall(read), key=lambda word: float(word[1]))
    }
    return [found[word] for word in words]


@pytest.mark.full
def test_the_four_of_a_table_stand_in_two_columns_and_large() -> None:
    names = ("吴大伟", "曹文轩", "赵敏", "欧阳明珠")
    north, west, south, east = lower_half(making.draw_at_once(card_of(names)), names)
    assert north[1] == west[1] < south[1] == east[1]
    assert west[0] - north[0] > 84
    assert north[2] == pytest.approx(14 * 1.25, abs=4)


def test_a_low_ruled_row_grows_to_a_height_to_write_in_and_no_higher() -> None:
    columns = (PrintedColumn("", 2, number=False), PrintedColumn("Cards won", 10, number=False))
    for millimetres, highest in ((6.6, grid.RULED), (8, 0), (0, 0)):
        shown = Grid(columns, (("N", "A"),), ruled=True, height=millimetres)
        with registered(("Cards won N A",), typefaces(None)) as fonts:
            [chunk] = grid.chunks(shown, fonts, 800, INNER)
        grown = [piece.grow(40).height for piece in chunk.pieces if piece.grow]
        assert grown == ([highest] if highest else [])


@pytest.mark.full
def test_what_decides_is_the_only_bold_sum(cast: Cast) -> None:
    Event.objects.update(ranking=Ranking.TABLE_POINTS)
    cast.closed_round()
    with translation.override("en"):
        book = documents.find("standings").book(Subject(Event.objects.get(pk=cast.event.pk)))
    [listed, *_] = [block for block in book.parts[0].blocks if isinstance(block, Grid)]
    assert [column.heading for column in listed.columns if column.strong] == ["Table points"]
    assert [column.heading for column in listed.columns if column.decides] == ["Table points"]


def test_prizes_are_offered_where_there_are_some(cast: Cast) -> None:
    def _offered() -> bool:
        event = Event.objects.get(pk=cast.event.pk)
        return "prizes" in {kind.name for kind in documents.kinds(event, None, roles=None)}

    assert not _offered()
    organise.set_prizes(cast.event, cast.director, {"amounts": ["30"], "ties": "higher"})
    assert _offered()
    assert documents.find("prizes").render(
        documents.find("prizes").prepare(Subject(Event.objects.get(pk=cast.event.pk))).input, untold
    )
