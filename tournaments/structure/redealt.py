"""Void deals that are dealt again by the next dealer, where the regulations of an event say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Final

from tournaments.models import Deal, Event, Result, ResultKind
from tournaments.structure.adjusted_deals import BY_RULING, BY_TABLE
from tournaments.structure.regulations import regulations_of

POLICY: Final = "void_deal_redealer"
NEXT: Final = "next"


def passed_on(event: Event, deals: Iterable[Deal]) -> Mapping[int, int]:
    """Return how often deals pass to the next dealer, by their keys.

    The database is queried only for deals with a result before the one that counts, or none.
    """
    again = [deal.pk for deal in deals if deal.version > int(deal.done)]
    if not again or regulations_of(event).policies.get(POLICY) != NEXT:
        return {}
    results = Result.objects.filter(deal__in=again).order_by("deal", "version")
    rows = results.values_list("deal_id", "kind", "origin_label")
    return {
        deal: _times([(kind, origin) for _deal, kind, origin in versions])
        for deal, versions in groupby(rows, itemgetter(0))
    }


def _times(results: list[tuple[str, str]]) -> int:
    """Return how many times a deal was void and dealt again, or is to be now.

    `results` are the kinds and origins of its results. What a ruling puts back, or gives instead,
    was not dealt again.

    >>> _times([("void", "ruling")]), _times([("void", "ruling"), ("played", "sheet")])
    (1, 1)
    >>> _times([("void", "ruling"), ("played", "ruling")])
    0
    """
    dealt = void = 0
    for kind, origin in results:
        if kind == ResultKind.VOID:
            void += 1
        elif kind in BY_TABLE and origin != BY_RULING:
            dealt, void = dealt + void, 0
        else:
            void = max(0, void - 1)
    return dealt + void
