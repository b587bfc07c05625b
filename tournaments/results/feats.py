"""What seats did in the deals of an event beyond their points, as the lines of settlements tell it.

It is asked apart, because a snapshot has no lines; who did most of it is computed in `highlights`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import StrEnum
from json import loads
from typing import Final

from django.db.models import F, Q
from django.db.models.fields.json import KeyTextTransform

from scoring.game import find_game
from tournaments.models import Deal, Event, Result

PLAYED: Final = (Result.Kind.PLAYED, Result.Kind.CLAIMED)
"""The kinds of results that follow from cards."""

Feats = Mapping[int, tuple[tuple[str, StrEnum], ...]]
"""By the key of a deal, each seat that did anything with what it did."""


def read_feats(event: Event) -> Feats:
    """Return what seats did in the deals of an event, by one query; none where a game has none."""
    told = find_game(event.game).feats
    if not told:
        return {}
    live = Q(results__version=F("version"), results__kind__in=PLAYED)
    rows = Deal.objects.filter(live, event=event, done=True).values_list(
        "pk", KeyTextTransform("lines", "results__settlement")
    )
    return {deal: tuple(feats_of_lines(lines, told)) for deal, lines in rows.iterator()}


def feats_of_lines(
    lines: str | None, told: Mapping[StrEnum, StrEnum]
) -> Iterator[tuple[str, StrEnum]]:
    """Yield what seats did by the lines of a settlement, as JSON: of a seat that did the rarest
    only that, since it comprises the others.
    """
    feat_by_code = {str(code): feat for code, feat in told.items()}
    rarest = next(iter(told.values()))
    did: dict[str, dict[StrEnum, None]] = defaultdict(dict)
    for line in loads(lines or "[]"):
        if line["code"] in feat_by_code:
            did[line["seat"]][feat_by_code[line["code"]]] = None
    for seat, feats in did.items():
        for feat in [rarest] if rarest in feats else feats:
            yield seat, feat
