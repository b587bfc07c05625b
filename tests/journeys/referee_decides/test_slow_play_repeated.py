"""Slow play repeated: warned twice, penalised the third time, and read on every page and paper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from referee.models import RulingVersion
from tests import cast as people
from tests.cast import Cast
from tests.journeys.referee_decides import hall_desk
from tests.referee.arrivals.lateness import official
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, PenaltyWarning

pytestmark = pytest.mark.full


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    cast = people.assemble(players=4)
    official(cast.event)
    cast.event.refresh_from_db()
    with translation.override("zh-hans"):
        yield cast


def test_the_third_time_costs_twenty_points(cast: Cast) -> None:
    """T-05: 1st and 2nd L1, from the 3rd in a game (局) L3."""
    browser = hall_desk.browser_of(cast.bob)
    round_ = cast.round_in_play()
    cast.play(round_)
    seat, deal = hall_desk.seat_at(round_, "N"), cast.deals(round_)[0]
    facts = {"facts": "出牌超过20秒"}
    for number in (1, 2):
        looked = hall_desk.rule(browser, seat, deal.uid, "T-05", **facts)
        assert "口头警告" in looked
        assert PenaltyWarning.objects.count() == number
    looked = hall_desk.rule(browser, seat, deal.uid, "T-05", **facts)
    # The page proposes the next step, with what it takes and what it changes.
    assert "2次" in looked
    assert "轻罚" in looked
    assert "−20" in looked
    assert [int(row.amount) for row in Adjustment.objects.all()] == [-20]
    third = RulingVersion.objects.select_related("case__tournament").latest("pk")
    paper = hall_desk.ruling_paper(browser, third)
    for word in (
        "裁决单",
        "T-05",
        "轻罚",
        "−20",
        "出牌超过20秒",
        "".join(seat.person.name.split()),
    ):
        assert word in paper, word
    entry = seat.side.entries.get()
    public = hall_desk.page(hall_desk.browser_of(), "entry", cast.event.uid, entry.number)
    assert "T-05" in public
    assert "−20" in public
    record = hall_desk.record_of(cast.event)
    assert record.count("T-05") >= 3
    assert verify(cast.tournament) == []
