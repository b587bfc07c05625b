"""What a form needs beside the role of its page is asked again under the lock as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.models import Arrival, IrregularityRuling, RulingCase
from referee.rulings import cases, irregularity_rulings
from referee.rulings.decisions import RulingDecision
from tests.cast import account
from tests.referee.arrivals.lateness import clocked, official
from tests.referee.arrivals.lateness import late as late_at
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_by_the_catalogue import late
from tests.referee.rulings.deciding.test_cases import source
from tests.web.desk.conftest import Do
from tests.web.desk.deals.test_scorer import TYPED, values_of
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import (
    Catalogue,
    Event,
    ExclusionKind,
    ExclusionState,
    Membership,
    Role,
    RoleLimit,
    Round,
    User,
)
from tournaments.organise.absences.exclusion_steps import ExclusionTerms
from tournaments.record.audit import Actor

AtTheLock = Callable[[Do], None]
ROLE_ENDED = "You no longer have the role that this needs."
OFFICE_ENDED = "You may no longer change this result"
PENALTY_LATE = "The correction period is over."


def dora(hall: Hall, *roles: Role) -> User:
    """Return another official with these roles in the tournament."""
    user = account("dora")
    for role in roles:
        organise.grant_role(hall.cast.director, hall.cast.tournament, user, role)
    return user


def signed_in(client: Client, user: User) -> Client:
    client.force_login(user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def at_tables(user: User, tables: str) -> None:
    """Limit the roles of an official to tables."""
    Membership.objects.filter(user=user).update(tables=tables)


def refused_as(operation: Callable[[], object], reason: Reason) -> None:
    with pytest.raises(Refused) as refused:
        operation()
    assert [problem.code for problem in refused.value.problems] == [reason]


@pytest.mark.full
@pytest.mark.parametrize("button", ["approve", "refuse", "take_back"])
def test_who_directs_no_longer_decides_no_exclusion(
    hall: Hall, client: Client, at_the_lock: AtTheLock, button: str
) -> None:
    user = dora(hall, Role.CHIEF_REFEREE, Role.DIRECTOR)
    entry = hall.cast.event.entries.get(number=1)
    terms = ExclusionTerms(ExclusionKind.WITHDRAWAL, 1, "ill")
    organise.propose_exclusion(entry, hall.cast.bob, terms)
    if button == "take_back":
        organise.approve_exclusion(entry, hall.cast.alice)
    at_the_lock(Membership.objects.filter(user=user, role=Role.DIRECTOR).delete)
    before = list(entry.exclusions.values_list("state", flat=True))
    where = reverse("desk_entry_leave", args=[hall.cast.event.uid, 1])
    sent = {button: "1", "seen": str(len(before)), "reason": "why", "entry": entry.uid}
    answer = signed_in(client, user).post(where, sent)
    assert (answer.status_code, ROLE_ENDED in answer.text) == (403, True)
    assert list(entry.exclusions.values_list("state", flat=True)) == before
    assert before[0] == ExclusionState.PROPOSED


def test_who_directs_one_event_only_by_now_publishes_no_articles(
    hall: Hall, client: Client, at_the_lock: AtTheLock
) -> None:
    user, event = dora(hall, Role.DIRECTOR), hall.cast.event
    held = Membership.objects.get(user=user)
    at_the_lock(lambda: RoleLimit.objects.create(membership=held, event=event))
    where = reverse("desk_articles", args=[event.uid])
    answer = signed_in(client, user).post(where, {"public": "1"})
    assert (answer.status_code, ROLE_ENDED in answer.text) == (403, True)
    assert not Catalogue.objects.filter(is_public=True).exists()


@pytest.mark.full
def test_who_has_the_other_table_no_longer_exchanges_nothing_with_it(
    hall: Hall, client: Client, at_the_lock: AtTheLock
) -> None:
    hall.cast.play(hall.round)
    bob, other = hall.cast.bob, hall.deal(table=hall.tables[1])
    at_tables(bob, "|1|2|")
    desk = signed_in(client, bob)
    where = reverse("referee_tables", args=[hall.cast.tournament.uid, hall.deal().uid])
    sent = {"what": "results", "other": other.sitting.uid, "first": "1", "last": "1"}
    shown = desk.post(where, sent | {"reason": "x"}).context["preview"]
    at_the_lock(lambda: at_tables(bob, "|1|"))
    answer = desk.post(where, sent | {"reason": "x", "seen": shown.seen, "apply": "1"})
    assert OFFICE_ENDED in answer.text
    assert set(hall.deal().results.values_list("version", flat=True)) == {1}


@pytest.mark.full
def test_no_result_goes_to_a_table_of_another_official(hall: Hall) -> None:
    bob, other = Actor.from_user(hall.cast.bob), hall.deal(table=hall.tables[1])
    at_tables(hall.cast.bob, "|1|")
    refused_as(lambda: organise.exchange_results(hall.deal(), other, bob, "x"), Reason.OFFICE_ENDED)
    refused_as(lambda: organise.move_result(hall.deal(), other, bob, "x"), Reason.OFFICE_ENDED)


@pytest.mark.full
@pytest.mark.parametrize("press", ["missing", "arrived", "impose", "forfeit", "back"])
def test_who_has_the_table_no_longer_notes_no_arrival(
    hall: Hall, client: Client, at_the_lock: AtTheLock, monkeypatch: pytest.MonkeyPatch, press: str
) -> None:
    official(hall.cast.event)
    clocked(hall.cast, hall.round, monkeypatch)(7)
    bob, one = hall.cast.bob, late_at(hall.round)
    at_tables(bob, "|1|")
    at_the_lock(lambda: at_tables(bob, "|2|"))
    where = reverse("referee_arrivals", args=[hall.cast.tournament.uid, hall.round.uid])
    sent = {"side": one.side.uid, "entry": one.entry.uid, "press": press, "minutes": "7"}
    answer = signed_in(client, bob).post(where, sent | {"reason": "x"}, follow=True)
    # What lateness has cost goes by the time for corrections, as penalty points do.
    ended = PENALTY_LATE if press in {"impose", "back"} else ROLE_ENDED
    assert ended in answer.text
    assert not Arrival.objects.exists()


@pytest.mark.full
@pytest.mark.parametrize("ended", ["role", "round"])
def test_who_may_not_correct_any_more_types_no_correction(
    hall: Hall, client: Client, at_the_lock: AtTheLock, ended: str
) -> None:
    hall.cast.play(hall.round)
    Event.objects.filter(pk=hall.cast.event.pk).update(correction_minutes=0)
    bob = hall.cast.bob
    organise.grant_role(hall.cast.director, hall.cast.tournament, bob, Role.SCORER)
    desk = signed_in(client, bob)
    where = reverse("referee_type", args=[hall.cast.tournament.uid, hall.deal().uid])
    form = desk.get(where).context["form"]
    typed = {**TYPED, "won_N": "", "won_W": "sq, ♦J", "reason": "as on paper"}
    preview = desk.post(where, {**values_of(form), **typed})
    shown = values_of(preview.context["form"])
    if ended == "role":
        at_the_lock(Membership.objects.filter(user=bob, role=Role.REFEREE).delete)
    else:
        rows, closed_at = Round.objects.filter(pk=hall.round.pk), timezone.now()
        at_the_lock(lambda: rows.update(state=Round.State.CLOSED, closed_at=closed_at))
    answer = desk.post(where, {**shown, "store": "1"})
    assert (answer.status_code, OFFICE_ENDED in answer.text) == (200, True)
    assert "as on paper" in answer.text
    assert list(hall.deal().results.values_list("version", flat=True)) == [1]
    assert not hall.deal().sheets.filter(recorder="referee").exists()


@pytest.mark.full
def test_a_ruling_settles_no_irregularity_of_a_table_of_another_official(hall: Hall) -> None:
    incident, other = late(hall), hall.deal(table=hall.tables[1])
    at_tables(hall.cast.bob, "|2|")
    elsewhere = replace(source(hall), sitting=other.sitting, deal=other)
    note = irregularity_rulings.settled_by(incident, hall.cast.bob)
    ruling = RulingDecision(facts="seen")
    refused_as(
        lambda: cases.decide(elsewhere, hall.cast.bob, ruling, key="1" * 12, also=note),
        Reason.OFFICE_ENDED,
    )
    assert (RulingCase.objects.count(), IrregularityRuling.objects.count()) == (0, 0)
