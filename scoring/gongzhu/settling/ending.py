"""A game (局) of several deals: the totals, when it ends, who wins and who is pig.

Rules GZ-40 to GZ-45 of `docs/rules/gongzhu.md`.
"""

from collections.abc import Mapping

from scoring.game import NO_PENALTIES, GameResult, GameState
from scoring.gongzhu.codes import EndCode
from scoring.gongzhu.rules import PAIR_FORMS, GameEnd, Penalties, RuleSet
from scoring.seats import partner_of

Totals = Mapping[str, int]


def side_points(scores: Totals, rules: RuleSet, sides: Mapping[str, str]) -> dict[str, int]:
    """Return the points of each side from the scores of the seats.

    The points of a side's seats are added, except that partners with one value for their pair count
    it once.

    >>> sides = {"N": "a", "S": "a", "W": "b", "E": "b"}
    >>> side_points({"N": -100, "W": 0, "S": 50, "E": 10}, RuleSet(), sides)
    {'a': -50, 'b': 10}
    """
    totals = dict.fromkeys(sides.values(), 0)
    if rules.normalise not in PAIR_FORMS:
        for seat, score in scores.items():
            totals[sides[seat]] += score
        return totals
    counted: set[tuple[str, str]] = set()
    for seat, score in scores.items():
        side = sides[seat]
        if (partner_of(seat), side) not in counted:
            totals[side] += score
        counted.add((seat, side))
    return totals


def advance(state: GameState, points: Totals) -> GameState:
    """Return the game after a deal that gave each side its points.

    >>> advance(GameState({"a": -900, "b": 0}, deals=9), {"a": -100, "b": 50}).totals
    {'a': -1000, 'b': 50}
    """
    sides = dict.fromkeys([*state.totals, *points])
    totals = {side: state.totals.get(side, 0) + points.get(side, 0) for side in sides}
    return GameState(totals, state.deals + 1)


def match_result(
    state: GameState,
    rules: RuleSet,
    penalties: Mapping[str, int] = NO_PENALTIES,
    time_up: bool = False,
) -> GameResult:
    """Return the state or result of a game.

    If two sides are best when a limit ends the game, it goes on for one more deal; a game of a
    fixed number of deals or minutes may end in a tie.

    >>> state = GameState({"a": -1000, "b": 50, "c": 20}, deals=10)
    >>> result = match_result(state, RuleSet())
    >>> result.code.value, result.winners, result.pigs
    ('low_reached', ('b',), ('a',))
    """
    final = {side: total + penalties.get(side, 0) for side, total in state.totals.items()}
    running = final if rules.penalties is Penalties.TOWARDS_LIMIT else state.totals
    end = rules.game_end
    code = None if end is None else _reason(running, state.deals, end, time_up)
    if end is None or code is None:
        return GameResult(False, None, final)
    best = tuple(side for side, total in final.items() if total == max(final.values()))
    by_limit = end.deals is None and end.minutes is None
    if by_limit and len(best) > 1:
        return GameResult(False, EndCode.EXTRA_DEAL, final)
    return GameResult(True, code, final, best, _pigs(running, final, rules, end))


def _reason(running: Totals, deals: int, end: GameEnd, time_up: bool) -> EndCode | None:
    if end.deals is not None:
        return EndCode.DEALS_PLAYED if deals >= end.deals else None
    if end.minutes is not None:
        return EndCode.TIME_UP if time_up else None
    low, high = bool(_at_low(running, end)), _is_high(running, end)
    if low and high:
        return EndCode.BOTH_REACHED
    if high:
        return EndCode.HIGH_REACHED
    return EndCode.LOW_REACHED if low else None


def _at_low(running: Totals, end: GameEnd) -> tuple[str, ...]:
    low = end.low
    return tuple(side for side, total in running.items() if low is not None and total <= low)


def _is_high(running: Totals, end: GameEnd) -> bool:
    high = end.high
    return high is not None and any(total >= high for total in running.values())


def _pigs(running: Totals, final: Totals, rules: RuleSet, end: GameEnd) -> tuple[str, ...]:
    """Return the sides that reached the low limit, or all below the high one by T3 (L72).

    No side both wins and loses a game: of two at the limit the higher has won, and if penalties
    made the only side there the highest, the lowest side is pig.
    """
    reached, high = _at_low(running, end), end.high
    if rules.all_below_high_are_pigs and high is not None and _is_high(running, end):
        reached = tuple(side for side, total in running.items() if total < high)
    best, least = max(final.values()), min(final.values())
    pigs = tuple(side for side in reached if final[side] < best)
    if pigs or not reached:
        return pigs
    return tuple(side for side, total in final.items() if total == least < best)
