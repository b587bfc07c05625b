"""How many questions the pages of the referee, a tablet and a phone put to the database.

The names come from the addresses, so that a new page is asked too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.credentials import player_credentials
from referee.models import Sheet
from referee.sheets import seat_answers
from tests import teams_cast, world
from tests.address_tables import DESK
from tests.referee.claims.test_hands import captured, claimed, ended
from tests.referee.hall import Hall, Tablet
from tests.world import World
from tournaments import organise
from tournaments.models import Event, Seat
from web.desk.referee_urls import urlpatterns
from web.publish import cache as pages
from web.tablet.api import remembered

MOST: Final = 15
MORE: Final = {
    "referee_overview": 16,
    "referee_penalties": 16,
    "referee_deal": 16,
    "referee_rulings": 20,
    "referee_rule_anew": 19,
    "referee_appeal_lodge": 17,
}
"""Where a score may carry out one of the rulings on the deal, warnings and rulings stand beside the
points, and a case with its versions beside the whole event; the list has the other decisions, who
made them and their numbers, and the rail of the events. Who appeals is asked with the number of
decisions that each may appeal against. Where a call is open the tile of its table
says so."""
PAGES: Final = [
    str(pattern.name) for pattern in urlpatterns if DESK[str(pattern.name)].bob.get("get") == 200
]
"""The page of a claim leads away where none waits: it is asked by itself below."""


def queries_of(client: Client, address: str, **headers: str) -> list[str]:
    """Return the statements of a page that nobody has asked for before."""
    cache.clear()
    pages.forget()
    remembered.forget()
    with CaptureQueriesContext(connection) as captured:
        response = client.get(address, headers=headers)
    assert response.status_code == 200
    return [query["sql"] for query in captured.captured_queries]


def too_many(client: Client, of: World) -> Iterator[tuple[str, int]]:
    """Yield the pages of the referee that ask too much."""
    asked = [(name, DESK[name].of(of)) for name in PAGES]
    asked += [
        ("referee_deal", [*world.tournament(of), deal.uid]) for deal in of.cast.deals(of.round)
    ]
    for name, args in asked:
        count = len(queries_of(client, reverse(name, args=args)))
        if count > MORE.get(name, MOST):
            yield name, count


@pytest.mark.full
def test_the_pages_of_the_referee_ask_little(db: None, client: Client) -> None:
    of = world.assemble()
    client.force_login(of.cast.bob)
    assert list(too_many(client, of)) == []
    for deal in of.cast.deals(of.round)[1:]:
        of.cast.post(deal)
    organise.close_round(of.round, of.cast.director, override="ruled on tomorrow")
    assert list(too_many(client, of)) == []


@pytest.mark.full
def test_the_pack_of_a_table_asks_little(hall: Hall, tablet: Tablet) -> None:
    tablet.submits(hall.sheet())
    lease = {"Authorization": f"Lease {tablet.token}"}
    assert len(queries_of(Client(), reverse("api-round"), **lease)) <= MOST


@pytest.mark.full
def test_a_table_and_a_phone_ask_little(hall: Hall, tablet: Tablet) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(proof="phone")
    event = Event.objects.select_related("tournament").get(pk=hall.cast.event.pk)
    tablet.submits(hall.sheet())
    person = Seat.objects.get(sitting=hall.deal().sitting, label="W").person
    (slip,) = player_credentials.SLIPS.draw(event, hall.cast.director, [person.uid])
    lease = {"Authorization": f"Lease {tablet.token}"}
    of_table = [reverse("find_table"), reverse("table", args=[hall.table.code])]
    of_phone = [reverse(name, args=[slip.link]) for name in ("player", "player_live")]
    counts = {
        address: len(queries_of(Client(), address, **lease)) for address in [*of_table, *of_phone]
    }
    assert {address: count for address, count in counts.items() if count > MOST} == {}
    assert len(queries_of(Client(), reverse("api-round"), **lease)) <= MOST


@pytest.mark.full
def test_the_page_of_a_contested_claim_asks_little(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.bob)
    for report in (contested := ended(objecting=["S"]), captured(contested)):
        claim = claimed(hall, report)
        address = reverse("referee_claim", args=[hall.cast.tournament.uid, claim.deal.uid])
        assert len(queries_of(client, address)) <= MOST


@pytest.mark.full
def test_an_objection_costs_no_more(hall: Hall, tablet: Tablet, client: Client) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(proof="phone", records="two")
    tablet.submits(hall.sheet())
    tablet.submits(hall.sheet(recorder="S"))
    seat_answers.object_to(hall.official(), Sheet.objects.latest("pk"), "W", "not mine")
    lease = {"Authorization": f"Lease {tablet.token}"}
    assert len(queries_of(Client(), reverse("api-round"), **lease)) <= MOST
    client.force_login(hall.cast.bob)
    address = reverse("referee_overview", args=[hall.cast.tournament.uid])
    assert len(queries_of(client, address)) <= MORE["referee_overview"]


@pytest.mark.full
def test_a_table_of_teams_asks_little(db: None) -> None:
    teams = teams_cast.assemble(segments=2, deals=8)
    for number in (1, 2):
        teams.reveal(teams.segment(number))
        teams.play()
    table = teams.cast.tournament.tables.get(number=1)
    tablet = Tablet(Client()).opens(table)
    address, lease = reverse("api-round"), {"Authorization": f"Lease {tablet.token}"}
    # That a new tablet was heard is written at once, the first time.
    Client().get(address, headers=lease)
    assert len(queries_of(Client(), address, **lease)) <= MOST
    assert len(queries_of(Client(), reverse("api-standing"), **lease)) <= MOST


@pytest.mark.full
def test_a_table_between_two_rounds_asks_little(hall: Hall, tablet: Tablet) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    lease = {"Authorization": f"Lease {tablet.token}"}
    for name in ("api-round", "api-standing"):
        assert len(queries_of(Client(), reverse(name), **lease)) <= MOST
    hall.cast.round_in_play()
    assert len(queries_of(Client(), reverse("api-round"), **lease)) <= MOST
