"""Lists with doubts in a browser: each kind is asked once over the list, the rest is entered."""

from __future__ import annotations

import io

import pytest
from django.urls import reverse
from openpyxl import Workbook
from playwright.sync_api import FilePayload, Page, expect

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast
from tests.interface.axe import broken_in_both_schemes
from tournaments.models import Person

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
PASTED = """#接龙 周六升级
1. 张三 城北
2. 李四 城南  身份证110101199001011237
3. 王五 城东
4. 赵六（候补）
我报名 钱七
孙八、周九、吴十
郑\ue000
12月6日再见"""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble(players=0)


def entered(cast: Cast) -> set[str]:
    return set(
        Person.objects.filter(entry_members__entry__event=cast.event).values_list("name", flat=True)
    )


def workbook() -> bytes:
    book, target = Workbook(), io.BytesIO()
    cover = book.worksheets[0]
    cover.title = "封面"
    cover.append(["城市杯报名表"])
    sheet = book.create_sheet("名单")
    rows = [
        ["城市杯"],
        ["序号", "姓名", "单位", "俱乐部", "身份证号"],
        [1, "张三", "市一中", "城北棋社", "110101199001011237"],
        [2, "李四", "市二中", "市二中", ""],
        [3, "王五", "", "城南棋社", ""],
        ["领队签字："],
    ]
    for row in rows:
        sheet.append(row)
    sheet.merge_cells("A1:E1")
    book.save(target)
    return target.getvalue()


@pytest.mark.full
def test_a_pasted_list_is_asked_about_once_and_the_rest_is_entered(page: Page, cast: Cast) -> None:
    page.goto(reverse("desk_entries", args=[cast.event.uid]))
    page.locator("textarea").fill(PASTED)
    page.get_by_role("button", name="Show what was read").click()
    expect(page.get_by_text("Identity numbers were not read.")).to_be_visible()
    assert "110101199001011237" not in page.content()
    expect(page.get_by_role("heading", name="Is the second column the club?")).to_have_count(1)
    expect(page.get_by_text("U+E000 · 郑")).to_be_visible()
    assert broken_in_both_schemes(page) == {}
    page.get_by_role("button", name="No, a remark").click()
    expect(page.get_by_role("heading", name="Is the second column the club?")).to_have_count(0)
    page.get_by_role("button", name="Enter these names").click()
    expect(page.get_by_text("2 lines are left below")).to_be_visible()
    left = page.locator("textarea").input_value().splitlines()
    assert [line[:2] for line in left] == ["赵六", "郑\ue000"]
    assert entered(cast) == {"张三", "李四", "王五", "钱七", "孙八", "周九", "吴十"}


@pytest.mark.full
def test_a_workbook_is_asked_about_once_and_entered(page: Page, cast: Cast) -> None:
    page.goto(reverse("desk_entries_file", args=[cast.event.uid]))
    page.locator("#id_file").set_input_files(
        FilePayload(name="名单.xlsx", mimeType=XLSX, buffer=workbook())
    )
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_text("Read from sheet 2 “名单”, row 2 on.")).to_be_visible()
    expect(page.get_by_text("Identity numbers were not read.")).to_be_visible()
    assert "110101199001011237" not in page.content()
    question = page.get_by_role("heading", name="Two columns can be the club: is it the first?")
    expect(question).to_have_count(1)
    assert broken_in_both_schemes(page) == {}
    page.get_by_role("button", name="No, the second").click()
    page.get_by_role("button", name="Enter these names").click()
    expect(page.get_by_role("heading", name="Entered")).to_be_visible()
    assert entered(cast) == {"张三", "李四", "王五"}
    clubs = cast.event.entries.order_by("number").values_list("club", flat=True)
    assert [*clubs] == ["城北棋社", "市二中", "城南棋社"]
