"""Reading a set of rules: which values each option takes, and every problem at once.

>>> read_rules({"preset": "standard-2", "throw_penalty": 0}).throw_penalty.value
'0'
>>> read_rules({"preset": "lianzhong-2", "throw_penaltys": 0})
Traceback (most recent call last):
scoring.problems.RulesRefused: unknown_dimension at throw_penaltys
"""

from collections.abc import Mapping
from typing import Final

from scoring.problems import Problem
from scoring.reading import (
    as_choice,
    as_list,
    as_number,
    as_object,
    as_truth,
    at,
    required,
    unknown_fields,
)
from scoring.rule_reading import Reader, number_in, one_of, or_nothing, read_rule_set
from scoring.shengji.rulebook.contradictions import contradictions
from scoring.shengji.rulebook.presets import PRESETS
from scoring.shengji.rules import (
    LEVELS,
    BidTiming,
    Bracket,
    DealScore,
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

MOST_POINTS: Final = 10_000
"""No row of a table begins above this."""

MOST_LEVELS: Final = 13
"""From 2 past A: no deal gains more, and no lead is larger."""

MOST_OF_A_GAME: Final = 1000
"""No game (局) has more deals or minutes."""


def read_rules(wanted: object) -> RuleSet:
    """Read `{"preset": name, option: value, …}`; what is left out is as in the preset.

    Without a preset the rest is as in `lianzhong-2`. Raises RulesRefused with every problem:
    unknown names, values of the wrong kind, and sets that contradict themselves.

    >>> read_rules({}) == RuleSet()
    True
    """
    return read_rule_set(wanted, PRESETS, _READERS, RuleSet, contradictions)


def _throw_penalty(value: object, field: str, problems: list[Problem]) -> ThrowPenalty | None:
    """Points are written as numbers, and read as texts too."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    text = as_choice(value, [member.value for member in ThrowPenalty], field, problems)
    return None if text is None else ThrowPenalty(text)


def _rank(value: object, field: str, problems: list[Problem]) -> str | None:
    return as_choice(value, LEVELS, field, problems)


def _ranks(value: object, field: str, problems: list[Problem]) -> tuple[str, ...]:
    """A set: in the order of the levels, each once, so that equal sets are equal rules."""
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
}
