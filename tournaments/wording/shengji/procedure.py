"""The procedure before play in sentences: bidding, kitty, first lead; and cautions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.shengji.codes import Caution, ProcedureCode
from tournaments import wording
from tournaments.wording import Case

NOBODY = ""
"""The seat of a step whose player is not known yet."""

PROCEDURE: wording.Words = {
    ProcedureCode.BID_FOR_DEAL: _("First deal: whoever makes the last valid bid is the dealer."),
    ProcedureCode.BOARD_NAMES_DEALER: _("The board sets the dealer and the level."),
    ProcedureCode.DEALER_IS: _("%(seat)s is the dealer."),
    ProcedureCode.DEALER_IS_ONE_OF: _("%(seat)s or %(said)s is the dealer, as they agree."),
    ProcedureCode.LEVEL_IS: _("The level of this deal is %(level)s."),
    ProcedureCode.LEVELS_ARE: _(
        "First deal: level %(level)s if %(side)s · %(partner)s deal, level %(other)s if the other "
        "side deals."
    ),
    ProcedureCode.BID_TRUMP: _(
        "Trump is bid by showing cards of the level, no trump by equal jokers."
    ),
    ProcedureCode.TAKES_KITTY: Case(
        "seat",
        {
            NOBODY: ngettext_lazy(
                "The dealer takes the kitty, %(number)s card.",
                "The dealer takes the kitty, %(number)s cards.",
                "number",
            )
        },
        ngettext_lazy(
            "%(seat)s takes the kitty, %(number)s card.",
            "%(seat)s takes the kitty, %(number)s cards.",
            "number",
        ),
    ),
    ProcedureCode.BURIES_KITTY: Case(
        "seat",
        {
            NOBODY: ngettext_lazy(
                "The dealer buries %(number)s card face down; nobody else looks at it.",
                "The dealer buries %(number)s cards face down; nobody else looks at them.",
                "number",
            )
        },
        ngettext_lazy(
            "%(seat)s buries %(number)s card face down; nobody else looks at it.",
            "%(seat)s buries %(number)s cards face down; nobody else looks at them.",
            "number",
        ),
    ),
    ProcedureCode.DEALER_LEADS: Case(
        "seat", {NOBODY: _("The dealer leads.")}, _("%(seat)s leads.")
    ),
}

CAUTIONS: wording.Words = {
    Caution.DEALER_NOT_EXPECTED: _(
        "By the previous deals, %(seats)s is the dealer of this one. Please check the dealer."
    ),
    Caution.LEVEL_NOT_EXPECTED: _(
        "By the previous deals, the level is %(expected)s, not %(said)s. Please check the level."
    ),
    Caution.LEVEL_NOT_OF_FIRST_DEAL: _(
        "In the first deal this dealer plays level %(expected)s, not %(said)s. Please check the "
        "level."
    ),
    Caution.DEALER_NOT_OF_BOARD: _(
        "The board sets %(seats)s as the dealer. Please check the dealer and the number of"
        " the board."
    ),
    Caution.LEVEL_NOT_OF_BOARD: _(
        "The level of this board is %(expected)s, not %(said)s. Please check the level and the "
        "number of the board."
    ),
    Caution.TRUMP_NOT_AS_BID: _(
        "%(seats)s made the last bid, with %(cards)s, and another trump was played. "
        "Please check trump."
    ),
    Caution.DEALER_NOT_AS_BID: _(
        "In the first deal whoever makes trump deals: %(seats)s made the last bid, with %(cards)s. "
        "Please check the dealer."
    ),
}
