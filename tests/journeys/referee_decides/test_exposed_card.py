"""An exposed card played against the rule, seen too late: it stands, and costs a hundred."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.models import Irregularity, RulingVersion
from referee.sheets import irregularities
from tests import cast as people
from tests.journeys.referee_decides import told
from tests.referee.hall import Hall, Tablet
from tests.referee.rulings.test_cases import make_official, offender, seat
from tests.referee.scenarios.test_rulings_on_play import protected
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Result

pytestmark = pytest.mark.full


@pytest.fixture
def hall(db: None) -> Hall:
    hall = Hall.of(people.assemble())
    make_official(hall)
    return hall


@pytest.mark.usefixtures("db")
def test_from_the_table_to_the_papers(hall: Hall, client: Client) -> None:
    tablet = Tablet(Client()).opens(hall.table)
    sheet = hall.sheet(report=protected(), recorder="S")
    tablet.submits(sheet)
    for label in "NWE":
        tablet.sends("confirmations", hall.agreement(sheet, label))
    before, row = Result.live.get(), Irregularity.objects.get(code="protected_card_followed")

    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    overview = reverse("referee_overview", args=[hall.cast.tournament.uid])
    waiting = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    assert waiting in told.text(client.get(overview))
    query = f"deal={hall.deal().uid}&irregularity={row.uid}"
    shown = told.text(told.rules(client, hall, query))
    assert "the exposure stand" in shown
    assert "−100" in shown

    version, name = RulingVersion.objects.get(), seat(hall, "W").person.name
    assert version.article == "E-05"
    assert Adjustment.objects.get().amount == -100
    # The trick and the multiplier stand as they were played.
    assert Result.live.get() == before
    assert irregularities.incident_of(row).rulings
    with translation.override("en"):
        for page in told.public_pages(hall.deal(), offender(hall, "W").entry.number):
            assert "E-05" in page
        for paper in (told.ruling_on_paper(version), told.record(hall.cast.event)):
            for words in ("E-05", name, "−100"):
                assert words in paper
    assert verify(hall.cast.tournament) == []
