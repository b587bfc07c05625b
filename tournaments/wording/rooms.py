"""Names of the rooms and segments of a match."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.base.separators import join_facts
from tournaments.models import Event, Form, Room


def place_text(event: Event, room: str, part: int, *, is_half: bool = False) -> str:
    """Return the room and the segment of a table of a match.

    Empty if the match has one table and one segment.
    """
    named = [room_text(event, room, is_half=is_half)]
    if event.form == Form.TEAMS and event.segments > 1:
        named.append(gettext("segment %(number)s") % {"number": part})
    return join_facts(*named)


def room_text(event: Event, room: str, *, is_half: bool = False) -> str:
    """Return the name of the room of a table; empty if the match has one table.

    Both rooms of a half match (三队赛) are played one after the other.
    """
    if is_half:
        return half_text(room)
    named = event.form == Form.TEAMS and Room(room) is not Room.ONLY
    return str(Room(room).label) if named else ""


def half_text(room: str) -> str:
    """Return the half of the round in which the room of a half match is played."""
    return gettext("second half") if room == Room.CLOSED else gettext("first half")
