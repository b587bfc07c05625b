"""What games, their sets of rules and their cards are called, and their rules in sentences.

A game that has registered no names goes by the name that it gives itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from scoring.game import Game
from tournaments import wording


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


def headword(game: str, term: str) -> Headword:
    """Return what a term of a game's glossary is called."""
    return _of(game).terms.get(term, Headword(term))


def rule_sentences(game: Game[Any], rules: Mapping[str, Any]) -> list[str]:
    """Return a set of rules, given as its dictionary, one sentence for each statement."""
    return [wording.phrase_text(phrase) for phrase in game.describe(game.rules(dict(rules)))]


def _of(game: str) -> Vocabulary:
    return _names.get(game, Vocabulary(game))
