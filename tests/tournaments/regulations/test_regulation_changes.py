"""The regulations of an event: its size is fixed by the first draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import official_cast
from tests.cast import Cast
from tournaments import organise, regulations
from tournaments.base.refusals import PlanReason, Reason, Refused
from tournaments.models import AuditEntry, Event, EventState
from tournaments.record.audit import Verb
from tournaments.structure.regulations import CLUB, OFFICIAL, regulations_of


def reread(event: Event) -> Event:
    return Event.objects.select_related("tournament", "regulations").get(pk=event.pk)


def test_an_event_is_a_club_event_until_it_is_made_another(cast: Cast) -> None:
    assert regulations_of(reread(cast.event)) == CLUB
    wanted = replace(OFFICIAL, deposit=10000, policies={"late_exposure": "allow_first_warn"})
    regulations.change_regulations(cast.event, cast.director, wanted)
    assert regulations_of(reread(cast.event)) == wanted
    entry = AuditEntry.objects.order_by("seq").last()
    assert entry is not None
    assert entry.verb == Verb.CHANGE_REGULATIONS


@pytest.mark.full
def test_the_first_draw_fixes_the_size_and_nothing_else(cast: Cast) -> None:
    official_cast.make_official(cast)
    cast.round_in_play()
    assert regulations.is_drawn(cast.event)
    with pytest.raises(Refused) as refused:
        regulations.change_regulations(cast.event, cast.director, CLUB)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.SIZE_FIXED]
    later = replace(OFFICIAL, appeal_minutes=20)
    regulations.change_regulations(cast.event, cast.director, later)
    assert regulations_of(reread(cast.event)) == later


@pytest.mark.full
def test_a_club_event_that_is_drawn_stays_one_until_the_draw_is_withdrawn(cast: Cast) -> None:
    """A draft is a draw already: what it was drawn under is what is played."""
    draft = cast.drawn_round()
    with pytest.raises(Refused) as refused:
        regulations.change_regulations(cast.event, cast.director, OFFICIAL)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.SIZE_FIXED]
    assert not regulations_of(reread(cast.event)).is_official
    organise.discard_round(draft, cast.director)
    regulations.change_regulations(cast.event, cast.director, OFFICIAL)
    assert regulations_of(reread(cast.event)).is_official


def test_everything_that_is_wrong_comes_at_once(cast: Cast) -> None:
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.CANCELLED)
    wanted = replace(CLUB, notice_minutes=5, board_set_deals=0)
    with pytest.raises(Refused) as refused:
        regulations.change_regulations(cast.event, cast.director, wanted)
    assert {problem.code for problem in refused.value.problems} == {
        Reason.EVENT_NOT_RUNNING,
        PlanReason.NOTICE_OF_CLUB,
        PlanReason.BOARD_SET_EMPTY,
    }


@pytest.mark.full
def test_all_of_it_is_one_change_and_one_refusal_leaves_nothing_changed(cast: Cast) -> None:
    """The form stored up to three changes, of which the last could be refused."""
    before = cast.event.correction_minutes
    entries = cast.tournament.log.count()
    regulations.change_regulations(
        cast.event, cast.director, OFFICIAL, correction_minutes=before + 5, warnings=True
    )
    stored = reread(cast.event)
    assert regulations_of(stored) == OFFICIAL
    assert stored.correction_minutes == before + 5
    assert "fewest_warnings" in stored.tie_breaks
    assert cast.tournament.log.count() == entries + 1
    official_cast.leads(cast)
    cast.round_in_play()
    later = replace(OFFICIAL, appeal_minutes=20)
    with pytest.raises(Refused) as refused:
        regulations.change_regulations(
            cast.event, cast.director, later, correction_minutes=before, warnings=False
        )
    assert [problem.code for problem in refused.value.problems] == [PlanReason.TIE_BREAKS_FIXED]
    stored = reread(cast.event)
    assert regulations_of(stored) == OFFICIAL
    assert stored.correction_minutes == before + 5
