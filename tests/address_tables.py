"""Every address of the program by its readers; `test_urls_refuse` requests them all.

An address missing from all three tables fails the suite.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tests.official_world import appeal_of, decision_of, official_event_of, official_of
from tests.world import (
    Arguments,
    account_of,
    article_of,
    call_of,
    channel_of,
    club,
    deal_of,
    document,
    document_of,
    event,
    event_of,
    extra_deal_of,
    fees_file_of,
    invitation_in_tournament,
    invitation_of,
    irregularity_of,
    kept_of,
    kind_of,
    lease_of,
    match_of,
    member,
    member_of_club,
    numbered,
    payment_of,
    penalty_of,
    person_of_club,
    place_of_club,
    rated_member,
    role_of,
    round_,
    round_of,
    ruling_of,
    season_file_of,
    season_of,
    season_person_of,
    segment,
    side_of_segment,
    stand_in_of,
    table,
    tournament,
)


@dataclass(frozen=True)
class Desk:
    """A page for accounts. A stranger is redirected to signing in, Charlie of another club gets a
    404.

    `bob` is the status that the referee of the tournament gets, by method.
    """

    of: Arguments
    bob: dict[str, int] = field(default_factory=lambda: {"get": 200})


DIRECTORS_READ: Final = {"get": 403, "post": 403}
DIRECTORS_PRESS: Final = {"post": 403}

DESK: Final[dict[str, Desk]] = {
    # Bob has no role in the club, only in its tournament.
    "desk_tournament_new": Desk(club, {"get": 404, "post": 404}),
    # A director of the club may read; the folder is the owner's to choose.
    "desk_installation": Desk(club, {"get": 404, "post": 404}),
    # A director of the club may read; only the owner decides what leaves the hall.
    "desk_mirror": Desk(club, {"get": 404, "post": 404}),
    "desk_mirror_push": Desk(club, {"post": 404}),
    # For administrators of the installation; Bob has no role in the club.
    "desk_copy": Desk(club, {"post": 404}),
    "desk_members": Desk(club, {"get": 404}),
    "desk_member_add": Desk(club, {"get": 404, "post": 404}),
    "desk_member_doubles": Desk(club, {"get": 404, "post": 404}),
    "desk_member_guests": Desk(club, {"get": 404, "post": 404}),
    "desk_members_import": Desk(club, {"get": 404, "post": 404}),
    "desk_members_csv": Desk(club, {"get": 404}),
    "desk_members_xlsx": Desk(club, {"get": 404}),
    "desk_member": Desk(member_of_club, {"get": 404, "post": 404}),
    "desk_member_merge": Desk(member_of_club, {"post": 404}),
    "desk_member_split": Desk(member_of_club, {"post": 404}),
    "desk_member_bans": Desk(member_of_club, {"get": 404, "post": 404}),
    "desk_member_blank": Desk(member_of_club, {"get": 404, "post": 404}),
    "desk_entries_guests": Desk(event, {"get": 403, "post": 403}),
    "desk_entries_earlier": Desk(event, {"get": 403, "post": 403}),
    "desk_requests": Desk(tournament, {"get": 302}),
    "desk_hall_code": Desk(tournament),
    "desk_hall_code_lift": Desk(tournament, {"post": 302}),
    "desk_kiosks": Desk(tournament, {"get": 200, "post": 200}),
    "desk_registration": Desk(event, {"get": 200, "post": 403}),
    "desk_requests_decide": Desk(event, DIRECTORS_PRESS),
    "desk_places": Desk(club, {"get": 404, "post": 404}),
    "desk_place_cards": Desk(club, {"get": 404}),
    "desk_place_qr": Desk(place_of_club, {"get": 404}),
    "desk_places_back": Desk(tournament, DIRECTORS_PRESS),
    "desk_move_tables": Desk(round_, DIRECTORS_PRESS),
    "desk_ratings": Desk(club, {"get": 404}),
    "desk_rating": Desk(rated_member, {"get": 404}),
    "desk_club_rules": Desk(club, {"get": 404, "post": 404}),
    # Only the owner chooses the sites that may show it.
    "desk_club_sites": Desk(club, {"get": 404, "post": 404}),
    "desk_messages": Desk(club, {"get": 404, "post": 404}),
    "desk_message_channel": Desk(channel_of, {"get": 404, "post": 404}),
    "desk_message_state": Desk(channel_of, {"post": 404}),
    "desk_message_test": Desk(channel_of, {"post": 404}),
    "desk_message_remove": Desk(channel_of, {"post": 404}),
    "desk_seasons": Desk(club, {"get": 404, "post": 404}),
    "desk_season": Desk(season_of, {"get": 404}),
    "desk_season_rules": Desk(season_of, {"get": 404, "post": 404}),
    "desk_season_events": Desk(season_of, {"get": 404, "post": 404}),
    "desk_season_state": Desk(season_of, {"post": 404}),
    "desk_season_clubs": Desk(season_of, {"post": 404}),
    "desk_season_file": Desk(season_file_of, {"get": 404}),
    "desk_season_certificates": Desk(season_of, {"get": 404}),
    "desk_season_person": Desk(season_person_of, {"get": 404}),
    "desk_season_certificate": Desk(season_person_of, {"get": 404}),
    "desk_club_fees": Desk(club, {"get": 404}),
    "desk_fees": Desk(event, DIRECTORS_READ),
    "desk_fee_take": Desk(event, DIRECTORS_PRESS),
    "desk_fee_prizes": Desk(event, DIRECTORS_READ),
    "desk_fees_file": Desk(fees_file_of, {"get": 403}),
    "desk_payment_back": Desk(payment_of, DIRECTORS_READ),
    "desk_receipt": Desk(payment_of, {"get": 403}),
    "desk_tournament": Desk(tournament),
    "desk_alerts_live": Desk(tournament),
    "desk_rail_live": Desk(event),
    "desk_officials": Desk(tournament, DIRECTORS_READ),
    "desk_official_invitation_withdraw": Desk(invitation_in_tournament, DIRECTORS_PRESS),
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
    "desk_entry_remark": Desk(numbered, DIRECTORS_PRESS),
    "desk_member_rename": Desk(member, DIRECTORS_PRESS),
    "desk_stand_in": Desk(numbered, DIRECTORS_PRESS),
    "desk_stand_in_end": Desk(stand_in_of, DIRECTORS_PRESS),
    "desk_entry_withdraw": Desk(numbered, DIRECTORS_PRESS),
    # For the chief referee and the organiser.
    "desk_entry_leave": Desk(numbered, {"get": 403, "post": 403}),
    "desk_entry_readmit": Desk(numbered, DIRECTORS_PRESS),
    "desk_entry_remove": Desk(numbered, DIRECTORS_PRESS),
    "desk_line_ups": Desk(round_),
    # Nobody plays for a team here: the buttons are refused with a message.
    "desk_line_up": Desk(side_of_segment, {"get": 200, "post": 200}),
    "desk_line_up_before": Desk(side_of_segment, {"post": 302}),
    "desk_line_up_hour": Desk(round_, {"post": 200}),
    "desk_line_ups_late": Desk(round_, {"post": 302}),
    "desk_seating_right": Desk(match_of, {"post": 302}),
    "desk_reveal": Desk(segment, {"post": 302}),
    "desk_reveal_round": Desk(round_, {"post": 302}),
    "desk_captains": Desk(event, {"get": 200, "post": 200}),
    "desk_slips": Desk(event, {"get": 200, "post": 200}),
    "desk_member_links": Desk(event, DIRECTORS_READ),
    # Bob has no role in the club.
    "desk_member_link": Desk(person_of_club, {"get": 404, "post": 404}),
    "desk_documents": Desk(event),
    "desk_document_order": Desk(kind_of, {"post": 302}),
    "desk_document": Desk(document_of),
    "desk_document_live": Desk(document_of),
    "desk_document_file": Desk(document),
    # Nothing is chosen: the page returns with a message.
    "desk_boards": Desk(event, {"get": 200, "post": 200}),
    "desk_draw": Desk(event, DIRECTORS_PRESS),
    "desk_notice": Desk(event, {"post": 302}),
    "desk_seeding": Desk(event, {"get": 200, "post": 403}),
    "desk_prizes": Desk(event, {"get": 200, "post": 403}),
    "desk_extra_deals": Desk(event, {"get": 200, "post": 403}),
    "desk_extra_deal_back": Desk(extra_deal_of, DIRECTORS_PRESS),
    "desk_movement": Desk(event, {"get": 200, "post": 403}),
    "desk_finish": Desk(event, DIRECTORS_READ),
    "desk_unplaced": Desk(numbered, DIRECTORS_PRESS),
    "desk_reopen": Desk(event, DIRECTORS_READ),
    "desk_repeat": Desk(event, DIRECTORS_READ),
    "desk_chat": Desk(event),
    "desk_event_plan": Desk(event, DIRECTORS_READ),
    "desk_settings": Desk(event, DIRECTORS_READ),
    "desk_regulations": Desk(event, DIRECTORS_READ),
    "desk_articles": Desk(event, {"get": 200, "post": 403}),
    "desk_article": Desk(article_of, DIRECTORS_READ),
    "desk_event_delete": Desk(event, DIRECTORS_READ),
    "desk_tournament_settings": Desk(tournament, DIRECTORS_READ),
    "desk_tournament_delete": Desk(tournament, DIRECTORS_READ),
    "desk_tournament_repeat": Desk(tournament, DIRECTORS_READ),
    "desk_round": Desk(round_),
    "desk_matches": Desk(round_),
    # Only the chief referee makes awards.
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
    # Nothing was chosen: the page of the round returns with a message.
    "desk_clock": Desk(round_, {"post": 302}),
    "referee_overview": Desk(tournament),
    "referee_calls": Desk(tournament),
    "referee_calls_live": Desk(tournament),
    # Nothing was chosen: the queue returns with a message.
    "referee_call": Desk(call_of, {"post": 302}),
    # Nothing is decided: the page returns with the missing fields.
    "referee_irregularity": Desk(irregularity_of, {"get": 200, "post": 200}),
    # Nothing was exposed too late: the page of the irregularity returns.
    "referee_exposure": Desk(irregularity_of, {"post": 302}),
    "referee_deal": Desk(deal_of),
    "referee_deal_felt": Desk(deal_of),
    "referee_compare": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_records": Desk(tournament),
    # Only the referee confirms: without a sheet it is refused with a message.
    "referee_confirm": Desk(deal_of, {"post": 200}),
    # Nothing is typed: the page returns with the missing fields.
    "referee_type": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_rule": Desk(deal_of, {"post": 200}),
    # Nothing is assigned: the page returns with the missing fields.
    "referee_adjust": Desk(deal_of, {"get": 200, "post": 200}),
    # The boards of this deal are not compared with other tables.
    "referee_fouled": Desk(deal_of, {"get": 302, "post": 302}),
    "referee_restore": Desk(deal_of, {"post": 200}),
    # No claim is pending: the deal's page says so.
    "referee_claim": Desk(deal_of, {"get": 302, "post": 302}),
    "referee_claim_hands": Desk(deal_of, {"post": 302}),
    "referee_claim_search": Desk(deal_of, {"post": 302}),
    "referee_claim_play_on": Desk(deal_of, {"post": 302}),
    "referee_claim_reopen": Desk(deal_of, {"post": 302}),
    "referee_claim_keep": Desk(deal_of, {"post": 302}),
    # For the chief referee; a referee may read it.
    "referee_claim_policy": Desk(event_of, {"get": 200, "post": 403}),
    "referee_seats": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_move": Desk(deal_of, {"get": 200, "post": 200}),
    "referee_tables": Desk(deal_of, {"get": 200, "post": 200}),
    # Only an official competition has a table of lateness; a club event redirects to the round.
    "referee_arrivals": Desk(round_of, {"get": 302, "post": 302}),
    # No time was called: the page returns with a message.
    "referee_not_begun": Desk(round_of, {"get": 200, "post": 200}),
    "referee_penalties": Desk(event_of, {"get": 200, "post": 200}),
    # Without a reason the page returns.
    "referee_take_back": Desk(penalty_of, {"post": 200}),
    "referee_rulings": Desk(tournament),
    # Nothing is chosen: the form returns with the missing fields.
    "referee_rule_case": Desk(event_of, {"get": 200, "post": 200}),
    "referee_suspensions": Desk(event_of, {"get": 403, "post": 403}),
    "referee_ruling": Desk(ruling_of),
    "referee_rule_anew": Desk(ruling_of, {"get": 200, "post": 200}),
    # The version seen is missing: the page returns.
    "referee_ruling_word": Desk(ruling_of, {"post": 200}),
    "referee_ruling_paper": Desk(ruling_of),
    "referee_decision_slip": Desk(decision_of),
    # Nothing is handed over: the page returns with a message.
    "referee_appeals": Desk(official_of),
    "referee_appeal_lodge": Desk(official_event_of, {"get": 200, "post": 200}),
    "referee_appeal": Desk(appeal_of, {"get": 200, "post": 200}),
    "referee_appeal_paper": Desk(appeal_of),
    "referee_read_in": Desk(tournament, {"get": 200, "post": 200}),
    "referee_kept": Desk(kept_of),
    "referee_pins": Desk(tournament, {"post": 302}),
    "referee_release": Desk(lease_of, {"post": 302}),
    # For the owner; Bob has no role in the club. Last, because it revokes Bob's role.
    "desk_club": Desk(club, {"get": 404, "post": 404}),
    "desk_club_face": Desk(club, {"get": 404, "post": 404}),
    "desk_invite": Desk(club, {"get": 404, "post": 404}),
    "desk_invitation_withdraw": Desk(invitation_of, {"post": 404}),
    "desk_role": Desk(role_of, {"get": 404, "post": 404}),
    "desk_role_new": Desk(account_of, {"get": 404, "post": 404}),
    "desk_second_factor_off": Desk(account_of, {"get": 404, "post": 404}),
    "desk_let_in_again": Desk(account_of, {"post": 404}),
    "desk_accounts": Desk(club, {"get": 404}),
    "desk_password": Desk(account_of, {"get": 404, "post": 404}),
    "desk_role_revoke": Desk(role_of, {"get": 404, "post": 404}),
}
