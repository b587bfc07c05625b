"""What a referee decides, as values: where it came from, who is concerned, what it imposes.

A stored version is rebuilt as such values: to post it, or to start another decision from it.
Rectification, procedural and disciplinary penalty are three fields, and never one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from referee.base.refusals import Code
from referee.models import (
    Call,
    CorrectionPurpose,
    FactsState,
    Remedy,
    RulingCase,
    RulingSanction,
    RulingVersion,
    SanctionKind,
    Sheet,
    SuspensionReach,
)
from referee.rulings import ruling_stack
from referee.rulings.penalties import Target
from referee.rulings.ruling_stack import NOBODY, PenalisedSeats
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Deal, Entry, Event, Person, ResultKind, Round, Seat, Sitting
from tournaments.regulations.articles import Level


@dataclass(frozen=True, slots=True)
class RulingSource:
    """Where a ruling came from; all but the event may be missing."""

    event: Event
    round: Round | None = None
    sitting: Sitting | None = None
    deal: Deal | None = None
    call: Call | None = None
    sheet: Sheet | None = None
    entry: Entry | None = None

    @property
    def table(self) -> int | None:
        """The number of the table; None without one."""
        return self.sitting.table.number if self.sitting else None

    @classmethod
    def of_case(cls, case: RulingCase) -> RulingSource:
        """Return where a case came from."""
        place = (case.event, case.round, case.sitting, case.deal)
        return cls(*place, case.call, case.sheet, case.entry)

    def at(self, seat: Seat) -> RulingSource:
        """Return it at the table of a seat, unless it has a table."""
        if self.sitting is not None:
            return self
        return replace(self, sitting=seat.sitting, round=seat.side.match.round)


@dataclass(frozen=True, slots=True)
class NamedOffender:
    """Whom a ruling is about: an entry, with the person, and the seat if that is at a table."""

    entry: Entry
    person: Person | None = None
    seat: Seat | None = None

    @property
    def label(self) -> str:
        """The label of the seat; empty without one."""
        return self.seat.label if self.seat else ""

    @property
    def target(self) -> Target:
        """Who would get penalty points."""
        return Target(self.entry, self.seat, None if self.seat else self.person)


@dataclass(frozen=True, slots=True)
class RulingDecision:
    """What was decided, and on what facts.

    Without a `level` the catalogue's is taken. `points` are signed and replace the amount of the
    level. `seen` is the version of the deal's result that was shown. A suspension has a `reach`, of
    `reach_rounds` rounds where that is a number, and decides on two yellow `cards` of the person:
    the uid of the second one.
    """

    offenders: tuple[NamedOffender, ...] = ()
    article: str = ""
    own_article: str = ""
    facts: str = ""
    agreed: FactsState = FactsState.UNSAID
    statements: Mapping[str, str] = field(default_factory=dict)
    level: Level | None = None
    points: Fraction | None = None
    level_reason: str = ""
    disciplinary: Level | None = None
    remedy: Remedy = Remedy.NOTHING
    remedy_words: str = ""
    purpose: CorrectionPurpose = CorrectionPurpose.UNSAID
    reach: SuspensionReach = SuspensionReach.UNSAID
    reach_rounds: int = 0
    cards: str = ""
    seen: int = 0
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Sanction:
    """What one offender gets: a level, and penalty points where it has an amount."""

    offender: NamedOffender
    kind: SanctionKind
    level: Level
    points: Fraction = Fraction(0)
    reach: SuspensionReach = SuspensionReach.UNSAID
    reach_rounds: int = 0
    """For which rounds it suspends, where it does."""


@dataclass(frozen=True, slots=True)
class DecisionMeasures:
    """What a decision imposes on whom and does to its deal, from which its effects follow."""

    source: RulingSource
    article: str = ""
    sanctions: tuple[Sanction, ...] = ()
    penalised_seats: PenalisedSeats = NOBODY
    remedy: Remedy = Remedy.NOTHING


WITHOUT_POINTS: Final = {
    Remedy.VOID: ResultKind.VOID,
    Remedy.NOT_PLAYED: ResultKind.NOT_PLAYED,
}
"""The results that a ruling itself gives."""


def decision_of(version: RulingVersion) -> RulingDecision:
    """Return what a version decided: the same offenders, facts, article and three measures.

    Points are those of its level, unless others were given. Raises Refused where the seat of an
    offender is nobody's any more.
    """
    related = ("entry__event__tournament", "person")
    sanctions = list(version.sanctions.select_related(*related).order_by("number"))
    first = [row for row in sanctions if _is_of(row, sanctions[0])]
    return RulingDecision(
        offenders=tuple(_offenders(version, sanctions)),
        article=version.article,
        own_article=version.own_article,
        facts=version.facts,
        agreed=FactsState(version.agreed),
        statements=version.statements,
        level=Level(first[0].level) if first else None,
        points=first[0].points or None if first else None,
        level_reason=version.level_reason,
        # Beside what the article says an offender gets at most one penalty for conduct.
        disciplinary=Level(first[1].level) if first[1:] else None,
        remedy=Remedy(version.remedy),
        remedy_words=version.remedy_words,
        purpose=CorrectionPurpose(version.purpose),
        reach=SuspensionReach(version.reach),
        reach_rounds=version.reach_rounds,
        sure=True,
    )


def _offenders(version: RulingVersion, sanctions: Sequence[RulingSanction]) -> list[NamedOffender]:
    offenders: list[NamedOffender] = []
    for row in sanctions:
        offender = NamedOffender(row.entry, row.person, seat_of(version, row))
        if offender not in offenders:
            offenders.append(offender)
    return offenders


def _is_of(row: RulingSanction, other: RulingSanction) -> bool:
    return (row.entry_id, row.person_id) == (other.entry_id, other.person_id)


def measures_of(version: RulingVersion) -> DecisionMeasures:
    """Return what a version imposes and does to its deal. Raises Refused as `decision_of` does."""
    case, related = version.case, ("entry__event__tournament", "person")
    rows = list(version.sanctions.select_related(*related).order_by("number"))
    sanctions = tuple(sanction_of(version, row) for row in rows)
    remedy, seats = Remedy(version.remedy), NOBODY
    if remedy not in WITHOUT_POINTS:
        given = ((row, row.entry, row.seat) for row in rows)
        seats = ruling_stack.penalised_seats(case.event, case.deal, given)
    return DecisionMeasures(RulingSource.of_case(case), version.article, sanctions, seats, remedy)


def sanction_of(version: RulingVersion, row: RulingSanction) -> Sanction:
    """Return a stored sanction as it was proposed. Raises Refused where its seat is nobody's."""
    offender = NamedOffender(row.entry, row.person, seat_of(version, row))
    sanction = Sanction(offender, SanctionKind(row.kind), Level(row.level), row.points)
    if sanction.level is not Level.L8:
        return sanction
    reach, rounds = SuspensionReach(version.reach), version.reach_rounds
    return replace(sanction, reach=reach, reach_rounds=rounds)


def seat_of(version: RulingVersion, sanction: RulingSanction) -> Seat | None:
    """Return the seat at the table of the case; seats may have been corrected since."""
    if not sanction.seat:
        return None
    seats = Seat.objects.filter(sitting=version.case.sitting_id, person=sanction.person)
    seat = (
        seats.select_related("side__match__round__event", "person", "sitting__segment")
        .defer("side__match__round__reasons")
        .first()
    )
    if seat is None:
        raise Refused(refuse(Code.SEAT_GONE, "whom"))
    return seat
