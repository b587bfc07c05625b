"""What nobody means well with: odd names, odd files, odd addresses; and what they come back as."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.members import register
from clubs.members.register import MemberData
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tournaments.models import Person
from tournaments.persons.same import members_of

NAMES: Final = (
    "=cmd|' /C calc'!A0",
    "+1",
    "-2+3",
    "@SUM(A1)",
    "＝1+1",
    "'t Hooft",
    "𠮷野𣘺",
    "🐷小猪👨‍👩‍👧",
    "O’Brien–Ó Súilleabháin",
    "Maximiliana Konstantinopolskaya-Featherstonehaugh von und zu Hohenzollern-Sigmaringen",
    "<script>alert(1)</script>",
    "张三|李四",
    "100%",
    "a_b",
)
NUL: Final = "\0"


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    return client


def at(cast: Cast, name: str, *rest: str) -> str:
    return reverse(name, args=[cast.club.uid, *rest])


def stored(cast: Cast) -> list[str]:
    return list(members_of(cast.club).order_by("number").values_list("name", flat=True))


def with_odd_names(cast: Cast) -> list[str]:
    new = [MemberData(name, home="=1+1", note="@x") for name in NAMES]
    register.add_members(cast.club, cast.director, new)
    return stored(cast)


@pytest.mark.full
@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
def test_no_cell_of_an_export_is_a_formula_and_all_come_back_as_they_were(
    cast: Cast, desk: Client, suffix: str
) -> None:
    names = with_odd_names(cast)
    content = desk.get(at(cast, f"desk_members_{suffix}")).content
    if suffix == "csv":
        cells = [
            cell for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))) for cell in row
        ]
        assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))] == []
    else:
        sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {
            "s",
            "n",
            "inlineStr",
        }
    read = desk.post(at(cast, "desk_members_import"), {"file": SimpleUploadedFile("a", content)})
    assert (read.context["same"], read.context["wrong"]) == (len(names), 0)
    text = read.context["text"]["names"].value()
    again = desk.post(at(cast, "desk_members_import"), {"names": text, "store": "1"})
    assert again.status_code == 302
    assert stored(cast) == names


@pytest.mark.full
@pytest.mark.databases
def test_odd_names_are_shown_as_text_and_found(cast: Cast, desk: Client) -> None:
    with_odd_names(cast)
    page = desk.get(at(cast, "desk_members")).content.decode()
    assert "<script>alert" not in page
    for typed, name in (
        ("𠮷野", "𠮷野𣘺"),
        ("小猪", "🐷小猪👨👩👧"),
        ("maximiliana konst", NAMES[9]),
        ("obrien", "O’Brien–Ó Súilleabháin"),
        ("张三李四", "张三|李四"),
    ):
        rows = desk.get(at(cast, "desk_members"), {"q": typed}).context["rows"]
        assert [person.name for person, *_ in rows] == [name], typed
    for nothing in (
        "%",
        "_",
        "|",
        "\\",
        "'",
        '"',
        "%%%",
        NUL,
        f"张{NUL}",
        "#",
        "#٣",
        "＃",
        "0" * 60,
    ):
        assert desk.get(at(cast, "desk_members"), {"q": nothing}).status_code == 200


@pytest.mark.full
def test_no_address_of_the_register_breaks_on_what_no_page_sends(cast: Cast, desk: Client) -> None:
    person = member(cast, "张三", number=1)
    member(cast, "张三", number=2)
    event = [cast.event.uid]
    asked: list[tuple[str, dict[str, str]]] = [
        (at(cast, "desk_members"), {"q": NUL, "page": "x"}),
        (at(cast, "desk_members"), {"page": "9" * 50}),
        (at(cast, "desk_member", person.uid), {"with": NUL, "page": NUL}),
        (at(cast, "desk_member_doubles"), {"page": "-1", "apart": NUL}),
        (reverse("desk_entries_earlier", args=event), {"of": NUL}),
    ]
    for address, query in asked:
        assert desk.get(address, query).status_code in (200, 404), (address, query)
    sent: list[tuple[str, dict[str, Any]]] = [
        (at(cast, "desk_member_doubles"), {"group-1": [NUL, NUL]}),
        (at(cast, "desk_member_doubles"), {"apart": NUL, "group-1": [NUL]}),
        (at(cast, "desk_member_doubles"), {"apart": "1", "group-1": [NUL, "x" * 5000]}),
        (at(cast, "desk_member_doubles"), {"back": NUL}),
        (at(cast, "desk_member_merge", person.uid), {"other": NUL}),
        (at(cast, "desk_member_add"), {"name": f"x{NUL}", "aliases": NUL, "number": "9" * 30}),
        (at(cast, "desk_member", person.uid), {"name": NUL, "birth_year": "9" * 30, "email": NUL}),
        (at(cast, "desk_members_import"), {"names": f"x{NUL}\ty", "store": "1"}),
        (at(cast, "desk_members_import"), {"names": "编号\t姓名\n00000000019999999999\tx"}),
        (at(cast, "desk_members_import"), {"names": "编号\t姓名\n²\tx", "store": "1"}),
        (reverse("desk_entries_guests", args=event), {"person": [NUL]}),
        (reverse("desk_entries_earlier", args=event), {"entry": [NUL]}),
        (reverse("desk_entries_paste", args=event), {"names": "x", "pick": [NUL, "0:x:y", "9:1:"]}),
        (reverse("desk_entry_add", args=event), {"name_1": "张三 #999999999999"}),
        (reverse("desk_member_links", args=event), {"persons": [NUL], "seen": NUL}),
        (at(cast, "desk_member_link", person.uid), {"what": NUL, "seen": NUL}),
    ]
    for address, data in sent:
        assert desk.post(address, data).status_code in (200, 302), (address, data)
    assert members_of(cast.club).count() == 2


@pytest.mark.full
@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("编号\t姓名\n00019999999999\t张三", "not a member number"),
        ("编号\t姓名\n²\t张三", "not a member number"),
        ("姓名\t出生年\n张三\t2999", "not a year of birth"),
        ("姓名\t电话\n张三\t" + "12345 / " * 6 + "12345", "too long"),
        ("姓名\t电子邮箱\n张三\t" + "a" * 250 + "@example.cn", "not an e-mail address"),
        (
            "姓名\t别名\n张三\t" + "、".join(f"别名{n}" for n in range(21)),
            "More than 20 other names",
        ),
        ("姓名\n" + "长" * 121, "too long"),
    ],
)
def test_each_line_that_cannot_be_stored_says_why_before(
    cast: Cast, desk: Client, line: str, word: str
) -> None:
    headers = {"accept-language": "en"}
    read = desk.post(
        at(cast, "desk_members_import"), {"names": line, "store": "1"}, headers=headers
    )
    assert read.status_code == 200
    assert [row for row in read.context["lines"] if word in row.words], read.context["lines"]
    assert read.context["text"]["names"].value() == line, "nothing typed is lost"
    assert not Person.objects.filter(club=cast.club, name__startswith="张三").exists()


@pytest.mark.full
def test_a_file_that_is_too_large_or_no_table_is_refused_with_words(
    cast: Cast, desk: Client
) -> None:
    rows = "姓名\n" + "".join(f"会员{number}\n" for number in range(5002))
    for content in (
        b"x" * 2_000_001,
        rows.encode(),
        b"PK\x03\x04" + b"\0" * 100,
        b"\xd0\xcf\x11\xe0",
    ):
        sent = {"file": SimpleUploadedFile("a.xlsx", content)}
        read = desk.post(at(cast, "desk_members_import"), sent)
        assert read.status_code == 200
        assert read.context["form"].errors
    assert not members_of(cast.club).exists()
