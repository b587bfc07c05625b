"""Refusals that a person can act on: every reason at once, as codes that `wording` words."""

from __future__ import annotations

from enum import StrEnum

from scoring import problems
from scoring.problems import Problem


class Reason(StrEnum):
    """Why an operation on the structure or on the record was refused."""

    FORM_NOT_OFFERED = "form_not_offered"
    PAIRS_WITHOUT_PARTNERS = "pairs_without_partners"
    ENTRIES_TOO_FEW = "entries_too_few"
    ENTRY_NAME_MISSING = "entry_name_missing"
    ENTRY_NAME_TWICE = "entry_name_twice"
    ENTRY_NAME_TOO_LONG = "entry_name_too_long"
    ENTRIES_CLOSED = "entries_closed"
    ENTRY_SIZE = "entry_size"
    ENTRY_NOT_THERE = "entry_not_there"
    ENTRY_NOT_WITHDRAWN = "entry_not_withdrawn"
    ENTRY_IN_DRAFT = "entry_in_draft"
    WITHDRAWAL_ROUND = "withdrawal_round"
    NAME_MISSING = "name_missing"
    NAME_TOO_LONG = "name_too_long"
    NAME_TAKEN = "name_taken"
    MEMBER_NOT_THERE = "member_not_there"
    ROUND_DRAWN = "round_drawn"
    ROUNDS_NOT_IN_ORDER = "rounds_not_in_order"
    STAND_IN_TWICE = "stand_in_twice"
    RULES_WITHOUT_END = "rules_without_end"
    FEWER_DEALS_THAN_RULES = "fewer_deals_than_rules"
    RANKING_WITHOUT_MATCHES = "ranking_without_matches"
    DEPTH_NOT_OFFERED = "depth_not_offered"
    TIE_BREAK_UNKNOWN = "tie_break_unknown"
    ENTRIES_TOO_MANY = "entries_too_many"
    ROUND_OPEN = "round_open"
    ROUND_IN_DRAFT = "round_in_draft"
    ROUND_NOT_CLOSED = "round_not_closed"
    ROUNDS_MISSING = "rounds_missing"
    EVENT_NOT_RUNNING = "event_not_running"
    MOVEMENT_NOT_OFFERED = "movement_not_offered"
    MOVEMENT_OVER = "movement_over"
    MOVEMENT_FIELD_CHANGED = "movement_field_changed"
    DRAW_METHOD_NOT_OFFERED = "draw_method_not_offered"
    ROUND_ROBIN_OVER = "round_robin_over"
    ROUND_ROBIN_FULL = "round_robin_full"
    DRAFT_CHANGED = "draft_changed"
    EXCHANGE_OF_NOTHING = "exchange_of_nothing"
    SEATS_DIFFER = "seats_differ"
    PARTNERS_PARTED = "partners_parted"
    DEALS_NOT_THERE = "deals_not_there"
    RESULT_MISSING = "result_missing"
    RESULT_IN_THE_WAY = "result_in_the_way"
    DEALS_NOT_ALIKE = "deals_not_alike"
    CHANGED_SINCE_PREVIEW = "changed_since_preview"
    ROUND_NOT_DRAFT = "round_not_draft"
    ROUND_NOT_IN_PLAY = "round_not_in_play"
    DEALS_WITHOUT_RESULT = "deals_without_result"
    HOLDS_OPEN = "holds_open"
    CLOCK_MOVED = "clock_moved"
    CLOCK_STANDS_OTHERWISE = "clock_stands_otherwise"
    CLOCK_MINUTES = "clock_minutes"
    CLOCK_TABLE = "clock_table"
    RESULT_CHANGED = "result_changed"
    REASON_MISSING = "reason_missing"
    ALREADY_REVERSED = "already_reversed"
    USERNAME_TAKEN = "username_taken"
    NOTICE_TOO_LONG = "notice_too_long"
    SLIPS_DRAWN = "slips_drawn"


class CopyProblem(StrEnum):
    """Why the copies of the installation cannot go where they should."""

    ELSEWHERE = "copies_elsewhere"
    NOT_ABSOLUTE = "copies_not_absolute"
    IN_DATA = "copies_in_data"
    NOT_WRITABLE = "copies_not_writable"
    AWAY = "copies_away"
    FULL = "copies_full"
    FAILED = "copies_failed"
    BUSY = "copies_busy"
    LATE = "copies_late"


class Refused(problems.Refused):
    """An operation was refused; nothing was changed. `problems` names every reason at once."""

    def __init__(self, *reasons: Problem) -> None:
        super().__init__(reasons)


class Stale(Refused):
    """The writer saw a version that is no longer the live one; nothing was changed."""


def refuse(reason: Reason | CopyProblem, field: str = "", **values: int | str) -> Problem:
    """Return the problem of one reason, with the values that its words need."""
    return Problem(reason, field=field, values=tuple(sorted(values.items())))
