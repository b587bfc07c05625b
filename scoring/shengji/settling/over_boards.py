"""Deals over boards 复式: what the board says, and what a deal counts by itself (SJ-90 to SJ-93).

No regulation of this has been published. At a table a level follows from the deals before it; at
several tables with the same cards it must not, so the number of the board says it.
"""

from dataclasses import replace
from typing import Final

from scoring.shengji.cards import POINTS_A_DECK
from scoring.shengji.rules import LEVELS, BidTiming, Bracket, DealScore, NoBid, RuleSet, TimeTie

ROWS: Final = ((0, True, 3), (1, True, 2), (20, True, 1), (40, False, 1), (60, False, 2))
"""From how many points in a hundred on: who gains, and how much."""
FURTHER: Final = ((80, False, 3), (100, False, 4))


def level_of_board(number: int) -> str:
    """Return the level at which a board is played: from 2 to A, and again.

    As there are thirteen levels and four seats that deal, no level belongs to one side.

    >>> level_of_board(1), level_of_board(13), level_of_board(14)
    ('2', 'A', '2')
    """
    return LEVELS[(number - 1) % len(LEVELS)]


def for_boards(rules: RuleSet) -> RuleSet:
    """Return the rules with which a deal counts by itself: no game (局), nothing carried over.

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
    )


def for_tables(rules: RuleSet) -> RuleSet:
    """Return the rules with which tables deal for themselves, and levels are climbed.

    >>> for_tables(for_boards(RuleSet())).over_boards
    False
    """
    return replace(rules, deal_score=DealScore.LEVELS) if rules.over_boards else rules


def sum_table(decks: int) -> tuple[Bracket, ...]:
    """Return what the attackers' points come to: the scale of two decks, by the points there are.

    >>> [row.points for row in sum_table(2)]
    [0, 1, 40, 80, 120, 160, 200]
    """
    # Nothing at all and the first point stay what they are, whatever there is to be had.
    return tuple(
        Bracket(part if part < 2 else part * decks * POINTS_A_DECK // 100, keeps, sum_)
        for part, keeps, sum_ in (*ROWS, *FURTHER)
    )
