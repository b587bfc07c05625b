"""The result that a ruling made is taken back through it, and never behind its back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.base.refusals import Code
from referee.models import RulingVersion
from referee.rulings import adjusted_scores, cases, corrections, listed
from referee.rulings.adjusted_scores import AdjustedScore
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_lost_deals import MADE, live, lost, scores
from tests.referee.rulings.deciding.test_cases import codes, make_official, official_of, source
from tests.referee.rulings.sanctions.test_heavy_levels import take_back
from tournaments.base.refusals import Refused
from tournaments.models import Role, User
from tournaments.standings.team_boards import AverageScore
from web.publish.rulings import ruling_words

AVERAGE = AdjustedScore(AverageScore.EVEN, AverageScore.EVEN, "a card was missing")


@pytest.fixture
def chief(hall: Hall) -> User:
    return official_of(hall, "chief", Role.CHIEF_REFEREE)


@pytest.fixture
def version(hall: Hall, chief: User) -> RulingVersion:
    """A deal that was played, and that the chief referee let east lose."""
    make_official(hall)
    hall.cast.post(hall.deal())
    return cases.decide(source(hall), chief, lost(hall))


def follows(hall: Hall, version: RulingVersion) -> tuple[str, ...]:
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    with translation.override("zh-hans"):
        return ruling_words.told_in_full(ruled).follows


@pytest.mark.full
def test_a_referee_does_not_take_back_what_is_above_his_office(
    hall: Hall, version: RulingVersion
) -> None:
    with pytest.raises(Refused) as refused:
        adjusted_scores.take_back(hall.deal(), hall.cast.bob, "not so", seen=2)
    assert codes(refused) == [Code.RESULT_OF_RULING]
    number = f"裁-{version.case.year}-0001"
    assert refused.value.problems[0].values == (("number", number),)
    with pytest.raises(Refused) as refused:
        adjusted_scores.give(hall.deal(), hall.cast.bob, AVERAGE, seen=2)
    assert codes(refused) == [Code.RESULT_OF_RULING]
    assert scores(hall) == {**MADE, "E": -600}


@pytest.mark.full
def test_once_it_is_undone_the_deal_is_as_any_other(
    hall: Hall, version: RulingVersion, chief: User
) -> None:
    take_back(version, chief)
    given = adjusted_scores.give(hall.deal(), hall.cast.bob, AVERAGE, seen=3)
    assert given.version == 4
    adjusted_scores.take_back(hall.deal(), hall.cast.bob, "found the card", seen=4)
    assert scores(hall) == MADE


@pytest.mark.full
def test_the_pages_lead_to_the_ruling(hall: Hall, version: RulingVersion, client: Client) -> None:
    client.force_login(hall.cast.bob)
    where = [hall.cast.tournament.uid, hall.deal().uid]
    restore = reverse("referee_restore", args=where)
    ruling = reverse("referee_ruling", args=[where[0], version.case.uid])
    notice = f'<p><a href="{ruling}">'
    for name in ("referee_deal", "referee_adjust"):
        page = client.get(reverse(name, args=where)).content.decode()
        assert notice in page, name
        assert f'action="{restore}"' not in page
    adjusting: Any = client.get(reverse("referee_adjust", args=where))
    assert 'name="previewed"' not in adjusting.content.decode()
    sent = client.post(restore, {"reason": "not so", "seen": 2})
    assert sent.status_code == 200
    assert f"裁-{version.case.year}-0001" in sent.content.decode()
    assert live(hall).version == 2


@pytest.mark.full
def test_what_was_entered_since_is_no_deal_lost(
    hall: Hall, version: RulingVersion, chief: User
) -> None:
    assert follows(hall, version) == ("本副判负，按最差结果计：−600",)
    corrections.rule(hall.deal(), chief, "not_played", "no cards", seen=2)
    assert follows(hall, version) == ()


@pytest.mark.full
def test_a_loss_below_another_is_told(hall: Hall, version: RulingVersion, chief: User) -> None:
    above = cases.decide(source(hall), chief, lost(hall, "W"))
    told = ("本副判负，按最差结果计：−600",)
    assert follows(hall, version) == follows(hall, above) == told
