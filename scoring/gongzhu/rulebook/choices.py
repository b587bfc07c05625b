"""The usual values of every dimension, among which a director chooses without reading a manual."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.gongzhu.rules import (
    FLIP,
    FirstLead,
    Hearts,
    NextLead,
    Normalise,
    Penalties,
    PigFlips,
    Protection,
    SelfWonHeartAce,
    SelfWonTransformer,
    Slam,
    TransformerAlone,
)
from scoring.seats import Direction

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
    "exposure": _YES_OR_NO,
    "auto_expose_fourth": _YES_OR_NO,
    "self_won_transformer": tuple(SelfWonTransformer),
    "self_won_heart_ace": tuple(SelfWonHeartAce),
    "hearts": tuple(Hearts),
    "sheep": (100, 50),
    "all_hearts": (FLIP, 100, 200),
    "pig_flips": tuple(PigFlips),
    "slam": tuple(Slam),
    "transformer_alone": tuple(TransformerAlone),
    "transformer_alone_value": (50, 100),
    "first_lead": tuple(FirstLead),
    "next_lead": tuple(NextLead),
    "direction": tuple(Direction),
    "normalise": tuple(Normalise),
    "scale": (1, 12),
    "penalties": tuple(Penalties),
    "all_below_high_are_pigs": _YES_OR_NO,
}
"""By dimension; a set of rules may name any other number that its dimension takes."""
