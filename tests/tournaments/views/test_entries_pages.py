"""The names at the desk: by hand, as a list, from a file, and who is present; no script."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import Workbook

from tests import cast as people
from tests.cast import Cast
from tournaments import organise, results
from tournaments.checks.verification import verify
from tournaments.entries.entry_lists import MOST_BYTES
from tournaments.entries.roster import roster
from tournaments.models import Entry, EntryMember, Event
from tournaments.organise import EventPlan
from tournaments.results import event_record

pytestmark = pytest.mark.full

Answer = Any


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    """A browser in which Alice has signed in, in English."""
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def pairs(cast: Cast) -> Event:
    """An event for pairs without entries."""
    plan = EventPlan("双人赛", "gongzhu", {"preset": "huapai-pairs"}, 2, Event.Form.PAIRS)
    return organise.create_event(cast.tournament, cast.director, plan)


def words(response: Answer) -> str:
    return " ".join(response.content.decode().split())


def told(response: Answer) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def entered(event: Event) -> list[str]:
    return [
        competitor.name for competitor in event_record.competitors(results.read(event)).values()
    ]


def post(desk: Client, page: str, args: list[Any], **sent: Any) -> Answer:
    return desk.post(reverse(page, args=args), sent, follow=True)


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


def test_one_player_is_entered_by_name(desk: Client, cast: Cast) -> None:
    answer = post(desk, "desk_entry_add", [cast.event.uid], name=" 壬 ")
    assert told(answer) == ["Names entered: 1."]
    assert entered(cast.event)[-1] == "壬"


def test_a_house_player_is_entered_and_said_to_be_one(desk: Client, cast: Cast) -> None:
    answer = post(desk, "desk_entry_add", [cast.event.uid], name="值班", house="on")
    assert cast.event.entries.get(number=9).kind == Entry.Kind.HOUSE
    assert "house player" in words(answer)
    assert "Everybody has a seat: 8." in words(answer)  # no table needs the ninth


def test_a_name_that_stands_already_is_refused_beside_its_field(desk: Client, cast: Cast) -> None:
    answer = post(desk, "desk_entry_add", [cast.event.uid], name="甲")
    form = answer.context["one"]
    (said,) = form.errors["name"]
    assert said.startswith("甲 is entered already. Write the number of another member of the name")
    assert form["name"].value() == "甲"
    assert words(answer).count("甲 is entered already") == 2


def test_a_pair_is_entered_by_two_names(desk: Client, pairs: Event) -> None:
    post(desk, "desk_entry_add", [pairs.uid], name="甲", partner="乙", own_name="东风")
    assert entered(pairs) == ["东风"]
    answer = post(desk, "desk_entry_add", [pairs.uid], name="丙", partner="乙", own_name="x")
    assert list(answer.context["one"].errors) == ["partner"]
    same = post(desk, "desk_entry_add", [pairs.uid], name="丙", partner="丙")
    assert list(same.context["one"].errors) == ["partner"]


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


def test_a_pasted_list_of_pairs_is_shown_and_then_entered(desk: Client, pairs: Event) -> None:
    shown = paste(desk, pairs, "甲/乙\n\n丙、丁、东风\n戊\t己")
    assert entered(pairs) == []
    assert [line.number for line in shown.context["pasted"].lines] == [1, 3, 4]
    assert told(enter(desk, pairs, shown)) == ["Names entered: 3."]
    assert entered(pairs) == ["甲 · 乙", "东风", "戊 · 己"]


CHAIN = """#接龙
周五晚拱猪，7点，老地方
例 张三 带朋友

1. 赵敏
2. 钱进（晚到10分钟）✓
3. 赵敏
4. 甲
5. 孙立  城北棋社"""


def test_a_list_from_a_chat_is_shown_line_by_line_and_entered_at_once(
    desk: Client, cast: Cast
) -> None:
    shown = paste(desk, cast.event, CHAIN)
    page = words(shown)
    assert "To enter: 3 · left out: 5" in page
    for said in ("an example", "the same as line 5", "entered already, no. 1", "晚到10分钟"):
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


def test_what_was_mended_is_shown_before_it_is_entered(desk: Client, cast: Cast) -> None:
    shown = paste(desk, cast.event, "1. 赵敏\n2. 赵敏\n3. 钱进")
    lines = ["赵敏", "赵敏二", ""]
    changed = enter(desk, cast.event, shown, lines)
    assert "The lines were changed and read again." in words(changed)
    assert cast.event.entries.count() == 8
    enter(desk, cast.event, changed)
    assert entered(cast.event)[8:] == ["赵敏", "赵敏二"]


def test_a_line_that_is_no_pair_is_named_and_nothing_is_lost(desk: Client, pairs: Event) -> None:
    text = "甲/乙\n\n丙\n丁/甲"
    answer = paste(desk, pairs, text)
    assert answer.context["wrong"] == [
        "Line 3: 丙 has no partner.",
        "Line 4: 甲 stands in the list twice.",
    ]
    assert 'name="enter"' not in words(answer)
    assert answer.context["form"]["names"].value() == text
    assert enter(desk, pairs, answer).status_code == 200
    assert entered(pairs) == []
    mended = paste(desk, pairs, text, ["甲/乙", "丙/戊", "丁/己"])
    enter(desk, pairs, mended)
    assert entered(pairs) == ["甲 · 乙", "丙 · 戊", "丁 · 己"]


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


def test_a_thousand_names_are_pasted_at_once(desk: Client, cast: Cast) -> None:
    shown = paste(desk, cast.event, "\n".join(f"{n}. 赛员{n}号" for n in range(1, 993)))
    assert told(enter(desk, cast.event, shown)) == ["Names entered: 992."]


def test_a_removed_name_comes_back_by_one_press(desk: Client, cast: Cast) -> None:
    listed = words(post(desk, "desk_entry_remove", [cast.event.uid, 3]))
    assert "Removed: 丙" in listed
    assert entered(cast.event)[2:4] == ["丁", "戊"]
    back = post(desk, "desk_entry_restore", [cast.event.uid])
    assert told(back) == ["丙 is entered again."]
    assert "Removed: 丙" not in words(back)
    assert entered(cast.event)[2:4] == ["丙", "丁"]
    assert told(post(desk, "desk_entry_restore", [cast.event.uid])) == []


def test_a_second_press_on_a_page_from_before_removes_nobody_else(desk: Client, cast: Cast) -> None:
    uid = cast.event.entries.get(number=3).uid
    post(desk, "desk_entry_remove", [cast.event.uid, 3], entry=uid)
    again = post(desk, "desk_entry_remove", [cast.event.uid, 3], entry=uid)
    assert told(again) == ["The numbers have moved meanwhile. Nobody was removed."]
    assert len(entered(cast.event)) == 7


def test_who_walks_in_while_people_check_in_is_present(desk: Client, cast: Cast) -> None:
    post(desk, "desk_check_in", [cast.event.uid], present="1")
    page = post(desk, "desk_check_in", [cast.event.uid], walk_in="1", name="壬")
    assert "Present: 2 of 9" in words(page)
    assert told(page) == ["Names entered: 1."]
    again = post(desk, "desk_check_in", [cast.event.uid], walk_in="1", name="壬")
    assert again.context["walk_in"].errors["name"]
    assert again.context["walk_in"]["name"].value() == "壬"
    listed = desk.get(reverse("desk_entries", args=[cast.event.uid]))
    assert 'name="present"' in words(listed)
    post(desk, "desk_entry_add", [cast.event.uid], name="癸", present="on")
    assert cast.event.entries.get(number=10).state == Entry.State.CHECKED_IN


def test_a_file_is_shown_first_and_entered_when_it_is_confirmed(desk: Client, pairs: Event) -> None:
    content = workbook(("选手一", "选手二", "队名"), ("甲", "乙", None), ("丙", "丁", "东风"))
    shown = upload(desk, pairs, content, "报名.xlsx")
    assert "2 entries were read. Nothing is entered yet." in words(shown)
    assert entered(pairs) == []
    text = shown.context["text"]["names"].value()
    answer = post(desk, "desk_entries_file", [pairs.uid], names=text, enter="1")
    assert told(answer) == ["Names entered: 2."]
    assert entered(pairs) == ["甲 · 乙", "东风"]


def test_every_bad_cell_of_a_file_is_named_and_can_be_mended_on_the_page(
    desk: Client, pairs: Event
) -> None:
    shown = upload(desk, pairs, "姓名1,姓名2\n甲,\n乙,甲\n丙,123\n".encode("gb18030"))
    assert shown.context["wrong"] == [
        "Row 2, column B: a name is missing.",
        "Row 3, column B: 甲 stands in the list twice. Add something that tells the two apart.",
        "Row 4, column B: “123” is not a name.",
    ]
    assert 'name="enter"' not in words(shown)
    assert words(shown).count('class="cell-wrong"') == 3
    text = shown.context["text"]["names"].value()
    assert text == "甲\n乙\t甲\n丙\t123"
    again = post(desk, "desk_entries_file", [pairs.uid], names=text, enter="1")
    assert again.context["text"]["names"].value() == text
    assert entered(pairs) == []
    mended = "甲\t丁\n乙\t甲二\n丙\t戊"
    checked = post(desk, "desk_entries_file", [pairs.uid], names=mended, check="1")
    assert 'name="enter"' in words(checked)
    assert entered(pairs) == []
    post(desk, "desk_entries_file", [pairs.uid], names=mended, enter="1")
    assert entered(pairs) == ["甲 · 丁", "乙 · 甲二", "丙 · 戊"]


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


def test_a_page_without_a_file_says_that_one_is_missing(desk: Client, cast: Cast) -> None:
    answer = desk.post(reverse("desk_entries_file", args=[cast.event.uid]), {})
    assert list(answer.context["form"].errors) == ["file"]
    empty = upload(desk, cast.event, b"")
    assert list(empty.context["form"].errors) == ["file"]


def test_a_late_entry_is_told_from_when_it_plays(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    page = words(desk.get(reverse("desk_entries", args=[cast.event.uid])))
    assert "takes part from the next round on" in page
    answer = post(desk, "desk_entry_add", [cast.event.uid], name="壬")
    assert told(answer) == ["Names entered: 1. They take part from round 2 on."]
    assert "from round 2" in words(answer)


def test_one_tap_notes_who_is_here_and_another_takes_it_back(desk: Client, cast: Cast) -> None:
    address = reverse("desk_check_in", args=[cast.event.uid])
    assert "Present: 0 of 8 · missing: 8" in words(desk.get(address))
    answer = desk.post(address, {"present": "3"})
    assert answer["Location"] == f"{address}#entry-3"
    page = words(desk.get(address))
    assert "Present: 1 of 8 · missing: 7" in page
    assert 'name="absent" value="3" aria-pressed="true"' in page
    desk.post(address, {"absent": "3"})
    assert "Present: 0 of 8" in words(desk.get(address))


def test_all_are_present_by_one_press(desk: Client, cast: Cast) -> None:
    organise.withdraw_entry(cast.event.entries.get(number=2), cast.director)
    page = post(desk, "desk_check_in", [cast.event.uid], all="present")
    assert "Present: 7 of 7" in words(page)
    page = post(desk, "desk_check_in", [cast.event.uid], all="absent")
    assert "Present: 0 of 7" in words(page)


@pytest.mark.parametrize("sent", [{"present": "99"}, {"present": "x"}, {"all": "x"}, {}])
def test_a_press_that_names_nobody_changes_nothing(
    desk: Client, cast: Cast, sent: dict[str, str]
) -> None:
    page = post(desk, "desk_check_in", [cast.event.uid], **sent)
    assert page.status_code == 200
    assert not any(entrant.is_present for entrant in roster(cast.event))


def test_a_name_is_mended_on_the_page_of_its_entry(desk: Client, cast: Cast) -> None:
    post(desk, "desk_member_rename", [cast.event.uid, 1, 1], name="甲甲")
    assert entered(cast.event)[0] == "甲甲"
    answer = post(desk, "desk_member_rename", [cast.event.uid, 1, 1], name="乙")
    assert "乙 is entered already" in words(answer)
    assert 'value="乙"' in words(answer)


def test_a_pair_is_named_on_its_page(desk: Client, cast: Cast, pairs: Event) -> None:
    organise.add_entries(pairs, cast.director, [["甲", "乙"]])
    answer = post(desk, "desk_entry_rename", [pairs.uid, 1], name="东风")
    assert "东风" in words(answer)
    assert entered(pairs) == ["东风"]
    assert "Name the pair" not in words(desk.get(reverse("desk_entry", args=[cast.event.uid, 1])))


def test_a_remark_stays_with_the_desk(desk: Client, cast: Cast, client: Client) -> None:
    shown = post(desk, "desk_entry_remark", [cast.event.uid, 1], remark=" 晚到 半小时 ")
    assert "Remark: 晚到 半小时" in words(shown)
    for name in ("desk_entries", "desk_check_in"):
        assert "晚到 半小时" in words(desk.get(reverse(name, args=[cast.event.uid])))
    for name in ("event", "hall_standings"):
        assert "晚到" not in words(desk.get(reverse(name, args=[cast.event.uid])))
    assert "晚到" not in str(list(cast.tournament.log.values()))
    assert list(verify(cast.tournament)) == []
    # It goes with a removal and comes back with it; left empty, it is gone.
    removed = organise.remove_entry(cast.event.entries.get(number=1), cast.director)
    assert organise.restore_entry(cast.event, cast.director, removed).remark == "晚到 半小时"
    post(desk, "desk_entry_remark", [cast.event.uid, 1], remark="")
    assert cast.event.entries.get(number=1).remark == ""
    long = post(desk, "desk_entry_remark", [cast.event.uid, 1], remark="长" * 61)
    assert list(long.context["remark"].errors) == ["remark"]
    assert cast.event.entries.get(number=1).remark == ""


def test_a_stand_in_is_named_with_whose_points_count_and_ends(desk: Client, cast: Cast) -> None:
    sent = {"member": "1", "name": "替补", "from_round": "2", "to_round": "3"}
    answer = post(desk, "desk_stand_in", [cast.event.uid, 1], **sent)
    assert "替补 plays for 甲 in rounds 2 to 3. The points do not count for the entry." in words(
        answer
    )
    member = EntryMember.objects.get(role="substitute")
    ended = post(desk, "desk_stand_in_end", [member.uid])
    assert told(ended) == ["The stand-in has ended."]
    assert not EntryMember.objects.filter(role="substitute").exists()
    counted = post(desk, "desk_stand_in", [cast.event.uid, 1], **sent, points_count="on")
    assert "The points count for the entry." in words(counted)


def test_a_stand_in_that_is_refused_loses_nothing(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    sent = {"member": "1", "name": "乙", "from_round": "1", "to_round": ""}
    form = post(desk, "desk_stand_in", [cast.event.uid, 1], **sent).context["substitute"]
    assert sorted(form.errors) == ["from_round", "name"]
    assert {name: form[name].value() for name in sent} == sent


def test_an_entry_that_has_played_is_withdrawn_and_comes_back(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    page = words(desk.get(reverse("desk_entry", args=[cast.event.uid, 1])))
    assert reverse("desk_entry_withdraw", args=[cast.event.uid, 1]) in page
    assert reverse("desk_entry_remove", args=[cast.event.uid, 1]) not in page
    gone = post(desk, "desk_entry_withdraw", [cast.event.uid, 1])
    assert told(gone) == ["Entry no. 1 is withdrawn."]
    assert "withdrawn after round 1" in words(gone)
    back = post(desk, "desk_entry_readmit", [cast.event.uid, 1])
    assert told(back) == ["Entry no. 1 takes part again."]


def test_an_entry_that_was_never_drawn_is_removed_from_its_page(desk: Client, cast: Cast) -> None:
    page = words(desk.get(reverse("desk_entry", args=[cast.event.uid, 8])))
    assert reverse("desk_entry_remove", args=[cast.event.uid, 8]) in page
    post(desk, "desk_entry_remove", [cast.event.uid, 8])
    assert cast.event.entries.count() == 7


@pytest.mark.parametrize(
    "name",
    [
        "desk_entry_withdraw",
        "desk_entry_readmit",
        "desk_entry_rename",
        "desk_entry_remark",
        "desk_stand_in",
    ],
)
def test_a_link_changes_nothing(desk: Client, cast: Cast, name: str) -> None:
    before = cast.tournament.log.count()
    assert desk.get(reverse(name, args=[cast.event.uid, 1])).status_code == 405
    assert cast.tournament.log.count() == before


def test_an_entry_of_no_such_number_is_not_found(desk: Client, cast: Cast) -> None:
    for name, args in (("desk_entry", [99]), ("desk_member_rename", [1, 9])):
        address = reverse(name, args=[cast.event.uid, *args])
        answer = desk.get(address) if name == "desk_entry" else desk.post(address, {"name": "x"})
        assert answer.status_code == 404


def test_a_referee_reads_the_names_and_gets_no_buttons(client: Client, cast: Cast) -> None:
    client.force_login(cast.bob)
    for name, args in (("desk_entries", []), ("desk_check_in", []), ("desk_entry", [1])):
        page = words(client.get(reverse(name, args=[cast.event.uid, *args])))
        assert "甲" in page
        main = page.split('id="content"')[1]
        assert "<form" not in main or "disabled" in main


def test_the_pages_of_names_take_no_more_queries_for_more_names(client: Client, db: None) -> None:
    cast = people.assemble(players=4)
    client.force_login(cast.alice)

    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            for name in ("desk_entries", "desk_check_in"):
                assert client.get(reverse(name, args=[cast.event.uid])).status_code == 200
        return len(captured)

    few = asked()
    organise.add_entries(cast.event, cast.director, [[f"n{n}"] for n in range(200)])
    organise.stand_in(cast.event.entries.get(number=9), cast.director, "替补", 1)
    assert asked() == few


def test_checking_in_leads_on_to_the_draw(desk: Client, cast: Cast) -> None:
    address = reverse("desk_check_in", args=[cast.event.uid])
    assert f'action="{reverse("desk_draw", args=[cast.event.uid])}"' in words(desk.get(address))
    desk.force_login(cast.bob)
    assert reverse("desk_draw", args=[cast.event.uid]) not in words(desk.get(address))
