"""What a room and a segment of a match are called."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.models import Event, Form, Room


def place_said(event: Event, room: str, part: int, *, is_half: bool = False) -> str:
    """Return at which of the tables of its match something was, and in which segment.

    Nothing where a match has one table and is played in one go.
    """
    named = [room_said(event, room, is_half=is_half)]
    if event.form == Form.TEAMS and event.segments > 1:
        named.append(gettext("segment %(number)s") % {"number": part})
    return " · ".join(filter(None, named))


def room_said(event: Event, room: str, *, is_half: bool = False) -> str:
    """Return which room of its match a table is; nothing where a match has one table.

    Both rooms of a half match (三队赛) are played one after the other.
    """
    if is_half:
        return half_said(room)
    named = event.form == Form.TEAMS and Room(room) is not Room.ONLY
    return str(Room(room).label) if named else ""


def half_said(room: str) -> str:
    """Return in which half of the round the room of a half match is played."""
    return gettext("second half") if room == Room.CLOSED else gettext("first half")
