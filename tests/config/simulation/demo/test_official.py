"""Two official competitions: what was ruled in them, and what still waits."""

from __future__ import annotations

import pytest

from config.simulation.demo import official
from config.simulation.demo.club_day import Officials
from referee.appeals import states
from referee.models import Appeal, AppealState, Needs, RulingVersion
from tests import cast as people
from tournaments import organise
from tournaments.checks.recount import recount, recount_shown
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, PenaltyWarning, Tournament
from tournaments.official import final

pytestmark = pytest.mark.django_db


@pytest.fixture
def officials() -> Officials:
    owner, director, referee = map(people.account, ("owner", "director", "referee"))
    organise.create_club("城北棋牌俱乐部", owner)
    return owner, director, referee


def made(officials: Officials) -> Tournament:
    steps: list[None] = []
    official.make(officials, lambda: steps.append(None))
    assert len(steps) == sum(show.steps for show in official.SHOWS)
    return Tournament.objects.get(name=official.DAY)


@pytest.mark.nightly
def test_one_is_on_notice_and_one_has_an_appeal_and_a_card_that_wait(officials: Officials) -> None:
    tournament = made(officials)
    assert made(officials).log_head == tournament.log_head, "a second start changes nothing"
    singles, pairs = (
        tournament.events.get(name=show.event.name) for show in (official.SINGLES, official.PAIRS)
    )
    assert final.is_on_notice(singles)
    assert [states.state_of(row) for row in Appeal.objects.order_by("pk")] == [
        AppealState.DECIDED,
        AppealState.LODGED,
    ]
    given = Adjustment.objects.filter(event=singles).order_by("pk")
    assert [row.amount for row in given] == [-100, 100, -20]
    assert PenaltyWarning.objects.filter(event=singles).count() == 1
    waiting = RulingVersion.objects.get(case__event=pairs, needs=Needs.DEPUTY)
    assert waiting.article == "B-01"
    assert [*verify(tournament), *recount(tournament), *recount_shown(tournament)] == []
