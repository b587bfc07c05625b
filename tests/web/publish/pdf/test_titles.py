"""Titles of papers in the serif face, the mark of the club in their head, seals on certificates."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Final

import pytest
from pypdf import PdfReader

from clubs.face import logos
from tests.clubs.face.test_logos import file
from tests.web.publish.papers import pages, read_by_another, sheet
from tests.web.publish.pdf.test_certificate import LONG, PLAIN
from tests.web.publish.pictures.test_drawing import seals
from tests.web.publish.scroll.test_layout import evening
from web.publish.pdf import certificate, outlines
from web.publish.pdf.book import Book
from web.publish.pdf.fonts import registered
from web.publish.pdf.outlines import advance
from web.publish.pdf.seal_shape import ClubMark
from web.publish.pdf.sheet import PrintedTable
from web.publish.pdf.table import render
from web.publish.pdf.titles import TitleFont, title_font
from web.publish.pdf.typefaces import typefaces
from web.publish.printed import scroll
from web.publish.scroll.layout import WIDE, lay_out
from web.publish.scroll.words import CLUB_STAMP, EveningScroll, SealStamp

pytestmark = pytest.mark.usefixtures("serif_face")
BENEATH: Final = b" 3 Tr"
INK_OF_TEA: Final = b".431373 .290196 .235294 rg"
MARK: Final = ClubMark("清风社", "tea", shape=next(iter(seals("清风社")), None))
LOGO: Final = ClubMark("清风社", logo=logos.read(file("PNG")).large)


def drawn(document: PrintedTable, mark: ClubMark | None = None) -> bytes:
    return render(document, lambda _done, _all: None, mark=mark)


def contents(pdf: bytes) -> bytes:
    (page,) = PdfReader(io.BytesIO(pdf)).pages
    found = page.get_contents()
    assert found is not None
    return found.get_data()


def test_a_title_is_a_shape_and_is_copied_as_text_once() -> None:
    pdf = drawn(sheet())
    assert contents(pdf).count(BENEATH) == 1
    assert pages(pdf)[0].count("排名表") == 1
    assert read_by_another(pdf).count("排名表") == 1


def test_a_title_that_lacks_one_sign_is_set_in_the_sans_as_a_whole() -> None:
    assert BENEATH not in contents(drawn(replace(sheet(), title="𠮷田杯")))


@pytest.mark.parametrize("name", ["Kate Ford", "黄兰辉"])
def test_the_sheet_of_the_scroll_has_its_titles_in_the_serif(name: str) -> None:
    field = evening(4, notes=0).fields[0]
    lines = (replace(field.lines[0], name=name), *field.lines[1:])
    laid = lay_out(EveningScroll((replace(field, lines=lines),), (), ""), WIDE)
    pdf = scroll.render(
        {
            "language": "en",
            "title": "Scroll",
            "head": ["城北棋牌俱乐部", "Open 2026", "秋季赛"],
            "parts": [part.as_json() for part in laid.parts],
            "imprint": ["秋季赛", "第41号记录", "第{page}页，共{pages}页", ""],
            "mark": "",
        }
    )
    assert contents(pdf).count(BENEATH) == len(["Open 2026", name])
    assert name in read_by_another(pdf)


def scroll_of(mark: ClubMark | None, stamp: SealStamp | None) -> bytes:
    field = evening(4, notes=0, seals=0).fields[0]
    borne = (stamp,) if stamp else ()
    laid = lay_out(EveningScroll((replace(field, seals=borne),), (), ""), WIDE)
    data = {
        "language": "en",
        "title": "Scroll",
        "head": ["Jade & Co", "Open 2026", "秋季赛"],
        "parts": json.loads(json.dumps([part.as_json() for part in laid.parts])),
        "imprint": ["秋季赛", "第41号记录", "第{page}页，共{pages}页", ""],
        "mark": "",
    }
    return scroll.render(data, club=mark)


def test_the_mark_of_the_club_stands_in_the_head_of_the_scroll() -> None:
    bare, marked, logo, letter = (
        scroll_of(mark, None) for mark in (None, MARK, LOGO, ClubMark("Jade & Co", "navy"))
    )
    assert len({bare, marked, logo, letter}) == 4
    assert scroll_of(LOGO, None) == logo
    (page,) = PdfReader(io.BytesIO(logo)).pages
    assert len(page.images) == 1
    assert pages(letter)[0].split().count("J") == 1
    assert INK_OF_TEA in contents(marked)
    assert INK_OF_TEA not in contents(bare)


def test_the_mark_stands_in_the_scroll_for_a_name_without_a_seal() -> None:
    once, twice = (contents(scroll_of(MARK, stamp)) for stamp in (None, CLUB_STAMP))
    assert twice.count(INK_OF_TEA) - once.count(INK_OF_TEA) == once.count(INK_OF_TEA)
    (page,) = PdfReader(io.BytesIO(scroll_of(LOGO, CLUB_STAMP))).pages
    assert contents(scroll_of(LOGO, CLUB_STAMP)).count(b" Do") == 2
    assert len(page.images) == 1


def test_without_the_package_a_paper_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlines, "serif", lambda: None)
    assert BENEATH not in contents(drawn(sheet()))


def test_the_text_beneath_is_as_wide_as_the_shapes() -> None:
    text = "第4轮 · Ranking 2026"
    with registered([text], typefaces()) as fonts:
        font = title_font(text, fonts.bold)
        assert isinstance(font, TitleFont)
        assert font.width(text, 20) == pytest.approx(sum(map(advance, text)) / 50)
        assert title_font("", fonts.bold) is fonts.bold


def test_the_mark_of_the_club_stands_in_the_head_and_a_logo_as_a_picture() -> None:
    bare, marked, with_logo = (drawn(sheet(), mark) for mark in (None, MARK, LOGO))
    assert len({bare, marked, with_logo}) == 3
    assert drawn(sheet(), LOGO) == with_logo
    (page,) = PdfReader(io.BytesIO(with_logo)).pages
    assert [image.image.size for image in page.images if image.image] == [
        (logos.LARGE, logos.LARGE)
    ]
    assert pages(marked) == pages(bare), "it says no more"


def test_what_was_stored_before_clubs_had_a_mark_is_drawn_as_it_was() -> None:
    stored = Book.of(sheet()).as_json()
    for name in ("club", "club_uid", "logo"):
        del stored["imprint"][name]
    assert Book.from_json(stored) == Book.of(sheet())


def test_what_names_the_mark_is_no_text_of_the_paper() -> None:
    book = Book.of(sheet())
    named = replace(book.imprint, club="清风社", club_uid="0" * 12, logo="f" * 64)
    texts = set(replace(book, imprint=named).texts())
    assert "清风社" in texts
    assert not texts & {"0" * 12, "f" * 64}


def test_a_certificate_bears_the_seal_of_the_name_where_there_is_room() -> None:
    def draw(each: certificate.Certificate) -> bytes:
        return certificate.render([each], "证书", "zh-hans")

    (seal,) = seals("李晓燕")
    assert contents(draw(PLAIN)).count(BENEATH) == 3
    assert draw(replace(PLAIN, seal=seal)) != draw(PLAIN)
    assert draw(replace(LONG, seal=seal)) == draw(LONG), "no room beside so long a name"
    marked = replace(PLAIN, club_mark=MARK)
    assert draw(marked) != draw(PLAIN)
    assert draw(replace(marked, is_by_club=True)) not in (draw(marked), draw(PLAIN))
