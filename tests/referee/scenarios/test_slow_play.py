"""Scenario 9: a side runs out of time for the third time in a game (局)."""

from __future__ import annotations

import pytest

from referee.models import RulingVersion
from referee.rulings import cases, posting, proposals
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from tests import levels_cast
from tests.cast import Cast
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import make_official, offender, points, rule
from tests.referee.rulings.looked_at import changes_of
from tournaments import organise, results
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Event, PenaltyWarning, Role, Round, Seat
from tournaments.record.audit import Actor, Verb, change
from tournaments.results import event_record

pytestmark = pytest.mark.django_db


@pytest.mark.full
def test_the_third_overrun_takes_twenty_points(hall: Hall) -> None:
    """Scenario 9, 拱猪: the first two are only in the record, the third is L3."""
    make_official(hall)
    for number in (1, 2):
        rule(hall, "T-05")
        assert points(hall) == [], number
        assert PenaltyWarning.objects.count() == number
    rule(hall, "T-05")
    assert points(hall) == [-20]
    assert PenaltyWarning.objects.count() == 2
    # Another seat is at its first.
    rule(hall, "T-05", label="W")
    assert points(hall) == [-20]
    assert PenaltyWarning.objects.filter(entry=offender(hall, "W").entry).count() == 1
    assert verify(hall.cast.tournament) == []


@pytest.fixture
def levels(db: None) -> Cast:
    """Pairs who play for levels; Bob is chief referee."""
    cast = levels_cast.assemble(ranking="vp_15_10", draw_method="round_robin")
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    return cast


def asked(cast: Cast, round_: Round, label: str) -> tuple[RulingSource, RulingDecision]:
    deal = cast.deals(round_)[0]
    related = "side__match__round__event", "person", "sitting__segment__match"
    seat = Seat.objects.select_related(*related).get(sitting=deal.sitting, label=label)
    entry = seat.side.entries.select_related("event__tournament").get()
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=deal.event_id)
    decision = RulingDecision(
        (NamedOffender(entry, seat.person, seat),), "T-04", facts="by the clock"
    )
    return RulingSource(event, round_, deal.sitting, deal), decision


def overrun(cast: Cast, round_: Round, label: str) -> RulingVersion:
    source, decision = asked(cast, round_, label)
    return cases.decide(source, cast.bob, decision)


@pytest.mark.full
def test_the_third_overrun_gives_the_opponents_a_level(levels: Cast) -> None:
    """Scenario 9, 升级: of one side, whichever of the two it was; the opponents +1 级."""
    round_ = levels.round_in_play()
    levels_cast.post(levels, levels.deals(round_)[0], levels_cast.DEALERS_KEEP)
    overrun(levels, round_, "N")
    overrun(levels, round_, "S")
    assert not Adjustment.objects.exists()
    assert PenaltyWarning.objects.count() == 2
    source, decision = asked(levels, round_, "N")
    proposal = proposals.propose(source, decision, levels.bob)
    promised = changes_of(results.read(source.event), source, decision, proposal)
    version = overrun(levels, round_, "N")
    given = Adjustment.objects.select_related("side").get()
    own = decision.offenders[0]
    assert own.seat is not None
    assert (given.unit, int(given.amount)) == ("level", 1)
    assert given.side != own.seat.side
    after = {
        row.competitor.uid: row.rank.total
        for row in event_record.standings(results.read(source.event))
    }
    assert {one.competitor.uid: one.after.total for one in promised.effect}.items() <= after.items()
    with change(levels.tournament, Actor.from_user(levels.bob), Verb.RECORD_RESULT) as made:
        posting.undo(made, cases.version_of(version.uid), levels.bob, "the clock was wrong")
    assert not Adjustment.objects.filter(reverses=None, reversed_by=None).exists()
    assert verify(levels.tournament) == []
