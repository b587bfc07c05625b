"""A page of a tournament that is read within an event shows what is that event's."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.models import CallReason
from referee.sheets import entry
from tests.cast import Cast
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import Event, Membership
from tournaments.rights import roles


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def other_event(cast: Cast) -> Event:
    """Return another event of the tournament, in play at tables of its own."""
    other = organise.create_event(
        cast.tournament,
        cast.director,
        organise.EventPlan("另一项", "gongzhu", {"preset": "classic"}, 2),
    )
    organise.add_entries(other, cast.director, [[f"他{number}"] for number in range(4)])
    round_ = organise.draw_round(other, cast.director)
    organise.publish_round(round_, cast.director)
    return Event.objects.get(pk=other.pk)


def page(desk: Client, name: str, tournament: str, event: str = "") -> Any:
    query = {"event": event} if event else {}
    return desk.get(reverse(name, args=[tournament]), query)


@pytest.mark.full
def test_sheets_and_tablets_of_another_event_are_not_shown(hall: Hall, desk: Client) -> None:
    other, tournament = other_event(hall.cast), hall.cast.tournament.uid
    hall.confirmed_by(Event.Confirmation.REFEREE)
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    whole = page(desk, "referee_overview", tournament)
    own = page(desk, "referee_overview", tournament, hall.cast.event.uid)
    others = page(desk, "referee_overview", tournament, other.uid)
    assert [len(one.context["sheets"]) for one in (whole, own, others)] == [1, 1, 0]
    assert [len(one.context["folded_leases"]) for one in (whole, own, others)] == [1, 1, 0]
    tables = [{row.sitting.table_id for row in one.context["tables"]} for one in (own, others)]
    assert tables[0]
    assert tables[1]
    assert not tables[0] & tables[1]
    assert "All events of the tournament" in others.content.decode()
    assert "All events of the tournament" not in whole.content.decode()


@pytest.mark.full
def test_the_codes_are_those_of_the_tables_of_the_event(hall: Hall, desk: Client) -> None:
    other, tournament = other_event(hall.cast), hall.cast.tournament.uid
    whole, others = (
        set(page(desk, "desk_codes", tournament, event).context["tables"])
        for event in ("", other.uid)
    )
    assert others < whole
    assert hall.table not in others


@pytest.mark.full
def test_a_call_is_shown_in_its_event_and_in_the_whole_tournament(hall: Hall, desk: Client) -> None:
    other, tournament = other_event(hall.cast), hall.cast.tournament.uid
    calls.call_referee(hall.lease(), "k" * 16, CallDetails(CallReason.QUESTION))
    seen = [
        len(page(desk, "referee_calls", tournament, event).context["calls"])
        for event in ("", hall.cast.event.uid, other.uid)
    ]
    assert seen == [1, 1, 0]
    live = reverse("referee_calls_live", args=[tournament])
    assert "call-answers" in desk.get(live).content.decode()
    assert "call-answers" not in desk.get(live, {"event": other.uid}).content.decode()


@pytest.mark.full
@pytest.mark.parametrize(("beside", "seen"), [(0, [1, 1, 0]), (1, [0, 0, 0])])
def test_a_role_of_some_tables_is_shown_what_is_of_them_and_of_the_event(
    hall: Hall, desk: Client, beside: int, seen: list[int]
) -> None:
    other, tournament = other_event(hall.cast), hall.cast.tournament.uid
    hall.confirmed_by(Event.Confirmation.REFEREE)
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    calls.call_referee(hall.lease(), "k" * 16, CallDetails(CallReason.QUESTION))
    numbers = roles.table_text([hall.table.number + beside])
    Membership.objects.filter(user=hall.cast.bob).update(tables=numbers)
    events = ("", hall.cast.event.uid, other.uid)
    overviews = [page(desk, "referee_overview", tournament, event).context for event in events]
    queues = [page(desk, "referee_calls", tournament, event).context for event in events]
    for name in ("sheets", "folded_leases"):
        assert [len(context[name]) for context in overviews] == seen
    assert [len(context["calls"]) for context in queues] == seen


@pytest.mark.full
@pytest.mark.parametrize("name", ["referee_overview", "referee_calls", "desk_codes"])
def test_a_page_within_an_event_asks_no_more_than_any(hall: Hall, desk: Client, name: str) -> None:
    other = other_event(hall.cast)
    with CaptureQueriesContext(connection) as captured:
        answer = page(desk, name, hall.cast.tournament.uid, other.uid)
    assert answer.status_code == 200
    assert len(captured) <= 15
