"""Scenes of an official competition and of a club with seasons, in a stored data folder.

See `scripts.data_folder`; scenes at tables are in `scripts.data_scenes` and `data_forms`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from clubs import fees, seasons
from clubs.ratings import making
from clubs.seasons import scales
from clubs.seasons.choosing import SeasonChoice
from referee.appeals import committees, hearing, lodging
from referee.appeals.lodging import Lodging
from referee.appeals.states import StepRequest
from referee.arrivals import arrivals
from referee.claims import hands, policies
from referee.claims.policies import ClaimTreatment
from referee.models import (
    Against,
    AppealDecision,
    Claim,
    ClaimMode,
    CorrectionPurpose,
    Matter,
    RulingVersion,
    SuspensionReach,
)
from referee.rulings import cases, fouled_boards, penalties, ruling_parts, two_cards
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.sheets import entry as sheets
from scoring.game import find_game
from scripts.data_floor import (
    CLASSIC,
    PIG_TO_NORTH,
    REASON,
    WEST_TAKES_ALL,
    Floor,
    deals_of,
    sealed_report,
)
from tournaments import organise, regulations
from tournaments.models import (
    BoardSource,
    ClubFeature,
    Comparison,
    Deal,
    Depth,
    Entry,
    Event,
    EventLevel,
    ExclusionKind,
    Form,
    PaymentMethod,
    Person,
    Ranking,
    Result,
    Round,
    Seat,
    Suspension,
)
from tournaments.organise import ExclusionTerms
from tournaments.organise.absences import suspensions
from tournaments.record import ledger
from tournaments.record.audit import Actor, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.regulations.articles import Level
from tournaments.structure.regulations import OFFICIAL

FACTS: Final = "四家核对后无异议"
CLAIMED_AFTER: Final = 8
SCALE: Final = "1: 3 2 1"
FEE: Final = 2000
SMALL_PENALTY: Final = -10


def official_rulings(floor: Floor) -> None:
    """An official competition: lateness, a ruling carried out and overturned, two cards,
    withdrawals.
    """
    event = floor.event("公开赛", CLASSIC, 2, rounds_planned=3)
    regulations.change_regulations(event, floor.desk, OFFICIAL)
    floor.enter(event, 9)
    round_ = floor.round(event)
    organise.start_clock(round_, floor.referee, 60)
    deals = deals_of(round_)
    _late(floor, round_, _seat(deals[-1], "N"))
    floor.play(deals)
    _overturned(floor, round_, deals[0])
    organise.propose_exclusion(
        _seat(deals[-1], "S")[0],
        floor.referee,
        ExclusionTerms(ExclusionKind.DISQUALIFICATION, 1, REASON),
    )
    _two_cards(floor, round_, _seat(deals[0], "W"))
    target = penalties.Target(_seat(deals[0], "N")[0])
    penalties.give(target, floor.referee, SMALL_PENALTY, REASON, key="test-penalty")


def _seat(deal: Deal, label: str) -> tuple[Entry, Seat]:
    related = ("side__match__round__event", "person", "sitting__segment__match")
    seat = Seat.objects.select_related(*related).get(sitting=deal.sitting, label=label)
    return seat.side.entries.select_related("event__tournament").get(), seat


def _late(floor: Floor, round_: Round, whom: tuple[Entry, Seat]) -> None:
    entry, seat = whom
    arrivals.mark_missing(arrivals.late_entry(round_, seat.side.uid, entry.uid), floor.referee)


def _rule(
    floor: Floor, source: RulingSource, whom: tuple[Entry, Seat], **decided: Any
) -> RulingVersion:
    entry, seat = whom
    at_table = seat if source.deal else None
    values = {"facts": FACTS, "seen": source.deal.version if source.deal else 0, **decided}
    decision = RulingDecision((NamedOffender(entry, seat.person, at_table),), **values)
    return cases.decide(source, floor.referee, decision)


def _source(round_: Round, deal: Deal | None = None) -> RulingSource:
    event = Event.objects.select_related("tournament__club", "ruleset", "regulations")
    return RulingSource(
        event.get(pk=round_.event_id), round_, deal.sitting if deal is not None else None, deal
    )


def _overturned(floor: Floor, round_: Round, deal: Deal) -> None:
    """Rule on a revoke and correct the deal; all of it is annulled on appeal."""
    deal.refresh_from_db()
    whom = _seat(deal, "E")
    version = _rule(floor, _source(round_, deal), whom, article="R-02")
    deal.refresh_from_db()
    with change(floor.tournament, Actor.from_user(floor.referee), Verb.RECORD_RESULT) as made:
        report = Report(Result.Kind.PLAYED, WEST_TAKES_ALL)
        origin = Origin("test-carried-out", "desk")
        result = ledger.post(made, deal, report, seen=deal.version, origin=origin, reason=REASON)
        ruling_parts.link_within(made, version.case, result, CorrectionPurpose.EQUITY)
    _annulled_on_appeal(floor, version, whom, "没有藏牌", Matter.FACT)


def _annulled_on_appeal(
    floor: Floor, version: RulingVersion, whom: tuple[Entry, Seat], why: str, matter: Matter
) -> None:
    event = whom[0].event
    handed_in = Lodging(whom[0], Against.RULING, version.uid, why, (whom[1].person_id,))
    appeal = lodging.lodge(event, floor.referee, handed_in, f"test-appeal-{version.uid}")
    # On conduct a committee only recommends; the chief referee decides.
    names = () if matter == Matter.DISCIPLINE else ("测试委员甲", "测试委员乙", "测试委员丙")
    members = committees.members_of(names, ())
    hearing.hear(appeal, StepRequest(floor.referee, appeal.steps.count()), matter, members)
    decision = hearing.CommitteeDecision(AppealDecision.OVERTURNED, "证据不足")
    hearing.decide(appeal, StepRequest(floor.referee, appeal.steps.count()), decision)


def _two_cards(floor: Floor, round_: Round, whom: tuple[Entry, Seat]) -> None:
    """Suspend somebody by two cards and seat them by a waiver; the first card is annulled later."""
    source = _source(round_)
    first, _second = (
        _rule(floor, source, whom, article="B-01", level=Level.L2, level_reason=REASON)
        for _ in range(2)
    )
    (two,) = two_cards.waiting_pairs(source.event)
    reach = SuspensionReach.NEXT_ROUND
    values = {"level": Level.L8, "level_reason": REASON, "reach": reach, "cards": two.second.uid}
    _rule(floor, source, whom, article="R-05", **values)
    suspended = Suspension.objects.select_related("entry__event__tournament").get()
    suspensions.waive(suspended, floor.referee, suspended.first_round, REASON)
    _annulled_on_appeal(floor, first, whom, "没有出言不逊", Matter.DISCIPLINE)
    (doubtful,) = two_cards.doubtful_in_event(source.event)
    two_cards.keep_suspension(source.event, doubtful.uid, floor.referee, REASON)


def faced_hands(floor: Floor) -> None:
    """A claim to be played on with faced hands, which the referee records."""
    event = floor.event("亮牌", CLASSIC, 2, depth=Depth.TRICKS, rounds_planned=1)
    policies.set_policy(event, floor.referee, ClaimTreatment(mode=ClaimMode.PLAY_ON_FACED))
    floor.enter(event, 4)
    (deal, *_) = deals_of(floor.round(event))
    sheet = sheets.submit(
        writer=floor.tablet(deal.sitting.table), sealed=sealed_report(deal, _claimed_report())
    )
    claim = Claim.objects.select_related("sheet", "deal__event__tournament").get(sheet=sheet)
    hands.write_down(claim, floor.referee, replace(hands.faced_hands(claim), line="先打红桃"))


def _claimed_report() -> dict[str, Any]:
    """Return a report in which each seat has one suit, and the leader wins every trick and claims
    the rest.
    """
    ranks = [*map(str, range(2, 11)), "J", "Q", "K", "A"]
    suits = {"N": "C", "W": "S", "S": "D", "E": "H"}
    cards_of = {seat: [suit + rank for rank in ranks] for seat, suit in suits.items()}
    plays = [[seat, cards_of[seat][n]] for n in range(CLAIMED_AFTER) for seat in "NWSE"]
    report: dict[str, Any] = {"hands": cards_of, "plays": plays, "leader": "N", "first_deal": True}
    game = find_game("gongzhu")
    turn = game.follow(report, game.rules(CLASSIC)).next
    claim = {"seat": turn, "after_trick": CLAIMED_AFTER, "kind": "all"}
    return {**report, "claim": {**claim, "accepted": [], "contested": True}}


def fouled_board(floor: Floor) -> None:
    """Pairs over boards; one table played one of them with other cards."""
    event = floor.event(
        "错牌",
        {"preset": "huapai-duplicate"},
        2,
        form=Form.PAIRS,
        boards=BoardSource.MADE,
        comparison=Comparison.MATCHPOINTS,
        ranking=Ranking.POINTS,
        rounds_planned=2,
    )
    floor.enter(event, 4, 2)
    first, *others = deals_of(floor.round(event))
    same = next(deal for deal in others if deal.board_id == first.board_id)
    fouled_boards.separate(first, floor.referee, {same.uid}, REASON)


def season(floor: Floor) -> None:
    """A club with fees, ratings and a season of one evening."""
    club, owner = floor.tournament.club, Actor.from_user(floor.director)
    features = [ClubFeature.FEES, ClubFeature.RATINGS, ClubFeature.SEASONS]
    organise.set_features(club, owner, features)
    event = floor.event("积分局", CLASSIC, 1, rounds_planned=1)
    fees.set_fee(event, floor.desk, FEE)
    floor.enter(event, 4)
    Person.objects.filter(entry_members__entry__event=event).update(guest=False)
    fees.take_fee(event.entries.get(number=1), floor.director, PaymentMethod.CASH)
    round_ = floor.round(event)
    floor.play(deals_of(round_), PIG_TO_NORTH)
    organise.close_round(round_, floor.desk)
    organise.finish_event(event, floor.desk)
    rules = seasons.SeasonRules("测试赛季", scales.read_text(SCALE), attendance=Fraction(1))
    made = seasons.create_season(club, owner, rules)
    choice = SeasonChoice(EventLevel.EVENING, Fraction(1))
    seasons.choose_events(made, owner, {event.pk: choice}, [event.pk])
    making.update(club)
