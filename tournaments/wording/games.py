"""What games, their sets of rules and their cards are called, and their rules in sentences.

A game that has registered no names goes by the name that it gives itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.game import Counting, Game
from tournaments import wording
from tournaments.wording.numbers import signed

_POINTS = pgettext_lazy("standings", "Points")
_RAW_POINTS = gettext_lazy("Raw points")
_NET_POINTS = pgettext_lazy("standings", "Net points")


@dataclass(frozen=True, slots=True)
class Headword:
    """What a term of a glossary is called, and the sound of its Chinese name."""

    name: str | Promise
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a game, its presets, special cards, kinds of exposure and terms are called."""

    game: str | Promise
    presets: Mapping[str, str | Promise] = field(default_factory=dict)
    cards: Mapping[str, str | Promise] = field(default_factory=dict)
    kinds: Mapping[str, str | Promise] = field(default_factory=dict)
    terms: Mapping[str, Headword] = field(default_factory=dict)
    scores: str | Promise = _POINTS
    """What the scores of a deal are."""
    standing: Callable[[int], str] = signed
    """How the total of a side in its game (局) is written."""
    raw: str | Promise = _RAW_POINTS
    """What the points of a deal are before they become scores."""
    net: str | Promise = _NET_POINTS
    """What the differences of matches add up to."""
    options: Mapping[str, Mapping[str | None, str | Promise]] = field(default_factory=dict)
    """What the answers to a question of a blank sheet are called, by its code."""
    sources: str | Promise = ""
    """What the sources beside the terms of the glossary name."""


_names: dict[str, Vocabulary] = {}


def register(game: str, names: Vocabulary) -> None:
    """Say what a game is called. Raises ValueError where it has other names already."""
    if _names.setdefault(game, names) is not names:
        raise ValueError(f"{game} already has other names")


def game_name(game: str) -> str:
    """Return what a game is called."""
    return str(_of(game).game)


def preset_name(game: str, preset: str) -> str:
    """Return what a preset of a game is called."""
    return str(_of(game).presets.get(preset, preset))


def card_name(game: str, card: str) -> str:
    """Return what a card is called in a game; nothing for a card without a name of its own."""
    return str(_of(game).cards.get(card, ""))


def kind_name(game: str, kind: str) -> str:
    """Return what a kind of exposure is called in a game."""
    return str(_of(game).kinds.get(kind, kind))


def option_name(game: str, code: str, option: str | None) -> str:
    """Return what an answer to a question of a blank sheet is called; None is an answer too.

    >>> option_name("a game without names", "level", "5")
    '5'
    """
    names = _of(game).options.get(code, {})
    if option in names:
        return str(names[option])
    return "" if option is None else wording.value_text(option)


def scores_name(game: str, counting: Counting) -> str:
    """Return what the scores of a deal are called in a game."""
    return str(_summing(game, counting).scores)


def raw_name(game: str) -> str:
    """Return what the points of a deal are called in a game before they become scores."""
    return str(_of(game).raw)


def net_name(game: str, counting: Counting) -> str:
    """Return what the differences of matches add up to in a game."""
    return str(_summing(game, counting).net)


def standing_said(game: str, counting: Counting, total: int) -> str:
    """Return how the total of a side in its game (局) is written.

    >>> standing_said("a game without names", Counting.POINTS, 40)
    '+40'
    """
    return _summing(game, counting).standing(total)


def has_plain_sums(game: str) -> bool:
    """Whether sums are called the same in a game whatever its deals count.

    >>> has_plain_sums("a game without names")
    True
    """
    own, plain = _of(game), Vocabulary(game)
    return (own.scores, own.net, own.standing) == (plain.scores, plain.net, plain.standing)


def headword(game: str, term: str) -> Headword:
    """Return what a term of a game's glossary is called."""
    return _of(game).terms.get(term, Headword(term))


def sources_note(game: str) -> str:
    """Return what the sources beside the terms of a game's glossary name."""
    return str(_of(game).sources)


def rule_sentences(game: Game[Any], rules: Mapping[str, Any]) -> list[str]:
    """Return a set of rules, given as its dictionary, one sentence for each statement."""
    return [wording.phrase_text(phrase) for phrase in game.describe(game.rules(dict(rules)))]


def _of(game: str) -> Vocabulary:
    return _names.get(game, Vocabulary(game))


def _summing(game: str, counting: Counting) -> Vocabulary:
    """The words for sums: the units of any game are plain points."""
    return Vocabulary(game) if counting is Counting.UNITS else _of(game)
