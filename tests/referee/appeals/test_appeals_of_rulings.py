"""Appeals against rulings as records: undone as a whole, varied by a version of their own."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from referee.appeals import admissibility, committees, grounds, hearing, lodging, states
from referee.appeals.hearing import CommitteeDecision
from referee.appeals.lodging import Lodging
from referee.base.refusals import Code
from referee.models import (
    Against,
    Appeal,
    AppealDecision,
    AppealState,
    AppealStep,
    Matter,
    Needs,
    Remedy,
    RulingCase,
    RulingVersion,
    SuspensionReach,
)
from referee.rulings import cases, decisions, listed
from referee.rulings.decisions import NamedOffender, RulingSource
from referee.rulings.listed import Ruled, VersionState
from tests import official_cast
from tests.cast import Cast
from tests.referee.appeals.test_appeals import JURY, codes, turn
from tests.referee.hall import Hall
from tests.referee.rulings.deciding import test_cases as rulings
from tests.referee.rulings.deciding.test_cases import offender, official_of, points, seat
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Hold, PenaltyWarning, Result, Role, User
from tournaments.regulations.articles import Level
from web.publish.rulings import ruling_words


@pytest.fixture
def hall(cast: Cast) -> Hall:
    """An official competition in play, with a chief referee who made none of the rulings."""
    official_cast.make_official(cast)
    return Hall.of(cast)


@pytest.fixture
def chief(hall: Hall) -> User:
    return official_of(hall, "carol", Role.CHIEF_REFEREE)


def appeal_against(hall: Hall, version: RulingVersion, key: str = "a") -> Appeal:
    entry, person = offender(hall).entry, seat(hall).person
    handed_in = Lodging(entry, Against.RULING, version.uid, "没有藏牌", (person.pk,))
    return lodging.lodge(hall.cast.event, hall.cast.bob, handed_in, key)


def heard(hall: Hall, version: RulingVersion, chief: User, *names: str) -> Appeal:
    appeal = appeal_against(hall, version)
    members = committees.members_of(names, ())
    hearing.hear(appeal, turn(appeal, chief), Matter.FACT, members)
    return appeal


def decide(appeal: Appeal, chief: User, decision: AppealDecision, **more: Any) -> AppealStep:
    return hearing.decide(
        appeal, turn(appeal, chief), CommitteeDecision(decision, "证据不足", **more)
    )


def read(version: RulingVersion) -> Ruled:
    return listed.read(RulingCase.objects.filter(pk=version.case_id))[0]


def newest(hall: Hall) -> Result:
    return Result.objects.filter(deal=hall.deal()).latest("version")


@pytest.mark.full
@pytest.mark.databases
def test_an_overturned_ruling_is_taken_back_as_a_whole(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02", by=chief)
    warned = rulings.rule(hall, "P-07", label="W")
    appeal = heard(hall, version, hall.cast.alice)
    decide(appeal, hall.cast.alice, AppealDecision.OVERTURNED)
    assert points(hall) == [-100, 100]
    ruled = read(version)
    assert (ruled.standing, ruled.state(version)) == (None, VersionState.UNDONE)
    told = ruling_words.told_in_full(ruled)
    assert [row.number for row in told.appeals] == ["申-2026-001"]
    assert "撤销" in told.appeals[0].words
    assert "证据不足" in told.appeals[0].words
    # Another ruling stays as it is.
    assert PenaltyWarning.objects.get(reversed_by=None).origin_uid == warned.uid
    assert not Hold.objects.filter(released_at=None).exists()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_what_an_appeal_upheld_is_ruled_otherwise_by_a_chief_with_the_organisers_word(
    hall: Hall, chief: User
) -> None:
    version = rulings.rule(hall, "P-07")
    assert cases.may_revise(version.case, hall.cast.bob)
    decide(heard(hall, version, chief, *JURY), chief, AppealDecision.UPHELD)
    other = rulings.decision(hall, "P-06")
    assert not cases.may_revise(version.case, hall.cast.bob)
    with pytest.raises(Refused):
        cases.revise(version.case, hall.cast.bob, other, seen=1)
    anew = cases.revise(version.case, chief, other, seen=1)
    assert anew.needs == Needs.ORGANISER
    waiting = read(version)
    assert (waiting.standing, waiting.state(anew)) == (version, VersionState.WAITING)
    assert "维持" in ruling_words.told_in_full(waiting).outcomes[0].words
    cases.confirm(anew, hall.cast.alice)
    assert read(version).standing == anew
    assert ruling_words.told_in_full(read(version)).outcomes == ()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_varied_ruling_is_a_version_of_its_case(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02", statements={"N": "I had one more"})
    appeal = heard(hall, version, chief, *JURY)
    step = decide(appeal, chief, AppealDecision.VARIED, level=Level.L3)
    assert points(hall) == [-100, 100, -20]
    ruled = read(version)
    assert step.ruling == ruled.standing
    assert ruled.newest.number == 2
    assert ruled.newest.supersedes == version
    same = ("article", "facts", "statements", "remedy")
    for name in same:
        assert getattr(ruled.newest, name) == getattr(version, name)
    assert ruled.newest.level_reason == "申-2026-001 部分改判"
    assert ruled.state(version) is VersionState.SUPERSEDED
    assert "−20" in ruling_words.told_in_full(ruled).appeals[0].words
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_points_alone_take_the_place_of_others(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02")
    appeal = heard(hall, version, chief, *JURY)
    decide(appeal, chief, AppealDecision.VARIED, points=Fraction(-30), sure=True)
    assert points(hall) == [-100, 100, -30]


@pytest.mark.full
def test_it_is_varied_into_something(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02")
    appeal = heard(hall, version, chief, *JURY)
    with pytest.raises(Refused) as refused:
        decide(appeal, chief, AppealDecision.VARIED)
    assert codes(refused) == [Code.VARIED_INTO_NOTHING]
    assert points(hall) == [-100]
    assert read(version).standing == version


@pytest.mark.full
@pytest.mark.parametrize("level", [Level.L7, Level.L8])
def test_a_committee_only_recommends_on_a_heavy_level(
    hall: Hall, chief: User, level: Level
) -> None:
    """Scenario 13: it votes to overturn L8, and can only recommend that to the chief referee.

    That it is discipline says the ruling, whatever was noted at the hearing.
    """
    hall.cast.post(hall.deal())
    more = {"level": level, "level_reason": "repeatedly", "facts": "would not stop"}
    more["reach"] = SuspensionReach.THIS_ROUND
    version = rulings.rule(hall, "G-03", by=hall.cast.alice, **more)
    appeal = heard(hall, version, chief, *JURY)
    assert states.heard_step(appeal).matter == Matter.DISCIPLINE  # type: ignore[union-attr]
    for wanted in (AppealDecision.OVERTURNED, AppealDecision.VARIED):
        with pytest.raises(Refused) as refused:
            decide(appeal, chief, wanted, level=Level.L3)
        assert codes(refused) == [Code.ONLY_RECOMMEND]
    decide(appeal, chief, AppealDecision.RECOMMEND)
    assert states.state_of(Appeal.objects.get(pk=appeal.pk)) == AppealState.RECOMMENDED
    assert read(version).standing == version
    decide(appeal, chief, AppealDecision.OVERTURNED)
    assert read(version).standing is None


@pytest.mark.full
def test_conduct_is_discipline_and_a_revoke_is_not(hall: Hall) -> None:
    conduct = rulings.rule(hall, "R-02", by=hall.cast.alice, disciplinary=Level.L2)
    revoke = rulings.rule(hall, "R-02", by=hall.cast.alice, level=Level.L5, level_reason="x")
    by_uid = {ground.uid: ground for ground in grounds.listed(hall.cast.event)}
    assert by_uid[conduct.uid].matter == Matter.DISCIPLINE
    assert by_uid[revoke.uid].matter is None


@pytest.mark.full
def test_what_a_ruling_posted_is_no_ground_of_its_own(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    version = rulings.rule(hall, "D-05", remedy=Remedy.VOID)
    assert newest(hall).origin_uid == version.uid
    assert points(hall) == [-50]
    found = grounds.listed(hall.cast.event)
    assert [(ground.against, ground.uid) for ground in found] == [(Against.RULING, version.uid)]
    at_table = set(hall.deal().sitting.segment.match.sides.values_list("entries", flat=True))
    assert found[0].parties == at_table
    given = hall.cast.event.adjustments.get()
    assert grounds.find(hall.cast.event, Against.PENALTY, given.uid) is None


def test_a_ruling_at_no_table_is_the_affair_of_whom_it_hits(hall: Hall) -> None:
    entry = offender(hall).entry
    event = rulings.source(hall).event
    ruled = decisions.RulingDecision((NamedOffender(entry),), "G-03", facts="no", level=Level.L5)
    cases.decide(RulingSource(event), hall.cast.alice, ruled)
    assert grounds.listed(event)[0].parties == {entry.pk}


def test_what_waits_for_a_word_is_not_in_force_yet(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "B-01")
    assert grounds.listed(hall.cast.event) == []
    cases.confirm(version, official_of(hall, "dora", Role.DEPUTY))
    ground = grounds.listed(hall.cast.event)[0]
    assert ground.matter == Matter.DISCIPLINE
    # Neither who ruled nor who confirmed it sits on the committee.
    for name in ("bob", "dora"):
        members = committees.members_of(("林一", "林二", name), ())
        assert [problem.code for problem in committees.problems(ground, members)] == [
            Code.COMMITTEE_INTERESTED
        ]


@pytest.mark.full
def test_a_void_deal_counts_again_when_it_is_overturned(hall: Hall, chief: User) -> None:
    first = hall.cast.post(hall.deal())
    version = rulings.rule(hall, "D-05", remedy=Remedy.VOID)
    decide(heard(hall, version, chief), chief, AppealDecision.OVERTURNED)
    restored = Result.live.get(deal=hall.deal())
    assert (restored.kind, restored.facts) == (first.kind, first.facts)
    assert points(hall) == [-50, 50]


@pytest.mark.full
def test_a_void_deal_stays_void_when_the_penalty_alone_is_varied(hall: Hall, chief: User) -> None:
    hall.cast.post(hall.deal())
    version = rulings.rule(hall, "D-05", remedy=Remedy.VOID)
    decide(heard(hall, version, chief), chief, AppealDecision.VARIED, level=Level.L3)
    assert newest(hall).kind == "void"
    assert points(hall) == [-50, 50, -20]
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_correction_that_a_ruling_linked_is_taken_back_with_it(hall: Hall, chief: User) -> None:
    first = hall.cast.post(hall.deal())
    otherwise = {"won": {**first.facts["won"], "N": [], "S": ["C10", "SQ"]}}
    hall.cast.post(hall.deal(), report=otherwise, seen=1, reason="misread")
    version = rulings.rule(hall, "R-02", remedy=Remedy.CORRECTED)
    assert [row.against for row in grounds.listed(hall.cast.event)] == [Against.RULING]
    decide(heard(hall, version, chief), chief, AppealDecision.OVERTURNED)
    assert Result.live.get(deal=hall.deal()).facts == first.facts


@pytest.mark.full
def test_what_counts_now_is_undone_where_the_referee_ruled_otherwise_meanwhile(
    hall: Hall, chief: User
) -> None:
    version = rulings.rule(hall, "R-02")
    appeal = appeal_against(hall, version)
    cases.revise(version.case, hall.cast.bob, rulings.decision(hall, "P-06"), seen=1)
    assert points(hall) == [-100, 100, -20]
    hearing.hear(appeal, turn(appeal, chief), Matter.FACT, ())
    decide(appeal, chief, AppealDecision.OVERTURNED)
    assert sum(points(hall)) == 0
    assert read(version).standing is None


@pytest.mark.full
def test_what_is_posted_names_the_appeal_and_not_what_was_said(hall: Hall, chief: User) -> None:
    """Not every event publishes its rulings with their facts; a reason of points is public."""
    version = rulings.rule(hall, "R-02")
    decide(heard(hall, version, chief), chief, AppealDecision.OVERTURNED)
    back = hall.cast.event.adjustments.exclude(reverses=None).get()
    assert back.reason == "申-2026-001 撤销"


def test_slow_play_cannot_be_appealed_against(hall: Hall) -> None:
    version = rulings.rule(hall, "T-06")
    steps = states.steps_of(appeal_against(hall, version))
    assert steps[-1].rejection == "not_appealable"


@pytest.mark.databases
@pytest.mark.full
def test_an_appeal_is_against_one_thing(hall: Hall) -> None:
    """The database refuses an appeal against a ruling that names no ruling, or names two things."""
    version = rulings.rule(hall, "R-02")
    appeal = appeal_against(hall, version)
    given = hall.cast.event.adjustments.get()
    fields = {field.attname: getattr(appeal, field.attname) for field in Appeal._meta.fields}
    fields |= {"id": None, "uid": "0" * 12, "key": "other", "number": 2}
    for wrong in ({"ruling_id": None}, {"adjustment_id": given.pk}, {"against": Against.PENALTY}):
        with pytest.raises(IntegrityError, match="appeal_against_one_thing"), transaction.atomic():
            Appeal.objects.create(**{**fields, **wrong})


@pytest.mark.full
@pytest.mark.parametrize("decision", [AppealDecision.VARIED, AppealDecision.UPHELD])
def test_what_an_appeal_decided_is_final(hall: Hall, chief: User, decision: AppealDecision) -> None:
    """Nobody appeals again, against the ruling or against what came in its place."""
    version = rulings.rule(hall, "R-02")
    varied = {"level": Level.L4} if decision is AppealDecision.VARIED else {}
    decide(heard(hall, version, chief, *JURY), chief, decision, **varied)
    for row in version.case.versions.all():
        with pytest.raises(Refused) as refused:
            appeal_against(hall, row, f"again {row.number}")
        assert codes(refused) == [Code.APPEAL_FINAL]
    assert Appeal.objects.count() == 1


@pytest.mark.full
def test_what_a_chief_rules_after_an_appeal_is_a_new_ruling(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02")
    varied = decide(heard(hall, version, chief), chief, AppealDecision.VARIED, level=Level.L4)
    listed_now = grounds.listed(hall.cast.event)
    final = admissibility.final_among(hall.cast.event, listed_now)
    assert varied.ruling is not None
    assert {row.uid for row in listed_now} & final == {varied.ruling.uid}
    newer = cases.revise(version.case, hall.cast.alice, rulings.decision(hall, "P-06"), seen=2)
    second = appeal_against(hall, newer, "of the new one")
    assert states.state_of(second) is AppealState.LODGED


@pytest.mark.full
def test_law_that_the_chief_decided_alone_still_goes_to_a_committee(
    hall: Hall, chief: User
) -> None:
    version = rulings.rule(hall, "R-02")
    first = appeal_against(hall, version)
    hearing.hear(first, turn(first, chief), Matter.LAW, ())
    decide(first, chief, AppealDecision.UPHELD)
    second = appeal_against(hall, version, "to the committee")
    assert states.state_of(second) is AppealState.LODGED
    hearing.hear(second, turn(second, chief), Matter.LAW, committees.members_of(JURY, ()))
    decide(second, chief, AppealDecision.UPHELD)
    with pytest.raises(Refused) as refused:
        appeal_against(hall, version, "once more")
    assert codes(refused) == [Code.APPEAL_FINAL]
