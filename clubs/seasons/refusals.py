"""Reasons to refuse an operation on a season."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded


class SeasonProblem(WordedCode):
    """Why an operation was refused."""

    NAME_MISSING = worded("season_name_missing", "A season needs a name.")
    NAME_TOO_LONG = worded(
        "season_name_too_long", "The name of a season has at most %(most)s characters."
    )
    NAME_TAKEN = worded("season_name_taken", "The club has a season named %(name)s already.")
    FINISHED = worded("season_finished", "The season is finished. Reopen it first.")
    NOT_FINISHED = worded(
        "season_not_finished", "The season is not finished: there is nothing to take back."
    )
    EVENT_NOT_OFFERED = worded(
        "season_event_not_offered",
        "A chosen event no longer exists. Choose again.",
    )
    FACTOR = worded("season_factor", "%(name)s: a factor is a number above 0, such as 1.5 or 2.")
    ATTENDANCE = worded(
        "season_attendance", "Points for attendance are a number of 0 or more, such as 1 or 0.5."
    )
    CLUB_NOT_OFFERED = worded("season_club_not_offered", "Only another club can join the league.")
    CLUB_HAS_EVENTS = worded(
        "season_club_has_events", "Events of %(name)s count in this season. Remove them first."
    )
    SCALE_LINE = worded(
        "season_scale_line",
        "Line %(line)s of the scale cannot be read. Write it like “9: 10 7 5 3 +1”.",
    )
    SCALE_ORDER = worded(
        "season_scale_order",
        "The lines of the scale begin with rising numbers of entries, each once.",
    )
    SCALE_BANDS = worded("season_scale_bands", "A scale has between 1 and %(most)s lines.")
