"""Every address of the program by who may read it; `test_urls_refuse` asks them all.

An address that stands in none of the three tables fails the suite.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tests.world import (
    Arguments,
    account_of,
    call_of,
    club,
    deal,
    deal_of,
    document,
    document_of,
    event,
    event_of,
    extra_deal_of,
    irregularity_of,
    kept_of,
    kind_of,
    lease_of,
    match_of,
    member,
    numbered,
    numbered_twice,
    official,
    penalty_of,
    place_of_club,
    role_of,
    round_,
    round_of,
    segment,
    side_of_segment,
    stand_in_of,
    table,
    tournament,
)


@dataclass(frozen=True)
class Desk:
    """A page for accounts. A stranger is led to signing in, Charlie of another club finds nothing.

    `bob` is what the referee of the tournament gets, by method.
    """

    of: Arguments
    bob: dict[str, int] = field(default_factory=lambda: {"get": 200})


DIRECTORS_READ: Final = {"get": 403, "post": 403}
DIRECTORS_PRESS: Final = {"post": 403}

DESK: Final[dict[str, Desk]] = {
    # Bob has no part in the club, only in its tournament.
    "desk_tournament_new": Desk(club, {"get": 404, "post": 404}),
    # A director of the club may read; the folder is the owner's to choose.
    "desk_installation": Desk(club, {"get": 404, "post": 404}),
    # The keeper's of the installation; Bob has no part in the club.
    "desk_copy": Desk(club, {"post": 404}),
    "desk_places": Desk(club, {"get": 404, "post": 404}),
    "desk_place_cards": Desk(club, {"get": 404}),
    "desk_place_qr": Desk(place_of_club, {"get": 404}),
    "desk_places_back": Desk(tournament, DIRECTORS_PRESS),
    "desk_move_tables": Desk(round_, DIRECTORS_PRESS),
    "desk_club_rules": Desk(club, {"get": 404, "post": 404}),
    "desk_tournament": Desk(tournament),
    "desk_alerts_live": Desk(tournament),
    "desk_officials": Desk(tournament, DIRECTORS_READ),
    # His own PIN; that of somebody else is the directors' (test_pins.py).
    "desk_pin": Desk(official, {"get": 200, "post": 200}),
    "desk_codes": Desk(tournament),
    "desk_event_new": Desk(tournament, DIRECTORS_READ),
    "desk_table_qr": Desk(table),
    "desk_event": Desk(event),
    "desk_entries": Desk(event),
    "desk_entries_paste": Desk(event, DIRECTORS_READ),
    "desk_entry_restore": Desk(event, DIRECTORS_PRESS),
    "desk_entry_add": Desk(event, DIRECTORS_PRESS),
    "desk_entries_file": Desk(event, DIRECTORS_READ),
    "desk_check_in": Desk(event, {"get": 200, "post": 403}),
    "desk_entry": Desk(numbered),
    "desk_entry_rename": Desk(numbered, DIRECTORS_PRESS),
    "desk_member_rename": Desk(member, DIRECTORS_PRESS),
    "desk_stand_in": Desk(numbered, DIRECTORS_PRESS),
    "desk_stand_in_end": Desk(stand_in_of, DIRECTORS_PRESS),
    "desk_entry_withdraw": Desk(numbered, DIRECTORS_PRESS),
    "desk_entry_readmit": Desk(numbered, DIRECTORS_PRESS),
    "desk_entry_remove": Desk(numbered, DIRECTORS_PRESS),
    "desk_line_ups": Desk(round_),
    # Nobody plays for a team here: what is pressed is refused in words.
    "desk_line_up": Desk(side_of_segment, {"get": 200, "post": 200}),
    "desk_line_up_before": Desk(side_of_segment, {"post": 302}),
    "desk_line_up_hour": Desk(round_, {"post": 200}),
    "desk_line_ups_late": Desk(round_, {"post": 302}),
    "desk_seating_right": Desk(match_of, {"post": 302}),
    "desk_reveal": Desk(segment, {"post": 302}),
    "desk_reveal_round": Desk(round_, {"post": 302}),
    "desk_captains": Desk(event, {"get": 200, "post": 200}),
    "desk_slips": Desk(event, {"get": 200, "post": 200}),
    "desk_documents": Desk(event),
    "desk_document_order": Desk(kind_of, {"post": 302}),
    "desk_document": Desk(document_of),
    "desk_document_live": Desk(document_of),
    "desk_document_file": Desk(document),
    # Nothing is chosen: the page comes back and says so.
    "desk_boards": Desk(event, {"get": 200, "post": 200}),
    "desk_draw": Desk(event, DIRECTORS_PRESS),
    "desk_notice": Desk(event, {"post": 302}),
    "desk_seeding": Desk(event, {"get": 200, "post": 403}),
    "desk_prizes": Desk(event, {"get": 200, "post": 403}),
    "desk_extra_deals": Desk(event, {"get": 200, "post": 403}),
    "desk_extra_deal_back": Desk(extra_deal_of, DIRECTORS_PRESS),
    "desk_movement": Desk(event, {"get": 200, "post": 403}),
    "desk_finish": Desk(event, DIRECTORS_READ),
    "desk_reopen": Desk(event, DIRECTORS_READ),
    "desk_repeat": Desk(event, DIRECTORS_READ),
    "desk_settings": Desk(event, DIRECTORS_READ),
    "desk_event_delete": Desk(event, DIRECTORS_READ),
    "desk_tournament_settings": Desk(tournament, DIRECTORS_READ),
    "desk_tournament_delete": Desk(tournament, DIRECTORS_READ),
    "desk_tournament_repeat": Desk(tournament, DIRECTORS_READ),
    "desk_round": Desk(round_),
    "desk_matches": Desk(round_),
    # An award is for the chief referee to make.
    "desk_award": Desk(match_of, DIRECTORS_READ),
    "desk_stages": Desk(event, {"get": 200, "post": 403}),
    "desk_stage_add": Desk(event, DIRECTORS_PRESS),
    "desk_stage_remove": Desk(event, DIRECTORS_PRESS),
    "desk_round_live": Desk(round_),
    "desk_adjust": Desk(round_, DIRECTORS_PRESS),
    "desk_redraw": Desk(round_, DIRECTORS_PRESS),
    "desk_discard": Desk(round_, DIRECTORS_PRESS),
    "desk_withdraw_draw": Desk(round_, DIRECTORS_PRESS),
    "desk_publish": Desk(round_, DIRECTORS_PRESS),
    "desk_close": Desk(round_, DIRECTORS_PRESS),
    # Nothing was pressed: the page of the round comes back and says so.
    "desk_clock": Desk(round_, {"post": 302}),
    "referee_overview": Desk(tournament),
    "referee_calls": Desk(tournament),
    "referee_calls_live": Desk(tournament),
    # Nothing was pressed: the queue comes back and says so.
    "referee_call": Desk(call_of, {"post": 302}),
    # Nothing is decided: the page comes back with what is missing.
    "referee_irregularity": Desk(irregularity_of, {"get": 200, "post": 200}),
    "referee_deal": Desk(deal_of),
    "referee_compare": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_records": Desk(tournament),
    # Confirming is the referee's own: without a sheet it is refused in words.
    "referee_confirm": Desk(deal_of, {"post": 200}),
    # Nothing is typed: the page comes back with what is missing.
    "referee_type": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_rule": Desk(deal_of, {"post": 200}),
    # Nothing is given: the page comes back with what is missing.
    "referee_adjust": Desk(deal_of, {"post": 200}),
    "referee_restore": Desk(deal_of, {"post": 200}),
    "referee_claim": Desk(deal_of, {"post": 302}),
    "referee_seats": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_move": Desk(deal_of, {"get": 200, "post": 200}),
    # No time was called: the page comes back and says so.
    "referee_not_begun": Desk(round_of, {"get": 200, "post": 200}),
    "referee_penalties": Desk(event_of, {"get": 200, "post": 200}),
    # Without a reason the page comes back.
    "referee_take_back": Desk(penalty_of, {"post": 200}),
    # Nothing is handed over: the page comes back and says so.
    "referee_read_in": Desk(tournament, {"get": 200, "post": 200}),
    "referee_kept": Desk(kept_of),
    "referee_pins": Desk(tournament, {"post": 302}),
    "referee_release": Desk(lease_of, {"post": 302}),
    # The owner's; Bob has no part in the club. The last: with his role goes all that Bob may do.
    "desk_accounts": Desk(club, {"get": 404}),
    "desk_password": Desk(account_of, {"get": 404, "post": 404}),
    "desk_role_revoke": Desk(role_of, {"get": 404, "post": 404}),
}

# Whoever has the address may read. What is not published is as if it were not there.
PUBLIC: Final[dict[str, Arguments]] = {
    "event": event,
    "event_live": event,
    "event_part": numbered,
    "event_part_live": numbered,
    "seats": event,
    "seats_live": event,
    "seats_part": numbered,
    "seats_part_live": numbered,
    "round": numbered,
    "round_live": numbered,
    "round_part": numbered_twice,
    "round_part_live": numbered_twice,
    "round_table": numbered_twice,
    "round_table_live": numbered_twice,
    "entry": numbered,
    "entry_live": numbered,
    "ranks": event,
    "ranks_live": event,
    "ranks_part": numbered,
    "ranks_part_live": numbered,
    "hall_seating": event,
    "hall_seating_live": event,
    "hall_standings": event,
    "hall_standings_live": event,
    "cross": event,
    "cross_live": event,
    "cross_part": numbered,
    "cross_part_live": numbered,
    "bracket": event,
    "bracket_live": event,
    "groups": event,
    "groups_live": event,
    "groups_part": numbered,
    "groups_part_live": numbered,
    "prizes": event,
    "prizes_live": event,
    "rules": event,
    "boards": event,
    "board": numbered_twice,
    "filling": tournament,
    "deal": deal,
    "deal_live": deal,
    "document": document_of,
    "document_live": document_of,
    "document_pdf": document,
    "document_file": document,
}

# Neither accounts nor publication decide: each is tested by a test of its own, named here.
OTHERWISE: Final[dict[str, str]] = {
    "home": "test_the_first_page_lists_only_what_is_public",
    "home_live": "test_the_first_page_lists_only_what_is_public",
    "home_part": "test_the_first_page_lists_only_what_is_public",
    "home_part_live": "test_the_first_page_lists_only_what_is_public",
    "document_order": "test_a_document_is_ordered_from_our_own_pages_alone",
    "glossary": "test_the_words_of_a_game_are_open_to_strangers",
    "language": "test_a_change_of_language_opens_nothing",
    "desk": "test_the_desk_lists_only_what_the_account_has_a_part_in",
    "login": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "logout": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "setup": "test_the_first_run_is_over",
    "trust": "test_a_certificate_is_shown_only_where_there_is_one",
    "trust_certificate": "test_a_certificate_is_shown_only_where_there_is_one",
    "trust_certificate_text": "test_a_certificate_is_shown_only_where_there_is_one",
    "health": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "health_alive": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "robots": "test_a_crawler_is_told_what_is_not_for_it",
    "favicon": "test_a_browser_finds_the_picture_of_the_program",
    "schema": "test_the_doors_are_open_to_strangers_and_show_nothing",
    "player": "test_a_player_s_page_opens_by_the_link_of_the_name_slip_alone",
    "player_live": "test_a_player_s_page_opens_by_the_link_of_the_name_slip_alone",
    "player_word": "test_a_player_s_page_opens_by_the_link_of_the_name_slip_alone",
    "captain": "test_a_captain_s_page_opens_by_the_link_of_the_slip_alone",
    "captain_line_up": "test_a_captain_s_page_opens_by_the_link_of_the_slip_alone",
    "find_table": "test_a_table_opens_by_its_code_alone",
    "table": "test_a_table_opens_by_its_code_alone",
    "table_event": "test_a_table_opens_by_its_code_alone",
    "table_kept": "test_a_table_opens_by_its_code_alone",
    "table_worker": "test_a_table_opens_by_its_code_alone",
    "table_app": "test_a_table_opens_by_its_code_alone",
    "api-open-table": "test_a_table_opens_by_its_code_alone",
    "api-take-over": "test_a_table_is_taken_over_by_the_pin_of_its_own_officials_alone",
    "api-release-table": "test_the_api_wants_a_lease",
    "api-round": "test_the_api_wants_a_lease",
    "api-standing": "test_the_api_wants_a_lease",
    "api-preview": "test_the_api_wants_a_lease",
    "api-cards": "test_the_api_wants_a_lease",
    "api-calls": "test_the_api_wants_a_lease",
    "api-withdraw-call": "test_the_api_wants_a_lease",
    "api-sheets": "test_the_api_wants_a_lease",
    "api-confirmations": "test_the_api_wants_a_lease",
}
