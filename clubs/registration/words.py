"""The words for refusals of players who enter by themselves, and for what the log says of it."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from clubs.registration.verbs import Verb
from tournaments import wording
from tournaments.base.refusals import RegistrationProblem

PROBLEMS: wording.Words = {
    RegistrationProblem.CLOSED: _("Entering is closed. Ask at the desk."),
    RegistrationProblem.ASKED_ALREADY: _("%(name)s has already asked to enter."),
    RegistrationProblem.ENTERED_ALREADY: _(
        "%(name)s is already entered. Another player of this name enters at the desk."
    ),
    RegistrationProblem.DECIDED: _("This request was decided meanwhile."),
    RegistrationProblem.REASON_MISSING: _("Write why, so that the player can read it."),
    RegistrationProblem.FULL: _(
        "All %(places)s places are taken. Raise the limit, or let the request wait."
    ),
    RegistrationProblem.TOO_MANY: _("Too many requests came from here. Try again in an hour."),
    RegistrationProblem.CHECK_IN_CLOSED: _("Nobody can check in here now. Ask at the desk."),
    RegistrationProblem.CODE_WRONG: _("This is not the hall's code of today."),
    RegistrationProblem.CODE_SHUT: _(
        "Too many wrong codes. Ask at the desk, or try again in an hour."
    ),
    RegistrationProblem.NOT_ENTERED: _("The entry is not there any more."),
    RegistrationProblem.OTHER_EVENT: _(
        "This form was sent for another event already. Open the page once more."
    ),
    RegistrationProblem.OTHER_NAMES: _(
        "This form has entered other names already. Open the page once more."
    ),
    RegistrationProblem.NAME_OPEN: _(
        "Somebody entered you in this event. Say first whether it was you."
    ),
    RegistrationProblem.DIGITS_WRONG: _("These digits confirm nobody here."),
    RegistrationProblem.DIGITS_SHUT: _(
        "Too many wrong digits. Check in at the desk, or try again in an hour."
    ),
    RegistrationProblem.WITHDRAWING_CLOSED: _("Nobody can withdraw now. Ask at the desk."),
    RegistrationProblem.WITHDRAWN_OFTEN: _(
        "The entry was withdrawn and kept too often. Ask at the desk, or try again in an hour."
    ),
    RegistrationProblem.UNDO_LATE: _("The time to undo is over. Ask at the desk."),
}

VERBS: wording.Words = {
    Verb.SET_TERMS: _("an event was opened or closed for entering"),
    Verb.ASK_TO_ENTER: _("somebody asked to enter"),
    Verb.APPROVE_REQUEST: _("a request to enter was approved"),
    Verb.REFUSE_REQUEST: _("a request to enter was refused"),
    Verb.TAKE_REQUEST_BACK: _("a request to enter was taken back"),
    Verb.ASK_TO_WITHDRAW: _("somebody asked to withdraw"),
    Verb.REFUSE_WITHDRAWAL: _("a request to withdraw was refused"),
    Verb.KEEP_ENTRY: _("a request to withdraw was taken back"),
    Verb.OPEN_KIOSK: _("a kiosk was opened"),
    Verb.CLOSE_KIOSK: _("a kiosk was closed"),
    Verb.ALLOW_CODES: _("wrong codes of the hall were forgiven"),
    Verb.COME_TO_DOOR: _("somebody came to the door after play had begun"),
    Verb.CONFIRM_NAME: _("a name of the public door was confirmed"),
    Verb.DENY_NAME: _("a name of the public door was denied"),
}
LEXICON: Final = wording.Lexicon({RegistrationProblem: PROBLEMS, Verb: VERBS})
