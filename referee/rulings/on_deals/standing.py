"""What counts of a deal upon which rulings lie, once some of them are lifted off it.

The results that rulings made lie upon what was played. One of them is lifted by its version being
undone, or decided anew; those above it come to lie upon what is below. The record and every
preview ask here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from referee.base.verbs import BY_RULING
from referee.models import RulingVersion
from referee.rulings import posted
from referee.rulings.on_deals import deal_results
from tournaments.models import Deal, Result, ResultKind
from tournaments.record import settling
from tournaments.record.ledger import Report
from tournaments.structure.games import NO_POINTS


@dataclass(frozen=True, slots=True)
class Standing:
    """The results that rulings made of a deal since it was last played or given a result.

    `base` is what they lie upon, `laid` the rows of those that were not lifted, the lowest first.
    """

    deal: Deal
    newest: Result | None
    base: Result | None
    laid: tuple[tuple[RulingVersion, Result], ...]
    posted_by: frozenset[str]
    """The uids of the versions that posted any of them, also of those that were lifted."""
    is_lifted: bool
    """Whether any of them was."""

    @property
    def result(self) -> Result | None:
        """What counts then, which may not be stored yet; its origin says of which ruling it is."""
        if not self.is_lifted:
            return self.newest
        below = self.base
        for version, row in self.laid:
            below = _laid_upon(self.deal, below, version, row)
        return below

    @property
    def report(self) -> Report:
        """What counts then, as it is posted."""
        result = self.result
        if result is None:
            return Report(ResultKind.RETRACTED, {})
        return Report(ResultKind(result.kind), result.facts)

    @property
    def top(self) -> str:
        """The uid of the version whose result counts; empty where it is that of no ruling."""
        return self.laid[-1][0].uid if self.laid else ""

    def is_of(self, version: RulingVersion) -> bool:
        """Whether a version that was not lifted had a part in it."""
        return any(laid.uid == version.uid for laid, _row in self.laid)


def of_deal(deal: Deal, without: Collection[str] = (), *, below: int | None = None) -> Standing:
    """Return what stands of a deal without the versions of these uids, and without undone ones.

    With `below` it is as it stood before the result of that version.
    """
    stored = Result.objects.filter(deal=deal).select_related("ruleset").order_by("-version")
    rows = list(stored if below is None else stored.filter(version__lt=below))
    known = _versions(rows)
    upon = list(takewhile(lambda row: row.origin_uid in known, rows))
    uids = frozenset(row.origin_uid for row in upon)
    lifted = uids & ({*without} | posted.undone(uids))
    laid = {row.origin_uid: row for row in reversed(upon) if row.origin_uid not in lifted}
    return Standing(
        deal=deal,
        newest=rows[0] if rows else None,
        base=rows[len(upon)] if len(upon) < len(rows) else None,
        laid=tuple((known[uid], row) for uid, row in laid.items()),
        posted_by=uids,
        is_lifted=bool(lifted),
    )


def _versions(rows: Sequence[Result]) -> Mapping[str, RulingVersion]:
    """Return the versions of numbered rulings that posted results, by their uid."""
    uids = {row.origin_uid for row in rows if row.origin_label == BY_RULING}
    if not uids:
        return {}
    found = RulingVersion.objects.filter(uid__in=uids).select_related("case__event")
    return {version.uid: version for version in found.prefetch_related("sanctions__entry")}


def _laid_upon(deal: Deal, below: Result | None, version: RulingVersion, row: Result) -> Result:
    """Return the result of a ruling upon another than it was posted on.

    It stays as it is where it has no points, or the event has given up such penalties since.
    """
    if row.kind in NO_POINTS:
        return row
    given = ((one, one.entry, one.seat) for one in version.sanctions.all())
    seats = deal_results.hit(version.case.event, deal, given)
    report = deal_results.upon(deal, below, seats) if any(seats) else None
    if report is None:
        return row
    settled = settling.settle(deal, report.kind, report.facts)
    origin = {"origin_uid": version.uid, "origin_label": BY_RULING}
    return Result(deal=deal, kind=report.kind, facts=dict(report.facts), **origin, **settled)
