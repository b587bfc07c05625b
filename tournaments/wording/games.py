"""Names of games, sets of rules and cards, rules in sentences, and names of the scores of deals.

Scores are named by the game, or by the comparison of the event: IMPs, matchpoints. A game that has
registered no names is shown by its own identifier.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game import Counting, Game, find_game
from tournaments import wording
from tournaments.models import BoardSource, Comparison, Event, RuleSet
from tournaments.structure.games import adds_levels, counting_of, counts_games_won
from tournaments.wording.values import signed, unsigned

_POINTS = pgettext_lazy("standings", "Points")
_RAW_POINTS = _("Raw points")
_NET_POINTS = pgettext_lazy("standings", "Net points")


@dataclass(frozen=True, slots=True)
class Headword:
    """The name of a term of a glossary, and the pinyin of its Chinese name."""

    name: str | Promise
    reading: str = ""


SettledLines = Sequence[Mapping[str, Any]]
"""The lines of a settlement, as JSON."""


class Noted(NamedTuple):
    """A notable feature of a deal: the seats concerned, and the cards that show it.

    The rarest has the least `rarity`.
    """

    rarity: int
    words: str
    seats: tuple[str, ...]
    cards: tuple[str, ...] = ()


def nothing_noted(_lines: SettledLines, _seats: Collection[str]) -> Iterable[Noted]:
    """Return nothing; the default of `Vocabulary.noted`."""
    return ()


class RuleGroup(NamedTuple):
    """Dimensions of the rules that stand under one heading where rules are chosen."""

    key: str
    name: str | Promise
    dimensions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of a game, its presets, special cards, kinds of exposure and terms."""

    game: str | Promise
    presets: Mapping[str, str | Promise] = field(default_factory=dict)
    cards: Mapping[str, str | Promise] = field(default_factory=dict)
    kinds: Mapping[str, str | Promise] = field(default_factory=dict)
    terms: Mapping[str, Headword] = field(default_factory=dict)
    scores: str | Promise = _POINTS
    """Name of the scores of a deal."""
    standing: Callable[[int], str] = signed
    """Formats the total of a side in its game (局)."""
    raw: str | Promise = _RAW_POINTS
    """Name of the points of a deal before they are converted to scores."""
    net: str | Promise = _NET_POINTS
    """Name of the sum of the differences of matches."""
    options: Mapping[str, Mapping[str | None, str | Promise]] = field(default_factory=dict)
    """Names of the answers to a question of a blank sheet, by its code."""
    needed: Mapping[str, str | Promise] = field(default_factory=dict)
    """When a question of a blank sheet is answered at all, by its code; of the others always."""
    sources: str | Promise = ""
    """Explanation of the sources given beside the terms of the glossary."""
    noted: Callable[[SettledLines, Collection[str]], Iterable[Noted]] = nothing_noted
    """What a deal is told for, by its settlement and its seats."""
    about: Mapping[str, str | Promise] = field(default_factory=dict)
    """What a preset means, in one sentence."""
    groups: Sequence[RuleGroup] = ()
    """The dimensions of the rules by heading, each in one group."""


_names: dict[str, Vocabulary] = {}


def register(game: str, names: Vocabulary) -> None:
    """Register the names of a game. Raises ValueError if it already has others."""
    if _names.setdefault(game, names) is not names:
        raise ValueError(f"{game} already has other names")


def game_name(game: str) -> str:
    """Return the name of a game."""
    return str(_vocabulary(game).game)


def preset_name(game: str, preset: str) -> str:
    """Return the name of a preset of a game."""
    return str(_vocabulary(game).presets.get(preset, preset))


def preset_about(game: str, preset: str) -> str:
    """Return what a preset of a game means; empty where nothing is said."""
    return str(_vocabulary(game).about.get(preset, ""))


def rule_groups(game: str) -> Sequence[RuleGroup]:
    """Return the headings under which the rules of a game are chosen; possibly none."""
    return _vocabulary(game).groups


def rules_name(ruleset: RuleSet) -> str:
    """Return the name of the rules of an event, marked where dimensions were changed."""
    name = preset_name(ruleset.game, ruleset.name)
    game = find_game(ruleset.game)
    if ruleset.name not in game.presets:
        return name
    # What the rules of then did not name yet is no change.
    usual = game.rules({}).as_dict().items()
    unnamed = {name: value for name, value in usual if name not in ruleset.rules}
    rules = game.rules({"preset": ruleset.name, **unnamed})
    own = game.rules(ruleset.rules)
    variants = (rules, game.for_fixed_deals(rules), game.for_boards(rules))
    return name if own in variants else gettext("%(name)s, with changes") % {"name": name}


def card_name(game: str, card: str) -> str:
    """Return the name of a card in a game; empty where it has none of its own."""
    return str(_vocabulary(game).cards.get(card, ""))


def kind_name(game: str, kind: str) -> str:
    """Return the name of a kind of exposure in a game."""
    return str(_vocabulary(game).kinds.get(kind, kind))


def option_name(game: str, code: str, option: str | None) -> str:
    """Return the name of an answer to a question of a blank sheet; None is an answer too.

    >>> option_name("a game without names", "level", "5")
    '5'
    """
    names = _vocabulary(game).options.get(code, {})
    if option in names:
        return str(names[option])
    return "" if option is None else wording.value_text(option)


def needed_when(game: str, code: str) -> str:
    """Return when a question of a blank sheet has to be answered; empty if always."""
    return str(_vocabulary(game).needed.get(code, ""))


def raw_name(game: str) -> str:
    """Return the name of the points of a deal before they are converted to scores."""
    return str(_vocabulary(game).raw)


def total_text(game: str, counting: Counting, total: int) -> str:
    """Format the total of a side in its game (局).

    >>> total_text("a game without names", Counting.POINTS, 40)
    '+40'
    """
    return _summing(game, counting).standing(total)


def has_plain_sums(game: str) -> bool:
    """Whether a game gives its sums the same name whatever its deals count.

    >>> has_plain_sums("a game without names")
    True
    """
    own, plain = _vocabulary(game), Vocabulary(game)
    return (own.scores, own.net, own.standing) == (plain.scores, plain.net, plain.standing)


def headword(game: str, term: str) -> Headword:
    """Return the headword of a term of a game's glossary."""
    return _vocabulary(game).terms.get(term, Headword(term))


def sources_note(game: str) -> str:
    """Return the explanation of the sources in a game's glossary."""
    return str(_vocabulary(game).sources)


def noted(game: str, lines: SettledLines, seats: Collection[str]) -> tuple[Noted, ...]:
    """Return the notable features of a deal.

    >>> noted("a game without names", [], ["N"])
    ()
    """
    return tuple(_vocabulary(game).noted(lines, seats))


def cards_of(lines: SettledLines, seat: str) -> tuple[str, ...]:
    """Return the cards named in the lines of a seat.

    >>> cards_of([{"seat": "N", "cards": ["SQ"]}, {"seat": "W", "cards": ["DJ"]}], "N")
    ('SQ',)
    """
    own = (line["cards"] for line in lines if line["seat"] == seat)
    return tuple(dict.fromkeys(card for cards in own for card in cards))


def rule_sentences(game: Game[Any], rules: Mapping[str, Any]) -> list[str]:
    """Return a set of rules, given as its dictionary, as a list of sentences."""
    return [wording.phrase_text(phrase) for phrase in game.describe(game.rules(dict(rules)))]


def rules_by_group(game: Game[Any], rules: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the same sentences below the headings under which the rules are chosen.

    A sentence whose dimension is under none stays with the one before it.
    """
    groups = _vocabulary(game.name).groups
    headings = {each: str(group.name) for group in groups for each in group.dimensions}
    found: dict[str, list[str]] = {}
    heading = str(groups[0].name) if groups else ""
    for phrase in game.describe(game.rules(dict(rules))):
        heading = headings.get(phrase.dimension, heading)
        found.setdefault(heading, []).append(wording.phrase_text(phrase))
    return [(name, tuple(sentences)) for name, sentences in found.items()]


@dataclass(frozen=True, slots=True)
class ComparedWords:
    """Names of the scores of deals: as a heading, within a sentence, and as a difference.

    `says` explains how they are computed; `say` formats an amount.
    """

    name: str | Promise
    inside: str | Promise
    net: str | Promise
    says: str | Promise = ""
    say: Callable[[Fraction | int], str] = signed


WORDS: Final[Mapping[str, ComparedWords]] = {
    Comparison.IMP: ComparedWords(
        pgettext_lazy("standings", "IMPs"),
        _("IMPs"),
        pgettext_lazy("standings", "Net IMPs"),
        _("A board counts by the difference between the two rooms, in IMPs."),
    ),
    Comparison.BOARD: ComparedWords(
        pgettext_lazy("standings", "Board points"),
        _("board points"),
        pgettext_lazy("standings", "Net board points"),
        _(
            "A board counts 2 for the side that did better on it in the two rooms together, 1 for "
            "each where both did equally well."
        ),
        unsigned,
    ),
    Comparison.MATCHPOINTS: ComparedWords(
        pgettext_lazy("standings", "Matchpoints"),
        _("matchpoints"),
        pgettext_lazy("standings", "Net matchpoints"),
        _(
            "A result counts 2 for every other result of the board that it beats, and 1 for every "
            "equal one; one that is missing counts as the average of the others."
        ),
        unsigned,
    ),
    Comparison.DATUM_IMP: ComparedWords(
        pgettext_lazy("standings", "IMPs"),
        _("IMPs"),
        pgettext_lazy("standings", "Net IMPs"),
        _(
            "A result counts by its difference from the datum, in IMPs. The datum of a board is "
            "the average of all its results, to the nearest ten."
        ),
    ),
}
"""The words of each comparison."""


def words_of_event(event: Event) -> ComparedWords:
    """Return the words for the scores of the deals of an event."""
    if event.comparison in WORDS:
        return WORDS[event.comparison]
    net: str | Promise = _summing(event.game, _counting(event)).net
    if counts_games_won(event):
        net = pgettext_lazy("standings", "Net games")
    return ComparedWords(name=scores_name(event), inside=_("points"), net=net)


def scores_name(event: Event) -> str:
    """Return the name of scores of deals before boards are compared."""
    return str(_summing(event.game, _counting(event)).scores)


def standing_text(event: Event, total: Fraction) -> str:
    """Format the total of a side in its match."""
    # Games (局) won, and levels added over several tables, are numbers.
    is_counted = counts_games_won(event) or adds_levels(event)
    if event.comparison in WORDS or is_counted:
        return unsigned(total)
    return points_text(event, int(total))


def points_text(event: Event, total: int) -> str:
    """Format a total of raw scores of a side."""
    return total_text(event.game, _counting(event), total)


def _counting(event: Event) -> Counting:
    """Return the unit in which deals of an event are scored.

    The rules are read only if the game has other words than points, or if boards are compared.
    """
    is_plain = event.boards == BoardSource.TABLE and has_plain_sums(event.game)
    return Counting.POINTS if is_plain else counting_of(event)


def _vocabulary(game: str) -> Vocabulary:
    return _names.get(game, Vocabulary(game))


def _summing(game: str, counting: Counting) -> Vocabulary:
    """Return the vocabulary for sums; units are plain points in any game."""
    return Vocabulary(game) if counting is Counting.UNITS else _vocabulary(game)
