"""JSON Lines: one answer for every line of input, whatever the line contains.

A line holds a report, or part of one, with `id` (repeated in the answer), `game` and `rules`;
victory points, IMPs and Berger tables need no game. No content of a line prevents the answers to
the lines after it.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import isfinite
from types import MappingProxyType
from typing import Any, Final

from scoring import berger
from scoring.duplicate import MOST_BOARDS, imps, victory_points
from scoring.game import Game, UnknownGame, find_game
from scoring.problems import Problem, ProblemCode, RulesRefused, Unsettled, Values
from scoring.reading import as_number, as_text, at, echo, required, unknown_fields

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""What some editors put before the first line."""

ENVELOPE: Final = ("id", "game", "rules")
"""The fields of a line that are not part of its report."""

MOST: Final = 1_000_000
"""No difference of points or of IMPs is larger."""
MOST_PLAYERS: Final = 1000

NO_DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType({})

Answer = dict[str, Any]


class _BrokenLine(Exception):
    """A line that is not valid JSON, and the reason."""

    def __init__(self, code: ProblemCode, values: Values = ()) -> None:
        self.code = code
        self.values = values
        super().__init__(code.value)


def answer_lines(
    lines: Iterable[bytes], command: str = "settle", defaults: Mapping[str, Any] = NO_DEFAULTS
) -> Iterator[str]:
    """Answer every line with a command of its game, or with the line's problems.

    `defaults` are the values of fields that a line leaves out.

    >>> [answer] = answer_lines([b'{"id": 7, "game": "whist"}'])
    >>> json.loads(answer)["id"], json.loads(answer)["problems"][0]["code"]
    (7, 'unknown_game')
    """
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
        try:
            # ASCII, so that every id survives on any terminal, lone surrogates included.
            yield json.dumps(_answer(text, number, command, defaults))
        except RecursionError:
            yield json.dumps(_broken(number, [(ProblemCode.NESTED_TOO_DEEP, ())]))


Command = Callable[[Game[Any], Any, Mapping[str, Any]], Answer]
"""Takes a game, its rules and the report of a line; may raise Unsettled."""


def answer_line(question: Mapping[str, Any], command: str) -> Answer:
    """Return the answer to one line without its id, or its problems alone.

    >>> answer_line({"game": "gongzhu", "won": {}}, "settle")["problems"][0]["code"]
    'cards_not_won'
    """
    if command in QUESTIONS:
        try:
            return QUESTIONS[command]({key: question[key] for key in question if key != "id"})
        except Unsettled as unsettled:
            return _refused(unsettled.problems)
    problems: list[Problem] = []
    game = _game(question, problems)
    if game is None:
        return _refused(problems)
    rules = question.get("rules")
    try:
        read = game.rules({} if rules is None else rules)
    except RulesRefused as refused:
        return _refused(
            replace(problem, field=at("rules", problem.field) if problem.field else "rules")
            for problem in refused.problems
        )
    report = {key: question[key] for key in question if key not in ENVELOPE}
    try:
        return _ask_game(game, read, report, command)
    except Unsettled as unsettled:
        return _refused(unsettled.problems)


def _ask_game(game: Game[Any], rules: Any, report: Mapping[str, Any], command: str) -> Answer:
    """Answer with the game's own command of this name, or else with the common one."""
    if command in game.commands:
        return game.commands[command](rules, report)
    if command in COMMANDS:
        return COMMANDS[command](game, rules, report)
    values = (("name", "command"), ("value", command))
    raise Unsettled([Problem(ProblemCode.NOT_SUPPORTED, "game", values=values)])


def _settle(game: Game[Any], rules: Any, report: Mapping[str, Any]) -> Answer:
    """Answer with the settlement of a report.

    `won`, `raw` and `scores` name every seat; the points of `lines` add up to `raw` and those of
    `conversions` to `scores`. `flags` lists any plays against the rules. `problems` is empty.
    """
    answer = game.settle(report, rules).as_json()
    # What plays or a claim tell of the cards won, else what was said of them.
    following = game.follow(report, rules)
    won = following.won or report.get("won")
    if isinstance(won, Mapping):
        answer = {"won": {seat: won.get(seat, []) for seat in game.seats(rules)}, **answer}
    if following.flags:
        answer["flags"] = [flag.as_problem().as_json() for flag in following.flags]
    return {**answer, "problems": []}


def _replay(game: Game[Any], rules: Any, report: Mapping[str, Any]) -> Answer:
    return game.replay(report, rules).as_json()


def _trick(game: Game[Any], rules: Any, report: Mapping[str, Any]) -> Answer:
    winner, problems = game.trick(report, rules)
    return {"winner": winner, **_refused(problems)}


COMMANDS: Final[Mapping[str, Command]] = {"settle": _settle, "replay": _replay, "trick": _trick}
"""What can be asked of every game, by name; a game may have more, and its own instead."""


def _victory_points(question: Mapping[str, Any]) -> Answer:
    """Answer with `vp`: the points of the side whose IMPs are given, and of the other side."""
    numbers = _numbers(question, {"boards": (1, MOST_BOARDS), "imps": (-MOST, MOST)})
    return {"vp": [f"{float(points):.2f}" for points in victory_points(**numbers)]}


def _imps(question: Mapping[str, Any]) -> Answer:
    return {"imps": imps(**_numbers(question, {"difference": (-MOST, MOST)}))}


def _berger(question: Mapping[str, Any]) -> Answer:
    """Answer with `rounds`, the pairs of each, and `byes` if the number of players is odd."""
    players = _numbers(question, {"players": (2, MOST_PLAYERS)})["players"]
    rounds = [[list(pair) for pair in pairs] for pairs in berger.rounds(players)]
    byes = list(berger.byes(players))
    return {"rounds": rounds, "byes": byes} if byes else {"rounds": rounds}


QUESTIONS: Final[Mapping[str, Callable[[Mapping[str, Any]], Answer]]] = {
    "vp": _victory_points,
    "imp": _imps,
    "berger": _berger,
}
"""What is asked of no game, by name."""


def _numbers(question: Mapping[str, Any], wanted: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """Return the whole numbers that a command needs. Raises Unsettled with every problem."""
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


def _parse_line(line: bytes) -> tuple[Any, tuple[str, ...]]:
    """Return the JSON value of a line, and the keys that occur twice in one of its objects.

    Raises _BrokenLine, or RecursionError if lists and objects are nested too deeply.
    """
    repeated: list[str] = []

    def _as_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        counts = Counter(key for key, _ in pairs)
        repeated.extend(key for key, count in counts.items() if count > 1)
        return dict(pairs)

    try:
        text = line.decode("utf-8")
        if not text.strip():
            raise _BrokenLine(ProblemCode.EMPTY_LINE)
        data = json.loads(
            text, object_pairs_hook=_as_dict, parse_float=_finite, parse_constant=_finite
        )
    except UnicodeDecodeError as error:
        raise _BrokenLine(ProblemCode.NOT_UTF8, (("column", error.start + 1),)) from None
    except json.JSONDecodeError as error:
        raise _BrokenLine(ProblemCode.NOT_JSON, (("column", error.colno),)) from None
    except ValueError:
        # Python refuses to read whole numbers of thousands of digits.
        raise _BrokenLine(ProblemCode.NUMBER_TOO_LONG) from None
    return data, tuple(repeated)


def _finite(text: str) -> float:
    number = float(text)
    if isfinite(number):
        return number
    raise _BrokenLine(ProblemCode.NUMBER_NOT_FINITE)


def _answer(line: bytes, number: int, command: str, defaults: Mapping[str, Any]) -> Answer:
    try:
        data, repeated = _parse_line(line)
    except _BrokenLine as broken:
        return _broken(number, [(broken.code, broken.values)])
    if not isinstance(data, dict):
        return _broken(number, [(ProblemCode.NOT_AN_OBJECT, ())])
    given_id = data.get("id")
    if repeated:
        keys = [(ProblemCode.DUPLICATE_KEY, (("name", echo(key)),)) for key in repeated]
        return {**_broken(number, keys), "id": given_id}
    return {"id": given_id, **answer_line({**defaults, **data}, command)}


def _broken(number: int, reasons: Iterable[tuple[ProblemCode, Values]]) -> Answer:
    problems = [Problem(code, values=(("line", number), *values)) for code, values in reasons]
    return {"id": None, "line": number, **_refused(problems)}


def _game(question: Mapping[str, Any], problems: list[Problem]) -> Game[Any] | None:
    name = required(question, "game", "", problems)
    if "game" not in question or as_text(name, "game", problems) is None:
        return None
    try:
        return find_game(name)
    except UnknownGame:
        values = (("name", echo(name)),)
        problems.append(Problem(ProblemCode.UNKNOWN_GAME, "game", values=values))
        return None


def _refused(problems: Iterable[Problem]) -> Answer:
    return {"problems": [problem.as_json() for problem in problems]}
