"""Where do I sit: the search on the page of an event, and who sits out."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests import teams_cast
from tests.cast import Cast
from tests.samples import every_day
from tests.web.publish.reading import read, words
from tournaments import organise, results, wording
from tournaments.models import EntryMember, Event, Round, Seat, Tournament
from web.publish.pages import seats


@pytest.mark.usefixtures("round_")
def test_who_sits_where_is_known_by_the_numbers_of_the_entries(cast: Cast) -> None:
    found = seats.places(results.read(cast.event))
    assert [place.seat.entry for place in found] == list(range(1, 9))


def test_an_event_before_its_first_round_says_so(cast: Cast, english: Client) -> None:
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert "Not begun" in page
    assert "Where do I sit?" not in page
    assert "time to be announced" in page
    assert "8 players" in page
    assert "Standings" not in page.partition("About")[0], "a list without ranks is none"


def test_when_where_and_how_an_event_will_be_stand_once(cast: Cast, english: Client) -> None:
    Tournament.objects.update(place="Hall 7")
    Event.objects.update(
        starts_at=datetime(2026, 12, 1, 11, 30, tzinfo=UTC), rounds_planned=5, deals_per_round=4
    )
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert page.count("Dec. 1, 2026") == page.count("Hall 7") == page.count("19:30") == 1
    assert "Tuesday · 19:30" in page
    assert "5 rounds · 4 deals a round" in page
    assert "time to be announced" not in page


def test_the_tab_of_an_event_says_what_it_shows(cast: Cast, english: Client) -> None:
    event = reverse("event", args=[cast.event.uid])

    def tab() -> str:
        page = english.get(event).content.decode()
        return str(re.findall(r'aria-current="page">([^<]*)<', page)[0])

    shown = [tab()]
    round_ = cast.round_in_play()
    shown.append(tab())
    cast.play(round_)
    shown.append(tab())
    assert [one.strip() for one in shown] == ["Entries", "Seating", "Standings"]


@pytest.mark.full
@pytest.mark.parametrize("asked", ["丙", " 3 "])
def test_a_player_finds_his_seat_by_his_name_or_by_his_number(
    cast: Cast, round_: Round, english: Client, asked: str
) -> None:
    seat = Seat.objects.get(person__name="丙")
    address = reverse("event", args=[cast.event.uid])
    with translation.override("en"):
        where = f"Table {seat.sitting.table.number} · {wording.seat_name(seat.label)}"
    assert answers(english, address, asked) == [f"丙 {where}"]
    assert answers(english, address, "") == []


@pytest.mark.parametrize("asked", every_day(["pht", "PengHaiTao", "peng hai tao", "haitao"], 4))
def test_a_player_finds_his_seat_by_pinyin_and_initials(
    cast: Cast, round_: Round, english: Client, asked: str
) -> None:
    member = EntryMember.objects.get(person__name="丙", entry__event=cast.event)
    organise.rename_member(member, cast.director, "彭海涛")
    [said] = answers(english, reverse("event", args=[cast.event.uid]), asked)
    assert said.startswith("彭海涛 Table ")


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["华清队", "hqd", "华清"])
def test_the_name_of_a_team_finds_the_seats_of_its_players(english: Client, asked: str) -> None:
    teams = teams_cast.assemble()
    teams.reveal(teams.segment())
    found = answers(english, reverse("event", args=[teams.event.uid]), asked)
    assert len(found) == 4
    assert all(said.startswith("华清") for said in found)


@pytest.mark.full
@pytest.mark.django_db
def test_a_whole_name_is_meant_before_names_that_contain_it(english: Client) -> None:
    large = people.assemble(players=32)
    large.round_in_play()
    address = reverse("event", args=[large.event.uid])
    assert [line.split()[0] for line in answers(english, address, "9号")] == ["9号"]
    numbers = {line.split()[0] for line in answers(english, address, "2号")}
    assert numbers == {"12号", "22号", "32号"}
    assert answers(english, address, "号") == []
    assert "Type more of the name." in read(english, address, q="号")


def answers(client: Client, address: str, asked: str) -> list[str]:
    """Return what the page answers to `where do I sit`, without the button beside it."""
    page = client.get(address, {"q": asked}).content.decode()
    places = page.split('class="where"')[1:]
    shown = [part.partition("</div>")[0].partition('<p class="needs-js')[0] for part in places]
    return [words(f"<{part}") for part in shown]


def test_a_name_that_nobody_has_is_said_and_kept_in_the_box(
    cast: Cast, round_: Round, english: Client
) -> None:
    answer = english.get(reverse("event", args=[cast.event.uid]), {"q": "<b>龙"})
    page = answer.content.decode()
    assert "Nobody called “&lt;b&gt;龙” sits in this round." in page
    assert 'value="&lt;b&gt;龙"' in page


@pytest.mark.full
def test_the_live_part_of_a_search_goes_on_with_the_search(
    cast: Cast, round_: Round, english: Client
) -> None:
    page = english.get(reverse("event", args=[cast.event.uid]), {"q": "丙"}).content.decode()
    assert f'data-live="/e/{cast.event.uid}/live/?q=%E4%B8%99"' in page


@pytest.mark.full
@pytest.mark.django_db
def test_who_sits_out_is_told_where_seats_are_and_on_the_own_page(english: Client) -> None:
    odd = people.assemble(players=9)
    round_ = odd.round_in_play()
    entry = round_.sit_outs.get().entry
    event = odd.event.uid
    assert "Sits out" in " ".join(
        answers(english, reverse("event", args=[event]), str(entry.number))
    )
    assert "bye" in read(english, reverse("event", args=[event]))
    odd.play(round_)
    own = read(english, reverse("entry", args=[event, entry.number]))
    assert "Sat out: the round counts as the mean of all tables." in own
    assert "Sitting out:" in read(english, reverse("hall_seating", args=[event]))
