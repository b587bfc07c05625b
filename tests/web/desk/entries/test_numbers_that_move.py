"""Until the first draw numbers move: an older page hits the entry that it showed, or nobody."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs import fees
from tests.cast import Cast
from tests.tournaments.drawing import boards_cast
from tests.web.desk.entries import test_entries_pages
from tests.web.desk.entries.test_entries_pages import told, uid_of, words
from tournaments import organise
from tournaments.entries.roster import roster
from tournaments.models import ClubFeature, DrawMethod, Entry, EntryMember, Payment
from web.desk.frame.moved_entries import ENTRY

desk = test_entries_pages.desk


@pytest.fixture
def moved(cast: Cast) -> str:
    """丙, no. 3 on every page that was open before 乙 was removed; now no. 2, and 丁 is no. 3."""
    uid = uid_of(cast.event, 3)
    organise.remove_entry(cast.event.entries.get(number=2), cast.director)
    return uid


def named(cast: Cast, number: int) -> str:
    return next(row.name for row in roster(cast.event) if row.number == number)


FORMS: dict[str, dict[str, str]] = {
    "desk_entry_remark": {"remark": "素食"},
    "desk_stand_in": {"member": "1", "name": "替补", "from_round": "1", "to_round": ""},
    "desk_entry_remove": {},
    "desk_entry_withdraw": {},
    "desk_entry_readmit": {},
    "desk_entry_rename": {"name": "东风"},
    "desk_entry_leave": {"kind": "withdrawal", "after_round": "0", "reason": "ill", "store": "1"},
    "desk_unplaced": {"unplaced": "yes"},
}


@pytest.mark.full
@pytest.mark.parametrize("name", FORMS)
def test_a_form_to_a_number_that_is_anothers_now_is_refused_and_kept(
    desk: Client, cast: Cast, moved: str, name: str
) -> None:
    before = cast.tournament.log.count()
    address = reverse(name, args=[cast.event.uid, 3])
    page: Any = desk.post(address, {ENTRY: moved, **FORMS[name]})
    assert page.status_code == 409
    shown = words(page)
    assert "The list has changed: no. 3 is now 丁. Nothing was stored." in shown
    assert "Continue for no. 2 丙" in shown
    assert f'action="{reverse(name, args=[cast.event.uid, 2])}"' in shown
    for field, value in {ENTRY: moved, **FORMS[name]}.items():
        assert f'<input type="hidden" name="{field}" value="{value}">' in shown
    assert cast.tournament.log.count() == before


@pytest.mark.full
def test_what_was_typed_reaches_the_entry_that_it_was_meant_for(
    desk: Client, cast: Cast, moved: str
) -> None:
    typed = {ENTRY: moved, "remark": "素食"}
    page: Any = desk.post(reverse("desk_entry_remark", args=[cast.event.uid, 3]), typed)
    desk.post(page.context["action"], dict([*page.context["typed"], (ENTRY, moved)]))
    assert dict(Entry.objects.exclude(remark="").values_list("uid", "remark")) == {moved: "素食"}


@pytest.mark.full
def test_the_name_of_a_player_of_another_entry_stays(desk: Client, cast: Cast, moved: str) -> None:
    address = reverse("desk_member_rename", args=[cast.event.uid, 3, 1])
    assert desk.post(address, {ENTRY: moved, "name": "丙丙"}).status_code == 409
    assert named(cast, 3) == "丁"


@pytest.mark.full
def test_a_form_that_names_nobody_or_somebody_gone_is_refused(
    desk: Client, cast: Cast, moved: str
) -> None:
    address = reverse("desk_entry_remark", args=[cast.event.uid, 3])
    for sent in ({}, {ENTRY: "x"}, {ENTRY: "b" * 12}):
        answer = desk.post(address, {**sent, "remark": "素食"}, follow=True)
        assert told(answer) == [
            "The list has changed: no. 3 is now 丁. Nothing was stored.",
            "You wrote: 素食",
        ]
    last = {ENTRY: moved, "remark": "素食"}
    gone = words(desk.post(reverse("desk_entry_remark", args=[cast.event.uid, 8]), last))
    assert "number 8 no longer exists" in gone
    assert desk.post(reverse("desk_entry_remark", args=[cast.event.uid, 8])).status_code == 404
    assert not Entry.objects.exclude(remark="").exists()


@pytest.mark.full
def test_who_is_tapped_at_check_in_is_here_whatever_the_number(
    desk: Client, cast: Cast, moved: str
) -> None:
    desk.post(reverse("desk_check_in", args=[cast.event.uid]), {"present": moved})
    assert [row.name for row in roster(cast.event) if row.is_present] == ["丙"]
    gone = {"present": "b" * 12}
    answer = desk.post(reverse("desk_check_in", args=[cast.event.uid]), gone, follow=True)
    assert "no longer on the list" in told(answer)[0]


@pytest.mark.full
def test_the_fee_is_noted_for_the_entry_beside_the_button(
    desk: Client, cast: Cast, moved: str
) -> None:
    cast.club.features = [ClubFeature.FEES.value]
    cast.club.save()
    fees.set_fee(cast.event, cast.director, 3000)
    typed = {"take": moved, "method": "cash", "fee": "3000 CNY"}
    answer = desk.post(reverse("desk_fee_take", args=[cast.event.uid]), typed, follow=True)
    assert told(answer) == ["No. 2 丙 has paid."]
    assert Payment.objects.get().entry.uid == moved


@pytest.mark.full
def test_a_club_and_a_seed_stay_with_the_entry_of_their_row(
    desk: Client, cast: Cast, moved: str
) -> None:
    late = organise.add_entries(cast.event, cast.director, [["壬"]])[0]
    Entry.objects.filter(pk=late.pk).update(club="城西")
    typed = {f"club-{moved}": "城北", f"seeding-{moved}": "1", "club-3": "城南"}
    desk.post(reverse("desk_seeding", args=[cast.event.uid]), typed)
    stored = dict(Entry.objects.exclude(club="").values_list("uid", "club"))
    assert stored == {moved: "城北", late.uid: "城西"}, "whom the page did not show keeps his"


class Forms(HTMLParser):
    """The forms of a page that lead to an entry by number, with the uids that they carry."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method") == "post":
            self.found.append((given.get("action", ""), []))
        elif tag == "input" and given.get("name") == ENTRY and self.found:
            self.found[-1][1].append(given.get("value", ""))


@pytest.mark.full
def test_every_form_to_a_number_carries_the_uid(desk: Client, cast: Cast) -> None:
    """Before the draw and after it, of somebody who plays and of somebody who left."""
    numbered = f"/entries/{1}/"
    own, seen = uid_of(cast.event, 1), set()

    def look() -> None:
        for name in ("desk_entry", "desk_entry_leave"):
            address = reverse(name, args=[cast.event.uid, 1])
            for action, uids in Forms(desk.get(address).content.decode()).found:
                if numbered in (action or address):
                    assert uids == [own], action
                    seen.add((action or address).partition(numbered)[2])

    look()
    listed = Forms(desk.get(reverse("desk_entries", args=[cast.event.uid])).content.decode())
    rows = [uids for action, uids in listed.found if action.endswith("/remove/")]
    assert rows == [[row.uid] for row in roster(cast.event)]
    cast.round_in_play()
    look()
    organise.withdraw_entry(cast.event.entries.get(number=1), cast.director)
    look()
    assert seen == {
        "leave/",
        "members/1/",
        "readmit/",
        "remark/",
        "remove/",
        "stand-ins/",
        "withdraw/",
    }
    assert not EntryMember.objects.filter(role="substitute").exists()


@pytest.mark.full
def test_numbers_that_were_typed_are_answered_with_names(db: None, client: Client) -> None:
    cast = boards_cast(8, DrawMethod.MITCHELL)
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    page: Any = client.get(reverse("desk_movement", args=[cast.event.uid]))
    form = page.context["form"]
    typed = {name: form[name].value() or "" for name in form.fields}
    address = reverse("desk_movement", args=[cast.event.uid])
    said = told(client.post(address, {**typed, "stay": "2"}, follow=True))
    assert said == [f"The movement is chosen. These keep their table: 2 {named(cast, 2)}."]
