"""Every address of the program refuses the stranger, or says here why it need not.

The three tables stand in `address_tables`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from clubs.credentials import club_accounts
from tests import test_doors, test_doors_of_persons, test_public_pages
from tests.address_tables import DESK
from tests.public_addresses import OTHERWISE, PUBLIC
from tests.samples import sampled
from tests.test_public_pages import Reader
from tests.world import World, assemble, tournament
from tournaments import organise
from tournaments.models import (
    Membership,
    Role,
    RoleLimit,
    Round,
)
from tournaments.system import deferred_writes
from tournaments.system.deferred_writes import Afterwards
from web.tablet import earlier_api_urls

LOGIN = "/desk/login/"
Answers = dict[tuple[str, str], tuple[int, str]]
"""By the name and the method of an address its status, and where it leads."""
OF_A_REFEREE = {
    "referee_arrivals",
    "referee_not_begun",
    "referee_penalties",
    "referee_rule_case",
}
OF_THE_TOURNAMENT = {
    "desk_alerts_live",
    "desk_codes",
    "desk_hall_code",
    "desk_requests",
    "desk_tournament",
    "referee_calls",
    "referee_calls_live",
    "referee_overview",
    "referee_records",
    "referee_rulings",
}
"""What an official of one event reads of the whole tournament; lists show that event alone."""


@pytest.fixture
def world(db: None) -> World:
    return assemble()


@pytest.fixture
def reader() -> Reader:
    return Reader()


def addresses(
    patterns: list[URLPattern | URLResolver] | None = None,
) -> Iterator[str | None]:
    """Go through the names of all addresses of the program."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns)
        else:
            yield pattern.name


def test_every_address_stands_in_exactly_one_table() -> None:
    """But those of the tablet's API in 0.2, which lead to the views of addresses that do."""
    tables = [*DESK, *PUBLIC, *OTHERWISE]
    assert len(tables) == len(set(tables))
    named = [name for name in addresses() if name]
    assert sorted(named) == sorted(tables)
    assert len([*addresses()]) - len(named) == len(["schema"]) + len(earlier_api_urls.urlpatterns)


def test_every_address_that_is_treated_otherwise_names_a_test_that_is_here() -> None:
    files = (test_doors, test_doors_of_persons, test_public_pages)
    here = {*globals(), *(name for file in files for name in vars(file))}
    assert [name for name in OTHERWISE.values() if name not in here] == []
    wants_lease = test_doors.test_the_api_wants_a_lease.__name__
    of_a_lease = {name for name, test in OTHERWISE.items() if test == wants_lease}
    assert of_a_lease == {*test_doors.OF_A_LEASE}


def answers(client: Client, world: World) -> Answers:
    """Ask every address of the desk by every method that it has; give status and where it leads."""
    statuses = {}
    for name, door in DESK.items():
        for method in door.bob:
            answer = client.generic(method.upper(), reverse(name, args=door.of(world)))
            statuses[name, method] = (answer.status_code, answer.get("Location", ""))
            # A file is closed once it was read.
            b"".join(answer)
    return statuses


@pytest.mark.full
def test_a_stranger_is_led_from_the_desk_to_signing_in(world: World, client: Client) -> None:
    before = world.cast.tournament.log.count()
    assert not_led_to_signing_in(answers(client, world)) == {}
    is_unchanged_since(before, world)


def not_led_to_signing_in(by_name: Answers) -> Answers:
    """Return what is neither led to signing in nor, as a form, told that nothing was stored."""
    return {
        (name, method): (status, to)
        for (name, method), (status, to) in by_name.items()
        if not (to.startswith(LOGIN) or (method, status) == ("post", 403))
    }


@pytest.mark.full
def test_another_club_finds_nothing_at_the_desk(world: World, client: Client) -> None:
    before = world.cast.tournament.log.count()
    client.force_login(world.cast.charlie)
    by_name = answers(client, world)
    assert {name: status for name, (status, _to) in by_name.items() if status != 404} == {}
    is_unchanged_since(before, world)


def is_unchanged_since(before: int, world: World) -> None:
    """Who was refused has changed nothing."""
    assert world.cast.tournament.log.count() == before
    assert Round.objects.get().state == Round.State.PUBLISHED


@pytest.mark.full
def test_a_referee_gets_what_is_his_and_is_refused_what_is_the_directors(
    world: World, client: Client
) -> None:
    client.force_login(world.cast.bob)
    statuses = {name: status for name, (status, _to) in answers(client, world).items()}
    assert statuses == {
        (name, method): status for name, door in DESK.items() for method, status in door.bob.items()
    }


def revoked(world: World) -> None:
    """Revoke the only role that Bob has."""
    held = Membership.objects.get(user=world.cast.bob)
    club_accounts.revoke_role(world.cast.club, held, world.cast.alice)


@pytest.mark.full
def test_an_open_session_is_led_to_signing_in_once_the_role_is_revoked(
    world: World, client: Client
) -> None:
    client.force_login(world.cast.bob)
    assert client.get(reverse("desk_tournament", args=tournament(world))).status_code == 200
    revoked(world)
    assert not_led_to_signing_in(answers(client, world)) == {}


@pytest.mark.nightly
def test_a_revoked_role_opens_nothing_after_signing_in_again(world: World, client: Client) -> None:
    revoked(world)
    before = world.cast.tournament.log.count()
    world.cast.bob.refresh_from_db()
    client.force_login(world.cast.bob)
    by_name = answers(client, world)
    assert {name: status for name, (status, _to) in by_name.items() if status != 404} == {}
    assert world.cast.tournament.log.count() == before


@pytest.mark.full
def test_a_director_of_the_club_is_refused_what_is_the_owners(world: World, client: Client) -> None:
    Membership.objects.create(user=world.cast.bob, club=world.cast.club, role=Role.DIRECTOR)
    client.force_login(world.cast.bob)
    for name in (
        "desk_accounts",
        "desk_messages",
        "desk_invite",
        "desk_invitation_withdraw",
        "desk_role",
        "desk_role_new",
        "desk_password",
        "desk_second_factor_off",
        "desk_let_in_again",
        "desk_role_revoke",
    ):
        for method in DESK[name].bob:
            address = reverse(name, args=DESK[name].of(world))
            assert client.generic(method.upper(), address).status_code == 403


@pytest.mark.nightly
def test_a_role_of_another_tournament_opens_nothing(world: World, client: Client) -> None:
    other = organise.create_tournament(
        world.cast.club,
        world.cast.director,
        name="冬季赛",
        starts_on=date(2026, 12, 1),
        time_zone="UTC",
    )
    Membership.objects.filter(user=world.cast.bob).delete()
    organise.grant_role(world.cast.director, other, world.cast.bob, Role.DIRECTOR)
    client.force_login(world.cast.bob)
    by_name = answers(client, world)
    assert {name: status for name, (status, _to) in by_name.items() if status != 404} == {}


@pytest.mark.nightly
def test_a_director_of_another_event_changes_nothing_and_reads_the_tournament_alone(
    world: World, client: Client
) -> None:
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(world.cast.tournament, world.cast.director, plan)
    held = Membership.objects.get(user=world.cast.bob)
    Membership.objects.filter(pk=held.pk).update(role=Role.DIRECTOR)
    RoleLimit.objects.create(membership=held, event=other)
    client.force_login(world.cast.bob)
    statuses = {name: status for name, (status, _to) in answers(client, world).items()}
    read = {name for (name, method), status in statuses.items() if status < 400}
    assert read == OF_THE_TOURNAMENT
    assert {name for (name, method), status in statuses.items() if status == 403} == {
        "desk_event_new",
        "desk_hall_code_lift",
        "desk_kiosks",
        "desk_official_invitation_withdraw",
        "desk_officials",
        "desk_places_back",
        "desk_tournament_delete",
        "desk_tournament_repeat",
        "desk_tournament_settings",
        "referee_kept",
        "referee_pins",
        "referee_read_in",
    }


@pytest.mark.nightly
@pytest.mark.parametrize("role", [Role.REFEREE, Role.SCORER])
def test_a_role_at_another_table_changes_nothing(world: World, client: Client, role: Role) -> None:
    Membership.objects.filter(user=world.cast.bob).update(role=role, tables="|99|")
    client.force_login(world.cast.bob)
    before = world.cast.tournament.log.count()
    statuses = {name: status for name, (status, _to) in answers(client, world).items()}
    pressed = {name for (name, method), status in statuses.items() if method == "post"}
    done = {name for name in pressed if statuses[name, "post"] < 400}
    # Whoever reads a paper orders it, hands are shown once they are open. Nobody sits at the tables
    # of this referee: the forms come back without anybody to choose, or without a time that was
    # called, and the page of arrivals, which a club event has not, leads to the round.
    own_forms = OF_A_REFEREE if role == Role.REFEREE else set()
    assert done == {"desk_document_order", "desk_boards"} | own_forms
    assert not world.cast.tournament.log.filter(seq__gt=before).exists()
    of_another_table = ("desk_table_qr", "referee_deal", "referee_seats", "referee_compare")
    # The page says whose table it is.
    assert {statuses[name, "get"] for name in of_another_table} == {403}


@pytest.mark.full
def test_the_owner_is_refused_nothing_at_the_desk_and_reading_writes_nothing(
    world: World, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever reads waits for whoever writes: what is to be noted is left for afterwards."""
    monkeypatch.setattr(deferred_writes, "_afterwards", Afterwards())
    # Django asks once, in a transaction, whether the database has JSON.
    assert connection.features.supports_json_field
    reader.force_login(world.cast.alice)
    by_name = answers(reader, world)
    # A copy to take away is there where the database is a file.
    missing = {} if connection.vendor == "sqlite" else {("desk_copy", "post"): (404, "")}
    refused = {name: answer for name, answer in by_name.items() if answer[0] not in (200, 302)}
    assert refused == missing
    assert {name: to for name, (_, to) in by_name.items() if to.startswith(LOGIN)} == {}
    assert reader.wrote == {}


@pytest.mark.full
@pytest.mark.parametrize(
    "who",
    sampled(["alice", None, "bob", "charlie"], ["alice"]),
)
def test_nobody_finds_what_does_not_exist(world: World, client: Client, who: str | None) -> None:
    if who:
        client.force_login(getattr(world.cast, who))
    wrong: dict[str, int] = {}
    for name, door in DESK.items():
        for method in door.bob:
            known = door.of(world)
            # An article's code is its own affair: a role is asked for first.
            place = -1 if isinstance(known[-1], str) and name != "desk_article" else 0
            known[place] = ("1" * 64) if len(known[place]) == 64 else "0" * 12
            address = reverse(name, args=known)
            status = client.generic(method.upper(), address).status_code
            wrong |= {name: status} if status != (404 if who else 302) else {}
    assert wrong == {}
