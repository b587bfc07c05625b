"""Irregularities that a sheet reports are offered to the referee, ruled on, and published."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.base.handed_in import Sealed
from referee.base.refusals import Code
from referee.models import Decision, Irregularity, IrregularityRuling, Sheet
from referee.rulings import irregularity_rulings, penalties
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import entry, irregularities
from referee.sheets.irregularities import Incident
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall, Tablet
from tournaments import results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Board, BoardSet, Deal, Event
from tournaments.results import event_record
from tournaments.rights import public_access
from web.publish.pages import deal as deal_page
from web.publish.rulings import stories

LATE = {"seat": "W", "card": "DJ", "kind": "exposed", "late": True}
TOO_LATE: Mapping[str, Any] = {**NORTH_TAKES_THE_PIG, "exposed": [LATE]}


def revoking() -> dict[str, Any]:
    """North leads clubs; West, who has some, discards a spade, and wins nothing by it."""
    suits = {"N": "C", "W": "S", "S": "D", "E": "H"}
    ranks = [*map(str, range(2, 11)), "J", "Q", "K", "A"]
    hands = {seat: [suit + rank for rank in ranks] for seat, suit in suits.items()}
    hands["W"][0], hands["N"][12] = "CA", "S2"
    order = "NWSE"
    cards = {seat: list(hand) for seat, hand in hands.items()}
    cards["W"] = [*cards["W"][1:], "CA"]
    cards["N"] = [*cards["N"][:12], "S2"]
    plays = [[seat, cards[seat][trick]] for trick in range(13) for seat in order]
    return {"hands": hands, "plays": plays, "leader": "N", "first_deal": True}


def submitted(hall: Hall, report: Mapping[str, Any] = TOO_LATE, **columns: Any) -> Sheet:
    sealed = hall.sheet(report=report, **columns)
    return entry.submit(writer=hall.official(), sealed=sealed)


def posted(hall: Hall, report: Mapping[str, Any] = TOO_LATE) -> Sheet:
    """A sheet that the referee has made the result."""
    sheet = submitted(hall, report)
    sealed = hall.agreement(Sealed(sheet.key, sheet.digest, sheet.sealed), "referee")
    entry.confirm(writer=hall.official(), sealed=sealed, reason="as read")
    return sheet


def waiting(hall: Hall) -> list[Incident]:
    return irregularities.unruled(deal__event__tournament=hall.cast.tournament)


def ruled_otherwise(hall: Hall, ruling: Ruling) -> IrregularityRuling:
    """Bob rules once more on what he has ruled on."""
    (incident,) = irregularities.incidents_of_deal(hall.deal())
    return irregularity_rulings.rule(incident, hall.cast.bob, ruling, seen=len(incident.rulings))


def total_of_west(hall: Hall) -> Fraction:
    """What who sits West has in the standings."""
    side = hall.deal().sitting.seats.get(label="W").side
    (uid,) = side.entries.values_list("uid", flat=True)
    standings = event_record.standings(results.read(hall.cast.event))
    total: Fraction = next(
        standing.rank for standing in standings if standing.competitor.uid == uid
    ).total
    return total


def ruled(hall: Hall, decision: Decision, **fields: Any) -> IrregularityRuling:
    """Bob rules on what waits."""
    (incident,) = waiting(hall)
    ruling = Ruling(decision, **{"reason": "he saw it", **fields})
    return irregularity_rulings.rule(incident, hall.cast.bob, ruling, seen=0)


def notes(hall: Hall) -> list[str]:
    uid = hall.deal().uid
    return stories.notes_on_deals([uid]).get(uid, [])


def test_a_late_exposure_is_offered_and_the_sheet_counts_as_it_is(hall: Hall) -> None:
    sheet = submitted(hall)
    assert sheet.sound
    (incident,) = waiting(hall)
    assert (incident.row.code, incident.row.seat, incident.row.cards) == (
        "late_exposure",
        "W",
        ["DJ"],
    )
    assert incident.row.play == 0
    assert not verify(hall.cast.tournament)


def test_a_revoke_is_offered_with_its_trick(hall: Hall) -> None:
    sheet = submitted(hall, revoking())
    assert sheet.sound, sheet.problems
    revokes = [incident for incident in waiting(hall) if incident.row.code == "revoke"]
    assert (revokes[0].row.seat, revokes[0].row.play) == ("W", 2)
    with translation.override("en"):
        assert irregularities.text(revokes[0].row) == "Trick 1: West did not follow suit: ♠3."


def test_what_was_played_by_the_rules_offers_nothing(hall: Hall) -> None:
    submitted(hall, NORTH_TAKES_THE_PIG)
    assert not Irregularity.objects.exists()


@pytest.mark.parametrize("exposed", [7, [7], [{"late": True}], [{**LATE, "late": 1}], {"DJ": "x"}])
def test_what_cannot_be_read_offers_nothing_and_stops_nothing(hall: Hall, exposed: Any) -> None:
    sheet = submitted(hall, {**NORTH_TAKES_THE_PIG, "exposed": exposed})
    assert not sheet.sound
    assert not Irregularity.objects.exists()


@pytest.mark.databases
def test_the_sheet_that_counts_is_looked_at_and_no_other(hall: Hall) -> None:
    submitted(hall)
    submitted(hall, NORTH_TAKES_THE_PIG)
    assert waiting(hall) == []
    posted(hall)
    submitted(hall, NORTH_TAKES_THE_PIG, seen=1)
    assert len(waiting(hall)) == 1


@pytest.mark.databases
def test_a_ruling_holds_for_a_newer_sheet_that_tells_the_same(hall: Hall) -> None:
    submitted(hall)
    ruled(hall, Decision.WARNED)
    submitted(hall)
    assert Irregularity.objects.count() == 2
    assert waiting(hall) == []
    (incident,) = irregularities.incidents_of_deal(hall.deal())
    assert incident.ruling


@pytest.mark.full
@pytest.mark.databases
def test_a_penalty_stands_in_the_ledger(hall: Hall) -> None:
    posted(hall)
    ruling = ruled(hall, Decision.PENALTY, points=-20, article="E-02")
    penalty = Adjustment.objects.get()
    assert (penalty.uid, penalty.numerator, penalty.reason) == (ruling.adjustment, -20, "he saw it")
    assert penalty.side == hall.deal().sitting.seats.get(label="W").side
    assert not verify(hall.cast.tournament)


@pytest.mark.full
@pytest.mark.parametrize(
    ("newer", "holds"),
    [
        (Ruling(Decision.DISMISSED, "it was in time"), 0),
        (Ruling(Decision.WARNED, "the first time"), 0),
        (Ruling(Decision.PENALTY, "so the rules say", points=-30), -30),
    ],
)
def test_a_newer_ruling_takes_back_the_penalty_points_of_the_one_before(
    hall: Hall, newer: Ruling, holds: int
) -> None:
    posted(hall)
    hall.cast.post(hall.deal(2))
    before = total_of_west(hall)
    ruled(hall, Decision.PENALTY, points=-20)
    assert total_of_west(hall) == before - 20
    ruled_otherwise(hall, newer)
    assert total_of_west(hall) == before + holds
    counter = Adjustment.objects.get(reverses__isnull=False)
    assert (counter.numerator, counter.reason) == (20, newer.reason)
    ruled_otherwise(hall, Ruling(Decision.DISMISSED, "nothing at all"))
    assert total_of_west(hall) == before
    assert not verify(hall.cast.tournament)


@pytest.mark.full
def test_penalty_points_that_were_taken_back_by_hand_are_not_taken_back_again(hall: Hall) -> None:
    posted(hall)
    ruled(hall, Decision.PENALTY, points=-20)
    penalties.take_back(Adjustment.objects.get(), hall.cast.bob, "a mistake")
    ruled_otherwise(hall, Ruling(Decision.NOTED))
    assert Adjustment.objects.count() == 2


@pytest.mark.full
def test_who_takes_penalty_points_back_by_a_ruling_says_why(hall: Hall) -> None:
    posted(hall)
    ruled(hall, Decision.PENALTY, points=-20)
    with pytest.raises(Refused) as refused:
        ruled_otherwise(hall, Ruling(Decision.NOTED))
    assert [problem.code for problem in refused.value.problems] == [Reason.REASON_MISSING]
    assert Adjustment.objects.count() == 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("ruling", "wrong"),
    [
        (Ruling(Decision.WARNED), Reason.REASON_MISSING),
        (Ruling(Decision.PENALTY, "so"), Code.PENALTY_NOTHING),
        (Ruling(Decision.ADJUSTED, "so"), Code.RESULT_NOT_CHANGED),
    ],
)
def test_a_ruling_that_is_not_whole_is_refused(hall: Hall, ruling: Ruling, wrong: Any) -> None:
    posted(hall)
    (incident,) = waiting(hall)
    with pytest.raises(Refused) as refused:
        irregularity_rulings.rule(incident, hall.cast.bob, ruling, seen=0)
    assert [problem.code for problem in refused.value.problems] == [wrong]
    assert not IrregularityRuling.objects.exists()
    assert not Adjustment.objects.exists()


def test_an_adjusted_result_is_named_by_the_ruling(hall: Hall) -> None:
    first = posted(hall)
    second = hall.sheet(report=NORTH_TAKES_THE_PIG, seen=1)
    entry.submit(writer=hall.official(), sealed=second)
    entry.confirm(
        writer=hall.official(), sealed=hall.agreement(second, "referee"), reason="not exposed"
    )
    row = Irregularity.objects.get(sheet=first)
    # The corrected sheet tells of it no more; the referee had the page open.
    ruling = irregularity_rulings.rule(
        Incident(row, ()), hall.cast.bob, Ruling(Decision.ADJUSTED, "void"), seen=0
    )
    assert ruling.adjustment == hall.deal().results.get(version=2).uid


@pytest.mark.databases
def test_a_button_pressed_twice_is_one_ruling_and_a_second_official_is_told(hall: Hall) -> None:
    posted(hall)
    (incident,) = waiting(hall)
    ruling = Ruling(Decision.PENALTY, "so", points=-20)
    first = irregularity_rulings.rule(incident, hall.cast.bob, ruling, seen=0)
    assert irregularity_rulings.rule(incident, hall.cast.bob, ruling, seen=0) == first
    assert Adjustment.objects.count() == 1
    with pytest.raises(Refused) as refused:
        irregularity_rulings.rule(incident, hall.cast.alice, Ruling(Decision.NOTED), seen=0)
    assert [problem.code for problem in refused.value.problems] == [Code.IRREGULARITY_RULED]


def test_a_page_gone_back_to_with_other_points_is_refused(hall: Hall) -> None:
    posted(hall)
    (incident,) = waiting(hall)
    irregularity_rulings.rule(
        incident, hall.cast.bob, Ruling(Decision.PENALTY, "so", points=-20), seen=0
    )
    with pytest.raises(Refused) as refused:
        irregularity_rulings.rule(
            incident, hall.cast.bob, Ruling(Decision.PENALTY, "so", points=-50), seen=0
        )
    assert [problem.code for problem in refused.value.problems] == [Code.IRREGULARITY_RULED]
    assert Adjustment.objects.get().amount == -20


@pytest.mark.full
def test_nobody_is_accused_in_public_before_a_referee_has_ruled(hall: Hall) -> None:
    posted(hall)
    assert notes(hall) == []
    before = Event.objects.get(pk=hall.cast.event.pk).public_revision
    ruled(hall, Decision.WARNED, article="E-01")
    (note,) = notes(hall)
    assert "E-01" in note
    assert "♦J" in note
    assert Event.objects.get(pk=hall.cast.event.pk).public_revision > before
    assert note in deal_page.read(public_access.public_deal(hall.deal().uid)).notes


def test_what_turned_out_to_be_none_is_told_to_nobody(hall: Hall) -> None:
    posted(hall)
    ruled(hall, Decision.DISMISSED)
    assert notes(hall) == []


def test_of_a_board_that_others_still_play_no_card_is_told(hall: Hall) -> None:
    posted(hall)
    ruled(hall, Decision.WARNED, reason="♦J was shown")
    boards = BoardSet.objects.create(event=hall.cast.event, number=1)
    board = Board.objects.create(board_set=boards, board_no=1)
    Deal.objects.filter(play_order=1).update(board=board)
    (note,) = notes(hall)
    assert "J" not in note


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.mark.full
def test_the_desk_lists_what_waits_and_takes_a_ruling(hall: Hall, desk: Client) -> None:
    posted(hall)
    uid, deal = hall.cast.tournament.uid, hall.deal().uid
    address = reverse("referee_irregularity", args=[uid, Irregularity.objects.get().uid])
    for page in ("referee_overview", "referee_deal"):
        named = [uid] if page == "referee_overview" else [uid, deal]
        page_shown = desk.get(reverse(page, args=named)).content.decode()
        assert address in page_shown
        assert "West exposed too late" in page_shown
    data = {"decision": "penalty", "reason": "late", "points": "20", "article": "", "seen": "0"}
    assert "With the sign" in desk.post(address, data).content.decode()
    assert desk.post(address, {**data, "points": "-20"}).status_code == 302
    assert waiting(hall) == []
    page_text = desk.get(reverse("referee_deal", args=[uid, deal])).content.decode()
    assert "a penalty of 20 points" in page_text
    assert "are taken back" in desk.get(address).content.decode()
    dismissal = {"decision": "dismissed", "reason": "in time", "article": "", "seen": "1"}
    assert desk.post(address, dismissal).status_code == 302
    assert "penalty points taken back" in desk.get(address).content.decode()
    page = reverse("referee_penalties", args=[uid, hall.cast.event.uid])
    assert desk.get(page).content.decode().count("bob") >= 2


@pytest.mark.full
def test_the_form_says_whom_it_hits_shows_the_trick_and_asks_for_points(
    hall: Hall, desk: Client
) -> None:
    submitted(hall, revoking())
    row = Irregularity.objects.get(code="revoke", play=2)
    address = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    ruling_page = desk.get(address)
    west = hall.deal().sitting.seats.get(label="W").person.name
    page_text = " ".join(ruling_page.content.decode().split())
    assert f"It concerns West {west}" in page_text
    assert f"For West {west}." in page_text
    led = [("North", "♣2", False), ("West", "♠3", True)]
    assert ruling_page.context["trick"][:2] == led
    assert len(ruling_page.context["trick"]) == 4
    assert ruling_page.context["form"].fields["reason"].required
    sent = {"decision": "penalty", "reason": "so", "points": "", "article": "", "seen": "0"}
    answer = desk.post(address, sent)
    assert answer.context["form"].errors == {
        "points": ["Enter the penalty points with their sign, such as −50."]
    }
    answer = desk.post(address, {**sent, "decision": "warned", "reason": ""})
    assert list(answer.context["form"].errors) == ["reason"]
    assert desk.post(address, {**sent, "decision": "noted", "reason": ""}).status_code == 302


@pytest.mark.full
def test_the_table_reads_what_was_ruled_on_its_deal(hall: Hall, tablet: Tablet) -> None:
    posted(hall)
    assert tablet.get("round").json()["deals"][0]["notes"] == []
    etag = tablet.get("round")["ETag"]
    ruled(hall, Decision.PENALTY, points=-50)
    answer = tablet.get("round", **{"If-None-Match": etag})
    (note,) = answer.json()["deals"][0]["notes"]
    assert note == (
        "West exposed too late: ♦J. The referee decided: a penalty of 50 points. Reason: he saw it"
    )
    (adjustment,) = Adjustment.objects.all()
    penalties.take_back(adjustment, hall.cast.bob, "a mistake")
    (note,) = tablet.get("round").json()["deals"][0]["notes"]
    assert "50" not in note


@pytest.mark.full
def test_after_its_time_only_the_chiefs_rule(hall: Hall, desk: Client) -> None:
    posted(hall)
    hall.cast.post(hall.deal(2))
    row = Irregularity.objects.get()
    Event.objects.update(correction_minutes=0)
    type(hall.round).objects.update(state="closed", closed_at="2020-01-01T00:00:00Z")
    address = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    data = {"decision": "noted", "seen": "0"}
    assert desk.post(address, data).status_code == 403
    desk.force_login(hall.cast.alice)
    assert desk.post(address, data).status_code == 302
