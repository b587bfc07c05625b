"""The inputs of games (局): their deals with results, their penalties, their rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from django.db.models import QuerySet

from scoring import game as interface
from tournaments.models import Adjustment, Deal, Event, Result, RuleSet, Seat
from tournaments.structure import level_penalties
from tournaments.structure.level_penalties import LevelPenalties, Where


@dataclass(frozen=True, slots=True)
class Slot:
    """A deal of a game (局): its result, if there is one, and the side of each seat."""

    deal: Deal
    result: Result | None
    sides: Mapping[str, str]


Instead = Mapping[int, tuple[Result | None, Mapping[str, str]]]
"""Another result for some deals, by their keys, and the sides to whose seats it belongs."""
NOTHING_ELSE: Final[Instead] = MappingProxyType({})
"""No result is replaced."""
Fines = Mapping[tuple[Where, str], Fraction]
"""Assumed penalties, for previews: by where they would be given and the side's uid."""
NO_FINES: Final[Fines] = MappingProxyType({})
"""No penalty is assumed."""


def rules_of(game: interface.Game[Any], ruleset: RuleSet) -> Any:
    """Return rules as their game reads them; they are read once for each fetched row."""
    kept = vars(ruleset)
    if "read_by_game" not in kept:
        kept["read_by_game"] = game.rules(ruleset.rules)
    return kept["read_by_game"]


def timed_of(event: Event, *, match: int | None = None) -> LevelPenalties:
    """Return the penalties that take levels, of the event or one match by its key.

    There are none where a game has no levels.
    """
    game = interface.find_game(event.game)
    is_level = game.counting(rules_of(game, event.ruleset)) is interface.Counting.LEVELS
    if not is_level:
        return LevelPenalties()
    return level_penalties.of_event(event) if match is None else level_penalties.of_match(match)


def slots_of(
    wanted: QuerySet[Any], key: str, instead: Instead = NOTHING_ELSE
) -> Mapping[int, list[Slot]]:
    """Return deals in order of play, grouped by the attribute `key` of each."""
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
        stored = results.get(deal.pk), sides[deal.sitting_id]
        slots[getattr(deal, key)].append(Slot(deal, *instead.get(deal.pk, stored)))
    return slots


def penalties_of(
    event: Event, fines: Fines = NO_FINES, *, match: int | None = None
) -> Mapping[tuple[Where, str], int]:
    """Return the penalties that count at the end of a game (局), by where and the side's uid.

    They are those of the event, or of one match by its key.
    """
    amounts: dict[tuple[Where, str], Fraction] = defaultdict(Fraction, fines)
    rows = Adjustment.objects.filter(
        event=event, stage_of_sum=Adjustment.StageOfSum.GAME, side__isnull=False
    ).select_related("side", "deal__sitting")
    for row in rows if match is None else rows.filter(side__match=match):
        if row.side:
            amounts[level_penalties.where_of(row), row.side.uid] += row.amount
    # A limit is a whole number of points, and so is what counts towards it.
    return defaultdict(int, {at: int(amount) for at, amount in amounts.items()})
