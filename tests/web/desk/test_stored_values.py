"""A page that is older than what another tab has stored changes only what was changed on it."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as casts
from tests.cast import Cast
from tests.clubs.registration.test_requests_at_once import both
from tests.samples import sampled
from tests.sequences.page_forms import PageForm, forms_of
from tournaments import organise
from tournaments.models import (
    ClubFeature,
    ClubRules,
    Contact,
    Entry,
    EventFee,
    EventRegulations,
    Person,
    RegistrationTerms,
    Tournament,
    User,
)
from web.forms.stored_values import KEPT, StoredForm


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    return signed_in(client, cast.alice)


def signed_in(client: Client, account: User) -> Client:
    client.force_login(account)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


class Tab:
    """A page as a browser shows it: what is typed into one of its forms, and what is sent."""

    def __init__(self, client: Client, name: str, *args: object, sends: str) -> None:
        self.client, self.path = client, reverse(name, args=args)
        self.form = _form_with(client.get(self.path), self.path, sends)

    def send(self, **typed: str | list[str]) -> Any:
        """Send the form as it was shown, with some fields typed otherwise; a None unticks a box."""
        sent = {name: asked.shown for name, asked in self.form.fields.items()}
        answer = self.client.post(self.form.action, {**sent, **typed})
        if answer.status_code == 200:
            self.form = _form_with(answer, self.form.action, next(iter(typed)))
        return answer


def _form_with(answer: Any, path: str, field: str) -> PageForm:
    found = forms_of(answer.content.decode(), path)
    return next(form for form in found if field in form.fields)


def pages(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.full
def test_an_hour_that_is_asked_about_is_that_of_the_hall(cast: Cast, owner: Client) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(time_zone="Asia/Shanghai")
    first = Tab(owner, "desk_settings", cast.event.uid, sends="name")
    second = Tab(owner, "desk_settings", cast.event.uid, sends="name")
    assert first.send(starts_at="2026-11-21T19:30").status_code == 302
    page = pages(second.send(starts_at="2026-11-21T20:15"))
    assert "to Nov 21, 2026 19:30: which one is kept?" in page
    assert "Nov 21, 2026 20:15 (yours)" in page


@pytest.mark.full
@pytest.mark.databases
def test_two_tabs_change_two_fields_and_both_stay(cast: Cast, owner: Client) -> None:
    first = Tab(owner, "desk_settings", cast.event.uid, sends="name")
    second = Tab(owner, "desk_settings", cast.event.uid, sends="name")
    assert first.send(name="周五个人赛").status_code == 302
    assert second.send(rounds_planned="7").status_code == 302
    cast.event.refresh_from_db()
    assert (cast.event.name, cast.event.rounds_planned) == ("周五个人赛", 7)


@pytest.mark.full
@pytest.mark.databases
def test_where_both_changed_a_field_both_values_are_shown_and_one_is_kept(
    cast: Cast, owner: Client
) -> None:
    cast.club.features = [ClubFeature.FEES.value]
    cast.club.save()
    User.objects.filter(pk=cast.alice.pk).update(real_name="李办公")
    first = Tab(owner, "desk_fees", cast.event.uid, sends="amount")
    second = Tab(owner, "desk_fees", cast.event.uid, sends="amount")
    assert first.send(amount="30").status_code == 302
    owner.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    answer = second.send(amount="25")
    assert answer.status_code == 200
    words = "您打开此页后，报名费已由李办公改为30元：保留哪一个？"
    assert words in pages(answer)
    assert "25元" in pages(answer)
    assert EventFee.objects.get().amount == 3000
    # Sent again without an answer it is asked again.
    assert words in pages(second.send(amount="25"))
    stored, typed = second.form.fields[f"{KEPT}amount"].values
    assert second.send(amount="25", **{f"{KEPT}amount": stored}).status_code == 302
    assert EventFee.objects.get().amount == 3000
    third = Tab(owner, "desk_fees", cast.event.uid, sends="amount")
    first = Tab(owner, "desk_fees", cast.event.uid, sends="amount")
    first.send(amount="40")
    third.send(amount="50")
    # An answer counts for the value that was asked about, for no later one.
    assert third.send(amount="50", **{f"{KEPT}amount": typed}).status_code == 200
    _stored, typed = third.form.fields[f"{KEPT}amount"].values
    assert third.send(amount="50", **{f"{KEPT}amount": typed}).status_code == 302
    assert EventFee.objects.get().amount == 5000


@pytest.mark.full
def test_what_else_was_typed_stays_typed_where_it_is_asked(cast: Cast, owner: Client) -> None:
    first = Tab(owner, "desk_tournament_settings", cast.tournament.uid, sends="name")
    second = Tab(owner, "desk_tournament_settings", cast.tournament.uid, sends="name")
    first.send(name="周五赛")
    second.send(name="周六赛", place="二楼")
    assert second.form.fields["place"].shown == ["二楼"]
    assert second.form.fields["name"].shown == ["周六赛"]
    stored, _typed = second.form.fields[f"{KEPT}name"].values
    assert second.send(**{f"{KEPT}name": stored}).status_code == 302
    cast.tournament.refresh_from_db()
    assert (cast.tournament.name, cast.tournament.place) == ("周五赛", "二楼")


@pytest.mark.full
def test_where_several_have_changed_values_nobody_is_named(cast: Cast, owner: Client) -> None:
    old = Tab(owner, "desk_tournament_settings", cast.tournament.uid, sends="name")
    Tab(owner, "desk_tournament_settings", cast.tournament.uid, sends="name").send(name="周五赛")
    assert "alice has changed “Name”" in pages(old.send(name="周六赛"))
    other = User.objects.get(pk=cast.charlie.pk)
    cast.club.memberships.create(user=other, role="owner")
    second = signed_in(Client(), other)
    Tab(second, "desk_tournament_settings", cast.tournament.uid, sends="name").send(name="周日赛")
    assert "“Name” was changed to 周日赛" in pages(old.send(name="周六赛"))


@pytest.mark.full
def test_a_box_that_another_tab_has_ticked_stays_ticked(cast: Cast, owner: Client) -> None:
    first = Tab(owner, "desk_settings", cast.event.uid, sends="name")
    second = Tab(owner, "desk_settings", cast.event.uid, sends="name")
    first.send(name="个人赛", has_highlights=[])
    second.send(name="周五个人赛")
    cast.event.refresh_from_db()
    assert (cast.event.name, cast.event.has_highlights) == ("周五个人赛", False)


@pytest.mark.full
def test_the_telephone_of_a_member_is_not_wiped(cast: Cast, owner: Client) -> None:
    person = Person.objects.create(club=cast.club, name="会员", number=7)
    first = Tab(owner, "desk_member", cast.club.uid, person.uid, sends="phone")
    second = Tab(owner, "desk_member", cast.club.uid, person.uid, sends="phone")
    first.send(phone="138 0013 8000")
    second.send(home="城南")
    person.refresh_from_db()
    assert (Contact.objects.get(person=person).phone, person.home) == ("138 0013 8000", "城南")


@pytest.mark.full
def test_clubs_and_seeding_of_two_tabs_both_stay(cast: Cast, owner: Client) -> None:
    one, two = cast.event.entries.order_by("number").values_list("uid", flat=True)[:2]
    club = f"club-{one}"
    first = Tab(owner, "desk_seeding", cast.event.uid, sends=club)
    second = Tab(owner, "desk_seeding", cast.event.uid, sends=club)
    third = Tab(owner, "desk_seeding", cast.event.uid, sends=club)
    first.send(**{club: "北队"})
    assert second.send(**{f"club-{two}": "南队", f"seeding-{one}": "1"}).status_code == 302
    stored = dict(Entry.objects.values_list("number", "club"))
    assert (stored[1], stored[2]) == ("北队", "南队")
    assert "北队" in pages(third.send(**{club: "东队"}))
    _stored, typed = third.form.fields[f"{KEPT}{club}"].values
    assert third.send(**{f"{KEPT}{club}": typed}).status_code == 302
    assert Entry.objects.get(number=1).club == "东队"


@pytest.mark.full
def test_terms_prizes_and_regulations_of_two_tabs_both_stay(cast: Cast, owner: Client) -> None:
    uid = cast.event.uid
    first, second = (Tab(owner, "desk_registration", uid, sends="places") for _tab in range(2))
    first.send(places="16")
    second.send(closes_at="2026-11-21T18:30")
    terms = RegistrationTerms.objects.get()
    assert terms.closes_at is not None
    assert (terms.places, terms.closes_at.isoformat()) == (16, "2026-11-21T10:30:00+00:00")
    first, second = (Tab(owner, "desk_prizes", uid, sends="amounts") for _tab in range(2))
    first.send(amounts="200\r\n100")
    second.send(unit="元")
    cast.event.refresh_from_db()
    assert (cast.event.prizes["amounts"], cast.event.prizes["unit"]) == (["200", "100"], "元")
    first, second = (Tab(owner, "desk_regulations", uid, sends="size") for _tab in range(2))
    first.send(walkover_points="77")
    second.send(board_set_deals="8")
    laid_down = EventRegulations.objects.get(event=cast.event)
    assert (laid_down.walkover_points, laid_down.board_set_deals) == (77, 8)


@pytest.mark.full
def test_a_notice_or_a_name_on_a_page_of_many_is_asked_about_on_a_page_of_its_own(
    cast: Cast, owner: Client
) -> None:
    first, second = (Tab(owner, "desk_event", cast.event.uid, sends="notice") for _tab in range(2))
    first.send(notice="七点开赛")
    assert "Which one is kept?" in pages(second.send(notice="八点开赛"))
    stored, _typed = second.form.fields[f"{KEPT}notice"].values
    assert second.send(**{f"{KEPT}notice": stored}).status_code == 302
    cast.event.refresh_from_db()
    assert cast.event.notice == "七点开赛"
    ClubRules.objects.create(club=cast.club, name="经典", game="gongzhu", rules={}, schema=1)
    of_club = cast.club.uid
    first, second = (
        Tab(owner, "desk_club_rules", of_club, sends="name_of_rules") for _tab in range(2)
    )
    first.send(name_of_rules="老规矩")
    second.send(name_of_rules="新规矩")
    _stored, typed = second.form.fields[f"{KEPT}name_of_rules"].values
    assert second.send(**{f"{KEPT}name_of_rules": typed}).status_code == 302
    assert ClubRules.objects.get().name == "新规矩"


Pages = dict[str, tuple[str, str, str]]
AT_ONCE: Pages = {
    "desk_settings": ("name", "周五个人赛", "周六个人赛"),
    "desk_tournament_settings": ("name", "周五赛", "周六赛"),
    "desk_fees": ("amount", "30.50", "40"),
    "desk_prizes": ("amounts", "200", "300"),
    "desk_registration": ("places", "16", "24"),
    "desk_seeding": ("club-", "北队", "东队"),
    "desk_regulations": ("walkover_points", "77", "78"),
    "desk_club": ("name", "城北", "城东"),
    "account": ("real_name", "李一", "李二"),
}
"""Pages of stored values, with a field that two tabs change at the same moment."""


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize("name", sampled(AT_ONCE, ("desk_settings", "desk_seeding")))
def test_of_two_forms_that_come_at_the_same_moment_one_is_asked_to_press_once_more(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    cast = casts.assemble()
    cast.club.features = [ClubFeature.FEES.value]
    cast.club.save()
    of = {"desk_tournament_settings": cast.tournament, "desk_club": cast.club}
    args = () if name == "account" else (of.get(name, cast.event).uid,)
    field, *typed = AT_ONCE[name]
    if name == "desk_seeding":
        field += cast.event.entries.get(number=1).uid
    tabs = [Tab(signed_in(Client(), cast.alice), name, *args, sends=field) for _value in typed]
    meet_before_writing(monkeypatch)

    acts = [partial(tab.send, **{field: value}) for tab, value in zip(tabs, typed, strict=True)]
    statuses = [answer.status_code for answer in both(*acts)]

    assert sorted(statuses) == [200, 302], "neither saw the other's when it read"
    monkeypatch.undo()
    late = statuses.index(200)
    # What was typed still stands there; pressed once more it is asked which value is kept.
    assert shown_in(tabs[late], field) == typed[late]
    asked = tabs[late].send(**{field: typed[late]})
    assert "which one is kept?" in pages(asked)
    _stored, mine = tabs[late].form.fields[f"{KEPT}{field}"].values
    answer = tabs[late].send(**{field: typed[late], f"{KEPT}{field}": mine})
    assert answer.status_code == 302
    fresh = Tab(tabs[late].client, name, *args, sends=field)
    assert shown_in(fresh, field) == typed[late]


def shown_in(tab: Tab, field: str) -> str:
    return tab.form.fields[field].shown[0].strip()


def meet_before_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two forms wait for one another once each has read what is stored."""
    meeting, check = threading.Barrier(2), StoredForm.full_clean

    def checked(form: StoredForm) -> None:
        check(form)
        if form.is_bound:
            meeting.wait(20)

    monkeypatch.setattr(StoredForm, "full_clean", checked)


@pytest.mark.full
@pytest.mark.databases
def test_another_change_at_the_same_moment_holds_nothing_up(
    cast: Cast, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = Tab(owner, "desk_settings", cast.event.uid, sends="name")
    check = StoredForm.full_clean

    def checked(form: StoredForm) -> None:
        check(form)
        organise.set_notice(cast.event, cast.director, "七点开赛")

    monkeypatch.setattr(StoredForm, "full_clean", checked)
    assert tab.send(name="周五个人赛").status_code == 302
