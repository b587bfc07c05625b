"""What games (局) are told from: their deals with results, their penalties, their rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from django.db.models import QuerySet

from scoring import game as door
from tournaments.models import Adjustment, Deal, Event, Result, RuleSet, Seat
from tournaments.structure import level_penalties
from tournaments.structure.level_penalties import Timed, Where


@dataclass(frozen=True, slots=True)
class Slot:
    """A deal of a game (局): its result as far as there is one, and whose seats they were."""

    deal: Deal
    result: Result | None
    sides: Mapping[str, str]


Instead = Mapping[int, tuple[Result | None, Mapping[str, str]]]
"""Another result for some deals, by their keys, and the sides to whose seats it belongs."""
NOTHING_ELSE: Final[Instead] = MappingProxyType({})
"""Every deal has the result that it has."""
Fines = Mapping[tuple[Where, str], Fraction]
"""Penalties that are thought of: where they would be given, and to which side by its uid."""
NO_FINES: Final[Fines] = MappingProxyType({})
"""Nothing is thought of."""


def rules_of(game: door.Game[Any], ruleset: RuleSet) -> Any:
    """Return rules as their game reads them, which is done once for a row that was fetched."""
    kept = vars(ruleset)
    if "read_by_game" not in kept:
        kept["read_by_game"] = game.rules(ruleset.rules)
    return kept["read_by_game"]


def timed_of(event: Event) -> Timed:
    """Penalties of levels. Where a game has none, all of them count at its end."""
    game = door.find(event.game)
    is_level = game.counting(rules_of(game, event.ruleset)) is door.Counting.LEVELS
    return level_penalties.of_event(event) if is_level else Timed()


def slots_of(
    wanted: QuerySet[Any], key: str, instead: Instead = NOTHING_ELSE
) -> Mapping[int, list[Slot]]:
    """Return deals in the order in which they are played, by something that is known of each."""
    deals = list(wanted.order_by("sitting__segment__number", "play_order"))
    # Results share their rules: these are fetched once, and read once.
    live = Result.live.filter(deal__in=deals).defer("facts").prefetch_related("ruleset")
    results = {result.deal_id: result for result in live}
    sides: Mapping[int, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(sitting__in={deal.sitting_id for deal in deals})
    for sitting, label, side in seats.values_list("sitting_id", "label", "side__uid"):
        sides[sitting][label] = side
    slots: Mapping[int, list[Slot]] = defaultdict(list)
    for deal in deals:
        found = results.get(deal.pk), sides[deal.sitting_id]
        slots[getattr(deal, key)].append(Slot(deal, *instead.get(deal.pk, found)))
    return slots


def penalties_of(event: Event, fines: Fines = NO_FINES) -> Mapping[tuple[Where, str], int]:
    """Return what was added for the end of a game (局), by where and by the side's uid."""
    amounts: dict[tuple[Where, str], Fraction] = defaultdict(Fraction, fines)
    rows = Adjustment.objects.filter(
        event=event, stage_of_sum=Adjustment.StageOfSum.GAME, side__isnull=False
    ).select_related("side", "deal__sitting")
    for row in rows:
        if row.side:
            amounts[level_penalties.where_of(row), row.side.uid] += row.amount
    # A limit is a whole number of points, and so is what counts towards it.
    return defaultdict(int, {at: int(amount) for at, amount in amounts.items()})
