"""Appeals: who, until when, by whom they are decided, and what follows."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from referee.appeals import committees, grounds, hearing, lodging, states, texts
from referee.appeals.hearing import CommitteeDecision
from referee.appeals.lodging import Lodging
from referee.appeals.states import StepRequest
from referee.base.refusals import Code
from referee.models import (
    Appeal,
    AppealDecision,
    AppealState,
    DepositFate,
    Matter,
    Rejection,
)
from referee.rulings import corrections, penalties
from tests import official_cast
from tests.cast import Cast
from tests.official_cast import START, Clock, fresh
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    AuditEntry,
    Entry,
    EntryMember,
    Hold,
    Person,
    Round,
    Seat,
    User,
)
from tournaments.official.final import FinalStage, final_of, open_matters
from tournaments.record.once import UNKEYED, Sent
from tournaments.regulations.articles import EventArticles
from tournaments.rights import ruling_offices
from web.desk.appeals.forms import LodgeForm

JURY = ("林一", "林二", "林三")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return official_cast.stopped_clock(monkeypatch)


class Hall:
    """A competition with two rounds planned, of which the first is played."""

    def __init__(self, cast: Cast, **changes: int) -> None:
        self.cast = cast
        official_cast.make_official(cast, **changes)
        self.chief = official_cast.chief(cast)
        self.event = fresh(cast.event)
        self.round = cast.round_in_play()
        in_round = Seat.objects.filter(sitting__segment__match__round=self.round)
        self.seat = in_round.select_related("person").order_by("pk")[0]
        whom = penalties.target(self.event, f"seat:{self.seat.uid}")
        assert whom is not None
        self.entry = whom.entry
        self.person: Person = self.seat.person
        self.penalty = penalties.give(whom, self.chief, -100, "晚到", "T-02", "k")
        cast.play(self.round)

    def appeal(self, key: str = "a", **changes: object) -> Appeal:
        values: dict[str, object] = {
            "entry": self.entry,
            "against": "penalty",
            "uid": self.penalty.uid,
            "statement": "裁判计时有误",
            "signed": (self.person.pk,),
            "receipt": "0001",
        }
        return lodging.lodge(self.event, self.cast.bob, Lodging(**{**values, **changes}), key)  # type: ignore[arg-type]


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [str(problem.code) for problem in refused.value.problems]


def turn(appeal: Appeal, official: User) -> StepRequest:
    return StepRequest(official, appeal.steps.count())


def read(appeal: Appeal) -> Appeal:
    return Appeal.objects.prefetch_related("steps__members").get(pk=appeal.pk)


@pytest.mark.full
def test_the_hour_of_the_deadline_is_in_time_and_a_second_later_is_not(
    cast: Cast, clock: Clock
) -> None:
    """Scenario 11: posted at 14:00, 14:30:00 is accepted, 14:30:01 out of time."""
    hall = Hall(cast, last_appeal_minutes=30)
    organise.close_round(hall.round, cast.director)
    clock.at = START + timedelta(minutes=30)
    in_time = hall.appeal("in time")
    assert in_time.deadline == START + timedelta(minutes=30)
    assert states.state_of(in_time) == AppealState.LODGED
    hall.round.refresh_from_db()
    assert not ruling_offices.is_window_over(
        Round.objects.select_related("event").get(pk=hall.round.pk)
    )
    clock.go_on(seconds=1)
    late = hall.appeal("late")
    assert states.state_of(late) == AppealState.REJECTED
    assert states.steps_of(late)[-1].rejection == Rejection.OUT_OF_TIME
    assert ruling_offices.is_window_over(
        Round.objects.select_related("event").get(pk=hall.round.pk)
    )
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_protest_after_the_final_publication_is_out_of_time(cast: Cast, clock: Clock) -> None:
    hall = Hall(cast)
    organise.close_round(hall.round, cast.director)
    official_cast.finish(cast)
    clock.go_on(minutes=30)
    official_cast.do_due_jobs(clock)
    late = hall.appeal()
    assert states.steps_of(late)[-1].rejection == Rejection.OUT_OF_TIME
    assert open_matters(hall.event) == 0
    assert final_of(hall.event).stage is FinalStage.OFFICIAL


@pytest.mark.full
def test_only_the_own_table_and_what_is_appealable(cast: Cast) -> None:
    hall = Hall(cast)
    own = hall.penalty.side.match if hall.penalty.side else None
    other = Entry.objects.filter(event=hall.event).exclude(sides__match=own)[0]
    person = other.members.all()[0].person_id
    elsewhere = hall.appeal(entry=other, signed=(person,))
    assert states.steps_of(elsewhere)[-1].rejection == Rejection.NOT_OWN_TABLE
    whom = penalties.target(hall.event, f"seat:{hall.seat.uid}")
    assert whom is not None
    slow = penalties.give(whom, hall.chief, -20, "超时", "T-06", "slow")
    appeal = hall.appeal("slow", uid=slow.uid)
    assert states.steps_of(appeal)[-1].rejection == Rejection.NOT_APPEALABLE


@pytest.mark.full
def test_an_open_appeal_holds_prizes_and_not_the_round(cast: Cast) -> None:
    hall = Hall(cast)
    appeal = hall.appeal()
    hold = Hold.objects.get(code="appeal")
    assert (hold.origin_uid, hold.blocks) == (appeal.uid, False)
    organise.close_round(hall.round, cast.director)
    assert cast.round_in_play().number == 2, "the next round is drawn and published"
    assert open_matters(hall.event) == 1
    hearing.withdraw(appeal, turn(appeal, cast.bob), "")
    assert open_matters(hall.event) == 0
    assert states.state_of(read(appeal)) == AppealState.WITHDRAWN


@pytest.mark.full
def test_a_committee_varies_a_penalty_and_the_deposit_goes_back(cast: Cast) -> None:
    hall = Hall(cast, deposit=10000)
    appeal = hall.appeal()
    assert (appeal.year, appeal.number, appeal.deposit) == (appeal.lodged_at.year, 1, 10000)
    hearing.write(appeal, turn(appeal, cast.bob), AppealState.REPLIED, "不同意")
    hearing.write(appeal, turn(appeal, cast.bob), AppealState.COMMENTED, "以大钟为准")
    members = committees.members_of(JURY, ())
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, members)
    decided = CommitteeDecision(
        AppealDecision.VARIED, "晚到5分钟", DepositFate.RETURNED, points=Fraction(-20)
    )
    step = hearing.decide(appeal, turn(appeal, hall.chief), decided)
    assert step.penalty is not None
    assert (step.penalty.amount, step.penalty.unit) == (Fraction(-20), hall.penalty.unit)
    assert step.penalty.named is not None
    assert step.penalty.named.person == hall.person
    assert Adjustment.objects.filter(reverses=hall.penalty).count() == 1
    assert sum(row.amount for row in Adjustment.objects.all()) == -20
    assert open_matters(hall.event) == 0
    verbs = list(AuditEntry.objects.order_by("seq").values_list("verb", flat=True))
    for verb in ("lodge_appeal", "answer_appeal", "hear_appeal", "decide_appeal"):
        assert verb in verbs
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_committee_only_recommends_on_discipline(cast: Cast) -> None:
    """Scenario 13: overturning discipline is left to the chief referee."""
    hall = Hall(cast)
    appeal = hall.appeal()
    members = committees.members_of(JURY, ())
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.DISCIPLINE, members)
    overturned = CommitteeDecision(AppealDecision.OVERTURNED, "过重")
    for decision in (AppealDecision.OVERTURNED, AppealDecision.VARIED):
        with pytest.raises(Refused) as refused:
            hearing.decide(appeal, turn(appeal, hall.chief), CommitteeDecision(decision, "过重"))
        assert codes(refused) == [Code.ONLY_RECOMMEND]
    recommended = CommitteeDecision(AppealDecision.RECOMMEND, "建议撤销")
    hearing.decide(appeal, turn(appeal, hall.chief), recommended)
    assert states.state_of(read(appeal)) == AppealState.RECOMMENDED
    assert open_matters(hall.event) == 1, "the chief referee has still to decide"
    hearing.decide(appeal, turn(appeal, hall.chief), overturned)
    assert Adjustment.objects.filter(reverses=hall.penalty).exists()
    assert open_matters(hall.event) == 0


@pytest.mark.full
def test_without_a_committee_the_chief_referee_decides_alone(cast: Cast) -> None:
    hall = Hall(cast)
    appeal = hall.appeal()
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.LAW, ())
    with pytest.raises(Refused) as refused:
        hearing.decide(
            appeal, turn(appeal, hall.chief), CommitteeDecision(AppealDecision.RECOMMEND, "x")
        )
    assert codes(refused) == [Code.NOBODY_TO_RECOMMEND]
    hearing.decide(
        appeal, turn(appeal, hall.chief), CommitteeDecision(AppealDecision.OVERTURNED, "适用有误")
    )
    assert states.state_of(read(appeal)) == AppealState.DECIDED


@pytest.mark.full
def test_nobody_with_an_interest_sits_on_the_committee(cast: Cast) -> None:
    hall = Hall(cast)
    appeal = hall.appeal()
    own = turn(appeal, hall.chief)
    names = [("林一", "林二"), ("林一", "林二", hall.person.name), ("林一", "林二", "bob")]
    expected = [Code.COMMITTEE_TOO_SMALL, Code.COMMITTEE_INTERESTED, Code.COMMITTEE_INTERESTED]
    for committee, code in zip(names, expected, strict=True):
        with pytest.raises(Refused) as refused:
            hearing.hear(appeal, own, Matter.FACT, committees.members_of(committee, (hall.chief,)))
        assert codes(refused) == [code]


@pytest.mark.full
def test_a_result_that_a_referee_gave_is_taken_back(cast: Cast) -> None:
    hall = Hall(cast)
    deal = cast.deals(hall.round)[0]
    deal = (
        type(deal)
        .objects.select_related("event__tournament", "sitting__segment__match__round__event")
        .get(pk=deal.pk)
    )
    ruled = corrections.rule(deal, hall.chief, "void", "散牌", seen=1)
    entry = Entry.objects.filter(sides__match=deal.sitting.segment.match)[0]
    person = entry.members.all()[0].person_id
    assert ruled.uid in [ground.uid for ground in grounds.listed(hall.event)]
    appeal = hall.appeal(against="result", uid=ruled.uid, entry=entry, signed=(person,))
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    hearing.decide(
        appeal, turn(appeal, hall.chief), CommitteeDecision(AppealDecision.OVERTURNED, "牌未散")
    )
    deal.refresh_from_db()
    assert deal.version == 3
    newest = deal.results.get(version=3)
    assert (newest.kind, newest.facts) == ("played", deal.results.get(version=1).facts)
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_an_hour_typed_by_hand_is_marked_and_not_before_the_decision(
    cast: Cast, clock: Clock
) -> None:
    hall = Hall(cast)
    clock.go_on(seconds=600)
    with pytest.raises(Refused) as refused:
        hall.appeal(received_at=START - timedelta(minutes=1))
    assert codes(refused) == [Code.APPEAL_BEFORE_DECISION]
    typed = hall.appeal("typed", received_at=START + timedelta(minutes=5))
    noted = hall.appeal("noted")
    assert (typed.is_typed, noted.is_typed) == (True, False)
    marks = ["补记" in texts.time_text(row, states.steps_of(row)[0]) for row in (typed, noted)]
    assert marks == [True, False]
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_what_is_sent_twice_counts_once(cast: Cast) -> None:
    hall = Hall(cast)
    appeal = hall.appeal()
    assert hall.appeal() == appeal
    signed_too = (cast.event.entries.get(number=8).members.get().person_id,)
    for other in ({"statement": "别的"}, {"receipt": "0002"}, {"absent": signed_too}):
        with pytest.raises(Refused) as refused:
            hall.appeal(**other)
        assert codes(refused) == [Code.KEY_REUSED]
    own = replace(turn(appeal, hall.chief), sent=Sent("first", "by the chief"))
    first = hearing.hear(appeal, own, Matter.FACT, ())
    assert hearing.hear(appeal, own, Matter.FACT, ()) == first
    own = replace(turn(appeal, hall.chief), sent=Sent("second", "overturned"))
    decision = CommitteeDecision(AppealDecision.OVERTURNED, "撤销")
    step = hearing.decide(appeal, own, decision)
    assert hearing.decide(appeal, own, decision) == step
    # The same form that says something else, and the same words without it, are no repetition.
    upheld = CommitteeDecision(AppealDecision.UPHELD, "维持")
    for sent, decided, code in (
        (Sent("second", "upheld"), upheld, Reason.FORM_USED),
        (Sent("third", "upheld"), upheld, Code.APPEAL_MOVED),
        (UNKEYED, decision, Code.APPEAL_MOVED),
    ):
        with pytest.raises(Refused) as refused:
            hearing.decide(appeal, replace(own, sent=sent), decided)
        assert codes(refused) == [code]
    assert Adjustment.objects.filter(reverses=hall.penalty).count() == 1
    with pytest.raises(Refused) as refused:
        hearing.withdraw(appeal, turn(appeal, hall.chief), "")
    assert codes(refused) == [Code.APPEAL_OVER]


@pytest.mark.full
def test_what_is_missing_is_refused(cast: Cast) -> None:
    hall = Hall(cast, deposit=5000)
    with pytest.raises(Refused) as refused:
        hall.appeal(statement=" ", signed=(), receipt="", uid="nothing")
    assert set(codes(refused)) == {
        Code.APPEAL_OF_NOTHING,
        Code.APPEAL_WITHOUT_WORDS,
        Code.APPEAL_UNSIGNED,
        Code.APPEAL_DEPOSIT,
    }


@pytest.mark.full
def test_a_captain_who_plays_is_asked_once_and_signs_once(cast: Cast) -> None:
    """He is a member of the team twice, and an appeal has each signer once."""
    hall = Hall(cast)
    EntryMember.objects.create(entry=hall.entry, person=hall.person, number=9, role="captain")
    own = Entry.objects.get(pk=hall.entry.pk)
    form = LodgeForm(entry=own, grounds=[], has_deposit=False)
    assert [key for key, _name in form.fields["signed"].choices] == [hall.person.pk]  # type: ignore[attr-defined]
    appeal = hall.appeal(signed=(hall.person.pk, hall.person.pk))
    assert appeal.signers.get().absent is False


@pytest.mark.full
def test_a_stand_in_signs_for_nobody(cast: Cast) -> None:
    hall = Hall(cast)
    stand_in = organise.stand_in(hall.entry, cast.director, "替补", 2)
    with pytest.raises(Refused) as refused:
        hall.appeal(signed=(hall.person.pk, stand_in.person_id))
    assert codes(refused) == [Code.APPEAL_UNSIGNED]


def test_a_club_event_has_no_appeals(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        lodging.lodge(
            cast.event, cast.bob, Lodging(cast.event.entries.all()[0], "", "", "", ()), "k"
        )
    assert codes(refused) == [Code.APPEALS_NOT_OFFERED]


@pytest.mark.full
def test_points_at_a_table_name_the_side_that_they_count_for(cast: Cast) -> None:
    hall = Hall(cast)
    assert hall.penalty.named is not None
    name = hall.penalty.named.person.name
    assert f"· {name} ·" in texts.appealed_text(hall.penalty, EventArticles(hall.cast.event))
