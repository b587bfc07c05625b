"""What a numbered ruling posted, found by its uid: it is taken back through the ruling alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db.models import QuerySet

from referee.base.verbs import BY_RULING
from referee.models import RulingCase, RulingStep, RulingStepKind, RulingVersion
from tournaments.models import (
    Adjustment,
    Award,
    AwardKind,
    Deal,
    Entry,
    Exclusion,
    ExclusionState,
    Result,
)
from tournaments.models.record import BY_CASE


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


def awards_of(uids: Collection[str]) -> QuerySet[Award]:
    """Return the awards in force that versions gave."""
    given = Award.objects.filter(origin_uid__in=uids, origin_label=BY_CASE, retired_by=None)
    return given.exclude(kind=AwardKind.WITHDRAWN)


def disqualified_by(uids: Collection[str]) -> list[Entry]:
    """Return the entries that versions disqualified, also where that was taken back since."""
    rows = Exclusion.objects.filter(origin_uid__in=uids, state=ExclusionState.APPROVED)
    entries = Entry.objects.filter(pk__in=rows.values("entry"))
    return list(entries.select_related("event__tournament").order_by("number"))
