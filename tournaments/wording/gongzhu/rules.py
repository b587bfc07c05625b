"""The rules of 拱猪 in sentences, as they are shown to players and printed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.gongzhu.codes import RulePhrase
from tournaments import wording
from tournaments.wording import Case

_CARDS: wording.Words = {
    RulePhrase.DECKS: ngettext_lazy(
        "%(number)s deck of 52 cards is used.", "%(number)s decks of 52 cards are used.", "number"
    ),
    RulePhrase.PLAYERS: _("%(number)s players sit at a table."),
    RulePhrase.DIRECTION_COUNTERCLOCKWISE: _(
        "Dealing and play go counterclockwise, to the neighbour on the right."
    ),
    RulePhrase.DIRECTION_CLOCKWISE: _(
        "Dealing and play go clockwise, to the neighbour on the left."
    ),
    RulePhrase.HEARTS_STANDARD: _(
        "Pig ♠Q −100. Hearts: 2 to 4 nothing, 5 to 10 each −10, J −20, Q −30, K −40, A −50."
    ),
    RulePhrase.HEARTS_PIPS: _(
        "Pig ♠Q −100. Hearts: 2 to 10 their number as minus points, but the 4 −10; "
        "J −20, Q −30, K −40, A −50."
    ),
    RulePhrase.SHEEP_VALUE: _("Sheep ♦J %(points)s."),
    RulePhrase.ALL_HEARTS_FLIP: _(
        "Whoever wins all hearts has their points with the opposite sign."
    ),
    RulePhrase.ALL_HEARTS_VALUE: _(
        "All hearts in one hand count %(points)s together, doubled as the exposed ace doubles them."
    ),
    RulePhrase.PIG_FLIPS_SLAM: _("In a slam the points of the pig have the opposite sign too."),
    RulePhrase.PIG_FLIPS_ALL_HEARTS: _(
        "With all hearts the points of the pig have the opposite sign too."
    ),
    RulePhrase.PIG_FLIPS_NEVER: _("The pig always counts as minus points."),
    RulePhrase.SLAM_BY_SUM: _(
        "Slam, all scoring cards in one hand: its cards are added up and multiplied as ever."
    ),
    RulePhrase.SLAM_FIXED_UNEXPOSED: _(
        "Slam, all scoring cards in one hand: %(points)s if nothing was exposed, "
        "else its cards are added up."
    ),
    RulePhrase.SLAM_PROPORTIONAL: _(
        "Slam, all scoring cards in one hand: %(points)s, "
        "increased in proportion to what was exposed."
    ),
    RulePhrase.SLAM_HEARTS_ALL: _("A slam needs all thirteen hearts of each deck."),
    RulePhrase.SLAM_HEARTS_NONZERO: _(
        "A slam does not need the hearts that are worth nothing; in a slam the hearts count as "
        "all hearts do."
    ),
    RulePhrase.TRANSFORMER_ALONE_NO_SCORING_CARD: _(
        "Transformer ♣10: it doubles the points of whoever wins it; "
        "won without any other scoring card, it counts %(points)s."
    ),
    RulePhrase.TRANSFORMER_ALONE_NO_NONZERO_CARD: _(
        "Transformer ♣10: it doubles the points of whoever wins it; "
        "won without any card that counts points, it counts %(points)s."
    ),
    RulePhrase.TRANSFORMER_ALONE_SUM_ZERO: _(
        "Transformer ♣10: it doubles the points of whoever wins it; "
        "where the other points come to 0, it counts %(points)s."
    ),
}

_EXPOSURE: wording.Words = {
    RulePhrase.EXPOSURE_ON: _(
        "Pig, sheep, transformer and ace of hearts may be exposed before the first lead. "
        "Exposed, the pig and the sheep count double, the ace doubles all hearts, "
        "and the transformer multiplies by 4 or counts double alone."
    ),
    RulePhrase.EXPOSURE_OFF: _("No card is exposed."),
    RulePhrase.FIRST_EXPOSURE_ON: _(
        "First exposure: who is dealt such a card as the first one may expose it before the second "
        "is dealt. It then has the effect of an exposed card twice over."
    ),
    RulePhrase.FIRST_EXPOSURE_OFF: _("There is no first exposure."),
    RulePhrase.SELF_WON_ON: _(
        "Self-won: pig, sheep, transformer or ace of hearts count double "
        "for the player to whom they were dealt."
    ),
    RulePhrase.SELF_WON_OFF: _("It does not matter who was dealt the card that one wins."),
    RulePhrase.SELF_WON_TRANSFORMER_POINTS: _(
        "A transformer that is self-won doubles only what it counts alone, not its multiplier."
    ),
    RulePhrase.SELF_WON_TRANSFORMER_BOTH: _(
        "A transformer that is self-won doubles what it counts alone and its multiplier."
    ),
    RulePhrase.SELF_WON_HEART_ACE_CARD: _(
        "An ace of hearts that is self-won doubles only its own points."
    ),
    RulePhrase.SELF_WON_HEART_ACE_SUIT: _(
        "An ace of hearts that is self-won doubles all hearts that its player wins."
    ),
    RulePhrase.AUTO_EXPOSE_FOURTH_ON: _(
        "When three of the four cards are exposed, the fourth is exposed by itself."
    ),
    RulePhrase.AUTO_EXPOSE_FOURTH_OFF: _(
        "When three of the four cards are exposed, the fourth is not exposed by itself."
    ),
    RulePhrase.PROTECTION_SUIT_FIRST_TRICK: _(
        "An exposed card may not be played to the first trick that is led in its suit, "
        "unless it is the only card of the suit in the hand."
    ),
    RulePhrase.PROTECTION_SUIT_FIRST_TRICK_AND_DISCARDS: _(
        "An exposed card may not be played to the first trick that is led in its suit, "
        "nor discarded before it, unless it is the only card of the suit in the hand."
    ),
    RulePhrase.PROTECTION_DEAL_FIRST_TRICK: _(
        "An exposed card may not be played to the first trick of the deal, "
        "unless it is the only card of the suit in the hand and is not led."
    ),
    RulePhrase.PROTECTION_NONE: _("An exposed card may be played at any time."),
    RulePhrase.PROTECTED_LEADS_HELD_BACK: _("The same holds for leading it."),
    RulePhrase.PROTECTED_LEADS_FREE: _("Leading it is free."),
    RulePhrase.LATE_EXPOSURE_VOID: _(
        "An exposure after its time is void, unless the referee allows it."
    ),
    RulePhrase.LATE_EXPOSURE_COUNTS: _("An exposure after its time counts like any other."),
}

_LEADS: wording.Words = {
    RulePhrase.FIRST_LEAD_C2: _("First deal: whoever holds ♣2 leads it."),
    RulePhrase.FIRST_LEAD_S2: _("First deal: whoever holds ♠2 leads it."),
    RulePhrase.FIRST_LEAD_S7: _("First deal: whoever holds ♠7 leads any card."),
    RulePhrase.FIRST_LEAD_BOARD: _("First deal: the board says who leads."),
    RulePhrase.FIRST_LEAD_FREE: _("First deal: whoever is named leads any card."),
    RulePhrase.NEXT_LEAD_PIG_TAKER: _("Later deals: whoever won the pig in the deal before leads."),
    RulePhrase.NEXT_LEAD_BIGGEST_LOSER: _(
        "Later deals: whoever lost most points in the deal before leads."
    ),
    RulePhrase.NEXT_LEAD_FIRST_LEAD: _("Later deals: as in the first."),
    RulePhrase.SHUFFLER_PIG_TAKER: _(
        "North shuffles first, to later deals whoever won the pig in the deal before."
    ),
    RulePhrase.SHUFFLER_GAME_LOSER: _(
        "North shuffles in the first game, in later games whoever lost the game before."
    ),
}

_SCORES: wording.Words = {
    RulePhrase.NORMALISE_NONE: _("The points of a deal count as they are."),
    RulePhrase.NORMALISE_ZERO_SUM_ROUNDED: _(
        "Zero-sum: a player's points less the average of the others', rounded to a whole number."
    ),
    RulePhrase.NORMALISE_ZERO_SUM_EXACT: _(
        "Zero-sum: a player's points less the average of the others', "
        "scaled before anything is rounded, so that all scores add up to 0."
    ),
    RulePhrase.NORMALISE_PAIR_HALF_DIFFERENCE: _(
        "Pairs: each partner scores half the difference to the other pair."
    ),
    RulePhrase.NORMALISE_PAIR_SUM: _("Pairs: the points of both partners are added up."),
    RulePhrase.NORMALISE_PAIR_AVERAGE: _("Pairs: each partner scores the average of both."),
    RulePhrase.SCALE_FACTOR: Case(
        "factor",
        {1: _("Scores are not multiplied.")},
        _("Scores are multiplied by %(factor)s."),
    ),
}

_GAME: wording.Words = {
    RulePhrase.PENALTIES_AT_END: _("Penalty points are added at the end of the game."),
    RulePhrase.PENALTIES_TOWARDS_LIMIT: _(
        "Penalty points are added at once and count towards the limit of the game."
    ),
    RulePhrase.GAME_END_NONE: _("Deals are not gathered into games that end."),
    RulePhrase.GAME_END_LOW: _("A game ends when somebody reaches %(points)s."),
    RulePhrase.GAME_END_HIGH: _("A game ends with a winner who reaches %(points)s."),
    RulePhrase.GAME_END_DEALS: ngettext_lazy(
        "A game has %(number)s deal.", "A game has %(number)s deals.", "number"
    ),
    RulePhrase.GAME_END_MINUTES: ngettext_lazy(
        "A game lasts %(number)s minute.", "A game lasts %(number)s minutes.", "number"
    ),
    RulePhrase.ALL_BELOW_HIGH_ARE_PIGS_ON: _(
        "When somebody reaches the high limit, all who have not are pigs."
    ),
    RulePhrase.ALL_BELOW_HIGH_ARE_PIGS_OFF: _("Only players who reach the low limit are pigs."),
}

RULES: wording.Words = {**_CARDS, **_EXPOSURE, **_LEADS, **_SCORES, **_GAME}
