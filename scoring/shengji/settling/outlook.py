"""What a deal that is written down in part can still come to, and tables of it for devices.

Points that nobody is known to have may go to either side or lie in the kitty, and the last trick
may be won by whoever, with any combination for which enough cards are left. The ends follow from
counting alone; which cards are in whose hand is not looked at.
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
    """Return what is open. Takes any JSON value and never raises.

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
    """What the tricks leave open: the points that the attackers have for certain, those that they
    can still take, those that may lie in the kitty, and the cards that a seat has yet to play.
    """

    taken: int
    free: int
    unseen: int
    cards: int


def _ends(facts: Facts, rules: RuleSet) -> Range:
    """The fewest and the most points that the attackers can come to."""
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
    """The least and the most that the points of the kitty can be multiplied by."""
    winner = facts.last_winner
    if winner is not None and facts.is_dealers(winner):
        return 0, 0
    blocks = [block for block in possible_combinations(rules) if block.size <= cards]
    if winner is not None and facts.last_combination is not None:
        blocks = [facts.last_combination]
    factors = [kitty_factor(block, rules) for block in blocks]
    return (0 if winner is None else min(factors)), max(factors)


def _gains(points: Range, facts: Facts, rules: RuleSet) -> Iterator[tuple[int, int]]:
    """What dealers and attackers score at both ends and wherever the table changes between.

    A J that can still be hooked, or was, takes levels from the dealers whatever the points.
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
    """By how many levels the dealers may fall (SJ-67), 0 where no J is hooked."""
    winner, falls = facts.last_winner, list(jack_falls(rules).values())
    if not falls or facts.level not in (None, HOOKED_LEVEL):
        return [0]
    if winner is not None and facts.is_dealers(winner):
        return [0]
    if facts.last_jack is not None and asks_jack(facts, rules):
        return [fall_of(facts, rules)]
    return [0, *falls]


def lookup(rules: RuleSet) -> Mapping[str, Any]:
    """Return small tables from which a device without a network reads what a result comes to.

    The points of the kitty times the multiplier of the combination that won the last trick are
    added to the attackers' points, and so is what failed throws were noted to cost the dealer's
    side, less what they cost the attackers; the last row of `brackets` that begins at or below that
    sum, the first one else, says who keeps the deal and how many levels that is: with a `step` one
    more for every so many points beyond its beginning, and never more than `most_levels`. `next`
    says how many seats on, in order of play, the next dealer sits. Where there are `sums`, rows
    like those of `brackets`, a deal counts by them and not by its levels: what one side gains the
    other loses. With `by_board` the board says who deals at which level, and nothing goes on to the
    next deal. Where there is a `hook`, the dealer's side falls at its level by so many levels,
    instead of what it gained, if the attackers won the last trick with such a J.

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
    }


def _hook(rules: RuleSet) -> dict[str, Any] | None:
    falls = {jack.value: fall for jack, fall in jack_falls(rules).items()}
    return {"level": HOOKED_LEVEL, "falls": falls} if falls else None
