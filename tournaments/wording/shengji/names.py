"""Names of 升级: its sets of rules, answers, fields, and differences between two records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.shengji.codes import FactCode, Saying
from scoring.shengji.rules import LEVELS
from tournaments import wording
from tournaments.wording.games import RuleGroup
from tournaments.wording.values import JOKERS, SUITS, Names, signed

NAME = _("Shengji")
SCORES = pgettext_lazy("standings", "Levels gained")
RAW = _("Points of the attackers")
NET = pgettext_lazy("standings", "Net levels")

PRESETS: Names = {
    "lianzhong-1": pgettext_lazy("rules", "Lianzhong, one deck"),
    "lianzhong-2": pgettext_lazy("rules", "Lianzhong, two decks"),
    "lianzhong-3": pgettext_lazy("rules", "Lianzhong, three decks"),
    "standard-2": pgettext_lazy("rules", "Standard, two decks"),
    "standard-3": pgettext_lazy("rules", "Standard, three decks"),
}

ABOUT: Names = {
    "lianzhong-1": _(
        "One deck; the attackers take the deal with 40 points. Trump is bid after the deal."
    ),
    "lianzhong-2": _(
        "Two decks; with 80 points the attackers take the deal and go up 1 level at once. A long "
        "tractor multiplies the kitty further."
    ),
    "lianzhong-3": _(
        "Three decks; the attackers take the deal with 120 points. A triple or a titanic "
        "multiplies the kitty further."
    ),
    "standard-2": _(
        "Two decks, as most clubs and regulations play: the attackers take the deal with 80 "
        "points, and a tractor counts the kitty 8 times at most."
    ),
    "standard-3": _(
        "Three decks, as most clubs and regulations play: the attackers take the deal with 120 "
        "points, and nothing counts the kitty more than 8 times."
    ),
}
GROUPS: Final = (
    RuleGroup(
        "club",
        pgettext_lazy("group of rules", "Rules of the club"),
        ("always_trump", "jack_hook", "jack_hook_off_suit", "over_level_tractor"),
    ),
    RuleGroup(
        "game",
        pgettext_lazy("group of rules", "The game and its end"),
        (
            "start_level",
            "target_level",
            "must_play",
            "win_condition",
            "early_end_lead",
            "time_tie",
            "time_end",
        ),
    ),
    RuleGroup(
        "levels",
        pgettext_lazy("group of rules", "Levels and scores"),
        ("level_table", "one_deck_over_100", "max_levels_per_deal", "deal_score", "next_dealer"),
    ),
    RuleGroup(
        "bidding",
        pgettext_lazy("group of rules", "Decks and bidding"),
        ("decks", "bid_timing", "joker_bid_order", "self_overcall", "no_bid"),
    ),
    RuleGroup(
        "kitty",
        pgettext_lazy("group of rules", "The kitty"),
        ("kitty_multiplier", "kitty_precedence", "kitty_by"),
    ),
    RuleGroup(
        "play",
        pgettext_lazy("group of rules", "Throwing and following"),
        (
            "partner_blocks_throw",
            "throw_fallback",
            "throw_penalty",
            "throw_follow",
            "ruff_compare",
            "tractor_protection",
            "partial_tractor",
            "triple_protection",
            "titanic_order",
            "claims",
        ),
    ),
)
"""The rules by heading where they are chosen: first what a club plays differently."""

CARDS: Names = JOKERS

COMBINATIONS: Names = {
    "single": pgettext_lazy("combination", "single cards"),
    "pair": pgettext_lazy("combination", "pair"),
    "triple": pgettext_lazy("combination", "triple"),
    "tractor": pgettext_lazy("combination", "tractor of %(number)s pairs"),
    "titanic": pgettext_lazy("combination", "titanic of %(number)s triples"),
}
"""The combinations as a record names them; of a row the number tells how many run."""

Options = Mapping[str | None, str | Promise]
TRUMPS: Options = {
    None: pgettext_lazy("trump", "No trump"),
    "S": SUITS["S"],
    "H": SUITS["H"],
    "D": SUITS["D"],
    "C": SUITS["C"],
}
JACKS: Options = {
    "trump": pgettext_lazy("last trick", "trump J"),
    "off_suit": pgettext_lazy("last trick", "other J"),
    "none": pgettext_lazy("last trick", "no J"),
}
OPTIONS: Final[Mapping[str, Options]] = {
    FactCode.TRUMP.value: TRUMPS,
    FactCode.LAST_JACK.value: JACKS,
}

FIELDS: Names = {
    # A report.
    "dealer": pgettext_lazy("field", "Dealer"),
    "level": pgettext_lazy("field", "Level"),
    "trump": pgettext_lazy("field", "Trump"),
    "bids": pgettext_lazy("field", "Bids"),
    "attackers_points": pgettext_lazy("field", "Attackers' points in tricks"),
    "dealers_points": pgettext_lazy("field", "Points of the dealer's side"),
    "kitty_points": pgettext_lazy("field", "Points in the kitty"),
    "last_trick": pgettext_lazy("field", "Last trick"),
    "winner": pgettext_lazy("field", "Won by"),
    "cards": pgettext_lazy("field", "Cards"),
    "led": pgettext_lazy("field", "Cards led"),
    "combination": pgettext_lazy("field", "Won with"),
    "jack": pgettext_lazy("field", "J in the last trick"),
    "failed_throws": pgettext_lazy("field", "Failed throws"),
    "played": pgettext_lazy("field", "Cards played instead"),
    "throw_points": pgettext_lazy("field", "Cost of failed throws"),
    "dealers": pgettext_lazy("field", "Dealer's side"),
    "attackers": pgettext_lazy("field", "Attackers"),
    "kitty": pgettext_lazy("field", "Kitty"),
    # A set of rules.
    "level_table": pgettext_lazy("field", "Table of levels"),
    "custom_levels": pgettext_lazy("field", "Rows of a custom table of levels"),
    "points": pgettext_lazy("field", "Points from which the row applies"),
    "dealer_keeps": pgettext_lazy("field", "The dealer's side keeps the deal"),
    "levels": pgettext_lazy("field", "Levels gained"),
    "step": pgettext_lazy("field", "Points for each further level"),
    "one_deck_over_100": pgettext_lazy("field", "More than 100 points"),
    "max_levels_per_deal": pgettext_lazy("field", "Most levels in a deal"),
    "kitty_multiplier": pgettext_lazy("field", "What multiplies the kitty"),
    "kitty_precedence": pgettext_lazy("field", "Which combination counts for the kitty"),
    "kitty_by": pgettext_lazy("field", "Whose cards count for the kitty"),
    "throw_fallback": pgettext_lazy("field", "What is played from a failed throw"),
    "throw_penalty": pgettext_lazy("field", "Price of a failed throw"),
    "partner_blocks_throw": pgettext_lazy("field", "The partner's cards against a throw"),
    "triple_protection": pgettext_lazy("field", "Breaking a triple for a pair"),
    "tractor_protection": pgettext_lazy("field", "Breaking a tractor for a pair"),
    "partial_tractor": pgettext_lazy("field", "Answering with shorter tractors"),
    "titanic_order": pgettext_lazy("field", "What answers a titanic"),
    "throw_follow": pgettext_lazy("field", "How a throw is followed"),
    "ruff_compare": pgettext_lazy("field", "Which of several ruffs wins"),
    "bid_timing": pgettext_lazy("field", "When trump is bid"),
    "joker_bid_order": pgettext_lazy("field", "Bids of jokers"),
    "self_overcall": pgettext_lazy("field", "Overriding one's own bid"),
    "bid_after_kitty": pgettext_lazy("field", "Bids after the kitty was taken"),
    "no_bid": pgettext_lazy("field", "Nobody bids"),
    "next_dealer": pgettext_lazy("field", "Who deals next"),
    "must_play": pgettext_lazy("field", "Levels that must be played"),
    "win_condition": pgettext_lazy("field", "How the target is passed"),
    "start_level": pgettext_lazy("field", "First level"),
    "target_level": pgettext_lazy("field", "Target level"),
    "early_end_lead": pgettext_lazy("field", "Lead that ends the game"),
    "redeal_rule": pgettext_lazy("field", "Redealing for a weak hand"),
    "chao_dipi": pgettext_lazy("field", "Bidding for the kitty"),
    "claims": pgettext_lazy("field", "Claims"),
    "deal_score": pgettext_lazy("field", "What a deal counts"),
    "time_tie": pgettext_lazy("field", "Equal levels when time is up"),
    "time_end": pgettext_lazy("field", "The deal in progress when time is called"),
    "always_trump": pgettext_lazy("field", "Ranks that are always trump"),
    "jack_hook": pgettext_lazy("field", "Hooking the J"),
    "jack_hook_off_suit": pgettext_lazy("field", "A J of another suit"),
    "over_level_tractor": pgettext_lazy("field", "Tractors over the level"),
}


_IF_ATTACKERS_WIN: Final = _("only where the attackers win the last trick")
NEEDED: Final = {
    FactCode.KITTY_POINTS.value: _IF_ATTACKERS_WIN,
    FactCode.LAST_COMBINATION.value: _IF_ATTACKERS_WIN,
    FactCode.LAST_JACK.value: _("only at level J, where the attackers win the last trick"),
}
"""When a question of the sheet is answered at all."""

FACTS: wording.Words = {
    FactCode.DEALER: FIELDS["dealer"],
    FactCode.LEVEL: FIELDS["level"],
    FactCode.TRUMP: FIELDS["trump"],
    FactCode.ATTACKERS_POINTS: FIELDS["attackers_points"],
    FactCode.KITTY_POINTS: FIELDS["kitty_points"],
    FactCode.LAST_WINNER: _("Last trick won by"),
    FactCode.LAST_COMBINATION: _("Last trick won with"),
    FactCode.LAST_JACK: FIELDS["jack"],
    FactCode.LAST_CARDS: _("Cards that won the last trick"),
    FactCode.HAND: pgettext_lazy("field", "Hand"),
    FactCode.KITTY: FIELDS["kitty"],
    FactCode.PLAY: _("Play %(place)s"),
    FactCode.FAILED_THROW: FIELDS["failed_throws"],
    FactCode.THROW_POINTS_DEALERS: _("Cost of the dealer's side's failed throws"),
    FactCode.THROW_POINTS_ATTACKERS: _("Cost of the attackers' failed throws"),
    FactCode.BID: _("Cards shown as a bid"),
}

SAYINGS: wording.Words = {Saying.NO_TRUMP: TRUMPS[None]}


def level_reached(total: int) -> str:
    """Format the level of a side in its game (局), with the levels past A or below 2.

    >>> level_reached(0), level_reached(12), level_reached(14)
    ('2', 'A', 'A+2')
    """
    last = len(LEVELS) - 1
    if total > last:
        return LEVELS[last] + signed(total - last)
    return LEVELS[total] if total >= 0 else LEVELS[0] + signed(total)
