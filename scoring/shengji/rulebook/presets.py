"""The named sets of rules, as data: what each changes in `lianzhong-2`."""

from collections.abc import Mapping
from typing import Any, Final

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
