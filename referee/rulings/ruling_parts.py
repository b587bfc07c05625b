"""The parts of a ruling: rectification, corrected record, procedural and disciplinary penalty.

Each is annulled by itself. A ruling of which something is left goes on as a version without the
parts that were annulled; one of which nothing is left is undone. Who decides that is not asked
here. A corrected result is entered as every other one is; a row beside it links it to the ruling
that it implements.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from referee.models import (
    CorrectionPurpose,
    CorrectionUndone,
    Remedy,
    RulingCase,
    RulingCorrection,
    RulingPart,
    RulingStepKind,
    RulingVersion,
    SanctionKind,
)
from referee.rulings import cases, decisions, listed, posting, proposals, ruling_stack
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.rulings.ruling_stack import Removal
from tournaments.models import Deal, Result, User
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
    """The parts of a version that are annulled; `replaces` also what was entered after them."""

    version: RulingVersion
    parts: frozenset[RulingPart]
    replaces: bool = False

    @property
    def corrections(self) -> list[CorrectionMade]:
        """The corrections that go with these parts."""
        return corrections_in(self.version, self.parts)

    @property
    def results(self) -> list[Result]:
        """The results that no longer count."""
        rows = self.corrections
        later = entered_since(self.version, rows) if self.replaces else []
        return [*(row.result for row in rows), *later]


def parts_of(version: RulingVersion) -> tuple[RulingPart, ...]:
    """Return the parts that a version has, in their order."""
    kinds = {row.kind for row in version.sanctions.all() if Level(row.level).height}
    present = {part for part, kind in OF_KIND.items() if kind in kinds}
    if version.remedy in (Remedy.VOID, Remedy.NOT_PLAYED):
        present.add(RulingPart.REMEDY)
    for row in corrections_of(version.case):
        present.add(RulingPart.RECORD if row.is_of_record else RulingPart.REMEDY)
    return tuple(part for part in RulingPart if part in present)


def chosen_beforehand(version: RulingVersion) -> tuple[RulingPart, ...]:
    """Return the parts that go with a ruling that is annulled: all but the corrected record."""
    return tuple(part for part in parts_of(version) if part is not RulingPart.RECORD)


def corrections_in(version: RulingVersion, parts: Collection[RulingPart]) -> list[CorrectionMade]:
    """Return the corrections under a ruling that belong to these parts."""
    rows = corrections_of(version.case)
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
    docks = bool(ruling_stack.seats_docked(version.case.event, given))
    return docks or any(row.points or Level(row.level).is_heavy for row in rows)


def is_of_chiefs(version: RulingVersion, part: RulingPart) -> bool:
    """Whether only the chief referee decides on a part: conduct, and a penalty from L7 up."""
    if part is RulingPart.DISCIPLINARY:
        return True
    rows = [row for row in version.sanctions.all() if row.kind == OF_KIND.get(part)]
    return any(Level(row.level).height >= Level.L7.height for row in rows)


def annul(made: Change, annulment: Annulment, official: User, reason: str) -> RulingVersion | None:
    """Take back parts of a version in an open change; return the version that remains, if any.

    Raises Refused as a ruling does.
    """
    version = annulment.version
    decision = what_remains(annulment, reason)
    take_back_corrections(made, version, annulment.results, official)
    if decision is None:
        posting.undo(made, version, official, reason)
        posting.restore_result(made, version, reason)
        return None
    newer = cases.revise_within(made, version.case, official, decision)
    posting.restore_result(made, version, reason)
    return newer


def assumed(before: EventSnapshot, annulment: Annulment, official: User) -> EventSnapshot:
    """Return the event as it would be once parts of a version are annulled. Writes nothing."""
    case = annulment.version.case
    removal = Removal.of_case(case, {row.pk for row in annulment.results})
    without, decision = posting.rulings_out(removal), what_remains(annulment, "?")
    if decision is None:
        return posting.without_rulings(before, without)
    source = RulingSource.of_case(case)
    proposal = proposals.propose(source, decision, official, case)
    return posting.assumed(before, proposals.proposed_measures(source, decision, proposal), without)


def what_remains(annulment: Annulment, reason: str) -> RulingDecision | None:
    """Return what a version decided without the parts that are annulled; None for nothing."""
    version, parts = annulment.version, annulment.parts
    is_over = version.steps.filter(kind=RulingStepKind.UNDONE).exists()
    if is_over or not set(parts_of(version)) - parts - {RulingPart.RECORD}:
        return None
    decision = decisions.decision_of(version)
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


@dataclass(frozen=True, slots=True)
class CorrectionMade:
    """A result that was entered under a ruling and was not taken back with it."""

    result: Result
    purpose: CorrectionPurpose

    @property
    def is_of_record(self) -> bool:
        """Whether it says what really happened, so that it outlives the ruling."""
        return self.purpose == CorrectionPurpose.RECORD


def rulings_on(deal: Deal) -> list[RulingCase]:
    """Return the rulings on a deal, the newest first."""
    rows = RulingCase.objects.filter(deal=deal).select_related("tournament", "event")
    return list(rows.order_by("-year", "-number"))


def link_within(made: Change, case: RulingCase, result: Result, purpose: CorrectionPurpose) -> None:
    """Link a result to the ruling that it carries out, in the open change that enters it."""
    made.concerns(ruling=case, event=case.event)
    made.shows(case.event)
    (ruled,) = listed.read(RulingCase.objects.filter(pk=case.pk))
    row = RulingCorrection.objects.create(
        case=case, result=result, version=ruled.shown, purpose=purpose
    )
    made.made(row)


def corrections_of(case: RulingCase) -> list[CorrectionMade]:
    """Return the corrections under a ruling that were not taken back, the oldest first.

    Those that a version names itself are among them, even where they were entered before it.
    """
    found: dict[int, CorrectionMade] = {}
    named = RulingVersion.objects.filter(case=case, result__correction_undone=None)
    for version in named.exclude(result=None).select_related("result").order_by("number"):
        if version.result is not None:
            purpose = CorrectionPurpose(version.purpose)
            found[version.result.pk] = CorrectionMade(version.result, purpose)
    linked = RulingCorrection.objects.filter(case=case, result__correction_undone=None)
    for row in linked.select_related("result").order_by("pk"):
        known = found.get(row.result.pk)
        said = row.purpose or (known.purpose if known else "")
        found[row.result.pk] = CorrectionMade(row.result, CorrectionPurpose(said))
    return sorted(found.values(), key=lambda made: made.result.version)


def entered_since(version: RulingVersion, corrections: Sequence[CorrectionMade]) -> list[Result]:
    """Return the results of the deal that were entered after what a ruling made, the oldest first.

    Those of rulings are not among them: they are applied again to what is below.
    """
    deal = version.case.deal
    if deal is None:
        return []
    known = {row.result.pk for row in corrections_of(version.case)}
    posted = Result.objects.filter(deal=deal, origin_uid=version.uid).exclude(
        correction_undone__isnull=False
    )
    first = min(
        [*posted.values_list("version", flat=True), *(row.result.version for row in corrections)],
        default=None,
    )
    if first is None:
        return []
    of_rulings = RulingVersion.objects.filter(case__deal=deal).values("uid")
    later = Result.objects.filter(deal=deal, version__gt=first, correction_undone=None)
    later = later.exclude(origin_uid__in=of_rulings).exclude(pk__in=known)
    return list(later.order_by("version"))


def take_back_corrections(
    made: Change, version: RulingVersion, results: Collection[Result], official: User
) -> None:
    """Note in an open change that results no longer count; the caller posts what counts then."""
    for result in sorted(results, key=lambda row: row.version):
        row = CorrectionUndone.objects.create(version=version, result=result, official=official)
        made.made(row)
