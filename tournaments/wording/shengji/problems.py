"""The words for contradictory rules and impossible reports of 升级."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.shengji.codes import (
    Obligation,
    PlayFlag,
    PositionProblem,
    ReportProblem,
    RuleProblem,
)
from tournaments import wording
from tournaments.wording import Case

RULE_PROBLEMS: wording.Words = {
    RuleProblem.LEVEL_TABLE_OF_OTHER_DECKS: ngettext_lazy(
        "This table of levels is made for %(expected)s deck, not for %(decks)s.",
        "This table of levels is made for %(expected)s decks, not for %(decks)s.",
        "expected",
    ),
    RuleProblem.CUSTOM_LEVELS_MISSING: _("A custom table of levels needs rows."),
    RuleProblem.CUSTOM_LEVELS_NOT_ASKED: _(
        "Rows are given, but another table of levels is chosen. Choose the custom table, or"
        " leave the rows out."
    ),
    RuleProblem.CUSTOM_LEVELS_NOT_RISING: _(
        "%(field)s: each row of the table begins above the row before."
    ),
    RuleProblem.CUSTOM_LEVELS_NOT_FROM_ZERO: _(
        "%(field)s: the first row of the table begins at 0 points."
    ),
    RuleProblem.CUSTOM_LEVELS_BACK_TO_DEALER: _(
        "%(field)s: if fewer points take the deal, more points cannot lose it."
    ),
    RuleProblem.CUSTOM_STEP_FOR_DEALER: _(
        "%(field)s: only the attackers gain further levels for further points."
    ),
    RuleProblem.TRIPLES_WITHOUT_THREE_DECKS: ngettext_lazy(
        "%(field)s: with %(decks)s deck nobody has three equal cards.",
        "%(field)s: with %(decks)s decks nobody has three equal cards.",
        "decks",
    ),
    RuleProblem.LEVEL_ABOVE_TARGET: _(
        "The first level, %(start)s, is above the target level, %(target)s."
    ),
    RuleProblem.TWO_LIMITS_OF_GAME: _(
        "A game is limited by a number of deals or by a time, not by both."
    ),
    RuleProblem.JOKER_BIDS_WITH_ONE_DECK: _(
        "With one deck there are no two equal jokers, so nobody can bid with jokers."
    ),
    RuleProblem.DEAL_SUM_WITH_A_GAME: _(
        "Every deal counts by itself, so equal levels decide nothing; over boards there is"
        " also no next dealer, and no target, lead, number of deals or time ends a game."
    ),
    RuleProblem.OFF_SUIT_HOOK_ALONE: _(
        "A J of another suit can only be hooked where a J of the trump suit can."
    ),
    RuleProblem.JACK_HOOK_WITHOUT_LEVELS: _(
        "A J can only be hooked where levels count, not where a deal counts a number of its own."
    ),
    RuleProblem.JACK_HOOK_NOT_PLAYED: _(
        "A J can only be hooked where J is among the levels that must be played."
    ),
    RuleProblem.TOO_MANY_ALWAYS_TRUMP: _("At most %(most)s ranks can always be trump."),
}

POSITION_PROBLEMS: wording.Words = {
    PositionProblem.NO_CARDS: _("%(field)s: no cards are given."),
    PositionProblem.CARD_TOO_OFTEN: _("%(field)s: %(cards)s occurs more than %(copies)s times."),
    PositionProblem.LEAD_OF_TWO_SUITS: _("%(field)s: %(cards)s are not of one suit."),
    PositionProblem.PLAYS_NOT_OF_FOUR: _("%(field)s: a trick has four plays, not %(count)s."),
    PositionProblem.PLAY_OF_OTHER_SIZE: ngettext_lazy(
        "%(field)s: %(expected)s card was led, and %(count)s were played: %(cards)s.",
        "%(field)s: %(expected)s cards were led, and %(count)s were played: %(cards)s.",
        "expected",
    ),
    PositionProblem.HANDS_NOT_OF_THREE: _(
        "%(field)s: the hands of the three others are needed, not %(count)s."
    ),
}

OBLIGATIONS: wording.Words = {
    Obligation.WRONG_NUMBER_OF_CARDS: _("The number of cards played must equal the number led."),
    Obligation.NOT_HELD: _("A card was played that is not in the hand."),
    Obligation.SUIT_NOT_FOLLOWED: _(
        "The hand did not follow suit, although it still has cards of that suit."
    ),
    Obligation.TITANIC_NOT_PLAYED: _(
        "The hand could have answered with a titanic, or with more triples of the suit."
    ),
    Obligation.TRACTOR_NOT_PLAYED: _("The hand could have answered with a tractor of the suit."),
    Obligation.TRIPLE_NOT_PLAYED: _("The hand could have answered with a triple of the suit."),
    Obligation.PAIR_NOT_PLAYED: _("The hand could have answered with a pair of the suit."),
}

REPORT_PROBLEMS: wording.Words = {
    ReportProblem.POINTS_NOT_IN_FIVES: _(
        "%(field)s: points are multiples of 5; %(points)s is not."
    ),
    ReportProblem.POINTS_DO_NOT_ADD_UP: _(
        "The points of both sides and of the kitty add up to %(points)s. They should add up"
        " to %(expected)s."
    ),
    ReportProblem.POINTS_TOO_MANY: _(
        "The attackers' points and those of the kitty add up to %(points)s. There are only"
        " %(most)s."
    ),
    ReportProblem.LAST_CARDS_OF_TWO_SUITS: _(
        "%(field)s: %(cards)s are not of one suit, and so cannot have won the trick."
    ),
    ReportProblem.COMBINATION_NOT_OF_CARDS: _(
        "%(cards)s is recorded as “%(said)s”, but for the kitty these cards count as “%(found)s”."
    ),
    ReportProblem.JACK_NOT_OF_CARDS: _(
        "%(field)s: the recorded J does not match these cards: %(cards)s."
    ),
    ReportProblem.JACK_WITHOUT_TRUMP: _(
        "%(field)s: with no trump suit there is no J of the trump suit."
    ),
    ReportProblem.BID_NOT_A_BID: _(
        "%(seats)s cannot have bid with %(cards)s. A bid is made with equal cards of the level, "
        "or with equal jokers."
    ),
    ReportProblem.THROW_POINTS_NOT_ASKED: _(
        "By these rules failed throws cost nothing, but %(points)s points are recorded for them."
    ),
    ReportProblem.THROW_POINTS_DO_NOT_ADD_UP: _(
        "%(field)s: the recorded throws cost %(expected)s points, not %(points)s."
    ),
    ReportProblem.HAND_OF_WRONG_SIZE: ngettext_lazy(
        "The hand of %(seats)s has %(count)s card; %(expected)s are needed.",
        "The hand of %(seats)s has %(count)s cards; %(expected)s are needed.",
        "count",
    ),
    ReportProblem.KITTY_OF_WRONG_SIZE: ngettext_lazy(
        "The kitty has %(count)s card; %(expected)s are needed.",
        "The kitty has %(count)s cards; %(expected)s are needed.",
        "count",
    ),
    ReportProblem.CARDS_TOO_OFTEN: ngettext_lazy(
        "%(field)s: recorded too often: %(cards)s. There is only %(copies)s of each card.",
        "%(field)s: recorded too often: %(cards)s. There are only %(copies)s of each card.",
        "copies",
    ),
    ReportProblem.PLAY_NOT_A_PLAY: _("%(field)s: a seat and its cards are expected here."),
    ReportProblem.PLAY_WITHOUT_CARDS: _("%(field)s: %(seats)s played no card."),
    ReportProblem.SEAT_TWICE_IN_TRICK: _(
        "Trick %(number)s: %(seats)s has played already and cannot play %(cards)s too."
    ),
    ReportProblem.TOO_MANY_CARDS_PLAYED: ngettext_lazy(
        "%(seats)s played %(count)s card in all, but had only %(expected)s.",
        "%(seats)s played %(count)s cards in all, but had only %(expected)s.",
        "count",
    ),
    ReportProblem.CARD_NOT_IN_HAND: _(
        "%(field)s: %(seats)s cannot have played %(cards)s, which was not in the hand."
    ),
    ReportProblem.PLAYS_INCOMPLETE: ngettext_lazy(
        "Only %(count)s card has been played. Record the others.",
        "Only %(count)s cards have been played. Record the others.",
        "count",
    ),
    ReportProblem.HANDS_NOT_OF_BOARD: _("These hands are not those of the board: %(seats)s."),
    ReportProblem.RESULT_NOT_AS_PLAYED: Case(
        "name",
        {
            "last_winner": _(
                "According to the plays, the last trick went to %(played)s, not to %(said)s"
                " as recorded."
            ),
            "kitty_points": _(
                "According to the cards, the kitty holds %(played)s points, not %(said)s"
                " as recorded."
            ),
        },
        _(
            "According to the plays, the attackers have %(played)s points, not %(said)s as"
            " recorded."
        ),
    ),
}

PLAY_FLAGS: wording.Words = {
    PlayFlag.OUT_OF_TURN: _("%(seats)s played %(cards)s out of turn."),
    PlayFlag.THROW_NOT_STANDING: _(
        "%(seats)s threw %(cards)s, and another player could have beaten a part of it."
    ),
    PlayFlag.PLAYED_WITHOUT_SUIT: _("%(seats)s did not follow suit: %(cards)s."),
    PlayFlag.PLAYED_WITHOUT_TITANIC: _(
        "%(seats)s played %(cards)s, and could have answered with a titanic."
    ),
    PlayFlag.PLAYED_WITHOUT_TRACTOR: _(
        "%(seats)s played %(cards)s, and could have answered with a tractor."
    ),
    PlayFlag.PLAYED_WITHOUT_TRIPLE: _(
        "%(seats)s played %(cards)s, and could have answered with a triple."
    ),
    PlayFlag.PLAYED_WITHOUT_PAIR: _(
        "%(seats)s played %(cards)s, and could have answered with a pair."
    ),
    PlayFlag.BID_NOT_HIGHER: _(
        "%(seats)s showed %(cards)s, which cannot override the bid before it."
    ),
}
