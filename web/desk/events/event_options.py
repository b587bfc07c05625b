"""The choices of a new event: game and rules, ranking, draw method, comparison, depth of record.

Which choices go together is decided in `formats.compatibility`; the form is in `events.forms`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import gettext

from scoring.game import Game, find_game, names
from scoring.problems import RulesRefused
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.formats import compatibility
from tournaments.formats.templates import RECOMMENDED, TEMPLATES, EventTemplate
from tournaments.models import ClubRules, Comparison, Depth, DrawMethod, Form, Ranking
from tournaments.standings.match_scores import Order
from tournaments.wording import games

MOST_RECOMMENDED: Final = 3
OWN_TEMPLATES: Final = (DrawMethod.KNOCKOUT, *compatibility.OVER_BOARDS)
"""The draw methods that have templates of their own."""


@dataclass(frozen=True, slots=True)
class GameOffer:
    """A game with a set of rules that can be chosen; `key` is what a form sends for it.

    With `to_limit` a game (局) ends as these rules say, otherwise after a fixed number of deals.
    With `over_boards` the board determines how a deal begins. `own` are rules that the club keeps
    under its own name.
    """

    game: str
    preset: str
    to_limit: bool = False
    over_boards: bool = False
    own: ClubRules | None = None

    @property
    def key(self) -> str:
        """The game and the preset, or the club's own rules, in one word."""
        return f"{self.game}:own:{self.own.uid}" if self.own else f"{self.game}:{self.preset}"

    @property
    def wanted(self) -> dict[str, Any]:
        """The rules as the game reads them: the preset, or every dimension of the club's own."""
        return dict(self.own.rules) if self.own else {"preset": self.preset}

    @property
    def name(self) -> str:
        """The name in the current language, with the game if several are registered."""
        if self.own:
            return self.own.name
        preset = games.preset_name(self.game, self.preset)
        return preset if names() == (self.game,) else join_facts(games.game_name(self.game), preset)

    @property
    def about(self) -> str:
        """What the rules mean, in one sentence; of the club's own, what they were made from."""
        if self.own:
            preset = games.preset_name(self.game, self.preset)
            return gettext("The club's own rules, made from “%(preset)s”.") % {"preset": preset}
        return games.preset_about(self.game, self.preset)

    @property
    def sentences(self) -> list[str]:
        """The rules in the current language."""
        return self.sentences_with({})

    def sentences_with(self, changes: dict[str, Any]) -> list[str]:
        """The rules as sentences with some dimensions changed; empty if the game refuses them."""
        game = find_game(self.game)
        try:
            rules = game.rules({**self.wanted, **changes})
        except RulesRefused:
            return []
        return games.rule_sentences(game, self._rules_of_event(rules).as_dict())

    def read(
        self, *, over_boards: bool = False, changes: Mapping[str, Any] = MappingProxyType({})
    ) -> Any:
        """The rules as the game parses them, in the version that an event would store.

        `over_boards` asks for the version for boards; `changes` overrides dimensions, and is
        ignored as a whole if the game refuses it.
        """
        game, usual = find_game(self.game), self.wanted
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
    """A dimension of the rules that can be chosen separately, with its values and their sentences.

    A value is JSON text; the empty text stands for the value of the chosen set of rules.
    """

    dimension: str
    label: str
    values: tuple[tuple[str, str], ...]


def for_template(
    template: EventTemplate, game: str = "", own: Iterable[ClubRules] = ()
) -> list[GameOffer]:
    """Return the games and rules for events of a template, its proposals first.

    With `game`, only the rules of that game; the club's `own` rules come before all others.
    """
    to_limit, over_boards = template.to_limit is not False, _is_over_boards(template)
    every = [
        GameOffer(kept.game, kept.preset, to_limit, over_boards, kept)
        for kept in own
        if kept.game in names()
    ]
    every += [
        GameOffer(name, preset, to_limit, over_boards)
        for name in names()
        for preset in find_game(name).presets
    ]
    offers = [
        offer
        for offer in every
        if offer.game == (game or offer.game)
        and (template.form is None or _suits_form(offer, template.form))
        and (not template.to_limit or _ends_by_rules(offer))
        and (not offer.over_boards or _suits_boards(offer))
        and template.counting in {None, find_game(offer.game).counting(offer.read())}
        and rankings(offer, template)
    ]
    best = {preset: place for place, preset in enumerate(template.presets)}
    return sorted(offers, key=lambda offer: (offer.own is None, best.get(offer.preset, len(best))))


def recommended(game: str) -> list[EventTemplate]:
    """Return up to three templates that are shown first for a game."""
    fitting = [template for template in RECOMMENDED if for_template(template, game)]
    others = [template for template in TEMPLATES if template not in RECOMMENDED]
    if len(fitting) < MOST_RECOMMENDED:
        fitting += [template for template in others if for_template(template, game)]
    return fitting[:MOST_RECOMMENDED]


def played_name(game: str, template: EventTemplate) -> str:
    """Return the usual name for an event of a template in a game."""
    called = {"game": games.game_name(game), "what": template.played or template.name}
    return gettext("%(game)s: %(what)s") % called


def comparisons(offer: GameOffer | None, template: EventTemplate) -> list[Comparison]:
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
    offer: GameOffer,
    template: EventTemplate,
    form: str = "",
    comparison: str = "",
    *,
    boards: bool = False,
    changes: Mapping[str, Any] = MappingProxyType({}),
) -> list[Ranking]:
    """Return the rankings that an event of a template can use; possibly empty.

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


def may_count_gains(offer: GameOffer, template: EventTemplate, comparison: str = "") -> bool:
    """Whether matches of a template can have totals without minuses, as a quotient needs.

    Where that depends on the rooms and segments it can; the plan is checked with them.
    """
    compared = comparison or (template.comparisons or (Comparison.NONE,))[0]
    in_games = template.to_limit is not False and template.form in {None, Form.TEAMS}
    game = find_game(offer.game)
    return compatibility.counts_gains(game, offer.read(), compared, in_games=in_games)


def draw_methods(
    offer: GameOffer, template: EventTemplate, form: str = "", *, boards: bool = False
) -> list[DrawMethod]:
    """Return the draw methods that an event of a template can use.

    Knockouts and movements over boards have templates of their own, beside the free choice.
    """
    game = find_game(offer.game)
    chosen = template.form or form or Form.INDIVIDUAL
    over = boards or _is_over_boards(template)
    rules = game.rules(offer.wanted)
    draw_methods = compatibility.draw_methods(game, rules, chosen, boards=over)
    if template.methods:
        return [method for method in draw_methods if method in template.methods]
    return [
        method for method in draw_methods if template.form is None or method not in OWN_TEMPLATES
    ]


def depths(offer: GameOffer) -> list[Depth]:
    """Return the depths of record that a set of rules allows, the least first."""
    game = find_game(offer.game)
    return list(compatibility.depths(game, game.rules(offer.wanted)))


def options(offer: GameOffer, template: EventTemplate) -> list[Option]:
    """Return the dimensions that can be chosen separately, each with at least two values."""
    return list(_options(offer, chosen_apart(offer, template)))


def other_options(offer: GameOffer, template: EventTemplate) -> list[Option]:
    """Return the dimensions that a template keeps unless the club wants otherwise."""
    return list(_options(offer, changed_rarely(offer, template)))


def _options(offer: GameOffer, dimensions: Iterable[str]) -> Iterator[Option]:
    game = find_game(offer.game)
    for dimension in dimensions:
        values = tuple(_option_values(game, offer.wanted, dimension))
        if len(values) > 1:
            yield Option(dimension, wording.field_text(dimension), values)


def chosen_apart(offer: GameOffer, template: EventTemplate) -> dict[str, frozenset[str]]:
    """Return the dimensions that a template leaves open, with their usual values as JSON text.

    A value that does not fit the set of rules is refused when it is chosen.
    """
    is_open = _ending_is_open(offer, template)
    return _values_of(offer, lambda name: is_open.get(name, template.form is None))


def changed_rarely(offer: GameOffer, template: EventTemplate) -> dict[str, frozenset[str]]:
    """Return the other dimensions that fit a template, with their usual values as JSON text."""
    is_open = _ending_is_open(offer, template)
    return _values_of(offer, lambda name: name not in is_open and template.form is not None)


def _ending_is_open(offer: GameOffer, template: EventTemplate) -> dict[str, bool]:
    """Return the dimensions that decide how a game (局) ends, and whether they are chosen."""
    game = find_game(offer.game)
    ending = ending_dimensions(game, offer.wanted)
    is_open = dict.fromkeys(ending, template.to_limit is not False)
    # A time or a number of deals can end a game only where tables deal for themselves.
    return is_open | dict.fromkeys(game.at_end, not offer.over_boards)


def _values_of(offer: GameOffer, wanted: Callable[[str], bool]) -> dict[str, frozenset[str]]:
    return {
        dimension: frozenset(map(json.dumps, values))
        for dimension, values in find_game(offer.game).choices().items()
        if wanted(dimension)
    }


def ending_dimensions(game: Game[Any], usual: dict[str, Any]) -> frozenset[str]:
    """Return the dimensions that decide how a game (局) ends: those that fixed deals change."""
    return _ending_dimensions(game.name, json.dumps(usual))


@lru_cache(maxsize=64)
def _ending_dimensions(name: str, rules: str) -> frozenset[str]:
    """Return the dimensions for rules given as JSON text; cached, as pages ask for them often."""
    game, usual = find_game(name), json.loads(rules)
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


def _suits_form(offer: GameOffer, form: Form) -> bool:
    """Whether the rules suit a form: a score for each seat in individual events, and only there.

    Rules for pairs give both partners one score.
    """
    game = find_game(offer.game)
    rules = game.rules(offer.wanted)
    seats = game.seats(rules)
    opposite = {seat: str(place % 2) for place, seat in enumerate(seats)}
    points = game.side_points(dict.fromkeys(seats, 1), rules, opposite)
    return (sum(points.values()) == len(seats)) == (form == Form.INDIVIDUAL)


def _ends_by_rules(offer: GameOffer) -> bool:
    return any(_changed_by_fixed_deals(find_game(offer.game), offer.wanted))


def _suits_boards(offer: GameOffer) -> bool:
    game = find_game(offer.game)
    return compatibility.suits_boards(game, game.rules(offer.wanted))


def _is_over_boards(template: EventTemplate) -> bool:
    return bool(template.boards) and template.over_boards


def _option_values(
    game: Game[Any], usual: dict[str, Any], dimension: str
) -> Iterator[tuple[str, str]]:
    """Yield the values of a dimension that fit some rules, their own first, each sentence once."""
    needed = game.needs().get(dimension, {})
    # The rules do not mention a value without effect under them, but the form still names it.
    own = _dimension_sentence(game, usual, dimension) or _dimension_sentence(
        game, {**usual, **needed}, dimension
    )
    yield "", own
    seen = {own, ""}
    for value in game.choices()[dimension]:
        # A value that needs another choice is offered too; the form says what it needs.
        sentence = _dimension_sentence(
            game, {**usual, dimension: value}, dimension
        ) or _dimension_sentence(game, {**usual, **needed, dimension: value}, dimension)
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
