"""Reading a set of rules: which values each dimension takes, and every problem at once.

>>> read_rules({"preset": "fifty", "sheep": 100}).sheep
100
>>> read_rules({"preset": "fifty", "sheeps": 100})
Traceback (most recent call last):
scoring.problems.RulesRefused: unknown_dimension at sheeps
"""

from collections.abc import Mapping
from typing import Any, Final

from scoring.gongzhu.codes import RuleProblem
from scoring.gongzhu.rulebook.contradictions import contradictions
from scoring.gongzhu.rulebook.presets import PRESETS
from scoring.gongzhu.rules import (
    FLIP,
    FirstLead,
    GameEnd,
    Hearts,
    NextLead,
    Normalise,
    Penalties,
    PigFlips,
    Protection,
    RuleSet,
    SelfWonHeartAce,
    SelfWonTransformer,
    Slam,
    TransformerAlone,
)
from scoring.problems import Problem, ProblemCode
from scoring.reading import (
    as_choice,
    as_number,
    as_object,
    as_truth,
    at,
    required,
    unknown_fields,
)
from scoring.rule_reading import Reader, number_in, one_of, or_nothing, read_rule_set
from scoring.seats import Direction

MOST: Final = 1_000_000
"""No value of a card, a slam or a limit is further from zero than this."""


def read_rules(wanted: object) -> RuleSet:
    """Read `{"preset": name, dimension: value, …}`; what is left out is as in the preset.

    Without a preset the rest is as in `classic`. Raises RulesRefused with every problem: unknown
    names, values of the wrong kind, and sets that contradict themselves.

    >>> read_rules({}) == RuleSet()
    True
    """
    return read_rule_set(wanted, PRESETS, _READERS, RuleSet, contradictions)


def _number_of(*numbers: int) -> Reader:
    def _read(value: object, field: str, problems: list[Problem]) -> int | None:
        number = as_number(value, -MOST, MOST, field, problems)
        if number is not None and number not in numbers:
            allowed = ", ".join(str(number) for number in numbers)
            values = (("value", number), ("allowed", allowed))
            problems.append(Problem(ProblemCode.UNKNOWN_VALUE, field, values=values))
        return number

    return _read


def _flip_or_number(value: object, field: str, problems: list[Problem]) -> str | int | None:
    if isinstance(value, str):
        return as_choice(value, [FLIP], field, problems)
    return as_number(value, -MOST, MOST, field, problems)


def _game_end(value: object, field: str, problems: list[Problem]) -> GameEnd | None:
    if value is None:
        return None
    ending = as_object(value, field, problems)
    if ending is not value:
        return None
    for name in ("deals", "minutes"):
        if name in ending:
            unknown_fields(ending, [name], field, problems)
            number = as_number(ending[name], 1, MOST, at(field, name), problems)
            return GameEnd(**{name: number})
    return _limits(ending, field, problems)


def _limits(ending: Mapping[str, Any], field: str, problems: list[Problem]) -> GameEnd:
    unknown_fields(ending, ["low", "high", "deals", "minutes"], field, problems)
    limits = {}
    for name, lowest, highest in (("low", -MOST, -1), ("high", 1, MOST)):
        value = required(ending, name, field, problems)
        if value is not None:
            limits[name] = as_number(value, lowest, highest, at(field, name), problems)
    if ending.get("low", 0) is None and ending.get("high", 0) is None:
        problems.append(Problem(RuleProblem.GAME_END_WITHOUT_LIMIT, field))
    return GameEnd(**limits)


_READERS: Final[Mapping[str, Reader]] = {
    "decks": _number_of(1, 2),
    "players": _number_of(3, 4, 5),
    "direction": one_of(Direction),
    "hearts": one_of(Hearts),
    "sheep": _number_of(100, 50),
    "all_hearts": _flip_or_number,
    "pig_flips": one_of(PigFlips),
    "slam": one_of(Slam),
    "slam_value": or_nothing(number_in(-MOST, MOST)),
    "transformer_alone": one_of(TransformerAlone),
    "transformer_alone_value": number_in(0, MOST),
    "exposure": as_truth,
    "first_exposure": as_truth,
    "self_won": as_truth,
    "self_won_transformer": one_of(SelfWonTransformer),
    "self_won_heart_ace": one_of(SelfWonHeartAce),
    "auto_expose_fourth": as_truth,
    "protection": one_of(Protection),
    "first_lead": one_of(FirstLead),
    "next_lead": one_of(NextLead),
    "normalise": one_of(Normalise),
    "scale": _number_of(1, 12),
    "penalties": one_of(Penalties),
    "game_end": _game_end,
    "all_below_high_are_pigs": as_truth,
}
