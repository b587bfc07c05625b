"""Withdrawal and disqualification by decision: proposed, approved, and what follows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Entry,
    Event,
    EventRegulations,
    Exclusion,
    ExclusionKind,
    ExclusionState,
    Role,
    Size,
    User,
)
from tournaments.organise import ExclusionTerms
from tournaments.organise.absences import exclusion_steps
from tournaments.organise.absences.exclusion_steps import latest
from tournaments.progress.prize_list import prize_rows
from tournaments.record.audit import Verb
from tournaments.results import event_record
from tournaments.standings.ranking import Rank
from web.publish.printed import standings as printed

OUT = ExclusionTerms(ExclusionKind.DISQUALIFICATION, 1, "signals to the partner", article="I-07")

LEAVES = ExclusionTerms(ExclusionKind.WITHDRAWAL, 1, "ill at home", excused=True)


@pytest.fixture
def cast(db: None) -> Cast:
    """An official individual event of eight after its first round; Bob is chief referee."""
    cast = people.assemble()
    EventRegulations.objects.create(event=cast.event, size=Size.OFFICIAL)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    cast.closed_round()
    return cast


def entry(cast: Cast, number: int = 1) -> Entry:
    return cast.event.entries.select_related("event__tournament").get(number=number)


def ranks(cast: Cast) -> dict[int, Rank]:
    event = Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)
    rows = event_record.standings(results.read(event))
    return {row.competitor.number: row.rank for row in rows}


def leader(cast: Cast) -> Entry:
    numbers = {rank.place: number for number, rank in ranks(cast).items()}
    return entry(cast, numbers[1])


def refused_as(reason: Reason, operation: Any, *args: Any) -> None:
    with pytest.raises(Refused) as refused:
        operation(*args)
    assert refused.value.problems[0].code == reason


@pytest.mark.full
@pytest.mark.databases
def test_a_disqualification_is_proposed_until_another_account_approves(cast: Cast) -> None:
    """Scenario 15: it stays proposed until the organiser approves it."""
    first = leader(cast)
    organise.propose_exclusion(first, cast.bob, OUT)
    assert entry(cast, first.number).state != Entry.State.WITHDRAWN
    assert ranks(cast)[first.number].place == 1
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.DIRECTOR)
    refused_as(Reason.EXCLUSION_BY_SAME, organise.approve_exclusion, first, cast.bob)
    organise.approve_exclusion(first, cast.alice)
    rank = ranks(cast)[first.number]
    assert (rank.disqualified, rank.is_ranked) == (True, False)
    assert [row.state for row in Exclusion.objects.order_by("number")] == ["proposed", "approved"]
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_the_preview_is_what_follows(cast: Cast) -> None:
    first = leader(cast)
    snapshot = results.read(cast.event)
    effect = exclusion_steps.preview(snapshot, first, OUT)
    promised = {one.competitor.number: one.after for one in effect}
    assert not Exclusion.objects.exists()
    organise.propose_exclusion(first, cast.bob, OUT)
    organise.approve_exclusion(first, cast.alice)
    after = ranks(cast)
    assert promised
    for number, rank in promised.items():
        assert (rank.place, rank.total) == (after[number].place, after[number].total)


@pytest.mark.full
@pytest.mark.parametrize("cancelled", [False, True])
def test_results_stand_or_are_cancelled_for_the_one_who_left(cast: Cast, cancelled: bool) -> None:
    first, before = leader(cast), ranks(cast)
    terms = ExclusionTerms(ExclusionKind.DISQUALIFICATION, 1, "cheated", cancelled)
    organise.propose_exclusion(first, cast.bob, terms)
    organise.approve_exclusion(first, cast.alice)
    after = ranks(cast)
    kept = Fraction(0) if cancelled else before[first.number].total
    assert after[first.number].total == kept
    # Whom it met keeps what was played.
    others = set(before) - {first.number}
    assert all(after[number].total == before[number].total for number in others)
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_proposal_that_is_not_approved_changes_nothing(cast: Cast) -> None:
    first = leader(cast)
    organise.propose_exclusion(first, cast.bob, OUT)
    refused_as(Reason.EXCLUSION_OPEN, organise.propose_exclusion, first, cast.bob, OUT)
    organise.refuse_exclusion(first, cast.alice, "no evidence")
    refused_as(Reason.EXCLUSION_MISSING, organise.approve_exclusion, first, cast.alice)
    assert ranks(cast)[first.number].place == 1


@pytest.mark.full
def test_an_official_competition_withdraws_by_decision_only(cast: Cast) -> None:
    refused_as(Reason.EXCLUSION_WANTED, organise.withdraw_entry, entry(cast), cast.director)
    terms = ExclusionTerms(ExclusionKind.WITHDRAWAL, 1, "ill", excused=True)
    organise.propose_exclusion(entry(cast), cast.alice, terms)
    # A withdrawal needs no second account.
    organise.approve_exclusion(entry(cast), cast.alice)
    rank = ranks(cast)[1]
    assert (rank.withdrawn, rank.disqualified, rank.is_ranked) == (True, False, True)
    refused_as(Reason.EXCLUSION_STANDS, organise.readmit_entry, entry(cast), cast.director)
    refused_as(Reason.REASON_MISSING, organise.take_back_exclusion, entry(cast), cast.alice, " ")
    organise.take_back_exclusion(entry(cast), cast.alice, "well again")
    assert not entry(cast).without_prizes
    assert ranks(cast)[1].withdrawn is False


@pytest.mark.full
def test_a_disqualification_is_not_taken_back_by_who_proposed_it(cast: Cast) -> None:
    first = leader(cast)
    organise.propose_exclusion(first, cast.bob, OUT)
    organise.approve_exclusion(first, cast.alice)
    first = entry(cast, first.number)
    refused_as(Reason.EXCLUSION_BY_SAME, organise.take_back_exclusion, first, cast.bob, "a mistake")
    shown = page(Client(), cast.alice, cast, first.number, take_back="1", reason="a mistake")
    assert shown.status_code == 200
    back = entry(cast, first.number)
    assert (back.state, back.disqualified) == (back.State.ENTERED, False)
    newest = latest(back)
    assert newest is not None
    assert newest.state == ExclusionState.TAKEN_BACK
    refused_as(Reason.EXCLUSION_MISSING, organise.take_back_exclusion, back, cast.alice, "again")
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize("is_refused", [False, True])
def test_a_further_proposal_opens_no_way_back_past_a_decision(
    cast: Cast, client: Client, is_refused: bool
) -> None:
    terms = replace(OUT, results_cancelled=True)
    organise.propose_exclusion(entry(cast), cast.bob, terms)
    organise.approve_exclusion(entry(cast), cast.alice)
    organise.propose_exclusion(entry(cast), cast.bob, terms)
    if is_refused:
        organise.refuse_exclusion(entry(cast), cast.alice, "once is enough")
    client.force_login(cast.alice)
    page = client.get(
        reverse("desk_entry", args=[cast.event.uid, 1]), headers={"accept-language": "en"}
    ).content.decode()
    assert "Take the withdrawal back" not in page
    client.post(reverse("desk_entry_readmit", args=[cast.event.uid, 1]), {"entry": entry(cast).uid})
    out = entry(cast)
    assert (out.state, out.disqualified, out.results_cancelled) == ("withdrawn", True, True)
    assert verify(cast.tournament) == []
    # What was changed past the decision is a fault of the record.
    Entry.objects.filter(pk=out.pk).update(disqualified=False)
    assert [fault.what for fault in verify(cast.tournament)] == ["decision"]


@pytest.mark.full
def test_prizes_go_to_others(cast: Cast) -> None:
    Event.objects.filter(pk=cast.event.pk).update(prizes={"amounts": ["100"], "ties": "divided"})
    cast.event.refresh_from_db()
    first = leader(cast)
    before = {row.row.competitor.number for row in prize_rows(results.read(cast.event))}
    assert first.number in before
    organise.propose_exclusion(first, cast.bob, OUT)
    organise.approve_exclusion(first, cast.alice)
    after = {row.row.competitor.number for row in prize_rows(results.read(cast.event))}
    assert first.number not in after


def page(client: Client, user: User, cast: Cast, number: int, **data: str) -> Any:
    client.force_login(user)
    where = reverse("desk_entry_leave", args=[cast.event.uid, number])
    if not data:
        return client.get(where)
    sent = {"entry": entry(cast, number).uid, "seen": seen(cast, number), **data}
    if "store" in data:
        shown = client.post(where, {name: sent[name] for name in sent if name != "store"})
        sent["previewed"] = shown.context["form"]["previewed"].value()
    return client.post(where, sent, follow=True)


def seen(cast: Cast, number: int) -> str:
    newest = exclusion_steps.latest(entry(cast, number))
    return str(newest.number if newest else 0)


@pytest.mark.full
def test_nobody_decides_on_a_proposal_that_was_not_shown(cast: Cast, client: Client) -> None:
    """The page was open while the proposal it showed gave way to a harder one."""
    first, chief = leader(cast), cast.bob
    organise.propose_exclusion(first, chief, LEAVES)
    old = seen(cast, first.number)
    organise.refuse_exclusion(first, chief, "mistake")
    organise.propose_exclusion(first, chief, OUT)
    for press in ("approve", "refuse", "take_back"):
        for stale in (old, "", "x"):
            sent = {press: "1", "seen": stale, "reason": "手滑"}
            said = page(client, cast.alice, cast, first.number, **sent).content.decode()
            assert "预览之后情况有变" in said
            assert press == "approve" or "您写的是：手滑" in said
    assert Exclusion.objects.count() == 3
    assert not entry(cast, first.number).disqualified
    page(client, cast.alice, cast, first.number, approve="1")
    assert entry(cast, first.number).disqualified
    again = {"take_back": "1", "reason": "r", "seen": "3"}
    page(client, cast.alice, cast, first.number, **again)
    assert entry(cast, first.number).disqualified


@pytest.mark.full
def test_a_decision_is_stored_only_as_it_was_shown(db: None, client: Client) -> None:
    cast = people.assemble()
    cast.closed_round()
    client.force_login(cast.alice)
    where = reverse("desk_entry_leave", args=[cast.event.uid, 1])
    sent = {"entry": entry(cast).uid, "kind": "withdrawal", "after_round": "1", "reason": "ill"}
    seal = client.post(where, sent).context["form"]["previewed"].value()
    for changed in (
        {"previewed": ""},
        {"previewed": "0" * 64},
        {"kind": "disqualification"},
        {"results_cancelled": "on"},
        {"after_round": "0"},
        {"reason": "other"},
    ):
        said = client.post(where, {**sent, "previewed": seal, "store": "1", **changed})
        assert not Exclusion.objects.exists(), changed
        assert said.status_code == 200
    # Somebody else has proposed and refused meanwhile: what follows was shown without it.
    organise.propose_exclusion(entry(cast), cast.bob, LEAVES)
    organise.refuse_exclusion(entry(cast), cast.bob, "mistake")
    client.post(where, {**sent, "previewed": seal, "store": "1"})
    assert entry(cast).state != Entry.State.WITHDRAWN
    with pytest.raises(Refused):
        organise.propose_exclusion(entry(cast), cast.bob, LEAVES, seen=0)


@pytest.mark.full
def test_who_has_left_is_refused_before_the_effect_is_shown(db: None, client: Client) -> None:
    cast = people.assemble()
    cast.closed_round()
    organise.withdraw_entry(entry(cast), cast.director)
    data = {"kind": "withdrawal", "after_round": "1", "reason": "ill"}
    shown = page(client, cast.alice, cast, 1, **data)
    assert shown.context["form"].errors
    assert not shown.context["previewed"]
    assert page(client, cast.alice, cast, 1, **{**data, "kind": "disqualification"}).context[
        "previewed"
    ]


@pytest.mark.full
def test_the_form_presets_what_can_still_be_decided(db: None, client: Client) -> None:
    """Who plays may withdraw; who has left can only be disqualified, after the round of leaving."""
    cast = people.assemble()
    cast.closed_round()
    form = page(client, cast.alice, cast, 1).context["form"]
    assert (form["kind"].value(), form["after_round"].value()) == ("withdrawal", 1)
    organise.withdraw_entry(entry(cast), cast.director)
    Entry.objects.filter(pk=entry(cast).pk).update(to_round=0)
    form = page(client, cast.alice, cast, 1).context["form"]
    assert (form["kind"].value(), form["after_round"].value()) == ("disqualification", 0)


@pytest.mark.full
def test_the_page_of_an_entry_offers_only_what_is_possible(cast: Cast, client: Client) -> None:
    """Once play has begun in an official competition nobody is withdrawn by one button."""
    client.force_login(cast.alice)
    where = reverse("desk_entry", args=[cast.event.uid, 1])
    withdraw = reverse("desk_entry_withdraw", args=[cast.event.uid, 1])
    leave = reverse("desk_entry_leave", args=[cast.event.uid, 1])
    shown = client.get(where).content.decode()
    assert withdraw not in shown
    assert leave in shown
    EventRegulations.objects.filter(event=cast.event).update(size=Size.CLUB)
    shown = client.get(where).content.decode()
    assert withdraw in shown
    assert leave in shown


@pytest.mark.full
def test_disqualification_in_mid_event_from_desk_to_paper(cast: Cast, client: Client) -> None:
    first = leader(cast)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    data = {"kind": "disqualification", "after_round": "1", "reason": "signals"}
    data |= {"without_prizes": "on", "results_cancelled": "on"}
    shown = page(client, cast.bob, cast, first.number, **data)
    assert shown.context["effect"]
    assert not Exclusion.objects.exists()
    page(client, cast.bob, cast, first.number, **data, store="1")
    # The chief referee does not approve it.
    refused = page(client, cast.bob, cast, first.number, approve="1")
    assert refused.status_code == 403
    approved = page(client, cast.alice, cast, first.number, approve="1")
    assert b"Approved." in approved.content
    public = client.get(reverse("event", args=[cast.event.uid])).content.decode()
    assert "disqualified" in public
    name = event_record.entry_name(entry(cast, first.number))
    rank = ranks(cast)[first.number]
    assert printed.with_label(name, rank) == f"{name} (disqualified)"
    second = cast.round_in_play()
    assert not second.matches.filter(sides__entries=first).exists()


@pytest.mark.full
def test_in_a_club_event_one_person_does_both(db: None, client: Client) -> None:
    cast = people.assemble()
    cast.closed_round()
    data = {"kind": "disqualification", "after_round": "1", "reason": "left", "store": "1"}
    before = cast.tournament.log.count()
    page(client, cast.alice, cast, 1, **data)
    assert entry(cast).disqualified
    # One press, one change: it is not left proposed if the second half fails.
    assert [row.verb for row in cast.tournament.log.order_by("seq")][before:] == [
        Verb.APPROVE_EXCLUSION
    ]
    assert verify(cast.tournament) == []
