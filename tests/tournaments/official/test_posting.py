"""A round is posted with its deadlines; a final result is on notice, then official, in versions."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import merging
from tests import official_cast
from tests.cast import Cast
from tests.official_cast import START, Clock, fresh
from tournaments import official, organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.jobs.models import Job
from tournaments.models import (
    AuditEntry,
    Event,
    EventState,
    Hold,
    Publication,
    PublicationState,
    PublicationTerms,
    TermsKind,
)
from tournaments.official import job, ordering
from tournaments.official.final import FinalStage, final_of
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.results import event_record


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return official_cast.stopped_clock(monkeypatch)


def correct(cast: Cast, reason: str = "Sheet misread") -> None:
    """Give the first deal a counter-result: the same facts turned by a penalty on an entry."""
    entry = cast.event.entries.order_by("number").first()
    assert entry is not None
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        ledger.adjust(
            made, entry, Fraction(-100), reason=reason, origin=ledger.Origin("x", "penalty")
        )


@pytest.mark.full
def test_a_round_of_an_official_competition_has_its_deadlines(cast: Cast, clock: Clock) -> None:
    """Half an hour after each posting, a quarter after the last one."""
    official_cast.make_official(cast)
    cast.closed_round()
    terms = PublicationTerms.objects.get(kind=TermsKind.ROUND)
    # One round is planned, so that this is the last.
    assert terms.appeals_until == START + timedelta(minutes=15)
    assert terms.corrections_until == START + timedelta(minutes=cast.event.correction_minutes)


@pytest.mark.full
def test_terms_follow_what_was_changed_while_the_lock_was_awaited(cast: Cast, clock: Clock) -> None:
    official_cast.make_official(cast)
    round_ = cast.round_in_play()
    cast.play(round_)
    assert round_.event.correction_minutes != 7
    Event.objects.filter(pk=cast.event.pk).update(correction_minutes=7)
    organise.close_round(round_, cast.director)
    terms = PublicationTerms.objects.get(kind=TermsKind.ROUND)
    assert terms.corrections_until == START + timedelta(minutes=7)


@pytest.mark.full
def test_a_club_event_has_no_terms_for_its_rounds(cast: Cast) -> None:
    cast.closed_round()
    assert not PublicationTerms.objects.exists()


@pytest.mark.full
def test_a_final_result_is_on_notice_and_the_clock_makes_it_official(
    cast: Cast, clock: Clock
) -> None:
    official_cast.make_official(cast)
    cast.closed_round()
    event = official_cast.finish(cast)
    final = final_of(event)
    assert event.state == EventState.FINISHED
    assert final.stage is FinalStage.NOTICE
    assert final.terms is not None
    assert final.terms.official_from == START + timedelta(minutes=30)
    assert not official.is_settled(event)
    clock.at = START + timedelta(minutes=29, seconds=59)
    assert official_cast.do_due_jobs(clock) == 0
    clock.at = START + timedelta(minutes=30)
    before = fresh(event).public_revision
    assert official_cast.do_due_jobs(clock) == 1
    assert final_of(event).stage is FinalStage.OFFICIAL
    assert fresh(event).public_revision > before, "cached pages follow"
    entry = AuditEntry.objects.order_by("seq").last()
    assert entry is not None
    assert (entry.verb, entry.actor) == (Verb.MAKE_OFFICIAL, str(SYSTEM))
    assert official.is_settled(event)
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_cached_page_follows_what_the_clock_alone_changed(
    cast: Cast, clock: Clock, client: Client
) -> None:
    """The hour changes no row; the job's audited change makes the page another one."""
    official_cast.make_official(cast)
    cast.closed_round()
    page = reverse("event", args=[official_cast.finish(cast).uid])
    chinese = {"accept-language": "zh-hans"}
    kept = {**chinese, "if-none-match": client.get(page, headers=chinese)["ETag"]}
    clock.go_on(minutes=30)
    assert client.get(page, headers=kept).status_code == 304
    official_cast.do_due_jobs(clock)
    answer = client.get(page, headers=kept)
    assert answer.status_code == 200
    assert "最终成绩公示" not in answer.content.decode()


@pytest.mark.full
def test_nobody_has_won_while_the_result_is_on_notice(
    cast: Cast, clock: Clock, client: Client
) -> None:
    official_cast.make_official(cast)
    cast.closed_round()
    event = official_cast.finish(cast)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"

    def read(name: str) -> str:
        return client.get(reverse(name, args=[event.uid])).content.decode()

    for page in map(read, ("event", "winners")):
        assert "暂列第一，成绩公示中" in page
        assert "夺冠" not in page
    assert "公示中</span>" in read("event")
    clock.go_on(minutes=30)
    official_cast.do_due_jobs(clock)
    assert "夺冠" in read("event")
    assert "公示中</span>" not in read("event")


@pytest.mark.full
@pytest.mark.databases
def test_what_is_open_keeps_a_result_on_notice(cast: Cast, clock: Clock) -> None:
    official_cast.make_official(cast)
    round_ = cast.closed_round()
    event = official_cast.finish(cast)
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        ledger.hold(made, round_, "appeal", origin=ledger.Origin("a", "appeal"), blocks=False)
    clock.go_on(minutes=40)
    entries = AuditEntry.objects.count()
    official_cast.do_due_jobs(clock)
    assert final_of(event).stage is FinalStage.NOTICE
    assert AuditEntry.objects.count() == entries, "a look that changes nothing is not logged"
    again = Job.objects.filter(kind=ordering.KIND, state="queued").latest("pk")
    assert again.due_at == clock.at + job.LOOK_AGAIN
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        ledger.release(made, "appeal", origin=ledger.Origin("a", "appeal"))
    assert Hold.objects.filter(released_at=None).count() == 0
    assert official_cast.do_due_jobs(clock) == 1, "the change that ended it has ordered the job"
    assert final_of(event).stage is FinalStage.OFFICIAL


@pytest.mark.full
@pytest.mark.databases
def test_a_correction_of_an_official_result_is_a_new_version(cast: Cast, clock: Clock) -> None:
    official_cast.make_official(cast)
    cast.closed_round()
    event = official_cast.finish(cast)
    clock.go_on(minutes=30)
    official_cast.do_due_jobs(clock)
    clock.go_on(minutes=30)
    cast.event.refresh_from_db()
    correct(cast)
    final = final_of(event)
    assert final.stage is FinalStage.OFFICIAL
    assert [version.number for version in final.versions] == [1, 2]
    assert final.versions[-1].reason == "Sheet misread"
    assert final.shown == event_record.published_standings(results.read(fresh(event)))
    kept = Publication.objects.filter(event=event, state=PublicationState.OFFICIAL)
    assert kept.count() == 2
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_correction_on_notice_posts_it_anew(cast: Cast, clock: Clock) -> None:
    official_cast.make_official(cast)
    cast.closed_round()
    event = official_cast.finish(cast)
    clock.go_on(minutes=20)
    cast.event.refresh_from_db()
    correct(cast)
    final = final_of(event)
    assert final.stage is FinalStage.NOTICE
    assert final.terms is not None
    assert final.terms.official_from == clock.at + timedelta(minutes=30)
    clock.at = START + timedelta(minutes=30)
    official_cast.do_due_jobs(clock)
    assert final_of(event).stage is FinalStage.NOTICE, "the job of the first notice is too early"


@pytest.mark.full
def test_a_club_event_is_official_at_once_and_stays_so_when_corrected(cast: Cast) -> None:
    """A finished event was provisional for ever after its first correction."""
    cast.closed_round()
    event = official_cast.finish(cast)
    assert final_of(event).stage is FinalStage.OFFICIAL
    assert official.is_settled(event)
    assert not Job.objects.filter(kind=ordering.KIND).exists()
    cast.event.refresh_from_db()
    correct(cast)
    final = final_of(event)
    assert final.stage is FinalStage.OFFICIAL
    assert [version.number for version in final.versions] == [1, 2]
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        made.shows(fresh(event))
    assert len(final_of(event).versions) == 2, "what changes nothing makes no version"


def test_a_result_on_notice_is_taken_back_and_an_official_one_is_not(
    cast: Cast, clock: Clock
) -> None:
    official_cast.make_official(cast)
    cast.closed_round()
    event = official_cast.finish(cast)
    organise.reopen_event(event, cast.director)
    assert final_of(event).stage is FinalStage.NONE
    event = official_cast.finish(cast)
    clock.go_on(minutes=30)
    official_cast.do_due_jobs(clock)
    with pytest.raises(Refused) as refused:
        organise.reopen_event(fresh(event), cast.director)
    assert [problem.code for problem in refused.value.problems] == [Reason.RESULT_IS_OFFICIAL]


@pytest.mark.full
def test_without_a_notice_a_result_waits_for_the_periods_of_the_last_round(
    cast: Cast, clock: Clock
) -> None:
    official_cast.make_official(cast, notice_minutes=0)
    Event.objects.update(correction_minutes=20)
    cast.event.refresh_from_db()
    cast.closed_round()
    clock.go_on(minutes=5)
    event = official_cast.finish(cast)
    final = final_of(event)
    assert final.terms is not None
    assert final.terms.official_from == START + timedelta(minutes=20)
    organise.reopen_event(event, cast.director)
    clock.go_on(minutes=15)
    assert final_of(official_cast.finish(cast)).stage is FinalStage.OFFICIAL
    organise.reopen_event(fresh(event), cast.director)


@pytest.mark.full
def test_a_result_becomes_official_although_a_member_is_blanked_meanwhile(
    cast: Cast, clock: Clock
) -> None:
    official_cast.make_official(cast, notice_minutes=30)
    cast.closed_round()
    organise.finish_event(fresh(cast.event), cast.director)
    waiting = Job.objects.filter(kind=ordering.KIND)
    assert waiting.exists()
    merging.remove_documents([cast.tournament])
    assert waiting.exists()


@pytest.mark.full
def test_who_read_the_event_before_its_end_corrects_it_all_the_same(
    cast: Cast, clock: Clock
) -> None:
    """The correction was begun before the finish and stored after it."""
    cast.closed_round()
    entry = Event.objects.get(pk=cast.event.pk).entries.select_related("event__tournament")[0]
    assert entry.event.state == EventState.PUBLISHED
    organise.finish_event(fresh(cast.event), cast.director)
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        origin = ledger.Origin("x", "penalty")
        ledger.adjust(made, entry, Fraction(-100), reason="late", origin=origin)
    assert [row.reason for row in final_of(cast.event).versions] == ["", "late"]
