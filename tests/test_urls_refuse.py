"""Every address of the program refuses the stranger, or says here why it need not.

An address that stands in none of the three tables fails the suite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests import test_doors
from tests.world import (
    Arguments,
    World,
    account_of,
    assemble,
    call_of,
    club,
    deal,
    deal_of,
    document,
    document_of,
    event,
    event_of,
    extra_deal_of,
    irregularity_of,
    kept_of,
    kind_of,
    lease_of,
    match_of,
    member,
    numbered,
    numbered_twice,
    official,
    penalty_of,
    role_of,
    round_,
    round_of,
    segment,
    side_of_segment,
    stand_in_of,
    table,
    tournament,
)
from tournaments.credentials import club_accounts
from tournaments.models import Event, Membership, Role, Round, Tournament
from tournaments.system import deferred_writes
from tournaments.system.deferred_writes import Afterwards

pytestmark = pytest.mark.full

LOGIN = "/desk/login/"


@dataclass(frozen=True)
class Desk:
    """A page for accounts. A stranger is led to signing in, Charlie of another club finds nothing.

    `bob` is what the referee of the tournament gets, by method.
    """

    of: Arguments
    bob: dict[str, int] = field(default_factory=lambda: {"get": 200})


DIRECTORS_READ: Final = {"get": 403, "post": 403}
DIRECTORS_PRESS: Final = {"post": 403}

DESK: Final[dict[str, Desk]] = {
    # Bob has no part in the club, only in its tournament.
    "desk_tournament_new": Desk(club, {"get": 404, "post": 404}),
    # A director of the club may read; the folder is the owner's to choose.
    "desk_installation": Desk(club, {"get": 404, "post": 404}),
    "desk_tournament": Desk(tournament),
    "desk_officials": Desk(tournament, DIRECTORS_READ),
    # His own PIN; that of somebody else is the directors' (test_pins.py).
    "desk_pin": Desk(official, {"get": 200, "post": 200}),
    "desk_codes": Desk(tournament),
    "desk_event_new": Desk(tournament, DIRECTORS_READ),
    "desk_table_qr": Desk(table),
    "desk_event": Desk(event),
    "desk_entries": Desk(event, {"get": 200, "post": 403}),
    "desk_entry_add": Desk(event, DIRECTORS_PRESS),
    "desk_entries_file": Desk(event, DIRECTORS_READ),
    "desk_check_in": Desk(event, {"get": 200, "post": 403}),
    "desk_entry": Desk(numbered),
    "desk_entry_rename": Desk(numbered, DIRECTORS_PRESS),
    "desk_member_rename": Desk(member, DIRECTORS_PRESS),
    "desk_stand_in": Desk(numbered, DIRECTORS_PRESS),
    "desk_stand_in_end": Desk(stand_in_of, DIRECTORS_PRESS),
    "desk_entry_withdraw": Desk(numbered, DIRECTORS_PRESS),
    "desk_entry_readmit": Desk(numbered, DIRECTORS_PRESS),
    "desk_entry_remove": Desk(numbered, DIRECTORS_PRESS),
    "desk_line_ups": Desk(round_),
    # Nobody plays for a team here: what is pressed is refused in words.
    "desk_line_up": Desk(side_of_segment, {"get": 200, "post": 200}),
    "desk_line_up_before": Desk(side_of_segment, {"post": 302}),
    "desk_line_up_hour": Desk(round_, {"post": 200}),
    "desk_line_ups_late": Desk(round_, {"post": 302}),
    "desk_seating_right": Desk(match_of, {"post": 302}),
    "desk_reveal": Desk(segment, {"post": 302}),
    "desk_reveal_round": Desk(round_, {"post": 302}),
    "desk_captains": Desk(event, {"get": 200, "post": 200}),
    "desk_slips": Desk(event, {"get": 200, "post": 200}),
    "desk_documents": Desk(event),
    "desk_document_order": Desk(kind_of, {"post": 302}),
    "desk_document": Desk(document_of),
    "desk_document_live": Desk(document_of),
    "desk_document_file": Desk(document),
    # Nothing is chosen: the page comes back and says so.
    "desk_boards": Desk(event, {"get": 200, "post": 200}),
    "desk_draw": Desk(event, DIRECTORS_PRESS),
    "desk_notice": Desk(event, {"post": 302}),
    "desk_seeding": Desk(event, {"get": 200, "post": 403}),
    "desk_prizes": Desk(event, {"get": 200, "post": 403}),
    "desk_extra_deals": Desk(event, {"get": 200, "post": 403}),
    "desk_extra_deal_back": Desk(extra_deal_of, DIRECTORS_PRESS),
    "desk_movement": Desk(event, {"get": 200, "post": 403}),
    "desk_finish": Desk(event, DIRECTORS_PRESS),
    "desk_round": Desk(round_),
    "desk_matches": Desk(round_),
    # An award is for the chief referee to make.
    "desk_award": Desk(match_of, DIRECTORS_READ),
    "desk_stages": Desk(event, {"get": 200, "post": 403}),
    "desk_stage_add": Desk(event, DIRECTORS_PRESS),
    "desk_stage_remove": Desk(event, DIRECTORS_PRESS),
    "desk_round_live": Desk(round_),
    "desk_adjust": Desk(round_, DIRECTORS_PRESS),
    "desk_redraw": Desk(round_, DIRECTORS_PRESS),
    "desk_discard": Desk(round_, DIRECTORS_PRESS),
    "desk_withdraw_draw": Desk(round_, DIRECTORS_PRESS),
    "desk_publish": Desk(round_, DIRECTORS_PRESS),
    "desk_close": Desk(round_, DIRECTORS_PRESS),
    # Nothing was pressed: the page of the round comes back and says so.
    "desk_clock": Desk(round_, {"post": 302}),
    "referee_overview": Desk(tournament),
    "referee_calls": Desk(tournament),
    "referee_calls_live": Desk(tournament),
    # Nothing was pressed: the queue comes back and says so.
    "referee_call": Desk(call_of, {"post": 302}),
    # Nothing is decided: the page comes back with what is missing.
    "referee_irregularity": Desk(irregularity_of, {"get": 200, "post": 200}),
    "referee_deal": Desk(deal_of),
    "referee_compare": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_records": Desk(tournament),
    # Confirming is the referee's own: without a sheet it is refused in words.
    "referee_confirm": Desk(deal_of, {"post": 200}),
    # Nothing is typed: the page comes back with what is missing.
    "referee_type": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_rule": Desk(deal_of, {"post": 200}),
    # Nothing is given: the page comes back with what is missing.
    "referee_adjust": Desk(deal_of, {"post": 200}),
    "referee_restore": Desk(deal_of, {"post": 200}),
    "referee_claim": Desk(deal_of, {"post": 302}),
    "referee_seats": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_move": Desk(deal_of, {"get": 200, "post": 200}),
    # No time was called: the page comes back and says so.
    "referee_not_begun": Desk(round_of, {"get": 200, "post": 200}),
    "referee_penalties": Desk(event_of, {"get": 200, "post": 200}),
    # Without a reason the page comes back.
    "referee_take_back": Desk(penalty_of, {"post": 200}),
    # Nothing is handed over: the page comes back and says so.
    "referee_read_in": Desk(tournament, {"get": 200, "post": 200}),
    "referee_kept": Desk(kept_of),
    "referee_pins": Desk(tournament, {"post": 302}),
    "referee_release": Desk(lease_of, {"post": 302}),
    # The owner's; Bob has no part in the club. The last: with his role goes all that Bob may do.
    "desk_accounts": Desk(club, {"get": 404}),
    "desk_password": Desk(account_of, {"get": 404, "post": 404}),
    "desk_role_revoke": Desk(role_of, {"get": 404, "post": 404}),
}

# Whoever has the address may read. What is not published is as if it were not there.
PUBLIC: Final[dict[str, Arguments]] = {
    "event": event,
    "event_live": event,
    "event_part": numbered,
    "event_part_live": numbered,
    "seats": event,
    "seats_live": event,
    "seats_part": numbered,
    "seats_part_live": numbered,
    "round": numbered,
    "round_live": numbered,
    "round_part": numbered_twice,
    "round_part_live": numbered_twice,
    "round_table": numbered_twice,
    "round_table_live": numbered_twice,
    "entry": numbered,
    "entry_live": numbered,
    "ranks": event,
    "ranks_live": event,
    "ranks_part": numbered,
    "ranks_part_live": numbered,
    "hall_seating": event,
    "hall_seating_live": event,
    "hall_standings": event,
    "hall_standings_live": event,
    "cross": event,
    "cross_live": event,
    "cross_part": numbered,
    "cross_part_live": numbered,
    "bracket": event,
    "bracket_live": event,
    "groups": event,
    "groups_live": event,
    "groups_part": numbered,
    "groups_part_live": numbered,
    "prizes": event,
    "prizes_live": event,
    "rules": event,
    "boards": event,
    "board": numbered_twice,
    "filling": tournament,
    "deal": deal,
    "deal_live": deal,
    "document": document_of,
    "document_live": document_of,
    "document_pdf": document,
    "document_file": document,
}

# Neither accounts nor publication decide: each is tested by a test of its own, named here.
OTHERWISE: Final[dict[str, str]] = {
    "home": "test_the_first_page_lists_only_what_is_public",
    "home_live": "test_the_first_page_lists_only_what_is_public",
    "home_part": "test_the_first_page_lists_only_what_is_public",
    "home_part_live": "test_the_first_page_lists_only_what_is_public",
    "document_order": "test_a_document_is_ordered_from_our_own_pages_alone",
    "glossary": "test_the_words_of_a_game_are_open_to_strangers",
    "language": "test_a_change_of_language_opens_nothing",
    "desk": "test_the_desk_lists_only_what_the_account_has_a_part_in",
    "login": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "logout": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "setup": "test_the_first_run_is_over",
    "trust": "test_a_certificate_is_shown_only_where_there_is_one",
    "trust_certificate": "test_a_certificate_is_shown_only_where_there_is_one",
    "trust_certificate_text": "test_a_certificate_is_shown_only_where_there_is_one",
    "health": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "health_alive": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "robots": "test_a_crawler_is_told_what_is_not_for_it",
    "favicon": "test_a_browser_finds_the_picture_of_the_program",
    "schema": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "player": "test_a_player_s_page_opens_by_the_link_of_the_name_slip_alone",
    "player_live": "test_a_player_s_page_opens_by_the_link_of_the_name_slip_alone",
    "player_word": "test_a_player_s_page_opens_by_the_link_of_the_name_slip_alone",
    "captain": "test_a_captain_s_page_opens_by_the_link_of_the_slip_alone",
    "captain_line_up": "test_a_captain_s_page_opens_by_the_link_of_the_slip_alone",
    "find_table": "test_a_table_opens_by_its_code_alone",
    "table": "test_a_table_opens_by_its_code_alone",
    "table_kept": "test_a_table_opens_by_its_code_alone",
    "table_worker": "test_a_table_opens_by_its_code_alone",
    "table_app": "test_a_table_opens_by_its_code_alone",
    "api-open-table": "test_a_table_opens_by_its_code_alone",
    "api-take-over": "test_a_table_is_taken_over_by_the_pin_of_its_own_officials_alone",
    "api-release-table": "test_the_api_wants_a_lease",
    "api-round": "test_the_api_wants_a_lease",
    "api-preview": "test_the_api_wants_a_lease",
    "api-cards": "test_the_api_wants_a_lease",
    "api-calls": "test_the_api_wants_a_lease",
    "api-withdraw-call": "test_the_api_wants_a_lease",
    "api-sheets": "test_the_api_wants_a_lease",
    "api-confirmations": "test_the_api_wants_a_lease",
}


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
