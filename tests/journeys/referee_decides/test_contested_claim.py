"""A contested claim with five tricks left: the hands, the search as evidence, the decision, told.

The same with a tablet in a browser is in the browser tests (`test_claims_decided`).
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.models import Claim, Remedy, RulingVersion
from tests import cast as people
from tests.journeys.referee_decides import told
from tests.referee.claims.test_hands import ended
from tests.referee.hall import Hall, Tablet
from tests.referee.rulings.test_cases import make_official, seat
from tournaments.checks.verification import verify
from tournaments.models import Result

pytestmark = pytest.mark.full


@pytest.fixture
def hall(db: None) -> Hall:
    hall = Hall.of(people.assemble())
    make_official(hall)
    return hall


def address(hall: Hall, name: str) -> str:
    return reverse(name, args=[hall.cast.tournament.uid, hall.deal().uid])


def looked_at(client: Client, hall: Hall, claim: Claim) -> None:
    """The referee finds the claim with the hands, what is at stake, and what the search says."""
    overview = reverse("referee_overview", args=[hall.cast.tournament.uid])
    assert "Claims to be decided" in told.text(client.get(overview))
    page = told.text(client.get(address(hall, "referee_claim")))
    assert "What is at stake" in page
    assert "Hands faced" in page
    sent = {"claim": claim.uid}
    found = client.post(address(hall, "referee_claim_search"), sent, follow=True)
    assert "Does it come true in any case?" in told.text(found)


def decides(client: Client, hall: Hall, claim: Claim) -> None:
    """The rest goes to North, once the effect was shown."""
    sent = {"claim": claim.uid, "rest": "N", "reason": "the line was in doubt", "apply": "1"}
    shown = client.post(address(hall, "referee_claim"), sent)
    sent |= {"previewed": shown.context["deciding"]["previewed"].value()}
    assert client.post(address(hall, "referee_claim"), sent).status_code == 302
    assert Result.live.get(deal=hall.deal()).kind == Result.Kind.CLAIMED


def test_from_the_table_to_the_papers(hall: Hall, client: Client) -> None:
    tablet = Tablet(Client()).opens(hall.table)
    tablet.submits(hall.sheet(report=ended(), recorder="S"))
    claim = Claim.objects.get()
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    looked_at(client, hall, claim)
    decides(client, hall, claim)

    # It is in the list of rulings without a number, and gets a paper by a numbered one.
    listed = reverse("referee_rulings", args=[hall.cast.tournament.uid])
    assert "the line was in doubt" in told.text(client.get(listed))
    whom = [f"seat:{seat(hall, claim.seat).uid}"]
    chosen = {"whom": whom, "article": "C-03", "facts": "five tricks left, contested"}
    told.rules(client, hall, f"deal={hall.deal().uid}", remedy=Remedy.CORRECTED, **chosen)
    version = RulingVersion.objects.get()
    assert version.result == Result.live.get(deal=hall.deal())
    with translation.override("en"):
        assert "the line was in doubt" in told.record(hall.cast.event)
        paper = told.ruling_on_paper(version)
    for words in ("C-03", "five tricks left", seat(hall, claim.seat).person.name):
        assert words in paper
    assert verify(hall.cast.tournament) == []
