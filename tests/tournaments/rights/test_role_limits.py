"""A role limited to events or tables reaches these, and reads of the rest what the desk reads."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.db.models import ProtectedError, RestrictedError
from django.http import Http404
from django.test import Client
from django.urls import reverse

from clubs.credentials import official_pins
from referee.calls import calls
from referee.leases import leases
from referee.models import CallReason
from tests.cast import Cast
from tournaments import organise
from tournaments.models import Event, Membership, Role, RoleLimit, Round, Table, User
from tournaments.rights import access, roles
from tournaments.rights.roles import Reach, RoleScope
from web.publish.alerts import alert_bar


def limited(cast: Cast, *events: Event, role: Role = Role.REFEREE, tables: str = "") -> Membership:
    """Limit Bob's role."""
    held = Membership.objects.get(user=cast.bob)
    Membership.objects.filter(pk=held.pk).update(role=role, tables=tables)
    for event in events:
        RoleLimit.objects.create(membership=held, event=event)
    return held


@pytest.fixture
def played(cast: Cast) -> Round:
    return cast.round_in_play()


@pytest.fixture
def other(cast: Cast) -> Event:
    """Another event of the tournament."""
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[name] for name in "子丑寅卯"])
    return event


def _deal(bob: User, *, uid: str, deal: str) -> object:
    return access.deal_as(bob, uid, deal, access.REFEREES, ())


def status(cast: Cast, fetch: Callable[[User], object]) -> int:
    try:
        fetch(cast.bob)
    except Http404:
        return 404
    except PermissionDenied:
        return 403
    return 200


def test_the_examples_of_the_module_hold() -> None:
    assert doctest.testmod(roles).failed == 0


def test_the_parts_of_several_roles_add_up() -> None:
    first, second = RoleScope(events=frozenset({1})), RoleScope(tables=frozenset({4}))
    reach = Reach((first, second))
    assert [reach.covers(1, 9), reach.covers(2, 4), reach.covers(2, 9)] == [True, True, False]
    assert (reach.events, reach.is_everything) == (None, False)
    assert Reach((first,)).events == frozenset({1})
    assert Reach((first, RoleScope())).is_everything
    assert not Reach().covers(1, 1)


@pytest.mark.full
def test_a_director_of_one_event_directs_that_and_finds_no_other(
    cast: Cast, other: Event, played: Round
) -> None:
    limited(cast, other, role=Role.DIRECTOR)
    directs = access.DIRECTORS
    assert status(cast, lambda bob: access.event_as(bob, other.uid, directs)) == 200
    assert status(cast, lambda bob: access.event_as(bob, cast.event.uid, access.DESK)) == 404
    assert status(cast, lambda bob: access.round_as(bob, played.uid, access.DESK)) == 404
    deal = cast.deals(played)[0]
    fetch = lambda bob: access.deal_as(bob, cast.tournament.uid, deal.uid, access.DESK, ())  # noqa: E731
    assert status(cast, fetch) == 404


def test_of_the_tournament_he_reads_and_changes_nothing(cast: Cast, other: Event) -> None:
    limited(cast, other, role=Role.DIRECTOR)
    uid = cast.tournament.uid
    assert status(cast, lambda bob: access.tournament_as(bob, uid, access.DESK)) == 200
    assert status(cast, lambda bob: access.tournament_as(bob, uid, access.DIRECTORS)) == 403
    assert status(cast, lambda bob: access.tournament_as(bob, uid, access.REFEREES)) == 403
    shown = access.tournament_as(cast.bob, uid, access.REFEREES, within=True)
    assert access.roles_in(cast.bob, shown) == {Role.SCORER}
    assert access.reach(cast.bob, shown, access.REFEREES).events == frozenset({other.pk})


@pytest.mark.full
def test_the_pages_list_the_events_within(cast: Cast, other: Event) -> None:
    limited(cast, other, role=Role.DIRECTOR)
    client = Client()
    client.force_login(cast.bob)
    for address in (reverse("desk"), reverse("desk_tournament", args=[cast.tournament.uid])):
        page = client.get(address).content.decode()
        assert reverse("desk_event", args=[other.uid]) in page
        assert cast.event.uid not in page
    assert client.get(reverse("desk_event", args=[cast.event.uid])).status_code == 404
    assert client.get(reverse("desk_entries", args=[other.uid])).status_code == 200
    assert client.get(reverse("desk_settings", args=[other.uid])).status_code == 200
    officials = reverse("desk_officials", args=[cast.tournament.uid])
    assert client.get(officials).status_code == 403


@pytest.mark.databases
def test_a_referee_of_a_table_has_its_deals_and_no_others(cast: Cast, played: Round) -> None:
    limited(cast, tables=roles.table_text([2]))
    by_table = {deal.sitting.table.number: deal for deal in cast.deals(played)}
    uid = cast.tournament.uid
    statuses = {}
    for number, deal in by_table.items():
        asked = partial(_deal, uid=uid, deal=deal.uid)
        statuses[number] = status(cast, asked)
    assert statuses == {1: 403, 2: 200}
    event = cast.event.uid
    assert status(cast, lambda bob: access.event_as(bob, event, access.DESK)) == 200
    assert status(cast, lambda bob: access.event_as(bob, event, access.REFEREES)) == 403


@pytest.mark.full
@pytest.mark.parametrize(("of_event", "numbers"), [(True, set()), (False, {2})])
def test_codes_that_open_tables_are_read_within_alone(
    cast: Cast, other: Event, played: Round, of_event: bool, numbers: set[int]
) -> None:
    limited(cast, *([other] if of_event else []), tables="" if of_event else "|2|")
    client = Client()
    client.force_login(cast.bob)
    tables = list(cast.tournament.tables.all())
    page = client.get(reverse("desk_codes", args=[cast.tournament.uid])).content.decode()
    assert {table.number for table in tables if table.code in page} == numbers
    pictures = {
        table.number: client.get(reverse("desk_table_qr", args=[table.uid])).status_code
        for table in tables
    }
    assert {number for number, status in pictures.items() if status == 200} == numbers
    assert {*pictures.values()} <= {200, 404 if of_event else 403}


def test_a_number_is_no_part_of_another(cast: Cast, played: Round) -> None:
    limited(cast, tables=roles.table_text([12]))
    deal = cast.deals(played)[0]
    fetch = lambda bob: access.deal_as(bob, cast.tournament.uid, deal.uid, access.DESK, ())  # noqa: E731
    assert status(cast, fetch) == 403


@pytest.mark.full
def test_the_referee_s_pages_show_the_tables_within(cast: Cast, played: Round) -> None:
    limited(cast, tables=roles.table_text([2]))
    tables = {table.number: table for table in Table.objects.filter(sittings__isnull=False)}
    for number, table in tables.items():
        opened = leases.open_table(table=table, device=f"tablet-{number}")
        details = calls.CallDetails(CallReason.OTHER, words=f"words-{number}")
        calls.call_referee(opened.lease, f"{number}" * 32, details)
    client = Client()
    client.force_login(cast.bob)
    queue = client.get(reverse("referee_calls", args=[cast.tournament.uid])).content.decode()
    assert ("words-1" in queue, "words-2" in queue) == (False, True)
    overview = client.get(reverse("referee_overview", args=[cast.tournament.uid]))
    first, second = (cast.deals(played)[place].uid for place in (0, -1))
    page = overview.content.decode()
    assert (first in page, second in page) == (False, True)
    bob = User.objects.get(pk=cast.bob.pk)
    narrowed = access.narrowed(bob, [cast.tournament])
    assert [alert.count for alert in alert_bar.read([cast.tournament.pk], narrowed)] == [1]
    assert [alert.count for alert in alert_bar.read([cast.tournament.pk])] == [2]
    theirs = tables[1].calls.get()
    answer = reverse("referee_call", args=[cast.tournament.uid, theirs.uid])
    assert client.post(answer, {"state": "done", "seen": 1}).status_code == 404
    lease = tables[1].leases.get()
    release = reverse("referee_release", args=[cast.tournament.uid, lease.uid])
    assert client.post(release).status_code == 404
    lease.refresh_from_db()
    assert lease.is_open


@pytest.mark.full
def test_a_pin_holds_at_the_tables_within(cast: Cast, played: Round) -> None:
    limited(cast, tables=roles.table_text([2]))
    pin = official_pins.set_own(cast.bob, cast.club)
    one, two = (
        Table.objects.filter(sittings__isnull=False, number=number).distinct().get()
        for number in (1, 2)
    )
    assert official_pins.official_with(pin, cast.tournament, one) is None
    assert official_pins.official_with(pin, cast.tournament, two) == cast.bob


@pytest.mark.full
def test_a_pin_of_an_event_holds_where_it_is_played(
    cast: Cast, other: Event, played: Round
) -> None:
    limited(cast, other)
    pin = official_pins.set_own(cast.bob, cast.club)
    table = Table.objects.filter(sittings__isnull=False).first()
    assert table is not None
    assert official_pins.official_with(pin, cast.tournament, table) is None
    RoleLimit.objects.create(membership=Membership.objects.get(user=cast.bob), event=cast.event)
    assert official_pins.official_with(pin, cast.tournament, table) == cast.bob


def test_a_role_of_the_club_is_never_narrowed_by_a_limited_one(cast: Cast, other: Event) -> None:
    limited(cast, other, role=Role.REFEREE)
    Membership.objects.create(user=cast.bob, club=cast.club, role=Role.DIRECTOR)
    assert status(cast, lambda bob: access.event_as(bob, cast.event.uid, access.DIRECTORS)) == 200
    shown = access.tournament_as(cast.bob, cast.tournament.uid, access.DIRECTORS)
    assert access.narrowed(cast.bob, [shown]).reaches == {}


def test_the_last_event_of_a_role_cannot_go_without_the_role(cast: Cast, other: Event) -> None:
    limited(cast, other)
    with pytest.raises((RestrictedError, ProtectedError)):
        Event.objects.filter(pk=other.pk).delete()
    assert RoleLimit.objects.exists()
