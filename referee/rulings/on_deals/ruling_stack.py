"""The live result of a deal after removing some rulings: what the record and every preview ask.

The results that rulings made lie on what was played. One of them is removed by its version being
undone, or decided otherwise; those above it are reckoned again on what is below. A correction that
was annulled with its ruling is passed over in the same way: what was there before it counts again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from referee.base.verbs import BY_RULING
from referee.models import RulingCase, RulingVersion
from referee.rulings import posted
from referee.rulings.on_deals import deal_penalties
from tournaments.models import Deal, Result, ResultKind
from tournaments.record import settling
from tournaments.record.ledger import Report
from tournaments.structure.games import NO_POINTS


@dataclass(frozen=True, slots=True)
class Removal:
    """What an event is looked at without: versions of rulings by uid, corrections by their key."""

    uids: frozenset[str] = frozenset()
    annulled: frozenset[int] = frozenset()
    deal: Deal | None = None
    """The deal of the rulings; None where they are about none."""

    @classmethod
    def of_case(cls, case: RulingCase | None, annulled: Collection[int] = ()) -> Removal:
        """Return a case as what is left out; without one nothing is."""
        if case is None:
            return cls()
        uids = case.versions.values_list("uid", flat=True)
        return cls(frozenset(uids), frozenset(annulled), case.deal)


NOTHING: Final = Removal()


@dataclass(frozen=True, slots=True)
class RulingStack:
    """The results that rulings made of a deal since it was last played or given a result.

    `base` is what they lie on, `active` those that were not removed, the lowest first.
    """

    deal: Deal
    newest: Result | None
    base: Result | None
    active: tuple[tuple[RulingVersion, Result], ...]
    posted_by: frozenset[str]
    """The uids of the versions that posted any of them, also of those that were removed."""
    has_removed: bool
    """Whether any of them was, or a correction below them was annulled."""

    @property
    def result(self) -> Result | None:
        """What counts then, which may not be stored yet; its origin says of which ruling it is."""
        if not self.has_removed:
            return self.newest
        below = self.base
        for version, row in self.active:
            below = _reckoned_upon(self.deal, below, version, row)
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
        return self.active[-1][0].uid if self.active else ""

    def is_of(self, version: RulingVersion) -> bool:
        """Whether a version that was not removed had a part in it."""
        return any(own.uid == version.uid for own, _row in self.active)


def of_deal(deal: Deal, without: Removal = NOTHING, *, below: int | None = None) -> RulingStack:
    """Return the results of a deal `without` some versions and corrections.

    Those of which it is stored that they were undone are left out too. With `below` it is as it
    stood before the result of that version.
    """
    stored = Result.objects.filter(deal=deal).order_by("-version")
    stored = stored.select_related("ruleset", "correction_undone")
    rows = list(stored if below is None else stored.filter(version__lt=below))
    known = _versions(rows)
    of_rulings = list(takewhile(lambda row: row.origin_uid in known, rows))
    base = next((row for row in rows if row not in of_rulings), None)
    if base is not None and _is_annulled(base, without.annulled):
        lower = of_deal(deal, without, below=base.version)
        base, is_passed = lower.result, True
    else:
        is_passed = False
    uids = frozenset(row.origin_uid for row in of_rulings)
    removed = uids & (without.uids | posted.undone(uids))
    active = {row.origin_uid: row for row in reversed(of_rulings) if row.origin_uid not in removed}
    return RulingStack(
        deal=deal,
        newest=rows[0] if rows else None,
        base=base,
        active=tuple((known[uid], row) for uid, row in active.items()),
        posted_by=uids,
        has_removed=bool(removed) or is_passed,
    )


def _is_annulled(row: Result, annulled: Collection[int]) -> bool:
    return row.pk in annulled or hasattr(row, "correction_undone")


def _versions(rows: Sequence[Result]) -> Mapping[str, RulingVersion]:
    """Return the versions of numbered rulings that posted results, by their uid."""
    uids = {row.origin_uid for row in rows if row.origin_label == BY_RULING}
    if not uids:
        return {}
    found = RulingVersion.objects.filter(uid__in=uids).select_related("case__event")
    return {version.uid: version for version in found.prefetch_related("sanctions__entry")}


def _reckoned_upon(deal: Deal, below: Result | None, version: RulingVersion, row: Result) -> Result:
    """Return the result of a ruling on another one than it was posted on.

    It stays as it is where it has no points, or the event has given up such penalties since.
    """
    if row.kind in NO_POINTS:
        return row
    given = ((one, one.entry, one.seat) for one in version.sanctions.all())
    seats = deal_penalties.hit(version.case.event, deal, given)
    report = deal_penalties.upon(deal, below, seats) if any(seats) else None
    if report is None:
        return row
    settled = settling.settle(deal, report.kind, report.facts)
    origin = {"origin_uid": version.uid, "origin_label": BY_RULING}
    return Result(deal=deal, kind=report.kind, facts=dict(report.facts), **origin, **settled)
