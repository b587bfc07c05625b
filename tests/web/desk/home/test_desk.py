"""An evening at the desk: every page and every button, as a browser without scripts sends them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from tests import cast as people
from tests.cast import Cast
from tournaments import organise, results
from tournaments.models import Event, Form, Round, Tournament
from tournaments.organise import EventPlan
from tournaments.progress import event_progress
from tournaments.progress.next_step import EventProgress
from tournaments.results import event_record
from tournaments.wording.games import game_name, preset_name

# The test client adds its context and more to what a view answered.
Answer = Any


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    """A browser in which Alice has signed in, in English."""
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


def words(response: Answer) -> str:
    """The page as text in which lines do not count."""
    return " ".join(response.content.decode().split())


def told(response: Answer) -> list[str]:
    """The notices of the page that a redirect led to."""
    return [str(message) for message in response.context["messages"]]


@pytest.mark.full
def test_the_desk_says_what_is_next_in_every_event(desk: Client, cast: Cast) -> None:
    page = words(desk.get(reverse("desk")))
    assert "个人赛" in page
    assert "Draw round 1." in page


@pytest.mark.full
def test_the_desk_names_the_game_with_its_rules(desk: Client, cast: Cast) -> None:
    page = words(desk.get(reverse("desk_event", args=[cast.event.uid])))
    rules = page.partition("The rules: ")[2].partition("<")[0]
    with translation.override("en"):
        assert rules == f"{game_name('gongzhu')} · {preset_name('gongzhu', 'classic')}"


@pytest.mark.full
@pytest.mark.parametrize("page", ["desk", "desk_tournament"])
def test_an_event_that_is_made_at_this_moment_is_shown_the_next_time(
    desk: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    states = event_progress.read_progress

    def and_one_more(events: QuerySet[Event]) -> dict[Event, EventProgress]:
        progress = states(events)
        if not cast.tournament.events.filter(name="双人赛").exists():
            plan = EventPlan("双人赛", "gongzhu", {"preset": "huapai-pairs"}, form=Form.PAIRS)
            organise.create_event(cast.tournament, cast.director, plan)
        return progress

    monkeypatch.setattr(event_progress, "read_progress", and_one_more)
    address = reverse(page, args=[] if page == "desk" else [cast.tournament.uid])
    assert "双人赛" not in words(desk.get(address))
    assert "双人赛" in words(desk.get(address))


def test_a_director_creates_a_tournament(desk: Client, cast: Cast) -> None:
    address = reverse("desk_tournament_new", args=[cast.club.uid])
    sent = {"name": "冬季赛", "starts_on": "2026-12-05", "place": "少年宫"}
    answer = desk.post(address, sent)
    made = Tournament.objects.get(name="冬季赛")
    assert answer["Location"] == reverse("desk_tournament", args=[made.uid])
    assert (made.club, made.place, made.log_seq) == (cast.club, "少年宫", 1)


def test_a_tournament_without_a_day_is_refused_beside_the_field(desk: Client, cast: Cast) -> None:
    address = reverse("desk_tournament_new", args=[cast.club.uid])
    answer = desk.post(address, {"name": "冬季赛", "starts_on": "2026-13-40"})
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == ["starts_on"]
    assert "冬季赛" in words(answer)
    assert not Tournament.objects.filter(name="冬季赛").exists()


def names(desk: Client, cast: Cast, text: str) -> Answer:
    address = reverse("desk_entries_paste", args=[cast.event.uid])
    shown: Answer = desk.post(address, {"names": text})
    sent = {"names": text, "seen": shown.context["seen"], "enter": "1"}
    return desk.post(address, sent, follow=True)


@pytest.mark.full
def test_a_pasted_list_is_entered_one_name_a_line(desk: Client, cast: Cast) -> None:
    answer = names(desk, cast, "\ufeff任壬\r\n\r\n  桂癸\t\r\nAda  Lovelace\u3000\r\n")
    assert told(answer) == ["Names entered: 3."]
    entered = [
        competitor.name
        for competitor in event_record.competitors(results.read(cast.event)).values()
    ]
    assert entered[8:] == ["任壬", "桂癸", "Ada Lovelace"]


@pytest.mark.full
def test_the_numbers_of_a_pasted_list_are_not_taken_for_names(desk: Client, cast: Cast) -> None:
    names(desk, cast, "1. 新一\n2、新二\n3) 新三")
    assert [
        competitor.name
        for competitor in event_record.competitors(results.read(cast.event)).values()
    ][-3:] == [
        "新一",
        "新二",
        "新三",
    ]


@pytest.mark.full
def test_a_name_is_removed_by_its_button_as_long_as_no_round_is_drawn(
    desk: Client, cast: Cast
) -> None:
    address = reverse("desk_entry_remove", args=[cast.event.uid, 3])
    page = desk.get(reverse("desk_entries", args=[cast.event.uid]))
    assert f'action="{address}"' in words(page)
    third, fourth = (cast.event.entries.get(number=number).uid for number in (3, 4))
    assert "Removed: 丙" in words(desk.post(address, {"entry": third}, follow=True))
    assert "丙" not in [
        competitor.name
        for competitor in event_record.competitors(results.read(cast.event)).values()
    ]
    organise.add_entries(cast.event, cast.director, [["又来一位"]])
    cast.drawn_round()
    closed = desk.post(address, {"entry": fourth}, follow=True)
    assert "Withdraw it" in told(closed)[0]
    assert "/remove/" not in words(closed)


@pytest.mark.full
def test_the_live_part_of_the_desk_is_kept_by_no_shared_cache(desk: Client, cast: Cast) -> None:
    address = reverse("desk_round_live", args=[cast.round_in_play().uid])
    assert "private" in desk.get(address)["Cache-Control"]


@pytest.mark.full
def test_every_bad_line_is_named_by_its_number_and_nothing_is_lost(
    desk: Client, cast: Cast
) -> None:
    organise.add_entries(cast.event, cast.director, [["赵敏"]])
    text = "任壬\r\n\r\n赵敏\r\n1. " + "长" * 121 + "\r\n\r\n任壬"
    answer = desk.post(reverse("desk_entries_paste", args=[cast.event.uid]), {"names": text})
    assert answer.context["wrong"] == [f"Line 4: “{'长' * 20}” is too long."]
    page = words(answer)
    assert "entered already, no. 9" in page
    assert "任壬 is already in line 1" in page
    assert answer.context["form"]["names"].value() == text
    assert cast.event.entries.count() == 9


@pytest.mark.full
@pytest.mark.parametrize("text", ["", " \r\n\t\r\n", "\u200b"])
def test_a_list_without_a_name_is_refused(desk: Client, cast: Cast, text: str) -> None:
    answer: Answer = desk.post(
        reverse("desk_entries_paste", args=[cast.event.uid]), {"names": text}
    )
    assert list(answer.context["form"].errors) == ["names"]
    assert cast.event.entries.count() == 8


def press(desk: Client, name: str, uid: str) -> Answer:
    """Press the button of that name and look at the page that follows."""
    return desk.post(reverse(name, args=[uid]), follow=True)


@pytest.mark.full
def test_an_evening_goes_from_button_to_button(desk: Client, cast: Cast) -> None:
    assert "Draw round 1." in words(desk.get(reverse("desk_event", args=[cast.event.uid])))
    drawn = press(desk, "desk_draw", cast.event.uid)
    round_ = Round.objects.get()
    assert "Look at the draw of round 1 and publish it." in words(drawn)
    assert reverse("desk_publish", args=[round_.uid]) in words(drawn)
    published = press(desk, "desk_publish", round_.uid)
    assert "Not done: tables 1, 2. Deals without a result: 4." in words(published)
    cast.play(round_)
    ready = desk.get(reverse("desk_event", args=[cast.event.uid]))
    assert "Close the round." in words(ready)
    closed = press(desk, "desk_close", round_.uid)
    assert "Draw round 2." in words(closed)
    second = press(desk, "desk_draw", cast.event.uid)
    assert "Meet again:" in words(second)


@pytest.mark.full
def test_a_draft_shows_tables_seats_and_its_seed(desk: Client, cast: Cast) -> None:
    draft = cast.drawn_round("the seed")
    page = words(desk.get(reverse("desk_round", args=[draft.uid])))
    assert "Drawn from the seed the seed" in page
    assert all(name in page for name in ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛"))


@pytest.mark.full
def test_a_draft_is_thrown_away_by_its_button(desk: Client, cast: Cast) -> None:
    answer = press(desk, "desk_discard", cast.drawn_round().uid)
    assert told(answer) == ["The draft is discarded."]
    assert not Round.objects.exists()


@pytest.mark.full
def test_a_tile_shows_code_names_and_how_far_a_table_is(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    page = words(desk.get(reverse("desk_event", args=[cast.event.uid])))
    assert page.count('class="deal-link"') == 4
    assert len(re.findall(r'class="deal-link"[^>]* data-done', page)) == 1
    assert "1/2" in page
    for code in cast.tournament.tables.values_list("code", flat=True):
        assert code in page


@pytest.mark.full
def test_every_reason_for_a_refusal_is_told_on_the_page_that_follows(
    desk: Client, cast: Cast
) -> None:
    round_ = cast.round_in_play()
    assert told(press(desk, "desk_close", round_.uid)) == [
        "Deals that have no result yet: 4. Tables: 1, 2."
    ]
    assert told(press(desk, "desk_draw", cast.event.uid)) == [
        "Round 1 is not played to its end yet. Tables that are not done: 1, 2."
    ]
    assert told(press(desk, "desk_publish", round_.uid)) == ["Round 1 is no longer a draft."]
    assert told(press(desk, "desk_discard", round_.uid)) == ["Round 1 is no longer a draft."]


@pytest.mark.full
@pytest.mark.parametrize(
    "name", ["desk_draw", "desk_discard", "desk_publish", "desk_close", "logout"]
)
def test_a_link_changes_nothing(desk: Client, cast: Cast, name: str) -> None:
    uid = cast.event.uid if name == "desk_draw" else cast.drawn_round().uid
    before = cast.tournament.log.count()
    address = reverse(name, args=[] if name == "logout" else [uid])
    assert desk.get(address).status_code == 405
    assert cast.tournament.log.count() == before


def test_a_forged_form_is_refused(cast: Cast) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.alice)
    answer = strict.post(reverse("desk_draw", args=[cast.event.uid]))
    assert answer.status_code == 403
    assert not Round.objects.exists()


@pytest.mark.full
def test_a_referee_sees_the_desk_without_the_directors_buttons(client: Client, cast: Cast) -> None:
    draft = cast.drawn_round()
    client.force_login(cast.bob)
    answer = client.get(reverse("desk_event", args=[cast.event.uid]))
    assert answer.status_code == 200
    page = words(answer)
    assert reverse("desk_publish", args=[draft.uid]) not in page
    assert reverse("desk_discard", args=[draft.uid]) not in page


@pytest.mark.full
def test_the_live_part_is_sent_again_only_after_a_change(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    address = reverse("desk_round_live", args=[round_.uid])
    first = desk.get(address)
    stamp = {"If-None-Match": first["ETag"]}
    assert desk.get(address, headers=stamp).status_code == 304
    cast.post(cast.deals(round_)[0])
    again = desk.get(address, headers=stamp)
    assert again.status_code == 200
    assert "1/2" in words(again)
    whole = desk.get(reverse("desk_event", args=[cast.event.uid]))
    assert whole.context["stamp"] == again["ETag"]


@pytest.mark.full
def test_the_pages_of_the_desk_stay_out_of_every_cache(desk: Client, cast: Cast) -> None:
    page = desk.get(reverse("desk_event", args=[cast.event.uid]))
    assert "no-store" in page["Cache-Control"]


@pytest.mark.full
def test_the_codes_of_all_tables_are_on_one_page(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    page = words(desk.get(reverse("desk_codes", args=[cast.tournament.uid])))
    for table in cast.tournament.tables.all():
        assert table.code in page
        assert reverse("desk_table_qr", args=[table.uid]) in page


@pytest.mark.full
def test_a_qr_code_is_a_picture(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    table = cast.tournament.tables.first()
    assert table is not None
    answer = desk.get(reverse("desk_table_qr", args=[table.uid]))
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<?xml")
    assert b"<svg" in answer.content


@pytest.mark.full
def test_a_desk_without_a_tournament_shows_the_way_to_the_first(client: Client, cast: Cast) -> None:
    client.force_login(cast.charlie)
    club = cast.charlie.memberships.get().club
    assert club is not None
    page = words(client.get(reverse("desk")))
    assert reverse("desk_tournament_new", args=[club.uid]) in page
    assert "秋季赛" not in page


@pytest.mark.full
def test_a_referee_without_a_club_is_not_offered_a_new_tournament(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.bob)
    page = words(client.get(reverse("desk")))
    assert "秋季赛" in page
    assert reverse("desk_tournament_new", args=[cast.club.uid]) not in page


def test_the_first_day_is_today_unless_said_otherwise(desk: Client, cast: Cast) -> None:
    page = words(desk.get(reverse("desk_tournament_new", args=[cast.club.uid])))
    assert f'value="{timezone.localdate():%Y-%m-%d}"' in page


@pytest.mark.full
def test_a_page_of_the_desk_takes_no_more_queries_for_more_tables(client: Client, db: None) -> None:
    def asked(players: int, suffix: str) -> int:
        cast = people.assemble(players=players)
        for user in (cast.alice, cast.bob, cast.charlie):
            user.username += suffix
            user.save()
        cast.round_in_play()
        client.force_login(cast.alice)
        addresses = [
            reverse("desk"),
            reverse("desk_event", args=[cast.event.uid]),
            reverse("desk_entries", args=[cast.event.uid]),
        ]
        with CaptureQueriesContext(connection) as captured:
            for address in addresses:
                assert client.get(address).status_code == 200
        return len(captured)

    assert asked(8, " of the first") == asked(24, " of the second")


@pytest.mark.full
def test_the_page_of_a_tournament_says_how_far_its_rounds_are(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    first, *others = cast.deals(round_)
    cast.post(first)
    client.force_login(cast.alice)
    page = client.get(reverse("desk_tournament", args=[cast.tournament.uid])).content.decode()
    assert f'<progress value="1" max="{1 + len(others)}"' in page
    rail = page[page.index('class="rail') : page.index('class="desk-page-main"')]
    assert reverse("desk_event", args=[cast.event.uid]) in rail
