"""Teams as people have them: pasted lines, CSV and XLSX, with everything that is wrong in them."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from tests import cast as people
from tests.cast import Cast
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.entries import pasted_lists
from tournaments.entries.pasted_values import ListTerms, PastedList
from tournaments.models import Entry, EntryMember, Event
from tournaments.organise import sizes_of

SIZES = range(4, 7)
FOUR = ["张三", "李四", "王五", "赵六"]


def read(text: str) -> PastedList:
    return pasted_lists.read(text, ListTerms(SIZES, {}))


@pytest.mark.parametrize(
    "line",
    [
        "华清队（清华）：张三, 李四, 王五, 赵六",
        "1. 华清队(清华): 张三、李四、王五、赵六",
        "华清队（清华）：张三 李四 王五 赵六",
        "华清队（清华）\t张三\t李四\t王五\t赵六",
    ],
)
def test_a_team_is_read_however_its_line_is_written(line: str) -> None:
    (team,) = read(line).entries
    assert (team.name, team.club, team.members) == ("华清队", "清华", tuple(FOUR))
    assert team.captain == "张三"


def test_an_edited_line_of_a_team_may_say_who_leads_and_who_plays() -> None:
    text = "蓝队：张三，李四，王五"
    mended = ["蓝队（上海）：领队：钱七；队员：张三、李四、王五、赵六"]
    (team,) = pasted_lists.read(text, ListTerms(SIZES, {}), mended).entries
    assert (team.name, team.club, team.captain) == ("蓝队", "上海", "钱七")
    assert team.members == tuple(FOUR)
    # What the preview made of it is read to the same again.
    (again,) = pasted_lists.read(text, ListTerms(SIZES, {}), [team.text]).entries
    assert (again.name, again.club, again.captain, again.members) == (
        *(team.name, team.club, team.captain, team.members),
    )


def test_a_captain_is_marked_among_the_players_or_apart_from_them() -> None:
    (playing,) = read("甲队：张三，李四（队长），王五，赵六").entries
    assert (playing.captain, playing.members) == ("李四", tuple(FOUR))
    (apart,) = read("甲队：张三，李四，王五，赵六，孙教练（领队）").entries
    assert (apart.captain, apart.members) == ("孙教练", tuple(FOUR))
    for team in (playing, apart):
        (again,) = read(team.text).entries
        assert (again.captain, again.members) == (team.captain, team.members)


def workbook(*rows: list[str]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.save(out)
    return out.getvalue()


@pytest.fixture
def cast(db: None) -> Cast:
    cast = people.assemble(players=0)
    Event.objects.filter(pk=cast.event.pk).update(form=Event.Form.TEAMS)
    cast.event.refresh_from_db()
    return cast


@pytest.fixture
def client(cast: Cast) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.alice)
    return client


def test_a_team_is_stored_with_its_club_its_players_and_its_captain(cast: Cast) -> None:
    assert sizes_of(cast.event.form) == SIZES
    (entry,) = organise.add_entries(
        cast.event, cast.director, [FOUR], names=["华清队"], clubs=["清华"], captains=["孙教练"]
    )
    assert (entry.name, entry.club) == ("华清队", "清华")
    roles = entry.members.order_by("number").values_list("person__name", "role")
    player = EntryMember.Role.PLAYER
    captain = ("孙教练", EntryMember.Role.CAPTAIN)
    assert list(roles) == [captain, *[(name, player) for name in FOUR]]
    organise.remove_entry(entry, cast.director)
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("members", "names", "codes"),
    [
        ([FOUR[:3]], ["甲队"], [Reason.ENTRY_SIZE]),
        ([FOUR], [], [Reason.TEAM_NAME_MISSING]),
        ([FOUR, ["甲", "乙", "丙", "丁"]], ["甲队", "甲队"], [Reason.ENTRY_NAME_TWICE]),
    ],
)
def test_a_team_without_a_name_of_its_own_or_of_another_size_is_refused(
    cast: Cast, members: list[list[str]], names: list[str], codes: list[str]
) -> None:
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, members, names=names)
    assert [problem.code for problem in refused.value.problems] == codes
    assert not Entry.objects.exists()


def test_a_team_keeps_a_name(cast: Cast) -> None:
    (entry,) = organise.add_entries(cast.event, cast.director, [FOUR], names=["甲队"])
    with pytest.raises(Refused):
        organise.rename_entry(entry, cast.director, " ")
    organise.rename_entry(entry, cast.director, "乙队")
    assert entry.name == "乙队"


@pytest.mark.full
def test_a_team_is_not_renamed_to_another_ones_name(cast: Cast) -> None:
    members = [FOUR, ["甲", "乙", "丙", "丁"]]
    first, _other = organise.add_entries(cast.event, cast.director, members, names=["甲队", "乙队"])
    with pytest.raises(Refused) as refused:
        organise.rename_entry(first, cast.director, "乙 队")
    assert [problem.code for problem in refused.value.problems] == [Reason.TEAM_NAME_TAKEN]
    organise.rename_entry(first, cast.director, "甲队")
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_team_is_entered_by_its_fields(cast: Cast, client: Client) -> None:
    address = reverse("desk_entry_add", args=[cast.event.uid])
    form = {"own_name": "华清队", "club": "清华", "name": "张三、李四（队长）、王五、赵六"}
    assert client.post(address, form).status_code == 302
    entry = cast.event.entries.get()
    assert (entry.name, entry.club) == ("华清队", "清华")
    assert entry.members.get(role=EntryMember.Role.CAPTAIN).person.name == "李四"
    again = client.post(address, {**form, "name": "甲、乙"})
    assert "A team has 4 to 6 players." in again.content.decode()
    again = client.post(address, {**form, "name": "甲、女、乙、男、丙"})
    assert "A team has 4 to 6 players." in again.content.decode()
    again = client.post(address, {**form, "name": "甲、乙、丙、%%"})
    assert "“%%” is not a name." in again.content.decode()
    again = client.post(address, {**form, "name": "甲、乙、丙、丁"})
    assert "华清队 is entered already." in again.content.decode()


@pytest.mark.full
@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("张三、李四、王五、赵\x07六", "The text has control characters"),
        ("张三、" * 133, "is too long: 399 characters, at most 397."),
    ],
)
def test_players_that_cannot_be_read_stay_in_their_field(
    cast: Cast, client: Client, players: str, said: str
) -> None:
    form = {"own_name": "华清队", "club": "清华", "name": players}
    answer: Any = client.post(reverse("desk_entry_add", args=[cast.event.uid]), form)
    assert answer.status_code == 200
    assert said in answer.content.decode()
    assert "清华" in answer.content.decode()
    assert not cast.event.entries.exists()


@pytest.mark.full
def test_teams_are_pasted_and_what_is_wrong_is_said_by_its_line(cast: Cast, client: Client) -> None:
    address = reverse("desk_entries", args=[cast.event.uid])
    page = client.get(address).content.decode()
    assert "Enter a team" in page
    address = reverse("desk_entries_paste", args=[cast.event.uid])
    wrong = client.post(address, {"names": "\n甲队：张三，李四"})
    assert "Line 2: a team has 4 to 6 players; here are 2." in wrong.content.decode()
    twice = client.post(address, {"names": "甲队：张三，李四，王五，张三"})
    assert "Line 1: 张三 is in the list twice." in twice.content.decode()
    text = "华清队（清华）：张三，李四，王五，赵六\n\n城北队：甲，乙，丙，丁，戊"
    shown: Any = client.post(address, {"names": text})
    sent = {"names": text, "seen": shown.context["seen"], "enter": "1"}
    assert client.post(address, sent).status_code == 302
    assert [entry.name for entry in cast.event.entries.order_by("number")] == ["华清队", "城北队"]


@pytest.mark.full
def test_teams_of_a_file_are_shown_mended_and_entered(cast: Cast, client: Client) -> None:
    address = reverse("desk_entries_file", args=[cast.event.uid])
    content = workbook(["队名", "队员1", "队员2", "队员3", "队员4"], ["华清队", *FOUR[:3], "张三"])
    sent = client.post(address, {"file": SimpleUploadedFile("teams.xlsx", content)})
    page = sent.content.decode()
    assert "张三 is in the list twice" in page
    kept: Any = sent
    mended = {"book": kept.context["book"], "line": ["", "华清队（清华）：张三，李四，王五，赵六"]}
    checked: Any = client.post(address, mended)
    entering = {**mended, "seen": checked.context["seen"], "enter": "1"}
    assert client.post(address, entering).status_code == 302
    assert cast.event.entries.get().club == "清华"


@pytest.mark.full
def test_the_desk_shows_a_team_with_its_players(cast: Cast, client: Client) -> None:
    organise.add_entries(cast.event, cast.director, [FOUR], names=["华清队"])
    listed = client.get(reverse("desk_entries", args=[cast.event.uid])).content.decode()
    assert "华清队" in listed
    assert "李四" in listed
    page = client.get(reverse("desk_entry", args=[cast.event.uid, 1])).content.decode()
    assert "Name of the team" in page
