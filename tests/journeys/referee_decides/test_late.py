"""6 and 16 minutes late: a warning and a penalty, on the phone, on public pages and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.arrivals import arrivals
from referee.models import Arrival
from tests import cast as people
from tests.cast import Cast
from tests.journeys.referee_decides import hall_desk
from tests.referee.arrivals.lateness import late, official, play, rank
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Award, Event, PenaltyWarning, Round
from tournaments.standings.match_scores import Order

pytestmark = pytest.mark.full


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    """An official individual event of four players, ranked by table points."""
    cast = people.assemble(players=4)
    Event.objects.filter(pk=cast.event.pk).update(ranking=Order.TABLE_POINTS)
    official(cast.event)
    cast.event.refresh_from_db()
    with translation.override("zh-hans"):
        yield cast


def address(round_: Round) -> str:
    return reverse("referee_arrivals", args=[round_.event.tournament.uid, round_.uid])


def press(browser: Client, round_: Round, label: str, **data: Any) -> str:
    whom = late(round_, label)
    sent = {"side": whom.side.uid, "entry": whom.entry.uid, **data}
    return str(browser.post(address(round_), sent, follow=True).content.decode())


def shown(browser: Client, round_: Round) -> dict[str, str]:
    (row,) = browser.get(address(round_)).context["missing"]
    return {"shown": row.expected.shown, "seen": str(row.expected.mark.number)}


def told_everywhere(cast: Cast, number: int) -> None:
    """The penalty is read on the entry's page, and both on the paper of the referee."""
    public = hall_desk.page(hall_desk.browser_of(), "entry", cast.event.uid, number)
    assert "迟到16分钟" in public
    record = hall_desk.record_of(cast.event)
    for words in ("迟到6分钟", "迟到16分钟", "本桌罚分−100（T-02）"):
        assert words in record, words


def six_minutes_are_warned_of(browser: Client, round_: Round) -> None:
    south = late(round_, "S")
    assert "警告（T-01）" in browser.get(address(round_)).content.decode()
    seen = arrivals.newest(south)
    assert seen is not None
    press(browser, round_, "S", press="arrived", shown="T-01:0", seen=str(seen.number))
    warning = PenaltyWarning.objects.get()
    assert (warning.article, warning.entry) == ("T-01", south.entry)


def test_six_and_sixteen_minutes(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Worked case 1, and T-01: the warning counts; the penalty takes a place and a table point."""
    browser = hall_desk.browser_of(hall_desk.chief_of(cast))
    round_ = cast.round_in_play()
    pass_minutes = hall_desk.start_clock(cast, round_, monkeypatch)
    pass_minutes(3)
    press(browser, round_, "S", press="missing")
    press(browser, round_, "W", press="missing")
    pass_minutes(6)
    south, west = late(round_, "S"), late(round_, "W")
    six_minutes_are_warned_of(browser, round_)
    pass_minutes(16)
    page = browser.get(address(round_)).content.decode()
    assert "本桌罚分−100（T-02）" in page
    assert not Adjustment.objects.exists(), "what is shown is not given"
    press(browser, round_, "W", press="arrived", **shown(browser, round_))
    play(cast, round_)
    assert [int(row.amount) for row in Adjustment.objects.all()] == [-100]
    assert rank(cast.event, west.entry.uid).table_points == 1
    assert rank(cast.event, south.entry.uid).table_points == 2
    told_everywhere(cast, west.entry.number)
    # He had been at the scorer's table: all of it is taken back, and stays in the record.
    press(browser, round_, "W", press="back", reason="当时在编排台")
    assert rank(cast.event, west.entry.uid).table_points == 2
    assert "当时在编排台" in hall_desk.record_of(cast.event)
    assert verify(cast.tournament) == []


def test_thirty_one_minutes_are_a_forfeit_of_a_single_player(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """弃权 for individuals too: 0 table points, the others have their averages."""
    browser = hall_desk.browser_of(hall_desk.chief_of(cast))
    round_ = cast.round_in_play()
    pass_minutes = hall_desk.start_clock(cast, round_, monkeypatch)
    press(browser, round_, "N", press="missing")
    pass_minutes(31)
    assert "判弃权（T-03）" in browser.get(address(round_)).content.decode()
    press(browser, round_, "N", press="forfeit")
    assert Arrival.objects.latest("pk").state == "forfeited"
    assert Award.objects.get().kind == "forfeited"
    absent = rank(cast.event, late(round_, "N").entry.uid)
    assert absent.table_points == 0
    record = hall_desk.record_of(cast.event)
    assert "判弃权（T-03）" in record
    assert verify(cast.tournament) == []
