"""Invalid reports and rules, which together have every problem there is."""

from __future__ import annotations

from typing import Any, Final

from scoring.gongzhu.deck import DEALT, SCORING

ALL: Final = list(SCORING)
NORTH: Final = {"won": {"N": ALL}}
HANDS: Final = {
    seat: [card for place, card in enumerate(DEALT[4]) if place % 4 == number]
    for number, seat in enumerate("NWSE")
}

ONE_DECK: Final[tuple[Any, ...]] = (
    None,
    [],
    {},
    {"won": []},
    {"won": {"N": "SQ"}},
    {"won": {"N": [1, "QS", "SQ", "SQ"], "X": ["SQ"], "E": {}}},
    {"won": {"N": [["SQ"]]}, "exposd": {}},
    {**NORTH, "exposed": 7},
    {**NORTH, "exposed": {"SK": "exposed", "SQ": "twice", "QQ": "first"}},
    {**NORTH, "exposed": [{"seat": "N"}, 3, {"seat": 1, "card": 2, "kind": 3}]},
    {**NORTH, "exposed": [{"seat": seat, "card": "SQ", "kind": "first"} for seat in "NE"]},
    {**NORTH, "exposed": [{"seat": "N", "card": c, "kind": "first"} for c in ("SQ", "DJ")]},
    {**NORTH, "exposed": [{"seat": "W", "card": "DJ", "kind": "exposed"}], "dealt": {"DJ": "E"}},
    {**NORTH, "dealt": {"SQ": "X", "S2": "N", "Q": 1}},
    {**NORTH, "hands": {**HANDS, "N": ["SQ", "SQ", "S2", "ZZ"]}},
    {**NORTH, "hands": {**HANDS, "N": HANDS["W"], "W": HANDS["N"]}},
    {**NORTH, "hands": 1},
    {**NORTH, "first_pig": "N"},
    {"plays": [["N", "S2"], ["W", "S2"], ["N", "S3"], 7]},
    {"plays": [["N", HANDS["N"][0]]]},
    {"plays": [["N", ["S2", "S3"]]]},
    {
        "plays": [[seat, HANDS[seat][0]] for seat in "NWSE"],
        "won": {"N": ["S2", "S3", "S4", "S5"], "W": ALL},
        "claim": {"seat": "N", "kind": "nothing_left", "after_trick": 3},
    },
    {
        "plays": [[seat, HANDS[seat][0]] for seat in "NWSE"],
        "won": {"N": ["S2", "S3", "S4", "S5"]},
        "claim": {"seat": "N", "kind": "nothing_left"},
    },
    {"claim": {"seat": "N", "kind": "all", "contested": True}},
    {"claim": {"seat": "N", "kind": "all", "allocation": {"W": ["SQ"]}}},
    {"claim": {"seat": "N", "kind": "none", "allocation": {"N": ["SQ", "S2"], "W": ["SQ"]}}},
    {
        "won": {"N": ["SQ"]},
        "claim": {"seat": "N", "kind": "allocation", "allocation": {"N": ["SQ"]}},
    },
)
"""For one deck, with a board on which everybody holds the hands of this module."""

TWO_DECKS: Final[tuple[Any, ...]] = (
    {"won": {"N": ALL}, "exposed": {"SQ": "exposed"}, "dealt": {"SQ": "N"}},
    {"won": {"N": ALL + ALL}, "first_pig": "W", "first_C2": "X"},
    {
        "won": {"N": ALL + ALL},
        "exposed": [{"seat": "N", "card": "SQ", "kind": "exposed"}],
        "hands": {
            "N": HANDS["N"] + HANDS["W"],
            "W": HANDS["N"] + HANDS["W"],
            "S": HANDS["S"] + HANDS["E"],
            "E": HANDS["S"] + HANDS["E"],
        },
    },
    {
        "won": {"N": ALL + ALL},
        "exposed": [{"seat": "S", "card": "SQ", "kind": "exposed"}] * 3,
        "hands": {seat: HANDS[seat] * 2 for seat in "NWSE"},
    },
)

THREE_PLAYERS: Final[tuple[Any, ...]] = ({"won": {"1": ["D2", *ALL], "N": []}},)

RULES: Final[tuple[Any, ...]] = (
    3,
    {"preset": 1},
    {"preset": "clasic"},
    {"sheeps": 1},
    {"sheep": 70},
    {"sheep": "100"},
    {"sheep": True},
    {"sheep": 10**9},
    {"exposure": "yes"},
    {"hearts": "round"},
    {"game_end": []},
    {"game_end": {"low": None, "high": None}},
    {"game_end": {"low": 5, "high": 1000, "depth": 1}},
    {"game_end": {"deals": 0}},
    {"game_end": {"low": -1}},
    {"first_exposure": True, "exposure": False},
    {"first_exposure": True, "first_lead": "board"},
    {"decks": 2, "first_exposure": True, "self_won": True, "auto_expose_fourth": True},
    {"decks": 2, "players": 3},
    {"players": 5, "first_lead": "S2", "normalise": "pair_sum"},
    {"slam": "fixed_unexposed"},
    {"slam": "proportional", "slam_value": 7},
    {"normalise": "zero_sum_exact"},
)

LINES: Final = (
    b"",
    b"\xff",
    b"{",
    b"1" * 5000,
    b"1e999",
    b"[" * 100_000,
    b'{"game": "whist"}',
    b'{"id": 1, "id": 2}',
    b"[]",
)
"""For the command line."""
