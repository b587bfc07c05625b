"""From the attackers' points to the next dealer, and to the levels that each side gains.

The tables are data: rows in rising order of the points from which they hold (SJ-60 to SJ-65).

Over boards (复式) a deal counts by itself (SJ-90 to SJ-93). No regulation of this has been
published. At one table the level follows from the deals before; at several tables with the same
cards it must be the same, so the number of the board sets it.

>>> find_outcome(85, RuleSet())
Outcome(dealer_keeps=False, dealer_up=0, attackers_up=1)
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from scoring.shengji.cards import POINTS_A_DECK
from scoring.shengji.codes import RuleProblem
from scoring.shengji.rules import (
    HOOKED_LEVEL,
    LEVELS,
    BidTiming,
    Bracket,
    DealScore,
    JackHook,
    JackHookOffSuit,
    LastJack,
    LevelTable,
    NoBid,
    OverHundred,
    RuleSet,
    TimeTie,
)

SUMS: Final = (
    (0, True, 3),
    (1, True, 2),
    (20, True, 1),
    (40, False, 1),
    (60, False, 2),
    (80, False, 3),
    (100, False, 4),
)
"""From how many points in a hundred on: who gains, and how much (SJ-91)."""


OFF_BOARDS: Final = {"jack_hook": RuleProblem.JACK_HOOK_WITHOUT_LEVELS}
"""What a club may not want over boards (SJ-67); whatever else goes with games falls away."""


def level_of_board(number: int) -> str:
    """Return the level at which a board is played: from 2 to A, and again.

    With thirteen levels and four dealing seats, no level belongs to one side.

    >>> level_of_board(1), level_of_board(13), level_of_board(14)
    ('2', 'A', '2')
    """
    return LEVELS[(number - 1) % len(LEVELS)]


def for_boards(rules: RuleSet) -> RuleSet:
    """Return the rules under which a deal counts by itself: no game (局), nothing carried over.

    >>> for_boards(RuleSet()).over_boards, for_boards(RuleSet()).target_level
    (True, None)
    """
    return replace(
        rules,
        deal_score=DealScore.BOARD_SUM,
        # Hands come whole from a board, and its kitty in no order: no card was the first of them.
        bid_timing=BidTiming.IN_TURN,
        no_bid=NoBid.NO_TRUMP,
        start_level=LEVELS[0],
        target_level=None,
        must_play=(),
        next_dealer=False,
        early_end_lead=None,
        deals=None,
        minutes=None,
        time_tie=TimeTie.DRAW,
        jack_hook=JackHook.OFF,
        jack_hook_off_suit=JackHookOffSuit.NONE,
    )


def for_fixed_deals(rules: RuleSet) -> RuleSet:
    """Return the rules for a fixed number of deals at each table: levels without an end.

    >>> rules = for_fixed_deals(for_boards(RuleSet()))
    >>> rules.over_boards, rules.target_level
    (False, None)
    """
    return replace(
        rules,
        deal_score=DealScore.LEVELS if rules.over_boards else rules.deal_score,
        target_level=None,
        early_end_lead=None,
        deals=None,
        minutes=None,
    )


def sum_table(decks: int) -> tuple[Bracket, ...]:
    """Return the brackets of the deal sum: the scale of two decks, scaled to the points of all.

    >>> [row.points for row in sum_table(2)]
    [0, 1, 40, 80, 120, 160, 200]
    """
    # Nothing at all and the first point stay what they are, whatever there is to be had.
    return tuple(
        Bracket(part if part < 2 else part * decks * POINTS_A_DECK // 100, keeps, sum_)
        for part, keeps, sum_ in SUMS
    )


class Outcome(NamedTuple):
    """Whether the dealer's side keeps the deal, and the levels that each side gains.

    With the table of sums the gains are points of the deal, which the other side loses.
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
    """Return the outcome for the attackers' points.

    >>> find_outcome(0, RuleSet()).dealer_up, find_outcome(1, RuleSet()).dealer_up
    (3, 2)
    """
    most = None if rules.over_boards else rules.max_levels_per_deal
    return _by_table(points, level_table(rules), most)


_HALF: Final = "6"
_THREE: Final = 3


def jack_falls(rules: RuleSet) -> Mapping[LastJack, int]:
    """Return the levels that the dealer's side loses by each hooked J (SJ-67, SJ-68).

    No side falls below the first level. A J that costs nothing is left out.

    >>> jack_falls(RuleSet(jack_hook=JackHook.START, must_play=("J", "A")))
    {<LastJack.TRUMP: 'trump'>: 9}
    """
    if rules.jack_hook is JackHook.OFF:
        return {}
    hooked, start = LEVELS.index(HOOKED_LEVEL), LEVELS.index(rules.start_level)
    to = {
        LastJack.TRUMP: start,
        LastJack.OFF_SUIT: {
            JackHookOffSuit.NONE: hooked,
            JackHookOffSuit.HALF: LEVELS.index(_HALF),
            JackHookOffSuit.THREE: hooked - _THREE,
        }[rules.jack_hook_off_suit],
    }
    falls = {jack: hooked - max(level, start) for jack, level in to.items()}
    return {jack: fall for jack, fall in falls.items() if fall > 0}


def deal_score(points: int, rules: RuleSet, *, as_dealer: bool) -> int:
    """Return what a deal counts for a side: the levels that it gains, or the deal's number.

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
    """Return the rows that apply under a set of rules.

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
