"""The procedure before play in sentences: shuffle, cut, deal, count, expose, lead."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.gongzhu.codes import Caution, ProcedureCode
from tournaments import wording

PROCEDURE: wording.Words = {
    ProcedureCode.SHUFFLES: _("%(seat)s shuffles, every card face down."),
    ProcedureCode.PIG_TAKER_SHUFFLES: _(
        "Whoever took the pig in the last deal shuffles and is dealt the first card."
    ),
    ProcedureCode.CUTS: _("%(seat)s, next in order of play, cuts."),
    ProcedureCode.NEXT_PLAYER_CUTS: _("Whoever plays after the one who shuffles cuts."),
    ProcedureCode.DEALT_FIRST: _("The first card goes to %(seat)s, the others in order of play."),
    ProcedureCode.CARDS_FROM_BOARD: _("Everybody takes the hand from the board; nobody shuffles."),
    ProcedureCode.DEALT_FOR_BOARD: _(
        "This table plays the board first: shuffle and deal it. After play every hand goes back "
        "into the board as it was dealt."
    ),
    ProcedureCode.FIRST_EXPOSURE_WINDOW: _(
        "After the first card of everybody dealing pauses for %(seconds)s seconds: whoever was "
        "dealt the pig, the sheep, the transformer or the ace of hearts may expose it now as a "
        "first exposure."
    ),
    ProcedureCode.COUNT_CHECK: _("Everybody counts: a hand has %(number)s cards."),
    ProcedureCode.COUNT_MENDED_BY_DRAWING: _(
        "Where the count is wrong and the referee and all others agree, the short hand draws "
        "what it lacks blind from the long one."
    ),
    ProcedureCode.COUNT_MENDED_BY_DEALING_ANEW: _(
        "If anybody does not agree, the cards are shuffled and dealt again."
    ),
    ProcedureCode.COUNT_MENDED_FROM_RECORD: _(
        "Where the count is wrong, call the referee: the hands are restored as the board"
        " was dealt. Nobody deals it again."
    ),
    ProcedureCode.EXPOSURE_WINDOW: _(
        "For %(seconds)s seconds after the deal the pig, the sheep, the transformer and the ace "
        "of hearts may be exposed; later no more."
    ),
    ProcedureCode.EXPOSURE_ANNOUNCED: _(
        "To expose, say your seat, “expose”, and the card: pig, sheep, transformer or heart. "
        "Whoever exposes nothing says nothing."
    ),
    ProcedureCode.LEADS: _("%(seat)s leads."),
    ProcedureCode.LEADS_IT: _("%(seat)s leads %(cards)s."),
    ProcedureCode.HOLDER_LEADS: _("Whoever holds %(cards)s leads any card."),
    ProcedureCode.HOLDER_LEADS_IT: _("Whoever holds %(cards)s leads it."),
    ProcedureCode.FIRST_HOLDER_LEADS_IT: _("Whoever was dealt the first %(cards)s leads it."),
    ProcedureCode.BOARD_NAMES_LEADER: _("The board names who leads."),
    ProcedureCode.TABLE_NAMES_LEADER: _("The table names who leads."),
    ProcedureCode.PIG_TAKER_LEADS: _("Whoever took the pig in the last deal leads."),
    ProcedureCode.BIGGEST_LOSER_LEADS: _("Whoever lost most in the last deal leads."),
}

CAUTIONS: wording.Words = {
    Caution.LEADER_NOT_AS_DERIVED: _(
        "By the previous deals, %(seats)s leads this one. Please check who led."
    ),
    Caution.FIRST_DEAL_NOT_AS_DERIVED: _(
        "Whether this is the first deal differs from the record. Please check."
    ),
}
