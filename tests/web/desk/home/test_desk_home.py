"""The first page of the desk by what needs you, the documents by rounds, the start of a round."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from clubs.registration.requests import RequestedEntry, ask
from clubs.registration.terms import EntryTerms, set_terms
from tests.cast import Cast
from tests.referee.hall import Hall, Tablet
from tournaments import organise
from tournaments.base.announcements import announcements
from tournaments.checks.verification import verify
from tournaments.models import (
    ClockMove,
    Door,
    EntryRequest,
    Event,
    Hold,
    Round,
    Tournament,
    User,
    WithdrawalRequest,
)
from tournaments.record.audit import Verb
from web.desk.rounds.forms import ClockForm


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def home(desk: Client) -> Any:
    return desk.get(reverse("desk")).context["home"]


@pytest.mark.full
def test_an_event_moves_from_needs_you_to_in_play_to_finished(desk: Client, cast: Cast) -> None:
    assert [line.event for line in home(desk).needed] == [cast.event]
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    (line,) = home(desk).playing
    assert (line.done, line.deals, line.playing.open_tables) == (1, 4, (1, 2))
    for deal in cast.deals(round_)[1:]:
        cast.post(deal)
    organise.close_round(round_, cast.director)
    organise.finish_event(cast.event, cast.director)
    shown = home(desk)
    assert (shown.needed, shown.playing) == ((), ())
    assert [line.event for line in shown.finished] == [cast.event]


@pytest.mark.full
def test_what_lies_far_from_today_is_folded_below_what_is_near(desk: Client, cast: Cast) -> None:
    def shown() -> dict[str, list[Event]]:
        lines = home(desk).lines.items()
        return {name: [line.event for line in listed] for name, listed in lines if listed}

    today = timezone.now().date()
    near, far = today - timedelta(days=14), today - timedelta(days=16)
    Tournament.objects.filter(pk=cast.tournament.pk).update(starts_on=near)
    assert shown() == {"needed": [cast.event]}
    Tournament.objects.filter(pk=cast.tournament.pk).update(starts_on=far)
    assert shown() == {"needed_folded": [cast.event]}
    # A league that began long ago is near as long as its rounds are played.
    cast.round_in_play()
    assert shown() == {"playing": [cast.event]}


@pytest.mark.full
def test_six_events_of_a_list_are_in_sight_and_the_club_has_its_rail(
    desk: Client, cast: Cast
) -> None:
    for number in range(11):
        plan = organise.EventPlan(f"赛{number}", "gongzhu", {"preset": "classic"}, 1)
        organise.create_event(cast.tournament, cast.director, plan)
    lines = home(desk).lines
    assert (len(lines["needed"]), len(lines["needed_folded"])) == (6, 6)
    rail = words(desk.get(reverse("desk"))).partition('class="rail')[2].partition("</nav>")[0]
    assert reverse("desk_places", args=[cast.club.uid]) in rail
    desk.force_login(cast.bob)
    assert 'class="rail' not in words(desk.get(reverse("desk")))


@pytest.mark.full
def test_a_referee_is_told_of_what_a_referee_does(cast: Cast, client: Client) -> None:
    set_terms(cast.event, cast.director, EntryTerms(Door.PUBLIC))
    ask(cast.event, RequestedEntry(("张三",), "k"))
    asks = EntryRequest.objects.get()
    organise.create_tournament(
        cast.club,
        cast.director,
        name="冬季赛",
        starts_on=cast.tournament.starts_on,
        time_zone="Asia/Shanghai",
    )
    client.force_login(cast.bob)
    assert home(client).needs_you == 0
    round_ = cast.round_in_play()
    EntryRequest.objects.filter(pk=asks.pk).update(state=EntryRequest.State.TAKEN_BACK)
    WithdrawalRequest.objects.create(entry=cast.event.entries.get(number=1), why="有事")
    assert home(client).needs_you == 0
    deal = cast.deals(round_)[0]
    Hold.objects.create(tournament=cast.tournament, deal=deal, code="x", origin_uid="x")
    (waits,) = home(client).alerts
    assert [alert.kind for alert in waits.alerts] == ["dispute"]
    client.force_login(cast.alice)
    (waits,) = home(client).alerts
    assert [alert.kind for alert in waits.alerts] == ["dispute", "withdrawal"]
    assert len(home(client).empty) == 1


@pytest.mark.full
def test_what_waits_without_a_sound_is_named_with_its_button_too(
    cast: Cast, client: Client
) -> None:
    """A tournament in which only sheets waited was not on the page."""
    hall = Hall.of(cast)
    Tablet(Client()).opens(hall.table).submits(hall.sheet())
    client.cookies["django_language"] = "en"
    client.force_login(cast.bob)
    (waits,) = home(client).alerts
    assert [alert.kind for alert in waits.alerts] == ["sheet"]
    sheets = reverse("referee_overview", args=[cast.tournament.uid]) + "#sheets"
    page = words(client.get(reverse("desk")))
    needed = page.partition('id="needed"')[2].partition("</section>")[0]
    assert f'<a class="button button-primary" href="{sheets}">' in needed
    assert home(client).needs_you == 1


@pytest.mark.full
def test_a_step_that_waits_has_its_button_too(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    page = words(desk.get(reverse("desk_event", args=[cast.event.uid])))
    panel = page.partition('class="next"')[2].partition("</section>")[0]
    assert f'href="{reverse("desk_round", args=[round_.uid])}#table-1"' in panel


@pytest.mark.full
def test_the_page_of_an_event_has_scores_standings_and_deals(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    first, *_ = cast.deals(round_)
    cast.post(first)
    page = desk.get(reverse("desk_event", args=[cast.event.uid]))
    points = {sitter.label: sitter.points for sitter in page.context["tiles"][0].sitters}
    assert points == {"N": -100, "W": 100, "S": 50, "E": 200}
    assert len(page.context["standings"]) == 8
    uid = cast.tournament.uid
    assert reverse("referee_deal", args=[uid, first.uid]) in words(page)


@pytest.mark.full
def test_documents_are_a_matrix_of_kinds_by_rounds(desk: Client, cast: Cast) -> None:
    cast.closed_round()
    cast.drawn_round()
    page = desk.get(reverse("desk_documents", args=[cast.event.uid]))
    matrix = page.context["matrix"]
    rows = {row.kind.name: [shown for _round, shown in row.cells] for row in matrix.papers}
    # The round that is drawn comes first, then the whole event, then what is over.
    assert [round_ and round_.number for round_ in matrix.columns] == [2, None, 1]
    assert rows["seating"] == [False, False, True]
    assert rows["standings"] == [False, True, False]
    assert {row.kind.suffix for row in matrix.files} == {"csv", "xlsx"}
    order = reverse("desk_document_order", args=[cast.event.uid, "seating"])
    assert f'formaction="{order}" name="round" value="1"' in words(page)
    made = desk.post(order, {"round": "1"})
    assert made.status_code == 302


@pytest.mark.full
def test_the_seat_of_who_is_not_here_is_read_out(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    address = reverse("desk_event", args=[cast.event.uid])
    # Nobody was checked in, so nobody is known to be missing.
    assert not desk.get(address).context["empty_seats"].is_noted
    organise.check_in(cast.event, cast.director, [1, 2, 3, 4, 5, 6, 7], present=True)
    (seat,) = desk.get(address).context["empty_seats"].seats
    assert seat.name == "辛"
    with translation.override("zh-hans"):
        said = seat.sentence
    assert said.startswith(f"请{seat.table}号桌")
    assert said.endswith("家辛入座。")
    back = desk.post(
        reverse("desk_check_in", args=[cast.event.uid]), {"present": seat.uid, "seats": "1"}
    )
    assert back["Location"] == address
    assert desk.get(address).context["empty_seats"].seats == ()
    cast.post(cast.deals(round_)[0])
    assert desk.get(address).context["empty_seats"] is None


@pytest.mark.full
def test_an_announcement_reaches_the_hall_and_ends_with_the_start(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    with translation.override("zh-hans"):
        (button, sentence), *_ = announcements()
    assert button == "各就各位"
    desk.post(reverse("desk_notice", args=[cast.event.uid]), {"notice": sentence})
    assert sentence in words(desk.get(reverse("hall_standings", args=[cast.event.uid])))
    desk.post(
        reverse("desk_clock", args=[round_.uid]), {"move": "start", "minutes": "40", "seen": "0"}
    )
    assert ClockMove.objects.get().kind == "start"
    assert Event.objects.get(pk=cast.event.pk).notice == ""
    verbs = list(cast.tournament.log.order_by("seq").values_list("verb", flat=True))
    assert verbs[-2:] == [Verb.SET_NOTICE, Verb.START_CLOCK]
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_the_clock_leaves_what_another_official_announces_meanwhile(
    desk: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took down whatever stood there by then, as it had read an announcement before."""
    round_, press = cast.round_in_play(), ClockForm.press
    organise.set_notice(cast.event, cast.director, announcements()[0][1])

    def pressed_later(form: ClockForm, pressed: Round, official: User) -> None:
        organise.set_notice(cast.event, cast.director, "茶水在二楼")
        press(form, pressed, official)

    monkeypatch.setattr(ClockForm, "press", pressed_later)
    desk.post(
        reverse("desk_clock", args=[round_.uid]), {"move": "start", "minutes": "40", "seen": "0"}
    )
    assert ClockMove.objects.get().kind == "start"
    assert Event.objects.get(pk=cast.event.pk).notice == "茶水在二楼"


@pytest.mark.full
def test_a_notice_in_own_words_outlasts_the_start(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    desk.post(reverse("desk_notice", args=[cast.event.uid]), {"notice": "茶水在二楼"})
    desk.post(
        reverse("desk_clock", args=[round_.uid]), {"move": "start", "minutes": "40", "seen": "0"}
    )
    assert Event.objects.get(pk=cast.event.pk).notice == "茶水在二楼"


@pytest.mark.full
def test_a_finished_tournament_asks_once_for_the_regulations_of_its_events(
    desk: Client, cast: Cast
) -> None:
    address, asked = reverse("desk_tournament", args=[cast.tournament.uid]), []
    for number in range(3):
        plan = organise.EventPlan(f"第{number}项", "gongzhu", {"preset": "classic"}, 1)
        organise.create_event(cast.tournament, cast.director, plan)
        Event.objects.update(state=Event.State.FINISHED)
        with CaptureQueriesContext(connection) as captured:
            page = desk.get(address)
        assert page.context["may_repeat"]
        asked.append(len(captured))
    assert asked[1] == asked[2]
