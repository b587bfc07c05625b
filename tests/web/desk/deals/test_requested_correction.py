"""A correction that the table asks for is at the head of the deal, and is one step there."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.models import CallReason
from referee.sheets import entry
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tournaments.models import Deal, Result

pytestmark = pytest.mark.django_db


def requested(hall: Hall, report: Any = WEST_TAKES_ALL, words: str = "") -> Deal:
    """The first deal with a result, of which its table sends another sheet."""
    hall.cast.post(hall.deal())
    if words:
        details = CallDetails(CallReason.SCORE, words, hall.deal().uid)
        calls.call_referee(hall.lease(), "a-call-about-it", details)
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report, recorder="S", seen=1))
    return hall.deal()


def page_of(deal: Deal, hall: Hall, client: Client) -> Any:
    client.force_login(hall.cast.bob)
    address = reverse("referee_deal", args=[hall.cast.tournament.uid, deal.uid])
    return client.get(address, headers={"accept-language": "en"})


def test_it_says_what_differs_in_the_tables_words_and_is_one_step(
    hall: Hall, client: Client
) -> None:
    deal = requested(hall, words="West took the pig")
    page = page_of(deal, hall, client)
    shown = page.text
    assert shown.index('id="asked"') < shown.index('aria-label="Actions on this deal"')
    asked = page.context["requested"]
    assert {(fact.first, fact.second) for fact in asked.facts} >= {("North", "West")}
    assert "“West took the pig”" in shown
    assert "Only the referee can change it" not in shown
    assert shown.count("button-primary") == 1
    both = reverse("referee_compare", args=[hall.cast.tournament.uid, deal.uid])
    assert "Only the referee can change it" not in client.get(both).text
    form = page.context["waiting"].form
    sent = {name: form[name].value() for name in form.fields}
    assert sent["reason"] == "As the table asked."
    client.post(reverse("referee_confirm", args=[hall.cast.tournament.uid, deal.uid]), sent)
    assert Result.live.get(deal=deal).version == 2
    after = page_of(deal, hall, client).text
    assert 'id="asked"' not in after
    assert "Only the referee can change it" not in after


def test_a_sheet_that_says_the_same_asks_for_nothing(hall: Hall, client: Client) -> None:
    page = page_of(requested(hall, NORTH_TAKES_THE_PIG), hall, client)
    assert page.context["requested"] is None
