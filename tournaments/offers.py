"""What a new event may play: every registered game with the presets that suit its form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.game import Game, find, names
from tournaments.wording import games


@dataclass(frozen=True, slots=True)
class Offer:
    """A set of rules to choose; `key` is what a form sends for it."""

    game: str
    preset: str

    @property
    def key(self) -> str:
        """The game and the preset in one word."""
        return f"{self.game}:{self.preset}"

    @property
    def name(self) -> str:
        """What it is called in the current language; the game is named where there are several."""
        preset = games.preset_name(self.game, self.preset)
        return preset if names() == (self.game,) else f"{games.game_name(self.game)} · {preset}"

    @property
    def sentences(self) -> list[str]:
        """The rules in the current language."""
        game = find(self.game)
        rules = game.for_fixed_deals(game.rules({"preset": self.preset}))
        return games.rule_sentences(game, rules.as_dict())


def for_individuals() -> list[Offer]:
    """Return what an individual event may play, a game's first preset first."""
    return [
        Offer(game, preset)
        for game in names()
        for preset in find(game).presets
        if _each_for_himself(find(game), preset)
    ]


def _each_for_himself(game: Game[Any], preset: str) -> bool:
    """Whether partners add up what each of them scored; rules for pairs give both one score."""
    rules = game.rules({"preset": preset})
    seats = game.seats(rules)
    opposite = {seat: str(place % 2) for place, seat in enumerate(seats)}
    points = game.side_points(dict.fromkeys(seats, 1), rules, opposite)
    return sum(points.values()) == len(seats)
