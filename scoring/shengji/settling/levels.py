"""What the attackers' points come to: who deals next, and how many levels each side gains.

The tables are data: rows of points from which on they hold, in rising order (SJ-60 to SJ-65).

>>> find_outcome(85, RuleSet())
Outcome(dealer_keeps=False, dealer_up=0, attackers_up=1)
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from scoring.shengji.rules import Bracket, LevelTable, OverHundred, RuleSet
from scoring.shengji.settling.over_boards import sum_table


class Outcome(NamedTuple):
    """Whether the dealer's side keeps the deal, and the levels that each side gains.

    By the table of sums these are what a deal counts for the side that gains; the other loses as
    much.
    """

    dealer_keeps: bool
    dealer_up: int
    attackers_up: int

    def score(self, *, as_dealer: bool, zero_sum: bool) -> int:
        """Return what the deal counts for a side.

        >>> Outcome(True, 3, 0).score(as_dealer=False, zero_sum=True)
        -3
        """
        own, other = self.dealer_up, self.attackers_up
        if not as_dealer:
            own, other = other, own
        return own - other if zero_sum else own


_THREE_DECKS: Final = (
    Bracket(0, True, 3),
    Bracket(1, True, 2),
    Bracket(60, True, 1),
    Bracket(120, False, 0, 60),
)
TABLES: Final[Mapping[LevelTable, tuple[Bracket, ...]]] = {
    LevelTable.LIANZHONG_1: (
        Bracket(0, True, 2),
        Bracket(1, True, 1),
        Bracket(40, False, 0),
        Bracket(80, False, 1),
        Bracket(100, False, 2),
    ),
    LevelTable.LIANZHONG_2: (
        Bracket(0, True, 3),
        Bracket(1, True, 2),
        Bracket(40, True, 1),
        Bracket(80, False, 1, 40),
    ),
    LevelTable.LIANZHONG_3: _THREE_DECKS,
    LevelTable.STANDARD_2: (
        Bracket(0, True, 3),
        Bracket(1, True, 2),
        Bracket(40, True, 1),
        Bracket(80, False, 0, 40),
    ),
    LevelTable.STANDARD_3: _THREE_DECKS,
}
"""The known tables. The first row of each is for no points at all."""

_ABOVE_100: Final = {
    OverHundred.CAP2: None,
    OverHundred.PLUS1_PER_20: 20,
    OverHundred.PLUS1_PER_40: 40,
}


def find_outcome(points: int, rules: RuleSet) -> Outcome:
    """Return what the attackers' points come to.

    >>> find_outcome(0, RuleSet()).dealer_up, find_outcome(1, RuleSet()).dealer_up
    (3, 2)
    """
    most = None if rules.over_boards else rules.max_levels_per_deal
    return _by_table(points, level_table(rules), most)


def deal_score(points: int, rules: RuleSet, *, as_dealer: bool) -> int:
    """Return what a deal counts for a side: the levels that it gains, or the deal's own number.

    >>> deal_score(115, RuleSet(), as_dealer=True)
    0
    >>> from scoring.shengji.rules import DealScore
    >>> deal_score(115, RuleSet(deal_score=DealScore.DEAL_SUM), as_dealer=True)
    -1
    """
    if not rules.sums_up:
        return find_outcome(points, rules).score(as_dealer=as_dealer, zero_sum=False)
    result = _by_table(points, sum_table(rules.decks))
    return result.score(as_dealer=as_dealer, zero_sum=True)


def _by_table(points: int, table: tuple[Bracket, ...], most: int | None = None) -> Outcome:
    row = table[0]
    for bracket in table[1:]:
        if points >= bracket.points:
            row = bracket
    levels = row.levels + ((points - row.points) // row.step if row.step else 0)
    levels = levels if most is None else min(levels, most)
    return Outcome(row.dealer_keeps, *((levels, 0) if row.dealer_keeps else (0, levels)))


def level_table(rules: RuleSet) -> tuple[Bracket, ...]:
    """Return the rows that hold under a set of rules.

    >>> [row.points for row in level_table(RuleSet())]
    [0, 1, 40, 80]
    """
    if rules.over_boards:
        return sum_table(rules.decks)
    if rules.level_table is LevelTable.CUSTOM:
        return rules.custom_levels
    table = TABLES[rules.level_table]
    if rules.level_table is LevelTable.LIANZHONG_1:
        *lower, last = table
        step = _ABOVE_100[rules.one_deck_over_100]
        return (*lower, Bracket(last.points, last.dealer_keeps, last.levels, step))
    return table
