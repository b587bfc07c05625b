"""裁判记录: every ruling, penalty, claim decided and changed result of an event on one paper."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from referee.arrivals import arrivals
from referee.base.handed_in import Sealed
from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.claims import claims
from referee.models import CallReason, CallState, Claim, Decision
from referee.rulings import adjusted_scores, corrections, irregularity_rulings, penalties
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import entry, irregularities
from tests import levels_cast
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_given_instead import given, points
from tests.referee.rulings.deciding.test_cases import official_of, rule
from tests.referee.sheets.test_irregularities import TOO_LATE
from tests.web.publish.papers import pages, untold
from tournaments import organise
from tournaments.models import (
    Entry,
    Event,
    EventRegulations,
    ExclusionKind,
    Match,
    Role,
    Seat,
    Sitting,
    Size,
    User,
)
from tournaments.organise import ExclusionTerms, table_repairs
from tournaments.organise.table_repairs import TableExchange
from tournaments.record.audit import Actor
from web.publish.documents import Subject
from web.publish.printed import proceedings
from web.publish.rulings import other_acts

CONTESTED: Any = {
    "won": {"W": ["SQ"]},
    "claim": {
        "seat": "N",
        "after_trick": 9,
        "kind": "all",
        "allocation": {},
        "accepted": ["W"],
        "contested": True,
    },
}


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


def paper(hall: Hall, *, of_round: bool = False) -> str:
    """Return the words on the paper of the event, or of its round."""
    event = Event.objects.select_related("tournament__club").get(pk=hall.cast.event.pk)
    subject = Subject(event, "", hall.round if of_round else None)
    kind = proceedings.referee_record
    content = kind.render(kind.prepare(subject).input, untold)
    return " ".join(" ".join(pages(content)).split())


def posted(hall: Hall, number: int, report: Any) -> None:
    """Let the referee make a sheet of a deal its result."""
    sheet = entry.submit(writer=hall.official(), sealed=hall.sheet(hall.deal(number), report))
    sealed = hall.agreement(Sealed(sheet.key, sheet.digest, sheet.sealed), "referee")
    entry.confirm(writer=hall.official(), sealed=sealed, reason="as read")


@pytest.mark.full
def test_where_nothing_was_decided_it_says_so(hall: Hall) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    assert "No rulings, and no result was changed." in paper(hall)


@pytest.mark.full
def test_a_ruling_stands_with_its_reason_and_who_made_it(hall: Hall) -> None:
    posted(hall, 1, TOO_LATE)
    (incident,) = irregularities.unruled(deal__event__tournament=hall.cast.tournament)
    irregularity_rulings.rule(
        incident, hall.cast.bob, Ruling(Decision.WARNED, "first time", "12.3"), seen=0
    )
    (incident,) = irregularities.incidents_of_deal(hall.deal())
    irregularity_rulings.rule(
        incident, hall.cast.bob, Ruling(Decision.DISMISSED, "in time after all"), seen=1
    )
    for words in (paper(hall), paper(hall, of_round=True)):
        assert "first time" in words
        assert "12.3" in words
        assert "in time after all" in words
        assert hall.cast.bob.username in words
        assert hall.deal().sitting.seats.get(label="W").person.name in words


@pytest.mark.full
def test_penalty_points_stand_with_their_counter_entry_those_of_an_entry_in_no_round(
    hall: Hall,
) -> None:
    seat = Seat.objects.get(sitting=hall.deal().sitting, label="W")
    whom = penalties.target(hall.cast.event, f"seat:{seat.uid}")
    other = penalties.target(hall.cast.event, f"entry:{hall.cast.event.entries.all()[0].uid}")
    assert whom
    assert other
    penalty = penalties.give(whom, hall.cast.bob, -50, "spoke during play", "7.1")
    penalties.give(other, hall.cast.bob, -20, "received late")
    penalties.take_back(penalty, hall.cast.bob, "was somebody else")
    whole, of_round = paper(hall), paper(hall, of_round=True)
    for text in ("−50", "spoke during play", "7.1", "was somebody else"):
        assert text in whole
        assert text in of_round
    assert "received late" in whole
    assert "received late" not in of_round


@pytest.mark.full
def test_a_claim_that_was_decided_stands_with_the_decision(hall: Hall) -> None:
    entry.submit(writer=hall.official(), sealed=hall.sheet(report=CONTESTED))
    hearts = [f"H{rank}" for rank in (*range(2, 11), "J", "Q", "K", "A")]
    allocation = {"N": [*hearts, "DJ"], "S": ["C10"]}
    claims.decide(Claim.objects.get(), hall.cast.bob, allocation, "South had a trick left")
    words = paper(hall)
    assert "South had a trick left" in words
    assert "The claim was contested." in words


@pytest.mark.full
def test_a_changed_result_tells_the_points_before_and_after_and_who_changed_it(hall: Hall) -> None:
    posted(hall, 1, NORTH_TAKES_THE_PIG)
    assert "Version" not in paper(hall)
    corrections.rule(hall.deal(), hall.cast.bob, "void", "a card was on the floor", seen=1)
    words = paper(hall)
    assert "a card was on the floor" in words
    assert "Version 2" in words
    assert "now —" in words
    assert words.count(hall.cast.bob.username) == 1


@pytest.mark.full
def test_it_is_for_officials_alone(hall: Hall, client: Client) -> None:
    address = reverse("desk_document_order", args=[hall.cast.event.uid, "referee_record"])
    assert client.post(address).status_code in {302, 403, 404}
    public = reverse("document_order", args=[hall.cast.event.uid, "referee_record"])
    assert client.post(public).status_code == 404
    client.force_login(hall.cast.bob)
    assert client.post(address).status_code == 302


@pytest.mark.full
def test_more_rulings_and_changes_ask_no_more_of_the_database(hall: Hall) -> None:
    def _asked() -> int:
        event = Event.objects.select_related("tournament__club").get(pk=hall.cast.event.pk)
        with CaptureQueriesContext(connection) as queries:
            proceedings.referee_record.prepare(Subject(event, "", None))
        return len(queries)

    counts = []
    for number in (1, 2):
        posted(hall, number, TOO_LATE)
        (incident,) = irregularities.unruled(deal__event__tournament=hall.cast.tournament)
        irregularity_rulings.rule(
            incident, hall.cast.bob, Ruling(Decision.WARNED, "late", "12.3"), seen=0
        )
        corrections.rule(hall.deal(number), hall.cast.bob, "void", "a card was missing", seen=1)
        counts.append(_asked())
    assert counts[0] == counts[1]


@pytest.mark.full
def test_who_acted_is_read_once_for_all_acts(hall: Hall) -> None:
    asked = []
    for number, by in ((1, hall.cast.alice), (2, hall.cast.bob), (3, hall.cast.alice)):
        rows = Entry.objects.select_related("event__tournament")
        leaving = rows.get(event=hall.cast.event, number=number)
        organise.withdraw_entry(leaving, Actor.from_user(by))
        with CaptureQueriesContext(connection) as queries:
            acts = list(other_acts.withdrawals(hall.cast.event, None))
        asked.append(len(queries))
        assert acts[-1].by == by.called
    assert len(set(asked)) == 1, asked


@pytest.mark.full
def test_withdrawals_stand_with_their_reason_and_who_took_them(hall: Hall) -> None:
    leaving = hall.cast.event.entries.order_by("number")[0]
    organise.withdraw_entry(leaving, hall.cast.director, excused=True, reason="a fever")
    words = paper(hall)
    assert "a fever" in words
    assert "withdrawn after round 1" in words
    assert hall.cast.alice.username in words.partition("Withdrawals")[2]
    assert "a fever" not in paper(hall, of_round=True)


@pytest.mark.full
def test_seats_that_were_corrected_say_who_sat_where(hall: Hall) -> None:
    hall.cast.play(hall.round)
    swap = {"N": "W", "W": "N"}
    organise.exchange_seats(hall.deal().sitting, hall.cast.director, swap, 1, 1, "wrong chairs")
    for words in (paper(hall), paper(hall, of_round=True)):
        assert "the player placed North sat West" in words
        assert "wrong chairs" in words
        assert hall.cast.alice.username in words


def test_a_disqualification_stands_with_who_proposed_and_who_approved(hall: Hall) -> None:
    out = ExclusionTerms(ExclusionKind.DISQUALIFICATION, 1, "signals", article="I-07")
    leaving = hall.cast.event.entries.select_related("event__tournament").order_by("number")[0]
    organise.propose_exclusion(leaving, hall.cast.bob, out)
    organise.approve_exclusion(leaving, hall.cast.alice)
    words = paper(hall).partition("Decisions on entries")[2]
    assert "disqualification: proposed" in words
    assert "disqualification: approved" in words
    assert "I-07" in words
    assert hall.cast.bob.username in words


@pytest.mark.full
def test_who_came_late_stands_with_the_article(hall: Hall) -> None:
    EventRegulations.objects.create(event=hall.cast.event, size=Size.OFFICIAL)
    director, tournament = hall.cast.director, hall.cast.tournament
    organise.grant_role(director, tournament, hall.cast.bob, Role.CHIEF_REFEREE)
    seat = hall.deal().sitting.seats.select_related("side").order_by("label")[0]
    late = arrivals.late_entry(hall.round, seat.side.uid, seat.side.entries.get().uid)
    arrivals.mark_missing(late, hall.cast.bob)
    arrivals.mark_arrived(late, hall.cast.bob, minutes=16)
    words = paper(hall, of_round=True).partition("Came late")[2]
    assert "16 minutes late" in words
    assert "T-02" in words


@pytest.mark.full
def test_tables_that_were_exchanged_are_named(hall: Hall) -> None:
    hall.cast.play(hall.round)
    rows = Sitting.objects.filter(segment__match__round=hall.round)
    one, other = rows.select_related("segment__match__round__event__tournament").order_by("pk")
    exchange = TableExchange(one, other, 1, 2, {"N": "W"})
    table_repairs.exchange_tables(exchange, hall.cast.director, "the wrong table")
    words = paper(hall, of_round=True)
    assert "persons exchanged, deals 1 to 2" in words
    assert "the wrong table" in words


@pytest.mark.full
def test_calls_stand_with_what_came_of_them(hall: Hall) -> None:
    details = CallDetails(CallReason.CARDS, deal=hall.deal().uid)
    call = calls.call_referee(hall.lease(), "c" * 16, details)
    calls.answer(call, hall.cast.bob, CallState.DONE, note="one card lay on the floor", seen=1)
    words = paper(hall, of_round=True)
    assert "the cards are not complete" in words
    assert "one card lay on the floor" in words
    assert hall.cast.bob.username in words


@pytest.mark.full
def test_a_walkover_names_the_winner(db: None) -> None:
    cast = levels_cast.assemble()
    hall = Hall.of(cast)
    match = Match.objects.filter(round=hall.round).order_by("number")[0]
    winner = match.sides.order_by("number")[0]
    grounds = organise.AwardGrounds("nobody came")
    organise.award_walkover(match, cast.director, winner, grounds)
    words = paper(hall)
    assert "nobody came" in words
    assert f"the winner is {winner.entries.get().number}" in words
    assert cast.alice.username in words


def test_an_assigned_score_stands_with_who_gave_it(hall: Hall) -> None:
    """Section 7: assigned scores, and who acted."""
    posted(hall, 1, NORTH_TAKES_THE_PIG)
    account = organise_referee(hall)
    adjusted_scores.give(hall.deal(), account, given(points(N=-300, W=0, S=0, E=0)), seen=1)
    words = paper(hall)
    for wanted in ("North −100, now −300", "a card lay open", account.username):
        assert wanted in words


@pytest.mark.full
def test_a_warning_stands_with_who_gave_it(hall: Hall) -> None:
    account = organise_referee(hall)
    rule(hall, "P-07", by=account)
    assert paper(hall).count(account.username) == 2


def organise_referee(hall: Hall) -> User:
    """A referee who does nothing else in these tests."""
    return official_of(hall, "dora", Role.REFEREE)
