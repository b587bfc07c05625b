"""A ruling on a call shows the table's number and its own words, before and after."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.models import CallReason
from referee.rulings import cases
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import seat

pytestmark = pytest.mark.django_db
WORDS = "South did not follow hearts"


@pytest.mark.full
def test_the_words_of_the_table_stand_above_the_ruling(hall: Hall, client: Client) -> None:
    deal, event = hall.deal(), hall.cast.event
    details = CallDetails(CallReason.IRREGULARITY, WORDS, deal.uid)
    call = calls.call_referee(hall.lease(), "call-of-table-1", details)
    client.force_login(hall.cast.bob)
    uid, english = hall.cast.tournament.uid, {"accept-language": "en"}
    form = reverse("referee_rule_case", args=[uid, event.uid])
    asked = client.get(f"{form}?call={call.uid}", headers=english).text
    heads = [asked.partition("</header>")[2].partition("</header>")[0]]
    source = RulingSource(event, hall.round, deal.sitting, deal, call=call)
    whom = NamedOffender(seat(hall).side.entries.get(), seat(hall).person, seat(hall))
    version = cases.decide(source, hall.cast.bob, RulingDecision((whom,), facts="seen"))
    told = client.get(reverse("referee_ruling", args=[uid, version.case.uid]), headers=english)
    heads.append(told.text.partition("</header>")[2].partition("</header>")[0])
    for head in heads:
        called = re.search('<p id="called">(.*?)</p>', head, re.DOTALL)
        assert called is not None
        facts = strip_tags(called[1]).split(" · ")
        reason = "Something went wrong in play"
        assert facts[:-1] == [f"Table {hall.table.number}", reason, f"“{WORDS}”"]
    assert 'id="called"' not in client.get(f"{form}?deal={deal.uid}", headers=english).text


def test_of_several_calls_the_first_has_the_filled_button(hall: Hall, client: Client) -> None:
    for number, table in enumerate(hall.tables):
        details = CallDetails(CallReason.SCORE, "", hall.deal(table=table).uid)
        calls.call_referee(hall.lease(table), f"call-of-table-{number}", details)
    client.force_login(hall.cast.bob)
    page = client.get(reverse("referee_calls", args=[hall.cast.tournament.uid])).text
    assert page.count('name="state"') > page.count("button-primary") == 1
    first, second = page.index('id="call-'), page.rindex('id="call-')
    assert first < page.index("button-primary") < second
