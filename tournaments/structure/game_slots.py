"""The inputs of games (局): their deals with results, their penalties, their rules.

If sides climb levels, a penalty takes levels at once, not at the end: a side that loses one plays a
lower level from then on, and climbs from there. A penalty applies before the first deal that had no
result when it was given, whatever is corrected later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, Protocol

from django.db.models import QuerySet, prefetch_related_objects

from scoring import game as interface
from scoring.game import GameState
from tournaments.models import Adjustment, Deal, Game, Result, RuleSet, Seat

Where = int | str
"""The game (局) by its key, or the room where there is none; empty where neither is known."""


@dataclass(frozen=True, slots=True)
class LevelPenalty:
    """A change of a side's levels, negative for a loss, with its time and place."""

    side: str
    amount: int
    at: datetime
    where: Where = ""


@dataclass(frozen=True, slots=True)
class FirstResult:
    """The time and the engine of the first result of a deal."""

    at: datetime
    engine: str


@dataclass(frozen=True, slots=True)
class LevelPenalties:
    """Penalties in the order in which they were given, and the first result of each deal."""

    lost: tuple[LevelPenalty, ...] = ()
    first_results: Mapping[int, FirstResult] = field(default_factory=dict)

    def given_at(self, where: Where, *, is_first: bool) -> LevelPenalties:
        """Return those of one game (局) or room; the first one also has those without a place."""
        wanted = {where, ""} if is_first else {where}
        return replace(
            self, lost=tuple(penalty for penalty in self.lost if penalty.where in wanted)
        )

    def before(self, deals: Iterable[int]) -> list[tuple[int, LevelPenalty]]:
        """Return each penalty with the number of these deals, given by their keys, that precede
        it.
        """
        placed, rest, number = [], self.lost, 0
        for number, deal in enumerate(deals, start=1):
            due, rest = self.due(rest, deal)
            placed += [(number - 1, penalty) for penalty in due]
        return [*placed, *((number, penalty) for penalty in rest)]

    def due(
        self, given: Iterable[LevelPenalty], deal: int
    ) -> tuple[tuple[LevelPenalty, ...], tuple[LevelPenalty, ...]]:
        """Return which of these penalties apply before a deal, by its key, and which do not yet.

        Before a deal without a result all that were given apply.
        """
        first_result = self.first_results.get(deal)
        due: list[LevelPenalty] = []
        rest: list[LevelPenalty] = []
        for penalty in given:
            is_due = first_result is None or penalty.at <= first_result.at
            (due if is_due else rest).append(penalty)
        return tuple(due), tuple(rest)

    def engine_of(self, deals: Iterable[int]) -> str | None:
        """Return the engine that first settled the first of these deals; None without a result."""
        first = next(iter(deals), None)
        found = self.first_results.get(first) if first is not None else None
        return found.engine if found else None


class Walk:
    """The penalties of a game (局) while it is followed deal by deal; each is applied once."""

    def __init__(self, game: interface.Game[Any], rules: Any, timed: LevelPenalties) -> None:
        self._game, self._rules, self._timed, self._left = game, rules, timed, timed.lost

    def before(self, state: GameState, deal: int) -> GameState:
        """Apply the penalties that were given before a deal had its first result."""
        due, self._left = self._timed.due(self._left, deal)
        return self._apply(state, due, self._timed.engine_of((deal,)))

    def rest(self, state: GameState) -> GameState:
        """Apply the penalties after the last deal."""
        due, self._left = self._left, ()
        return self._apply(state, due)

    def _apply(
        self, state: GameState, due: Iterable[LevelPenalty], engine: str | None = None
    ) -> GameState:
        amounts: dict[str, int] = defaultdict(int)
        for penalty in due:
            amounts[penalty.side] += penalty.amount
        return self._game.add(state, amounts, self._rules, engine) if amounts else state


def level_penalties_of(match: int) -> LevelPenalties:
    """Return the penalties at the tables of a match, by its key, whose game has levels."""
    rows = Adjustment.objects.filter(
        side__match=match, stage_of_sum=Adjustment.StageOfSum.GAME
    ).order_by("created_at", "pk")
    lost = tuple(
        LevelPenalty(row.side.uid, int(row.amount), row.created_at, where_of(row))
        for row in rows.select_related("side", "deal__sitting")
        if row.side
    )
    if not lost:
        return LevelPenalties()
    results = Result.objects.filter(deal__sitting__segment__match=match)
    return LevelPenalties(lost, first_results(results))


def first_results(results: QuerySet[Result]) -> dict[int, FirstResult]:
    """Return the first result of each deal, by its key."""
    rows = results.order_by("-created_at", "-version").values_list("deal", "created_at", "engine")
    return {deal: FirstResult(at, engine) for deal, at, engine in rows}


def where_of(penalty: Adjustment) -> Where:
    """Return the game (局) or table of its match at which a penalty was given."""
    if penalty.deal is None:
        return ""
    return penalty.deal.game_id or penalty.deal.sitting.room


class SlotResult(Protocol):
    """The part of a deal's result on which a game (局) depends."""

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


def read_slots(games: Collection[Game]) -> Mapping[int, list[tuple[Deal, Slot]]]:
    """Return the deals of games (局) in order of play, each with its slot, by the game's key."""
    rows = Deal.objects.filter(game__in=games)
    deals = list(rows.order_by("sitting__segment__number", "play_order"))
    live = Result.live.filter(deal__in=deals).defer("facts")
    known = {game.match.round.event.ruleset for game in games}
    results = {result.deal_id: result for result in _with_rules(live, known)}
    sides: Mapping[int, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(sitting__in={deal.sitting_id for deal in deals})
    for sitting, label, side in seats.values_list("sitting_id", "label", "side__uid"):
        sides[sitting][label] = side
    slots: Mapping[int, list[tuple[Deal, Slot]]] = {game.pk: [] for game in games}
    for deal in deals:
        result = results.get(deal.pk)
        slot = Slot(deal.pk, deal.uid, deal.done, result, sides[deal.sitting_id])
        slots[deal.game_id or 0].append((deal, slot))
    return slots


def _with_rules(results: Iterable[Result], known: Iterable[RuleSet]) -> list[Result]:
    """Return results with their rules; most have those of their event, which are read already."""
    rows, by_key = list(results), {ruleset.pk: ruleset for ruleset in known}
    for result in rows:
        if result.ruleset_id in by_key:
            result.ruleset = by_key[result.ruleset_id]
    prefetch_related_objects(rows, "ruleset")
    return rows


def read_penalties(matches: Collection[int]) -> Mapping[int, Penalties]:
    """Return the penalties that count at the end of the games (局) of matches, by their keys."""
    rows = Adjustment.objects.filter(
        side__match__in=matches, stage_of_sum=Adjustment.StageOfSum.GAME
    ).select_related("side", "deal__sitting")
    of_match: Mapping[int, list[tuple[Where, str, Fraction]]] = {match: [] for match in matches}
    for row in rows:
        if row.side:
            of_match[row.side.match_id].append((where_of(row), row.side.uid, row.amount))
    return {match: sum_penalties(given) for match, given in of_match.items()}


def sum_penalties(amounts: Iterable[tuple[Where, str, Fraction]]) -> Penalties:
    """Return the sums of penalties by place and uid of the side.

    Limits are whole numbers of points, and so are these sums.
    """
    sums: dict[tuple[Where, str], Fraction] = defaultdict(Fraction)
    for where, side, amount in amounts:
        sums[where, side] += amount
    return defaultdict(int, {at: int(amount) for at, amount in sums.items()})
