"""What a new event may play: every registered game with the sets of rules that suit its form."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import gettext

from scoring.game import Game, find, names
from scoring.problems import RulesRefused
from tournaments import wording
from tournaments.formats import compatibility
from tournaments.formats.templates import EventTemplate
from tournaments.models import Comparison, Depth, DrawMethod, Form, Ranking, RuleSet
from tournaments.standings.match_scores import Order
from tournaments.wording import games

OWN_TEMPLATES: Final = (DrawMethod.KNOCKOUT, *compatibility.OVER_BOARDS)
"""The ways to draw that have templates of their own."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A set of rules to choose; `key` is what a form sends for it.

    With `to_limit` a game (局) ends as these rules say, otherwise after a fixed number of deals;
    `over_boards` a deal begins as its board says.
    """

    game: str
    preset: str
    to_limit: bool = False
    over_boards: bool = False

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
        return self.sentences_with({})

    def sentences_with(self, changes: dict[str, Any]) -> list[str]:
        """The rules in the current language with some dimensions changed; nothing if refused."""
        game = find(self.game)
        try:
            rules = game.rules({"preset": self.preset, **changes})
        except RulesRefused:
            return []
        return games.rule_sentences(game, self._kept(rules).as_dict())

    def read(
        self, *, over_boards: bool = False, changes: Mapping[str, Any] = MappingProxyType({})
    ) -> Any:
        """The rules as the game reads them, as an event would keep them; over boards if asked.

        With `changes` some dimensions are chosen otherwise; what is refused changes nothing.
        """
        game, usual = find(self.game), {"preset": self.preset}
        try:
            rules = game.rules({**usual, **changes})
        except RulesRefused:
            rules = game.rules(usual)
        return game.for_boards(rules) if over_boards else self._kept(rules)

    def _kept(self, rules: Any) -> Any:
        game = find(self.game)
        if self.over_boards:
            return game.for_boards(rules)
        return rules if self.to_limit else game.for_fixed_deals(rules)


@dataclass(frozen=True, slots=True)
class Option:
    """A dimension that may be chosen apart: its name, and values with the sentence of each.

    A value is JSON text; the empty one stands for what the set of rules says itself.
    """

    dimension: str
    label: str
    values: tuple[tuple[str, str], ...]


def for_template(template: EventTemplate) -> list[Offer]:
    """Return what an event made from a template may play, what the template proposes first."""
    offers = [
        offer
        for offer in _all(template.to_limit is not False, over_boards=_is_over_boards(template))
        if (template.form is None or _suits(offer, template.form))
        and (not template.to_limit or _ends(offer))
        and (not offer.over_boards or _suits_boards(offer))
        and template.counting in {None, find(offer.game).counting(offer.read())}
        and rankings(offer, template)
    ]
    best = {preset: place for place, preset in enumerate(template.presets)}
    return sorted(offers, key=lambda offer: best.get(offer.preset, len(best)))


def comparisons(offer: Offer | None, template: EventTemplate) -> list[Comparison]:
    """Return by what deals can be compared in an event that is made from a template."""
    possible = template.comparisons or tuple(Comparison)
    if offer is None:
        return list(possible)
    game, rules = find(offer.game), offer.read(over_boards=True)
    return [one for one in possible if compatibility.suits_comparison(game, rules, one)]


def rankings(
    offer: Offer,
    template: EventTemplate,
    form: str = "",
    comparison: str = "",
    *,
    boards: bool = False,
    changes: Mapping[str, Any] = MappingProxyType({}),
) -> list[Ranking]:
    """Return by what an event made from a template may rank; nothing where it cannot at all.

    Rules that are chosen otherwise (`changes`) may leave more or less.
    """
    game = find(offer.game)
    chosen = template.form or form or Form.INDIVIDUAL
    compared = comparison or (template.comparisons or (Comparison.NONE,))[0]
    over_boards = boards or compared != Comparison.NONE
    rules = offer.read(over_boards=over_boards, changes=changes)
    rankings = compatibility.rankings(game, rules, chosen, compared)
    if template.ranking is not None:
        return [one for one in rankings if one == template.ranking]
    if template.proposals:
        fits = any(proposal in rankings for proposal in template.proposals)
        return [one for one in rankings if fits and Order(one).by_match]
    return list(rankings)


def draw_methods(
    offer: Offer, template: EventTemplate, form: str = "", *, boards: bool = False
) -> list[DrawMethod]:
    """Return how rounds of an event made from a template can be drawn.

    Knockouts and movements over boards have templates of their own; free choice has them too.
    """
    game = find(offer.game)
    chosen = template.form or form or Form.INDIVIDUAL
    over = boards or _is_over_boards(template)
    rules = game.rules({"preset": offer.preset})
    draw_methods = compatibility.draw_methods(game, rules, chosen, boards=over)
    if template.methods:
        return [one for one in draw_methods if one in template.methods]
    return [one for one in draw_methods if template.form is None or one not in OWN_TEMPLATES]


def depths(offer: Offer) -> list[Depth]:
    """Return how much of a deal can be recorded under a set of rules, the least first."""
    game = find(offer.game)
    return list(compatibility.depths(game, game.rules({"preset": offer.preset})))


def options(offer: Offer, template: EventTemplate) -> list[Option]:
    """Return what may be chosen apart: with a limit its height, with free choice everything."""
    game = find(offer.game)
    options = []
    for dimension in chosen_apart(offer, template):
        values = tuple(_values(game, offer.preset, dimension))
        if len(values) > 1:
            options.append(Option(dimension, wording.field_text(dimension), values))
    return options


def chosen_apart(offer: Offer, template: EventTemplate) -> dict[str, frozenset[str]]:
    """Return the dimensions that a template leaves open, with all usual values as JSON text.

    Not every value goes with the set of rules; what does not is refused when it is chosen.
    """
    game = find(offer.game)
    ending = ending_dimensions(game, offer.preset)
    is_open = dict.fromkeys(ending, template.to_limit is not False)
    # Time and deals end what tables play that deal for themselves, with a limit or without.
    is_open |= dict.fromkeys(game.at_end, not offer.over_boards)
    return {
        dimension: frozenset(map(json.dumps, values))
        for dimension, values in game.choices().items()
        if is_open.get(dimension, template.form is None)
    }


def ending_dimensions(game: Game[Any], preset: str) -> frozenset[str]:
    """Return the dimensions that say how a game (局) ends: a fixed number of deals changes them."""
    usual = {"preset": preset}
    changed = [
        {**usual, name: value} for name, values in game.choices().items() for value in values
    ]
    return frozenset(name for wanted in (usual, *changed) for name in _ending(game, wanted))


def _ending(game: Game[Any], wanted: dict[str, Any]) -> Iterator[str]:
    try:
        rules = game.rules(wanted)
    except RulesRefused:
        return
    fixed = game.for_fixed_deals(rules)
    if fixed != rules:
        after = fixed.as_dict()
        yield from (name for name, value in rules.as_dict().items() if value != after[name])


def rules_name(ruleset: RuleSet) -> str:
    """Return what the rules of an event are called, and whether something in them was chosen."""
    name = games.preset_name(ruleset.game, ruleset.name)
    game = find(ruleset.game)
    if ruleset.name not in game.presets:
        return name
    rules, own = game.rules({"preset": ruleset.name}), game.rules(ruleset.rules)
    made = (rules, game.for_fixed_deals(rules), game.for_boards(rules))
    return name if own in made else gettext("%(name)s, with changes") % {"name": name}


def _all(to_limit: bool, *, over_boards: bool = False) -> Iterator[Offer]:
    for game in names():
        for preset in find(game).presets:
            yield Offer(game, preset, to_limit, over_boards)


def _suits(offer: Offer, form: Form) -> bool:
    return _each_for_himself(find(offer.game), offer.preset) == (form == Form.INDIVIDUAL)


def _ends(offer: Offer) -> bool:
    return any(_ending(find(offer.game), {"preset": offer.preset}))


def _suits_boards(offer: Offer) -> bool:
    game = find(offer.game)
    return compatibility.suits_boards(game, game.rules({"preset": offer.preset}))


def _is_over_boards(template: EventTemplate) -> bool:
    return bool(template.boards) and template.over_boards


def _values(game: Game[Any], preset: str, dimension: str) -> Iterator[tuple[str, str]]:
    """The values of a dimension that go with a preset, its own first, each sentence once."""
    own = _sentence(game, {"preset": preset}, dimension)
    yield "", own
    told = {own, ""}
    for value in game.choices()[dimension]:
        sentence = _sentence(game, {"preset": preset, dimension: value}, dimension)
        if sentence not in told:
            told.add(sentence)
            yield json.dumps(value), sentence


def _sentence(game: Game[Any], wanted: dict[str, Any], dimension: str) -> str:
    try:
        phrases = game.describe(game.rules(wanted))
    except RulesRefused:
        return ""
    return " ".join(
        wording.phrase_text(phrase) for phrase in phrases if phrase.dimension == dimension
    )


def _each_for_himself(game: Game[Any], preset: str) -> bool:
    """Whether partners add up what each of them scored; rules for pairs give both one score."""
    rules = game.rules({"preset": preset})
    seats = game.seats(rules)
    opposite = {seat: str(place % 2) for place, seat in enumerate(seats)}
    points = game.side_points(dict.fromkeys(seats, 1), rules, opposite)
    return sum(points.values()) == len(seats)
