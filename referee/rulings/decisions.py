"""What a referee decides, as values: where it came from, who is concerned, what follows.

Rectification, procedural and disciplinary penalty are three fields, and never one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from referee.models import (
    Call,
    CorrectionPurpose,
    FactsState,
    Remedy,
    RulingCase,
    Sheet,
    SuspensionReach,
)
from referee.rulings.penalties import Target
from tournaments.models import Deal, Entry, Event, Person, Round, Seat, Sitting
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
