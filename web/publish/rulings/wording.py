"""Words of the referee's codes, log verbs, fields and origins."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.base.refusals import Code, Phase
from referee.base.verbs import (
    BY_DECISION,
    BY_PENALTY,
    BY_REFEREE,
    BY_RULING,
    BY_SCORER,
    BY_TABLE,
    Verb,
)
from referee.models import CallState
from referee.rulings.listed import VersionState
from tournaments import wording
from tournaments.models.record import BY_CASE

CODES: wording.Words = {
    Code.TABLE_UNKNOWN: _("There is no table with the code “%(table)s”."),
    Code.TABLE_TAKEN: _("Another device has this table. The referee can release it at the desk."),
    Code.LEASE_UNKNOWN: _("This device has not opened a table."),
    Code.LEASE_LOST: _(
        "This device no longer has the table. What it sends is kept for the referee."
    ),
    Code.HANDED_IN_AGAIN: _(
        "Handed in again after a backup was restored. The referee confirms it."
    ),
    Code.LEASE_TAKEN_OVER: _(
        "Another device has taken the table over by the referee's PIN."
        " What this one sends is kept for the referee."
    ),
    Code.LEASE_REVOKED: _(
        "The official whose PIN took this table over no longer has the role for it."
        " What this device sends is kept for the referee."
    ),
    Code.LEASE_OVER: _("The last event here is over. Tap here for the table of today."),
    Code.PIN_WRONG: _("This is not the PIN of an official of this tournament."),
    Code.PINS_SHUT: _(
        "Too many wrong PINs, so none is looked at for an hour. The referee releases the table on"
        " the page “Sheets and tablets”, which needs no PIN; then tap “Try again”."
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
    Code.CLAIM_WITHOUT_TRICK: _("A claim says after which trick it was made."),
    Code.CLAIM_DECIDED: _("This claim has been decided already."),
    Code.CLAIM_OVER: _("This claim waits for no decision any more."),
    Code.CLAIM_NOT_AGREED: _("Only an agreed claim that the result follows is opened again."),
    Code.CLAIM_TO_REFEREE: _("In this event the referee decides every claim."),
    Code.CLAIM_DISALLOWED: _("In this event nobody claims: the deal is played to its end."),
    Code.CLAIM_OBJECTED: _(
        "Somebody has objected to a claim, so play has stopped. The referee decides it; cards "
        "played since do not count."
    ),
    Code.CLAIM_AFTER_SCORING: _("Nobody can claim after the deal has been scored."),
    Code.PLAY_ON_NOT_OFFERED: _("In this event a contested claim is not played on."),
    Code.CARDS_NOT_READ: _("“%(text)s” was not understood as a card."),
    Code.TRICK_NOT_READ: _("Line %(line)s: write who leads, and then a card of each at the most."),
    Code.PLAYS_NOT_PARTED: _(
        "Line %(line)s: single cards or two together? Write a stroke (/) between the plays."
    ),
    Code.TRICK_NOT_EVEN: _(
        "Line %(line)s: these cards cannot be shared out evenly. Everybody plays as many as were "
        "led."
    ),
    Code.KIND_NOT_OFFERED: _("A result of this kind is not given here."),
    Code.TIME_NOT_CALLED: _("In round %(number)s the time is not over at any table."),
    Code.NOTHING_NOT_BEGUN: _("No deal is left that was not begun at a table whose time is over."),
    Code.NOT_ADJUSTED: _("The result of this deal is no adjusted score."),
    Code.NOT_GIVEN: _("Say for every side what it is given."),
    Code.TOO_MANY_OUTCOMES: _("At most %(most)s outcomes are weighted."),
    Code.WEIGHTS_NOT_WHOLE: _("The weights are more than 0 and come to 100 together."),
    Code.NOTHING_REPORTED: _("This table has reported nothing that could be changed."),
    Code.DEAL_POINTS_OF_NOTHING: _(
        "This penalty takes 10 points of the deal. Rule on a deal that has a result in points, or "
        "choose another level."
    ),
    Code.DEAL_LOST_OF_NOTHING: _(
        "This penalty gives the seat the worst result of the deal, and the deal has no result in "
        "points yet. Enter it first."
    ),
    Code.DEAL_LOST_AND_VOID: _(
        "A deal that does not count cannot be lost: choose another rectification or level."
    ),
    Code.NOT_FOULED: _("Name some of the tables that played this board, and not all of them."),
    Code.PENALTY_NOTHING: _("Zero points change nothing."),
    Code.PENALTY_LATE: _(
        "The correction period is over. Only the chief referee, in a club event also a director, "
        "can still give penalty points or take them back."
    ),
    Code.PENALTY_LARGE: _("%(points)s is a large penalty. Look at the number again, and tick it."),
    Code.PENALTY_ABSURD: _("At most %(most)s can be given at once. Look at the noughts again."),
    Code.NO_TABLE_OF_LATENESS: _("This event has no table of lateness."),
    Code.CLOCK_NOT_STARTED: _("The clock of this round has not started. Type the minutes."),
    Code.ARRIVAL_NOTED: _("This has been decided meanwhile. Look at it again."),
    Code.NOT_MISSING: _("Nobody was noted as missing here."),
    Code.NOT_LATE: _("The round has not begun, so nobody is late."),
    Code.NOT_DRAWN_HERE: _("Whoever is missing does not play at this table."),
    Code.LATER_BY_NOW: _("A minute has passed, and something else follows now. Look again."),
    Code.MATCH_FORFEITED: _("By now the match is lost by lateness."),
    Code.NOT_FORFEITED_YET: _("The match is not lost by lateness yet."),
    Code.EXPORT_NOT_READ: _("This is not what a tablet copies or saves of what it could not send."),
    Code.PENALTY_SIGN: _("Write the sign: − takes points away, + gives them."),
    Code.SHEET_UNKNOWN: _("The sheet has not arrived."),
    Code.SHEET_DIFFERS: _("The sheet that arrived is not the one that was shown."),
    Code.SHEET_REPLACED: _("A newer sheet of this deal has arrived. Look at that one."),
    Code.SHEET_HAS_PROBLEMS: _("Something is wrong with the sheet."),
    Code.CONFIRMER_NOT_ALLOWED: _("This seat cannot confirm this sheet."),
    Code.ALREADY_CONFIRMED: _("This seat has confirmed the sheet already."),
    Code.PIN_WANTED: _("The player's own PIN is wanted, and did not come."),
    Code.PIN_NOT_OF_PLAYER: _("The PIN was wrong, so the sheet was not confirmed."),
    Code.PIN_SHUT: _(
        "Too many wrong PINs for this seat. Try again in %(minutes)s min, or call the referee."
    ),
    Code.PIN_NOT_DRAWN: _("No PIN was drawn for this player. The referee can confirm the sheet."),
    Code.PHONE_WANTED: _("In this event players confirm on their own phones."),
    Code.OBJECTED: _("%(seats)s objected. The referee decides, or the sheet is written anew."),
    Code.IRREGULARITY_RULED: _("Another ruling has been made meanwhile. Look at it first."),
    Code.RESULT_NOT_CHANGED: _("The result of this deal has not been changed. Correct it first."),
    Code.RULING_CHANGED: _("Somebody has ruled otherwise meanwhile. Look at that first."),
    Code.RULING_FROM_SAME_FORM: _(
        "Another ruling was written down from this form before. Look at this one and write it "
        "down again if both are meant."
    ),
    Code.RESULT_LATE: _(
        "The correction period is over. Only the chief referee, in a club event also a director, "
        "can still change the result of this deal."
    ),
    Code.PENALTY_FROM_SAME_FORM: _(
        "Other penalty points were given from this form before. Look at these and give them again "
        "if both are meant."
    ),
    Code.PENALTY_OF_RULING: _(
        "These points were given by a ruling, which would stay without them. Rule otherwise there."
    ),
    Code.RESULT_OF_RULING: _(
        "Ruling %(number)s made this result, and would stay without it. Rule otherwise there."
    ),
    Code.RULING_BEYOND_OFFICE: _("This is for a higher office: %(who)s."),
    Code.OFFENDERS_UNEVEN: _(
        "Not all of them have as many earlier offences. Rule on each apart, or choose a level."
    ),
    Code.RULING_EMPTY: _("Choose an article, or write what it is about."),
    Code.RULING_OF_NOBODY: _("Choose whom it hits."),
    Code.RULING_OF_ANOTHER: _("Only who made this ruling, or the chief referee, rules otherwise."),
    Code.RULING_NOT_WAITING: _("This ruling waits for nobody's word any more."),
    Code.RULING_OWN_WORD: _("This word is for another official, of a higher office."),
    Code.ARTICLE_UNKNOWN: _("This event has no such article."),
    Code.REACH_MISSING: _("Choose for which rounds the suspension holds."),
    Code.REACH_OVER: _("No round is in play here whose rest it could be. Choose the next round."),
    Code.REACH_ROUNDS: _("Write for how many rounds, from 1 to %(most)s."),
    Code.BUILT_UNANSWERED: _(
        "Something was built on this ruling since. Say whether it is carried out all the same."
    ),
    Code.CARDS_KEPT: _("Both cards are in force, or this suspension was decided on already."),
    Code.CARDS_NOT_OPEN: _("These two cards wait for no decision any more."),
    Code.LEVEL_WITHOUT_REASON: _("Write why the level is not that of the article."),
    Code.REMEDY_WITHOUT_DEAL: _("Only a ruling on a deal changes its result."),
    Code.SEAT_GONE: _("Whom it hits sits no more at this table. Choose again."),
    Code.CALL_OPEN: _("The referee has been called to this table already."),
    Code.CALL_UNKNOWN: _("This table has made no such call."),
    Code.CALL_MOVED: _("The call has gone on meanwhile. Look at it again."),
    Code.CALL_OVER: _("The call is over. The table can call once more."),
    Code.APPEALS_NOT_OFFERED: _("There are no appeals in this event."),
    Code.APPEAL_OF_NOTHING: _("Choose what the appeal is against."),
    Code.APPEAL_WITHOUT_WORDS: _("Write down what is said."),
    Code.APPEAL_UNSIGNED: _("Nobody has signed."),
    Code.APPEAL_DEPOSIT: _("Take the deposit first, and write down the number of its receipt."),
    Code.APPEAL_DEPOSIT_FATE: _("Say whether the deposit is returned or forfeited."),
    Code.APPEAL_TO_COME: _("This hour is still to come."),
    Code.APPEAL_BEFORE_DECISION: _("At this hour it had not been decided yet."),
    Code.APPEAL_MOVED: _("The appeal has gone on meanwhile. Look at it again."),
    Code.APPEAL_CHANGED: _(
        "What the appeal is about has changed meanwhile. Look at the effect again."
    ),
    Code.APPEAL_OVER: _("This step does not follow here any more."),
    Code.APPEAL_BEYOND_OFFICE: _("Referees receive appeals, and the chief referee decides them."),
    Code.COMMITTEE_TOO_SMALL: _("A committee has at least %(least)s members."),
    Code.COMMITTEE_INTERESTED: _(
        "%(name)s plays in it, leads or coaches there, or made the ruling."
    ),
    Code.ONLY_RECOMMEND: _(
        "On law, regulations and discipline the committee can only recommend. The chief referee "
        "decides."
    ),
    Code.NOBODY_TO_RECOMMEND: _("The chief referee decides, and recommends nothing."),
    Code.NO_PENALTY_TO_VARY: _("There were no penalty points in whose place others could come."),
    Code.VARIED_UPWARDS: _("A penalty takes points away: write it with a minus."),
    Code.NOT_VARIED: _("Another penalty is chosen where the ruling is varied in part alone."),
    Code.FACTS_MISSING: _("Write down what happened."),
    Code.ANNULLED_NOTHING: _("Choose which parts of the ruling are annulled."),
    Code.VARIED_INTO_NOTHING: _("Choose what takes the place of the penalty."),
    Code.RESULT_NOT_UNDONE: _(
        "No earlier result of this deal can count again. Correct the deal on its page, and uphold "
        "or vary."
    ),
    Code.UNKNOWN: _("This version of the program has no words for “%(name)s”."),
    Code.NOT_FOUND: _("There is nothing here."),
    Code.NOT_ALLOWED: _("This is not allowed."),
    Code.METHOD_NOT_OFFERED: _("This address does not take such a request."),
    Code.FORMAT_NOT_OFFERED: _("This address takes and gives JSON only."),
    Code.TOO_LARGE: _("Larger than %(limit)s bytes."),
    Code.TOO_OFTEN: _("Too many requests. Try again in %(seconds)s seconds."),
    Code.SERVER_FAULT: _(
        "Something broke on our side. What was acknowledged is stored."
        " Try again; if it stays so, tell the organisers the number %(number)s."
    ),
}

PHASES: wording.Words = {
    Phase.ROUND_AWAITED: _("The next round has not been published yet."),
    Phase.TOURNAMENT_OVER: _("The tournament is over. Thank you for playing."),
}

VERBS: wording.Words = {verb: verb.label for verb in Verb}

CALLS: wording.Words = {
    CallState.CALLED: _(
        "The referee has been called. Please wait, and leave the cards as they lie."
    ),
    CallState.ON_THE_WAY: _("The referee is on the way."),
    CallState.AT_THE_TABLE: _("The referee is at the table."),
    CallState.DEFERRED: _("The referee comes later. Go on where you can."),
    CallState.DONE: _("The call is over."),
}
"""How far a call has come, as its table reads it."""

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
    BY_SCORER: _("typed by the scorer from paper"),
    BY_DECISION: _("the referee decided the claim"),
    BY_RULING: _("ruled by the referee"),
    BY_PENALTY: _("penalty"),
    BY_CASE: _("a ruling"),
}
"""Origins of results and adjustments, by their label in the ledger."""

CORRECTIONS: wording.Names = {BY_REFEREE: _("corrected by the referee")}
"""Origins of results that replace another, where these read otherwise."""


STATES: wording.Words = {
    VersionState.IN_FORCE: pgettext_lazy("ruling", "in force"),
    VersionState.WAITING: pgettext_lazy("ruling", "waits"),
    VersionState.REFUSED: pgettext_lazy("ruling", "not confirmed"),
    VersionState.SUPERSEDED: pgettext_lazy("ruling", "superseded"),
    VersionState.UNDONE: pgettext_lazy("ruling", "taken back"),
}
"""What became of a version of a ruling."""
LEXICON: Final = wording.Lexicon(
    {Code: CODES, Phase: PHASES, Verb: VERBS, CallState: CALLS, VersionState: STATES},
    fields=FIELDS,
    origins=ORIGINS,
    corrections=CORRECTIONS,
)
