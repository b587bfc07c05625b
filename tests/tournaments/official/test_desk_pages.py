"""The desk says of a finished official competition that it is on notice, and until when."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import official_cast
from tests.cast import Cast
from tests.official_cast import Clock

NOTICE = "项目已结束，最终成绩公示中。"
OFFICIAL = "项目已经结束，排名已成为正式排名。"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return official_cast.stopped_clock(monkeypatch)


@pytest.fixture
def desk(client: Client, cast: Cast) -> Client:
    client.force_login(cast.alice)
    return client


def pages(desk: Client, cast: Cast) -> list[str]:
    """The pages that tell the next step: those of the event, its tournament and the desk."""
    addresses = (
        reverse("desk_event", args=[cast.event.uid]),
        reverse("desk_tournament", args=[cast.tournament.uid]),
        reverse("desk"),
    )
    return [desk.get(address).content.decode() for address in addresses]


@pytest.mark.nightly
def test_a_result_on_notice_is_nowhere_called_official(
    cast: Cast, clock: Clock, desk: Client
) -> None:
    official_cast.make_official(cast)
    official_cast.close_last(cast)
    question = desk.get(reverse("desk_finish", args=[cast.event.uid])).content.decode()
    assert "以下最终成绩先公示" in question
    assert "以下成为正式成绩" not in question
    official_cast.finish(cast)
    for page in pages(desk, cast):
        assert OFFICIAL not in page
    assert all(NOTICE in page for page in pages(desk, cast)[:2])
    assert "撤销结束" in pages(desk, cast)[0]
    clock.go_on(hours=2)
    official_cast.do_due_jobs(clock)
    for page in pages(desk, cast):
        assert NOTICE not in page
    assert OFFICIAL in pages(desk, cast)[0]
    assert "撤销结束" not in pages(desk, cast)[0]


@pytest.mark.full
def test_a_closed_round_has_its_deadlines_at_the_desk(
    cast: Cast, clock: Clock, desk: Client
) -> None:
    official_cast.make_official(cast)
    round_ = official_cast.close_last(cast)
    page = desk.get(reverse("desk_round", args=[round_.uid])).content.decode()
    # The last round: half an hour for corrections, a quarter of an hour for appeals.
    assert 'id="posted"' in page
    assert "14:30" in page
    assert "14:15" in page


@pytest.mark.full
def test_the_wall_tells_the_deadlines_to_whoever_waits(
    cast: Cast, clock: Clock, client: Client
) -> None:
    """All walls say one sentence, and none that the event is over while the result is on notice."""
    names = ("hall_seating", "hall_standings", "hall_winners")

    def walls() -> list[str]:
        shown = (client.get(reverse(name, args=[cast.event.uid])) for name in names)
        return [answer.content.decode() for answer in shown]

    official_cast.make_official(cast)
    official_cast.close_last(cast)
    assert all("申诉截止14:15" in wall for wall in walls())
    official_cast.finish(cast)
    assert all("14:30起成为正式成绩" in wall for wall in walls())
    assert all('state-waiting">公示中' in wall for wall in walls())
    assert all('class="seal"' not in wall for wall in walls())


@pytest.mark.full
def test_a_club_evening_is_told_nothing_of_it(cast: Cast, clock: Clock, desk: Client) -> None:
    official_cast.close_last(cast)
    question = desk.get(reverse("desk_finish", args=[cast.event.uid])).content.decode()
    assert "以下成为正式成绩" in question
    official_cast.finish(cast)
    page = pages(desk, cast)[0]
    assert OFFICIAL in page
    assert "撤销结束" in page
    assert "公示" not in page
    assert 'id="posted"' not in page
    wall = desk.get(reverse("hall_standings", args=[cast.event.uid])).content.decode()
    assert "申诉" not in wall
    assert "公示" not in wall
