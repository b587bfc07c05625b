"""The addresses of the desk."""

from __future__ import annotations

from django.urls import path

from tournaments.views import (
    account,
    desk,
    documents,
    entries,
    entry,
    event_page,
    events,
    installation,
    notice,
    pins,
    rounds,
    setup,
    slips,
    tables,
)

urlpatterns = [
    path("", desk.desk, name="desk"),
    path("setup/", setup.setup, name="setup"),
    path("login/", account.sign_in, name="login"),
    path("logout/", account.sign_out, name="logout"),
    path("clubs/<uid:uid>/tournaments/new/", desk.tournament_new, name="desk_tournament_new"),
    path("clubs/<uid:uid>/installation/", installation.installation, name="desk_installation"),
    path("tournaments/<uid:uid>/", desk.tournament, name="desk_tournament"),
    path("tournaments/<uid:uid>/officials/", desk.officials, name="desk_officials"),
    path("tournaments/<uid:uid>/officials/<uid:user_uid>/pin/", pins.pin, name="desk_pin"),
    path("tournaments/<uid:uid>/codes/", tables.codes, name="desk_codes"),
    path("tournaments/<uid:uid>/events/new/", events.event_new, name="desk_event_new"),
    path("tables/<uid:uid>/qr.svg", tables.qr, name="desk_table_qr"),
    path("events/<uid:uid>/", event_page.event, name="desk_event"),
    path("events/<uid:uid>/check-in/", entries.check_in, name="desk_check_in"),
    path("events/<uid:uid>/entries/", entries.entries, name="desk_entries"),
    path("events/<uid:uid>/entries/add/", entries.entry_add, name="desk_entry_add"),
    path("events/<uid:uid>/entries/file/", entries.entries_file, name="desk_entries_file"),
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
    path("events/<uid:uid>/notice/", notice.notice, name="desk_notice"),
    path("events/<uid:uid>/draw/", rounds.draw, name="desk_draw"),
    path("events/<uid:uid>/finish/", rounds.finish, name="desk_finish"),
    path("rounds/<uid:uid>/", event_page.round_, name="desk_round"),
    path("rounds/<uid:uid>/live/", event_page.live, name="desk_round_live"),
    path("rounds/<uid:uid>/adjust/", rounds.adjust, name="desk_adjust"),
    path("rounds/<uid:uid>/redraw/", rounds.redraw, name="desk_redraw"),
    path("rounds/<uid:uid>/discard/", rounds.discard, name="desk_discard"),
    path("rounds/<uid:uid>/publish/", rounds.publish, name="desk_publish"),
    path("rounds/<uid:uid>/close/", rounds.close, name="desk_close"),
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
