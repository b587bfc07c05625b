"""The names at the desk: by hand, as a list, from a file, and who is present; no script."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast
from tournaments import organise, results
from tournaments.checks.verification import verify
from tournaments.entries.roster import roster
from tournaments.models import Entry, EntryMember, Event
from tournaments.organise import EventPlan
from tournaments.results import event_record

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
    plan = EventPlan("双人赛", "gongzhu", {"preset": "huapai-pairs"}, 2, form=Event.Form.PAIRS)
    return organise.create_event(cast.tournament, cast.director, plan)


def words(response: Answer) -> str:
    return " ".join(response.content.decode().split())


def told(response: Answer) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def entered(event: Event) -> list[str]:
    return [
        competitor.name for competitor in event_record.competitors(results.read(event)).values()
    ]


def uid_of(event: Event | str, number: int) -> str:
    """The uid of the entry that has a number now, as a page carries it; "" without one."""
    uid = event if isinstance(event, str) else event.uid
    row = Entry.objects.filter(event__uid=uid, number=number).first()
    return row.uid if row else ""


def post(desk: Client, page: str, args: list[Any], **sent: Any) -> Answer:
    """Press a button; a form to a number carries the uid of the entry that has it now."""
    if len(args) > 1:
        sent = {"entry": uid_of(*args[:2]), **sent}
    return desk.post(reverse(page, args=args), sent, follow=True)


@pytest.mark.full
def test_an_empty_list_says_so_beside_the_ways_to_fill_it(desk: Client, pairs: Event) -> None:
    page = words(desk.get(reverse("desk_entries", args=[pairs.uid])))
    assert "Nobody is entered yet." in page
    assert "Paste a list" in page


@pytest.mark.full
def test_one_player_is_entered_by_name(desk: Client, cast: Cast) -> None:
    answer = post(desk, "desk_entry_add", [cast.event.uid], name=" 壬 ")
    assert told(answer) == ["Names entered: 1."]
    assert entered(cast.event)[-1] == "壬"


@pytest.mark.full
def test_a_house_player_is_entered_and_said_to_be_one(desk: Client, cast: Cast) -> None:
    answer = post(desk, "desk_entry_add", [cast.event.uid], name="值班", house="on")
    assert cast.event.entries.get(number=9).kind == Entry.Kind.HOUSE
    assert "house player" in words(answer)
    assert "Everybody has a seat: 8." in words(answer)  # no table needs the ninth


@pytest.mark.full
def test_a_name_that_stands_already_is_refused_beside_its_field(desk: Client, cast: Cast) -> None:
    answer = post(desk, "desk_entry_add", [cast.event.uid], name="甲")
    form = answer.context["one"]
    (said,) = form.errors["name"]
    assert said.startswith("甲 is entered already. Write the number of another member of the name")
    assert form["name"].value() == "甲"
    assert words(answer).count("甲 is entered already") == 2


@pytest.mark.full
def test_a_pair_is_entered_by_two_names(desk: Client, pairs: Event) -> None:
    post(desk, "desk_entry_add", [pairs.uid], name="甲", partner="乙", own_name="东风")
    assert entered(pairs) == ["东风"]
    answer = post(desk, "desk_entry_add", [pairs.uid], name="丙", partner="乙", own_name="x")
    assert list(answer.context["one"].errors) == ["partner"]
    same = post(desk, "desk_entry_add", [pairs.uid], name="丙", partner="丙")
    assert list(same.context["one"].errors) == ["partner"]


@pytest.mark.full
def test_a_removed_name_comes_back_by_one_press(desk: Client, cast: Cast) -> None:
    listed = words(post(desk, "desk_entry_remove", [cast.event.uid, 3]))
    assert "Removed: 丙" in listed
    assert entered(cast.event)[2:4] == ["丁", "戊"]
    back = post(desk, "desk_entry_restore", [cast.event.uid])
    assert told(back) == ["丙 is entered again."]
    assert "Removed: 丙" not in words(back)
    assert entered(cast.event)[2:4] == ["丙", "丁"]
    (again,) = told(post(desk, "desk_entry_restore", [cast.event.uid]))
    assert again.startswith("Nothing is left to undo here.")


@pytest.mark.full
def test_a_removed_name_comes_back_though_another_was_entered(desk: Client, cast: Cast) -> None:
    post(desk, "desk_entry_remove", [cast.event.uid, 3])
    listed = words(post(desk, "desk_entry_add", [cast.event.uid], name="壬"))
    assert "Removed: 丙" not in listed
    # The page in another tab still has its button.
    back = post(desk, "desk_entry_restore", [cast.event.uid])
    assert told(back) == ["丙 is entered again."]
    assert entered(cast.event)[2] == "丙"
    assert entered(cast.event)[-1] == "壬"


@pytest.mark.full
def test_a_second_press_on_a_page_from_before_removes_nobody_else(desk: Client, cast: Cast) -> None:
    uid = cast.event.entries.get(number=3).uid
    post(desk, "desk_entry_remove", [cast.event.uid, 3], entry=uid)
    again = post(desk, "desk_entry_remove", [cast.event.uid, 3], entry=uid)
    assert told(again) == ["The list has changed: no. 3 is now 丁. Nothing was stored."]
    assert len(entered(cast.event)) == 7


@pytest.mark.full
def test_who_walks_in_while_people_check_in_is_present(desk: Client, cast: Cast) -> None:
    post(desk, "desk_check_in", [cast.event.uid], present=uid_of(cast.event, 1))
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


@pytest.mark.full
def test_a_late_entry_is_told_from_when_it_plays(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    page = words(desk.get(reverse("desk_entries", args=[cast.event.uid])))
    assert "New entries take part from the next round on" in page
    answer = post(desk, "desk_entry_add", [cast.event.uid], name="壬")
    assert told(answer) == ["Names entered: 1. They take part from round 2 on."]
    assert "from round 2" in words(answer)


@pytest.mark.full
def test_one_tap_notes_who_is_here_and_another_takes_it_back(desk: Client, cast: Cast) -> None:
    address = reverse("desk_check_in", args=[cast.event.uid])
    assert "Present: 0 of 8 ·&nbsp;missing: 8" in words(desk.get(address))
    third = uid_of(cast.event, 3)
    answer = desk.post(address, {"present": third})
    assert answer["Location"] == f"{address}#entry-3"
    page = words(desk.get(address))
    assert "Present: 1 of 8 ·&nbsp;missing: 7" in page
    assert f'name="absent" value="{third}" aria-pressed="true"' in page
    desk.post(address, {"absent": third})
    assert "Present: 0 of 8" in words(desk.get(address))


@pytest.mark.full
def test_who_stands_at_the_door_is_found_among_many(desk: Client, cast: Cast) -> None:
    address = reverse("desk_check_in", args=[cast.event.uid])
    assert 'role="search"' not in words(desk.get(address))
    many = [[f"张{sign}"] for sign in "一二三四五六七八九十百千万东南西北中春夏秋冬"]
    organise.add_entries(cast.event, cast.director, [*many, ["李明轩"]])
    assert 'role="search"' in words(desk.get(address))
    for typed in ("李明", "lmx", "limingxuan", "31"):
        page = desk.get(address, {"q": typed})
        assert [entrant.name for entrant in page.context["shown"]] == ["李明轩"], typed
        # What one press does to all is not offered beside a few of them.
        assert 'name="all"' not in words(page)
    assert desk.get(address, {"q": "nobody"}).context["shown"] == []
    late = {"present": uid_of(cast.event, 31)}
    assert desk.post(f"{address}?q=31", late)["Location"] == f"{address}#entry-31"


@pytest.mark.full
def test_many_names_stand_in_parts_of_sixty(desk: Client, cast: Cast) -> None:
    organise.add_entries(cast.event, cast.director, [[f"n{number}"] for number in range(9, 62)])
    for name in ("desk_entries", "desk_check_in"):
        address = reverse(name, args=[cast.event.uid])
        for asked, numbers in (
            ({}, range(1, 61)),
            ({"page": "2"}, [61]),
            ({"at": "61"}, [61]),
            ({"q": "n61"}, [61]),
        ):
            shown = desk.get(address, asked).context["shown"]
            assert [entrant.number for entrant in shown] == list(numbers), (name, asked)
    # A tap leads back to the part of the name.
    answer = desk.post(f"{address}?page=2", {"present": uid_of(cast.event, 61), "divided": "1"})
    assert answer["Location"] == f"{address}?at=61#entry-61"
    assert 'name="divided"' in words(desk.get(address))


@pytest.mark.full
def test_all_are_present_by_one_press(desk: Client, cast: Cast) -> None:
    organise.withdraw_entry(cast.event.entries.get(number=2), cast.director)
    page = post(desk, "desk_check_in", [cast.event.uid], all="present")
    assert "Present: 7 of 7" in words(page)
    page = post(desk, "desk_check_in", [cast.event.uid], all="absent")
    assert "Present: 0 of 7" in words(page)


@pytest.mark.full
@pytest.mark.parametrize("sent", [{"present": "3"}, {"present": "x\0"}, {"all": "x"}, {}])
def test_a_press_that_names_nobody_changes_nothing(
    desk: Client, cast: Cast, sent: dict[str, str]
) -> None:
    page = post(desk, "desk_check_in", [cast.event.uid], **sent)
    assert page.status_code == 200
    assert not any(entrant.is_present for entrant in roster(cast.event))


@pytest.mark.full
def test_a_name_is_mended_on_the_page_of_its_entry(desk: Client, cast: Cast) -> None:
    post(desk, "desk_member_rename", [cast.event.uid, 1, 1], name="甲甲")
    assert entered(cast.event)[0] == "甲甲"
    answer = post(desk, "desk_member_rename", [cast.event.uid, 1, 1], name="乙")
    assert "乙 is entered already" in words(answer)
    assert 'value="乙"' in words(answer)


@pytest.mark.full
def test_a_pair_is_named_on_its_page(desk: Client, cast: Cast, pairs: Event) -> None:
    organise.add_entries(pairs, cast.director, [["甲", "乙"]])
    answer = post(desk, "desk_entry_rename", [pairs.uid, 1], name="东风")
    assert "东风" in words(answer)
    assert entered(pairs) == ["东风"]
    assert "Name the pair" not in words(desk.get(reverse("desk_entry", args=[cast.event.uid, 1])))


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
def test_a_stand_in_that_is_refused_loses_nothing(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    sent = {"member": "1", "name": "乙", "from_round": "1", "to_round": ""}
    form = post(desk, "desk_stand_in", [cast.event.uid, 1], **sent).context["substitute"]
    assert sorted(form.errors) == ["from_round", "name"]
    assert {name: form[name].value() for name in sent} == sent


@pytest.mark.full
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


@pytest.mark.full
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
        sent = {"name": "x", "entry": uid_of(cast.event, 1)}
        answer = desk.get(address) if name == "desk_entry" else desk.post(address, sent)
        assert answer.status_code == 404


@pytest.mark.full
def test_a_referee_reads_the_names_and_gets_no_buttons(client: Client, cast: Cast) -> None:
    client.force_login(cast.bob)
    for name, args in (("desk_entries", []), ("desk_check_in", []), ("desk_entry", [1])):
        page = words(client.get(reverse(name, args=[cast.event.uid, *args])))
        assert "甲" in page
        main = page.split('id="content"')[1]
        assert "<form" not in main or "disabled" in main


@pytest.mark.full
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


@pytest.mark.full
def test_checking_in_leads_on_to_the_draw(desk: Client, cast: Cast) -> None:
    address = reverse("desk_check_in", args=[cast.event.uid])
    assert f'action="{reverse("desk_draw", args=[cast.event.uid])}"' in words(desk.get(address))
    desk.force_login(cast.bob)
    assert reverse("desk_draw", args=[cast.event.uid]) not in words(desk.get(address))
