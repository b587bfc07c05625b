"""Points that a ruling gave are taken back through it, and never behind its back."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.refusals import Code
from referee.rulings import cases, listed, penalties
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import codes, decision, points, rule
from tournaments.base.refusals import Refused
from tournaments.models import Adjustment


@pytest.mark.full
def test_the_page_of_penalties_leads_to_the_ruling(hall: Hall, client: Client) -> None:
    version = rule(hall, "R-02")
    uid, event = hall.cast.tournament.uid, hall.cast.event.uid
    client.force_login(hall.cast.bob)
    page = client.get(reverse("referee_penalties", args=[uid, event])).content.decode()
    take_back = reverse("referee_take_back", args=[uid, Adjustment.objects.get().uid])
    assert reverse("referee_ruling", args=[uid, version.case.uid]) in page
    assert take_back not in page
    assert client.post(take_back, {"reason": "not so"}).status_code == 200
    assert points(hall) == [-100]


@pytest.mark.full
def test_points_of_a_ruling_go_with_it_alone(hall: Hall) -> None:
    """The ruling would stay in force, and count as an earlier offence."""
    version = rule(hall, "R-02")
    with pytest.raises(Refused) as refused:
        penalties.take_back(Adjustment.objects.get(), hall.cast.alice, "not so")
    assert codes(refused) == [Code.PENALTY_OF_RULING]
    cases.revise(version.case, hall.cast.bob, decision(hall, "P-07"), seen=1)
    assert points(hall) == [-100, 100]
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    assert ruled.shown.number == len(ruled.versions)
