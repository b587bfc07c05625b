"""A revoke noticed after the deal: the sheet shows it, the referee rules on a tablet."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from referee.models import Irregularity, RulingCorrection, RulingVersion
from tests.journeys.referee_decides import told
from tests.journeys.referee_decides.hall_tablets import CountedTaps, follows
from tests.referee.hall import Hall, Tablet
from tests.referee.rulings.deciding.test_cases import offender, seat
from tests.referee.sheets.test_irregularities import revoking
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Result

FEW = 4
"""From the irregularity to the stored ruling: one link and two buttons, and the page itself."""


def plays(hall: Hall) -> Irregularity:
    """The table plays a deal in which West revokes, and agrees on the sheet."""
    tablet = Tablet(Client()).opens(hall.table)
    sheet = hall.sheet(report=revoking(), recorder="S")
    tablet.submits(sheet)
    for label in "NWE":
        tablet.sends("confirmations", hall.agreement(sheet, label))
    assert hall.deal().done
    return Irregularity.objects.filter(code="revoke", seat="W").order_by("pk")[0]


@pytest.mark.nightly
def test_from_the_table_to_the_papers(hall: Hall, referee: Page) -> None:
    row = plays(hall)
    name, before = seat(hall, "W").person.name, Result.live.get(deal=hall.deal())
    referee.goto(reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid]))
    hands = CountedTaps(referee)
    hands.link("Rule by the penalty table")
    # Who, which article and what happened are filled in.
    expect(referee.locator("input[name=whom]:checked")).to_have_count(1)
    expect(referee.locator("input[name=article][value=R-02]")).to_be_checked()
    hands.button("Show the effect")
    expect(follows(referee)).to_contain_text(name)
    expect(follows(referee)).to_contain_text("−100")
    expect(follows(referee).locator("table").first).to_contain_text("→")
    assert not Adjustment.objects.exists()
    hands.button("Issue ruling")
    expect(referee.locator("h1")).to_contain_text("0001")
    assert len(hands.actions) < FEW, hands.actions
    assert Adjustment.objects.get().amount == -100

    # Equity: the heart that West had kept goes to where it would have gone.
    referee.get_by_role("link", name="Correct the deal accordingly").tap()
    expect(referee.get_by_label("Carries out the ruling")).to_have_value(
        RulingVersion.objects.get().case.uid
    )
    assert Result.live.get(deal=hall.deal()) == before
    with translation.override("en"):
        everywhere(hall)


def everywhere(hall: Hall) -> None:
    """The ruling is on the public pages and on both papers, with who it was."""
    version, name = RulingVersion.objects.get(), seat(hall, "W").person.name
    number = f"R-{version.case.year}-0001"
    for page in told.public_pages(hall.deal(), offender(hall, "W").entry.number):
        assert number in page
        assert "R-02" in page
    for paper in (told.ruling_on_paper(version), told.record(hall.cast.event)):
        for words in (number, "R-02", name, "−100"):
            assert words in paper
    assert "refuses to sign" in told.ruling_on_paper(version)
    assert not RulingCorrection.objects.exists()
    assert verify(hall.cast.tournament) == []
