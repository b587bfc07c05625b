"""Why an operation on a season was refused; `wording.seasons` words it."""

from __future__ import annotations

from enum import StrEnum

from scoring.problems import Problem


class SeasonProblem(StrEnum):
    """A reason, with the values that its sentence needs beside it."""

    NAME_MISSING = "season_name_missing"
    NAME_TOO_LONG = "season_name_too_long"  # most
    NAME_TAKEN = "season_name_taken"  # name
    FINISHED = "season_finished"
    NOT_FINISHED = "season_not_finished"
    EVENT_NOT_OFFERED = "season_event_not_offered"
    FACTOR = "season_factor"  # name
    ATTENDANCE = "season_attendance"
    CLUB_NOT_OFFERED = "season_club_not_offered"
    CLUB_HAS_EVENTS = "season_club_has_events"  # name
    SCALE_LINE = "season_scale_line"  # line
    SCALE_ORDER = "season_scale_order"
    SCALE_BANDS = "season_scale_bands"  # most


def problem(code: SeasonProblem, field: str = "", **values: int | str) -> Problem:
    """Return the problem for a code, with the values that its sentence needs."""
    return Problem(code, field=field, values=tuple(sorted(values.items())))
