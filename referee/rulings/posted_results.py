"""Results that a numbered ruling made: they are taken back through it alone."""

from __future__ import annotations

from collections.abc import Collection

from referee.base.verbs import BY_RULING
from referee.models import RulingCase, RulingStep, RulingStepKind, RulingVersion
from tournaments.models import Result


def case_of(result: Result | None) -> RulingCase | None:
    """Return the ruling in force that made a result; None where it is that of no ruling."""
    if result is None or result.origin_label != BY_RULING:
        return None
    versions = RulingVersion.objects.filter(uid=result.origin_uid).select_related("case")
    version = versions.first()
    return None if version is None or undone([version.uid]) else version.case


def undone(uids: Collection[str]) -> set[str]:
    """Return which of these versions of rulings were taken back."""
    if not uids:
        return set()
    steps = RulingStep.objects.filter(version__uid__in=uids, kind=RulingStepKind.UNDONE)
    return set(steps.values_list("version__uid", flat=True))
