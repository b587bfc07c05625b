"""A page shows its form to whoever may send it, and says nothing of it to others."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from tests.address_tables import DESK
from tests.world import World, assemble
from tournaments.models import Membership, Role

NOTHING_TO_SEND: Final = {
    "desk_boards",
    "desk_captains",
    "referee_appeal",
    "referee_appeal_lodge",
    "referee_compare",
    "referee_not_begun",
    "referee_suspensions",
}
"""In the world of these tests no hand is open, no team plays, the appeal was withdrawn and nothing
else may be appealed, no deal has two records, none was left out by the clock, and nobody was shown
two cards."""
LOCKED: Final = {"desk_check_in"}
"""Its form is the list itself, with its buttons disabled."""


def pages_of(client: Client, world: World) -> dict[str, tuple[str, str]]:
    """Return the desk's pages that open, each with its address and its text."""
    pages = {}
    for name, door in DESK.items():
        address = reverse(name, args=door.of(world))
        page = client.get(address)
        if page.status_code == 200 and "html" in page.headers.get("Content-Type", ""):
            pages[name] = address, page.content.decode()
        # A file is closed once it was read.
        b"".join(page)
    return pages


def shows_form(address: str, text: str) -> bool:
    """Whether a page has a form that goes to its own address."""
    forms = re.findall(r'<form[^>]*method="post"[^>]*>', text)
    return any("action=" not in form or f'action="{address}"' in form for form in forms)


@pytest.mark.full
@pytest.mark.parametrize(
    ("role", "tables"),
    [
        (Role.SCORER, ""),
        pytest.param(Role.SCORER, "|1|", marks=pytest.mark.nightly),
        pytest.param(Role.REFEREE, "", marks=pytest.mark.nightly),
        pytest.param(Role.REFEREE, "|1|", marks=pytest.mark.nightly),
        pytest.param(Role.CHIEF_REFEREE, "", marks=pytest.mark.nightly),
    ],
)
def test_a_form_is_there_for_whoever_may_send_it_and_for_nobody_else(
    db: None, client: Client, role: Role, tables: str
) -> None:
    world = assemble()
    unplayed = replace(world, deal=world.cast.deals(world.round)[1].uid)
    Membership.objects.filter(user=world.cast.bob).update(role=role, tables=tables)
    client.force_login(world.cast.bob)
    missing, refused = set(), set()
    for name, (address, text) in pages_of(client, unplayed).items():
        status = client.post(address).status_code
        if status < 400 and not shows_form(address, text):
            missing.add(name)
        if status in {403, 404} and shows_form(address, text):
            refused.add(name)
    assert missing - NOTHING_TO_SEND == set()
    assert refused - LOCKED == set()
