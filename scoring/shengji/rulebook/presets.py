"""The named sets of rules, and the usual values that a director can choose from.

A preset lists what it changes in `lianzhong-2`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from scoring.shengji.rules import (
    LEVELS,
    BidTiming,
    DealScore,
    JackHook,
    JackHookOffSuit,
    JokerBidOrder,
    KittyBy,
    KittyMultiplier,
    KittyPrecedence,
    LevelTable,
    NoBid,
    OverHundred,
    RuffCompare,
    RuleSet,
    Switch,
    ThrowFallback,
    ThrowFollow,
    TimeEnd,
    TimeTie,
    TitanicOrder,
)

LIANZHONG_2: Final = "lianzhong-2"
"""The preset that holds where none is named."""

_STANDARD: Final[Mapping[str, Any]] = {
    "kitty_multiplier": "2_4_8",
    "kitty_precedence": "max",
    "throw_fallback": "smallest",
    "throw_penalty": 10,
}

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    # The source with two decks.
    LIANZHONG_2: {},
    # The source with one deck.
    "lianzhong-1": {"decks": 1, "level_table": "lianzhong_1", "bid_timing": "after_deal"},
    # The source with three decks.
    "lianzhong-3": {"decks": 3, "level_table": "lianzhong_3"},
    # The tables of most clubs and regulations.
    "standard-2": {**_STANDARD, "level_table": "standard_2"},
    "standard-3": {**_STANDARD, "decks": 3, "level_table": "standard_3"},
}


_TRUTHS: Final = (True, False)


def _all(choices: type[StrEnum]) -> tuple[str, ...]:
    return tuple(member.value for member in choices)


CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "decks": (2, 1, 3),
    "level_table": tuple(name for name in _all(LevelTable) if name != LevelTable.CUSTOM),
    "one_deck_over_100": _all(OverHundred),
    "max_levels_per_deal": (None, 3),
    "kitty_multiplier": _all(KittyMultiplier),
    "kitty_precedence": _all(KittyPrecedence),
    "kitty_by": _all(KittyBy),
    "throw_fallback": _all(ThrowFallback),
    "throw_penalty": (0, 10, "10_per_card", "10_per_returned_card"),
    "partner_blocks_throw": _TRUTHS,
    "triple_protection": _all(Switch),
    "tractor_protection": (False, True),
    "partial_tractor": _TRUTHS,
    "titanic_order": _all(TitanicOrder),
    "throw_follow": _all(ThrowFollow),
    "ruff_compare": _all(RuffCompare),
    "bid_timing": tuple(name for name in _all(BidTiming) if name != BidTiming.IN_TURN),
    "joker_bid_order": _all(JokerBidOrder),
    "self_overcall": (False, True),
    "no_bid": _all(NoBid),
    "next_dealer": _TRUTHS,
    "must_play": (["A"], [], ["J", "A"], ["5", "10", "K", "A"]),
    "win_condition": _TRUTHS,
    "target_level": ("A", "10", None),
    "early_end_lead": (None, 5),
    "deal_score": tuple(name for name in _all(DealScore) if name != DealScore.BOARD_SUM),
    "time_tie": _all(TimeTie),
    "time_end": _all(TimeEnd),
    "always_trump": ([], ["2"], ["2", "3", "5"]),
    "start_level": LEVELS[:9],
    "over_level_tractor": ("on", "off"),
    "jack_hook": _all(JackHook),
    "jack_hook_off_suit": _all(JackHookOffSuit),
    "claims": (False, True),
}
"""The values of each option, that of the first preset first."""

_J_IS_PLAYED: Final = {"must_play": ["J", "A"]}
NEEDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "jack_hook": _J_IS_PLAYED,
    "jack_hook_off_suit": {**_J_IS_PLAYED, "jack_hook": "start"},
}
"""What else has to be said before an option can differ from the presets (SJ-67)."""


def proposals(rules: RuleSet) -> dict[str, Any]:
    """Return the first level that clubs play with these rules, if it is another.

    A rank that is always trump is no level to begin at: where 2 is, a club begins at 3.

    >>> proposals(RuleSet(always_trump=("2",))), proposals(RuleSet())
    ({'start_level': '3'}, {})
    """
    if rules.start_level not in rules.always_trump:
        return {}
    return {"start_level": next(rank for rank in LEVELS if rank not in rules.always_trump)}
