"""What follows from a ruling, as values that the preview and the record share.

Warnings, points and what becomes of the deal stand here, what heavy levels do in `heavy_levels`.
Taking back goes by the origin of the rows, in `posting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

from referee.models import RulingStepKind, RulingVersion
from referee.rulings import adjusted_scores, decisions, offices, penalties, ruling_stack
from referee.rulings.decisions import DecisionMeasures, NamedOffender, RulingSource, Sanction
from referee.rulings.penalties import Penalty, Target
from referee.rulings.ruling_stack import Removal
from scoring.problems import Problem
from tournaments.base.refusals import Refused
from tournaments.models import (
    Deal,
    Event,
    PenaltyWarning,
    Result,
    Seat,
    Side,
    User,
    WarningLevel,
)
from tournaments.models.record import BY_CASE
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Report
from tournaments.regulations import amounts
from tournaments.regulations.amounts import Measure
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import games

OPPONENTS_GAIN: Final = frozenset({"T-04", "T-05", "S-08"})
"""The articles whose steps are levels of the other side (南山杯 2026: 对方升1级)."""


@dataclass(frozen=True, slots=True)
class RulingOrigin:
    """The version of a ruling that rows come from, the reason they bear, and by whose right."""

    version: RulingVersion
    reason: str
    official: User

    @property
    def uid(self) -> str:
        """What the rows bear."""
        return self.version.uid

    @property
    def confirmed_by(self) -> User:
        """Who brought the version into force: the official who confirmed it, else its author."""
        steps = self.version.steps.filter(kind=RulingStepKind.CONFIRMED)
        step = steps.select_related("official").first()
        return step.official if step else self.version.official


class RulingEffect(Protocol):
    """One thing that follows from a decision, equal to any other one of the same content."""

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose levels bring it about."""
        return ()

    @property
    def words(self) -> str:
        """What it is, where the level and the points do not say it; empty elsewhere."""
        return ""

    @property
    def problem(self) -> Problem | None:
        """Why it cannot be done; None where it can, or where that was asked before."""
        return None

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event as it would be with it; its rows bear the origin. Writes nothing."""
        ...

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Do it as a part of the change; its rows bear the origin."""
        ...


@dataclass(frozen=True, slots=True)
class Warned(RulingEffect):
    """An offender is warned, orally or with a card."""

    offender: NamedOffender
    level: WarningLevel
    source: RulingSource
    article: str = ""

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose level it is."""
        return (self.offender,)

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the warning."""
        row = PenaltyWarning(
            event=snapshot.event,
            entry=self.offender.entry,
            round=self.source.round,
            level=self.level,
            origin_uid=origin,
        )
        return snapshot.with_warning(row)

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Warn."""
        who, source = self.offender, self.source
        rows = ledger.Origin(origin.uid, BY_CASE, source.deal, who.seat, who.person, source.round)
        ledger.warn(
            made, who.entry, self.level, reason=origin.reason, origin=rows, article=self.article
        )


@dataclass(frozen=True, slots=True)
class PointsGiven(RulingEffect):
    """Penalty points of an offender, or what the other `side` gains by an offence."""

    offender: NamedOffender
    target: Target
    points: Fraction
    side: Side | None = None

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """For whose act they are given."""
        return (self.offender,)

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the points."""
        row = penalties.assumed(snapshot, self.target, self.points, "?")
        row.side, row.origin_uid = self.side or row.side, origin
        return snapshot.with_adjustment(row)

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Give the points."""
        # The catalogue's amounts are as they are, and a typed one was looked at twice. The reason
        # names the article, as far as the event publishes it.
        penalty = Penalty(self.points, origin.reason, sure=True)
        whom, official, key = self.target, origin.official, origin.uid
        if self.side is None:
            penalties.give_within(made, whom, official, penalty, key=key)
        else:
            penalties.give_to_side_within(made, whom, official, penalty, side=self.side, key=key)


@dataclass(frozen=True, slots=True)
class DealChanged(RulingEffect):
    """A deal has the result that a ruling makes of it; a problem where it has no points to lose."""

    deal: Deal
    outcome: Report | Problem

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the result."""
        deal, report = self.deal, self.outcome
        if isinstance(report, Problem):
            return snapshot
        settled = games.settle(deal, report.kind, report.facts)
        result = Result(
            deal=deal, kind=report.kind, facts=dict(report.facts), origin_uid=origin, **settled
        )
        return snapshot.with_results({deal.pk: (result, snapshot.sides_at(deal.sitting_id))})

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Post the result. Raises Refused where it is too late, or the deal has no points."""
        deal, report = self.deal, self.outcome
        offices.require_posting(deal, origin.official)
        if isinstance(report, Problem):
            raise Refused(report)
        deal.refresh_from_db(fields=["version", "done"])
        seen, uid = deal.version, origin.uid
        adjusted_scores.post_within(made, deal, report, origin.reason, seen=seen, uid=uid)


def of_sanction(measures: DecisionMeasures, row: Sanction) -> Iterator[RulingEffect]:
    """Yield the warning and the points that a sanction is."""
    source, who = measures.source, row.offender
    if row.level.value in WarningLevel.values:
        yield Warned(who, WarningLevel(row.level.value), source, measures.article)
    if not row.points:
        return
    side = gaining_side(source.event, measures.article, who.seat)
    if side is None:
        yield PointsGiven(who, who.target, row.points)
    else:
        yield PointsGiven(who, Target(side.entries.all()[0], who.seat), -row.points, side)


def of_deal(measures: DecisionMeasures, without: Removal) -> Iterator[RulingEffect]:
    """Yield what becomes of the deal, on top of its result `without` some rulings."""
    deal, seats = measures.source.deal, measures.penalised_seats
    if deal is None:
        return
    if kind := decisions.WITHOUT_POINTS.get(measures.remedy):
        yield DealChanged(deal, Report(kind, {}))
    elif any(seats):
        below = ruling_stack.of_deal(deal, without).result
        yield DealChanged(
            deal, ruling_stack.penalised_result(deal, below, seats) or seats.nothing_there
        )


def gaining_side(event: Event, article: str, seat: Seat | None) -> Side | None:
    """Return the side that gains the levels of an article; None where the offender loses them."""
    if seat is None or article not in OPPONENTS_GAIN:
        return None
    if amounts.measure_of(event, at_table=True) is not Measure.LEVELS:
        return None
    others = Side.objects.filter(match=seat.side.match_id).exclude(pk=seat.side_id)
    sides = list(others.prefetch_related("entries__event")[:2])
    return sides[0] if len(sides) == 1 else None
