"""Every operation that a sequence tries: its address, who may, and where it is tried.

A further one is a line of `OPERATIONS`: the name of the address that is sent to, who may do so,
what the page is about (`subjects`), and the page on which its form stands, where it is not its own:

    _Form("referee_ruling_undo", CHIEFS, subjects.deal, on="referee_deal"),

The form is read from the page, so that fields and buttons need no line; it is filled in at random
and sent by everybody, and whoever is not in `may` has to be refused. `perhaps` are those who may
only now and then, as a scorer types a deal that has no result yet; `often` is its share. What has
no form is a function of a `Sequence` (`tablets.call`), with a line in `PLAYED`; it sends by `step`,
or calls an operation by `deed`. An address of the desk that takes a POST and stands neither here
nor in `LEFT_OUT` fails the suite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.sequences import deeds, subjects, tablets
from tests.sequences.sequence import Door, Sequence
from tests.sequences.subjects import Arguments
from tests.sequences.world import Who, World

OWNERS: Final = frozenset({Who.OWNER})
DIRECTORS: Final = OWNERS | {Who.DIRECTOR}
CHIEFS: Final = DIRECTORS | {Who.CHIEF}
REFEREES: Final = CHIEFS | {Who.DEPUTY, Who.REFEREE}
DESK: Final = REFEREES | {Who.SCORER}
OFFICES: Final = REFEREES - DIRECTORS
"""Who decides in every event; in an official competition organisers do not."""
CHIEF: Final = CHIEFS - DIRECTORS


@dataclass(frozen=True)
class _Form:
    """An operation that a form sends; `often` is its share beside the others, `asks` returns what
    the address of its page asks for behind the question mark.
    """

    name: str
    may: frozenset[Who]
    at: Callable[[World], Arguments]
    on: str = ""
    often: int = 2
    perhaps: frozenset[Who] = frozenset()
    asks: Callable[[World, list[Any]], str] = subjects.nothing

    @property
    def door(self) -> Door:
        """Who may send it."""
        return Door(self.may, self.perhaps)

    @property
    def page(self) -> str:
        """The page on which the form stands."""
        return self.on or self.name


@dataclass(frozen=True)
class _Played:
    """An operation, or several, that come from a table, a phone or a captain."""

    play: Callable[[Sequence], None]
    often: int = 4


OPERATIONS: Final = (
    # The structure.
    _Form("desk_draw", DIRECTORS, subjects.event, "desk_event", 14),
    _Form("desk_publish", DIRECTORS, subjects.round_, "desk_round", 14),
    _Form("desk_close", DIRECTORS, subjects.round_, "desk_round", 8),
    _Form("desk_redraw", DIRECTORS, subjects.round_, "desk_round"),
    _Form("desk_adjust", DIRECTORS, subjects.round_, "desk_round"),
    _Form("desk_discard", DIRECTORS, subjects.round_, "desk_round", 1),
    _Form("desk_withdraw_draw", DIRECTORS, subjects.round_, "desk_round", 1),
    _Form("desk_clock", REFEREES, subjects.round_, "desk_round", 4),
    _Form("desk_move_tables", DIRECTORS, subjects.round_, "desk_round", 1),
    _Form("desk_places_back", DIRECTORS, subjects.tournament, "desk_codes", 1),
    _Form("desk_award", CHIEF, subjects.match, perhaps=CHIEFS),
    _Form("desk_stages", DIRECTORS, subjects.event),
    _Form("desk_stage_add", DIRECTORS, subjects.event, "desk_stages", 1),
    _Form("desk_stage_remove", DIRECTORS, subjects.event, "desk_stages", 1),
    _Form("desk_finish", DIRECTORS, subjects.event),
    _Form("desk_unplaced", DIRECTORS, subjects.event, "desk_finish", 1),
    _Form("desk_reopen", DIRECTORS, subjects.event),
    _Form("desk_extra_deals", DIRECTORS, subjects.event),
    _Form("desk_extra_deal_back", DIRECTORS, subjects.event, "desk_extra_deals"),
    _Form("desk_movement", DIRECTORS, subjects.event, often=1),
    _Form("desk_boards", DESK, subjects.event, often=1),
    _Form("desk_seeding", DIRECTORS, subjects.event, often=1),
    _Form("desk_prizes", DIRECTORS, subjects.event, often=1),
    _Form("desk_notice", REFEREES, subjects.event, "desk_event", 1),
    _Form("desk_event_plan", DIRECTORS, subjects.event, often=1),
    _Form("desk_settings", DIRECTORS, subjects.event),
    _Form("desk_regulations", DIRECTORS, subjects.event),
    _Form("desk_articles", DIRECTORS, subjects.event, often=1),
    _Form("desk_article", DIRECTORS, subjects.article, often=1),
    _Form("desk_tournament_settings", DIRECTORS, subjects.tournament, often=1),
    _Form("desk_event_delete", DIRECTORS, subjects.event, often=1),
    _Form("desk_event_new", DIRECTORS, subjects.tournament, often=1),
    # Who plays.
    _Form("desk_entry_add", DIRECTORS, subjects.event, "desk_entries"),
    _Form("desk_entries_paste", DIRECTORS, subjects.event, often=1),
    _Form("desk_entries_file", DIRECTORS, subjects.event, often=1),
    _Form("desk_entry_restore", DIRECTORS, subjects.event, "desk_entries"),
    _Form("desk_check_in", DIRECTORS, subjects.event),
    _Form("desk_entry_rename", DIRECTORS, subjects.numbered, "desk_entry", 1),
    _Form("desk_entry_remark", DIRECTORS, subjects.numbered, "desk_entry", 1),
    _Form("desk_member_rename", DIRECTORS, subjects.numbered, "desk_entry", 1),
    _Form("desk_stand_in", DIRECTORS, subjects.numbered, "desk_entry"),
    _Form("desk_stand_in_end", DIRECTORS, subjects.numbered, "desk_entry"),
    _Form("desk_entry_withdraw", DIRECTORS, subjects.numbered, "desk_entry"),
    _Form("desk_entry_readmit", DIRECTORS, subjects.numbered, "desk_entry"),
    _Form("desk_entry_leave", DIRECTORS, subjects.numbered, often=6, perhaps=CHIEFS),
    _Form("desk_entry_remove", DIRECTORS, subjects.numbered, "desk_entry"),
    _Form("desk_registration", DIRECTORS, subjects.event, often=1),
    _Form("desk_requests_decide", DIRECTORS, subjects.tournament, "desk_requests", 1),
    _Form("desk_kiosks", REFEREES, subjects.tournament, often=1),
    # Line-ups.
    _Form("desk_line_up", REFEREES, subjects.side_of_segment, often=8),
    _Form("desk_line_up_before", REFEREES, subjects.side_of_segment, "desk_line_up", 1),
    _Form("desk_line_up_hour", REFEREES, subjects.round_, "desk_line_ups", 1),
    _Form("desk_line_ups_late", REFEREES, subjects.round_, "desk_line_ups", 4),
    _Form("desk_seating_right", REFEREES, subjects.round_, "desk_line_ups", 1),
    _Form("desk_reveal", REFEREES, subjects.round_, "desk_line_ups", 6),
    _Form("desk_reveal_round", REFEREES, subjects.round_, "desk_line_ups", 4),
    _Form("desk_captains", REFEREES, subjects.event, often=1),
    _Form("desk_slips", REFEREES, subjects.event, often=1),
    # Fees.
    _Form("desk_fees", DIRECTORS, subjects.event, often=1),
    _Form("desk_fee_take", DIRECTORS, subjects.event, "desk_fees", 1),
    _Form("desk_fee_prizes", DIRECTORS, subjects.event, often=1),
    _Form("desk_payment_back", DIRECTORS, subjects.payment, often=1),
    # The club.
    _Form("desk_member_add", OWNERS, subjects.club, often=1),
    _Form("desk_members_import", OWNERS, subjects.club, often=1),
    _Form("desk_member_doubles", OWNERS, subjects.club, often=1),
    _Form("desk_member_guests", OWNERS, subjects.club, often=1),
    _Form("desk_member", OWNERS, subjects.member, often=1),
    _Form("desk_member_merge", OWNERS, subjects.member, "desk_member", 1),
    _Form("desk_member_split", OWNERS, subjects.member, "desk_member", 1),
    _Form("desk_member_bans", OWNERS, subjects.member, often=1),
    _Form("desk_member_blank", OWNERS, subjects.member, often=1),
    _Form("desk_member_link", OWNERS, subjects.member, often=1),
    _Form("desk_member_links", OWNERS, subjects.event, often=1, perhaps=DIRECTORS),
    _Form("desk_entries_guests", OWNERS, subjects.event, often=1, perhaps=DIRECTORS),
    _Form("desk_entries_earlier", OWNERS, subjects.event, often=1, perhaps=DIRECTORS),
    _Form("desk_places", OWNERS, subjects.club, often=1),
    _Form("desk_club_rules", OWNERS, subjects.club, often=1),
    _Form("desk_club_sites", OWNERS, subjects.club, often=1),
    _Form("desk_messages", OWNERS, subjects.club, often=1),
    _Form("desk_message_channel", OWNERS, subjects.channel, often=1),
    _Form("desk_message_state", OWNERS, subjects.channel, "desk_message_channel", 1),
    _Form("desk_message_test", OWNERS, subjects.channel, "desk_message_channel", 1),
    _Form("desk_message_remove", OWNERS, subjects.channel, "desk_message_channel", 1),
    _Form("desk_seasons", OWNERS, subjects.club, often=1),
    _Form("desk_season_rules", OWNERS, subjects.season, often=1),
    _Form("desk_season_events", OWNERS, subjects.season, often=1),
    _Form("desk_season_state", OWNERS, subjects.season, "desk_season", 1),
    _Form("desk_season_clubs", OWNERS, subjects.season, "desk_season", 1),
    # The referees.
    _Form("referee_call", REFEREES, subjects.tournament, "referee_calls", 4),
    _Form("referee_irregularity", OFFICES, subjects.irregularity, often=4, perhaps=REFEREES),
    _Form("referee_confirm", OFFICES, subjects.deal, "referee_deal", 4, perhaps=REFEREES),
    _Form("referee_type", OFFICES, subjects.deal, often=6, perhaps=DESK),
    _Form("referee_compare", OFFICES, subjects.deal, perhaps=REFEREES),
    _Form("referee_rule", OFFICES, subjects.deal, "referee_deal", 4, perhaps=REFEREES),
    _Form("referee_adjust", OFFICES, subjects.deal, "referee_deal", 4, perhaps=REFEREES),
    _Form("referee_restore", OFFICES, subjects.deal, "referee_deal", 4, perhaps=REFEREES),
    _Form("referee_claim", OFFICES, subjects.claimed_deal, often=4, perhaps=REFEREES),
    _Form("referee_claim_hands", OFFICES, subjects.claimed_deal, "referee_claim", perhaps=REFEREES),
    _Form(
        "referee_claim_search", OFFICES, subjects.claimed_deal, "referee_claim", 1, perhaps=REFEREES
    ),
    _Form(
        "referee_claim_play_on", OFFICES, subjects.claimed_deal, "referee_claim", perhaps=REFEREES
    ),
    _Form("referee_claim_reopen", OFFICES, subjects.claimed_deal, "referee_deal", perhaps=REFEREES),
    _Form("referee_claim_keep", OFFICES, subjects.claimed_deal, "referee_claim", perhaps=REFEREES),
    _Form("referee_claim_policy", CHIEFS, subjects.event_of, often=1),
    _Form("referee_seats", OFFICES, subjects.deal, perhaps=REFEREES),
    _Form("referee_move", OFFICES, subjects.deal, perhaps=REFEREES),
    _Form("referee_tables", OFFICES, subjects.deal, often=3, perhaps=REFEREES),
    _Form("referee_fouled", OFFICES, subjects.board_deal, often=4, perhaps=REFEREES),
    _Form(
        "referee_exposure",
        OFFICES,
        subjects.late_exposure,
        "referee_irregularity",
        6,
        perhaps=REFEREES,
    ),
    _Form("referee_not_begun", OFFICES, subjects.round_of, perhaps=REFEREES),
    _Form("referee_penalties", OFFICES, subjects.event_of, often=6, perhaps=REFEREES),
    _Form("referee_take_back", OFFICES, subjects.penalty, often=3, perhaps=REFEREES),
    # Rulings, lateness and appeals.
    _Form(
        "referee_rule_case",
        OFFICES,
        subjects.event_of,
        often=14,
        asks=subjects.source,
        perhaps=REFEREES,
    ),
    _Form("referee_rule_anew", OFFICES, subjects.ruling, often=5, perhaps=REFEREES),
    _Form("referee_ruling_word", REFEREES, subjects.waiting_ruling, "referee_ruling", 6),
    _Form("referee_suspensions", CHIEF, subjects.event_of, often=5, perhaps=CHIEFS),
    _Form("referee_arrivals", REFEREES, subjects.official_round, often=12),
    _Form(
        "referee_appeal_lodge",
        REFEREES,
        subjects.official_event,
        often=8,
        asks=subjects.appellant,
    ),
    _Form("referee_appeal", CHIEF, subjects.appeal, often=14, perhaps=REFEREES),
    _Form("referee_release", REFEREES, subjects.tournament, "referee_overview"),
    _Form("referee_read_in", DESK, subjects.tournament, often=1),
    _Form("referee_pins", REFEREES, subjects.tournament, "referee_overview", 1),
)
PLAYED: Final = (
    _Played(tablets.play_deal, 80),
    _Played(tablets.play_round, 14),
    _Played(tablets.type_deal, 10),
    _Played(tablets.confirm_late),
    _Played(tablets.take_over),
    _Played(tablets.release, 2),
    _Played(tablets.call, 6),
    _Played(tablets.preview, 2),
    _Played(tablets.phone, 8),
    _Played(tablets.captain, 8),
    _Played(deeds.notice_over),
)
_ROLES: Final = "it changes who may, which a sequence takes as given"
_ELSEWHERE: Final = "it makes or ends a tournament, and a sequence looks at one"
_MACHINE: Final = "it is about the installation, or orders what is made in the background"
LEFT_OUT: Final[Mapping[str, str]] = {
    "desk_officials": _ROLES,
    "desk_official_invitation_withdraw": _ROLES,
    "desk_club": _ROLES,
    "desk_club_face": "it changes how pages look, and nothing in the record",
    "desk_invite": _ROLES,
    "desk_invitation_withdraw": _ROLES,
    "desk_role": _ROLES,
    "desk_role_new": _ROLES,
    "desk_role_revoke": _ROLES,
    "desk_second_factor_off": _ROLES,
    "desk_let_in_again": _ROLES,
    "desk_hall_code_lift": "no step guesses codes until they are shut",
    "desk_password": _ROLES,
    "desk_tournament_new": _ELSEWHERE,
    "desk_tournament_repeat": _ELSEWHERE,
    "desk_tournament_delete": _ELSEWHERE,
    "desk_repeat": _ELSEWHERE,
    "desk_installation": _MACHINE,
    "desk_copy": _MACHINE,
    "desk_mirror": _MACHINE,
    "desk_mirror_push": _MACHINE,
    "desk_document_order": _MACHINE,
}
"""Addresses of the desk that are not tried, and why."""
DOORS: Final = {operation.name: operation.door for operation in OPERATIONS}


def visit(sequence: Sequence) -> None:
    """Draw an operation, and let it be tried."""
    with sequence.visiting() as rng:
        known = (*OPERATIONS, *PLAYED)
        (drawn,) = rng.choices(known, [operation.often for operation in known])
        if isinstance(drawn, _Played):
            drawn.play(sequence)
            return
        arguments = drawn.at(sequence.world)
        if arguments:
            asked = drawn.asks(sequence.world, arguments)
            sequence.try_form(drawn.name, drawn.page, arguments, DOORS, asked)
