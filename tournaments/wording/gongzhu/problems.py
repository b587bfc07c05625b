"""The words for contradictory rules and impossible reports of 拱猪."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.gongzhu.codes import EndingProblem, Offence, PlayFlag, ReportProblem, RuleProblem
from tournaments import wording

RULE_PROBLEMS: wording.Words = {
    RuleProblem.FIRST_EXPOSURE_WITHOUT_EXPOSURE: _(
        "First exposure is a kind of exposure: where there is none, it cannot be."
    ),
    RuleProblem.FIRST_EXPOSURE_ON_DEALT_BOARDS: _(
        "On boards that are dealt beforehand nobody has a first card, so none can be first exposed."
    ),
    RuleProblem.FIRST_EXPOSURE_WITH_TWO_DECKS: _("With two decks there is no first exposure."),
    RuleProblem.SELF_WON_WITH_TWO_DECKS: _(
        "With two decks nobody can tell which copy was self-won, so nothing is."
    ),
    RuleProblem.AUTO_EXPOSE_WITH_TWO_DECKS: _(
        "Only with one deck can the fourth card be exposed by itself."
    ),
    RuleProblem.PAIRS_NEED_FOUR_PLAYERS: _(
        "Scores for pairs need four players at a table, not %(players)s."
    ),
    RuleProblem.LEAD_CARD_NOT_DEALT: _(
        "With %(players)s players %(cards)s is not dealt, so nobody can lead it."
    ),
    RuleProblem.ZERO_SUM_NOT_WHOLE: _(
        "With %(players)s players and the scale %(scale)s, exact zero-sum scores would not always "
        "be whole numbers. Choose the rounded ones or another scale."
    ),
    RuleProblem.SLAM_WITHOUT_VALUE: _("For this kind of slam its value has to be given."),
    RuleProblem.SLAM_NOT_WHOLE: _(
        "In proportion, a slam of %(slam_value)s would not always come to a whole number."
    ),
    RuleProblem.GAME_END_WITHOUT_LIMIT: _(
        "A game that ends at a limit needs a low one, a high one or both."
    ),
}

REPORT_PROBLEMS: wording.Words = {
    ReportProblem.CARD_NOT_IN_DECK: _("%(field)s: %(cards)s is not in the deck that is used."),
    ReportProblem.CARD_WON_TOO_OFTEN: ngettext_lazy(
        "%(cards)s was given to %(seats)s, %(count)s times in all, but there is only %(copies)s.",
        "%(cards)s was given to %(seats)s, %(count)s times in all, but there are only %(copies)s.",
        "copies",
    ),
    ReportProblem.CARDS_NOT_WON: ngettext_lazy(
        "%(count)s card has not been given to anybody: %(cards)s.",
        "%(count)s cards have not been given to anybody: %(cards)s.",
        "count",
    ),
    ReportProblem.FIRST_PIG_NOT_WON: _(
        "%(seats)s did not win %(cards)s, and so cannot have won the first one."
    ),
    ReportProblem.EXPOSURE_NOT_PLAYED: wording.Case(
        "cards",
        {"": _("No card is exposed under these rules.")},
        _("No card is exposed under these rules: take back %(cards)s."),
    ),
    ReportProblem.FIRST_EXPOSURE_NOT_PLAYED: wording.Case(
        "cards",
        {"": _("There is no first exposure under these rules.")},
        _("%(cards)s: there is no first exposure under these rules, only exposure."),
    ),
    ReportProblem.NOT_EXPOSABLE: _("%(cards)s cannot be exposed."),
    ReportProblem.EXPOSED_TOO_OFTEN: ngettext_lazy(
        "%(cards)s was exposed %(count)s times, but there is only %(copies)s.",
        "%(cards)s was exposed %(count)s times, but there are only %(copies)s.",
        "copies",
    ),
    ReportProblem.TWO_FIRST_EXPOSURES: _(
        "%(seats)s has only one first card, but exposed several as such: %(cards)s."
    ),
    ReportProblem.SHORT_FORM_WITH_TWO_DECKS: _(
        "With two decks every exposed card has to be given with its seat."
    ),
    ReportProblem.OWNER_UNKNOWN: _("It is not known who was dealt %(cards)s."),
    ReportProblem.OWNER_CONTRADICTORY: _(
        "%(cards)s cannot have been dealt to all of these: %(seats)s."
    ),
    ReportProblem.OWNER_NOT_OF_BOARD: _("By the board %(seats)s was not dealt %(cards)s."),
    ReportProblem.OWNER_NOT_ASKED: _("Who was dealt %(cards)s does not matter; leave it out."),
    ReportProblem.DEALT_WITH_TWO_DECKS: _(
        "With two decks it does not matter who was dealt a card; leave it out."
    ),
    ReportProblem.HAND_OF_WRONG_SIZE: ngettext_lazy(
        "%(seats)s: the hand has %(count)s card, but %(expected)s are dealt.",
        "%(seats)s: the hand has %(count)s cards, but %(expected)s are dealt.",
        "count",
    ),
    ReportProblem.CARD_DEALT_TOO_OFTEN: ngettext_lazy(
        "%(cards)s is in these hands %(count)s times in all: %(seats)s. There is only %(copies)s.",
        "%(cards)s is in these hands %(count)s times in all: %(seats)s. There are only %(copies)s.",
        "copies",
    ),
    ReportProblem.CARD_NOT_IN_HAND: _(
        "%(seats)s cannot have exposed %(cards)s as often as that: it was not in the hand."
    ),
    ReportProblem.HANDS_NOT_OF_BOARD: _("These hands are not those of the board: %(seats)s."),
    ReportProblem.PLAY_NOT_A_PAIR: _("%(field)s: a seat and a card are expected here."),
    ReportProblem.CARD_PLAYED_TOO_OFTEN: ngettext_lazy(
        "%(cards)s was played %(count)s times: %(seats)s. There is only %(copies)s.",
        "%(cards)s was played %(count)s times: %(seats)s. There are only %(copies)s.",
        "copies",
    ),
    ReportProblem.WRONG_NUMBER_OF_CARDS: ngettext_lazy(
        "%(field)s: %(seats)s played %(count)s cards, and %(expected)s was to be played.",
        "%(field)s: %(seats)s played %(count)s cards, and %(expected)s were to be played.",
        "expected",
    ),
    ReportProblem.CARD_PLAYED_NOT_HELD: _(
        "%(field)s: %(seats)s cannot have played %(cards)s, which was not in the hand."
    ),
    ReportProblem.SEAT_TWICE_IN_TRICK: _(
        "Trick %(number)s: %(seats)s has played already and cannot play %(cards)s too."
    ),
    ReportProblem.PLAYS_INCOMPLETE: ngettext_lazy(
        "%(count)s of %(expected)s cards has been played. Record the others or a claim.",
        "%(count)s of %(expected)s cards have been played. Record the others or a claim.",
        "count",
    ),
    ReportProblem.WON_NOT_AS_PLAYED: _(
        "%(cards)s: by the cards played the trick went to %(seats)s, not as it is recorded."
    ),
    ReportProblem.CLAIM_INCOMPLETE: ngettext_lazy(
        "The claim does not say who gets %(count)s card: %(cards)s.",
        "The claim does not say who gets %(count)s cards: %(cards)s.",
        "count",
    ),
    ReportProblem.CLAIM_CARDS_STILL_OUT: ngettext_lazy(
        "It was claimed that nothing is left, but %(count)s card is still out: %(cards)s.",
        "It was claimed that nothing is left, but %(count)s cards are still out: %(cards)s.",
        "count",
    ),
    ReportProblem.CLAIMED_CARD_WON_ALREADY: _(
        "%(cards)s cannot be claimed: %(seats)s won it before."
    ),
    ReportProblem.CLAIMED_CARD_TOO_OFTEN: ngettext_lazy(
        "The claim gives %(cards)s away %(count)s times: %(seats)s. Only %(copies)s is still out.",
        "The claim gives %(cards)s away %(count)s times: %(seats)s. Only %(copies)s are still out.",
        "copies",
    ),
    ReportProblem.CLAIMED_CARD_NOT_SCORING: _(
        "%(cards)s does not count; leave it out of the claim."
    ),
    ReportProblem.CLAIM_OF_NONE_TAKES_CARDS: _(
        "%(seats)s claimed to win nothing more and cannot get %(cards)s."
    ),
    ReportProblem.CLAIM_ALLOCATION_NOT_ASKED: _(
        "This kind of claim gives no card to anybody by name; leave out %(cards)s."
    ),
    ReportProblem.CLAIM_AFTER_OTHER_TRICK: _(
        "The claim is said to come after %(number)s tricks, but %(count)s have been played."
    ),
}

ENDING_PROBLEMS: wording.Words = {
    EndingProblem.CARD_IN_TWO_PLACES: _("%(field)s: %(cards)s is somewhere else already."),
    EndingProblem.CARDS_NOWHERE: ngettext_lazy(
        "%(count)s card is in no hand, not on the table and not won: %(cards)s.",
        "%(count)s cards are in no hand, not on the table and not won: %(cards)s.",
        "count",
    ),
    EndingProblem.TRICK_OUT_OF_ORDER: _(
        "%(field)s: %(cards)s was played out of turn; it was the turn of %(seats)s."
    ),
    EndingProblem.TRICK_COMPLETE: _(
        "Everybody has played to the trick on the table; it belongs to its winner."
    ),
    EndingProblem.NOT_IN_TURN: _("By the trick on the table it is the turn of %(seats)s."),
    EndingProblem.WON_NOT_WHOLE_TRICKS: _(
        "The cards won need %(count)s tricks at least, and %(tricks)s have been played."
    ),
    EndingProblem.LED_MORE_OFTEN_THAN_TRICKS: _(
        "%(count)s suits cannot have been led in %(tricks)s tricks."
    ),
    EndingProblem.LED_NOT_TOLD: _(
        "Which suits have been led is not recorded, and whether %(cards)s may be played"
        " depends on it."
    ),
    EndingProblem.CLAIM_BEFORE_FIRST_LEAD: _("Nobody can claim before the first lead."),
    EndingProblem.CLAIM_AFTER_LAST_TRICK: _("Nobody can claim after the last trick."),
}

PLAY_FLAGS: wording.Words = {
    PlayFlag.REVOKE: _("%(seats)s did not follow suit: %(cards)s."),
    PlayFlag.PROTECTED_CARD_LED: _("%(seats)s led the exposed card %(cards)s too early."),
    PlayFlag.PROTECTED_CARD_FOLLOWED: _(
        "%(seats)s followed with the exposed card %(cards)s too early."
    ),
    PlayFlag.PROTECTED_CARD_DISCARDED: _(
        "%(seats)s discarded the exposed card %(cards)s too early."
    ),
    PlayFlag.WRONG_FIRST_LEAD: _(
        "%(seats)s led %(cards)s, which is not the first lead that the rules ask for."
    ),
    PlayFlag.OUT_OF_TURN: _("%(seats)s played %(cards)s out of turn."),
    PlayFlag.NOT_HELD: _("%(seats)s played %(cards)s, which was not in the hand."),
    PlayFlag.LEAD_NOT_A_PAIR: _("%(seats)s led two cards that are not a pair: %(cards)s."),
    PlayFlag.PLAYED_AGAIN: _("%(seats)s played %(cards)s, which had been played before."),
}

OFFENCES: wording.Words = {
    Offence.LATE_EXPOSURE: _("%(seats)s exposed too late: %(cards)s."),
}
