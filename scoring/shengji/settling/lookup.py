"""Small tables from which a device without a network reads what a result comes to.

The points of the kitty times the multiplier of the combination that won the last trick are added
to the attackers' points, and so is what failed throws were noted to cost the dealer's side, less
what they cost the attackers; the last row of `brackets` that begins at or below that sum, the first
one else, says who keeps the deal and how many levels that is: with a `step` one more for every
so many points beyond its beginning, and never more than `most_levels`. `next` says how many seats
on, in order of play, the next dealer sits. Where there are `sums`, rows like those of `brackets`,
a deal counts by them and not by its levels: what one side gains the other loses. With `by_board`
the board says who deals at which level, and nothing goes on to the next deal.
"""

from collections.abc import Mapping
from typing import Any

from scoring.seats import COMPASS, next_to_play, partner_of
from scoring.shengji.cards import POINTS_A_DECK
from scoring.shengji.play.combinations import combination_name, possible_combinations
from scoring.shengji.play.kitty import kitty_factor
from scoring.shengji.rules import LEVELS, RuleSet
from scoring.shengji.settling.levels import level_table
from scoring.shengji.settling.over_boards import sum_table


def lookup(rules: RuleSet) -> Mapping[str, Any]:
    """Return the tables as plain JSON data.

    >>> found = lookup(RuleSet())
    >>> found["multipliers"]["tractor-2"], found["brackets"][-1]["step"], found["next"]
    (8, 40, {'keeps': 2, 'loses': 1})
    """
    return {
        "kind": "levels",
        "levels": list(LEVELS),
        "multipliers": {
            combination_name(block): kitty_factor(block, rules)
            for block in possible_combinations(rules.decks)
        },
        "brackets": [row.as_dict() for row in level_table(rules)],
        "most_levels": None if rules.over_boards else rules.max_levels_per_deal,
        "sums": [row.as_dict() for row in sum_table(rules.decks)] if rules.sums_up else None,
        "by_board": rules.over_boards,
        "start": rules.start_level,
        "target": rules.target_level,
        "must_play": list(rules.must_play),
        "dealer_passes": rules.win_condition,
        "next": _next() if rules.next_dealer else None,
        "points": POINTS_A_DECK * rules.decks,
    }


def _next() -> dict[str, int]:
    """How many seats on from the dealer, who is the first here, the next one sits."""
    dealer = COMPASS[0]
    return {
        "keeps": COMPASS.index(partner_of(dealer)),
        "loses": COMPASS.index(next_to_play(dealer, COMPASS)),
    }
