"""Rules as coded phrases, one or more for every option that has an effect."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from scoring.game import Phrase
from scoring.problems import Values
from scoring.shengji.codes import RulePhrase
from scoring.shengji.rules import LEVELS, OPTIONS, JackHook, LevelTable, RuleSet

_ONLY_WITH_ONE_DECK: Final = ("one_deck_over_100",)
_NOT_WITH_ONE_DECK: Final = (
    "triple_protection",
    "tractor_protection",
    "partial_tractor",
    "joker_bid_order",
    "kitty_by",
    "over_level_tractor",
)
_ONLY_WITH_THREE_DECKS: Final = ("triple_protection", "titanic_order", "kitty_precedence")
_ONLY_WHERE_SET: Final = ("deals", "minutes", "custom_levels")
_OF_LEVELS: Final = (
    "start_level",
    "level_table",
    "custom_levels",
    "one_deck_over_100",
    "max_levels_per_deal",
    "next_dealer",
    "must_play",
    "win_condition",
    "target_level",
    "early_end_lead",
    "deals",
    "minutes",
    "time_tie",
    "jack_hook",
)
"""What says nothing over boards, where nobody climbs."""
_OF_ENDS: Final = (
    "win_condition",
    "target_level",
    "early_end_lead",
    "deals",
    "minutes",
    "time_tie",
)
"""What says nothing where a deal counts by itself: no level decides, and no game ends."""
_FIGURES: Final = {
    "decks": "number",
    "max_levels_per_deal": "number",
    "start_level": "level",
    "target_level": "level",
    "early_end_lead": "number",
    "deals": "number",
    "minutes": "number",
}


_FIRST: Final = (
    "decks",
    "always_trump",
    "start_level",
    "bid_timing",
    "joker_bid_order",
    "self_overcall",
    "no_bid",
    "bid_after_kitty",
    "redeal_rule",
    "chao_dipi",
    "over_level_tractor",
    "tractor_protection",
    "triple_protection",
    "partial_tractor",
    "titanic_order",
    "partner_blocks_throw",
    "throw_fallback",
    "throw_penalty",
    "throw_follow",
    "ruff_compare",
    "claims",
    "kitty_multiplier",
    "kitty_precedence",
    "kitty_by",
)
"""What is told first, in the order of a deal: the cards, bidding, play, the kitty."""

_TOLD: Final = (*_FIRST, *(name for name in OPTIONS if name not in _FIRST))
"""All options; levels and the game, which come last, in the order that they have."""


def describe(rules: RuleSet) -> tuple[Phrase, ...]:
    """Return a set of rules as coded phrases, without options that have no effect in it.

    >>> [phrase.code.value for phrase in describe(RuleSet())][:2]
    ['decks', 'always_trump_none']
    """
    return tuple(phrase for name in _TOLD for phrase in _phrases(name, rules))


def _phrases(name: str, rules: RuleSet) -> Iterator[Phrase]:
    value = getattr(rules, name)
    if _has_no_effect(name, rules):
        return
    if name in _OWN_WORDS:
        yield from _OWN_WORDS[name](rules)
    elif name in _FIGURES and value is not None:
        yield Phrase(name, RulePhrase(name), ((_FIGURES[name], value),))
    elif value is None:
        yield Phrase(name, RulePhrase(f"{name}_none"))
    elif isinstance(value, bool):
        yield Phrase(name, RulePhrase(f"{name}_{'on' if value else 'off'}"))
    else:
        figures = (("decks", rules.decks),) if name == "kitty_multiplier" else ()
        yield Phrase(name, RulePhrase(f"{name}_{value.value}"), figures)


def _deal_score(rules: RuleSet) -> Iterator[Phrase]:
    name = "deal_score"
    yield Phrase(name, RulePhrase(f"{name}_{rules.deal_score.value}"))
    if rules.sums_up:
        yield Phrase(name, RulePhrase.SCALE_OF_SUMS, (("decks", rules.decks),))


def _has_no_effect(name: str, rules: RuleSet) -> bool:
    return any(
        (
            name in _OF_LEVELS and rules.over_boards,
            name in _OF_ENDS and rules.sums_up,
            name in _ONLY_WITH_ONE_DECK and rules.level_table is not LevelTable.LIANZHONG_1,
            name in _NOT_WITH_ONE_DECK and rules.decks == 1,
            name in _ONLY_WITH_THREE_DECKS and rules.decks < 3,
            name == "win_condition" and rules.target_level is None,
            name == "jack_hook" and rules.sums_up,
            name == "jack_hook_off_suit" and rules.jack_hook is JackHook.OFF,
            name in _ONLY_WHERE_SET and not getattr(rules, name),
        )
    )


def _must_play(rules: RuleSet) -> Iterator[Phrase]:
    if rules.must_play:
        ranks = (("ranks", " ".join(rules.must_play)),)
        yield Phrase("must_play", RulePhrase.MUST_PLAY, ranks)
    else:
        yield Phrase("must_play", RulePhrase.MUST_PLAY_NONE)


def _custom(rules: RuleSet) -> Iterator[Phrase]:
    for row in rules.custom_levels:
        side = "dealer" if row.dealer_keeps else "attackers"
        values: Values = (("points", row.points), ("levels", row.levels))
        yield Phrase("custom_levels", RulePhrase(f"custom_levels_{side}"), values)
        if row.step is not None:
            yield Phrase("custom_levels", RulePhrase.CUSTOM_LEVELS_STEP, (("points", row.step),))


def _always_trump(rules: RuleSet) -> Iterator[Phrase]:
    """Yield the ranks, and the order of trump below the level, the highest rank first."""
    if not rules.always_trump:
        yield Phrase("always_trump", RulePhrase.ALWAYS_TRUMP_NONE)
        return
    downwards = tuple(reversed(rules.always_trump))
    plain = [rank for rank in LEVELS if rank not in rules.always_trump]
    ranks: Values = (("ranks", " ".join(rules.always_trump)),)
    yield Phrase("always_trump", RulePhrase.ALWAYS_TRUMP, ranks)
    order: Values = (
        ("count", len(downwards)),
        ("order", " ".join(downwards)),
        ("highest", plain[-1]),
        ("lowest", plain[0]),
    )
    yield Phrase("always_trump", RulePhrase.ALWAYS_TRUMP_ORDER, order)


def _jack_hook(rules: RuleSet) -> Iterator[Phrase]:
    code = RulePhrase(f"jack_hook_{rules.jack_hook.value}")
    to: Values = () if rules.jack_hook is JackHook.OFF else (("level", rules.start_level),)
    yield Phrase("jack_hook", code, to)


_OWN_WORDS: Final[Mapping[str, Callable[[RuleSet], Iterator[Phrase]]]] = {
    "always_trump": _always_trump,
    "custom_levels": _custom,
    "deal_score": _deal_score,
    "jack_hook": _jack_hook,
    "must_play": _must_play,
}
"""Options whose phrases are not made of their name and their value alone."""
