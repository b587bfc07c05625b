"""Identity numbers are neither kept nor shown, whatever they are glued to and however parted."""

from __future__ import annotations

import json
import unicodedata
from itertools import cycle
from typing import Final

import pytest

from config.management.reading_lists import values_of
from tournaments.base.refusals import Refused
from tournaments.entries import pasted_lists
from tournaments.entries.pasted_values import ListTerms
from tournaments.entries.reading import lines
from tournaments.entries.reading.identity import masked
from tournaments.entries.reading.sheets import kept
from tournaments.entries.reading.sheets.files import read_book
from tournaments.entries.reading.values import ListKind

NUMBER: Final = "110105194912310021"
WIDE: Final = str.maketrans("0123456789X", "０１２３４５６７８９Ｘ")
WRITTEN: Final = (
    NUMBER,
    NUMBER.translate(WIDE),
    "11010519491231002x",
    "11010519491231002X".translate(WIDE),
    "110105491231002",
    "110105491231002".translate(WIDE),
    "110105 19491231 0021",
    "110105  19491231  0021",
    "110105-1949-12-31-0021",
    "110105－19491231－0021",
    "110105.19491231.0021",
    "110105·19491231·002X",
    "110105_19491231_0021",
    "110105/19491231/0021",
    "1101 0519 4912 3100 21",
    "110105\u200b19491231\ufeff0021",
    "110105 491231 002",
)
BY_COMMAS: Final = (
    "110105,19491231,0021",
    "110105，1949，12，31，002X",
    "1101,0519,4912,3100,21",
    "110，105，194，912，310，021",
    "110105, 19491231, 0021",
    "110105,491231,002",
)
SIZES: Final = {ListKind.PAIRS: range(2, 3), ListKind.TEAMS: range(4, 7)}
TERMS: Final = {kind: ListTerms(SIZES.get(kind, range(1, 2)), {}) for kind in ListKind}
SIGNS: Final = (
    *["", " ", "，", "、", "/", "：", "\t", "  ", "(", "（", "-", "—", "+", ".", "|", "；", "#"],
    *[
        "号",
        '"',
        "\u3000",
        "_",
        "~",
        "@",
        "身份证",
        "身份证号：",
        "ID",
        "电话",
        "\u200b",
        "1",
        "12",
    ],
)
FORMS: Final = (
    "城北队{a}{n}{b}张三，李四，王五，赵六",
    "城北队：张三{a}{n}{b}李四，王五，赵六",
    "城北队：张三，李四，王五，赵六{a}{n}{b}",
    "{n}{a}城北队{b}张三 李四 王五 赵六",
    "城北队（{n}）{a}张三{b}李四 王五 赵六",
    "城北队\n队长：张三{a}{n}\n队员：李四{b}{n}、王五、赵六",
    "队名：城北{a}{n}\n张三{b}李四\n王五 赵六",
    "队名,队长,队员\n城北,张三{a}{n},李四{b}王五",
    "队名\t队长\t队员\n城北\t张三\t李四{a}{n}{b}王五",
    "1. 张三{a}{n}{b}/李四",
    "张三{a}{n}/李四{b}{n}",
    "张三{a}{n}{b}{n}李四",
    "1{a}张三{b}{n}",
    "{n}{a}张三{b}城北",
    "姓名 单位 证号\n张三{a}城北{b}{n}",
    "姓名\t身份证号\n张三\t{n}\n李四{a}\t{n}{b}",
    "编号,姓名,别名,显示名,备注\n12,张三{a}{n},{n},{b}{n},{n}",
    "#接龙\n1. 张三{a}{n}\n2. 李四{b}{n}",
)


def shows(shown: str, number: str) -> bool:
    """Whether eight places of a number in a row are in what is shown, whatever parts them."""
    texts = [unicodedata.normalize("NFKC", text) for text in (shown, number)]
    flat, places = ("".join(filter(str.isalnum, text)) for text in texts)
    return any(places[start : start + 8] in flat for start in range(len(places) - 7))


def everything_of(text: str, kind: ListKind) -> str:
    """Return all that the command, the preview and a page that keeps a file say of a list."""
    content = text.encode()
    book = read_book(content)
    said = [
        json.dumps(values_of(content, suffix, kind), ensure_ascii=False)
        for suffix in (".txt", ".csv")
    ]
    said.append(repr(kept.from_text(kept.as_text(book))))
    for source in (text, book):
        try:
            said.append(repr(pasted_lists.read(source, TERMS[kind])))
        except Refused as refused:
            said.append(repr(refused.problems))
    return "".join(said)


def shown_of(forms: tuple[str, ...], before: tuple[str, ...]) -> list[str]:
    """Return the texts of which something is shown; all signs follow the numbers in turn."""
    behind, kinds = cycle(SIGNS), cycle(ListKind)
    found = []
    for number in WRITTEN:
        for form in forms:
            for sign in before:
                text = form.format(a=sign, n=number, b=next(behind))
                if shows(everything_of(text, next(kinds)), number):
                    found.append(text)
    return found


@pytest.mark.parametrize("kind", list(ListKind))
def test_a_number_glued_to_a_team_is_not_shown(kind: ListKind) -> None:
    for text in ("城北,张三、{n},李四", "城北,张三{n},李四"):
        for number in WRITTEN[:4]:
            table = f"队名,队长,队员\n{text.format(n=number)}"
            assert not shows(everything_of(table, kind), number)


@pytest.mark.parametrize("number", WRITTEN)
def test_a_number_glued_to_a_telephone_is_hidden(number: str) -> None:
    for before in ("13800138000", "113800138000", "1213800138000", "13800138000 13800138000"):
        assert not shows(masked(f"张三{before}{number}李四"), number), before


@pytest.mark.parametrize("number", BY_COMMAS)
def test_a_number_parted_by_commas_is_hidden_in_a_pasted_list(number: str) -> None:
    for form in ("张三 {n}", "1. 张三，{n}", "城北队：张三{n}、李四、王五、赵六", "{n},张三"):
        text = form.format(n=number)
        for kind in ListKind:
            shown = json.dumps(values_of(text.encode(), ".txt", kind), ensure_ascii=False)
            assert not shows(shown + repr(pasted_lists.read(text, TERMS[kind])), number), text


@pytest.mark.full
@pytest.mark.parametrize("form", FORMS)
def test_no_number_is_shown_in_any_list_however_it_is_written(form: str) -> None:
    assert shown_of((form,), ("", "、", "：", " ", "13800138000 ")) == []


@pytest.mark.nightly
def test_no_number_is_shown_behind_any_sign() -> None:
    assert shown_of(FORMS, SIGNS) == []


@pytest.mark.parametrize(
    "text",
    [
        "13800138000 19491231 1005",
        "2026-11-28 19:30-22:00",
        "1 2 3 4 5 6 7 8 9 10 11 12",
        "6222 0210 0110 0102",
        "010-64918008 13800138000",
        "1,2,3,4,5,6,7,8,9,10,11,12,13,18,19,20",
        "12,14,16,19,20,11,21,15,17",
        "230001,19900101,13800138000",
    ],
)
def test_other_numbers_are_no_identity_numbers(text: str) -> None:
    assert masked(text) == text


def test_every_telephone_of_a_line_is_said_to_be_dropped() -> None:
    line = lines.take_apart(1, "张三 138 0000 1234 13900001234，010-64918008")
    assert (line.phone, line.dropped) == ("13800001234", ("13900001234", "01064918008"))


def test_a_cell_that_is_cut_shows_no_half_of_a_number() -> None:
    text = f"姓名,备注\n张三,{'很' * 488}{NUMBER}"
    assert not shows(everything_of(text, ListKind.INDIVIDUALS), NUMBER)
    assert not shows(everything_of(f"张三 {'很' * 384}{NUMBER}", ListKind.TEAMS), NUMBER)
