"""URLs of the desk."""

from __future__ import annotations

from django.urls import path

from web.desk.accounts import (
    club,
    club_accounts,
    embedding,
    face,
    installation,
    invited,
    own_account,
    signing_in,
)
from web.desk.boards import views as boards
from web.desk.documents import views as documents
from web.desk.entries import entries, entry, exclusions, pasted_entries, removed_entries, seeding
from web.desk.entries import of_an_earlier_event as at_event
from web.desk.events import finishes, settings
from web.desk.events import views as events
from web.desk.fees import prizes
from web.desk.fees import views as fees
from web.desk.home import alerts, tournaments
from web.desk.home import views as desk
from web.desk.line_ups import views as line_ups
from web.desk.members import bans, doubles, exchange, guests, register
from web.desk.messages import views as messages
from web.desk.mirror import views as mirror_views
from web.desk.registration import kiosk_links
from web.desk.registration import views as registration
from web.desk.regulations import club_rules
from web.desk.regulations import views as regulations
from web.desk.rounds import awards, event_page
from web.desk.rounds import views as rounds
from web.desk.seasons import ratings
from web.desk.seasons import views as seasons
from web.desk.slips import member_links
from web.desk.slips import views as slips
from web.desk.stages import extra_deals
from web.desk.stages import views as stages
from web.desk.tables import places
from web.desk.tables import views as tables

urlpatterns = [
    path("", desk.desk, name="desk"),
    path("setup/", signing_in.setup, name="setup"),
    path("login/", signing_in.sign_in, name="login"),
    path("login/code/", signing_in.sign_in_code, name="login_code"),
    path("logout/", signing_in.sign_out, name="logout"),
    path("new-password/<str:link>/", signing_in.new_password, name="new_password"),
    path("invitations/<str:link>/", invited.invitation, name="invitation"),
    path("account/", own_account.own, name="account"),
    path("account/password/", own_account.password, name="account_password"),
    path("account/pin/<uid:uid>/", own_account.pin, name="account_pin"),
    path("account/pin/<uid:uid>/end/", own_account.pin_end, name="account_pin_end"),
    path("account/second-factor/", own_account.factor, name="account_second_factor"),
    path("account/second-factor/off/", own_account.factor_off, name="account_second_factor_off"),
    path("account/sessions/end/", own_account.sessions_end, name="account_sessions_end"),
    path(
        "account/sessions/<uid:session_uid>/end/",
        own_account.session_end,
        name="account_session_end",
    ),
    path("clubs/new/", club.club_new, name="desk_club_new"),
    path("clubs/<uid:uid>/", club.club, name="desk_club"),
    path("clubs/<uid:uid>/face/", face.face, name="desk_club_face"),
    path("clubs/<uid:uid>/sites/", embedding.sites, name="desk_club_sites"),
    path("clubs/<uid:uid>/invite/", invited.invite, name="desk_invite"),
    path(
        "clubs/<uid:uid>/invitations/<uid:invitation_uid>/withdraw/",
        invited.withdraw,
        name="desk_invitation_withdraw",
    ),
    path("clubs/<uid:uid>/roles/<uid:role_uid>/", club_accounts.role, name="desk_role"),
    path(
        "clubs/<uid:uid>/accounts/<uid:user_uid>/roles/new/",
        club_accounts.role_new,
        name="desk_role_new",
    ),
    path(
        "clubs/<uid:uid>/accounts/<uid:user_uid>/second-factor/off/",
        club_accounts.second_factor_off,
        name="desk_second_factor_off",
    ),
    path(
        "clubs/<uid:uid>/accounts/<uid:user_uid>/let-in/",
        club_accounts.let_in_again,
        name="desk_let_in_again",
    ),
    path(
        "clubs/<uid:uid>/tournaments/new/", tournaments.tournament_new, name="desk_tournament_new"
    ),
    path("clubs/<uid:uid>/installation/", installation.installation, name="desk_installation"),
    path("clubs/<uid:uid>/mirror/", mirror_views.mirror, name="desk_mirror"),
    path("clubs/<uid:uid>/mirror/push/", mirror_views.push, name="desk_mirror_push"),
    path("clubs/<uid:uid>/accounts/", club_accounts.accounts, name="desk_accounts"),
    path(
        "clubs/<uid:uid>/roles/<uid:role_uid>/revoke/",
        club_accounts.role_revoke,
        name="desk_role_revoke",
    ),
    path(
        "clubs/<uid:uid>/accounts/<uid:user_uid>/password/",
        club_accounts.password,
        name="desk_password",
    ),
    path(
        "clubs/<uid:uid>/persons/<uid:person_uid>/link/",
        member_links.of_person,
        name="desk_member_link",
    ),
    path("events/<uid:uid>/member-links/", slips.members_slips, name="desk_member_links"),
    path("tournaments/<uid:uid>/", tournaments.tournament, name="desk_tournament"),
    path("tournaments/<uid:uid>/alerts/", alerts.live, name="desk_alerts_live"),
    path("tournaments/<uid:uid>/officials/", tournaments.officials, name="desk_officials"),
    path(
        "tournaments/<uid:uid>/invitations/<uid:invitation_uid>/withdraw/",
        invited.withdraw_in,
        name="desk_official_invitation_withdraw",
    ),
    path("tournaments/<uid:uid>/codes/", tables.codes, name="desk_codes"),
    path("tournaments/<uid:uid>/events/new/", events.event_new, name="desk_event_new"),
    path("clubs/<uid:uid>/places/", places.places, name="desk_places"),
    path("clubs/<uid:uid>/places/cards.pdf", places.cards, name="desk_place_cards"),
    path("clubs/<uid:uid>/places/<int:number>/qr.svg", places.qr, name="desk_place_qr"),
    path("tournaments/<uid:uid>/places/back/", places.give_back, name="desk_places_back"),
    path(
        "tournaments/<uid:uid>/settings/",
        settings.tournament_settings,
        name="desk_tournament_settings",
    ),
    path(
        "tournaments/<uid:uid>/delete/", settings.tournament_delete, name="desk_tournament_delete"
    ),
    path(
        "tournaments/<uid:uid>/repeat/", finishes.tournament_repeat, name="desk_tournament_repeat"
    ),
    path("tables/<uid:uid>/qr.svg", tables.qr, name="desk_table_qr"),
    path("clubs/<uid:uid>/members/", register.members, name="desk_members"),
    path("clubs/<uid:uid>/members/add/", register.member_add, name="desk_member_add"),
    path("clubs/<uid:uid>/members/doubles/", doubles.doubles, name="desk_member_doubles"),
    path("clubs/<uid:uid>/members/guests/", guests.of_club, name="desk_member_guests"),
    path("clubs/<uid:uid>/members/import/", exchange.members_import, name="desk_members_import"),
    path(
        "clubs/<uid:uid>/members.csv",
        exchange.members_file,
        {"suffix": "csv"},
        name="desk_members_csv",
    ),
    path(
        "clubs/<uid:uid>/members.xlsx",
        exchange.members_file,
        {"suffix": "xlsx"},
        name="desk_members_xlsx",
    ),
    path("clubs/<uid:uid>/members/<uid:person_uid>/", register.member, name="desk_member"),
    path(
        "clubs/<uid:uid>/members/<uid:person_uid>/merge/",
        register.member_merge,
        name="desk_member_merge",
    ),
    path(
        "clubs/<uid:uid>/members/<uid:person_uid>/split/",
        register.member_split,
        name="desk_member_split",
    ),
    path(
        "clubs/<uid:uid>/members/<uid:person_uid>/bans/",
        bans.member_bans,
        name="desk_member_bans",
    ),
    path(
        "clubs/<uid:uid>/members/<uid:person_uid>/blank/",
        register.member_blank,
        name="desk_member_blank",
    ),
    path("tournaments/<uid:uid>/requests/", registration.asked_in, name="desk_requests"),
    path("tournaments/<uid:uid>/hall-code/", registration.hall_code, name="desk_hall_code"),
    path(
        "tournaments/<uid:uid>/hall-code/lift/",
        registration.lift_code,
        name="desk_hall_code_lift",
    ),
    path("tournaments/<uid:uid>/kiosks/", kiosk_links.kiosks, name="desk_kiosks"),
    path("events/<uid:uid>/registration/", registration.registration, name="desk_registration"),
    path("events/<uid:uid>/requests/", registration.decide, name="desk_requests_decide"),
    path("events/<uid:uid>/entries/guests/", guests.of_event, name="desk_entries_guests"),
    path("events/<uid:uid>/entries/earlier/", at_event.earlier, name="desk_entries_earlier"),
    path("clubs/<uid:uid>/rules/", club_rules.club_rules, name="desk_club_rules"),
    path("clubs/<uid:uid>/messages/", messages.of_club, name="desk_messages"),
    path("messages/<uid:uid>/", messages.channel, name="desk_message_channel"),
    path("messages/<uid:uid>/state/", messages.state, name="desk_message_state"),
    path("messages/<uid:uid>/test/", messages.test, name="desk_message_test"),
    path("messages/<uid:uid>/remove/", messages.remove, name="desk_message_remove"),
    path("clubs/<uid:uid>/seasons/", seasons.of_club, name="desk_seasons"),
    path("seasons/<uid:uid>/", seasons.season, name="desk_season"),
    path("seasons/<uid:uid>/rules/", seasons.rules, name="desk_season_rules"),
    path("seasons/<uid:uid>/events/", seasons.events, name="desk_season_events"),
    path("seasons/<uid:uid>/state/", seasons.state, name="desk_season_state"),
    path("seasons/<uid:uid>/clubs/", seasons.clubs, name="desk_season_clubs"),
    path("seasons/<uid:uid>/table.<slug:kind>", seasons.file, name="desk_season_file"),
    path(
        "seasons/<uid:uid>/certificates.pdf",
        seasons.certificates,
        name="desk_season_certificates",
    ),
    path("seasons/<uid:uid>/persons/<uid:person_uid>/", seasons.person, name="desk_season_person"),
    path(
        "seasons/<uid:uid>/persons/<uid:person_uid>/certificate.pdf",
        seasons.certificate,
        name="desk_season_certificate",
    ),
    path("clubs/<uid:uid>/ratings/", ratings.of_club, name="desk_ratings"),
    path("clubs/<uid:uid>/ratings/<uid:person_uid>/", ratings.person, name="desk_rating"),
    path("events/<uid:uid>/", event_page.event, name="desk_event"),
    path("events/<uid:uid>/rail/", alerts.rail_live, name="desk_rail_live"),
    path("events/<uid:uid>/check-in/", entries.check_in, name="desk_check_in"),
    path("events/<uid:uid>/entries/", entries.entries, name="desk_entries"),
    path("events/<uid:uid>/entries/add/", entries.entry_add, name="desk_entry_add"),
    path(
        "events/<uid:uid>/entries/paste/", pasted_entries.entries_paste, name="desk_entries_paste"
    ),
    path(
        "events/<uid:uid>/entries/restore/",
        removed_entries.entry_restore,
        name="desk_entry_restore",
    ),
    path("events/<uid:uid>/entries/file/", pasted_entries.entries_file, name="desk_entries_file"),
    path("events/<uid:uid>/entries/<int:number>/", entry.entry, name="desk_entry"),
    path(
        "events/<uid:uid>/entries/<int:number>/remove/",
        entry.entry_remove,
        name="desk_entry_remove",
    ),
    path(
        "events/<uid:uid>/entries/<int:number>/withdraw/",
        entry.entry_withdraw,
        name="desk_entry_withdraw",
    ),
    path(
        "events/<uid:uid>/entries/<int:number>/leave/",
        exclusions.leave,
        name="desk_entry_leave",
    ),
    path(
        "events/<uid:uid>/entries/<int:number>/readmit/",
        entry.entry_readmit,
        name="desk_entry_readmit",
    ),
    path(
        "events/<uid:uid>/entries/<int:number>/name/",
        entry.entry_rename,
        name="desk_entry_rename",
    ),
    path(
        "events/<uid:uid>/entries/<int:number>/remark/",
        entry.entry_remark,
        name="desk_entry_remark",
    ),
    path(
        "events/<uid:uid>/entries/<int:number>/members/<int:member>/",
        entry.member_rename,
        name="desk_member_rename",
    ),
    path(
        "events/<uid:uid>/entries/<int:number>/stand-ins/",
        entry.stand_in,
        name="desk_stand_in",
    ),
    path("stand-ins/<uid:uid>/end/", entry.stand_in_end, name="desk_stand_in_end"),
    path("events/<uid:uid>/seeding/", seeding.seeding, name="desk_seeding"),
    path("events/<uid:uid>/prizes/", prizes.prizes, name="desk_prizes"),
    path("clubs/<uid:uid>/fees/", fees.of_club, name="desk_club_fees"),
    path("events/<uid:uid>/fees/", fees.of_event, name="desk_fees"),
    path("events/<uid:uid>/fees/take/", fees.take, name="desk_fee_take"),
    path("events/<uid:uid>/fees/prizes/", fees.prizes, name="desk_fee_prizes"),
    path("events/<uid:uid>/fees/<slug:what>.<slug:kind>", fees.file, name="desk_fees_file"),
    path("payments/<uid:uid>/take-back/", fees.take_back, name="desk_payment_back"),
    path("payments/<uid:uid>/receipt.pdf", fees.receipt, name="desk_receipt"),
    path("events/<uid:uid>/extra-deals/", extra_deals.deals, name="desk_extra_deals"),
    path("extra-deals/<uid:uid>/take-back/", extra_deals.take_back, name="desk_extra_deal_back"),
    path("events/<uid:uid>/notice/", rounds.notice, name="desk_notice"),
    path("events/<uid:uid>/boards/", boards.boards, name="desk_boards"),
    path("events/<uid:uid>/movement/", boards.movement, name="desk_movement"),
    path("events/<uid:uid>/draw/", rounds.draw, name="desk_draw"),
    path("events/<uid:uid>/finish/", finishes.finish, name="desk_finish"),
    path(
        "events/<uid:uid>/entries/<int:number>/unplaced/",
        finishes.unplaced,
        name="desk_unplaced",
    ),
    path("events/<uid:uid>/reopen/", finishes.reopen, name="desk_reopen"),
    path("events/<uid:uid>/repeat/", finishes.event_repeat, name="desk_repeat"),
    path("events/<uid:uid>/regulations/", regulations.regulations, name="desk_regulations"),
    path("events/<uid:uid>/articles/", regulations.articles, name="desk_articles"),
    path("events/<uid:uid>/articles/<slug:code>/", regulations.article, name="desk_article"),
    path("events/<uid:uid>/chat/", documents.chat, name="desk_chat"),
    path("events/<uid:uid>/plan/", events.event_plan, name="desk_event_plan"),
    path("events/<uid:uid>/settings/", settings.event_settings, name="desk_settings"),
    path("events/<uid:uid>/delete/", settings.event_delete, name="desk_event_delete"),
    path("rounds/<uid:uid>/", event_page.round_, name="desk_round"),
    path("rounds/<uid:uid>/live/", event_page.live, name="desk_round_live"),
    path("rounds/<uid:uid>/adjust/", rounds.adjust, name="desk_adjust"),
    path("rounds/<uid:uid>/redraw/", rounds.redraw, name="desk_redraw"),
    path("rounds/<uid:uid>/discard/", rounds.discard, name="desk_discard"),
    path("rounds/<uid:uid>/publish/", rounds.publish, name="desk_publish"),
    path("rounds/<uid:uid>/tables/", places.move, name="desk_move_tables"),
    path("rounds/<uid:uid>/withdraw/", rounds.withdraw, name="desk_withdraw_draw"),
    path("rounds/<uid:uid>/close/", rounds.close, name="desk_close"),
    path("rounds/<uid:uid>/matches/", awards.matches, name="desk_matches"),
    path("matches/<uid:uid>/award/", awards.award, name="desk_award"),
    path("events/<uid:uid>/stages/", stages.event_stages, name="desk_stages"),
    path("events/<uid:uid>/stages/add/", stages.stage_add, name="desk_stage_add"),
    path("events/<uid:uid>/stages/remove/", stages.stage_remove, name="desk_stage_remove"),
    path("rounds/<uid:uid>/clock/", rounds.clock, name="desk_clock"),
    path("rounds/<uid:uid>/line-ups/", line_ups.line_ups_of_round, name="desk_line_ups"),
    path("rounds/<uid:uid>/reveal/", line_ups.reveal_all, name="desk_reveal_round"),
    path("rounds/<uid:uid>/line-ups/hour/", line_ups.hour, name="desk_line_up_hour"),
    path("rounds/<uid:uid>/line-ups/late/", line_ups.late, name="desk_line_ups_late"),
    path("matches/<uid:uid>/right/", line_ups.seating_right, name="desk_seating_right"),
    path("segments/<uid:uid>/reveal/", line_ups.reveal, name="desk_reveal"),
    path("segments/<uid:uid>/line-ups/<int:side>/", line_ups.line_up, name="desk_line_up"),
    path(
        "segments/<uid:uid>/line-ups/<int:side>/before/",
        line_ups.line_up_before,
        name="desk_line_up_before",
    ),
    path("events/<uid:uid>/captains/", slips.captains_slips, name="desk_captains"),
    path("events/<uid:uid>/slips/", slips.name_slips, name="desk_slips"),
    path("events/<uid:uid>/documents/", documents.index, name="desk_documents"),
    path("events/<uid:uid>/documents/<slug:kind>/", documents.order, name="desk_document_order"),
    path(
        "events/<uid:uid>/documents/<slug:kind>/<digest:digest>/",
        documents.document,
        name="desk_document",
    ),
    path(
        "events/<uid:uid>/documents/<slug:kind>/<digest:digest>/live/",
        documents.document,
        {"alone": True},
        name="desk_document_live",
    ),
    path("documents/<uid:uid>/", documents.file, name="desk_document_file"),
]
