"""The named sets of rules, and the usual values that a director can choose from.

A preset lists what it changes in `classic`, and its source: T1 to T9 are the texts of the source;
`docs/rules/gongzhu.md` has their lines.
"""

from collections.abc import Mapping
from typing import Any, Final

from scoring.gongzhu.rules import (
    FLIP,
    FirstLead,
    Hearts,
    LateExposure,
    NextLead,
    Normalise,
    Penalties,
    PigFlips,
    ProtectedLeads,
    Protection,
    SelfWonHeartAce,
    SelfWonTransformer,
    Shuffler,
    Slam,
    SlamHearts,
    TransformerAlone,
)
from scoring.seats import Direction

CLASSIC: Final = "classic"
"""The preset that holds where none is named."""

_PLUS_MINUS_1000: Final = {"low": -1000, "high": 1000}

_HUAPAI: Final[Mapping[str, Any]] = {
    "first_exposure": True,
    "self_won": True,
    # L275 forbids to discard and to follow, and says nothing of leads.
    "protection": "suit_first_trick_and_discards",
    "protected_leads": "free",
    "game_end": _PLUS_MINUS_1000,
}
_HUAPAI_PAIRS: Final[Mapping[str, Any]] = {**_HUAPAI, "normalise": "pair_sum"}
_QQ: Final[Mapping[str, Any]] = {
    "auto_expose_fourth": True,
    "normalise": "zero_sum_rounded",
    "scale": 12,
    "game_end": None,
}
_QQ_DOUBLE: Final[Mapping[str, Any]] = {
    "decks": 2,
    "slam": "proportional",
    "slam_value": 1600,
    "normalise": "zero_sum_rounded",
    "game_end": None,
}

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    # T6, and T9 without the parts that belong to competition.
    CLASSIC: {},
    # T9, the text that describes competition: the default of individual events.
    "huapai": _HUAPAI,
    # T9 with both partners' points in one sum (双方累计, L237): the default of pairs.
    "huapai-pairs": _HUAPAI_PAIRS,
    # Ours, for boards that are dealt beforehand: nobody has a first card to expose.
    "huapai-duplicate": {
        **_HUAPAI_PAIRS,
        "first_exposure": False,
        "first_lead": "board",
        "next_lead": "first_lead",
        "game_end": {"deals": 16},
    },
    # T2.
    "desktop": {"direction": "clockwise"},
    # T3.
    "plusminus": {"game_end": _PLUS_MINUS_1000, "all_below_high_are_pigs": True},
    # T1.
    "fifty": {
        "sheep": 50,
        "all_hearts": 100,
        "slam": "fixed_unexposed",
        "slam_value": 1000,
        # L7: ♥2 to ♥4 have no value; L8: the slam is every card that has one.
        "slam_hearts": "nonzero",
        "transformer_alone": "no_nonzero_card",
        "protection": "deal_first_trick",
        "next_lead": "biggest_loser",
    },
    # T8 with one deck; T9 part 6.
    "qq": _QQ,
    # T8 part 3.
    "qq-partners": {**_QQ, "normalise": "pair_half_difference"},
    # T8 part 2.
    "qq-double": _QQ_DOUBLE,
    # T8 parts 2 and 3.
    "qq-double-partners": {**_QQ_DOUBLE, "normalise": "pair_half_difference"},
    # Public rules outside the source.
    "western": {"first_lead": "S2", "pig_flips": "all_hearts"},
    "taiwan": {
        "hearts": "pips",
        "exposure": False,
        "slam": "fixed_unexposed",
        "slam_value": 1000,
        "first_lead": "S7",
    },
}


_YES_OR_NO: Final = (False, True)

CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "game_end": (
        {"low": -1000, "high": 1000},
        {"low": -800, "high": 800},
        {"low": -500, "high": 500},
        {"low": -1000, "high": None},
        {"minutes": 60},
    ),
    "first_exposure": _YES_OR_NO,
    "self_won": _YES_OR_NO,
    "players": (4, 3, 5),
    "decks": (1, 2),
    "protection": tuple(Protection),
    "protected_leads": tuple(ProtectedLeads),
    "late_exposure": tuple(LateExposure),
    "exposure": _YES_OR_NO,
    "auto_expose_fourth": _YES_OR_NO,
    "self_won_transformer": tuple(SelfWonTransformer),
    "self_won_heart_ace": tuple(SelfWonHeartAce),
    "hearts": tuple(Hearts),
    "sheep": (100, 50),
    "all_hearts": (FLIP, 100, 200),
    "pig_flips": tuple(PigFlips),
    "slam": tuple(Slam),
    "slam_hearts": tuple(SlamHearts),
    "transformer_alone": tuple(TransformerAlone),
    "transformer_alone_value": (50, 100),
    "first_lead": tuple(FirstLead),
    "next_lead": tuple(NextLead),
    "shuffler": tuple(Shuffler),
    "direction": tuple(Direction),
    "normalise": tuple(Normalise),
    "scale": (1, 12),
    "penalties": tuple(Penalties),
    "all_below_high_are_pigs": _YES_OR_NO,
}
"""By dimension; a set of rules may name any other number that its dimension takes."""
