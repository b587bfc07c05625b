"""The desk's pages of late exposures: void unless allowed, and the article that is applied."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import Irregularity
from referee.rulings import late_exposures
from referee.sheets import entry, irregularities
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_adjusted_scores import text
from tests.referee.sheets.test_irregularities import posted
from tests.web.desk.adjusted import test_adjusted_pages
from tests.web.desk.adjusted.test_adjusted_pages import address, sound
from tournaments import results
from tournaments.models import Adjustment, EventRegulations, Result
from tournaments.results import event_record

pytestmark = pytest.mark.django_db
desk = test_adjusted_pages.desk

LATE = {"seat": "E", "card": "SQ", "kind": "exposed", "late": True}


def late_deal(hall: Hall) -> Irregularity:
    """East says 明猪 at 21.0 s, and North takes the pig."""
    posted(hall, {**NORTH_TAKES_THE_PIG, "exposed": [LATE]})
    return Irregularity.objects.get(deal=hall.deal())


def points_of_north(hall: Hall) -> int:
    return int(Result.live.get(deal=hall.deal()).settlement["scores"]["N"])


def tells_what_was_allowed(desk: Client, hall: Hall) -> None:
    """The history, the notes and the record of the deal say it, at the desk and in public."""
    deal = hall.deal()
    public, own = (
        desk.get(reverse("deal", args=[deal.uid])),
        address(hall.cast, "referee_deal", deal),
    )
    for words in (text(public), text(desk.get(own))):
        assert "Late exposure allowed by the referee: East ♠Q" in words
        assert "late, allowed by the referee" in words


@pytest.mark.full
def test_scenario_2_a_late_exposure_is_void_unless_allowed(desk: Client, hall: Hall) -> None:
    """ "东 明 猪" at 21.0 s: absent from the deal, ×1, E-01; both are shown before the choice."""
    row = late_deal(hall)
    assert points_of_north(hall) == -100
    desk.force_login(hall.cast.bob)
    where = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    page = desk.get(where)
    choice = page.context["exposure"]
    north = next(seat for seat in choice.seats if seat.label == "N")
    assert (choice.is_allowed, north.void, north.allowed) == (False, -100, -200)
    assert (page.context["form"].initial["article"], page.context["form"].initial["decision"]) == (
        "E-01",
        "warned",
    )
    decide = reverse("referee_exposure", args=[hall.cast.tournament.uid, row.uid])
    sent = {"reason": "the clock was wrong", "seen": "1", "allowed": "1"}
    assert desk.post(decide, sent).status_code == 302
    assert points_of_north(hall) == -200
    live = Result.live.get(deal=hall.deal())
    assert live.facts["exposed"] == [{**LATE, "allowed": True}]
    assert desk.get(where).context["exposure"].is_allowed
    tells_what_was_allowed(desk, hall)
    # Once more is refused, and changes nothing.
    desk.post(decide, sent | {"seen": "2"})
    assert hall.deal().version == 2
    assert desk.post(decide, {"reason": "it was not", "seen": "2"}).status_code == 302
    assert points_of_north(hall) == -100
    assert desk.post(decide, {"reason": " ", "seen": "3"}).status_code == 302
    assert hall.deal().version == 3
    sound(hall.cast)


@pytest.mark.full
@pytest.mark.parametrize(("typed", "kept"), [("E-01", "E-02"), ("12.3", "12.3"), ("", "")])
def test_the_article_follows_the_decision_unless_another_was_typed(
    desk: Client, hall: Hall, typed: str, kept: str
) -> None:
    row = late_deal(hall)
    desk.force_login(hall.cast.bob)
    where = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    assert "a warning: E-01; penalty points: E-02" in text(desk.get(where))
    sent = {"decision": "penalty", "article": typed, "reason": "tried to", "seen": "0"}
    refused = desk.post(where, {**sent, "points": ""})
    assert refused.context["form"]["article"].value() == kept
    assert desk.post(where, {**sent, "points": "-20"}).status_code == 302
    assert Adjustment.objects.get().article == kept


@pytest.mark.full
def test_the_article_follows_a_decision_that_is_chosen_twice(desk: Client, hall: Hall) -> None:
    row = late_deal(hall)
    desk.force_login(hall.cast.bob)
    where = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    sent = {"decision": "penalty", "article": "E-01", "reason": "tried to", "seen": "0"}
    refused = desk.post(where, {**sent, "points": ""})
    sent = {**sent, "article": refused.context["form"]["article"].value(), "decision": "warned"}
    assert sent["article"] == "E-02"
    assert desk.post(where, sent).status_code == 302
    (ruling,) = irregularities.incident_of(row).rulings
    assert (ruling.decision, ruling.article) == ("warned", "E-01")


def test_scenario_2_the_second_time_in_the_stage_is_e_02(hall: Hall) -> None:
    late_deal(hall)
    first = irregularities.incident_of(Irregularity.objects.get(deal=hall.deal()))
    assert late_exposures.earlier_exposures(first) == 0
    again = hall.deal(2)
    sheet = hall.sheet(again, {**NORTH_TAKES_THE_PIG, "exposed": [LATE]})
    from_paper(hall, sheet)
    second = irregularities.incident_of(Irregularity.objects.get(deal=again))
    assert late_exposures.earlier_exposures(second) == 1
    assert late_exposures.proposed_ruling(second) == {
        "article": "E-02",
        "decision": "penalty",
        "points": -20,
    }


def from_paper(hall: Hall, sheet: Any) -> None:
    entry.submit(writer=hall.official(), sealed=sheet)
    sealed = hall.agreement(sheet, "referee")
    entry.confirm(writer=hall.official(), sealed=sealed, reason="as read")


@pytest.mark.full
def test_the_regulations_may_allow_the_first_one(desk: Client, hall: Hall) -> None:
    policies = {"late_exposure": "ALLOW_FIRST_WARN"}
    EventRegulations.objects.create(event=hall.cast.event, policies=policies)
    row = late_deal(hall)
    desk.force_login(hall.cast.bob)
    where = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    assert "By the regulations the first one is allowed with a warning." in text(desk.get(where))
    assert event_record.standings(results.read(hall.cast.event))
