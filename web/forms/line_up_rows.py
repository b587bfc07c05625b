"""What the desk and a captain are shown of a line-up: its seats and rooms, and what it lacks."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments import organise, wording
from tournaments.line_ups.line_up_state import (
    MatchLineUps,
)
from tournaments.models import Entry, Segment, Side, Sitting
from tournaments.structure.line_up_rules import ALTERNATING, LineUpSeat
from tournaments.wording.rooms import half_text, room_text
from web.forms.line_ups import place_name


def seat_rows(
    rows: Sequence[tuple[str, str, str]], *, is_half: bool = False
) -> list[tuple[str, str]]:
    """Return seats with their rooms, and who sits there.

    In half matches the half of the round in which the room is played stands for the room.
    """
    if not is_half:
        return [(place_name(LineUpSeat(room, label)), name) for room, label, name in rows]
    text = gettext("%(room)s, %(seat)s")
    return [
        (text % {"room": half_text(room), "seat": wording.seat_name(label)}, name)
        for room, label, name in sorted(rows, key=lambda row: row[0] == Sitting.Room.CLOSED)
    ]


def may_choose(standing: MatchLineUps) -> bool:
    """Whether the home side of a match can still choose when it has the seating right."""
    is_offered = standing.match.round.event.line_up_order == ALTERNATING and not standing.is_half
    is_in = any(part.handed_in for part in standing.segments)
    return is_offered and not (is_in or standing.is_awarded)


def lacks(segment: Segment, side: Side, entry: Entry) -> str:
    """Return why a team cannot hand in a line-up at all; empty where it can."""
    problem = organise.hand_in_problem(segment, side, entry)
    return wording.problem_text(problem) if problem else ""


def room_of(match: MatchLineUps, room: str) -> str:
    """Return the name of the room of a table where its match has two."""
    return room_text(match.match.round.event, room, is_half=match.is_half)
