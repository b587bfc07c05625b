"""The words of this room's codes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.confirmers import BY_DECISION, BY_PENALTY, BY_REFEREE, BY_RULING, BY_TABLE
from referee.refusals import Code, Phase
from referee.verbs import Verb
from tournaments import wording

CODES: wording.Words = {
    Code.TABLE_UNKNOWN: _("There is no table with the code “%(table)s”."),
    Code.TABLE_TAKEN: _("Another device has this table. The referee can release it at the desk."),
    Code.LEASE_UNKNOWN: _("This device has not opened a table."),
    Code.LEASE_LOST: _(
        "This device no longer has the table. What it sends is kept for the referee."
    ),
    Code.LEASE_SPENT: _(
        "This device no longer has the table, and has sent %(limit)s things since."
        " The referee has to enter the rest."
    ),
    Code.UNREADABLE: _("This could not be read."),
    Code.DIGEST_MISMATCH: _("This has been altered on its way."),
    Code.KEY_REUSED: _("Under the same key something else has come before. The referee sees both."),
    Code.TEXT_NOT_STORABLE: _("%(field)s: a character in it cannot be kept."),
    Code.TEXT_TOO_LONG: _("%(field)s: longer than %(limit)s characters."),
    Code.TEXT_MALFORMED: _("%(field)s: not written as it has to be."),
    Code.JSON_MALFORMED: _("Not JSON from line %(line)s, column %(column)s on."),
    Code.JSON_NOT_TEXT: _("Not text in UTF-8."),
    Code.JSON_TOO_DEEP: _("More than %(limit)s levels within one another."),
    Code.JSON_NAME_TWICE: _("The name “%(name)s” stands twice in the same place."),
    Code.JSON_NUMBER_TOO_LARGE: _("A number in it is too large."),
    Code.DEAL_UNKNOWN: _("There is no such deal in this tournament."),
    Code.DEAL_ELSEWHERE: _("This deal is played at table %(table)s."),
    Code.DEAL_NOT_IN_PLAY: _("The round of this deal is not in play."),
    Code.RECORDER_UNKNOWN: _("Whoever recorded this does not sit at the table."),
    Code.RESULT_STANDS: _("This deal has a result. Only the referee can change it."),
    Code.CLAIM_NOT_ACCEPTED: _("The claim still has to be accepted by %(seats)s."),
    Code.CLAIM_UNREADABLE: _("The claim does not say who claims what."),
    Code.CLAIM_DECIDED: _("This claim has been decided already."),
    Code.CARDS_NOT_READ: _("“%(text)s” was not understood as a card."),
    Code.TRICK_NOT_READ: _("Line %(line)s: write who leads, and then a card of each at the most."),
    Code.KIND_NOT_OFFERED: _("A result of this kind is not given here."),
    Code.PENALTY_NOTHING: _("Zero points change nothing."),
    Code.PENALTY_SIGN: _("Write the sign: − takes points away, + gives them."),
    Code.SHEET_UNKNOWN: _("The sheet has not arrived."),
    Code.SHEET_DIFFERS: _("The sheet that arrived is not the one that was shown."),
    Code.SHEET_REPLACED: _("A newer sheet of this deal has arrived. Look at that one."),
    Code.SHEET_HAS_PROBLEMS: _("Something is wrong with the sheet."),
    Code.CONFIRMER_NOT_ALLOWED: _("This seat cannot confirm this sheet."),
    Code.ALREADY_CONFIRMED: _("This seat has confirmed the sheet already."),
    Code.UNKNOWN: _("This version of the program has no words for “%(name)s”."),
    Code.NOT_FOUND: _("There is nothing here."),
    Code.NOT_ALLOWED: _("This is not allowed."),
    Code.METHOD_NOT_OFFERED: _("This address does not take such a request."),
    Code.FORMAT_NOT_OFFERED: _("This address takes and gives JSON only."),
    Code.TOO_LARGE: _("Larger than %(limit)s bytes."),
    Code.TOO_OFTEN: _("Too many requests. Try again in %(seconds)s seconds."),
}

PHASES: wording.Words = {
    Phase.ROUND_AWAITED: _("The next round has not been published yet."),
    Phase.TOURNAMENT_OVER: _("The tournament is over. Thank you for playing."),
}

VERBS: wording.Words = {verb: verb.label for verb in Verb}

FIELDS: wording.Names = {
    "key": pgettext_lazy("field", "Key"),
    "digest": pgettext_lazy("field", "Digest"),
    "sealed": pgettext_lazy("field", "Sealed text"),
    "device": pgettext_lazy("field", "Device"),
    "deal": pgettext_lazy("field", "Deal"),
    "seen": pgettext_lazy("field", "Version of the result"),
    "recorder": pgettext_lazy("field", "Recorder"),
    "report": pgettext_lazy("field", "Report"),
    "sheet": pgettext_lazy("field", "Sheet"),
    "sheet_digest": pgettext_lazy("field", "Digest of the sheet"),
}

ORIGINS: wording.Names = {
    BY_TABLE: _("from the sheet of the table"),
    BY_REFEREE: _("decided by the referee"),
    BY_DECISION: _("the referee decided the claim"),
    BY_RULING: _("ruled by the referee"),
    BY_PENALTY: _("penalty"),
}
"""What this room posts results from, by the label that it gives the ledger."""


def register_words() -> None:
    """Give the codes of this room, its verbs in the log, its fields and its origins their words."""
    wording.register(Code, CODES)
    wording.register(Phase, PHASES)
    wording.register(Verb, VERBS)
    wording.register_fields(FIELDS)
    wording.register_origins(ORIGINS)
