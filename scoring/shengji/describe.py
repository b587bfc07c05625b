"""Rules as coded phrases, one or more for every option that has an effect, to be worded."""

from collections.abc import Iterator
from typing import Final

from scoring.game import Phrase
from scoring.problems import Values
from scoring.shengji.codes import RulePhrase
from scoring.shengji.rules import OPTIONS, Bracket, LevelTable, RuleSet

_ONLY_WITH_ONE_DECK: Final = ("one_deck_over_100",)
_NOT_WITH_ONE_DECK: Final = (
    "triple_protection",
    "tractor_protection",
    "partial_tractor",
    "joker_bid_order",
    "kitty_by",
)
_ONLY_WITH_THREE_DECKS: Final = ("triple_protection", "titanic_order", "kitty_precedence")
_ONLY_WHERE_SET: Final = ("deals", "minutes", "custom_levels")
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
    "start_level",
    "bid_timing",
    "joker_bid_order",
    "self_overcall",
    "no_bid",
    "bid_after_kitty",
    "redeal_rule",
    "chao_dipi",
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
    """Return what a set of rules says; what has no effect under it is left out.

    >>> [phrase.code.value for phrase in describe(RuleSet())][:2]
    ['decks', 'start_level']
    """
    return tuple(phrase for name in _TOLD for phrase in _phrases(name, rules))


def _phrases(name: str, rules: RuleSet) -> Iterator[Phrase]:
    value = getattr(rules, name)
    if _has_no_effect(name, rules):
        return
    if name == "custom_levels":
        yield from _custom(rules.custom_levels)
    elif name == "kitty_multiplier":
        decks = (("decks", rules.decks),)
        yield Phrase(name, RulePhrase(f"{name}_{rules.kitty_multiplier.value}"), decks)
    elif name == "must_play":
        yield _must_play(rules.must_play)
    elif name in _FIGURES and value is not None:
        yield Phrase(name, RulePhrase(name), ((_FIGURES[name], value),))
    elif value is None:
        yield Phrase(name, RulePhrase(f"{name}_none"))
    elif isinstance(value, bool):
        yield Phrase(name, RulePhrase(f"{name}_{'on' if value else 'off'}"))
    else:
        yield Phrase(name, RulePhrase(f"{name}_{value.value}"))


def _has_no_effect(name: str, rules: RuleSet) -> bool:
    if name in _ONLY_WITH_ONE_DECK and rules.level_table is not LevelTable.LIANZHONG_1:
        return True
    if name in _NOT_WITH_ONE_DECK and rules.decks == 1:
        return True
    if name in _ONLY_WITH_THREE_DECKS and rules.decks < 3:
        return True
    if name == "win_condition" and rules.target_level is None:
        return True
    return name in _ONLY_WHERE_SET and not getattr(rules, name)


def _must_play(ranks: tuple[str, ...]) -> Phrase:
    if not ranks:
        return Phrase("must_play", RulePhrase.MUST_PLAY_NONE)
    return Phrase("must_play", RulePhrase.MUST_PLAY, (("ranks", " ".join(ranks)),))


def _custom(rows: tuple[Bracket, ...]) -> Iterator[Phrase]:
    for row in rows:
        side = "dealer" if row.dealer_keeps else "attackers"
        values: Values = (("points", row.points), ("levels", row.levels))
        yield Phrase("custom_levels", RulePhrase(f"custom_levels_{side}"), values)
        if row.step is not None:
            yield Phrase("custom_levels", RulePhrase.CUSTOM_LEVELS_STEP, (("points", row.step),))
