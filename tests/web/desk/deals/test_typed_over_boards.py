"""Typing a paper sheet of a board that is still sealed: the desk is told no more than a tablet."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import Sheet
from tests.referee.hall import Hall
from tests.tournaments import over_boards
from tournaments.models import AuditEntry, Board, Deal

WON = {"won_N": "SQ DJ C10 H2-A", "reason": "typed from paper"}
ASKED = ("SQ", "HA", "DJ", "C10")


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall.of(over_boards.assemble())


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def typed(desk: Client, deal: Deal, **fields: str) -> Any:
    address = reverse("referee_type", args=[deal.event.tournament.uid, deal.uid])
    values = {"seen": "0", "key": secrets.token_hex(16), **WON, **fields}
    return desk.post(address, values)


def holders(deal: Deal) -> dict[str, str]:
    hands = Board.objects.get(deals=deal).hands or {}
    return {card: seat for seat, hand in hands.items() for card in hand}


@pytest.mark.full
def test_the_preview_is_the_same_whoever_is_said_to_hold_a_card(hall: Hall, desk: Client) -> None:
    deal = hall.deal(2)
    entries = AuditEntry.objects.count()
    said = []
    for seat in "NWSE":
        answer = typed(desk, deal, plays=f"{seat}: S2")
        said.append((answer.context["form"].errors, answer.context["preview"] is not None))
    assert said == [({}, True)] * 4
    assert AuditEntry.objects.count() == entries


@pytest.mark.full
def test_a_sheet_that_differs_is_kept_and_can_be_typed_again(hall: Hall, desk: Client) -> None:
    deal = hall.deal()
    right = holders(deal)["S2"]
    wrong = next(seat for seat in "NWSE" if seat != right)
    previewed = typed(desk, deal, plays=f"{wrong}: S2").context["form"].data
    stored = desk.post(
        reverse("referee_type", args=[deal.event.tournament.uid, deal.uid]),
        {**previewed.dict(), "store": "1"},
    )
    errors = [str(error) for error in stored.context["form"].non_field_errors()]
    assert errors[-1].startswith("This does not agree with the cards of the board.")
    sheet = Sheet.objects.get()
    assert [problem["code"] for problem in sheet.problems] == ["board_differs"]
    key = stored.context["form"]["key"].value()
    assert key != previewed["key"]
    again = typed(desk, deal, plays=f"{right}: S2", key=key).context["form"].data
    address = reverse("referee_type", args=[deal.event.tournament.uid, deal.uid])
    assert desk.post(address, {**again.dict(), "store": "1"}).status_code == 302
    assert Deal.objects.get(pk=deal.pk).done
