"""A ruling on a call shows the table's number and its own words, before and after."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from referee.base.case_numbers import number_text
from referee.base.refusals import Code
from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.models import Call, CallReason, CallState, RulingCase
from referee.rulings import cases
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import seat
from tests.referee.rulings.deciding.test_cases import source as source_at
from tests.web.desk.rulings.test_case_pages import filled, form_of, look, page, store
from tournaments.base.refusals import Refused

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
        facts = strip_tags(called[1]).split(" ·&nbsp;")
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


@pytest.fixture
def call(hall: Hall, client: Client) -> Call:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    details = CallDetails(CallReason.IRREGULARITY, WORDS, hall.deal().uid)
    return calls.call_referee(hall.lease(), "call-of-table-1", details)


@pytest.mark.full
def test_a_ruling_ends_its_call_and_a_second_one_is_refused_by_its_number(
    hall: Hall, client: Client, call: Call
) -> None:
    address, data = form_of(hall, call=call.uid), filled(hall)
    sealed = look(client, address, data).context["form"]["previewed"].value()
    # A second tab was opened, and looked at, before the first one was stored.
    assert "already decides this call" not in client.get(address).text
    other = filled(hall, key="1" * 12, facts="another account")
    late = look(client, address, other).context["form"]["previewed"].value()
    for _click in range(2):
        stored = client.post(address, {**data, "previewed": sealed, "store": "1"})
        assert stored.status_code == 302
    steps = list(call.steps.order_by("number").values_list("state", "official"))
    assert steps == [(CallState.CALLED, None), (CallState.DONE, hall.cast.bob.pk)]
    case = RulingCase.objects.get()
    named = f"Ruling {number_text(case)}"
    refused = client.post(address, {**other, "previewed": late, "store": "1"})
    assert f"{named} already decides this call." in refused.text
    begun = client.get(address).text
    assert "it already decides this call" in begun
    assert reverse("referee_ruling", args=[hall.cast.tournament.uid, case.uid]) in begun


@pytest.mark.full
def test_a_call_is_asked_about_under_the_lock_and_only_of_a_new_ruling(
    hall: Hall, client: Client, call: Call
) -> None:
    source = replace(source_at(hall), call=call)
    version = cases.decide(source, hall.cast.bob, RulingDecision(facts="seen"))
    with pytest.raises(Refused) as told:
        cases.decide(source, hall.cast.bob, RulingDecision(facts="another account"))
    assert [problem.code for problem in told.value.problems] == [Code.CALL_RULED_ON]
    cases.decide(source_at(hall), hall.cast.bob, RulingDecision(facts="another matter"))
    anew = page(hall, "referee_rule_anew", version)
    assert "already decides this call" not in client.get(anew).text
    assert store(client, anew, filled(hall, key="2" * 12)).status_code == 302
    assert version.case.versions.count() == 2
