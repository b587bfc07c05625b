"""The levels given to sides before the first deal, as against opponents who came late."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scoring.game import GameState
from scoring.shengji.rules import LEVELS, RuleSet
from scoring.shengji.settling.climb import climb

WITHOUT_HEAD_START: Final = frozenset({"shengji-1"})
"""Engines whose first deals were played at the first level, with everything added on top."""


def head_start(added: Mapping[str, int], rules: RuleSet) -> dict[str, int]:
    """Return the start of each side that was given, or lost, levels before the first deal.

    If both were given levels, the smaller number is subtracted from both. A level that has to be
    played is not passed, and no side begins at A or at the level that wins the game (局).

    >>> head_start({"a": 2, "b": 0}, RuleSet()), head_start({"a": 3, "b": 1}, RuleSet())
    ({'a': 2, 'b': 0}, {'a': 2, 'b': 0})
    """
    off_both = max(0, min(added.values(), default=0)) if len(added) > 1 else 0
    return {side: _begins_at(amount - off_both, rules) for side, amount in added.items()}


def add_levels(
    state: GameState, added: Mapping[str, int], rules: RuleSet, engine: str | None = None
) -> GameState:
    """Return the game after a ruling added or took levels; before the first deal a head start.

    `engine` is the version that first settled the first deal, None if it has no result yet.

    >>> add_levels(GameState({"a": 0, "b": 0}), {"a": 3, "b": 1}, RuleSet()).totals
    {'a': 2, 'b': 0}
    """
    if state.deals or rules.sums_up or engine in WITHOUT_HEAD_START:
        return state.plus(added)
    whole = {side: added.get(side, 0) for side in state.totals}
    return replace(state, totals=head_start(whole, rules))


def _begins_at(given: int, rules: RuleSet) -> int:
    start = LEVELS.index(rules.start_level)
    if given <= 0:
        return start + given
    won_with = LEVELS.index(rules.target_level or LEVELS[-1])
    return max(start, min(climb(start, given, False, rules), won_with - 1))
