"""Reading a set of rules: the values of each option, and contradictions between them.

>>> read_rules({"preset": "standard-2", "throw_penalty": 0}).throw_penalty.value
'0'
>>> read_rules({"preset": "lianzhong-2", "throw_penaltys": 0})
Traceback (most recent call last):
scoring.problems.RulesRefused: unknown_dimension at throw_penaltys
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from scoring.problems import Problem
from scoring.reading import (
    Reader,
    as_choice,
    as_list,
    as_number,
    as_object,
    as_truth,
    at,
    number_in,
    one_of,
    or_nothing,
    read_rule_set,
    required,
    unknown_fields,
)
from scoring.shengji.codes import RuleProblem
from scoring.shengji.rulebook.presets import PRESETS
from scoring.shengji.rules import (
    HOOKED_LEVEL,
    LEVELS,
    BidTiming,
    Bracket,
    DealScore,
    JackHook,
    JackHookOffSuit,
    JokerBidOrder,
    KittyBy,
    KittyMultiplier,
    KittyPrecedence,
    LevelTable,
    NoBid,
    Off,
    OverHundred,
    RuffCompare,
    RuleSet,
    Switch,
    ThrowFallback,
    ThrowFollow,
    ThrowPenalty,
    TimeEnd,
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


MOST_POINTS: Final = 10_000
"""No row of a table begins above this."""

MOST_LEVELS: Final = 13
"""From 2 past A: no deal gains more, and no lead is larger."""

MOST_ALWAYS_TRUMP: Final = 11
"""Of thirteen ranks one is the level, and a plain one is left."""

MOST_OF_A_GAME: Final = 1000
"""No game (局) has more deals or minutes."""


def _contradictions(rules: RuleSet) -> Iterator[Problem]:
    yield from _of_table(rules)
    yield from _of_decks(rules)
    yield from _of_game(rules)
    if len(rules.always_trump) > MOST_ALWAYS_TRUMP:
        values = (("most", MOST_ALWAYS_TRUMP),)
        yield Problem(RuleProblem.TOO_MANY_ALWAYS_TRUMP, "always_trump", values=values)
    yield from _of_jack_hook(rules)


def _of_jack_hook(rules: RuleSet) -> Iterator[Problem]:
    """Yield contradictions of a J hook: its level must be played, and levels count (SJ-67)."""
    if rules.jack_hook is JackHook.OFF:
        if rules.jack_hook_off_suit is not JackHookOffSuit.NONE:
            yield Problem(RuleProblem.OFF_SUIT_HOOK_ALONE, "jack_hook_off_suit")
    elif rules.sums_up:
        yield Problem(RuleProblem.JACK_HOOK_WITHOUT_LEVELS, "jack_hook")
    elif HOOKED_LEVEL not in rules.must_play:
        yield Problem(RuleProblem.JACK_HOOK_NOT_PLAYED, "jack_hook")


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
    """Yield for each option that decides by levels whether it is set.

    Over boards this includes options that end a game or affect the next deal.

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


def read_rules(wanted: object) -> RuleSet:
    """Read `{"preset": name, option: value, …}`; missing options are as in the preset.

    Without a preset they are as in `lianzhong-2`. Raises RulesRefused with every problem: unknown
    names, values of the wrong kind, and sets that contradict themselves.

    >>> read_rules({}) == RuleSet()
    True
    """
    return read_rule_set(wanted, PRESETS, _READERS, RuleSet, _contradictions)


def _throw_penalty(value: object, field: str, problems: list[Problem]) -> ThrowPenalty | None:
    """Read a throw penalty: points are written as numbers, and also accepted as texts."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    text = as_choice(value, [member.value for member in ThrowPenalty], field, problems)
    return None if text is None else ThrowPenalty(text)


def _switch(value: object, field: str, problems: list[Problem]) -> Switch | None:
    """Read `on` or `off`, also given as true or false."""
    if isinstance(value, bool):
        return Switch.ON if value else Switch.OFF
    text = as_choice(value, [member.value for member in Switch], field, problems)
    return None if text is None else Switch(text)


def _rank(value: object, field: str, problems: list[Problem]) -> str | None:
    return as_choice(value, LEVELS, field, problems)


def _ranks(value: object, field: str, problems: list[Problem]) -> tuple[str, ...]:
    """Read a set of ranks, each once in the order of levels, so that equal sets are equal rules."""
    ranks = as_list(value, field, problems)
    named = {_rank(rank, at(field, place), problems) for place, rank in enumerate(ranks)}
    return tuple(rank for rank in LEVELS if rank in named)


def _custom_levels(value: object, field: str, problems: list[Problem]) -> tuple[Bracket, ...]:
    rows = as_list(value, field, problems)
    return tuple(
        row
        for place, bracket in enumerate(rows)
        if (row := _bracket(bracket, at(field, place), problems)) is not None
    )


def _bracket(value: object, field: str, problems: list[Problem]) -> Bracket | None:
    bracket = as_object(value, field, problems)
    if bracket is not value:
        return None
    unknown_fields(bracket, ["points", "dealer_keeps", "levels", "step"], field, problems)
    before = len(problems)
    points, keeps, levels = (
        required(bracket, name, field, problems) for name in ("points", "dealer_keeps", "levels")
    )
    if len(problems) > before:
        return None
    least = as_number(points, 0, MOST_POINTS, at(field, "points"), problems)
    is_kept = as_truth(keeps, at(field, "dealer_keeps"), problems)
    gained = as_number(levels, 0, MOST_LEVELS, at(field, "levels"), problems)
    step = bracket.get("step")
    if step is not None:
        step = as_number(step, 1, MOST_POINTS, at(field, "step"), problems)
    if least is None or is_kept is None or gained is None:
        return None
    return Bracket(least, is_kept, gained, step)


_READERS: Final[Mapping[str, Reader]] = {
    "decks": number_in(1, 3),
    "level_table": one_of(LevelTable),
    "custom_levels": _custom_levels,
    "one_deck_over_100": one_of(OverHundred),
    "max_levels_per_deal": or_nothing(number_in(1, MOST_LEVELS)),
    "kitty_multiplier": one_of(KittyMultiplier),
    "kitty_precedence": one_of(KittyPrecedence),
    "kitty_by": one_of(KittyBy),
    "throw_fallback": one_of(ThrowFallback),
    "throw_penalty": _throw_penalty,
    "partner_blocks_throw": as_truth,
    "triple_protection": one_of(Switch),
    "tractor_protection": as_truth,
    "partial_tractor": as_truth,
    "titanic_order": one_of(TitanicOrder),
    "throw_follow": one_of(ThrowFollow),
    "ruff_compare": one_of(RuffCompare),
    "bid_timing": one_of(BidTiming),
    "joker_bid_order": one_of(JokerBidOrder),
    "self_overcall": as_truth,
    "bid_after_kitty": one_of(Off),
    "no_bid": one_of(NoBid),
    "next_dealer": as_truth,
    "must_play": _ranks,
    "win_condition": as_truth,
    "start_level": _rank,
    "target_level": or_nothing(_rank),
    "early_end_lead": or_nothing(number_in(1, MOST_LEVELS)),
    "deals": or_nothing(number_in(1, MOST_OF_A_GAME)),
    "minutes": or_nothing(number_in(1, MOST_OF_A_GAME)),
    "redeal_rule": one_of(Off),
    "chao_dipi": one_of(Off),
    "claims": as_truth,
    "deal_score": one_of(DealScore),
    "time_tie": one_of(TimeTie),
    "time_end": one_of(TimeEnd),
    "always_trump": _ranks,
    "over_level_tractor": _switch,
    "jack_hook": one_of(JackHook),
    "jack_hook_off_suit": one_of(JackHookOffSuit),
}
