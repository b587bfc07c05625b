"""What the code of a place opens: the round in play there, a choice of two, or what comes next."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.leases import leases, table_codes
from referee.sheets import tables
from tests.referee.hall import DEVICE, Hall, Tablet
from tests.tournaments.organise.drawn.test_places import draw, event_beside, play
from tournaments import organise
from tournaments.models import AuditEntry, Deal, Event, Place, Round, Table, Tournament
from web.tablet.api.throttles import OpeningLimit


@pytest.fixture
def browser(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def finish(hall: Hall) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    organise.finish_event(hall.cast.event, hall.cast.director)


@pytest.mark.full
def test_a_code_opens_the_tournament_that_plays_at_its_place_now(
    hall: Hall, browser: Client
) -> None:
    code = hall.table.code
    finish(hall)
    event = event_beside(hall.cast)
    organise.publish_round(draw(hall.cast, event), hall.cast.director)
    found = table_codes.table_of_code(code.lower())
    assert found is not None
    assert (found.tournament, found.number) == (event.tournament, 1)
    page = browser.get(f"/t/{code}/")
    assert "tablet/table.html" in [template.name for template in page.templates]
    opened = Tablet(Client()).opens(found)
    assert opened.get("round").json()["event"]["uid"] == event.uid


@pytest.mark.full
def test_a_tablet_of_the_last_tournament_is_told_that_the_table_went_on(hall: Hall) -> None:
    tablet = Tablet(Client()).opens(hall.table)
    finish(hall)
    assert tablet.get("round").status_code == 200
    event = event_beside(hall.cast)
    organise.publish_round(draw(hall.cast, event), hall.cast.director)
    answer = tablet.get("round")
    assert (answer.status_code, answer.json()["code"]) == (401, "lease_over")
    # The same device opens the table anew, and is given that of the new tournament.
    again = tablet.post(f"tables/{hall.table.code}/lease", {"device": DEVICE}).json()
    assert again["tournament"]["uid"] == event.tournament.uid


@pytest.mark.full
def test_a_place_where_nobody_plays_says_what_comes_next(hall: Hall, browser: Client) -> None:
    finish(hall)
    event = event_beside(hall.cast)
    today = timezone.localdate()
    Tournament.objects.filter(pk=event.tournament_id).update(starts_on=today + timedelta(days=1))
    draw(hall.cast, event)
    answer = browser.get(f"/t/{hall.table.code}/")
    assert answer.status_code == 200
    assert "tablet/free_place.html" in [template.name for template in answer.templates]
    assert "no-store" in answer["Cache-Control"]
    assert "冬季赛 · 双日赛" in text(answer)
    # What the last tournament left on this device can still be sent.
    last = browser.get(f"/t/{hall.table.code}/?last")
    assert "tablet/table.html" in [template.name for template in last.templates]


@pytest.mark.full
def test_events_that_are_over_or_not_public_do_not_come_next(hall: Hall, browser: Client) -> None:
    finish(hall)
    event = event_beside(hall.cast)
    place = Place.objects.get(code=hall.table.code)
    today = timezone.localdate()
    Tournament.objects.filter(pk=event.tournament_id).update(starts_on=today)
    assert table_codes.events_to_come(place) == [event]
    Tournament.objects.filter(pk=event.tournament_id).update(starts_on=today - timedelta(days=1))
    assert table_codes.events_to_come(place) == []
    Tournament.objects.filter(pk=event.tournament_id).update(starts_on=today)
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    assert table_codes.events_to_come(place) == []
    assert "No event is announced" in text(browser.get(f"/t/{place.code}/"))


def test_a_card_that_was_printed_before_any_draw_opens_a_page(hall: Hall, browser: Client) -> None:
    place = organise.add_places(hall.cast.club, hall.cast.director, 9)[-1]
    assert browser.get("/t/", {"code": place.code})["Location"] == f"/t/{place.code}/"
    assert "Table 9" in text(browser.get(f"/t/{place.code}/"))


def two_events(hall: Hall) -> tuple[Event, Event]:
    """Return two events with rounds in play at the same tables: a result was withdrawn late."""
    cast = hall.cast
    cast.play(hall.round)
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 1)
    second = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(second, cast.director, [[f"再{n}"] for n in range(8)])
    organise.publish_round(draw(cast, second), cast.director)
    return cast.event, second


def reopen(round_: Round) -> None:
    for match in round_.matches.all():
        for segment in match.segments.all():
            for sitting in segment.sittings.all():
                sitting.deals.update(done=False)


@pytest.mark.full
def test_the_event_with_deals_to_play_goes_before_one_that_has_played(hall: Hall) -> None:
    first, second = two_events(hall)
    assert [event.pk for event in tables.events_now(hall.table)] == [second.pk]
    sitting = tables.sitting_now(hall.table)
    assert sitting is not None
    assert sitting.segment.match.round.event == second
    play(hall.cast.tournament)
    reopen(hall.round)
    sitting = tables.sitting_now(hall.table)
    assert sitting is not None
    assert sitting.segment.match.round.event == first


@pytest.mark.full
def test_a_table_of_two_events_asks_which_is_played(hall: Hall, browser: Client) -> None:
    first, second = two_events(hall)
    tablet = Tablet(Client()).opens(hall.table)
    assert tablet.get("round").json()["event"]["uid"] == second.uid
    reopen(hall.round)
    address = f"/t/{hall.table.code}/"
    asked = browser.get(address)
    assert "tablet/choose_event.html" in [template.name for template in asked.templates]
    assert [f'value="{event.uid}"' in text(asked) for event in (first, second)] == [True, True]
    chosen = browser.post(f"{address}event/", {"event": first.uid})
    assert (chosen.status_code, chosen["Location"]) == (302, f"{address}?chosen")
    opened = browser.get(chosen["Location"])
    assert "tablet/table.html" in [template.name for template in opened.templates]
    assert tablet.get("round").json()["event"]["uid"] == first.uid
    # Once all of it is played, the other goes on by itself.
    hall.cast.deals(hall.round)
    for deal in hall.cast.deals(hall.round):
        deal.sitting.deals.update(done=True)
    sitting = tables.sitting_now(Table.objects.get(pk=hall.table.pk))
    assert sitting is not None
    assert sitting.segment.match.round.event == second


@pytest.mark.full
def test_choosing_the_event_again_changes_nothing_and_choosing_has_a_limit(
    hall: Hall, browser: Client
) -> None:
    events = two_events(hall)
    reopen(hall.round)
    address = f"/t/{hall.table.code}/event/"

    def chosen(number: int) -> int:
        return browser.post(address, {"event": events[number % 2].uid}).status_code

    assert chosen(0) == 302
    entries = AuditEntry.objects.count()
    assert [chosen(0) for _ in range(OpeningLimit.MOST + 1)] == [302] * (OpeningLimit.MOST + 1)
    assert AuditEntry.objects.count() == entries
    answers = [chosen(number) for number in range(1, OpeningLimit.MOST + 1)]
    assert answers == [302] * (OpeningLimit.MOST - 1) + [429]
    assert AuditEntry.objects.count() == entries + OpeningLimit.MOST - 1


@pytest.mark.full
def test_a_choice_is_asked_again_under_the_lock(
    hall: Hall, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two taps made two entries of the log, and an event that had just ended was chosen."""
    first, second = two_events(hall)
    reopen(hall.round)
    address, allowed = f"/t/{hall.table.code}/event/", OpeningLimit.admits_choice
    entries = AuditEntry.objects.count()

    def tapped_twice(limit: OpeningLimit, request: Any) -> bool:
        tables.choose_event(hall.table, first)
        return allowed(limit, request)

    monkeypatch.setattr(OpeningLimit, "admits_choice", tapped_twice)
    assert browser.post(address, {"event": first.uid}).status_code == 302
    assert Table.objects.get(pk=hall.table.pk).plays == first
    assert AuditEntry.objects.count() == entries + 1

    def ended(limit: OpeningLimit, request: Any) -> bool:
        Deal.objects.filter(event=second).update(done=True)
        return allowed(limit, request)

    monkeypatch.setattr(OpeningLimit, "admits_choice", ended)
    assert browser.post(address, {"event": second.uid}).status_code == 302
    assert Table.objects.get(pk=hall.table.pk).plays == first
    assert AuditEntry.objects.count() == entries + 1


@pytest.mark.full
def test_an_event_that_is_not_played_there_cannot_be_chosen(hall: Hall, browser: Client) -> None:
    two_events(hall)
    address = f"/t/{hall.table.code}/"
    answer = browser.post(f"{address}event/", {"event": hall.cast.event.uid})
    assert answer["Location"] == address
    assert Table.objects.get(pk=hall.table.pk).plays is None


def test_a_lease_of_a_table_without_a_place_stays(hall: Hall) -> None:
    Table.objects.filter(pk=hall.table.pk).update(place=None)
    opened = leases.open_table(table=Table.objects.get(pk=hall.table.pk), device=DEVICE)
    assert opened.new
    assert table_codes.table_of_code(hall.table.code) == hall.table
