"""The director's operations: clubs, tournaments, events, entries, and rounds from draw to close."""

from tournaments.organise.absences.award_points import spoilt_share, usual_award
from tournaments.organise.absences.awards import (
    AwardGrounds,
    award_both_absent,
    award_mismatched,
    award_spoilt,
    award_walkover,
    decide_match,
    take_back_award,
)
from tournaments.organise.absences.entry_removal import RemovedEntry, remove_entry, restore_entry
from tournaments.organise.absences.exclusion_steps import ExclusionTerms, left_by_decision
from tournaments.organise.absences.exclusions import (
    approve_exclusion,
    decide_exclusion,
    propose_exclusion,
    readmit_entry,
    refuse_exclusion,
    take_back_exclusion,
)
from tournaments.organise.absences.forfeits import forfeit_places, seat_house_player
from tournaments.organise.absences.unplaced import FewDeals, few_deals, set_unplaced
from tournaments.organise.boards import read_ahead, read_hands
from tournaments.organise.clock_moves import (
    call_time,
    extend_clock,
    hold_clock,
    resume_clock,
    start_clock,
)
from tournaments.organise.club_rules import keep_rules, remove_rules, rename_rules
from tournaments.organise.clubs import (
    create_club,
    create_tournament,
    found_club,
    grant,
    grant_role,
    set_embed_origins,
    set_features,
)
from tournaments.organise.drawing.drafts import adjust_draft, may_exchange, sit_out_uids
from tournaments.organise.drawing.held_places import held_elsewhere, neighbour
from tournaments.organise.drawing.withdrawn_draws import withdraw_draw
from tournaments.organise.entries import (
    MOST_ENTRIES,
    NewEntry,
    add_entries,
    add_house_player,
    enter,
    is_bound,
    leaves_by_exclusion,
    members_of,
    sizes_of,
    withdraw_entry,
)
from tournaments.organise.events import create_event, set_notice, set_prizes
from tournaments.organise.extra_deals import note_extra_deal, take_back_extra_deal
from tournaments.organise.finishes import FinishOutcome, outcome_of, reopen_event, reopen_problems
from tournaments.organise.handing_in.line_up_deadlines import (
    Defaults,
    choose_seating_right,
    set_line_up_hour,
    take_defaults,
)
from tournaments.organise.handing_in.line_ups import (
    default_line_up,
    hand_in_line_up,
    hand_in_problem,
    reveal_line_ups,
    reveal_round,
)
from tournaments.organise.movements import MovementSize, set_movement
from tournaments.organise.places import add_places, give_places_back, move_to_free_tables
from tournaments.organise.planned_stages import add_stage, remove_stage
from tournaments.organise.plans import EventPlan
from tournaments.organise.presence import check_in, check_in_all, check_in_named
from tournaments.organise.removals import delete_event, delete_tournament
from tournaments.organise.repairs import (
    RepairPreview,
    exchange_results,
    exchange_seats,
    move_result,
    preview_results,
    preview_seats,
)
from tournaments.organise.rounds import (
    DraftDecisions,
    close_round,
    discard_round,
    draft_questions,
    draw_round,
    finish_event,
    has_changed,
    publish_round,
    read_draft_decisions,
    redraw_round,
)
from tournaments.organise.seeding import Seed, rename_entry, seed_entries, set_remark
from tournaments.organise.settings import EventSettings, change_event, change_tournament
from tournaments.organise.stages import next_to_open, open_stage
from tournaments.organise.stand_ins import end_stand_in, next_drawn, stand_in
from tournaments.persons.renaming import rename_member

__all__ = [
    "MOST_ENTRIES",
    "AwardGrounds",
    "Defaults",
    "DraftDecisions",
    "EventPlan",
    "EventSettings",
    "ExclusionTerms",
    "FewDeals",
    "FinishOutcome",
    "MovementSize",
    "NewEntry",
    "RemovedEntry",
    "RepairPreview",
    "Seed",
    "add_entries",
    "add_house_player",
    "add_places",
    "add_stage",
    "adjust_draft",
    "approve_exclusion",
    "award_both_absent",
    "award_mismatched",
    "award_spoilt",
    "award_walkover",
    "call_time",
    "change_event",
    "change_tournament",
    "check_in",
    "check_in_all",
    "check_in_named",
    "choose_seating_right",
    "close_round",
    "create_club",
    "create_event",
    "create_tournament",
    "decide_exclusion",
    "decide_match",
    "default_line_up",
    "delete_event",
    "delete_tournament",
    "discard_round",
    "draft_questions",
    "draw_round",
    "end_stand_in",
    "enter",
    "exchange_results",
    "exchange_seats",
    "extend_clock",
    "few_deals",
    "finish_event",
    "forfeit_places",
    "found_club",
    "give_places_back",
    "grant",
    "grant_role",
    "hand_in_line_up",
    "hand_in_problem",
    "has_changed",
    "held_elsewhere",
    "hold_clock",
    "is_bound",
    "keep_rules",
    "leaves_by_exclusion",
    "left_by_decision",
    "may_exchange",
    "members_of",
    "move_result",
    "move_to_free_tables",
    "neighbour",
    "next_drawn",
    "next_to_open",
    "note_extra_deal",
    "open_stage",
    "outcome_of",
    "preview_results",
    "preview_seats",
    "propose_exclusion",
    "publish_round",
    "read_ahead",
    "read_draft_decisions",
    "read_hands",
    "readmit_entry",
    "redraw_round",
    "refuse_exclusion",
    "remove_entry",
    "remove_rules",
    "remove_stage",
    "rename_entry",
    "rename_member",
    "rename_rules",
    "reopen_event",
    "reopen_problems",
    "restore_entry",
    "resume_clock",
    "reveal_line_ups",
    "reveal_round",
    "seat_house_player",
    "seed_entries",
    "set_embed_origins",
    "set_features",
    "set_line_up_hour",
    "set_movement",
    "set_notice",
    "set_prizes",
    "set_remark",
    "set_unplaced",
    "sit_out_uids",
    "sizes_of",
    "spoilt_share",
    "stand_in",
    "start_clock",
    "take_back_award",
    "take_back_exclusion",
    "take_back_extra_deal",
    "take_defaults",
    "usual_award",
    "withdraw_draw",
    "withdraw_entry",
]
