"""What throws that failed cost, as they were written down or noted in a sum (SJ-43)."""

from scoring.shengji.play.throws import Thrown, penalty
from scoring.shengji.reports.facts import Facts, FailedThrow
from scoring.shengji.rules import RuleSet


def throw_costs(facts: Facts, rules: RuleSet) -> tuple[tuple[FailedThrow, int], ...]:
    """Return what each throw that is written down cost whoever made it.

    >>> throw = FailedThrow("W", ("H9", "HA"), 1)
    >>> throw_costs(Facts(failed_throws=(throw,)), RuleSet())[0][1]
    0
    """
    return tuple(
        (throw, penalty(Thrown(False, throw.cards[: throw.played]), len(throw.cards), rules))
        for throw in facts.failed_throws
    )


def costs_of_sides(facts: Facts, rules: RuleSet) -> tuple[int, int]:
    """Return what failed throws cost the dealer's side and the attackers, as it was noted.

    >>> costs_of_sides(Facts("N", throw_points=(20, 10)), RuleSet())
    (20, 10)
    """
    costs = throw_costs(facts, rules)
    if not any(cost for _, cost in costs):
        return facts.throw_points
    dealers = sum(cost for throw, cost in costs if facts.is_dealers(throw.seat))
    return dealers, sum(cost for _, cost in costs) - dealers
