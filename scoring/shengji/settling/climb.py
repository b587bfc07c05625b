"""The game 局: two sides climb from the first level past the last one (SJ-80 to SJ-88).

Levels are counted from 0 for 2 to 12 for A; a side that has passed the target is one above it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from scoring.game import NO_PENALTIES, GameResult, GameState
from scoring.settlement import Settlement
from scoring.shengji.codes import EndCode, LineCode
from scoring.shengji.rules import LEVELS, RuleSet, TimeTie

_GAINS: Final = {
    LineCode.LEVELS_AS_DEALER: True,
    LineCode.JACK_HOOKED: True,
    LineCode.LEVELS_AS_ATTACKERS: False,
}
"""The steps that move a side, and whether it is the dealer's."""
_DECIDED: Final = {
    TimeTie.SIDE_ON_DEAL: EndCode.EQUAL_TO_SIDE_ON_DEAL,
    TimeTie.FIRST_TO_REACH: EndCode.EQUAL_TO_FIRST_TO_REACH,
}
_SUMS: Final = frozenset(
    {
        LineCode.SUM_AS_DEALER,
        LineCode.SUM_AS_ATTACKERS,
        LineCode.DEAL_SUM_AS_DEALER,
        LineCode.DEAL_SUM_AS_ATTACKERS,
    }
)


def climb(level: int, gained: int, as_dealer: bool, rules: RuleSet) -> int:
    """Return the level of a side that has gained levels, or lost them by a hooked J (SJ-67).

    No side falls below the first level.

    >>> climb(11, 3, True, RuleSet()), climb(12, 1, True, RuleSet()), climb(12, 2, False, RuleSet())
    (12, 13, 12)
    """
    if gained < 0:
        return max(level + gained, min(level, _start(rules)))
    reached = level + gained
    must_play = [LEVELS.index(rank) for rank in rules.must_play]
    stops = [
        stop for stop in must_play if level < stop < reached or (stop == level and not as_dealer)
    ]
    reached = min(stops, default=reached)
    target = _target(rules)
    if target is None:
        return reached
    if rules.win_condition and not as_dealer:
        return max(level, min(reached, target))
    return min(reached, target + 1)


def level_of(standing: int) -> str:
    """Return the rank that a side plays; after A the ranks begin again.

    >>> level_of(0), level_of(12), level_of(13)
    ('2', 'A', '2')
    """
    return LEVELS[standing % len(LEVELS)]


def _target(rules: RuleSet) -> int | None:
    """Return the level that has to be passed, None if there is none."""
    return None if rules.target_level is None else LEVELS.index(rules.target_level)


def begin(rules: RuleSet, sides: Iterable[str]) -> GameState:
    """Return the game before its first deal, each side at its first level, or at sum 0.

    >>> begin(RuleSet(start_level="5"), "ab").totals
    {'a': 3, 'b': 3}
    """
    return GameState(dict.fromkeys(sides, _start(rules)))


def advance(
    state: GameState, settlement: Settlement, rules: RuleSet, sides: Mapping[str, str]
) -> GameState:
    """Return the game after one more deal.

    >>> from scoring.settlement import Line
    >>> lines = (Line("N", LineCode.LEVELS_AS_DEALER), Line("W", LineCode.LEVELS_AS_ATTACKERS))
    >>> settlement = Settlement({}, {"N": 2, "W": 0}, (), lines)
    >>> advance(GameState({}), settlement, RuleSet(), {"N": "a", "W": "b"}).totals
    {'a': 2, 'b': 0}
    """
    start = _start(rules)
    totals = {side: state.totals.get(side, start) for side in dict.fromkeys(sides.values())}
    moved = set()
    for line in settlement.conversions:
        side = sides[line.seat]
        if line.code in _GAINS and side not in moved:
            moved.add(side)
            gained = settlement.scores[line.seat]
            totals[side] = climb(totals[side], gained, _GAINS[LineCode(line.code)], rules)
        elif line.code == LineCode.AWARDED and side not in moved:
            moved.add(side)
            totals[side] = _awarded(totals[side], settlement.scores[line.seat], rules)
        elif line.code in _SUMS and side not in moved:
            moved.add(side)
            totals[side] += settlement.scores[line.seat]
    return _noted(GameState(totals, state.deals + 1), state, settlement, rules, sides)


def _awarded(total: int, given: int, rules: RuleSet) -> int:
    """Return a total after an award, which wins no game and passes no level to be played."""
    if rules.sums_up:
        return total + given
    return climb(total, given, False, rules) if given > 0 else max(0, total + given)


def _noted(
    now: GameState,
    before: GameState,
    settlement: Settlement,
    rules: RuleSet,
    sides: Mapping[str, str],
) -> GameState:
    """Return the state with the facts that decide between equal levels, if the rules need any."""
    if rules.time_tie is TimeTie.SIDE_ON_DEAL:
        return replace(now, on_deal=_on_deal(settlement, sides))
    if rules.time_tie is TimeTie.FIRST_TO_REACH:
        return replace(now, reached=_reached(replace(now, reached=_reached(before))))
    return now


def _on_deal(settlement: Settlement, sides: Mapping[str, str]) -> str | None:
    """Return the side that deals next: the dealer's if it kept the deal, else the other."""
    for line in settlement.conversions:
        is_kept = bool(dict(line.values).get("kept"))
        if line.code in _GAINS and _GAINS[LineCode(line.code)] == is_kept:
            return sides[line.seat]
    return None


def _reached(state: GameState) -> Mapping[str, tuple[int, int]]:
    """Return the level of every side, and after how many deals it reached it.

    A level that a ruling took away counts as lost after the deals played by then.
    """
    nothing = (None, 0)
    return {
        side: (level, state.reached[side][1])
        if state.reached.get(side, nothing)[0] == level
        else (level, state.deals)
        for side, level in state.totals.items()
    }


def _ahead(state: GameState, rules: RuleSet) -> str | None:
    """Return the side that wins a game ending at equal levels (SJ-88); None if they share it."""
    if rules.time_tie is TimeTie.SIDE_ON_DEAL:
        return state.on_deal
    if rules.time_tie is TimeTie.DRAW or not state.reached:
        return None
    reached_after = {side: after for side, (_level, after) in _reached(state).items()}
    first = [side for side, after in reached_after.items() if after == min(reached_after.values())]
    return first[0] if len(first) == 1 else None


def _start(rules: RuleSet) -> int:
    return 0 if rules.sums_up else LEVELS.index(rules.start_level)


def match_result(
    state: GameState,
    rules: RuleSet,
    penalties: Mapping[str, int] = NO_PENALTIES,
    time_up: bool = False,
) -> GameResult:
    """Return the state or result of the game; equal levels are shared or decided by the rules.

    >>> match_result(GameState({"a": 13, "b": 4}), RuleSet()).winners
    ('a',)
    """
    totals = {side: level + penalties.get(side, 0) for side, level in state.totals.items()}
    code = _reason(totals, state.deals, rules, time_up)
    ahead = _ahead(state, rules)
    decided = None if ahead is None else _DECIDED[rules.time_tie]
    if code is None:
        return GameResult(False, None, totals, ahead=ahead, decided=decided)
    best = max(totals.values(), default=0)
    winners = tuple(side for side, level in totals.items() if level == best)
    if ahead is not None and ahead in winners:
        winners = (ahead,)
    return GameResult(True, code, totals, winners, ahead=ahead, decided=decided)


def _reason(totals: Mapping[str, int], deals: int, rules: RuleSet, time_up: bool) -> EndCode | None:
    if rules.sums_up:
        return None
    target, levels = _target(rules), sorted(totals.values())
    if target is not None and levels and levels[-1] > target:
        return EndCode.TARGET_PASSED
    lead = levels[-1] - levels[0] if len(levels) > 1 else 0
    if rules.early_end_lead is not None and lead >= rules.early_end_lead:
        return EndCode.LEAD_REACHED
    if rules.deals is not None and deals >= rules.deals:
        return EndCode.DEALS_PLAYED
    return EndCode.TIME_UP if rules.minutes is not None and time_up else None
