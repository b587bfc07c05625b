"""Reasons to refuse players who enter, check in or withdraw without an official."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded


class RegistrationProblem(WordedCode):
    """Why players cannot enter, check in or withdraw without an official."""

    CLOSED = worded("registration_closed", "Entering is closed. Ask at the desk.")
    ASKED_ALREADY = worded("registration_asked_already", "%(name)s has already asked to enter.")
    ENTERED_ALREADY = worded(
        "registration_entered_already",
        "%(name)s is already entered. Another player of this name enters at the desk.",
    )
    DECIDED = worded("registration_decided", "This request was decided meanwhile.")
    REASON_MISSING = worded(
        "registration_reason_missing", "Give a reason that the player can read."
    )
    FULL = worded(
        "registration_full",
        "All %(places)s places are taken. Raise the limit, or let the request wait.",
    )
    TOO_MANY = worded(
        "registration_too_many", "Too many requests came from here. Try again in an hour."
    )
    CHECK_IN_CLOSED = worded("check_in_closed", "Nobody can check in here now. Ask at the desk.")
    CODE_WRONG = worded("hall_code_wrong", "This is not the hall's code of today.")
    CODE_SHUT = worded(
        "hall_code_shut", "Too many wrong codes. Ask at the desk, or try again in an hour."
    )
    NOT_ENTERED = worded("registration_not_entered", "This entry no longer exists.")
    OTHER_EVENT = worded(
        "registration_other_event",
        "This form was already sent for another event. Open the page again.",
    )
    OTHER_NAMES = worded(
        "registration_other_names",
        "This form has already entered other names. Open the page again.",
    )
    NAME_OPEN = worded(
        "registration_name_open",
        "Somebody entered you in this event. First say whether it was you.",
    )
    DIGITS_WRONG = worded("registration_digits_wrong", "These digits match nobody here.")
    DIGITS_SHUT = worded(
        "registration_digits_shut",
        "Too many wrong digits. Check in at the desk, or try again in an hour.",
    )
    WITHDRAWING_CLOSED = worded("withdrawing_closed", "Nobody can withdraw now. Ask at the desk.")
    WITHDRAWN_OFTEN = worded(
        "registration_withdrawn_often",
        "The entry was withdrawn and kept too often. Ask at the desk, or try again in an hour.",
    )
    UNDO_LATE = worded("kiosk_undo_late", "The time to undo is over. Ask at the desk.")
