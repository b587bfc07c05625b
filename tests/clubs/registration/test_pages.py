"""The pages by which players enter, check in and withdraw, and those of the desk and the kiosk."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.credentials import member_links
from clubs.credentials.slips import new_link
from clubs.members import register
from clubs.members.register import MemberData
from clubs.registration import kiosk, presence, requests, shut_codes, terms
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_kiosks import with_kiosk
from tests.clubs.registration.test_requests import asked
from tournaments import organise
from tournaments.models import Entry, EntryRequest
from tournaments.persons.same import members_of
from tournaments.record.digest import sha256
from web.desk.registration.views import PAGE


@pytest.fixture
def desk(empty: Cast, client: Client) -> Client:
    client.force_login(empty.alice)
    return client


@pytest.mark.full
def test_the_desk_opens_an_event_and_nothing_typed_is_lost(empty: Cast, desk: Client) -> None:
    address = reverse("desk_registration", args=[empty.event.uid])
    wrong = {"door": "public", "is_approved": "1", "check_in_minutes": "30", "places": "12"}
    page = desk.post(address, wrong)
    assert list(page.context["form"].errors) == ["check_in_minutes"]
    assert page.context["form"]["places"].value() == "12"
    assert desk.post(address, wrong | {"check_in_minutes": ""}).status_code == 302
    known = terms.terms_of(empty.event)
    assert (known.door, known.is_approved, known.places) == ("public", True, 12)
    assert desk.get(address).context["is_public"]


@pytest.mark.full
def test_a_newcomer_enters_and_the_desk_approves(empty: Cast, desk: Client) -> None:
    phone, event = Client(), empty.event
    address = reverse("enter", args=[event.uid])
    assert phone.get(address).status_code == 404
    opened(empty)
    assert address in phone.get(reverse("event", args=[event.uid])).content.decode()
    form = phone.get(address).context["form"]
    sent = {"key": form["key"].value(), "name_1": ""}
    empty_form = phone.post(address, sent)
    assert list(empty_form.context["form"].errors) == ["name_1"]
    answer = phone.post(address, sent | {"name_1": "张三"})
    own = answer["Location"]
    assert phone.post(address, sent | {"name_1": "张三"})["Location"] == own
    row = EntryRequest.objects.get()
    assert phone.get(own).context["own"].is_open
    assert sent["key"] not in row.secret_hash
    names = desk.get(reverse("desk_entries", args=[event.uid]))
    assert names.context["asked"][0][0] == row
    led = desk.get(reverse("desk_requests", args=[empty.tournament.uid]))["Location"]
    assert led == reverse("desk_entries", args=[event.uid]) + "#requests"
    decide = reverse("desk_requests_decide", args=[event.uid])
    desk.post(decide, {"approve": row.uid})
    assert phone.get(own).context["own"].entry.number == 1
    phone.post(f"{own}act/", {"what": "withdraw"})
    assert Entry.objects.get().state == Entry.State.WITHDRAWN


@pytest.mark.full
def test_a_form_that_was_sent_keeps_other_names_and_gets_a_new_key(open_event: Cast) -> None:
    address = reverse("enter", args=[open_event.event.uid])
    key = new_link()
    assert Client().post(address, {"key": key, "name_1": "张三"}).status_code == 302
    answer = Client().post(address, {"key": key, "name_1": "李四"})
    form = answer.context["form"]
    assert (answer.status_code, form["name_1"].value()) == (409, "李四")
    again = {"key": form["key"].value(), "name_1": "李四"}
    assert Client().post(address, again).status_code == 302
    assert open_event.event.entries.count() == 2


@pytest.mark.full
def test_who_asked_finds_the_next_seat_on_the_own_page(empty: Cast) -> None:
    opened(empty, is_approved=False)
    event, phone = empty.event, Client()
    keys = [new_link() for _ in range(5)]
    for name, key in zip("甲乙丙丁戊", keys, strict=True):
        requests.ask(event, asked(name, key=key))
    own = [reverse("entry_request", args=[key]) for key in keys]
    assert phone.get(own[0]).context["next"].round == 0
    round_ = empty.drawn_round()
    assert "1号桌" not in phone.get(own[0]).content.decode()
    organise.publish_round(round_, empty.director)
    shown = [phone.get(address) for address in own]
    seats = [seat for page in shown for seat in page.context["next"].seats]
    assert len({(table, label) for _name, table, label in seats}) == 4
    assert [page.context["next"].has_bye for page in shown].count(True) == 1
    assert sum("1号桌" in page.content.decode() for page in shown) == 4
    entry = reverse("entry", args=[event.uid, 1])
    assert entry in shown[0].content.decode()


@pytest.mark.full
def test_requests_are_paged_and_the_answer_stands_beside_them(empty: Cast, desk: Client) -> None:
    opened(empty)
    event = empty.event
    rows = [requests.ask(event, asked(f"{number}号")) for number in range(PAGE + 2)]
    names = reverse("desk_entries", args=[event.uid])
    first = desk.get(names)
    assert [row for row, _names in first.context["asked"]] == rows[:PAGE]
    assert "?asked=2#requests" in first.content.decode()
    second = desk.get(names, {"asked": "2"})
    assert [row for row, _names in second.context["asked"]] == rows[PAGE:]
    decide = reverse("desk_requests_decide", args=[event.uid])
    answer = desk.post(decide, {"approve": rows[-1].uid, "asked": "2"})
    assert answer["Location"] == f"{names}?asked=2&decided=1#requests"
    page = desk.get(answer["Location"]).content.decode()
    assert page.index('id="requests"') < page.index("notice-done")
    answer = desk.post(decide, {"all": "1"})
    page = desk.get(answer["Location"]).content.decode()
    assert 'id="requests"' not in page
    assert "notice-done" in page


@pytest.mark.full
def test_check_in_on_phones_leads_to_the_starting_time(empty: Cast, desk: Client) -> None:
    address = reverse("desk_registration", args=[empty.event.uid])
    settings = reverse("desk_settings", args=[empty.event.uid])
    page = desk.get(address).content.decode()
    assert f'href="{settings}#id_starts_at"' in page
    assert "开始时间" in page
    assert 'id="id_starts_at"' in desk.get(settings).content.decode()
    wrong = {"door": "public", "is_approved": "1", "check_in_minutes": "30"}
    (said,) = desk.post(address, wrong).context["form"].errors["check_in_minutes"]
    assert "开始时间" in said


@pytest.mark.full
def test_the_desk_refuses_approves_all_and_lets_withdraw(empty: Cast, desk: Client) -> None:
    opened(empty)
    event = empty.event
    rows = [requests.ask(event, asked(name)) for name in "甲乙丙丁戊"]
    decide = reverse("desk_requests_decide", args=[event.uid])
    desk.post(decide, {"refuse": rows[0].uid, "reason": ""})
    rows[0].refresh_from_db()
    assert rows[0].state == "asked"
    desk.post(decide, {"refuse": rows[0].uid, "reason": "名额已满"})
    desk.post(decide, {"all": "1"})
    assert event.entries.count() == 4
    empty.drawn_round()
    rows[1].refresh_from_db()
    own = Client()
    key = new_link()
    EntryRequest.objects.filter(pk=rows[1].pk).update(secret_hash=sha256(key))
    own.post(reverse("entry_request_act", args=[key]), {"what": "withdraw", "why": "有事"})
    page = desk.get(reverse("desk_entries", args=[event.uid]))
    (leaving,) = page.context["leaving"]
    # The draft seats the entry: it says so, and the request waits on.
    desk.post(decide, {"grant": leaving.uid})
    desk.post(decide, {"keep": leaving.uid, "reason": "已编排"})
    assert "已编排" in own.get(reverse("entry_request", args=[key])).content.decode()


@pytest.mark.full
def test_the_desk_is_told_whom_the_names_mean(empty: Cast, desk: Client) -> None:
    opened(empty)
    event = empty.event
    new = [("张三", 7), ("张三", 8), ("李四", 9)]
    register.add_members(
        empty.club, empty.director, [MemberData(name, number=number) for name, number in new]
    )
    rows = [requests.ask(event, asked(name)) for name in ("张三", "李四", "王五", "#99")]
    page = desk.get(reverse("desk_entries", args=[event.uid]))
    shown = [names[0] for _row, names in page.context["asked"]]
    assert [(one.name, one.number, one.is_guest) for one in shown] == [
        ("张三", None, False),
        ("李四", 9, False),
        ("王五", None, True),
        ("#99", None, False),
    ]
    assert {one.number for one in shown[0].several} == {7, 8}
    decide = reverse("desk_requests_decide", args=[event.uid])
    # Nobody is chosen for the desk: without an answer the request waits on.
    desk.post(decide, {"approve": rows[0].uid, "member_0": ""})
    rows[0].refresh_from_db()
    assert rows[0].state == "asked"
    desk.post(decide, {"approve": rows[0].uid, "member_0": "8"})
    assert event.entries.get().members.get().person.number == 8


@pytest.mark.full
def test_the_code_of_the_hall_is_shown_where_it_is_wanted(empty: Cast, desk: Client) -> None:
    address = reverse("desk_hall_code", args=[empty.tournament.uid])
    present = reverse("desk_check_in", args=[empty.event.uid])
    assert desk.get(address).status_code == 404
    assert address not in desk.get(present).content.decode()
    opened(empty, wants_code=True)
    code = presence.hall_code(empty.tournament)
    assert code[:3] in desk.get(address).content.decode()
    assert code in desk.get(present).content.decode()
    # No page that is open to everybody has it.
    stranger = Client()
    assert stranger.get(address).status_code == 302
    for name in ("event", "enter", "hall_seating"):
        page = stranger.get(reverse(name, args=[empty.event.uid]))
        assert page.status_code == 200
        assert code not in page.content.decode()


@pytest.mark.full
def test_pages_make_few_queries(
    empty: Cast, desk: Client, django_assert_max_num_queries: object
) -> None:
    opened(empty, is_approved=False, places=2, wants_code=True)
    new = [MemberData("张三", number=7), MemberData("张三", number=8), MemberData("甲")]
    register.add_members(empty.club, empty.director, new)
    keys = [new_link() for _ in range(6)]
    for key, name in zip(keys, ("甲", "乙", "丙", "丁", "张三", "戊"), strict=True):
        requests.ask(empty.event, asked(name, key=key))
    opened(empty, places=2, wants_code=True)
    late = new_link()
    requests.ask(empty.event, asked("己", key=late))
    (member,) = member_links.SLIPS.draw(
        member_links.MembersOf(empty.club, [members_of(empty.club).get(name="甲")]), empty.director
    )
    link, event, tournament = with_kiosk(empty), empty.event.uid, empty.tournament.uid
    # Django asks the database once what it can do.
    assert connection.features.supports_json_field
    for address in (
        reverse("desk_entries", args=[event]),
        reverse("desk_check_in", args=[event]),
        reverse("desk_registration", args=[event]),
        reverse("desk_requests", args=[tournament]),
        reverse("desk_hall_code", args=[tournament]),
        reverse("desk_kiosks", args=[tournament]),
        reverse("enter", args=[event]),
        *(reverse("entry_request", args=[key]) for key in (keys[0], keys[2], late)),
        reverse("kiosk", args=[link]),
        reverse("kiosk_list", args=[link]),
        reverse("member", args=[member.link]),
        reverse("member_live", args=[member.link]),
    ):
        with django_assert_max_num_queries(16):  # type: ignore[operator]
            assert desk.get(address).status_code in (200, 302), address


@pytest.mark.full
def test_a_request_page_opens_by_its_link_alone(empty: Cast, client: Client) -> None:
    opened(empty)
    key = new_link()
    requests.ask(empty.event, asked("张三", key=key))
    address = reverse("entry_request", args=[key])
    assert client.get(address).status_code == 200
    for wrong in (key[:-1] + "z", "x", key.upper()):
        assert client.get(reverse("entry_request", args=[wrong])).status_code in (404, 200)
    assert client.get(reverse("entry_request", args=[new_link()])).status_code == 404
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    assert forged.post(f"{address}act/", {"what": "take_back"}).status_code == 403
    assert forged.post(reverse("enter", args=[empty.event.uid])).status_code == 403


@pytest.mark.full
def test_who_guesses_links_is_slowed_and_no_right_link_is(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shut_codes, "MOST_LINKS", 2)
    open_, closed = with_kiosk(cast), kiosk.open_kiosk(cast.tournament, cast.alice)
    tablet = Client()
    assert tablet.get(reverse("kiosk", args=[open_])).status_code == 200
    row = kiosk.drawn_of(closed)
    assert row is not None
    kiosk.close_kiosk(cast.tournament, cast.director, row.uid)
    # What has ended is no guess: a tablet asks for it on and on.
    answers = [tablet.get(reverse("kiosk_list", args=[closed])).status_code for _ in range(4)]
    assert answers == [404] * 4
    guesses = [tablet.get(reverse("kiosk", args=[new_link()])).status_code for _ in range(3)]
    assert guesses == [404, 404, 429]
    assert tablet.get(reverse("entry_request", args=[new_link()])).status_code == 429
    assert tablet.get(reverse("kiosk", args=[open_])).status_code == 200
    later = reverse("kiosk", args=[kiosk.open_kiosk(cast.tournament, cast.alice)])
    assert tablet.get(later).status_code == 200
