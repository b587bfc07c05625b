"""Appeals: who may take a step when it is taken, what may be decided, hours after midnight."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from referee.appeals import hearing, states
from referee.appeals.hearing import CommitteeDecision
from referee.base.refusals import Code
from referee.models import Appeal, AppealDecision, AppealState, Matter
from referee.rulings import earlier_offences, penalties
from referee.rulings.decisions import RulingSource
from tests import official_cast
from tests.cast import Cast, account
from tests.official_cast import Clock, fresh
from tests.referee.appeals.test_appeals import Hall, codes, read, turn
from tests.referee.appeals.test_appeals_of_rulings import decide, heard
from tests.referee.hall import Hall as Play
from tests.referee.rulings.deciding import test_cases as rulings
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.models import Adjustment, Event, Membership, Role, RoleLimit, Tournament, User
from tournaments.official.final import open_matters
from tournaments.regulations import articles
from web.desk.appeals.forms import LodgeForm


def chief_of(cast: Cast, event: Event) -> User:
    """Return a chief referee of one event alone."""
    chief = account("carol")
    held = organise.grant_role(cast.director, cast.tournament, chief, Role.CHIEF_REFEREE)
    RoleLimit.objects.create(membership=held, event=event)
    return chief


def other_event(cast: Cast) -> Event:
    plan = organise.EventPlan("另一项", "gongzhu", {"preset": "classic"}, 2)
    return organise.create_event(cast.tournament, cast.director, plan)


@pytest.mark.full
def test_the_chief_referee_of_one_event_hears_its_appeals(cast: Cast, client: Client) -> None:
    hall = Hall(cast)
    appeal = hall.appeal()
    client.force_login(chief_of(cast, hall.event))
    address = reverse("referee_appeal", args=[cast.tournament.uid, appeal.uid])
    assert {"hear", "reject"} <= set(client.get(address).context["forms"])
    sent = {"step": "hear", "seen": 1, "matter": "fact", "committee": "", "text": ""}
    assert client.post(address, sent).status_code == 302
    assert states.state_of(read(appeal)) == AppealState.HEARD


@pytest.mark.full
def test_the_chief_referee_of_another_event_does_not(cast: Cast) -> None:
    hall = Hall(cast)
    appeal, chief = hall.appeal(), chief_of(cast, other_event(cast))
    with pytest.raises(Refused) as refused:
        hearing.hear(appeal, turn(appeal, chief), Matter.FACT, ())
    assert codes(refused) == [Code.APPEAL_BEYOND_OFFICE]


@pytest.mark.full
@pytest.mark.databases
def test_a_role_that_ended_meanwhile_takes_no_step(cast: Cast) -> None:
    """The page asked before; the step is asked again under the lock."""
    hall = Hall(cast)
    appeal = hall.appeal()
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    overturned = CommitteeDecision(AppealDecision.OVERTURNED, "计时有误")
    Membership.objects.filter(user=hall.chief, role=Role.CHIEF_REFEREE).delete()
    with pytest.raises(Refused) as refused:
        hearing.decide(appeal, turn(appeal, hall.chief), overturned)
    assert codes(refused) == [Code.APPEAL_BEYOND_OFFICE]
    assert not Adjustment.objects.filter(reverses=hall.penalty).exists()
    second = hall.appeal("b")
    Membership.objects.filter(user=hall.chief).delete()
    with pytest.raises(Refused) as refused:
        hearing.withdraw(second, turn(second, hall.chief), "")
    assert codes(refused) == [Code.APPEAL_BEYOND_OFFICE]


@pytest.mark.full
def test_points_are_varied_into_other_points(cast: Cast) -> None:
    """Without any the penalty was overturned by the name of a part."""
    hall = Hall(cast)
    appeal = hall.appeal()
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    for points in (None, Fraction(0)):
        varied = CommitteeDecision(AppealDecision.VARIED, "晚到5分钟", points=points)
        with pytest.raises(Refused) as refused:
            hearing.decide(appeal, turn(appeal, hall.chief), varied)
        assert codes(refused) == [Code.VARIED_INTO_NOTHING]
    assert [row.amount for row in Adjustment.objects.all()] == [-100]


@pytest.mark.parametrize(
    ("now", "typed", "received"),
    [
        ("22T00:05", "23:58", "21T23:58"),
        ("22T00:05", "00:03", "22T00:03"),
        ("22T14:00", "13:50", "22T13:50"),
        # To come, which lodging refuses: nobody writes down at noon what came the evening before.
        ("22T14:00", "14:10", "22T14:10"),
        ("22T14:00", "23:58", "22T23:58"),
    ],
)
def test_after_midnight_an_hour_is_of_the_evening_before(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, now: str, typed: str, received: str
) -> None:
    clock = official_cast.stopped_clock(monkeypatch)
    clock.at = hour(now)
    assert lodged(cast, typed).cleaned_data["received_at"] == hour(received)


def lodged(cast: Cast, received_at: str) -> LodgeForm:
    """Return the form of an appeal in which only the hour is filled in."""
    entry = fresh(cast.event).entries.all()[0]
    form = LodgeForm({"received_at": received_at}, entry=entry, grounds=[], has_deposit=False)
    form.full_clean()
    return form


def test_an_hour_that_clocks_show_twice_is_the_first_and_one_that_they_leave_out_is_refused(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tournament.objects.update(time_zone="Europe/Berlin")
    clock = official_cast.stopped_clock(monkeypatch)
    # The second time that the clocks show ten past two: half past two was forty minutes ago.
    clock.at = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
    received = lodged(cast, "02:30").cleaned_data["received_at"]
    assert received == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    clock.at = datetime(2026, 3, 29, 1, 40, tzinfo=UTC)
    assert lodged(cast, "02:30").has_error("received_at", "left_out")
    assert "递交时间" in str(lodged(cast, "02:30").errors["received_at"]), "the field is named"


def hour(written: str) -> datetime:
    """Return an hour in Shanghai of November 2026."""
    return datetime.fromisoformat(f"2026-11-{written}:00+08:00").astimezone(UTC)


@pytest.mark.full
def test_what_was_lodged_before_midnight_is_taken_after_it(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = official_cast.stopped_clock(monkeypatch)
    clock.at = hour("21T23:40")
    hall = Hall(cast)
    organise.close_round(hall.round, cast.director)
    clock.go_on(minutes=25)
    client.force_login(cast.bob)
    address = reverse("referee_appeal_lodge", args=[cast.tournament.uid, hall.event.uid])
    address += f"?entry={hall.entry.uid}"
    sent = {
        "ground": f"penalty:{hall.penalty.uid}",
        "statement": "裁判计时有误",
        "signed": [hall.person.pk],
        "received_at": "23:50",
        "key": client.get(address).context["form"]["key"].value(),
    }
    assert client.post(address, sent).status_code == 302
    assert Appeal.objects.get().lodged_at == clock.at - timedelta(minutes=15)


@pytest.mark.full
def test_an_appeal_in_a_round_that_was_withdrawn_is_still_decided(cast: Cast, clock: Clock) -> None:
    """It waits for its decision, and that is possible; a dispute there is nobody's any more."""
    hall = Hall(cast)
    organise.close_round(hall.round, cast.director)
    second = cast.round_in_play()
    seat = second.matches.all()[0].segments.all()[0].sittings.all()[0].seats.all()[0]
    whom = penalties.target(hall.event, f"seat:{seat.uid}")
    assert whom is not None
    given = penalties.give(whom, hall.chief, -20, "晚到", "T-02", "late")
    appeal = hall.appeal(entry=whom.entry, uid=given.uid, signed=(seat.person_id,))
    organise.withdraw_draw(second, cast.director, "编错")
    assert open_matters(hall.event) == 1
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    overturned = CommitteeDecision(AppealDecision.OVERTURNED, "计时有误")
    hearing.decide(appeal, turn(appeal, hall.chief), overturned)
    assert open_matters(hall.event) == 0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return official_cast.stopped_clock(monkeypatch)


@pytest.mark.full
def test_an_overturned_offence_is_no_earlier_one(cast: Cast) -> None:
    """The ruling is undone and not its points alone, so that the next offence is the first."""
    official_cast.make_official(cast)
    play = Play.of(cast)
    chief = rulings.official_of(play, "carol", Role.CHIEF_REFEREE)
    version = rulings.rule(play, "R-02")
    source: RulingSource = rulings.source(play)
    article = articles.article(source.event, "R-02")
    assert article is not None
    assert earlier_offences.count(article, source, rulings.offender(play)) == 1
    decide(heard(play, version, chief), chief, AppealDecision.OVERTURNED)
    assert earlier_offences.count(article, source, rulings.offender(play)) == 0
