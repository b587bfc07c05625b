"""Void deals that are dealt again by the next dealer, where the regulations of an event say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final

from tournaments.models import Deal, Event, Result, ResultKind
from tournaments.structure.adjusted_deals import BY_TABLE
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
    rows = results.values_list("deal_id", "kind")
    return {
        deal: _times([kind for _deal, kind in versions])
        for deal, versions in groupby(rows, itemgetter(0))
    }


def _times(kinds: list[str]) -> int:
    """Return how many times a deal was void and dealt again, or is to be now.

    >>> _times(["void"]), _times(["void", "played"]), _times(["void", "retracted"])
    (1, 1, 0)
    """
    replayed = sum(was == ResultKind.VOID and then in BY_TABLE for was, then in pairwise(kinds))
    return replayed + (kinds[-1] == ResultKind.VOID)
