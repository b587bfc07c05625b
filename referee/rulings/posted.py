"""Points and results that a numbered ruling posted: they are taken back through it alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db.models import QuerySet

from referee.base.verbs import BY_RULING
from referee.models import RulingCase, RulingStep, RulingStepKind, RulingVersion
from tournaments.models import Adjustment, Deal, Result


def cases_of_points(rows: Iterable[Adjustment]) -> Mapping[str, RulingCase]:
    """Return the rulings that gave penalty points, by the origin that the points bear."""
    origins = {row.origin_uid for row in rows}
    versions = RulingVersion.objects.filter(uid__in=origins).select_related("case")
    return {version.uid: version.case for version in versions}


def case_of(result: Result | None) -> RulingCase | None:
    """Return the ruling in force that made a result; None where it is that of no ruling."""
    if result is None or result.origin_label != BY_RULING:
        return None
    return _in_force(RulingVersion.objects.filter(uid=result.origin_uid))


def case_of_live(deal: Deal) -> RulingCase | None:
    """Return the ruling in force that made what counts of a deal, by one query."""
    live = Result.live.filter(deal=deal, origin_label=BY_RULING)
    return _in_force(RulingVersion.objects.filter(uid__in=live.values("origin_uid")))


def _in_force(versions: QuerySet[RulingVersion]) -> RulingCase | None:
    standing = versions.exclude(steps__kind=RulingStepKind.UNDONE).select_related("case").first()
    return standing.case if standing else None


def undone(uids: Collection[str]) -> set[str]:
    """Return which of these versions of rulings were taken back."""
    if not uids:
        return set()
    steps = RulingStep.objects.filter(version__uid__in=uids, kind=RulingStepKind.UNDONE)
    return set(steps.values_list("version__uid", flat=True))
