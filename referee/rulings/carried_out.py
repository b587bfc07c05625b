"""Which results of a deal carry a ruling out, what they are for, and how they are taken back.

The result itself is entered as every other one is; the correction names the ruling and its version.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.base.verbs import Verb
from referee.models import (
    CorrectionPurpose,
    CorrectionUndone,
    RulingCase,
    RulingCorrection,
    RulingVersion,
)
from referee.rulings import listed
from tournaments.models import Deal, Result, User
from tournaments.record.audit import Actor, Change, change


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


def link(
    case: RulingCase,
    result: Result,
    official: User,
    purpose: CorrectionPurpose = CorrectionPurpose.UNSAID,
) -> None:
    """Write down that a result carries a ruling on its deal out; the second time nothing.

    Raises ValueError for a result of another deal.
    """
    if case.deal_id != result.deal_id:
        raise ValueError("a ruling is carried out on its own deal")
    if RulingCorrection.objects.filter(result=result).exists():
        return
    with change(case.tournament, Actor.from_user(official), Verb.RULE_CASE) as made:
        made.concerns(ruling=case, event=case.event)
        made.note(result=result.version)
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
    """Return the results of the deal that were entered upon what a ruling made, the oldest first.

    Those of rulings are none of them: they come to lie upon what is below.
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


def take_back(
    made: Change, version: RulingVersion, results: Collection[Result], official: User
) -> None:
    """Note in an open change that results count no more; the caller posts what counts then."""
    for result in sorted(results, key=lambda row: row.version):
        row = CorrectionUndone.objects.create(version=version, result=result, official=official)
        made.made(row)
