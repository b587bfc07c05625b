"""Every address of the program refuses the stranger, or says here why it need not.

The three tables stand in `address_tables`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests import test_doors
from tests.address_tables import DESK, OTHERWISE, PUBLIC
from tests.world import World, assemble, tournament
from tournaments.credentials import club_accounts
from tournaments.models import Event, Membership, Role, Round, Tournament
from tournaments.system import deferred_writes
from tournaments.system.deferred_writes import Afterwards

pytestmark = pytest.mark.full

LOGIN = "/desk/login/"


@pytest.fixture
def world(db: None) -> World:
    return assemble()


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
    tables = [*DESK, *PUBLIC, *OTHERWISE]
    assert len(tables) == len(set(tables))
    assert sorted(map(str, addresses())) == sorted(tables)


def test_every_address_that_is_treated_otherwise_names_a_test_that_is_here() -> None:
    here = {*globals(), *vars(test_doors)}
    assert [name for name in OTHERWISE.values() if name not in here] == []
    wants_lease = test_doors.test_the_api_wants_a_lease.__name__
    of_a_lease = {name for name, test in OTHERWISE.items() if test == wants_lease}
    assert of_a_lease == {*test_doors.OF_A_LEASE}


def answers(client: Client, world: World) -> dict[tuple[str, str], tuple[int, str]]:
    """Ask every address of the desk by every method that it has; give status and where it leads."""
    statuses = {}
    for name, door in DESK.items():
        for method in door.bob:
            answer = client.generic(method.upper(), reverse(name, args=door.of(world)))
            statuses[name, method] = (answer.status_code, answer.get("Location", ""))
            # A file is closed once it was read.
            b"".join(answer)
    return statuses


def test_a_stranger_is_led_from_the_desk_to_signing_in(world: World, client: Client) -> None:
    by_name = answers(client, world)
    assert {name: status for name, (status, _to) in by_name.items() if status != 302} == {}
    assert {name: to for name, (_, to) in by_name.items() if not to.startswith(LOGIN)} == {}


def test_another_club_finds_nothing_at_the_desk(world: World, client: Client) -> None:
    client.force_login(world.cast.charlie)
    by_name = answers(client, world)
    assert {name: status for name, (status, _to) in by_name.items() if status != 404} == {}


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


def test_an_open_session_is_led_to_signing_in_once_the_role_is_revoked(
    world: World, client: Client
) -> None:
    client.force_login(world.cast.bob)
    assert client.get(reverse("desk_tournament", args=tournament(world))).status_code == 200
    revoked(world)
    by_name = answers(client, world)
    assert {
        name: answer for name, answer in by_name.items() if not answer[1].startswith(LOGIN)
    } == {}


def test_a_revoked_role_opens_nothing_after_signing_in_again(world: World, client: Client) -> None:
    revoked(world)
    before = world.cast.tournament.log.count()
    world.cast.bob.refresh_from_db()
    client.force_login(world.cast.bob)
    by_name = answers(client, world)
    assert {name: status for name, (status, _to) in by_name.items() if status != 404} == {}
    assert world.cast.tournament.log.count() == before


def test_a_director_of_the_club_is_refused_what_is_the_owners(world: World, client: Client) -> None:
    Membership.objects.create(user=world.cast.bob, club=world.cast.club, role=Role.DIRECTOR)
    client.force_login(world.cast.bob)
    for name in ("desk_accounts", "desk_password", "desk_role_revoke"):
        for method in DESK[name].bob:
            address = reverse(name, args=DESK[name].of(world))
            assert client.generic(method.upper(), address).status_code == 403


def test_the_owner_is_refused_nothing_at_the_desk(world: World, client: Client) -> None:
    client.force_login(world.cast.alice)
    by_name = answers(client, world)
    assert {name: answer for name, answer in by_name.items() if answer[0] not in (200, 302)} == {}
    assert {name: to for name, (_, to) in by_name.items() if to.startswith(LOGIN)} == {}


@pytest.mark.parametrize("who", ["alice", "bob", "charlie", None])
def test_nobody_finds_what_does_not_exist(world: World, client: Client, who: str | None) -> None:
    if who:
        client.force_login(getattr(world.cast, who))
    wrong: dict[str, int] = {}
    for name, door in DESK.items():
        for method in door.bob:
            known = door.of(world)
            place = -1 if isinstance(known[-1], str) else 0
            known[place] = ("1" * 64) if len(known[place]) == 64 else "0" * 12
            address = reverse(name, args=known)
            status = client.generic(method.upper(), address).status_code
            wrong |= {name: status} if status != (404 if who else 302) else {}
    assert wrong == {}


def test_who_was_refused_has_changed_nothing(world: World) -> None:
    before = world.cast.tournament.log.count()
    for who in (None, world.cast.charlie):
        client = Client()
        if who:
            client.force_login(who)
        answers(client, world)
    assert world.cast.tournament.log.count() == before
    assert Round.objects.get().state == Round.State.PUBLISHED


def public(client: Client, world: World) -> dict[str, tuple[int, list[str]]]:
    """Ask every public address; give its status and the cookies that it sets."""
    by_name = {}
    for name, arguments in PUBLIC.items():
        answer = client.get(reverse(name, args=arguments(world)))
        by_name[name] = (answer.status_code, sorted(answer.cookies))
    return by_name


def test_a_stranger_reads_what_is_public_and_gets_no_cookie(world: World, client: Client) -> None:
    by_name = public(client, world)
    assert by_name == dict.fromkeys(PUBLIC, (200, []))


@pytest.mark.parametrize("state", [Event.State.DRAFT, Event.State.CANCELLED])
def test_an_event_that_is_not_public_is_nowhere(world: World, client: Client, state: str) -> None:
    Event.objects.update(state=state)
    assert public(client, world) == dict.fromkeys(PUBLIC, (404, []))


@pytest.mark.parametrize("state", [Tournament.State.DRAFT, Tournament.State.CANCELLED])
def test_a_tournament_that_is_not_public_hides_its_events(
    world: World, client: Client, state: str
) -> None:
    Tournament.objects.update(state=state)
    assert public(client, world) == dict.fromkeys(PUBLIC, (404, []))


def test_a_draft_of_a_round_shows_nowhere(world: World, client: Client) -> None:
    Round.objects.update(state=Round.State.DRAFT)
    statuses = {name: status for name, (status, _) in public(client, world).items()}
    rounds = ("round", "round_part", "round_table")
    drawn = (*rounds, *(f"{name}_live" for name in rounds), "deal", "deal_live", "board")
    assert {name: statuses[name] for name in drawn} == dict.fromkeys(drawn, 404)


def test_reading_writes_nothing(
    world: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever reads waits for whoever writes: what is to be noted is left for afterwards."""
    monkeypatch.setattr(deferred_writes, "_afterwards", Afterwards())
    client.force_login(world.cast.alice)
    desk = [reverse(name, args=door.of(world)) for name, door in DESK.items() if "get" in door.bob]
    shown = [reverse(name, args=arguments(world)) for name, arguments in PUBLIC.items()]
    wrong = {path: _writes(client, path) for path in (*desk, *shown)}
    assert {path: answer for path, answer in wrong.items() if answer} == {}


def _writes(client: Client, path: str) -> list[str]:
    """Return what a GET did that takes the lock of writing; a transaction takes it even to read."""
    with CaptureQueriesContext(connection) as asked:
        client.get(path)
    statements = [query["sql"] for query in asked.captured_queries]
    return [
        statement
        for statement in statements
        # PostgreSQL declares a cursor for rows that are read one by one.
        if not statement.startswith(("SELECT", "WITH", "PRAGMA", "DECLARE"))
    ]
