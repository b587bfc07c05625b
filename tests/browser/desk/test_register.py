"""The register in a browser: found by sound, added, asked back, merged, told apart and blanked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest
from django.urls import reverse
from playwright.sync_api import FilePayload, Page, expect

from clubs.members import doubles, merging, register
from clubs.members.register import MemberData
from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast
from tests.interface.axe import broken_in_both_schemes
from tournaments import organise
from tournaments.models import Credential, Person
from tournaments.persons.same import members_of

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
FOURTEEN: Final = (
    *("张三", "李四", "王五", "赵六", "孙七", "周八", "吴九"),
    *("郑十", "冯一", "陈二", "褚三", "卫四", "蒋五", "沈六"),
)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble(players=0)


def at(cast: Cast, name: str, *rest: str) -> str:
    return reverse(name, args=[cast.club.uid, *rest])


def search(page: Page, typed: str) -> None:
    page.get_by_role("searchbox").fill(typed)
    page.get_by_role("button", name="Search").click()


@pytest.mark.full
def test_a_member_is_added_found_merged_parted_and_blanked(page: Page, cast: Cast) -> None:
    page.goto(at(cast, "desk_members"))
    expect(page.locator(".empty")).to_contain_text("Nobody is in the register yet.")
    page.get_by_role("link", name="Add a member").click()
    for name, home in (("单雄信", "瓦岗寨"), ("善雄心", "")):
        page.get_by_label("Name").fill(name)
        page.get_by_label("Home club").fill(home)
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_text(f"{name} is in the register.")).to_be_visible()
    page.goto(at(cast, "desk_members"))
    for typed in ("shanxiong", "sxx", "雄信", "SHAN X", "#1"):
        search(page, typed)
        expect(page.get_by_role("link", name="单雄信")).to_be_visible()
    search(page, "dan")
    expect(page.locator(".empty")).to_contain_text("No member matches")
    page.goto(at(cast, "desk_members"))
    page.get_by_role("link", name="单雄信").click()
    merges_and_parts(page, cast)
    page.get_by_role("link", name="Blank").click()
    expect(page.get_by_role("heading", name="What stays out of reach")).to_be_visible()
    page.get_by_role("button", name="Blank for good").click()
    expect(page.get_by_text("Name and contact are blanked.")).to_be_visible()
    expect(page.get_by_role("link", name="单雄信")).to_have_count(0)
    expect(page.get_by_role("link", name="善雄心")).to_be_visible()


def merges_and_parts(page: Page, cast: Cast) -> None:
    """On the page of one."""
    search(page, "shan")
    page.get_by_role("button", name="Merge 善雄心").click()
    expect(page.get_by_text("Are 单雄信 and 善雄心 one person?")).to_be_visible()
    assert members_of(cast.club).count() == 2
    page.get_by_role("button", name="One person: merge").click()
    expect(page.get_by_text("The two are one person now.")).to_be_visible()
    assert members_of(cast.club).count() == 1
    page.get_by_role("button", name="Separate 善雄心").click()
    expect(page.get_by_text("They are two persons again.")).to_be_visible()


@pytest.mark.nightly
def test_doubles_are_merged_a_link_is_drawn_and_a_list_taken_in(page: Page, cast: Cast) -> None:
    new = [MemberData("张三", home="城北"), MemberData("张三"), MemberData("李四")]
    register.add_members(cast.club, cast.director, new)
    page.goto(at(cast, "desk_member_doubles"))
    page.get_by_role("button", name="Not the same person 张三").click()
    expect(page.locator(".empty")).to_contain_text("No two members look like one person.")
    page.get_by_role("button", name="Take back").click()
    for box in page.get_by_role("checkbox", name="张三").all():
        expect(box).not_to_be_checked()
        box.check()
    page.get_by_role("button", name="Merge those ticked").click()
    expect(page.get_by_text("1 duplicate was merged.")).to_be_visible()
    assert members_of(cast.club).count() == 2
    draws_prints_and_revokes_a_link(page, cast, members_of(cast.club).get(name="李四"))
    mends_and_takes_in_a_list(page, cast)
    assert set(members_of(cast.club).values_list("name", flat=True)) == {
        *("张三", "李四"),
        *("欧阳兰", "𠮷野"),
    }


def draws_prints_and_revokes_a_link(page: Page, cast: Cast, person: Person) -> None:
    """From the page of a member."""
    page.goto(at(cast, "desk_member", person.uid))
    page.get_by_role("link", name="Link").click()
    page.get_by_role("button", name="Draw the link").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert broken_in_both_schemes(page) == {}
    with page.expect_download() as download:
        page.get_by_role("button", name="Draw it as a slip (PDF)").click()
    assert download.value.suggested_filename.endswith(".pdf")
    page.goto(at(cast, "desk_member_link", person.uid))
    page.get_by_role("button", name="Revoke the link").click()
    expect(page.get_by_text("The link is revoked")).to_be_visible()
    assert not Credential.objects.filter(person=person, revoked_at=None).exists()


def mends_and_takes_in_a_list(page: Page, cast: Cast) -> None:
    page.goto(at(cast, "desk_members_import"))
    content = "姓名,性别,出生年\n=1+1,女,1960\n欧阳兰,女,1960\n𠮷野,x,60\n".encode()
    page.get_by_label("File").set_input_files(
        FilePayload(name="会员.csv", mimeType="text/csv", buffer=content)
    )
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_text("1 line needs a correction.")).to_be_visible()
    # The row of headings, and what is no name.
    expect(page.get_by_text("2 rows were left out")).to_be_visible()
    assert broken_in_both_schemes(page) == {}
    text = page.locator("textarea")
    text.fill(text.input_value().replace("x\t60", "男\t1960"))
    page.get_by_role("button", name="Check again").click()
    page.get_by_role("button", name="Store in the register").click()
    expect(page.get_by_text("2 lines were stored in the register.")).to_be_visible()


def paste(page: Page, cast: Cast, names: Sequence[str]) -> None:
    """Paste a list on the page of names, and look at what was understood."""
    page.goto(reverse("desk_entries", args=[cast.event.uid]))
    page.locator("textarea").fill("\n".join(names))
    page.get_by_role("button", name="Show what was read").click()


def entered(cast: Cast) -> set[str]:
    return set(
        Person.objects.filter(entry_members__entry__event=cast.event).values_list("name", flat=True)
    )


@pytest.mark.nightly
def test_fourteen_names_are_pasted_with_two_presses(page: Page, cast: Cast) -> None:
    register.add_members(cast.club, cast.director, [MemberData("李四", home="城北")])
    paste(page, cast, FOURTEEN)
    expect(page.get_by_text("member #1")).to_be_visible()
    page.get_by_role("button", name="Enter these names").click()
    expect(page.get_by_role("heading", name="Entered")).to_be_visible()
    assert entered(cast) == set(FOURTEEN)
    assert cast.event.entries.filter(members__person__guest=False).count() == 1
    page.get_by_role("link", name="Guests: 13").click()
    page.get_by_label("张三").uncheck()
    page.get_by_role("button", name="Make them members").click()
    expect(page.get_by_text("12 guests are members now.")).to_be_visible()
    assert members_of(cast.club).count() == 13


@pytest.mark.nightly
def test_a_name_that_fits_several_is_asked_beside_the_others(page: Page, cast: Cast) -> None:
    new = [MemberData("张三", home="城北"), MemberData("张三", home="铁路"), MemberData("李四")]
    register.add_members(cast.club, cast.director, new)
    paste(page, cast, FOURTEEN)
    expect(page.get_by_text("to choose: 1")).to_be_visible()
    assert broken_in_both_schemes(page) == {}
    line = page.get_by_label("Line 3 as it is entered")
    line.fill("王武")
    page.get_by_label("Which 张三?").select_option(label="#2 · 铁路")
    page.get_by_role("button", name="Check again").click()
    expect(line).to_have_value("王武")
    page.get_by_role("button", name="Enter these names").click()
    expect(page.get_by_role("heading", name="Entered")).to_be_visible()
    numbers = Person.objects.filter(entry_members__entry__event=cast.event, guest=False)
    assert set(numbers.values_list("number", flat=True)) == {2, 3}
    assert entered(cast) == {*FOURTEEN, "王武"} - {"王五"}


@pytest.mark.nightly
def test_no_page_of_the_register_breaks_a_rule(page: Page, cast: Cast) -> None:
    new = [
        MemberData("张三", home="城北", phone="138", aliases=("老三",)),
        *map(MemberData, ["张三", "李四", "李四", "里斯", "𠮷野", "🐷", "Maximiliana " * 8]),
    ]
    persons = register.add_members(cast.club, cast.director, new)
    doubles.tell_apart(cast.club, cast.director, persons[2:4])
    merging.merge(cast.club, cast.director, persons[4], persons[5])
    organise.add_entries(cast.event, cast.director, [["张三 #1"], ["王五"], ["赵六"]])
    of = (cast.club.uid, persons[0].uid)
    event = cast.event.uid
    again = reverse("desk_entries_earlier", args=[event])
    addresses = [
        at(cast, "desk_members"),
        at(cast, "desk_members") + "?q=zhang",
        at(cast, "desk_members") + "?q=nobody",
        at(cast, "desk_member_add"),
        at(cast, "desk_member", persons[4].uid),
        reverse("desk_member", args=of) + "?with=li",
        at(cast, "desk_member_doubles"),
        at(cast, "desk_members_import"),
        reverse("desk_member_blank", args=of),
        reverse("desk_member_link", args=of),
        reverse("desk_member_links", args=[event]),
        reverse("desk_entries_guests", args=[event]),
        again,
    ]
    broken: dict[str, Any] = {}
    for address in addresses:
        page.goto(address)
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{address} is wider than the window"
        broken[address] = broken_in_both_schemes(page)
    assert {address: rules for address, rules in broken.items() if rules} == {}
