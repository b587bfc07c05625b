"""The page of the rules of an event in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from django.utils.translation import gettext, ngettext

from tournaments.models import Event
from tournaments.regulations import catalogue
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.games import ends_by_rules, game_of, of_several_games
from tournaments.wording import games
from web.publish import rank_sentences
from web.publish.pages.progress import PublicRound, round_states

IN_SIGHT: Final = 16
"""The sentences that a phone shows unfolded, in whole groups but the first."""

RuleGroup = tuple[str, tuple[str, ...]]
"""A heading with its sentences."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The page of the rules: the game, the name of its rules, and their sentences."""

    event: Event
    rounds: tuple[PublicRound, ...]
    game: str
    preset: str
    groups: tuple[RuleGroup, ...]
    length: str
    """The length of a round as a sentence."""
    standings: tuple[str, ...]
    """The sentences about the ranks."""
    has_articles: bool
    """Whether the public may see the penalty table."""

    @property
    def in_sight(self) -> tuple[RuleGroup, ...]:
        """The first groups, as many as a phone shows."""
        counts = accumulate(len(sentences) for _, sentences in self.groups)
        return self.groups[: max(1, sum(count <= IN_SIGHT for count in counts))]

    @property
    def below(self) -> tuple[RuleGroup, ...]:
        """The groups that a phone unfolds."""
        return self.groups[len(self.in_sight) :]


def read(snapshot: EventSnapshot) -> RulesPage:
    """Return what the page shows."""
    event, ruleset = snapshot.event, snapshot.event.ruleset
    game = game_of(event)
    return RulesPage(
        event=event,
        rounds=round_states(snapshot),
        game=games.game_name(game.name),
        preset=games.rules_name(ruleset),
        groups=tuple(games.rules_by_group(game, ruleset.rules)),
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
