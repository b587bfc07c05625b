"""What the first page answers to a name: the seat in play, else the state of the event."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import merging
from tests import teams_cast
from tests.cast import Cast
from tests.samples import every_day
from tests.web.publish.reading import read, words
from tournaments import organise
from tournaments.models import Alias, Entry, Event, Person, Round, Seat
from tournaments.persons import keys
from web.publish.pages import home_found
from web.publish.pages.progress import current_rounds


def named(old: str, new: str) -> Person:
    """Give a person another name, with its keys."""
    person = Person.objects.get(name=old)
    person.name = new
    person.save()
    keys.set_keys([person])
    return person


def found(wanted: str) -> home_found.FoundEntries:
    """Return what the first page finds."""
    return home_found.read(wanted, current_rounds(list(Event.objects.all())))


def answer(client: Client, wanted: str) -> str:
    """Return the words of the answer without the search above it."""
    page = client.get(reverse("home"), {"q": wanted}).content.decode()
    return words(page.partition('<div class="stack">')[2].partition('<p class="section">')[0])


@pytest.mark.parametrize(
    "wanted", every_day(["pht", "PengHaiTao", "peng hai tao", "haitao", "彭海", "海涛"], 6)
)
def test_a_name_is_found_by_pinyin_and_initials(cast: Cast, wanted: str) -> None:
    named("丙", "彭海涛")
    assert [entry.number for entry in found(wanted).shown] == [3]


@pytest.mark.full
def test_the_answer_says_the_table_and_the_seat(cast: Cast, round_: Round, english: Client) -> None:
    person = named("丙", "彭海涛")
    seat = Seat.objects.get(person=person)
    where = {"N": "North", "E": "East", "S": "South", "W": "West"}[seat.label]
    said = answer(english, "pht")
    table = seat.sitting.table.number
    assert f"彭海涛 In play Table {table} · {where} 个人赛 · Round 1 · 秋季赛" in said


@pytest.mark.full
def test_before_the_first_round_the_answer_says_that_no_seat_is_public(
    cast: Cast, english: Client
) -> None:
    cast.drawn_round()
    said = answer(english, "丙")
    assert "丙 Seats are not published yet" in said
    assert "Not begun" in said
    assert "Table" not in said


@pytest.mark.full
def test_between_rounds_and_after_them_the_answer_says_the_place(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    [between] = found("丙").shown
    assert between.place > 0
    assert f"Rank {between.place}" in answer(english, "丙")
    assert "Between rounds" in answer(english, "丙")
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    assert f"Rank {between.place}" in answer(english, "丙")
    assert "Finished" in answer(english, "丙")
    Entry.objects.filter(number=3).update(unplaced=True)
    assert "Rank" not in answer(english, "丙")


@pytest.mark.full
def test_who_has_to_go_to_a_table_comes_first(cast: Cast, round_: Round) -> None:
    plan = organise.EventPlan("项目", "gongzhu", {"preset": "classic"})
    for day, state in ((1, Event.State.FINISHED), (28, Event.State.PUBLISHED)):
        other = organise.create_tournament(
            cast.club, cast.director, name="夜场", starts_on=date(2026, 12, day), time_zone="UTC"
        )
        event = organise.create_event(other, cast.director, plan)
        organise.add_entries(event, cast.director, [["丙"], ["丁"]])
        Event.objects.filter(pk=event.pk).update(state=state)
    answered = found("丙")
    assert [entry.event.name for entry in answered.large] == ["个人赛"]
    assert [entry.is_finished for entry in answered.lines] == [False, True]


@pytest.mark.full
def test_only_what_public_pages_show_is_found(cast: Cast, round_: Round, english: Client) -> None:
    person = named("丙", "彭海涛")
    Alias.objects.create(person=person, name="大鹏")
    Person.objects.filter(pk=person.pk).update(number=4711, guest=False)
    keys.set_keys([Person.objects.get(pk=person.pk)])
    for wanted in ("大鹏", "dp", "4711", "#4711"):
        assert found(wanted).shown == (), wanted
    merging.blank(cast.club, cast.director, Person.objects.get(pk=person.pk))
    event = reverse("event", args=[cast.event.uid])
    for wanted in ("pht", "penghaitao", "彭海涛", "***"):
        assert found(wanted).shown == (), wanted
        assert "彭" not in read(english, event, q=wanted).replace("“彭海涛”", "")


@pytest.mark.full
def test_a_stand_in_is_found_once_he_has_a_seat(cast: Cast) -> None:
    entry = cast.event.entries.select_related("event__tournament").get(number=1)
    organise.stand_in(entry, cast.director, "替补", 1, 1)
    organise.stand_in(entry, cast.director, "后备", 3)
    assert found("tb").shown == ()
    cast.round_in_play()
    [one] = found("tb").shown
    assert one.number == 1
    assert one.seats
    assert found("后备").shown == ()


@pytest.mark.full
def test_a_player_of_a_team_has_no_seat_before_the_line_ups_are_revealed(db: None) -> None:
    teams = teams_cast.assemble()
    [before] = found("华清一").shown
    assert (before.name, before.beside) == ("华清一", "华清队")
    assert before.tables == (1, 2)
    assert before.seats == ()
    teams.hand_in(teams.segment(), 1)
    assert found("华清一").shown[0].seats == ()
    teams.reveal(teams.segment())
    [after] = found("hqy").shown
    assert len(after.tables) == len(after.seats) == 1
    [team] = found("hqd").shown
    assert (team.name, team.beside, team.tables) == ("华清队", "", (1, 2))


@pytest.mark.full
def test_more_than_a_phone_shows_are_not_left_out_silently(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_found, "MOST_FOUND", 1)
    Person.objects.update(name="李四")
    answered = found("李")
    assert (len(answered.shown), answered.are_more) == (1, True)
    assert "Type more of the name." in answer(english, "李")
