"""What became of rulings on appeal: upheld, varied, overturned, with the number of the appeal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext

from referee.appeals import texts
from referee.models import AppealDecision, AppealState, AppealStep
from referee.rulings.listed import Ruled
from tournaments.structure.regulations import regulations_of


def outcomes(rulings: Sequence[Ruled]) -> Mapping[int, tuple[str, ...]]:
    """Return in words what appeals decided on rulings, by the key of the case, the oldest first.

    It is one query, and none where there are no appeals. What was ruled since is no more what an
    appeal upheld.
    """
    cases = {
        row.case.pk: row.shown.number
        for row in rulings
        if regulations_of(row.case.event).is_official
    }
    if not cases:
        return {}
    decided = AppealStep.objects.filter(state=AppealState.DECIDED, appeal__ruling__case__in=cases)
    told: dict[int, tuple[str, ...]] = {}
    for step in decided.select_related("appeal__ruling").order_by("pk"):
        version = step.appeal.ruling
        if version is None:
            continue
        is_upheld = step.decision == AppealDecision.UPHELD
        if not is_upheld or cases[version.case_id] == version.number:
            told[version.case_id] = (*told.get(version.case_id, ()), outcome_text(step))
    return told


def outcome_text(step: AppealStep) -> str:
    """Return what an appeal decided, and its number."""
    values = {
        "decision": step.get_decision_display(),
        "number": texts.number_text(step.appeal),
    }
    return gettext("On appeal %(number)s: %(decision)s") % values
