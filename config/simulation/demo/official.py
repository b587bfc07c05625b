"""Two official competitions of the demo: one whose results are on notice, one in play.

In the first a revoke was ruled on, appealed against and varied, a yellow card given, and a deal
that could not be played was scored by averages; a job makes its results official when their time is
over. In the second an appeal and a card wait to be decided.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from config.simulation import tables
from config.simulation.demo import people
from config.simulation.demo.bringing import Desk, Step, bring, ensure_role, ensure_tournament
from config.simulation.demo.club_day import Officials
from config.simulation.demo.moments import PIGS, PIGS_OF_TWO, DemoMoment, Show, of_template
from referee.appeals import admissibility, committees, hearing, lodging, states
from referee.appeals.lodging import Lodging
from referee.appeals.states import StepRequest
from referee.models import (
    Against,
    Appeal,
    AppealDecision,
    AppealState,
    FactsState,
    Matter,
    RulingCase,
    RulingVersion,
)
from referee.rulings import adjusted_scores, cases
from referee.rulings.adjusted_scores import GivenInstead
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from tournaments.models import DrawMethod, Event, Role, Sitting, Tournament, User
from tournaments.record.audit import Actor
from tournaments.regulations.articles import Level
from tournaments.standings.given_scores import GivenScore, WeightedScore
from tournaments.standings.team_boards import AverageScore
from tournaments.structure.regulations import OFFICIAL

DAY: Final = "市华牌公开赛"
PLACE: Final = "市体育馆"
SINGLES: Final = Show(
    DAY,
    of_template("individual_standing", "公开赛个人组", PIGS, deals_per_round=4, rounds_planned=3),
    people.singles(8, 400),
    rounds=3,
    moment=DemoMoment.FINISHED,
    regulations=OFFICIAL,
)
PAIRS: Final = Show(
    DAY,
    of_template(
        "pairs",
        "公开赛双人组",
        PIGS_OF_TWO,
        deals_per_round=4,
        draw_method=DrawMethod.RANDOM,
        rounds_planned=3,
    ),
    people.twos(4, 410),
    rounds=2,
    moment=DemoMoment.IN_PLAY,
    regulations=OFFICIAL,
)
SHOWS: Final = (SINGLES, PAIRS)

COMMITTEE: Final = ("沈国强", "彭桂兰", "吕浩然")
REVOKE: Final = "第7圈跟牌时有♦未跟，下一圈已出牌；四家核对牌张后无异议"
RUDE: Final = "牌局中对同桌高声指责，提醒后再犯"
MIXED: Final = "东家离席时碰乱两手牌，本副不能继续，时间也不够重打"
APPEAL: Final = "藏牌是本人在下一圈主动说明的，没有因此得分，请求减轻"
VARIED: Final = "当事人主动说明，未因此得分，改为轻罚"

Act = Callable[[Sitting, tuple[int, int]], object]


@dataclass(frozen=True, slots=True)
class DemoIncident:
    """What a referee rules on at a table: by an article, at a level, against a seat."""

    seat: str
    article: str
    facts: str
    deal: int = 0
    level: Level | None = None


REVOKED: Final = DemoIncident("E", "R-02", REVOKE, deal=2)
WAS_RUDE: Final = DemoIncident("S", "B-01", RUDE, level=Level.L2)


def make(officials: Officials, step: Step) -> None:
    """Create both, or the missing ones; `step` is called after each part."""
    owner, director, referee = officials
    tournament = ensure_tournament(DAY, PLACE, timezone.localdate(), owner)
    ensure_role(owner, tournament, director, Role.DIRECTOR)
    ensure_role(owner, tournament, director, Role.CHIEF_REFEREE)
    ensure_role(owner, tournament, referee, Role.REFEREE)
    for show, acts in ((SINGLES, _rule_singles), (PAIRS, _rule_pairs)):
        bring(show, Desk(tournament, Actor.from_user(director), acts(director, referee)), step)
    decided = _appeal(_event(tournament, SINGLES), referee)
    _vary(decided, director)
    _appeal(_event(tournament, PAIRS), referee)


def _rule_singles(chief: User, referee: User) -> Act:
    def act(sitting: Sitting, at: tuple[int, int]) -> None:
        if at == (1, 2):
            _rule(referee, sitting, REVOKED)
        if at == (2, 1):
            _rule(chief, sitting, WAS_RUDE)
        if at == (3, 2):
            _score_by_averages(referee, sitting)

    return act


def _rule_pairs(_chief: User, referee: User) -> Act:
    def act(sitting: Sitting, at: tuple[int, int]) -> None:
        if at == (1, 1):
            _rule(referee, sitting, REVOKED)
        if at == (2, 2):
            _rule(referee, sitting, WAS_RUDE)

    return act


def _rule(official: User, sitting: Sitting, incident: DemoIncident) -> None:
    """Rule on a seat at a table, once."""
    if RulingCase.objects.filter(sitting=sitting).exists():
        return
    round_ = sitting.segment.match.round
    related = ("side__match__round__event", "person", "sitting__segment__match")
    seat = sitting.seats.select_related(*related).get(label=incident.seat)
    entry = seat.side.entries.select_related("event__tournament").get()
    deal = tables.deals(sitting=sitting).filter(play_order=incident.deal).first()
    decision = RulingDecision(
        (NamedOffender(entry, seat.person, seat),),
        incident.article,
        facts=incident.facts,
        agreed=FactsState.AGREED,
        level=incident.level,
        seen=deal.version if deal else 0,
    )
    event = _events().get(pk=round_.event_id)
    cases.decide(RulingSource(event, round_, sitting, deal), official, decision)


def _score_by_averages(official: User, sitting: Sitting) -> None:
    """Assign averages for a deal that became impossible, once."""
    deal = tables.deals(sitting=sitting).get(play_order=2)
    if adjusted_scores.is_adjusted(deal):
        return
    places = {seat: (WeightedScore(AverageScore.PLUS),) for seat in "NWS"}
    given = GivenScore({**places, "E": (WeightedScore(AverageScore.MINUS),)}, "D-05")
    adjusted_scores.give(deal, official, GivenInstead(given, MIXED), seen=deal.version)


def _appeal(event: Event, official: User) -> Appeal:
    """Lodge an appeal against the first ruling of an event, signed by all of the entry."""
    if appeal := Appeal.objects.filter(event=event).first():
        return appeal
    version = RulingVersion.objects.filter(case__event=event).order_by("pk")[0]
    entry = version.sanctions.order_by("pk")[0].entry
    signed = [member.person_id for member in admissibility.may_sign(entry)]
    lodging_ = Lodging(entry, Against.RULING, version.uid, APPEAL, signed)
    return lodging.lodge(event, official, lodging_, f"demo-appeal-{event.uid}")


def _vary(appeal: Appeal, chief: User) -> None:
    """Let a committee hear an appeal and reduce its penalty, once."""
    if states.state_of(appeal) == AppealState.LODGED:
        members = committees.members_of(COMMITTEE, ())
        hearing.hear(appeal, StepRequest(chief, appeal.steps.count()), Matter.FACT, members)
    if states.state_of(appeal) == AppealState.HEARD:
        decided = hearing.CommitteeDecision(AppealDecision.VARIED, VARIED, level=Level.L3)
        hearing.decide(appeal, StepRequest(chief, appeal.steps.count()), decided)


def _event(tournament: Tournament, show: Show) -> Event:
    return _events().get(tournament=tournament, name=show.event.name)


def _events() -> QuerySet[Event]:
    return Event.objects.select_related("tournament__club", "ruleset", "regulations")
