"""The rules of 升级 in sentences, as they are shown to players and printed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.shengji.codes import RulePhrase
from tournaments import wording
from tournaments.wording import Case

_CARDS: wording.Words = {
    RulePhrase.DECKS: Case(
        "number",
        {
            1: _(
                "One deck of 54 cards is used, with 100 points: 5 in each five, 10 in each ten and "
                "king. Everybody is dealt 12 cards, and 6 are left for the kitty."
            ),
            2: _(
                "Two decks of 54 cards are used, with 200 points: 5 in each five, 10 in each ten "
                "and king. Everybody is dealt 25 cards, and 8 are left for the kitty."
            ),
        },
        _(
            "Three decks of 54 cards are used, with 300 points: 5 in each five, 10 in each ten "
            "and king. Everybody is dealt 39 cards, and 6 are left for the kitty."
        ),
    ),
    RulePhrase.ALWAYS_TRUMP_NONE: _("No rank but the level is always trump."),
    RulePhrase.ALWAYS_TRUMP: _(
        "Always trump, whatever the level: %(ranks)s. Trump is not bid with these cards."
    ),
    RulePhrase.ALWAYS_TRUMP_ORDER: Case(
        "count",
        {
            1: _(
                "From high to low: big joker, small joker, level card of the trump suit, other "
                "level cards, %(order)s of the trump suit, other %(order)s, then the trump suit "
                "from %(highest)s down to %(lowest)s. With no trump suit the four %(order)s are "
                "equal and stand below the level cards. At level %(order)s nothing is different."
            )
        },
        _(
            "From high to low: big joker, small joker, level card of the trump suit, other level "
            "cards, then rank by rank (%(order)s) the card of the trump suit before the others, "
            "then the trump suit from %(highest)s down to %(lowest)s. With no trump suit the four "
            "cards of a rank are equal. A rank that is the level is the level alone."
        ),
    ),
}

_BIDDING: wording.Words = {
    RulePhrase.BID_TIMING_DURING_DEAL: _(
        "Trump is bid during the deal: one or more equal cards of the level bid their suit, equal "
        "jokers bid no trump. Only a higher bid overrides the one before."
    ),
    RulePhrase.BID_TIMING_AFTER_DEAL: _(
        "Trump is bid after the deal by showing a card of the level; the last one shown counts."
    ),
    RulePhrase.BID_TIMING_IN_TURN: _(
        "Trump is bid when everybody has the whole hand, from the dealer on in order of play: one "
        "or more equal cards of the level bid their suit, equal jokers bid no trump. Only a higher "
        "bid overrides the one before."
    ),
    RulePhrase.JOKER_BID_ORDER_ONE_LEVEL: _("Bids of small and of big jokers are equally high."),
    RulePhrase.JOKER_BID_ORDER_SMALL_LT_BIG: _(
        "A bid of big jokers overrides one of as many small jokers."
    ),
    RulePhrase.SELF_OVERCALL_ON: _("One may override one's own bid with any higher one."),
    RulePhrase.SELF_OVERCALL_OFF: _(
        "Nobody overrides his own bid but by adding more of the same card."
    ),
    RulePhrase.BID_AFTER_KITTY_OFF: _("Once the kitty has been taken there are no more bids."),
    RulePhrase.NO_BID_KITTY_FIRST: _(
        "If nobody bids, the first card of the kitty makes trump; a joker makes no trump."
    ),
    RulePhrase.NO_BID_REDEAL: _("If nobody bids, the cards are dealt again."),
    RulePhrase.NO_BID_NO_TRUMP: _("If nobody bids, there is no trump suit."),
    RulePhrase.REDEAL_RULE_OFF: _("A weak hand is no reason to deal again."),
    RulePhrase.CHAO_DIPI_OFF: _("The kitty is buried once; no bid exchanges it again."),
}

_PLAY: wording.Words = {
    RulePhrase.OVER_LEVEL_TRACTOR_ON: _(
        "The ranks just below and above the level are neighbours: at level 5, 4466 is a tractor."
    ),
    RulePhrase.OVER_LEVEL_TRACTOR_OFF: _(
        "The ranks just below and above the level are no neighbours: at level 5, 4466 is no "
        "tractor (a rule of this club)."
    ),
    RulePhrase.PARTNER_BLOCKS_THROW_ON: _(
        "A throw has to be unbeatable: the partner's cards are held against it too."
    ),
    RulePhrase.PARTNER_BLOCKS_THROW_OFF: _(
        "A throw has to be unbeatable by the opponents; the partner's cards do not matter."
    ),
    RulePhrase.THROW_FALLBACK_KIND_PRIORITY: _(
        "Of a failed throw the lowest beatable combination of the largest kind that can be beaten "
        "is played; the rest goes back to the hand."
    ),
    RulePhrase.THROW_FALLBACK_SMALLEST: _(
        "Of a failed throw the smallest combination that can be beaten is played; the rest goes "
        "back to the hand."
    ),
    RulePhrase.THROW_FALLBACK_SMALLEST_SINGLE: _(
        "Of a failed throw the lowest card is played; the rest goes back to the hand."
    ),
    RulePhrase.THROW_FALLBACK_REJECT: _("A failed throw is taken back, and another lead is made."),
    RulePhrase.THROW_PENALTY_0: _("A failed throw costs no points."),
    RulePhrase.THROW_PENALTY_10: _("A failed throw costs 10 points."),
    RulePhrase.THROW_PENALTY_10_PER_CARD: _(
        "A failed throw costs 10 points for each card that was thrown."
    ),
    RulePhrase.THROW_PENALTY_10_PER_RETURNED_CARD: _(
        "A failed throw costs 10 points for each card that goes back to the hand."
    ),
    RulePhrase.THROW_FOLLOW_PER_COMPONENT: _(
        "A throw is followed combination by combination, the largest first, as if each had been "
        "led alone."
    ),
    RulePhrase.THROW_FOLLOW_RBTYING_PATH: _(
        "A throw is followed as a whole: its largest combination gives way to a lesser one until "
        "the hand can answer all of them."
    ),
    RulePhrase.TRIPLE_PROTECTION_OFF: _(
        "Whoever has to play a pair and has none but in a triple breaks the triple up."
    ),
    RulePhrase.TRIPLE_PROTECTION_ON: _("Nobody has to break a triple up to play a pair."),
    RulePhrase.TRACTOR_PROTECTION_ON: _("Nobody has to break a tractor up to play a pair."),
    RulePhrase.TRACTOR_PROTECTION_OFF: _(
        "Whoever has to play a pair plays any, if need be out of a tractor."
    ),
    RulePhrase.PARTIAL_TRACTOR_ON: _(
        "Whoever cannot answer a tractor with one as long plays as many pairs as possible, in "
        "rows as long as possible."
    ),
    RulePhrase.PARTIAL_TRACTOR_OFF: _(
        "Whoever cannot answer a tractor with one as long plays as many pairs as possible, any."
    ),
    RulePhrase.TITANIC_ORDER_LIANZHONG: _(
        "A titanic of two triples is answered by the first of these that the hand has: a titanic; "
        "two triples; a tractor and two cards; a triple, a pair and a card; a triple and three "
        "cards; two pairs and two cards; a pair and four cards; six cards."
    ),
    RulePhrase.TITANIC_ORDER_TRIPLES_FIRST: _(
        "A titanic is answered by triples, as many and in rows as long as possible, then by pairs "
        "for those that are lacking."
    ),
    RulePhrase.RUFF_COMPARE_LARGEST_COMPONENT: _(
        "Where several ruff a throw, the higher one in its largest combination wins, of equal "
        "ones the first."
    ),
    RulePhrase.RUFF_COMPARE_ALL_COMPONENTS: _(
        "Where several ruff a throw, a later one wins only if every combination of it is higher."
    ),
    RulePhrase.RUFF_COMPARE_BY_LENGTH_THEN_NEXT: _(
        "Where several ruff a throw, the higher one in its largest combination wins; where these "
        "are equal, the next combination decides."
    ),
    RulePhrase.RUFF_COMPARE_HIGHEST_CARD: _(
        "Where several ruff a throw, the one with the highest card wins."
    ),
    RulePhrase.CLAIMS_ON: _("The table may end a deal by a claim."),
    RulePhrase.CLAIMS_OFF: _("Every deal is played to its last trick; nobody claims."),
}

_KITTY_TWICE = _(
    "Where the attackers win the last trick, the points of the kitty count twice for them."
)

_KITTY: wording.Words = {
    RulePhrase.KITTY_MULTIPLIER_LIANZHONG: Case(
        "decks",
        {
            1: _KITTY_TWICE,
            2: _(
                "Where the attackers win the last trick, the points of the kitty count for them: "
                "with single cards twice, with a pair 4 times, with a tractor of two pairs 8 times "
                "and twice as often for each further pair."
            ),
        },
        _(
            "Where the attackers win the last trick, the points of the kitty count for them: with "
            "single cards twice, with a pair 4 times, with a triple 6 times, with a tractor of two "
            "pairs 8 times and twice as often for each further pair, with a titanic of two triples "
            "18 times and three times as often for each further triple."
        ),
    ),
    RulePhrase.KITTY_MULTIPLIER_2_4_8: Case(
        "decks",
        {
            1: _KITTY_TWICE,
            2: _(
                "Where the attackers win the last trick, the points of the kitty count for them: "
                "with single cards twice, with a pair 4 times, with a tractor 8 times."
            ),
        },
        _(
            "Where the attackers win the last trick, the points of the kitty count for them: with "
            "single cards twice, with a pair 4 times, with a triple, a tractor or a titanic 8 "
            "times."
        ),
    ),
    RulePhrase.KITTY_MULTIPLIER_TIMES: _(
        "Where the attackers win the last trick, the points of the kitty count for them, twice "
        "for each card of the largest combination that wins it."
    ),
    RulePhrase.KITTY_MULTIPLIER_POWER: _(
        "Where the attackers win the last trick, the points of the kitty count for them, doubled "
        "for each card of the largest combination that wins it."
    ),
    RulePhrase.KITTY_PRECEDENCE_SEED_ORDER: _(
        "Of several combinations that win it a titanic counts, else a triple, else a tractor, "
        "else a pair."
    ),
    RulePhrase.KITTY_PRECEDENCE_MAX: _(
        "Of several combinations that win it the one that multiplies most counts."
    ),
    RulePhrase.KITTY_BY_WINNER_CARDS: _("What counts for the kitty are the cards that won."),
    RulePhrase.KITTY_BY_LED_FORMAT: _(
        "What counts for the kitty are the cards that were led to the last trick."
    ),
}

_SIXTY_EACH = _(
    "If the attackers have no points, the dealer's side goes up 3 levels; below 60, 2; below 120, "
    "1. With 120 the attackers take the deal, and go up 1 level for every further 60."
)

_LEVELS: wording.Words = {
    RulePhrase.LEVEL_TABLE_LIANZHONG_2: _(
        "If the attackers have no points, the dealer's side goes up 3 levels; below 40, 2; below "
        "80, 1. With 80 the attackers take the deal and go up 1 level, and 1 more for every "
        "further 40."
    ),
    RulePhrase.LEVEL_TABLE_LIANZHONG_1: _(
        "If the attackers have no points, the dealer's side goes up 2 levels; below 40, 1. With "
        "40 the attackers take the deal, with 80 they also go up 1 level, with 100, 2."
    ),
    RulePhrase.LEVEL_TABLE_LIANZHONG_3: _SIXTY_EACH,
    RulePhrase.LEVEL_TABLE_STANDARD_2: _(
        "If the attackers have no points, the dealer's side goes up 3 levels; below 40, 2; below "
        "80, 1. With 80 the attackers take the deal, and go up 1 level for every further 40."
    ),
    RulePhrase.LEVEL_TABLE_STANDARD_3: _SIXTY_EACH,
    RulePhrase.LEVEL_TABLE_CUSTOM: _("The event has a table of levels of its own:"),
    RulePhrase.CUSTOM_LEVELS_DEALER: Case(
        "levels",
        {0: _("From %(points)d points of the attackers on the dealer's side keeps the deal.")},
        ngettext_lazy(
            "From %(points)d points of the attackers on the dealer's side keeps the deal and goes "
            "up %(levels)s level.",
            "From %(points)d points of the attackers on the dealer's side keeps the deal and goes "
            "up %(levels)s levels.",
            "levels",
        ),
    ),
    RulePhrase.CUSTOM_LEVELS_ATTACKERS: Case(
        "levels",
        {0: _("With %(points)d points the attackers take the deal.")},
        ngettext_lazy(
            "With %(points)d points the attackers take the deal and go up %(levels)s level.",
            "With %(points)d points the attackers take the deal and go up %(levels)s levels.",
            "levels",
        ),
    ),
    RulePhrase.CUSTOM_LEVELS_STEP: _(
        "They go up 1 level more for every further %(points)d points."
    ),
    RulePhrase.ONE_DECK_OVER_100_CAP2: _("More than 100 points gain no more than 2 levels."),
    RulePhrase.ONE_DECK_OVER_100_PLUS1_PER_20: _(
        "Above 100 points there is 1 more level for every further 20."
    ),
    RulePhrase.ONE_DECK_OVER_100_PLUS1_PER_40: _(
        "Above 100 points there is 1 more level for every further 40."
    ),
    RulePhrase.MAX_LEVELS_PER_DEAL_NONE: _("A deal may gain any number of levels."),
    RulePhrase.MAX_LEVELS_PER_DEAL: ngettext_lazy(
        "No deal gains more than %(number)s level.",
        "No deal gains more than %(number)s levels.",
        "number",
    ),
    RulePhrase.JACK_HOOK_OFF: _("Winning the last trick with a J costs nobody a level."),
    RulePhrase.JACK_HOOK_START: _(
        "At level J, if the attackers win the last trick with a J of the trump suit, the dealer's "
        "side falls back to %(level)s and gains nothing."
    ),
    RulePhrase.JACK_HOOK_OFF_SUIT_NONE: _("With a J of another suit it loses no level."),
    RulePhrase.JACK_HOOK_OFF_SUIT_HALF: _(
        "With a J of another suit it falls back to 6, though not below the first level (a rule of "
        "this club)."
    ),
    RulePhrase.JACK_HOOK_OFF_SUIT_THREE: _("With a J of another suit it falls three levels."),
    RulePhrase.NEXT_DEALER_ON: _(
        "Where the dealer's side keeps the deal, the dealer's partner deals next; else whoever "
        "plays after the dealer."
    ),
    RulePhrase.NEXT_DEALER_OFF: _("The table decides which of two partners deals."),
}

_GAME: wording.Words = {
    RulePhrase.START_LEVEL: _("Both sides begin at %(level)s."),
    RulePhrase.TARGET_LEVEL: _("A side wins the game by passing %(level)s."),
    RulePhrase.TARGET_LEVEL_NONE: _(
        "There is no level to reach: 2 follows A, and all levels gained add up."
    ),
    RulePhrase.MUST_PLAY: _(
        "Levels that nobody may jump over: %(ranks)s. A side stops there until it wins a deal of "
        "this level as dealer's side."
    ),
    RulePhrase.MUST_PLAY_NONE: _("Every level may be jumped over."),
    RulePhrase.WIN_CONDITION_ON: _(
        "The target level is passed only by a deal that the dealer's side wins."
    ),
    RulePhrase.WIN_CONDITION_OFF: _("The target level may be passed as attackers too."),
    RulePhrase.EARLY_END_LEAD: ngettext_lazy(
        "A lead of %(number)s level ends the game at once.",
        "A lead of %(number)s levels ends the game at once.",
        "number",
    ),
    RulePhrase.EARLY_END_LEAD_NONE: _("No lead ends the game before its time."),
    RulePhrase.DEALS: ngettext_lazy(
        "A game has %(number)s deal.", "A game has %(number)s deals.", "number"
    ),
    RulePhrase.MINUTES: ngettext_lazy(
        "A game lasts %(number)s minute.", "A game lasts %(number)s minutes.", "number"
    ),
    RulePhrase.TIME_TIE_DRAW: _(
        "Where the levels are equal when the time is up or all deals are played, nobody has won."
    ),
    RulePhrase.TIME_TIE_SIDE_ON_DEAL: _(
        "Where the levels are equal when the time is up or all deals are played, the side has won "
        "that is on the deal, or would deal next."
    ),
    RulePhrase.TIME_TIE_FIRST_TO_REACH: _(
        "Where the levels are equal when the time is up or all deals are played, the side has won "
        "that reached its level first."
    ),
    RulePhrase.TIME_END_FINISH_DEAL: _(
        "When time is called, the deal that has begun is finished and counts."
    ),
    RulePhrase.TIME_END_STOP_NOW: _(
        "When time is called, play stops at once, and the deal that has begun does not count."
    ),
}

_COUNTS: wording.Words = {
    RulePhrase.DEAL_SCORE_LEVELS: _("A deal counts the levels that a side gains in it."),
    RulePhrase.DEAL_SCORE_DEAL_SUM: _(
        "Levels, dealer and trump go on from deal to deal as they are played, but a deal counts a "
        "number of its own and no levels. A match is the sum of its deals."
    ),
    RulePhrase.DEAL_SCORE_BOARD_SUM: _(
        "The number of the board says who deals, north, east, south and west by turns, and the "
        "level, from 2 to A and again. No level is carried over, and no deal decides who deals the "
        "next. No regulation of this has been published."
    ),
    RulePhrase.SCALE_OF_SUMS: Case(
        "decks",
        {
            1: _(
                "By the attackers' points a deal counts for them: 0 −3; 5 to 15 −2; 20 to 35 −1; "
                "40 to 55 +1; 60 to 75 +2; 80 to 95 +3; 100 and more +4. The dealer's side has the "
                "opposite."
            ),
            2: _(
                "By the attackers' points a deal counts for them: 0 −3; 5 to 35 −2; 40 to 75 −1; "
                "80 to 115 +1; 120 to 155 +2; 160 to 195 +3; 200 and more +4. The dealer's side "
                "has the opposite."
            ),
        },
        _(
            "By the attackers' points a deal counts for them: 0 −3; 5 to 55 −2; 60 to 115 −1; "
            "120 to 175 +1; 180 to 235 +2; 240 to 295 +3; 300 and more +4. The dealer's side has "
            "the opposite."
        ),
    ),
}

RULES: wording.Words = {
    **_CARDS,
    **_BIDDING,
    **_PLAY,
    **_KITTY,
    **_LEVELS,
    **_GAME,
    **_COUNTS,
}
