"""Consequences of rulings: those of a heavy level besides its points, and the outcome of appeals,
with their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext

from referee.appeals import part_texts, texts
from referee.models import AppealDecision, AppealState, AppealStep
from referee.rulings import decisions, heavy_levels, posting
from referee.rulings.decisions import RulingSource
from referee.rulings.listed import Ruled, VersionState
from referee.rulings.ruling_stack import Removal
from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.regulations.articles import Level


def outcomes(rulings: Sequence[Ruled]) -> Mapping[int, tuple[str, ...]]:
    """Return in words what appeals decided on rulings, by the key of the case, the oldest first.

    The rulings are of official competitions: others have no appeals. This takes two queries. After
    a later revision, an upheld ruling is no longer called so.
    """
    cases = {row.case.pk: row.shown.number for row in rulings}
    decided = AppealStep.objects.filter(
        Q(state=AppealState.DECIDED) | Q(parts__isnull=False), appeal__ruling__case__in=cases
    ).distinct()
    told: dict[int, tuple[str, ...]] = {}
    read = decided.select_related("appeal__ruling").prefetch_related("parts")
    for step in read.order_by("pk"):
        version = step.appeal.ruling
        if version is None:
            continue
        is_upheld = step.decision == AppealDecision.UPHELD
        if not is_upheld or cases[version.case_id] == version.number:
            told[version.case_id] = (*told.get(version.case_id, ()), outcome_text(step))
    return told


def outcome_text(step: AppealStep) -> str:
    """Return the decision of an appeal, part by part if it differs, and its number."""
    decided = [step.get_decision_display(), *part_texts.part_texts(step.parts.all())]
    values = {
        "decision": join_facts(*decided),
        "number": texts.number_text(step.appeal),
    }
    return gettext("On appeal %(number)s: %(decision)s") % values


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
