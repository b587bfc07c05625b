"""A member's page tells the next seat, takes words on deals, and shows what packages offer."""

from __future__ import annotations

import re
import threading
from datetime import UTC, date, datetime
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.credentials import member_links
from referee.models import Call, Confirmation
from referee.sheets import entry
from tests import teams_cast
from tests.cast import Cast
from tests.cast import assemble as assemble_cast
from tests.referee.hall import Hall, Tablet
from tournaments import organise
from tournaments.models import EntryMember, Event, Person, Result, Seat, Tournament

Answer = Any
MOST: Final = 15


class Phone:
    """A member's browser, without an account and in English."""

    def __init__(self, cast: Cast, person: Person) -> None:
        (slip,) = member_links.SLIPS.draw(
            member_links.MembersOf(cast.club, [person]), cast.director
        )
        self.link = slip.link
        self.client = Client(headers={"accept-language": "en"})

    def answers(self, name: str = "member", **headers: str) -> Answer:
        return self.client.get(reverse(name, args=[self.link]), headers=headers)

    def page(self, name: str = "member") -> str:
        answer = self.answers(name)
        assert answer.status_code == 200
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))

    def says(self, word: str, why: str = "") -> Answer:
        """Press a button of the deal that waits."""
        return self.client.post(
            reverse("member_word", args=[self.link]), {**self.form(), "word": word, "why": why}
        )

    def form(self) -> dict[str, str]:
        """Return what the form of the deal that waits sends."""
        text = self.answers().content.decode()
        names = ("sheet", "digest", "key")
        return {name: re.findall(f'name="{name}" value="([^"]+)"', text)[0] for name in names}


def person(cast: Cast, name: str = "甲") -> Person:
    return Person.objects.get(club=cast.club, name=name)


def sits(hall: Hall, seat: str) -> Person:
    return Seat.objects.get(sitting=hall.deal().sitting, label=seat).person


def test_a_member_who_is_entered_waits_for_the_draw(cast: Cast) -> None:
    Event.objects.update(starts_at=datetime(2026, 11, 21, 11, 30, tzinfo=UTC))
    Tournament.objects.update(starts_on="2099-01-01")
    page = Phone(cast, person(cast)).page()
    assert "You are entered. The draw is not out yet." in page
    # The clocks are those of the place, not of the server.
    assert "19:30" in page
    assert "My results" not in page


@pytest.mark.full
def test_each_event_is_told_by_the_clocks_of_its_place(cast: Cast) -> None:
    """All were told by those of the first, and the last day of one not yet public by UTC."""
    Event.objects.update(starts_at=datetime(2026, 11, 21, 11, 30, tzinfo=UTC))
    Tournament.objects.update(starts_on="2099-01-01")
    away = organise.create_tournament(
        cast.club,
        cast.director,
        name="奥克兰",
        starts_on=date(2099, 1, 1),
        time_zone="Pacific/Auckland",
    )
    plan = organise.EventPlan("远方", "gongzhu", {"preset": "classic"}, 1)
    other = organise.create_event(away, cast.director, plan)
    organise.add_entries(other, cast.director, [["远客"]])
    EntryMember.objects.filter(entry__event=other).update(person=person(cast))
    Event.objects.filter(pk=other.pk).update(starts_at=datetime(2026, 11, 21, 11, 30, tzinfo=UTC))
    phone = Phone(cast, person(cast))
    page = phone.page()
    assert "19:30" in page
    assert "00:30" in page
    # On the third of January in Auckland it is still the second elsewhere.
    Event.objects.filter(pk=other.pk).update(state=Event.State.DRAFT)
    for hour, is_told in ((10, True), (11, False)):
        moment = datetime(2099, 1, 2, hour, 30, tzinfo=UTC)
        with pytest.MonkeyPatch.context() as clock:
            clock.setattr(timezone, "now", lambda moment=moment: moment)
            assert ("远方" in phone.page()) is is_told


def test_the_next_seat_is_told_with_table_seat_and_neighbours(hall: Hall) -> None:
    phone = Phone(hall.cast, sits(hall, "W"))
    page = phone.page()
    assert f"Table {hall.table.number} · West" in page
    assert "Round 1" in page
    others = Seat.objects.filter(sitting=hall.deal().sitting).exclude(label="W")
    assert [seat.person.name in page for seat in others] == [True] * 3
    assert "My results" in page


@pytest.mark.full
def test_a_draft_of_the_draw_is_not_told(cast: Cast) -> None:
    cast.closed_round()
    cast.drawn_round()
    page = Phone(cast, person(cast)).page()
    assert "Wait: the draw of round 2 is not out." in page


@pytest.mark.full
def test_who_has_played_all_deals_waits(hall: Hall) -> None:
    phone = Phone(hall.cast, sits(hall, "W"))
    hall.cast.play(hall.round)
    assert "All deals of your table are in. Wait for the next draw." in phone.page()
    organise.close_round(hall.round, hall.cast.director)
    assert "Wait: the draw of round 2 is not out." in phone.page()


@pytest.mark.full
def test_after_the_last_planned_round_nobody_waits_for_a_draw(hall: Hall) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(rounds_planned=1)
    phone = Phone(hall.cast, sits(hall, "W"))
    hall.cast.play(hall.round)
    page = phone.page()
    assert "All deals of your table are in." in page
    assert "Wait for the next draw." not in page
    organise.close_round(hall.round, hall.cast.director)
    assert "All planned rounds are played." in phone.page()


def test_who_may_be_out_of_a_knockout_is_not_told_to_wait(cast: Cast) -> None:
    cast.closed_round()
    Event.objects.filter(pk=cast.event.pk).update(draw_method="knockout")
    page = Phone(cast, person(cast)).page()
    assert "The draw of round 2 is not out." in page
    assert "Wait" not in page


@pytest.mark.full
def test_a_bye_is_told(db: None) -> None:
    cast = assemble_cast(players=9)
    round_ = cast.round_in_play()
    entry = round_.sit_outs.get().entry
    assert "Sits out" in Phone(cast, entry.members.get().person).page()


@pytest.mark.full
def test_who_withdrew_is_told_so_and_seats_nobody(cast: Cast) -> None:
    cast.closed_round()
    entry = cast.event.entries.get(number=1)
    organise.withdraw_entry(entry, cast.director)
    phone = Phone(cast, entry.members.get().person)
    assert "You have withdrawn from this event." in phone.page()


@pytest.mark.full
def test_when_the_event_is_over_the_results_stay(hall: Hall) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    organise.finish_event(hall.cast.event, hall.cast.director)
    page = Phone(hall.cast, sits(hall, "W")).page()
    assert "This event is over." in page
    assert "My results" in page


def test_who_is_entered_nowhere_is_told_so(cast: Cast) -> None:
    stranger = Person.objects.create(club=cast.club, name="路人")
    assert "You are not entered in an event just now." in Phone(cast, stranger).page()


@pytest.mark.databases
def test_a_row_that_is_the_same_person_has_its_seat_here(hall: Hall) -> None:
    known = Person.objects.create(club=hall.cast.club, name="真名", number=7)
    seated = sits(hall, "W")
    Person.objects.filter(pk=seated.pk).update(same_as=known)
    page = Phone(hall.cast, known).page()
    assert "真名" in page
    assert "· West" in page


@pytest.mark.full
def test_a_team_is_told_its_tables_before_its_line_ups_are_revealed(db: None) -> None:
    teams = teams_cast.assemble()
    player = teams.side(1).entries.get().members.order_by("pk")[0].person
    phone = Phone(teams.cast, player)
    assert "Line-ups are awaited." in phone.page()
    teams.reveal(teams.segment())
    page = phone.page()
    seat = Seat.objects.filter(person=player).first()
    assert ("partner" in page) == (seat is not None)
    assert ("You have no seat in round 1." in page) == (seat is None)


def phones(hall: Hall) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(proof="phone")


@pytest.mark.full
@pytest.mark.databases
def test_a_member_confirms_as_from_a_name_slip_and_once(hall: Hall, tablet: Tablet) -> None:
    phones(hall)
    west = Phone(hall.cast, sits(hall, "W"))
    tablet.submits(hall.sheet())
    assert "Deal 1: is this right?" in west.page()
    assert west.says("agree").status_code == 302
    confirmation = Confirmation.objects.get()
    assert (confirmation.proof, confirmation.seat) == ("phone", "W")
    assert Result.live.filter(deal=hall.deal()).exists()
    assert "is this right?" not in west.page()


@pytest.mark.full
def test_a_double_confirms_under_the_name_that_is_seated(hall: Hall, tablet: Tablet) -> None:
    phones(hall)
    known = Person.objects.create(club=hall.cast.club, name="真名")
    Person.objects.filter(pk=sits(hall, "W").pk).update(same_as=known)
    tablet.submits(hall.sheet())
    assert Phone(hall.cast, known).says("agree").status_code == 302
    assert Confirmation.objects.get().proof == "phone"


@pytest.mark.full
@pytest.mark.databases
def test_a_member_objects_and_the_referee_is_called(hall: Hall, tablet: Tablet) -> None:
    phones(hall)
    south = Phone(hall.cast, sits(hall, "S"))
    tablet.submits(hall.sheet())
    south.says("object", why="the pig was mine")
    assert Call.objects.get().words == "the pig was mine"
    assert "Objected: the referee is called" in south.page()


@pytest.mark.full
def test_where_a_tap_is_enough_the_page_asks_nothing(hall: Hall, tablet: Tablet) -> None:
    west = Phone(hall.cast, sits(hall, "W"))
    tablet.submits(hall.sheet())
    assert "is this right?" not in west.page()


@pytest.mark.full
def test_a_link_used_from_two_phones_confirms_once(hall: Hall, tablet: Tablet) -> None:
    phones(hall)
    one = Phone(hall.cast, sits(hall, "W"))
    other = Client(headers={"accept-language": "en"})
    tablet.submits(hall.sheet())
    sent = one.form()
    assert one.says("agree").status_code == 302
    late = other.post(reverse("member_word", args=[one.link]), {**sent, "word": "object"})
    assert late.status_code == 302
    assert (Confirmation.objects.count(), Call.objects.count()) == (1, 0)


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_a_link_used_from_two_phones_in_one_moment_confirms_once() -> None:
    hall = Hall.of(assemble_cast())
    phones(hall)
    pressed = Phone(hall.cast, sits(hall, "W"))
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    sent = pressed.form()
    start, statuses = threading.Barrier(2), []

    def press(word: str) -> None:
        client = Client(headers={"accept-language": "en"})
        start.wait()
        try:
            address = reverse("member_word", args=[pressed.link])
            statuses.append(client.post(address, {**sent, "word": word}).status_code)
        finally:
            connection.close()

    hands = [threading.Thread(target=press, args=("agree",)) for _ in range(2)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert statuses == [302, 302]
    assert Confirmation.objects.count() == 1
    assert Result.live.filter(deal=hall.deal()).count() == 1


@pytest.mark.full
def test_the_live_part_moves_with_the_draw_and_is_not_sent_twice(cast: Cast) -> None:
    phone = Phone(cast, person(cast))
    stamp = phone.answers("member_live")["ETag"]
    assert phone.answers("member_live", **{"if-none-match": stamp}).status_code == 304
    cast.round_in_play()
    moved = phone.answers("member_live", **{"if-none-match": stamp})
    assert moved.status_code == 200
    assert b"<html" not in moved.content


@pytest.mark.full
def test_by_plain_http_the_browser_may_keep_the_page_and_by_https_a_worker_does(
    hall: Hall,
) -> None:
    phone = Phone(hall.cast, sits(hall, "W"))
    assert phone.answers()["Cache-Control"] == "private, max-age=86400"
    secure = phone.client.get(reverse("member", args=[phone.link]), secure=True)
    assert "no-cache" in secure["Cache-Control"]
    assert secure["Huapai-Build"]
    live = phone.answers("member_live")
    assert "max-age" not in live["Cache-Control"]
    fresh = phone.client.get(reverse("member", args=[phone.link]) + "?fresh=1")
    assert "no-store" in fresh["Cache-Control"]
    script = phone.client.get(reverse("member_worker"))
    assert (script["Content-Type"], b"huapai-member" in script.content) == ("text/javascript", True)


@pytest.mark.full
def test_the_page_is_light(hall: Hall) -> None:
    phones(hall)
    assert len(Phone(hall.cast, sits(hall, "W")).answers().content) < 12_000


@pytest.mark.full
@pytest.mark.parametrize("proof", ["tap", "phone"])
def test_the_page_asks_little(
    hall: Hall, tablet: Tablet, django_assert_max_num_queries: Any, proof: str
) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(proof=proof)
    phone = Phone(hall.cast, sits(hall, "W"))
    tablet.submits(hall.sheet())
    phone.answers()
    stamp = phone.answers("member_live")["ETag"]
    # One of them is registration's, for what it offers on the page.
    with django_assert_max_num_queries(7):
        assert phone.answers("member_live", **{"if-none-match": stamp}).status_code == 304
    for name in ("member", "member_live"):
        with django_assert_max_num_queries(MOST):
            phone.answers(name)
