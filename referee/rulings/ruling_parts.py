"""The parts of a ruling: rectification, corrected record, procedural and disciplinary penalty.

Each is annulled by itself. A ruling of which something is left goes on as a version without the
parts that were annulled; one of which nothing is left is undone. Who decides that is not asked
here.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from referee.models import Remedy, RulingPart, RulingStepKind, RulingVersion, SanctionKind
from referee.rulings import (
    carried_out,
    cases,
    heavy_levels,
    posting,
    proposals,
    stored_decision,
    undoing,
)
from referee.rulings.carried_out import CorrectionMade
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.rulings.on_deals import deal_penalties
from referee.rulings.on_deals.ruling_stack import Removal
from referee.rulings.proposals import Measures
from tournaments.models import Result, User
from tournaments.record.audit import Change
from tournaments.regulations.articles import Level
from tournaments.results.snapshot import EventSnapshot

OF_KIND = {
    RulingPart.PROCEDURAL: SanctionKind.PROCEDURAL,
    RulingPart.DISCIPLINARY: SanctionKind.DISCIPLINARY,
}
OF_DEAL = frozenset({RulingPart.REMEDY, RulingPart.RECORD})


@dataclass(frozen=True, slots=True)
class Annulment:
    """The parts of a version that are annulled; `replaces` also what was entered upon them."""

    version: RulingVersion
    parts: frozenset[RulingPart]
    replaces: bool = False

    @property
    def corrections(self) -> list[CorrectionMade]:
        """The corrections that go with these parts."""
        return corrections_in(self.version, self.parts)

    @property
    def results(self) -> list[Result]:
        """The results that count no more."""
        rows = self.corrections
        later = carried_out.entered_since(self.version, rows) if self.replaces else []
        return [*(row.result for row in rows), *later]


def parts_of(version: RulingVersion) -> tuple[RulingPart, ...]:
    """Return the parts that a version has, in their order."""
    kinds = {row.kind for row in version.sanctions.all() if Level(row.level).height}
    present = {part for part, kind in OF_KIND.items() if kind in kinds}
    if version.remedy in (Remedy.VOID, Remedy.NOT_PLAYED):
        present.add(RulingPart.REMEDY)
    for row in carried_out.corrections_of(version.case):
        present.add(RulingPart.RECORD if row.is_of_record else RulingPart.REMEDY)
    return tuple(part for part in RulingPart if part in present)


def chosen_beforehand(version: RulingVersion) -> tuple[RulingPart, ...]:
    """Return the parts that go with a ruling that is annulled: all but the corrected record."""
    return tuple(part for part in parts_of(version) if part is not RulingPart.RECORD)


def corrections_in(version: RulingVersion, parts: Collection[RulingPart]) -> list[CorrectionMade]:
    """Return the corrections under a ruling that belong to these parts."""
    rows = carried_out.corrections_of(version.case)
    return [
        row
        for row in rows
        if (RulingPart.RECORD if row.is_of_record else RulingPart.REMEDY) in parts
    ]


def changes_numbers(version: RulingVersion, part: RulingPart) -> bool:
    """Whether results or standings follow from a part; a warning alone changes neither."""
    if part in OF_DEAL:
        return True
    rows = [row for row in version.sanctions.all() if row.kind == OF_KIND[part]]
    given = [(row, row.seat) for row in rows]
    docks = bool(deal_penalties.seats_docked(version.case.event, given))
    return docks or any(row.points or heavy_levels.is_heavy(row.level) for row in rows)


def is_of_chiefs(version: RulingVersion, part: RulingPart) -> bool:
    """Whether only the chief referee decides on a part: conduct, and a penalty from L7 up."""
    if part is RulingPart.DISCIPLINARY:
        return True
    rows = [row for row in version.sanctions.all() if row.kind == OF_KIND.get(part)]
    return any(Level(row.level).height >= Level.L7.height for row in rows)


def annul(made: Change, annulment: Annulment, official: User, reason: str) -> RulingVersion | None:
    """Take back parts of a version in an open change; return the version that goes on, if any.

    Raises Refused as a ruling does.
    """
    version = annulment.version
    decision = what_remains(annulment, reason)
    carried_out.take_back(made, version, annulment.results, official)
    if decision is None:
        undoing.undo(made, version, official, reason)
        undoing.restore_result(made, version, reason)
        return None
    newer = cases.decide_within(made, version.case, official, decision)
    undoing.restore_result(made, version, reason)
    return newer


def assumed(before: EventSnapshot, annulment: Annulment, official: User) -> EventSnapshot:
    """Return the event as it would be once parts of a version are annulled. Writes nothing."""
    case = annulment.version.case
    without = Removal.of_case(case, {row.pk for row in annulment.results})
    decision = what_remains(annulment, "?")
    if decision is None:
        return undoing.without(before, without)
    source = RulingSource.of_case(case)
    proposal = proposals.propose(source, decision, official, case)
    return posting.assumed(before, Measures.of_decision(source, decision, proposal), without)


def what_remains(annulment: Annulment, reason: str) -> RulingDecision | None:
    """Return what a version decided without the parts that are annulled; None for nothing."""
    version, parts = annulment.version, annulment.parts
    is_over = version.steps.filter(kind=RulingStepKind.UNDONE).exists()
    if is_over or not set(parts_of(version)) - parts - {RulingPart.RECORD}:
        return None
    decision = stored_decision.decision_of(version)
    main = _main_kind(version)
    loses_main = main in {OF_KIND[part] for part in parts & OF_KIND.keys()}
    if loses_main:
        decision = replace(decision, level=Level.L0, points=None, level_reason=reason)
    if RulingPart.DISCIPLINARY in parts:
        decision = replace(decision, disciplinary=None)
    if RulingPart.REMEDY in parts:
        decision = replace(decision, remedy=Remedy.NOTHING, remedy_words="")
    return decision


def _main_kind(version: RulingVersion) -> str:
    """Return the kind of the penalty by the article, which comes before one for conduct."""
    first = version.sanctions.order_by("number").first()
    return first.kind if first else ""
