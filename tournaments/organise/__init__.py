"""The director's operations: clubs, tournaments, events, entries, and rounds from draw to close."""

from tournaments.organise.clubs import create_club, create_tournament, grant, grant_role
from tournaments.organise.entries import MOST_ENTRIES, add_entries, remove_entry
from tournaments.organise.events import EventPlan, create_event
from tournaments.organise.rounds import (
    close_round,
    discard_round,
    draw_round,
    new_table_code,
    publish_round,
)

__all__ = [
    "MOST_ENTRIES",
    "EventPlan",
    "add_entries",
    "close_round",
    "create_club",
    "create_event",
    "create_tournament",
    "discard_round",
    "draw_round",
    "grant",
    "grant_role",
    "new_table_code",
    "publish_round",
    "remove_entry",
]
