"""A revoke that was detected is seen on the desk of its event, and asked about at the close."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.models import CallReason, CallState, Decision, Irregularity, Needs
from referee.rulings import cases, irregularity_rulings
from referee.rulings.decisions import NamedOffender, RulingSource
from referee.rulings.decisions import RulingDecision as CaseDecision
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import irregularities
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import make_official
from tests.referee.sheets.test_irregularities import posted, revoking
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import AuditEntry, Event, Round

WHY = "the table has gone home"


@pytest.fixture
def played(hall: Hall) -> Round:
    """The round with a result for every deal, in one of which West revoked."""
    posted(hall, revoking())
    round_ = hall.deal().sitting.segment.match.round
    for deal in hall.cast.deals(round_):
        if not deal.done:
            hall.cast.post(deal)
    return round_


@pytest.fixture
def director(hall: Hall, client: Client) -> Client:
    """A browser in which Alice, the director, has signed in, in English."""
    client.force_login(hall.cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def revoke() -> Irregularity:
    return Irregularity.objects.get(code="revoke", play=2)


def closing() -> dict[str, Any]:
    """Return what the log says of how the round was closed."""
    details: dict[str, Any] = json.loads(AuditEntry.objects.get(verb="close_round").body)["details"]
    return details


def rule_on_all(hall: Hall) -> None:
    for incident in irregularities.unruled(deal__event__tournament=hall.cast.tournament):
        irregularity_rulings.rule(
            incident, hall.cast.bob, Ruling(Decision.WARNED, "he saw it"), seen=0
        )


def shown(director: Client, hall: Hall) -> str:
    page = director.get(reverse("desk_event", args=[hall.cast.event.uid]))
    return page.content.decode()


@pytest.mark.full
def test_a_card_of_an_entry_that_waits_is_open_until_it_is_confirmed(
    hall: Hall, director: Client
) -> None:
    make_official(hall)
    hall.cast.play(hall.round)
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=hall.cast.event.pk)
    entry = event.entries.select_related("event__tournament").get(number=1)
    asked = CaseDecision(
        (NamedOffender(entry, entry.members.get().person),), "B-01", facts="shouted across the hall"
    )
    version = cases.decide(RulingSource(event, hall.round, entry=entry), hall.cast.bob, asked)
    assert version.needs == Needs.DEPUTY
    page = shown(director, hall)
    assert "waits to be confirmed" in page
    assert "Without a table" in page
    with pytest.raises(Refused) as refused:
        organise.close_round(hall.round, hall.cast.director)
    assert [problem.code for problem in refused.value.problems] == [Reason.QUESTIONS_OPEN]
    cases.confirm(version, hall.cast.alice)
    organise.close_round(hall.round, hall.cast.director)


@pytest.mark.full
def test_the_desk_of_the_event_names_the_revoke_and_leads_to_it(
    hall: Hall, director: Client
) -> None:
    posted(hall, revoking())
    page, row = shown(director, hall), revoke()
    address = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    assert f'href="{address}"' in page
    assert "Table 1, deal 1" in page
    assert "West did not follow suit" in page
    assert director.get(address).status_code == 200
    rule_on_all(hall)
    assert address not in shown(director, hall)


@pytest.mark.full
def test_the_live_part_of_the_desk_tells_it(hall: Hall, director: Client) -> None:
    round_ = hall.deal().sitting.segment.match.round
    live = reverse("desk_round_live", args=[round_.uid])
    before = director.get(live)
    posted(hall, revoking())
    after = director.get(live, headers={"if-none-match": before.headers["ETag"]})
    assert after.status_code == 200
    assert "West did not follow suit" in after.content.decode()


@pytest.mark.full
def test_a_round_is_not_closed_over_it_without_a_word(hall: Hall, played: Round) -> None:
    with pytest.raises(Refused) as refused:
        organise.close_round(played, hall.cast.director)
    (problem,) = refused.value.problems
    assert problem.code is Reason.QUESTIONS_OPEN
    many = Irregularity.objects.count()
    assert dict(problem.values) == {"questions": many, "tables": "1"}
    played.refresh_from_db()
    assert played.state == Round.State.PUBLISHED


@pytest.mark.full
def test_the_director_closes_it_with_a_reason_which_the_log_keeps(
    hall: Hall, director: Client, played: Round
) -> None:
    page = shown(director, hall)
    assert "not ruled on" in page
    assert 'name="override"' in page
    address = reverse("desk_close", args=[played.uid])
    refused = director.post(address, {"override": "  "}, follow=True).content.decode()
    assert "Rule on them, or give a reason" in refused
    director.post(address, {"override": WHY})
    played.refresh_from_db()
    assert played.state == Round.State.CLOSED
    details = closing()
    many = Irregularity.objects.count()
    assert details["override"] == WHY
    assert (details["undecided"], details["tables"]) == (many, [1])
    assert not verify(hall.cast.tournament)
    # It is still to be decided, and can be.
    assert "West did not follow suit" in shown(director, hall)
    rule_on_all(hall)
    assert "West did not follow suit" not in shown(director, hall)


@pytest.mark.full
def test_nothing_is_asked_when_the_referee_has_ruled(
    hall: Hall, director: Client, played: Round
) -> None:
    rule_on_all(hall)
    assert 'name="override"' not in shown(director, hall)
    director.post(reverse("desk_close", args=[played.uid]))
    played.refresh_from_db()
    assert played.state == Round.State.CLOSED
    assert "override" not in closing()


@pytest.mark.full
def test_a_reason_passes_over_no_missing_result(hall: Hall) -> None:
    posted(hall, revoking())
    round_ = hall.deal().sitting.segment.match.round
    with pytest.raises(Refused) as refused:
        organise.close_round(round_, hall.cast.director, override=WHY)
    assert [problem.code for problem in refused.value.problems] == [Reason.DEALS_WITHOUT_RESULT]


@pytest.mark.full
def test_a_call_that_nobody_ended_is_shown_before_the_round_and_the_event_are_over(
    hall: Hall, director: Client
) -> None:
    hall.cast.play(hall.round)
    call = calls.call_referee(hall.lease(), "who deals?", CallDetails(CallReason.QUESTION))
    address = f"{reverse('referee_calls', args=[hall.cast.tournament.uid])}#call-{call.uid}"
    page = shown(director, hall)
    assert "1 call for the referee is still open" in page
    assert f'href="{address}"' in page
    director.post(reverse("desk_close", args=[hall.round.uid]))
    hall.round.refresh_from_db()
    assert hall.round.state == Round.State.CLOSED, "a call is seen to, not ruled on"
    Event.objects.filter(pk=hall.cast.event.pk).update(rounds_planned=1)
    finish = director.get(reverse("desk_finish", args=[hall.cast.event.uid])).content.decode()
    assert f'href="{address}"' in finish
    calls.answer(call, hall.cast.bob, CallState.DONE, seen=1)
    finish = director.get(reverse("desk_finish", args=[hall.cast.event.uid])).content.decode()
    assert "still open." not in finish
    assert "The correction period of the last round ends" in finish
