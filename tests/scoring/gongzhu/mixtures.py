"""Rules drawn at random: dimensions beside the presets, in every mixture that goes together."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring.game import find_game
from scoring.problems import RulesRefused

GONGZHU = find_game("gongzhu")

Dimensions = Mapping[str, Sequence[Any]]

DOCUMENTED: Dimensions = {
    "decks": [1, 2],
    "players": [4, 3, 5],
    "direction": ["counterclockwise", "clockwise"],
    "hearts": ["standard", "pips"],
    "sheep": [100, 50],
    "all_hearts": ["flip", 100, 0],
    "pig_flips": ["slam", "all_hearts", "never"],
    "slam": ["by_sum", "fixed_unexposed", "proportional"],
    "slam_value": [None, 1000],
    "slam_hearts": ["all", "nonzero"],
    "transformer_alone": ["no_scoring_card", "no_nonzero_card", "sum_zero"],
    "transformer_alone_value": [50, 0],
    "exposure": [True, False],
    "first_exposure": [False, True],
    "self_won": [False, True],
    "self_won_transformer": ["points", "both"],
    "self_won_heart_ace": ["card", "suit"],
    "auto_expose_fourth": [False, True],
    "protection": [
        "suit_first_trick",
        "suit_first_trick_and_discards",
        "deal_first_trick",
        "none",
    ],
    "protected_leads": ["held_back", "free"],
    "late_exposure": ["void", "counts"],
    "shuffler": ["pig_taker", "game_loser"],
    "first_lead": ["C2", "S2", "S7", "board", "free"],
    "next_lead": ["pig_taker", "biggest_loser", "first_lead"],
    "normalise": [
        "none",
        "zero_sum_rounded",
        "zero_sum_exact",
        "pair_half_difference",
        "pair_sum",
        "pair_average",
    ],
    "scale": [1, 12],
    "penalties": ["at_end", "towards_limit"],
    "game_end": [
        {"low": -1000, "high": None},
        {"low": -1000, "high": 1000},
        {"low": None, "high": 800},
        {"deals": 16},
        {"minutes": 60},
        None,
    ],
    "all_below_high_are_pigs": [False, True],
}
"""Every dimension with its values, that of `classic` first."""

SETTLEMENT: Dimensions = {
    **dict(list(DOCUMENTED.items())[: list(DOCUMENTED).index("protection")]),
    "all_hearts": ["flip", 100, 300, 0],
    "slam_value": [800, 1600, 1000, 0],
    "transformer_alone_value": [50, 0, 70],
    "exposure": [True, True, False],
    "normalise": DOCUMENTED["normalise"],
    "scale": DOCUMENTED["scale"],
}
"""What makes a difference to the points: the cards, and what they come to."""

PLAY: Dimensions = {
    "decks": [1, 1, 2],
    "players": DOCUMENTED["players"],
    "direction": DOCUMENTED["direction"],
    "exposure": [True, True, True, False],
    "first_exposure": DOCUMENTED["first_exposure"],
    "self_won": DOCUMENTED["self_won"],
    "auto_expose_fourth": DOCUMENTED["auto_expose_fourth"],
    "protection": DOCUMENTED["protection"],
    "protected_leads": DOCUMENTED["protected_leads"],
    "first_lead": DOCUMENTED["first_lead"],
    "next_lead": DOCUMENTED["next_lead"],
}
"""What makes a difference to play."""


def rules_at_random(random: Random, dimensions: Dimensions) -> tuple[dict[str, Any], Any]:
    """Return dimensions drawn at random until they go together, and the rules that they make."""
    while True:
        wanted = {name: random.choice(values) for name, values in dimensions.items()}
        try:
            return wanted, GONGZHU.rules(wanted)
        except RulesRefused:
            continue
