"""Sets of rules that contradict themselves, each contradiction a coded problem."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from scoring.problems import Problem
from scoring.shengji.codes import RuleProblem
from scoring.shengji.rules import (
    LEVELS,
    Bracket,
    JokerBidOrder,
    LevelTable,
    RuleSet,
    Switch,
    TimeTie,
    TitanicOrder,
)

_DECKS_OF: Final = {
    LevelTable.LIANZHONG_1: 1,
    LevelTable.LIANZHONG_2: 2,
    LevelTable.LIANZHONG_3: 3,
    LevelTable.STANDARD_2: 2,
    LevelTable.STANDARD_3: 3,
}


def contradictions(rules: RuleSet) -> Iterator[Problem]:
    """Yield everything in which a set of rules contradicts itself.

    >>> [problem.code.value for problem in contradictions(RuleSet(decks=3))]
    ['level_table_of_other_decks']
    """
    yield from _of_table(rules)
    yield from _of_decks(rules)
    yield from _of_game(rules)


def _of_table(rules: RuleSet) -> Iterator[Problem]:
    expected = _DECKS_OF.get(rules.level_table, rules.decks)
    if expected != rules.decks:
        values = (("decks", rules.decks), ("expected", expected))
        yield Problem(RuleProblem.LEVEL_TABLE_OF_OTHER_DECKS, "level_table", values=values)
    if rules.level_table is not LevelTable.CUSTOM:
        if rules.custom_levels:
            yield Problem(RuleProblem.CUSTOM_LEVELS_NOT_ASKED, "custom_levels")
    elif not rules.custom_levels:
        yield Problem(RuleProblem.CUSTOM_LEVELS_MISSING, "custom_levels")
    else:
        yield from _of_rows(rules.custom_levels)


def _of_rows(rows: tuple[Bracket, ...]) -> Iterator[Problem]:
    if rows[0].points != 0:
        yield Problem(RuleProblem.CUSTOM_LEVELS_NOT_FROM_ZERO, "custom_levels.0.points")
    for place, (row, following) in enumerate(pairwise(rows), start=1):
        field = f"custom_levels.{place}"
        if following.points <= row.points:
            yield Problem(RuleProblem.CUSTOM_LEVELS_NOT_RISING, f"{field}.points")
        if following.dealer_keeps and not row.dealer_keeps:
            yield Problem(RuleProblem.CUSTOM_LEVELS_BACK_TO_DEALER, f"{field}.dealer_keeps")
    for place, row in enumerate(rows):
        if row.step is not None and row.dealer_keeps:
            field = f"custom_levels.{place}.step"
            yield Problem(RuleProblem.CUSTOM_STEP_FOR_DEALER, field)


def _of_decks(rules: RuleSet) -> Iterator[Problem]:
    decks = (("decks", rules.decks),)
    if rules.decks < 3:
        for field, is_on in (
            ("triple_protection", rules.triple_protection is Switch.ON),
            ("titanic_order", rules.titanic_order is TitanicOrder.TRIPLES_FIRST),
        ):
            if is_on:
                yield Problem(RuleProblem.TRIPLES_WITHOUT_THREE_DECKS, field, values=decks)
    if rules.decks == 1 and rules.joker_bid_order is JokerBidOrder.SMALL_LT_BIG:
        yield Problem(RuleProblem.JOKER_BIDS_WITH_ONE_DECK, "joker_bid_order")


def _ends(rules: RuleSet) -> Iterator[bool]:
    """Whatever decides by levels; over boards also what ends a game or goes on to the next deal.

    Tables that deal for themselves go on, and a fixed number of deals leaves out every end.
    """
    yield rules.time_tie is not TimeTie.DRAW
    if not rules.over_boards:
        return
    yield rules.next_dealer
    for end in (rules.target_level, rules.early_end_lead, rules.deals, rules.minutes):
        yield end is not None


def _of_game(rules: RuleSet) -> Iterator[Problem]:
    if rules.deals is not None and rules.minutes is not None:
        yield Problem(RuleProblem.TWO_LIMITS_OF_GAME, "minutes")
    if rules.sums_up and any(_ends(rules)):
        yield Problem(RuleProblem.DEAL_SUM_WITH_A_GAME, "deal_score")
    target = rules.target_level
    if target is not None and LEVELS.index(rules.start_level) > LEVELS.index(target):
        values = (("start", rules.start_level), ("target", target))
        yield Problem(RuleProblem.LEVEL_ABOVE_TARGET, "start_level", values=values)
