"""The page of the rules of an event in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from scoring.game import find_game
from tournaments.models import Event, RuleSet
from tournaments.regulations import catalogue
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.games import game_of
from tournaments.structure.match_parts import ends_by_rules, of_several_games
from tournaments.wording import games
from web.publish import rank_sentences
from web.publish.pages.progress import PublicRound, round_states


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The page of the rules: the game, the name of its rules, and their sentences."""

    event: Event
    rounds: tuple[PublicRound, ...]
    game: str
    preset: str
    sentences: tuple[str, ...]
    length: str
    """The length of a round as a sentence."""
    standings: tuple[str, ...]
    """The sentences about the ranks."""
    has_articles: bool
    """Whether the public may see the penalty table."""


def read(snapshot: EventSnapshot) -> RulesPage:
    """Return what the page shows."""
    event, ruleset = snapshot.event, snapshot.event.ruleset
    game = game_of(event)
    return RulesPage(
        event=event,
        rounds=round_states(snapshot),
        game=games.game_name(game.name),
        preset=rules_name(ruleset),
        sentences=tuple(games.rule_sentences(game, ruleset.rules)),
        length=_length_text(event),
        standings=tuple(rank_sentences.sentences(event, snapshot.stages)),
        has_articles=catalogue.is_shown(event),
    )


def _length_text(event: Event) -> str:
    if of_several_games(event):
        text = gettext(
            "In every room of every segment a match has a game that ends by its rules, or after "
            "%(deals)s deals."
        )
    elif ends_by_rules(event):
        text = gettext("Each round is a game that ends by its rules, or after %(deals)s deals.")
    else:
        text = ngettext(
            "Each round has %(deals)s deal.",
            "Each round has %(deals)s deals.",
            event.deals_per_round,
        )
    return text % {"deals": event.deals_per_round}


def rules_name(ruleset: RuleSet) -> str:
    """Return the name of the rules of an event, marked where dimensions were changed."""
    name = games.preset_name(ruleset.game, ruleset.name)
    game = find_game(ruleset.game)
    if ruleset.name not in game.presets:
        return name
    # A dimension that the rules of that time did not name yet is no change.
    usual = game.rules({}).as_dict().items()
    unnamed = {name: value for name, value in usual if name not in ruleset.rules}
    rules = game.rules({"preset": ruleset.name, **unnamed})
    own = game.rules(ruleset.rules)
    variants = (rules, game.for_fixed_deals(rules), game.for_boards(rules))
    return name if own in variants else gettext("%(name)s, with changes") % {"name": name}
