"""The director's operations: clubs, tournaments, events, entries, and rounds from draw to close."""

from tournaments.organise.clock import (
    call_time,
    extend_clock,
    hold_clock,
    resume_clock,
    start_clock,
)
from tournaments.organise.clubs import create_club, create_tournament, grant, grant_role
from tournaments.organise.drafts import adjust_draft
from tournaments.organise.draws import new_table_code
from tournaments.organise.entries import (
    MOST_ENTRIES,
    add_entries,
    add_house_player,
    check_in,
    is_bound,
    members_of,
    readmit_entry,
    remove_entry,
    rename_entry,
    rename_member,
    withdraw_entry,
)
from tournaments.organise.events import EventPlan, create_event, set_notice
from tournaments.organise.repairs import (
    Preview,
    exchange_results,
    exchange_seats,
    move_result,
    preview_results,
    preview_seats,
)
from tournaments.organise.rounds import (
    close_round,
    discard_round,
    draw_round,
    finish_event,
    publish_round,
    redraw_round,
)
from tournaments.organise.stand_ins import end_stand_in, next_drawn, stand_in

__all__ = [
    "MOST_ENTRIES",
    "EventPlan",
    "Preview",
    "add_entries",
    "add_house_player",
    "adjust_draft",
    "call_time",
    "check_in",
    "close_round",
    "create_club",
    "create_event",
    "create_tournament",
    "discard_round",
    "draw_round",
    "end_stand_in",
    "exchange_results",
    "exchange_seats",
    "extend_clock",
    "finish_event",
    "grant",
    "grant_role",
    "hold_clock",
    "is_bound",
    "members_of",
    "move_result",
    "new_table_code",
    "next_drawn",
    "preview_results",
    "preview_seats",
    "publish_round",
    "readmit_entry",
    "redraw_round",
    "remove_entry",
    "rename_entry",
    "rename_member",
    "resume_clock",
    "set_notice",
    "stand_in",
    "start_clock",
    "withdraw_entry",
]
