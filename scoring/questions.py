"""Questions that no game is asked: victory points, IMPs, and the Berger table.

Each takes a line's data and returns its answer as plain JSON data, or raises Unsettled.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from scoring import berger
from scoring.duplicate import MOST_BOARDS, imps, victory_points
from scoring.problems import Problem, Unsettled
from scoring.reading import as_number, required, unknown_fields

Fields = Mapping[str, Any]
MOST: Final = 1_000_000
"""No difference of points or of IMPs is larger."""
MOST_PLAYERS: Final = 1000


def ask_victory_points(question: Fields) -> dict[str, Any]:
    """Answer by `vp`: the points of the side whose IMPs are given, and those of the other.

    >>> ask_victory_points({"boards": 8, "imps": 17})
    {'vp': ['15.75', '4.25']}
    """
    numbers = _numbers(question, {"boards": (1, MOST_BOARDS), "imps": (-MOST, MOST)})
    return {"vp": [f"{float(points):.2f}" for points in victory_points(**numbers)]}


def ask_imps(question: Fields) -> dict[str, Any]:
    """Answer by `imps`, with the sign of the difference.

    >>> ask_imps({"difference": 165})
    {'imps': 4}
    """
    return {"imps": imps(**_numbers(question, {"difference": (-MOST, MOST)}))}


def ask_berger(question: Fields) -> dict[str, Any]:
    """Answer by `rounds`, the pairs of each, and `byes` where the number of players is odd.

    >>> ask_berger({"players": 3})
    {'rounds': [[[2, 3]], [[1, 2]], [[3, 1]]], 'byes': [1, 3, 2]}
    """
    players = _numbers(question, {"players": (2, MOST_PLAYERS)})["players"]
    rounds = [[list(pair) for pair in pairs] for pairs in berger.rounds(players)]
    byes = list(berger.byes(players))
    return {"rounds": rounds, "byes": byes} if byes else {"rounds": rounds}


QUESTIONS: Final[Mapping[str, Callable[[Fields], dict[str, Any]]]] = {
    "vp": ask_victory_points,
    "imp": ask_imps,
    "berger": ask_berger,
}
"""What the command line asks of no game, by name."""


def _numbers(question: Fields, wanted: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """Return the whole numbers that are asked for. Raises Unsettled with every problem."""
    problems: list[Problem] = []
    unknown_fields(question, list(wanted), "", problems)
    numbers: dict[str, int] = {}
    for name, (low, high) in wanted.items():
        value = required(question, name, "", problems)
        number = as_number(value, low, high, name, problems) if name in question else None
        if number is not None:
            numbers[name] = number
    if problems:
        raise Unsettled(problems)
    return numbers
