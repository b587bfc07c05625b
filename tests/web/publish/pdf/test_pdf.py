"""A sheet on paper: what it says, that it fits, and that it is the same every time."""

from __future__ import annotations

import io
import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from tests.web.publish.papers import drawn, pages, read_by_another, sheet, untold
from web.publish.pdf.book import Book, Grid
from web.publish.pdf.fonts import STAND_IN, missing_signs, plain, registered
from web.publish.pdf.sheet import PrintedTable
from web.publish.pdf.table import render
from web.publish.pdf.typefaces import characters, typefaces

A4 = (595, 842)


def fonts(pdf: bytes) -> dict[str, DictionaryObject]:
    """Return every font of a document by its name, without the mark of the subset."""
    by_name = {}
    for page in PdfReader(io.BytesIO(pdf)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            described = font.get_object()
            by_name[str(described["/BaseFont"]).rpartition("+")[2]] = described
    return by_name


def test_it_says_what_the_sheet_says() -> None:
    (text,) = pages(drawn(sheet(["王小明", "Alexandra Petrova"])))
    for words in ("排名表", "名次", "王小明", "Alexandra Petrova", "+100", "−140", "第41号记录"):
        assert words in text


def test_suits_and_signs_are_read_by_a_second_reader_as_they_were_written() -> None:
    text = read_by_another(drawn(sheet()))
    assert "♠Q 猪 −100，♥A −50，♦J 羊 +100，♣10 变压器" in text


def test_every_font_is_embedded_and_bold_is_another_than_regular() -> None:
    embedded = fonts(drawn(sheet()))
    weights = ["NotoSansSC-Regular", "NotoSansSC-Bold"]
    assert set(embedded) == {*weights, "NotoSans-Regular"}, (
        "the dot between facts is of a Latin face"
    )
    files = [embedded[name]["/FontDescriptor"]["/FontFile2"].get_data() for name in weights]  # type: ignore[index]
    assert files[0] != files[1]


def test_a_dot_between_facts_is_narrow_and_that_of_a_name_stays() -> None:
    texts = ["第4轮 · 3号桌", "阿不都·拉希德"]
    with registered(texts, typefaces()) as fonts_of_document:
        for font in (fonts_of_document.regular, fonts_of_document.bold):
            words = font.width("第4轮", 1) + font.width("3号桌", 1)
            assert 0.6 < font.width(texts[0], 1) - words <= 0.8
            assert font.width(texts[1], 1) == 7
            runs = list(font.runs(texts[0], 1))
            assert "".join(run for _name, run, _wide in runs) == texts[0]
            # What follows the dot begins where it ends.
            assert sum(wide for *_run, wide in runs) == pytest.approx(font.width(texts[0], 1))


def test_only_the_characters_of_the_document_are_embedded() -> None:
    assert len(drawn(sheet())) < 60_000


@pytest.mark.full
def test_the_same_sheet_gives_the_same_bytes_in_whatever_thread() -> None:
    wanted = sheet([f"选手{number}" for number in range(80)])
    with ThreadPoolExecutor(4) as pool:
        drawings = set(pool.map(lambda _: drawn(wanted), range(8)))
    assert drawings == {drawn(wanted)}


def test_a_sheet_that_went_through_json_gives_the_same_bytes() -> None:
    wanted = sheet()
    assert drawn(PrintedTable.from_json(wanted.as_json())) == drawn(wanted)


def test_the_paper_is_a4_and_names_its_title_and_language() -> None:
    read = PdfReader(io.BytesIO(drawn(sheet())))
    assert tuple(round(float(side)) for side in read.pages[0].mediabox[2:]) == A4
    assert read.metadata is not None
    assert read.metadata.title == "排名表 · 秋季赛 · 个人赛"
    assert read.trailer["/Root"]["/Lang"] == "zh-Hans"  # type: ignore[index]


@pytest.mark.full
@pytest.mark.parametrize(("entries", "expected"), [(4, 1), (16, 1), (64, 2), (200, 6)])
def test_every_page_says_of_how_many_it_is_one(entries: int, expected: int) -> None:
    texts = pages(drawn(sheet([f"选手{number}" for number in range(entries)])))
    assert len(texts) == expected
    for number, text in enumerate(texts, start=1):
        assert f"第{number}页，共{expected}页" in text
        assert "第41号记录" in text
        assert "姓名" in text


@pytest.mark.full
def test_nobody_is_lost_between_two_pages() -> None:
    names = [f"选手{number:03}号" for number in range(200)]
    text = "".join(pages(drawn(sheet(names))))
    assert [name for name in names if text.count(name) != 1] == []


def listed(rows: int, abreast: int) -> list[list[str]]:
    """Return the names on each page of a list in so many columns."""
    whole = Book.of(sheet([f"选手{number:03}号" for number in range(rows)]))
    (part,), (grid,) = whole.parts, whole.parts[0].blocks
    assert isinstance(grid, Grid)
    parts = (replace(part, blocks=(replace(grid, abreast=abreast),)),)
    drawn = render(replace(whole, parts=parts), untold)
    return [re.findall(r"选手\d{3}号", text) for text in pages(drawn)]


@pytest.mark.full
@pytest.mark.parametrize("abreast", [1, 2])
def test_no_row_stands_alone_on_a_page(abreast: int) -> None:
    fitting = next(rows for rows in range(20 * abreast, 99) if len(listed(rows + 1, abreast)) > 1)
    assert [len(names) for names in listed(fitting, abreast)] == [fitting]
    for more, ends in ((1, 2), (2, 2), (3, 3)):
        first, last = listed(fitting + more, abreast)
        assert len(last) == ends
        assert len({*first, *last}) == fitting + more


def test_it_tells_how_many_pages_are_drawn() -> None:
    reports: list[tuple[int, int]] = []
    wanted = sheet([f"选手{number}" for number in range(70)])
    render(wanted, lambda done, total: reports.append((done, total)))
    assert reports == [(1, 3), (2, 3), (3, 3)]


def test_a_sheet_without_rows_says_so() -> None:
    (text,) = pages(drawn(sheet([])))
    assert "还没有人报名。" in text
    assert "第1页，共1页" in text


@pytest.mark.full
def test_a_long_name_becomes_smaller_then_breaks_and_is_cut_at_last() -> None:
    unending = "阿" * 300
    text = read_by_another(drawn(sheet(["买买提·阿不都热合曼·艾则孜·吐尔逊", unending])))
    assert "买买提·阿不都热合曼·艾则孜·吐尔逊" in text
    assert "…" in text
    assert text.count("阿") < 100


def test_a_rare_character_is_taken_from_another_font_and_can_be_copied() -> None:
    pdf = drawn(sheet(["𠮷田", "㛃"]))
    assert "NotoSansJP-Regular" in fonts(pdf)
    text = read_by_another(pdf)
    assert "𠮷田" in text
    assert "㛃" in text


# 通用规范汉字表 (2013), of its characters beyond the first block, which stand in names.
RARE = (
    "㑇㕮㙍㛃㟃㥄㧑㬎㭎㳘㵐㸌㻬㿠䂮䌹䎃䏡䓖䗴䜣䝙䢺䥽䦃䲠䴓䶮"
    "𠅤𠙶𠳐𡎚𡐓𣗋𣲗𣸣𤧛𤩽𥔲𥕢𥻗𦈡𦒍𦭜𨐈𨙸𨚕𨟠𨱇𨱑𩾌𪟝𪨶𪩘𫄧𫄸𫇭𫍣𫍯𫍽𫐄𫐓𫓧𫓶𫔎𫖮𫖯𫖳𫗧𫘜𫘧𫘪𫚖𫛭"
    "𫞩𫟅𫟹𫟼𫠊𫢸𫭟𫮃𫰛𫵷𫷷𫸩𬀩𬂩𬃊𬇕𬇙𬊈𬊤𬍛𬍡𬍤𬒈𬒗𬕂𬘓𬘘𬘡𬘩𬘫𬘭𬘯𬙂𬙋𬜬𬞟𬟁𬣙𬣞𬣳𬤇𬤊𬤝𬨂𬨎𬩽𬪩𬬩"
    "𬬭𬬮𬬱𬬸𬬹𬬻𬬿𬭁𬭎𬭚𬭛𬭤𬭩𬭬𬭯𬭳𬭶𬭸𬭼𬮱𬮿𬯀𬯎𬱖𬱟𬳵𬳶𬳽𬳿𬴂𬴃𬴊𬶋𬶍𬶏𬶐𬶟𬶠𬶨𬶭𬶮𬷕𬸘𬸚𬸣𬸦𬸪𬹼𬺈𬺓"
)


def test_every_rare_character_of_names_has_a_typeface() -> None:
    known = frozenset[int]().union(*(characters(face.regular) for face in typefaces()))
    assert [char for char in RARE if ord(char) not in known] == []


# Latin-1, Extended-A and -B, and Extended Additional: every Latin letter of a name in Europe.
LATIN = [
    chr(code)
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00))
    if unicodedata.category(chr(code)) in ("Lu", "Ll")
]


def test_every_latin_letter_has_a_typeface_in_both_weights() -> None:
    faces = typefaces()
    assert missing_signs("".join(LATIN), faces) == ""
    assert missing_signs("ŁukaszĐorđeȘtefan王小明", faces) == ""
    assert missing_signs("ab\U0002a6a5a\U0002a6a5", faces) == "\U0002a6a5"


def test_letters_that_chinese_typefaces_lack_stand_on_paper() -> None:
    names = ["Łukasz Müller", "Đorđe Šarić", "Ștefan Țurcanu", "王小明"]
    text = "".join(pages(drawn(sheet(names)))).replace("\n", "")
    assert STAND_IN not in text
    assert all(name in text for name in names)


@pytest.mark.parametrize("selector", ["\ufe00", "\ufe0f", "\U000e0100", "\U000e01ef", "\u180b"])
def test_a_selector_of_a_variation_is_dropped(selector: str) -> None:
    assert plain(f"葛{selector}城") == "葛城"
    assert plain(f"e{selector}\u0301") == "é"


def test_what_no_font_has_is_replaced_in_sight() -> None:
    (text,) = pages(drawn(sheet(["a\u0000b\u202ec\ud800"])))
    assert f"abc{STAND_IN}" in text


def test_pictographs_are_left_out_of_a_name_that_is_whole_without_them() -> None:
    (text,) = pages(drawn(sheet(["小明👨‍👩‍👧", "❤️老K 😀", "王★", "😀"])))
    lines = text.splitlines()
    assert {"小明", "老K", "王★", STAND_IN} <= set(lines)
    assert text.count(STAND_IN) == 1


@pytest.mark.full
def test_an_apostrophe_of_latin_letters_is_not_as_wide_as_an_ideograph() -> None:
    (text,) = pages(drawn(sheet(["Captains’ O’Neil"])))
    assert "Captains' O'Neil" in text


def test_the_code_is_there_only_where_others_can_reach_the_page() -> None:
    def squares(address: str) -> int:
        page = PdfReader(io.BytesIO(drawn(sheet(address=address)))).pages[0]
        return page.get_contents().get_data().count(b" re")  # type: ignore[union-attr]

    assert squares("") < 10
    assert squares("http://192.0.2.7:8000/e/abcdefghjkmn/") > 200
