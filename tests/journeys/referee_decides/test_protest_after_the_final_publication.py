"""A protest after the final publication: too late it is rejected, in time it holds the prizes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse

from referee.appeals import states
from referee.models import Appeal, AppealState, Rejection
from tests import official_cast
from tests.journeys.referee_decides.official_desk import Desk
from tests.official_cast import Clock, fresh
from tournaments import official, organise
from tournaments.checks.verification import verify
from tournaments.models import Publication, PublicationState, Round
from tournaments.official.final import FinalStage, final_of
from tournaments.results import event_record
from tournaments.wording import signed
from web.publish.documents import Subject
from web.publish.printed import final as final_paper


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return official_cast.stopped_clock(monkeypatch)


@pytest.fixture
def desk(db: None, clock: Clock) -> Desk:
    """Everything was posted at 14:00, and the final result is official since 14:30."""
    desk = Desk.of()
    round_ = desk.cast.round_in_play()
    desk.cast.play(round_)
    desk.rule(desk.seat(round_), "R-02", desk.cast.deals(round_)[0], facts="第7圈有♦未跟")
    organise.close_round(round_, desk.cast.director)
    official_cast.finish(desk.cast)
    clock.go_on(minutes=30)
    official_cast.do_due_jobs(clock)
    assert final_of(desk.cast.event).stage is FinalStage.OFFICIAL
    return desk


def official_results(desk: Desk) -> list[Publication]:
    rows = Publication.objects.filter(event=desk.cast.event, state=PublicationState.OFFICIAL)
    return list(rows.order_by("pk"))


@pytest.mark.nightly
def test_a_late_protest_is_rejected_with_its_code(desk: Desk, clock: Clock) -> None:
    """The notice gave the last round's appeals until 14:15; it is 14:30."""
    round_ = Round.objects.get(event=desk.cast.event)
    answer = desk.lodge(desk.seat(round_), f"ruling:{desk.ruling().uid}")
    appeal = Appeal.objects.get()
    last = states.steps_of(appeal)[-1]
    assert (last.state, last.rejection) == (AppealState.REJECTED, Rejection.OUT_OF_TIME)
    page = desk.bobs.get(answer["Location"]).content.decode()
    assert "申诉申-2026-001不予受理" in page
    assert str(Rejection.OUT_OF_TIME.label) in page
    assert str(Rejection.OUT_OF_TIME.label) in desk.paper("referee_appeal_paper", appeal.uid)
    assert official.is_settled(fresh(desk.cast.event))
    assert len(official_results(desk)) == 1


@pytest.mark.nightly
def test_one_that_was_in_time_makes_a_new_official_version(desk: Desk, clock: Clock) -> None:
    """Handed in at 14:10, written down at 14:30: prizes wait, and a new version follows."""
    round_ = Round.objects.get(event=desk.cast.event)
    seat = desk.seat(round_)
    own, before = desk.entry(seat), desk.totals()
    (kept,) = official_results(desk)
    shown = list(kept.shown)
    desk.lodge(seat, f"ruling:{desk.ruling().uid}", received_at="14:10:00")
    appeal = Appeal.objects.get()
    assert appeal.deadline is not None
    assert appeal.lodged_at < appeal.deadline
    assert states.state_of(appeal) == AppealState.LODGED
    assert not official.is_settled(fresh(desk.cast.event)), "prizes wait again"
    clock.go_on(minutes=20)
    desk.step(appeal, "hear", matter="fact", committee="林一\n林二\n林三")
    # The result is official by now: with the decision it is said that it changes all the same.
    desk.step(appeal, "decide", decision="overturned", reasons="没有藏牌", answer="carry_out")

    assert desk.totals()[own.uid] == before[own.uid] + 100
    assert_told(desk, kept, shown)


def assert_told(desk: Desk, kept: Publication, shown: list[dict[str, str]]) -> None:
    """The new version is told with its reason, and the first one is kept as it was."""
    first = official_results(desk)[0]
    assert (first.pk, list(first.shown)) == (kept.pk, shown)
    final = final_of(desk.cast.event)
    assert (final.stage, final.number) == (FinalStage.OFFICIAL, 2)
    assert "申-2026-001" in final.versions[-1].reason
    page = desk.event_page()
    assert "第2版" in page
    assert "申-2026-001 撤销" in page
    own = desk.entry(desk.seat(Round.objects.get(event=desk.cast.event)))
    before = next(row for row in kept.shown if row["entry"] == own.uid)
    name = event_record.entry_name(own)
    was = f"第{before['place']}名：{name}，{signed(Fraction(before['total']))}"
    assert was in page, "the old table can be read"
    assert "第2版" in str(final_paper.final_result.prepare(Subject(fresh(desk.cast.event))).input)
    assert official.is_settled(fresh(desk.cast.event))
    assert verify(desk.cast.tournament) == []


@pytest.mark.full
def test_the_end_of_an_official_result_is_not_taken_back(desk: Desk) -> None:
    where = reverse("desk_reopen", args=[desk.cast.event.uid])
    desk.carols.post(where, {"reason": "错了"})
    assert fresh(desk.cast.event).state == "finished"
    assert final_of(desk.cast.event).stage is FinalStage.OFFICIAL
