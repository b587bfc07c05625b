"""The inputs of games (局): their deals with results, their penalties, their rules."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Protocol

from django.db.models import prefetch_related_objects

from scoring import game as interface
from tournaments.models import Adjustment, Deal, Event, Game, Result, RuleSet, Seat
from tournaments.structure import level_penalties
from tournaments.structure.level_penalties import Where

MOST_RULES: Final = 64
"""So many sets of rules a process remembers as their games read them."""


class SlotResult(Protocol):
    """The result of a deal, as far as a game (局) depends on it."""

    @property
    def kind(self) -> str: ...
    @property
    def ruleset(self) -> RuleSet: ...
    @property
    def settlement(self) -> Mapping[str, Any]: ...
    @property
    def origin_label(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Slot:
    """A deal of a game (局) by key and uid: its result, if any, and the side of each seat."""

    key: int
    uid: str
    done: bool
    result: SlotResult | None
    sides: Mapping[str, str]


Penalties = Mapping[tuple[Where, str], int]
"""Penalties at tables: by where they were given and the side's uid."""


def rules_of(game: interface.Game[Any], ruleset: RuleSet) -> Any:
    """Return rules as their game reads them; they are read once for each fetched row."""
    kept = vars(ruleset)
    if "read_by_game" not in kept:
        kept["read_by_game"] = _read(game, json.dumps(ruleset.rules, sort_keys=True))  # type: ignore[arg-type]
    return kept["read_by_game"]


@lru_cache(MOST_RULES)
def _read(game: interface.Game[Any], rules: str) -> Any:
    """Read the JSON text of rules, which most writes of a hall have in common."""
    return game.rules(json.loads(rules))


def has_levels(event: Event) -> bool:
    """Whether the sides of an event climb levels, so that a penalty takes them at once."""
    game = interface.find_game(event.game)
    return game.counting(rules_of(game, event.ruleset)) is interface.Counting.LEVELS


def read_slots(game: Game) -> list[tuple[Deal, Slot]]:
    """Return the deals of a game (局) in order of play, each with its slot."""
    deals = list(Deal.objects.filter(game=game).order_by("sitting__segment__number", "play_order"))
    live = Result.live.filter(deal__in=deals).defer("facts")
    results = {result.deal_id: result for result in _with_rules(live, game.match.round.event)}
    sides: Mapping[int, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(sitting__in={deal.sitting_id for deal in deals})
    for sitting, label, side in seats.values_list("sitting_id", "label", "side__uid"):
        sides[sitting][label] = side
    return [
        (deal, Slot(deal.pk, deal.uid, deal.done, results.get(deal.pk), sides[deal.sitting_id]))
        for deal in deals
    ]


def _with_rules(results: Iterable[Result], event: Event) -> list[Result]:
    """Return results with their rules; most have those of the event, which are read once."""
    rows = list(results)
    for result in rows:
        if result.ruleset_id == event.ruleset_id:
            result.ruleset = event.ruleset
    prefetch_related_objects(rows, "ruleset")
    return rows


def read_penalties(match: int) -> Penalties:
    """Return the penalties that count at the end of the games (局) of a match, given by its key."""
    rows = Adjustment.objects.filter(
        side__match=match, stage_of_sum=Adjustment.StageOfSum.GAME
    ).select_related("side", "deal__sitting")
    return sum_penalties(
        (level_penalties.where_of(row), row.side.uid, row.amount) for row in rows if row.side
    )


def sum_penalties(amounts: Iterable[tuple[Where, str, Fraction]]) -> Penalties:
    """Return penalties by place and the side's uid.

    A limit is a whole number of points, and so is what counts towards it.
    """
    sums: dict[tuple[Where, str], Fraction] = defaultdict(Fraction)
    for where, side, amount in amounts:
        sums[where, side] += amount
    return defaultdict(int, {at: int(amount) for at, amount in sums.items()})
