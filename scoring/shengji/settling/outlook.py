"""What a partly recorded deal can still come to, and tables of it for devices.

Points with an unknown owner may go to either side or lie in the kitty, and any seat may win the
last trick, with any combination for which enough cards are left. The ends follow from counting
alone; the cards in the hands are not considered.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.following import Outlook, Range
from scoring.game import NO_CONTEXT, Context
from scoring.problems import ProblemCode
from scoring.seats import COMPASS
from scoring.shengji.cards import POINTS_A_DECK, hand_size, most_in_kitty, points_in
from scoring.shengji.codes import ReportProblem
from scoring.shengji.play.kitty import combination_name, kitty_factor, possible_combinations
from scoring.shengji.reports.facts import Facts, asks_jack
from scoring.shengji.reports.report import POINT_STEP, read_report
from scoring.shengji.rules import HOOKED_LEVEL, LEVELS, RuleSet
from scoring.shengji.settling.levels import (
    deal_score,
    find_outcome,
    jack_falls,
    level_table,
    sum_table,
)
from scoring.shengji.settling.settle import fall_of, throw_points_balance

SHUT_OUT: Final = "shut_out"
TAKES_THE_DEAL: Final = "takes_the_deal"
"""The feats: 大光, attackers without a point, and 上台, the deal changes sides."""

_OPEN: Final = (ProblemCode.MISSING_FIELD, ReportProblem.PLAYS_INCOMPLETE)


def outlook(report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Outlook:
    """Return what is open. Accepts any JSON value and never raises.

    >>> report = {"dealer": "N", "level": "5", "trump": "H", "attackers_points": 75}
    >>> found = outlook({**report, "last_trick": {"winner": "N"}}, RuleSet())
    >>> found.raw["W"], found.scores["N"], found.within_reach["shut_out"]
    ((75, 75), (1, 1), ())
    """
    facts, problems = read_report(report, rules, context)
    if facts.dealer is None or any(problem.code not in _OPEN for problem in problems):
        return Outlook()
    points = _ends(facts, rules)
    gains = list(_gains(points, facts, rules))
    dealers = [seat for seat in COMPASS if facts.is_dealers(seat)]
    attackers = [seat for seat in COMPASS if seat not in dealers]
    takers = [] if find_outcome(points[1], rules).dealer_keeps else attackers
    sides = ((dealers, (0, 0), 0), (attackers, points, 1))
    return Outlook(
        within_reach={
            SHUT_OUT: tuple(dealers if points[0] <= 0 else ()),
            **({} if rules.over_boards else {TAKES_THE_DEAL: tuple(takers)}),
        },
        raw={seat: raw for seats, raw, _ in sides for seat in seats},
        scores={
            seat: (min(gain[side] for gain in gains), max(gain[side] for gain in gains))
            for seats, _, side in sides
            for seat in seats
        },
    )


@dataclass(frozen=True, slots=True)
class _Open:
    """What the tricks leave open.

    These are the attackers' certain points, the points that they can still take, those that may be
    in the kitty, and the cards that a seat has yet to play.
    """

    taken: int
    free: int
    unseen: int
    cards: int


def _ends(facts: Facts, rules: RuleSet) -> Range:
    """Return the fewest and the most points that the attackers can get."""
    open_, moved = _open(facts, rules), throw_points_balance(facts, rules)
    least, most = _factors(facts, open_.cards, rules)
    if facts.kitty_points is not None:
        low, high = (open_.taken + facts.kitty_points * factor for factor in (least, most))
        return low + moved, high + open_.free + moved
    kitty = min(open_.unseen, most_in_kitty(rules.decks))
    # Of the points that are free none or as many as can be lie in the kitty.
    tricks = max(0, open_.free - kitty)
    high = open_.taken + max(open_.free, tricks + kitty * most)
    return open_.taken + moved, high + moved


def _open(facts: Facts, rules: RuleSet) -> _Open:
    cards, course = hand_size(rules.decks), facts.course
    unseen = POINTS_A_DECK * rules.decks - (facts.kitty_points or 0)
    if course is not None and not course.complete:
        plays = [play for trick in course.tricks for play in trick.plays]
        unseen -= sum(points_in(play.cards) for play in plays)
        played = sum(len(trick.plays[0].cards) for trick in course.tricks)
        won = course.points[-1] if course.points else 0
        return _Open(won, unseen, unseen, cards - played)
    dealers, taken = facts.dealers_points, facts.attackers_points
    unseen -= dealers or 0
    if taken is None and (dealers is None or facts.kitty_points is None):
        return _Open(0, unseen, unseen, cards)
    # Where the dealer's side and the kitty are known, the attackers have the rest.
    taken = unseen if taken is None else taken
    return _Open(taken, 0, max(0, unseen - taken), cards)


def _factors(facts: Facts, cards: int, rules: RuleSet) -> Range:
    """Return the least and the most possible multiplier of the kitty."""
    winner = facts.last_winner
    if winner is not None and facts.is_dealers(winner):
        return 0, 0
    blocks = [block for block in possible_combinations(rules) if block.size <= cards]
    if winner is not None and facts.last_combination is not None:
        blocks = [facts.last_combination]
    factors = [kitty_factor(block, rules) for block in blocks]
    return (0 if winner is None else min(factors)), max(factors)


def _gains(points: Range, facts: Facts, rules: RuleSet) -> Iterator[tuple[int, int]]:
    """Yield the scores of dealers and attackers at both ends and wherever the table changes.

    A J that was hooked, or still can be, costs the dealers levels whatever the points.
    """
    low, high = points
    table = sum_table(rules.decks) if rules.sums_up else level_table(rules)
    edges = [edge for row in table for edge in (row.points - POINT_STEP, row.points)]
    for at in (low, *(edge for edge in edges if low < edge < high), high):
        dealers = deal_score(at, rules, as_dealer=True)
        others = deal_score(at, rules, as_dealer=False)
        for fall in _falls(facts, rules):
            yield (-fall if fall else dealers), others


def _falls(facts: Facts, rules: RuleSet) -> list[int]:
    """Return the levels that the dealers may lose by a hooked J (SJ-67), 0 without one."""
    winner, falls = facts.last_winner, list(jack_falls(rules).values())
    if not falls or facts.level not in (None, HOOKED_LEVEL):
        return [0]
    if winner is not None and facts.is_dealers(winner):
        return [0]
    if facts.last_jack is not None and asks_jack(facts, rules):
        return [fall_of(facts, rules)]
    return [0, *falls]


def lookup(rules: RuleSet) -> Mapping[str, Any]:
    """Return small tables from which a device without a network computes a result.

    The attackers' total is their points, plus the points of the kitty times the multiplier of the
    combination that won the last trick, plus the recorded cost of failed throws of the dealer's
    side, less that of the attackers. The last row of `brackets` that begins at or below the total,
    or else the first row, says who keeps the deal and the number of levels: with a `step`, one more
    for every so many points beyond its beginning, but never more than `most_levels`. `next` is the
    number of seats, in order of play, to the next dealer. If there are `sums`, rows like those of
    `brackets`, a deal counts by them and not by levels: one side loses what the other gains. With
    `by_board` the board sets dealer and level, and nothing carries over to the next deal. If there
    is a `hook` and the attackers won the last trick with such a J, the dealer's side at that level
    loses so many levels, instead of any gain. `always_trump` are the ranks that are trump at every
    level.

    >>> found = lookup(RuleSet())
    >>> found["multipliers"]["tractor-2"], found["brackets"][-1]["step"], found["next"]
    (8, 40, {'keeps': 2, 'loses': 1})
    """
    return {
        "kind": "levels",
        "levels": list(LEVELS),
        "multipliers": {
            combination_name(block): kitty_factor(block, rules)
            for block in possible_combinations(rules)
        },
        "brackets": [row.as_dict() for row in level_table(rules)],
        "most_levels": None if rules.over_boards else rules.max_levels_per_deal,
        "sums": [row.as_dict() for row in sum_table(rules.decks)] if rules.sums_up else None,
        "by_board": rules.over_boards,
        "start": rules.start_level,
        "target": rules.target_level,
        "must_play": list(rules.must_play),
        "dealer_passes": rules.win_condition,
        "hook": _hook(rules),
        "next": {"keeps": 2, "loses": 1} if rules.next_dealer else None,
        "points": POINTS_A_DECK * rules.decks,
        "always_trump": list(rules.always_trump),
    }


def _hook(rules: RuleSet) -> dict[str, Any] | None:
    falls = {jack.value: fall for jack, fall in jack_falls(rules).items()}
    return {"level": HOOKED_LEVEL, "falls": falls} if falls else None
