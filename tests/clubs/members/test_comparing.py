"""A list for the register beside the register: with whom a line is compared, and what is asked."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.members import files, grids, merging, register
from clubs.members.comparing import Answers, DoubtAnswer, MemberDoubt
from clubs.members.files import RegisterLine
from clubs.members.register import MemberData
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tests.clubs.members.test_matching import enter
from tournaments.persons.same import members_of

TEXTS = {
    MemberDoubt.RENAMED: "编号\t姓名\n1\t李四",
    MemberDoubt.RENUMBERED: "编号\t姓名\n1001\t张三",
    MemberDoubt.NAMESAKES: "编号\t姓名\n1001\t韩雪",
    MemberDoubt.CONTRADICTED: "姓名\t电话\n张三\t13900005678",
}


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    return client


@pytest.fixture(autouse=True)
def _members(cast: Cast) -> None:
    register.add_members(
        cast.club,
        cast.director,
        [
            MemberData("张三", 1, phone="13800001234"),
            MemberData("韩雪", 2),
            MemberData("韩雪", 3),
        ],
    )


def lines(cast: Cast, text: str, answers: Answers | None = None) -> list[RegisterLine]:
    return files.understood(cast.club, grids.read_text(text), answers or {})


def test_another_number_and_another_telephone_are_not_taken_for_one_person(cast: Cast) -> None:
    text = "编号\t姓名\t电话\n1001\t张三\t13900005678\n1002\t韩雪\t"
    contradicted, namesakes = files.understood(cast.club, grids.read_text(text))
    assert (contradicted.doubt, contradicted.is_open) == (MemberDoubt.CONTRADICTED, True)
    assert [person.number for person in namesakes.compared] == [2, 3]


@pytest.mark.parametrize("doubt", list(MemberDoubt))
def test_what_is_not_certain_is_asked_and_not_stored(cast: Cast, doubt: MemberDoubt) -> None:
    (line,) = lines(cast, TEXTS[doubt])
    assert (line.doubt, line.is_open, line.is_ready) == (doubt, True, False)
    assert files.imported([line]) == []
    (later,) = lines(cast, TEXTS[doubt], {doubt: DoubtAnswer.LATER})
    assert not later.is_ready


@pytest.mark.parametrize(
    ("doubt", "answer", "number", "is_new"),
    [
        (MemberDoubt.RENAMED, DoubtAnswer.SAME, 1, False),
        (MemberDoubt.RENAMED, DoubtAnswer.OTHER, None, True),
        (MemberDoubt.RENUMBERED, DoubtAnswer.SAME, 1001, False),
        (MemberDoubt.RENUMBERED, DoubtAnswer.OTHER, 1001, True),
        (MemberDoubt.NAMESAKES, DoubtAnswer.OTHER, 1001, True),
        (MemberDoubt.CONTRADICTED, DoubtAnswer.SAME, 1, False),
        (MemberDoubt.CONTRADICTED, DoubtAnswer.OTHER, None, True),
    ],
)
def test_an_answer_says_whom_the_line_changes(
    cast: Cast, doubt: MemberDoubt, answer: DoubtAnswer, number: int | None, is_new: bool
) -> None:
    (line,) = lines(cast, TEXTS[doubt], {doubt: answer})
    assert line.is_ready
    assert (line.data.number, line.person is None) == (number, is_new)
    before = members_of(cast.club).count()
    register.save_members(cast.club, cast.director, files.imported([line]))
    assert members_of(cast.club).count() == before + is_new


@pytest.mark.parametrize(
    "text",
    [
        "编号\t姓名\t电话\n1\t张 三\t13900005678",
        "姓名\t电话\n张三\t138-0000-1234",
        "姓名\t出生年\n张三\t1950",
        "编号\t姓名\n7\t新人",
        "编号\t姓名\n1\t",
    ],
)
def test_what_is_certain_is_not_asked(cast: Cast, text: str) -> None:
    (line,) = lines(cast, text)
    assert (line.doubt, line.is_ready) == (None, True)


def test_the_number_of_a_double_means_its_member(cast: Cast) -> None:
    kept, double = members_of(cast.club).get(number=1), member(cast, "张叁", number=16)
    merging.merge(cast.club, cast.director, kept, double)
    (line,) = lines(cast, "编号\t姓名\t备注\n16\t张叁\t晚到")
    assert (line.person, line.data.number, line.data.note) == (kept, 1, "晚到")
    register.save_members(cast.club, cast.director, files.imported([line]))
    assert register.data_of(kept).note == "晚到"


@pytest.mark.full
def test_one_bad_line_does_not_keep_the_others_back(cast: Cast, desk: Client) -> None:
    text = "编号\t姓名\t出生年\n\t王五\t1950\n\t赵六\t12\n1\t李四\t\n\t孙七\t"
    address = reverse("desk_members_import", args=[cast.club.uid])
    answer = desk.post(address, {"names": text, "store": "1"})
    assert answer.status_code == 200
    names = set(members_of(cast.club).values_list("name", flat=True))
    assert {"王五", "孙七"} <= names
    assert not {"赵六", "李四"} & names
    left = "编号\t姓名\t出生年\n\t赵六\t12\n1\t李四\t"
    assert answer.context["text"]["names"].value() == left
    assert (answer.context["wrong"], answer.context["asked"]) == (1, 1)


@pytest.mark.full
def test_what_a_file_is_asked_about_stays_in_the_box(cast: Cast, desk: Client) -> None:
    address = reverse("desk_members_import", args=[cast.club.uid])
    content = "姓名,单位\n王五,城北棋社\n王五,城南棋社\n李四,城南棋社\n李四,城东棋社\n".encode()
    shown = desk.post(address, {"file": SimpleUploadedFile("list.csv", content)})
    sent = {"names": shown.context["text"]["names"].value(), "book": shown.context["book"]}
    left = desk.post(address, sent | {"store": "1"})
    assert left.context["text"]["names"].value() == (
        "姓名\t所属俱乐部\n王五\t城南棋社\n李四\t城东棋社"
    )
    assert members_of(cast.club).filter(name="王五").count() == 1


@pytest.mark.full
def test_names_of_one_character_are_taken_from_a_register_without_a_question(
    cast: Cast, desk: Client
) -> None:
    address = reverse("desk_members_import", args=[cast.club.uid])
    for content in ("帅,男\n王五,女\n", "姓名\n将\n"):
        shown = desk.post(address, {"file": SimpleUploadedFile("list.csv", content.encode())})
        sent = {"names": shown.context["text"]["names"].value(), "book": shown.context["book"]}
        assert desk.post(address, sent | {"store": "1"}).status_code == 302
    assert set(members_of(cast.club).values_list("name", flat=True)) >= {"帅", "王五", "将"}


@pytest.mark.full
def test_another_person_of_a_name_needs_no_number(cast: Cast, desk: Client) -> None:
    address = reverse("desk_members_import", args=[cast.club.uid])
    content = "姓名,单位\n王五,城北棋社\n王五,城南棋社\n李四,城南棋社\n李四,城东棋社\n".encode()
    shown = desk.post(address, {"file": SimpleUploadedFile("list.csv", content)})
    kept = {"book": shown.context["book"], "say": "read_same_name:yes"}
    said = desk.post(address, kept | {"names": ""})
    answer = desk.post(address, {"names": said.context["text"]["names"].value(), "store": "1"})
    assert answer.status_code == 302
    homes = members_of(cast.club).filter(name__in=["王五", "李四"]).values_list("name", "home")
    assert sorted(homes) == sorted(
        [("王五", "城北棋社"), ("王五", "城南棋社"), ("李四", "城南棋社"), ("李四", "城东棋社")]
    )


@pytest.mark.full
def test_a_name_that_is_refused_keeps_no_other_back(cast: Cast, desk: Client) -> None:
    enter(cast, "张三", "外来者")
    text = "编号\t姓名\n1\t外来者\n\t孙七"
    address = reverse("desk_members_import", args=[cast.club.uid])
    # A guest of this name takes part beside the member, and nothing would tell them apart.
    sent = {"names": text, "store": "1", MemberDoubt.RENAMED: DoubtAnswer.SAME}
    answer = desk.post(address, sent)
    assert members_of(cast.club).filter(name="孙七").exists()
    assert answer.context["text"]["names"].value() == "编号\t姓名\n1\t外来者"


def test_the_preview_shows_with_whom_a_line_is_compared(cast: Cast, desk: Client) -> None:
    enter(cast, "张三")
    address = reverse("desk_members_import", args=[cast.club.uid])
    page = desk.post(address, {"names": "编号\t姓名\t电话\n1\t张三\t13900005678\n\t王五\t"})
    first, second = page.context["lines"]
    (beside,) = first.beside
    assert (beside.number, beside.phone_end) == (1, "1234")
    assert beside.last_event
    assert first.changes == ("电话：13800001234 → 13900005678",)
    assert second.beside == ()
    assert "尾号1234" in page.content.decode()
