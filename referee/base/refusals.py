"""Refusal codes of the referee, and the exception that carries them to the answer.

Their words are in `web.publish.rulings.wording`.
"""

from __future__ import annotations

from enum import StrEnum

from scoring.problems import Problem
from tournaments.base.refusals import Refused


class Code(StrEnum):
    """What is wrong with a request of a device, with a sheet or with a confirmation."""

    # The table and its lease.
    TABLE_UNKNOWN = "table_unknown"  # table
    TABLE_TAKEN = "table_taken"  # heard_at
    LEASE_UNKNOWN = "lease_unknown"
    LEASE_LOST = "lease_lost"
    LEASE_TAKEN_OVER = "lease_taken_over"
    LEASE_REVOKED = "lease_revoked"
    LEASE_OVER = "lease_over"
    PIN_WRONG = "pin_wrong"
    PINS_SHUT = "pins_shut"
    LEASE_SPENT = "lease_spent"  # limit

    # What was sent.
    UNREADABLE = "unreadable"
    DIGEST_MISMATCH = "digest_mismatch"
    KEY_REUSED = "key_reused"
    EXPORT_NOT_READ = "export_not_read"
    TEXT_NOT_STORABLE = "text_not_storable"
    TEXT_TOO_LONG = "text_too_long"  # limit
    TEXT_MALFORMED = "text_malformed"
    JSON_MALFORMED = "json_malformed"  # line, column
    JSON_NOT_TEXT = "json_not_text"
    JSON_TOO_DEEP = "json_too_deep"  # limit
    JSON_NAME_TWICE = "json_name_twice"  # name
    JSON_NUMBER_TOO_LARGE = "json_number_too_large"

    # The sheet.
    DEAL_UNKNOWN = "deal_unknown"
    DEAL_ELSEWHERE = "deal_elsewhere"  # table
    DEAL_NOT_IN_PLAY = "deal_not_in_play"
    RECORDER_UNKNOWN = "recorder_unknown"
    RESULT_STANDS = "result_stands"
    HANDED_IN_AGAIN = "handed_in_again"

    # A claim.
    CLAIM_NOT_ACCEPTED = "claim_not_accepted"  # seats: of whom a word is wanted
    CLAIM_UNREADABLE = "claim_unreadable"
    CLAIM_WITHOUT_TRICK = "claim_without_trick"
    CLAIM_DECIDED = "claim_decided"
    CLAIM_OVER = "claim_over"
    CLAIM_NOT_AGREED = "claim_not_agreed"
    CLAIM_TO_REFEREE = "claim_to_referee"
    CLAIM_DISALLOWED = "claim_disallowed"
    CLAIM_OBJECTED = "claim_objected"
    CLAIM_AFTER_SCORING = "claim_after_scoring"
    PLAY_ON_NOT_OFFERED = "play_on_not_offered"
    CARDS_NOT_READ = "cards_not_read"  # text
    TRICK_NOT_READ = "trick_not_read"  # line
    PLAYS_NOT_PARTED = "plays_not_parted"  # line
    TRICK_NOT_EVEN = "trick_not_even"  # line

    # What an official decides.
    KIND_NOT_OFFERED = "kind_not_offered"
    TIME_NOT_CALLED = "time_not_called"  # number
    NOTHING_NOT_BEGUN = "nothing_not_begun"
    NOT_ADJUSTED = "not_adjusted"
    NOT_GIVEN = "not_given"
    TOO_MANY_OUTCOMES = "too_many_outcomes"  # most
    WEIGHTS_NOT_WHOLE = "weights_not_whole"
    NOTHING_REPORTED = "nothing_reported"
    DEAL_POINTS_OF_NOTHING = "deal_points_of_nothing"
    DEAL_LOST_OF_NOTHING = "deal_lost_of_nothing"
    DEAL_LOST_AND_VOID = "deal_lost_and_void"
    RESULT_OF_RULING = "result_of_ruling"  # number
    NOT_FOULED = "not_fouled"
    PENALTY_NOTHING = "penalty_nothing"
    PENALTY_SIGN = "penalty_sign"
    PENALTY_LATE = "penalty_late"
    PENALTY_LARGE = "penalty_large"  # points
    PENALTY_ABSURD = "penalty_absurd"  # most
    PENALTY_OF_RULING = "penalty_of_ruling"
    PENALTY_FROM_SAME_FORM = "penalty_from_same_form"

    # Who comes late.
    NO_TABLE_OF_LATENESS = "no_table_of_lateness"
    CLOCK_NOT_STARTED = "clock_not_started"
    ARRIVAL_NOTED = "arrival_noted"
    NOT_MISSING = "not_missing"
    NOT_LATE = "not_late"
    NOT_DRAWN_HERE = "not_drawn_here"
    LATER_BY_NOW = "later_by_now"
    MATCH_FORFEITED = "match_forfeited"
    NOT_FORFEITED_YET = "not_forfeited_yet"

    # The confirmation.
    SHEET_UNKNOWN = "sheet_unknown"
    SHEET_DIFFERS = "sheet_differs"
    SHEET_REPLACED = "sheet_replaced"
    SHEET_HAS_PROBLEMS = "sheet_has_problems"
    CONFIRMER_NOT_ALLOWED = "confirmer_not_allowed"
    ALREADY_CONFIRMED = "already_confirmed"
    PIN_WANTED = "pin_wanted"
    PIN_NOT_OF_PLAYER = "pin_not_of_player"
    PIN_SHUT = "pin_shut"  # minutes
    PIN_NOT_DRAWN = "pin_not_drawn"
    PHONE_WANTED = "phone_wanted"
    OBJECTED = "objected"  # seats

    # An irregularity.
    IRREGULARITY_RULED = "irregularity_ruled"
    RESULT_NOT_CHANGED = "result_not_changed"

    # A ruling.
    RULING_CHANGED = "ruling_changed"
    RULING_FROM_SAME_FORM = "ruling_from_same_form"
    RULING_BEYOND_OFFICE = "ruling_beyond_office"  # who
    OFFENDERS_UNEVEN = "offenders_uneven"
    RULING_EMPTY = "ruling_empty"
    RULING_OF_NOBODY = "ruling_of_nobody"
    RULING_OF_ANOTHER = "ruling_of_another"
    RULING_NOT_WAITING = "ruling_not_waiting"
    RULING_OWN_WORD = "ruling_own_word"
    ARTICLE_UNKNOWN = "article_unknown"
    LEVEL_WITHOUT_REASON = "level_without_reason"
    REACH_MISSING = "reach_missing"
    REACH_OVER = "reach_over"
    REACH_ROUNDS = "reach_rounds"  # most
    BUILT_UNANSWERED = "built_unanswered"
    CARDS_KEPT = "cards_kept"
    CARDS_NOT_OPEN = "cards_not_open"
    REMEDY_WITHOUT_DEAL = "remedy_without_deal"
    RESULT_LATE = "result_late"
    SEAT_GONE = "seat_gone"

    # A call for the referee.
    CALL_OPEN = "call_open"
    CALL_UNKNOWN = "call_unknown"
    CALL_MOVED = "call_moved"
    CALL_OVER = "call_over"

    # An appeal.
    APPEALS_NOT_OFFERED = "appeals_not_offered"
    APPEAL_OF_NOTHING = "appeal_of_nothing"
    APPEAL_WITHOUT_WORDS = "appeal_without_words"
    APPEAL_UNSIGNED = "appeal_unsigned"
    APPEAL_DEPOSIT = "appeal_deposit"
    APPEAL_DEPOSIT_FATE = "appeal_deposit_fate"
    APPEAL_TO_COME = "appeal_to_come"
    APPEAL_BEFORE_DECISION = "appeal_before_decision"
    APPEAL_MOVED = "appeal_moved"
    APPEAL_OVER = "appeal_over"
    APPEAL_CHANGED = "appeal_changed"
    APPEAL_BEYOND_OFFICE = "appeal_beyond_office"
    COMMITTEE_TOO_SMALL = "committee_too_small"  # least
    COMMITTEE_INTERESTED = "committee_interested"  # name
    ONLY_RECOMMEND = "only_recommend"
    NOBODY_TO_RECOMMEND = "nobody_to_recommend"
    NO_PENALTY_TO_VARY = "no_penalty_to_vary"
    VARIED_UPWARDS = "varied_upwards"
    NOT_VARIED = "not_varied"
    FACTS_MISSING = "facts_missing"
    ANNULLED_NOTHING = "annulled_nothing"
    VARIED_INTO_NOTHING = "varied_into_nothing"
    RESULT_NOT_UNDONE = "result_not_undone"

    # A stored code of another version of the program.
    UNKNOWN = "unknown"  # name

    # The request as such.
    NOT_FOUND = "not_found"
    NOT_ALLOWED = "not_allowed"
    METHOD_NOT_OFFERED = "method_not_offered"
    FORMAT_NOT_OFFERED = "format_not_offered"
    TOO_LARGE = "too_large"  # limit
    TOO_OFTEN = "too_often"  # seconds
    SERVER_FAULT = "server_fault"  # number


class Phase(StrEnum):
    """What a table waits for while none of its rounds is in play."""

    ROUND_AWAITED = "round_awaited"
    TOURNAMENT_OVER = "tournament_over"


class CodedRefusal(Refused):
    """Refusal with one headline, `code`; `extras` are further fields of the answer."""

    def __init__(self, code: StrEnum, *problems: Problem, **extras: str | bool) -> None:
        super().__init__(*(problems or (problem(code),)))
        self.code = code
        self.extras = extras


def problem(code: StrEnum, field: str = "", **values: int | str) -> Problem:
    """Return the problem of one code, with the values that its words need."""
    return Problem(code, field=field, values=tuple(sorted(values.items())))
