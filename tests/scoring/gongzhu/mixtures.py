"""Rules drawn at random: dimensions beside the presets, in every mixture that goes together."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring.game import find_game
from scoring.problems import RulesRefused

GONGZHU = find_game("gongzhu")

Dimensions = Mapping[str, Sequence[Any]]

SETTLEMENT: Dimensions = {
    "decks": [1, 2],
    "players": [3, 4, 5],
    "direction": ["counterclockwise", "clockwise"],
    "hearts": ["standard", "pips"],
    "sheep": [100, 50],
    "all_hearts": ["flip", 100, 300, 0],
    "pig_flips": ["slam", "all_hearts", "never"],
    "slam": ["by_sum", "fixed_unexposed", "proportional"],
    "slam_value": [800, 1600, 1000, 0],
    "transformer_alone": ["no_scoring_card", "no_nonzero_card", "sum_zero"],
    "transformer_alone_value": [50, 0, 70],
    "exposure": [True, True, False],
    "first_exposure": [False, True],
    "self_won": [False, True],
    "self_won_transformer": ["points", "both"],
    "self_won_heart_ace": ["card", "suit"],
    "auto_expose_fourth": [False, True],
    "normalise": [
        "none",
        "zero_sum_rounded",
        "zero_sum_exact",
        "pair_half_difference",
        "pair_sum",
        "pair_average",
    ],
    "scale": [1, 12],
}
"""What makes a difference to the points."""

PLAY: Dimensions = {
    "decks": [1, 1, 2],
    "players": [3, 4, 5],
    "direction": ["counterclockwise", "clockwise"],
    "exposure": [True, True, True, False],
    "first_exposure": [False, True],
    "self_won": [False, True],
    "auto_expose_fourth": [False, True],
    "protection": [
        "suit_first_trick",
        "suit_first_trick_and_discards",
        "deal_first_trick",
        "none",
    ],
    "first_lead": ["C2", "S2", "S7", "board", "free"],
    "next_lead": ["pig_taker", "biggest_loser", "first_lead"],
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
