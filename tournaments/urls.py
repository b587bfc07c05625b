"""The addresses of the desk."""

from __future__ import annotations

from django.urls import path

from tournaments.views import account, desk, events, rounds, setup, tables

urlpatterns = [
    path("", desk.desk, name="desk"),
    path("setup/", setup.setup, name="setup"),
    path("login/", account.sign_in, name="login"),
    path("logout/", account.sign_out, name="logout"),
    path("clubs/<uid:uid>/tournaments/new/", desk.tournament_new, name="desk_tournament_new"),
    path("tournaments/<uid:uid>/", desk.tournament, name="desk_tournament"),
    path("tournaments/<uid:uid>/officials/", desk.officials, name="desk_officials"),
    path("tournaments/<uid:uid>/codes/", tables.codes, name="desk_codes"),
    path("tournaments/<uid:uid>/events/new/", events.event_new, name="desk_event_new"),
    path("tables/<uid:uid>/qr.svg", tables.qr, name="desk_table_qr"),
    path("events/<uid:uid>/", events.event, name="desk_event"),
    path("events/<uid:uid>/entries/", events.entries, name="desk_entries"),
    path(
        "events/<uid:uid>/entries/<int:number>/remove/",
        events.entry_remove,
        name="desk_entry_remove",
    ),
    path("events/<uid:uid>/draw/", rounds.draw, name="desk_draw"),
    path("rounds/<uid:uid>/", events.round_, name="desk_round"),
    path("rounds/<uid:uid>/live/", events.live, name="desk_round_live"),
    path("rounds/<uid:uid>/discard/", rounds.discard, name="desk_discard"),
    path("rounds/<uid:uid>/publish/", rounds.publish, name="desk_publish"),
    path("rounds/<uid:uid>/close/", rounds.close, name="desk_close"),
]
