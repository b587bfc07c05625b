"""Reading a set of rules: the values of each dimension, and contradictions between them.

A set that passes can settle every report that has no problems.

>>> read_rules({"preset": "fifty", "sheep": 100}).sheep
100
>>> read_rules({"preset": "fifty", "sheeps": 100})
Traceback (most recent call last):
scoring.problems.RulesRefused: unknown_dimension at sheeps
"""

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any, Final

from scoring.gongzhu.codes import RuleProblem
from scoring.gongzhu.deck import DEALT, HEART_ACE, HEART_FACES, PIG_FACE, all_hearts_face
from scoring.gongzhu.rulebook.presets import PRESETS
from scoring.gongzhu.rules import (
    DIMENSIONS,
    FLIP,
    PAIR_FORMS,
    FirstLead,
    GameEnd,
    Hearts,
    LateExposure,
    NextLead,
    Normalise,
    Penalties,
    PigFlips,
    ProtectedLeads,
    Protection,
    RuleSet,
    SelfWonHeartAce,
    SelfWonTransformer,
    Shuffler,
    Slam,
    SlamHearts,
    TransformerAlone,
)
from scoring.problems import Problem, ProblemCode
from scoring.reading import (
    Reader,
    as_choice,
    as_number,
    as_object,
    as_truth,
    at,
    number_in,
    one_of,
    or_nothing,
    read_rule_set,
    required,
    unknown_fields,
)
from scoring.seats import COMPASS, Direction

_LATER: Final = frozenset({"protected_leads", "slam_hearts", "shuffler", "late_exposure"})
_WHOLE: Final = frozenset(DIMENSIONS) - _LATER
"""What every stored set names; the rest got a name later."""
_OF_BEFORE: Final[Mapping[str, Any]] = {"late_exposure": LateExposure.COUNTS.value}
"""What held before it had a name, where that is not what `classic` says."""
MOST: Final = 1_000_000
"""No value of a card, a slam or a limit is further from zero than this."""


def _contradictions(rules: RuleSet) -> Iterator[Problem]:
    if rules.first_exposure and not rules.exposure:
        yield Problem(RuleProblem.FIRST_EXPOSURE_WITHOUT_EXPOSURE, "first_exposure")
    if rules.first_exposure and rules.first_lead is FirstLead.BOARD:
        yield Problem(RuleProblem.FIRST_EXPOSURE_ON_DEALT_BOARDS, "first_exposure")
    if rules.decks > 1:
        yield from _of_two_decks(rules)
    yield from _of_players(rules)
    yield from _of_slam(rules)
    yield from _of_zero_sum(rules)


def _of_two_decks(rules: RuleSet) -> Iterator[Problem]:
    if rules.first_exposure:
        yield Problem(RuleProblem.FIRST_EXPOSURE_WITH_TWO_DECKS, "first_exposure")
    if rules.self_won:
        yield Problem(RuleProblem.SELF_WON_WITH_TWO_DECKS, "self_won")
    if rules.auto_expose_fourth:
        yield Problem(RuleProblem.AUTO_EXPOSE_WITH_TWO_DECKS, "auto_expose_fourth")
    if rules.players != len(COMPASS):
        # No text says which cards are removed from two decks.
        values = (("name", "players"), ("value", rules.players))
        yield Problem(ProblemCode.NOT_SUPPORTED, "players", values=values)


def _of_players(rules: RuleSet) -> Iterator[Problem]:
    players = (("players", rules.players),)
    if rules.players != len(COMPASS) and rules.normalise in PAIR_FORMS:
        yield Problem(RuleProblem.PAIRS_NEED_FOUR_PLAYERS, "normalise", values=players)
    card = rules.first_lead.card
    if card is not None and card not in DEALT[rules.players]:
        yield Problem(RuleProblem.LEAD_CARD_NOT_DEALT, "first_lead", (card,), values=players)


def _of_slam(rules: RuleSet) -> Iterator[Problem]:
    if rules.slam is Slam.BY_SUM:
        return
    if rules.slam_value is None:
        yield Problem(RuleProblem.SLAM_WITHOUT_VALUE, "slam_value")
    elif rules.slam is Slam.PROPORTIONAL and not _proportion_is_whole(rules, rules.slam_value):
        values = (("slam_value", rules.slam_value),)
        yield Problem(RuleProblem.SLAM_NOT_WHOLE, "slam_value", values=values)


def _proportion_is_whole(rules: RuleSet, slam_value: int) -> bool:
    """Say whether a proportional slam is always a whole number.

    Exposures multiply each part of the sum by whole numbers, so it is enough that each part takes a
    whole share of the slam's value.
    """
    parts = [all_hearts_face(rules), -PIG_FACE * rules.decks, rules.sheep * rules.decks]
    if rules.pig_flips is PigFlips.NEVER:
        parts[1] = -parts[1]
    total = sum(parts)
    if rules.self_won:
        parts.append(HEART_FACES[rules.hearts][HEART_ACE])
    return total != 0 and all(slam_value * part % total == 0 for part in parts)


def _of_zero_sum(rules: RuleSet) -> Iterator[Problem]:
    if rules.normalise is not Normalise.ZERO_SUM_EXACT:
        return
    faces = HEART_FACES[rules.hearts].values()
    slam = 1 if rules.slam is Slam.PROPORTIONAL else rules.slam_value or 0
    others = (PIG_FACE, rules.sheep, all_hearts_face(rules), rules.transformer_alone_value, slam)
    # All raw points are multiples of this.
    unit = gcd(*faces, *others)
    if rules.scale * unit % (rules.players - 1):
        values = (("players", rules.players), ("scale", rules.scale))
        yield Problem(RuleProblem.ZERO_SUM_NOT_WHOLE, "normalise", values=values)


def read_rules(wanted: object) -> RuleSet:
    """Read `{"preset": name, dimension: value, …}`; missing dimensions are as in the preset.

    Without a preset they are as in `classic`. A whole set that was stored before late exposures had
    a rule keeps the earlier behaviour. Raises RulesRefused with every problem: unknown names,
    values of the wrong kind, and sets that contradict themselves.

    >>> read_rules({}) == RuleSet()
    True
    """
    if isinstance(wanted, Mapping) and wanted.keys() >= _WHOLE and "preset" not in wanted:
        wanted = {**_OF_BEFORE, **wanted}
    return read_rule_set(wanted, PRESETS, _READERS, RuleSet, _contradictions)


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
    "slam_hearts": one_of(SlamHearts),
    "transformer_alone": one_of(TransformerAlone),
    "transformer_alone_value": number_in(0, MOST),
    "exposure": as_truth,
    "first_exposure": as_truth,
    "self_won": as_truth,
    "self_won_transformer": one_of(SelfWonTransformer),
    "self_won_heart_ace": one_of(SelfWonHeartAce),
    "auto_expose_fourth": as_truth,
    "protection": one_of(Protection),
    "protected_leads": one_of(ProtectedLeads),
    "late_exposure": one_of(LateExposure),
    "shuffler": one_of(Shuffler),
    "first_lead": one_of(FirstLead),
    "next_lead": one_of(NextLead),
    "normalise": one_of(Normalise),
    "scale": _number_of(1, 12),
    "penalties": one_of(Penalties),
    "game_end": _game_end,
    "all_below_high_are_pigs": as_truth,
}
