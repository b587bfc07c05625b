"""The choices of a new event: game and rules, ranking, draw method, comparison, depth of record.

What goes together is decided by `standings.compatibility`; the form is in `forms.events`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import gettext

from scoring.game import Game, find_game, names
from scoring.problems import RulesRefused
from tournaments import wording
from tournaments.formats import compatibility
from tournaments.formats.templates import EventTemplate
from tournaments.models import Comparison, Depth, DrawMethod, Form, Ranking, RuleSet
from tournaments.standings.match_scores import Order
from tournaments.wording import games

OWN_TEMPLATES: Final = (DrawMethod.KNOCKOUT, *compatibility.OVER_BOARDS)
"""The draw methods that have templates of their own."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game with a set of rules that can be chosen; `key` is what a form sends for it.

    With `to_limit` a game (局) ends as these rules say, otherwise after a fixed number of deals.
    With `over_boards` the board determines how a deal begins.
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
        """Name in the current language; it includes the game where several are registered."""
        preset = games.preset_name(self.game, self.preset)
        return preset if names() == (self.game,) else f"{games.game_name(self.game)} · {preset}"

    @property
    def sentences(self) -> list[str]:
        """The rules in the current language."""
        return self.sentences_with({})

    def sentences_with(self, changes: dict[str, Any]) -> list[str]:
        """The rules as sentences with some dimensions changed; empty if the game refuses them."""
        game = find_game(self.game)
        try:
            rules = game.rules({"preset": self.preset, **changes})
        except RulesRefused:
            return []
        return games.rule_sentences(game, self._rules_of_event(rules).as_dict())

    def read(
        self, *, over_boards: bool = False, changes: Mapping[str, Any] = MappingProxyType({})
    ) -> Any:
        """The rules as the game parses them, in the version that an event would store.

        `over_boards` asks for the version for boards; `changes` overrides dimensions, and is
        ignored as a whole where the game refuses it.
        """
        game, usual = find_game(self.game), {"preset": self.preset}
        try:
            rules = game.rules({**usual, **changes})
        except RulesRefused:
            rules = game.rules(usual)
        return game.for_boards(rules) if over_boards else self._rules_of_event(rules)

    def _rules_of_event(self, rules: Any) -> Any:
        game = find_game(self.game)
        if self.over_boards:
            return game.for_boards(rules)
        return rules if self.to_limit else game.for_fixed_deals(rules)


@dataclass(frozen=True, slots=True)
class Option:
    """A dimension of the rules that can be chosen by itself, with its values and their sentences.

    A value is JSON text; the empty text stands for the value of the chosen set of rules.
    """

    dimension: str
    label: str
    values: tuple[tuple[str, str], ...]


def for_template(template: EventTemplate) -> list[Offer]:
    """Return the games and rules for events of a template, those that it proposes first."""
    to_limit, over_boards = template.to_limit is not False, _is_over_boards(template)
    every = (
        Offer(game, preset, to_limit, over_boards)
        for game in names()
        for preset in find_game(game).presets
    )
    offers = [
        offer
        for offer in every
        if (template.form is None or _suits_form(offer, template.form))
        and (not template.to_limit or _ends_by_rules(offer))
        and (not offer.over_boards or _suits_boards(offer))
        and template.counting in {None, find_game(offer.game).counting(offer.read())}
        and rankings(offer, template)
    ]
    best = {preset: place for place, preset in enumerate(template.presets)}
    return sorted(offers, key=lambda offer: best.get(offer.preset, len(best)))


def comparisons(offer: Offer | None, template: EventTemplate) -> list[Comparison]:
    """Return the comparisons that an event of a template can use."""
    possible = template.comparisons or tuple(Comparison)
    if offer is None:
        return list(possible)
    game, rules = find_game(offer.game), offer.read(over_boards=True)
    return [
        comparison
        for comparison in possible
        if compatibility.suits_comparison(game, rules, comparison)
    ]


def rankings(
    offer: Offer,
    template: EventTemplate,
    form: str = "",
    comparison: str = "",
    *,
    boards: bool = False,
    changes: Mapping[str, Any] = MappingProxyType({}),
) -> list[Ranking]:
    """Return the rankings that an event of a template can use; empty where there is none.

    Changed dimensions of the rules (`changes`) may allow more or fewer.
    """
    game = find_game(offer.game)
    chosen = template.form or form or Form.INDIVIDUAL
    compared = comparison or (template.comparisons or (Comparison.NONE,))[0]
    over_boards = boards or compared != Comparison.NONE
    rules = offer.read(over_boards=over_boards, changes=changes)
    rankings = compatibility.rankings(game, rules, chosen, compared)
    if template.ranking is not None:
        return [ranking for ranking in rankings if ranking == template.ranking]
    if template.proposals:
        fits = any(proposal in rankings for proposal in template.proposals)
        return [ranking for ranking in rankings if fits and Order(ranking).by_match]
    return list(rankings)


def draw_methods(
    offer: Offer, template: EventTemplate, form: str = "", *, boards: bool = False
) -> list[DrawMethod]:
    """Return the draw methods that an event of a template can use.

    Knockouts and movements over boards have templates of their own, beside the free choice.
    """
    game = find_game(offer.game)
    chosen = template.form or form or Form.INDIVIDUAL
    over = boards or _is_over_boards(template)
    rules = game.rules({"preset": offer.preset})
    draw_methods = compatibility.draw_methods(game, rules, chosen, boards=over)
    if template.methods:
        return [method for method in draw_methods if method in template.methods]
    return [
        method for method in draw_methods if template.form is None or method not in OWN_TEMPLATES
    ]


def depths(offer: Offer) -> list[Depth]:
    """Return the depths of record that a set of rules allows, the least first."""
    game = find_game(offer.game)
    return list(compatibility.depths(game, game.rules({"preset": offer.preset})))


def options(offer: Offer, template: EventTemplate) -> list[Option]:
    """Return the dimensions that can be chosen by themselves, each with at least two values."""
    game = find_game(offer.game)
    options = []
    for dimension in chosen_apart(offer, template):
        values = tuple(_option_values(game, offer.preset, dimension))
        if len(values) > 1:
            options.append(Option(dimension, wording.field_text(dimension), values))
    return options


def chosen_apart(offer: Offer, template: EventTemplate) -> dict[str, frozenset[str]]:
    """Return the dimensions that a template leaves open, with their usual values as JSON text.

    Not every value fits the set of rules; one that does not is refused when it is chosen.
    """
    game = find_game(offer.game)
    ending = ending_dimensions(game, offer.preset)
    is_open = dict.fromkeys(ending, template.to_limit is not False)
    # A time or a number of deals can end a game only where tables deal for themselves.
    is_open |= dict.fromkeys(game.at_end, not offer.over_boards)
    return {
        dimension: frozenset(map(json.dumps, values))
        for dimension, values in game.choices().items()
        if is_open.get(dimension, template.form is None)
    }


def ending_dimensions(game: Game[Any], preset: str) -> frozenset[str]:
    """Return the dimensions that decide how a game (局) ends: those that fixed deals change."""
    usual = {"preset": preset}
    changed = [
        {**usual, name: value} for name, values in game.choices().items() for value in values
    ]
    return frozenset(
        name for wanted in (usual, *changed) for name in _changed_by_fixed_deals(game, wanted)
    )


def _changed_by_fixed_deals(game: Game[Any], wanted: dict[str, Any]) -> Iterator[str]:
    try:
        rules = game.rules(wanted)
    except RulesRefused:
        return
    fixed = game.for_fixed_deals(rules)
    if fixed != rules:
        after = fixed.as_dict()
        yield from (name for name, value in rules.as_dict().items() if value != after[name])


def rules_name(ruleset: RuleSet) -> str:
    """Return the name of the rules of an event, marked where dimensions were changed."""
    name = games.preset_name(ruleset.game, ruleset.name)
    game = find_game(ruleset.game)
    if ruleset.name not in game.presets:
        return name
    rules, own = game.rules({"preset": ruleset.name}), game.rules(ruleset.rules)
    variants = (rules, game.for_fixed_deals(rules), game.for_boards(rules))
    return name if own in variants else gettext("%(name)s, with changes") % {"name": name}


def _suits_form(offer: Offer, form: Form) -> bool:
    """Whether every seat keeps its own score, in an individual event and in no other.

    Rules for pairs give both partners one score.
    """
    game = find_game(offer.game)
    rules = game.rules({"preset": offer.preset})
    seats = game.seats(rules)
    opposite = {seat: str(place % 2) for place, seat in enumerate(seats)}
    points = game.side_points(dict.fromkeys(seats, 1), rules, opposite)
    return (sum(points.values()) == len(seats)) == (form == Form.INDIVIDUAL)


def _ends_by_rules(offer: Offer) -> bool:
    return any(_changed_by_fixed_deals(find_game(offer.game), {"preset": offer.preset}))


def _suits_boards(offer: Offer) -> bool:
    game = find_game(offer.game)
    return compatibility.suits_boards(game, game.rules({"preset": offer.preset}))


def _is_over_boards(template: EventTemplate) -> bool:
    return bool(template.boards) and template.over_boards


def _option_values(game: Game[Any], preset: str, dimension: str) -> Iterator[tuple[str, str]]:
    """Yield the values of a dimension that fit a preset, its own first, each sentence once."""
    own = _dimension_sentence(game, {"preset": preset}, dimension)
    yield "", own
    seen = {own, ""}
    for value in game.choices()[dimension]:
        sentence = _dimension_sentence(game, {"preset": preset, dimension: value}, dimension)
        if sentence not in seen:
            seen.add(sentence)
            yield json.dumps(value), sentence


def _dimension_sentence(game: Game[Any], wanted: dict[str, Any], dimension: str) -> str:
    try:
        phrases = game.describe(game.rules(wanted))
    except RulesRefused:
        return ""
    return wording.joined_sentences(
        wording.phrase_text(phrase) for phrase in phrases if phrase.dimension == dimension
    )
