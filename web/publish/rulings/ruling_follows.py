"""Consequences of rulings: those of a heavy level besides its points, and the outcome of appeals,
with their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from referee.appeals import part_texts, reading, states, texts
from referee.models import Appeal, AppealDecision, AppealState, AppealStep, RulingCase
from referee.rulings import decisions, heavy_levels, posting
from referee.rulings.decisions import RulingSource
from referee.rulings.listed import Ruled, VersionState
from referee.rulings.ruling_stack import Removal
from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.regulations.articles import Level


@dataclass(frozen=True, slots=True)
class AppealOutcome:
    """What an appeal decided on a ruling: in full with its number, and in short for a mark."""

    words: str
    mark: str
    is_changed: bool
    """Whether the ruling does not stay as it was."""
    parts: str
    """What became of its parts, where the decision tells them apart."""


@dataclass(frozen=True, slots=True)
class AppealTold:
    """An appeal against a ruling, and its outcome."""

    row: Appeal
    number: str
    appellant: str
    state: str
    """The decision, or how far the appeal is."""
    is_open: bool
    is_changed: bool
    """Whether the ruling does not stay as it was."""
    reasons: tuple[str, ...]
    """What the last step and those that decided parts say besides, a line each."""
    words: str


def outcomes(rulings: Sequence[Ruled]) -> Mapping[int, tuple[AppealOutcome, ...]]:
    """Return what appeals decided on rulings, by the key of the case, the oldest first.

    The rulings are of official competitions: others have no appeals. This takes two queries. After
    a later revision, an upheld ruling is no longer called so.
    """
    cases = {row.case.pk: row.shown.number for row in rulings}
    decided = AppealStep.objects.filter(
        Q(state=AppealState.DECIDED) | Q(parts__isnull=False), appeal__ruling__case__in=cases
    ).distinct()
    told: dict[int, tuple[AppealOutcome, ...]] = {}
    read = decided.select_related("appeal__ruling").prefetch_related("parts")
    for step in read.order_by("pk"):
        version = step.appeal.ruling
        if version is None:
            continue
        is_upheld = step.decision == AppealDecision.UPHELD
        if not is_upheld or cases[version.case_id] == version.number:
            told[version.case_id] = (*told.get(version.case_id, ()), _outcome(step))
    return told


def _outcome(step: AppealStep) -> AppealOutcome:
    """Return the decision of an appeal in full and in short."""
    decided = step.get_decision_display() or step.get_state_display()
    mark = gettext("on appeal: %(decision)s") % {"decision": decided}
    parts = join_facts(*part_texts.part_texts(step.parts.all()))
    return AppealOutcome(outcome_text(step), mark, step.decision != AppealDecision.UPHELD, parts)


def outcome_text(step: AppealStep) -> str:
    """Return the decision of an appeal, part by part if it differs, and its number."""
    decided = [step.get_decision_display(), *part_texts.part_texts(step.parts.all())]
    values = {
        "decision": join_facts(*decided),
        "number": texts.number_text(step.appeal),
    }
    return gettext("On appeal %(number)s: %(decision)s") % values


def appeals_of(case: RulingCase) -> tuple[AppealTold, ...]:
    """Return the appeals against a ruling of an official competition, with their outcomes."""
    return tuple(_appeal(row) for row in reading.of_case(case))


def _appeal(row: Appeal) -> AppealTold:
    steps = states.steps_of(row)
    last = [step for step in steps if step.state not in states.WORDS][-1]
    told_steps = [step for step in steps if step == last or step.parts.all()]
    appellant = texts.appellant_text(row.entry)
    return AppealTold(
        row,
        texts.number_text(row),
        appellant,
        state=last.get_decision_display() or last.get_state_display(),
        is_open=last.state not in states.OVER,
        is_changed=last.decision not in {"", AppealDecision.UPHELD},
        reasons=tuple(filter(None, map(texts.reasons_text, told_steps))),
        words=join_facts(appellant, texts.step_text(last)),
    )


def told(ruled: Ruled) -> tuple[str, ...]:
    """Return the consequences of the version shown, or those it has once it is confirmed."""
    version = ruled.shown
    heavy = [row for row in version.sanctions.all() if Level(row.level).is_heavy]
    state = ruled.state(version)
    if not heavy or state not in {VersionState.WAITING, VersionState.IN_FORCE}:
        return ()
    if state is VersionState.IN_FORCE:
        texts = [heavy_levels.words_done(row) for row in heavy]
    else:
        # The version that it supersedes is taken back once it is confirmed.
        without = posting.rulings_out(Removal.of_case(ruled.case))
        before = posting.without_rulings(results.read(ruled.case.event), without)
        given = [decisions.sanction_of(version, row) for row in heavy]
        source = RulingSource.of_case(ruled.case)
        facts = heavy_levels.read_facts(source, given)
        texts = [row.words for row in heavy_levels.effects_of(before, source, given, facts)]
    return tuple(dict.fromkeys(filter(None, texts)))
