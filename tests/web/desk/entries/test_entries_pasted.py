"""Lists of entries, pasted or in a file: shown first, mended, and entered."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from tests.cast import Cast
from tests.web.desk.entries import test_entries_pages
from tests.web.desk.entries.test_entries_pages import Answer, entered, post, told, words
from tournaments.entries.reading.sheets.files import MOST_BYTES
from tournaments.models import Event

desk = test_entries_pages.desk
pairs = test_entries_pages.pairs


def upload(desk: Client, event: Event, content: bytes, name: str = "list.csv") -> Answer:
    file = SimpleUploadedFile(name, content)
    return desk.post(reverse("desk_entries_file", args=[event.uid]), {"file": file})


def workbook(*rows: tuple[str | int | None, ...]) -> bytes:
    book, target = Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(target)
    return target.getvalue()


def paste(desk: Client, event: Event, text: str, lines: list[str] | None = None) -> Answer:
    sent = {"names": text, "line": lines or []}
    return desk.post(reverse("desk_entries_paste", args=[event.uid]), sent)


def enter(desk: Client, event: Event, shown: Answer, lines: list[str] | None = None) -> Answer:
    """Press the button of a preview; `lines` are the boxes as they were changed."""
    sent = {
        "names": shown.context["form"]["names"].value(),
        "line": lines or [line.text for line in shown.context["pasted"].lines],
        "seen": shown.context["seen"],
        "enter": "1",
    }
    return desk.post(reverse("desk_entries_paste", args=[event.uid]), sent, follow=True)


@pytest.mark.full
def test_a_pasted_list_of_pairs_is_shown_and_then_entered(desk: Client, pairs: Event) -> None:
    shown = paste(desk, pairs, "甲/乙\n\n丙、丁、东风\n戊\t己")
    assert entered(pairs) == []
    assert [line.number for line in shown.context["pasted"].lines] == [1, 3, 4]
    assert told(enter(desk, pairs, shown)) == ["Names entered: 3."]
    assert entered(pairs) == ["甲／乙", "东风", "戊／己"]


CHAIN = """#接龙
周五晚拱猪，7点，老地方
例 张三 带朋友

1. 赵敏
2. 钱进（晚到10分钟）✓
3. 赵敏
4. 甲
5. 孙立  城北棋社"""


@pytest.mark.full
def test_a_list_from_a_chat_is_shown_line_by_line_and_entered_at_once(
    desk: Client, cast: Cast
) -> None:
    shown = paste(desk, cast.event, CHAIN)
    page = words(shown)
    assert "To enter: 3 ·&nbsp;left out: 5" in page
    for said in (
        "an example",
        "赵敏 is already in line 5",
        "entered already, no. 1",
        "晚到10分钟",
    ):
        assert said in page
    before = cast.tournament.log.count()
    answer = enter(desk, cast.event, shown)
    assert entered(cast.event)[8:] == ["赵敏", "钱进", "孙立"]
    assert cast.event.entries.get(number=11).club == "城北棋社"
    assert cast.event.entries.get(number=10).remark == "晚到10分钟"
    assert cast.tournament.log.count() == before + 1
    again = enter(desk, cast.event, shown)
    assert again.context["pasted"].entries == ()
    assert told(answer) == ["Names entered: 3."]
    assert cast.event.entries.count() == 11


@pytest.mark.full
def test_what_was_mended_is_shown_before_it_is_entered(desk: Client, cast: Cast) -> None:
    shown = paste(desk, cast.event, "1. 赵敏\n2. 赵敏\n3. 钱进")
    lines = ["赵敏", "赵敏二", ""]
    changed = enter(desk, cast.event, shown, lines)
    assert "The lines were changed and read again." in words(changed)
    assert cast.event.entries.count() == 8
    enter(desk, cast.event, changed)
    assert entered(cast.event)[8:] == ["赵敏", "赵敏二"]


@pytest.mark.full
def test_a_control_character_in_one_box_is_the_problem_of_its_line(
    desk: Client, cast: Cast
) -> None:
    text = "1. 赵敏\n2. 钱进"
    answer = paste(desk, cast.event, text, ["赵敏", "钱\x07进"])
    assert [line.is_entry for line in answer.context["pasted"].lines] == [True, False]
    assert [said[:31] for said in answer.context["wrong"]] == ["The text has control characters"]


@pytest.mark.full
def test_a_line_that_is_no_pair_is_named_and_nothing_is_lost(desk: Client, pairs: Event) -> None:
    text = "甲/乙\n\n丙\n丁/甲"
    answer = paste(desk, pairs, text)
    assert answer.context["wrong"] == [
        "Line 3: 丙 has no partner.",
        "Line 4: 甲 is in the list twice.",
    ]
    assert answer.context["form"]["names"].value() == text
    mended = paste(desk, pairs, text, ["甲/乙", "丙/戊", "丁/己"])
    enter(desk, pairs, mended, ["甲/乙", "丙/戊", "丁/己"])
    assert entered(pairs) == ["甲／乙", "丙／戊", "丁／己"]


@pytest.mark.full
def test_what_is_certain_is_entered_and_what_is_not_is_left_in_the_box(
    desk: Client, pairs: Event
) -> None:
    left = enter(desk, pairs, paste(desk, pairs, "甲/乙\n丙\n丁/戊"))
    assert entered(pairs) == ["甲／乙", "丁／戊"]
    assert left.context["form"]["names"].value() == "丙"


@pytest.mark.full
def test_a_doubt_is_one_question_over_the_list_and_its_answer_is_kept(
    desk: Client, cast: Cast
) -> None:
    shown = paste(desk, cast.event, "赵敏 城北\n钱进 河西\n孙立")
    (question,) = shown.context["questions"]
    assert [number for number, _text in question["lines"]] == [1, 2]
    sent = {"names": "赵敏 城北\n钱进 河西\n孙立", "say": "read_second_is_club:no"}
    answered = desk.post(reverse("desk_entries_paste", args=[cast.event.uid]), sent)
    assert answered.context["questions"] == []
    assert [line.remark for line in answered.context["pasted"].entries] == ["城北", "河西", ""]
    assert answered.context["answers"] == ["read_second_is_club:no"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("名\n" * 10_000, "The list has more than 5000 rows."),
        ("名" * 100_001, "The text is longer than 100000 characters."),
        ("甲\x00乙", "The text has control characters"),
        ("\x1b[31m甲", "The text has control characters"),
        (" \n ", "There is no name in the list."),
        ("", "Enter at least one name."),
    ],
)
def test_a_hostile_paste_is_refused_in_words(
    desk: Client, cast: Cast, text: str, message: str
) -> None:
    answer = paste(desk, cast.event, text)
    assert answer.status_code == 200
    assert message in answer.context["form"].errors["names"][0]
    assert cast.event.entries.count() == 8


def test_a_pasted_list_goes_back_to_its_text(desk: Client, cast: Cast) -> None:
    sent = {"names": CHAIN, "line": ["x"], "text": "1"}
    answer = desk.post(reverse("desk_entries_paste", args=[cast.event.uid]), sent)
    assert answer.context.get("pasted") is None
    assert answer.context["form"]["names"].value() == CHAIN


@pytest.mark.nightly
def test_a_thousand_names_are_pasted_at_once(desk: Client, cast: Cast) -> None:
    shown = paste(desk, cast.event, "\n".join(f"{n}. 赛员{n}号" for n in range(1, 993)))
    assert told(enter(desk, cast.event, shown)) == ["Names entered: 992."]


@pytest.mark.full
def test_a_file_is_shown_first_and_entered_when_it_is_confirmed(desk: Client, pairs: Event) -> None:
    content = workbook(("选手一", "选手二", "队名"), ("甲", "乙", None), ("丙", "丁", "东风"))
    shown = upload(desk, pairs, content, "报名.xlsx")
    assert shown.context["taken"] == "Read from sheet 1 “Sheet”, row 1 on."
    assert entered(pairs) == []
    sent = {"book": shown.context["book"], "seen": shown.context["seen"], "enter": "1"}
    answer = post(desk, "desk_entries_file", [pairs.uid], **sent)
    assert told(answer) == ["Names entered: 2."]
    assert entered(pairs) == ["甲／乙", "东风"]


def test_another_sheet_of_a_file_is_chosen(desk: Client, cast: Cast) -> None:
    book, target = Workbook(), io.BytesIO()
    for title, name in (("公开组", "赵敏"), ("女子组", "钱进")):
        sheet = book.create_sheet(title)
        sheet.append(("姓名",))
        sheet.append((name,))
    book.save(target)
    shown = upload(desk, cast.event, target.getvalue(), "报名.xlsx")
    assert [entry.members for entry in shown.context["pasted"].entries] == [("赵敏",)]
    sent = {"book": shown.context["book"], "sheet": "3", "choose": "1"}
    other = desk.post(reverse("desk_entries_file", args=[cast.event.uid]), sent)
    assert [entry.members for entry in other.context["pasted"].entries] == [("钱进",)]


@pytest.mark.full
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04broken", "The file cannot be read"),
        (b"\xd0\xcf\x11\xe0old", "The workbook cannot be read"),
        (b"\x89PNG\0\xff\xff", "The file is neither a workbook nor text"),
        (b"name\n", "There is no name in the list."),
        (b"x" * (MOST_BYTES + 10), "The file is larger than 2 MB."),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_words(
    desk: Client, cast: Cast, content: bytes, message: str
) -> None:
    answer = upload(desk, cast.event, content)
    assert answer.status_code == 200
    assert message in answer.context["form"].errors["file"][0]
    assert cast.event.entries.count() == 8


@pytest.mark.full
def test_a_page_without_a_file_says_that_one_is_missing(desk: Client, cast: Cast) -> None:
    answer = desk.post(reverse("desk_entries_file", args=[cast.event.uid]), {})
    assert list(answer.context["form"].errors) == ["file"]
    empty = upload(desk, cast.event, b"")
    assert list(empty.context["form"].errors) == ["file"]
