"""Penalty points of partners: each is an offender for himself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import KeptWrite
from referee.rulings import listed_penalties, penalties
from referee.rulings.penalties import Target
from tests import levels_cast
from tournaments import results
from tournaments.base.refusals import Refused
from tournaments.models import Adjustment, Entry, Seat, Unit
from web.desk.decisions.ruling_forms import PenaltyForm


@pytest.mark.full
def test_partners_are_named_each_for_himself(db: None) -> None:
    cast = levels_cast.assemble()
    cast.round_in_play()
    seats = listed_penalties.played_seats(results.read(cast.event))
    assert [(seat.table, seat.label) for seat in seats] == [
        (table, label) for table in (1, 2) for label in "NWSE"
    ]


@pytest.mark.full
def test_the_partner_is_another_offender_under_a_used_key(db: None) -> None:
    cast = levels_cast.assemble(deals=1)
    round_ = cast.round_in_play()
    north, south = (
        Seat.objects.select_related("side", "person", "sitting").get(
            sitting=cast.deals(round_)[0].sitting, label=label
        )
        for label in ("N", "S")
    )
    pair = Entry.objects.select_related("event__tournament").get(sides=north.side)
    penalties.give(Target(pair, north), cast.bob, -1, "spoke", key="0" * 12)
    with pytest.raises(Refused):
        penalties.give(Target(pair, south), cast.bob, -1, "spoke", key="0" * 12)


def test_what_is_refused_says_which_of_a_pair_was_meant(db: None) -> None:
    cast = levels_cast.assemble(deals=1)
    pair = cast.event.entries.order_by("number")[0]
    first, partner = (row.person for row in pair.members.order_by("pk").select_related("person"))
    penalties.give(Target(pair, person=first), cast.alice, -1, "spoke", key="0" * 12)
    with pytest.raises(Refused):
        penalties.give(Target(pair, person=partner), cast.alice, -1, "spoke", key="0" * 12)
    whom = f"member:{pair.uid}:{partner.uid}"
    assert json.loads(KeptWrite.objects.get().sealed)["whom"] == whom
    meant = penalties.target(cast.event, whom)
    assert meant is not None
    assert (meant.entry, meant.person) == (pair, partner)


@pytest.mark.full
def test_a_penalty_of_a_pair_names_the_person_who_is_chosen(db: None, client: Client) -> None:
    cast = levels_cast.assemble(deals=1)
    pair = cast.event.entries.order_by("number")[0]
    first, partner = (row.person for row in pair.members.order_by("pk").select_related("person"))
    client.force_login(cast.alice)
    where = reverse("referee_penalties", args=[cast.tournament.uid, cast.event.uid])
    data = {"whom": f"member:{pair.uid}:{partner.uid}", "points": "-1", "reason": "spoke"}
    data |= {"key": "0" * 12}
    page: Any = client.post(where, data)
    data |= {"previewed": page.context["form"]["previewed"].value(), "store": "1"}
    assert client.post(where, data).status_code == 302
    given = Adjustment.objects.get()
    assert given.named is not None
    assert (given.entry, given.named.person) == (pair, partner)
    assert first.name != partner.name


@pytest.mark.parametrize(
    ("whom", "is_taken"), [("entry:a", True), ("member:a:b", True), ("seat:c", False)]
)
def test_a_partner_is_penalised_in_the_unit_of_the_entry(whom: str, *, is_taken: bool) -> None:
    """Half a victory point of a named partner was read as one of a seat, and refused."""
    data = {"whom": whom, "points": "-0.5", "reason": "spoke", "key": "0" * 12}
    form = PenaltyForm(data, whom=[(whom, "1 李雷")], units=(Unit.SCALED, Unit.VP))
    assert ("points" not in form.errors) is is_taken
