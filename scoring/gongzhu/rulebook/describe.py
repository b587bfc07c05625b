"""Rules as coded phrases, one or more for every dimension that has an effect."""

from collections.abc import Iterator

from scoring.game import Phrase
from scoring.gongzhu.codes import RulePhrase
from scoring.gongzhu.rules import (
    DIMENSIONS,
    FLIP,
    FirstLead,
    GameEnd,
    Protection,
    RuleSet,
    Slam,
)

_ONLY_IF_SELF_WON = ("self_won_transformer", "self_won_heart_ace")
_ONLY_IF_PROTECTED = ("protected_leads",)
_ONLY_IF_EXPOSED = ("late_exposure",)
_ONLY_IF_DEALT = ("shuffler",)
_ONLY_IN_GAMES = ("penalties", "all_below_high_are_pigs")
_FIGURES = {
    "decks": (RulePhrase.DECKS, "number"),
    "players": (RulePhrase.PLAYERS, "number"),
    "sheep": (RulePhrase.SHEEP_VALUE, "points"),
    "scale": (RulePhrase.SCALE_FACTOR, "factor"),
}
_POINTS_OF = {"slam": "slam_value", "transformer_alone": "transformer_alone_value"}


def describe(rules: RuleSet) -> tuple[Phrase, ...]:
    """Return a set of rules as coded phrases.

    A number that belongs to another dimension is part of its phrase, such as the value of the slam
    in that of the slam. Details of self-winning are left out if it does not exist, and so are rules
    on the end of a game (局) if none is played.

    >>> [phrase.code.value for phrase in describe(RuleSet())][:3]
    ['decks', 'players', 'direction_counterclockwise']
    """
    return tuple(phrase for name in DIMENSIONS for phrase in _phrases(name, rules))


def _phrases(name: str, rules: RuleSet) -> Iterator[Phrase]:
    value = getattr(rules, name)
    without_effect = (
        (name in _ONLY_IF_SELF_WON and not rules.self_won)
        or (name in _ONLY_IN_GAMES and rules.game_end is None)
        or (name in _ONLY_IF_EXPOSED and not rules.exposure)
        or (name in _ONLY_IF_PROTECTED and rules.protection is Protection.NONE)
        or (name in _ONLY_IF_DEALT and rules.first_lead is FirstLead.BOARD)
    )
    if name in _POINTS_OF.values() or without_effect:
        return
    if name == "game_end":
        yield from _game_end(rules.game_end)
    elif name == "all_hearts":
        is_flip = value == FLIP
        code = RulePhrase.ALL_HEARTS_FLIP if is_flip else RulePhrase.ALL_HEARTS_VALUE
        yield Phrase(name, code, () if is_flip else (("points", value),))
    elif name in _FIGURES:
        code, figure = _FIGURES[name]
        yield Phrase(name, code, ((figure, value),))
    elif isinstance(value, bool):
        yield Phrase(name, RulePhrase(f"{name}_{'on' if value else 'off'}"))
    else:
        has_points = name in _POINTS_OF and value is not Slam.BY_SUM
        points = (("points", getattr(rules, _POINTS_OF[name])),) if has_points else ()
        yield Phrase(name, RulePhrase(f"{name}_{value.value}"), points)


def _game_end(end: GameEnd | None) -> Iterator[Phrase]:
    if end is None:
        yield Phrase("game_end", RulePhrase.GAME_END_NONE)
        return
    for code, figure, number in (
        (RulePhrase.GAME_END_LOW, "points", end.low),
        (RulePhrase.GAME_END_HIGH, "points", end.high),
        (RulePhrase.GAME_END_DEALS, "number", end.deals),
        (RulePhrase.GAME_END_MINUTES, "number", end.minutes),
    ):
        if number is not None:
            yield Phrase("game_end", code, ((figure, number),))
