"""Penalties at a table where sides climb levels: levels are lost at once, not at the end.

A side that loses a level plays a lower one from then on, and climbs from there. A penalty counts
before the next deal that had no result yet when it was given, whatever is corrected later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from scoring import game as interface
from scoring.game import GameState
from tournaments.models import Adjustment, Result

Where = int | str
"""The game (局) by its key, or the room where there is none; empty where neither is known."""


@dataclass(frozen=True, slots=True)
class LevelPenalty:
    """A change of a side's levels, negative where it lost some, with its time and place."""

    side: str
    amount: int
    at: datetime
    where: Where = ""


@dataclass(frozen=True, slots=True)
class FirstResult:
    """When a deal had its first result, and by which engine."""

    at: datetime
    engine: str


@dataclass(frozen=True, slots=True)
class LevelPenalties:
    """Penalties in the order in which they were given, and the first result of each deal."""

    lost: tuple[LevelPenalty, ...] = ()
    first_results: Mapping[int, FirstResult] = field(default_factory=dict)

    def given_at(self, where: Where, *, is_first: bool) -> LevelPenalties:
        """Return those of one game (局) or room; the first has those without a place."""
        wanted = {where, ""} if is_first else {where}
        return replace(
            self, lost=tuple(penalty for penalty in self.lost if penalty.where in wanted)
        )

    def before(self, deals: Iterable[int]) -> list[tuple[int, LevelPenalty]]:
        """Return each penalty with how many of these deals, given by their keys, it comes after."""
        placed, rest, number = [], self.lost, 0
        for number, deal in enumerate(deals, start=1):
            first_result = self.first_results.get(deal)
            due = tuple(
                penalty for penalty in rest if first_result is None or penalty.at <= first_result.at
            )
            placed += [(number - 1, penalty) for penalty in due]
            rest = tuple(penalty for penalty in rest if penalty not in due)
        return [*placed, *((number, penalty) for penalty in rest)]

    def engine_of(self, deals: Iterable[int]) -> str | None:
        """Return the engine that first settled the first of these deals; None without a result."""
        first = next(iter(deals), None)
        found = self.first_results.get(first) if first is not None else None
        return found.engine if found else None


class Walk:
    """The penalties of a game (局) that is followed deal by deal; each is applied once."""

    def __init__(self, game: interface.Game[Any], rules: Any, timed: LevelPenalties) -> None:
        self._game, self._rules, self._timed, self._left = game, rules, timed, timed.lost

    def before(self, state: GameState, deal: int) -> GameState:
        """Apply the penalties that were given before a deal had its first result."""
        first_result = self._timed.first_results.get(deal)
        due = tuple(
            penalty
            for penalty in self._left
            if first_result is not None and penalty.at <= first_result.at
        )
        self._left = tuple(penalty for penalty in self._left if penalty not in due)
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


def of_match(match: int) -> LevelPenalties:
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
    """Return at which of the games (局) or tables of its match a penalty was given."""
    if penalty.deal is None:
        return ""
    return penalty.deal.game_id or penalty.deal.sitting.room
