"""♥A is exposed at 21 seconds: void unless the referee allows it, and both are shown before.

East wins all hearts but the king: −(50 + 30 + 20 + 6 · 10) = −160, West the king, −40, and North
the pig, −100. With ♥A exposed all hearts count twice: −320 and −80. Until the referee decides the
exposure is void, so that East has −160.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.models import Irregularity
from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.desk.test_adjusted_pages import record_of_referee, scoresheet, sound
from tests.referee.hall import Hall, Tablet
from tests.referee.rulings.test_adjusted_scores import text
from tournaments.models import Result

pytestmark = [pytest.mark.full, pytest.mark.django_db]
HEARTS = [card for card in NORTH_TAKES_THE_PIG["won"]["E"] if card != "HK"]
REPORT = {"won": {"N": ["SQ"], "W": ["HK"], "E": HEARTS, "S": ["DJ", "C10"]}}
LATE = {"seat": "E", "card": "HA", "kind": "exposed", "late": True}
EARLY = {name: value for name, value in LATE.items() if name != "late"}
WHY = "the bell had not been heard"


def east(hall: Hall) -> tuple[int, int]:
    """Return the version that counts and East's points."""
    live = Result.live.get(deal=hall.deal())
    return live.version, live.settlement["scores"]["E"]


def written(hall: Hall, exposed: dict[str, Any]) -> None:
    """North writes the deal at the tablet, and the others confirm it."""
    tablet = Tablet(Client()).opens(hall.table)
    sheet = hall.sheet(report={**REPORT, "exposed": [exposed]})
    tablet.submits(sheet)
    for label in "WSE":
        tablet.sends("confirmations", hall.agreement(sheet, label))


def test_in_time_it_doubles_all_hearts(db: None) -> None:
    hall = Hall.of(people.assemble())
    written(hall, EARLY)
    assert east(hall) == (1, -320)
    assert not Irregularity.objects.filter(code="late_exposure").exists()


def test_from_the_table_to_the_papers(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    hall = Hall.of(people.assemble())
    written(hall, LATE)
    assert east(hall) == (1, -160)

    client.force_login(hall.cast.bob)
    row = Irregularity.objects.get(code="late_exposure")
    overview = client.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    where = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    assert where in text(overview)
    shown = client.get(where)
    choice = shown.context["exposure"]
    seats = {seat.label: (seat.void, seat.allowed) for seat in choice.seats}
    assert (choice.is_allowed, seats["E"], seats["N"]) == (False, (-160, -320), (-100, -100))
    for number in ("−160", "−320"):
        assert number in text(shown)
    # Only looked at: nothing is changed.
    assert east(hall) == (1, -160)

    decide = reverse("referee_exposure", args=[hall.cast.tournament.uid, row.uid])
    client.post(decide, {"reason": WHY, "seen": "1", "allowed": "1"})
    assert east(hall) == (2, -320)
    assert_told(hall)

    # He thinks again: void, and both versions stay.
    client.post(decide, {"reason": "it was heard after all", "seen": "2"})
    assert east(hall) == (3, -160)
    assert WHY in record_of_referee(hall.cast.event)
    sound(hall.cast)


def assert_told(hall: Hall) -> None:
    """The page of the deal, the scoresheet and the 裁判记录 say what was decided and why."""
    stranger = Client(headers={"accept-language": "en"})
    page = text(stranger.get(reverse("deal", args=[hall.deal().uid])))
    assert "−320" in page
    assert WHY in page
    with translation.override("en"):
        assert WHY in scoresheet(hall.deal())
        kept = record_of_referee(hall.cast.event)
    for words in (WHY, "−160, now −320", hall.cast.bob.called):
        assert words in kept
