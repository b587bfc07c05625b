"""URLs of the public pages and documents."""

from __future__ import annotations

from django.urls import path

from tournaments.publish import views, views_boards, views_documents, views_results, views_stages
from tournaments.publish.views_language import language

ALONE = {"alone": True}

urlpatterns = [
    path("", views.home, name="home"),
    path("live/", views.home, ALONE, name="home_live"),
    path("part/<int:part>/", views.home, name="home_part"),
    path("part/<int:part>/live/", views.home, ALONE, name="home_part_live"),
    path("fillings/<uid:uid>/", views.filling, name="filling"),
    path("e/<uid:uid>/", views.event, name="event"),
    path("e/<uid:uid>/live/", views.event, ALONE, name="event_live"),
    path("e/<uid:uid>/part/<int:part>/", views.event, name="event_part"),
    path("e/<uid:uid>/part/<int:part>/live/", views.event, ALONE, name="event_part_live"),
    path("e/<uid:uid>/seats/", views.seats, name="seats"),
    path("e/<uid:uid>/seats/live/", views.seats, ALONE, name="seats_live"),
    path("e/<uid:uid>/seats/part/<int:part>/", views.seats, name="seats_part"),
    path("e/<uid:uid>/seats/part/<int:part>/live/", views.seats, ALONE, name="seats_part_live"),
    path("e/<uid:uid>/rounds/<int:number>/", views.round_, name="round"),
    path("e/<uid:uid>/rounds/<int:number>/live/", views.round_, ALONE, name="round_live"),
    path("e/<uid:uid>/rounds/<int:number>/part/<int:part>/", views.round_, name="round_part"),
    path(
        "e/<uid:uid>/rounds/<int:number>/part/<int:part>/live/",
        views.round_,
        ALONE,
        name="round_part_live",
    ),
    path("e/<uid:uid>/rounds/<int:number>/tables/<int:table>/", views.table, name="round_table"),
    path(
        "e/<uid:uid>/rounds/<int:number>/tables/<int:table>/live/",
        views.table,
        ALONE,
        name="round_table_live",
    ),
    path("e/<uid:uid>/entries/<int:number>/", views.entry, name="entry"),
    path("e/<uid:uid>/entries/<int:number>/live/", views.entry, ALONE, name="entry_live"),
    path("e/<uid:uid>/standings/", views.ranks, name="ranks"),
    path("e/<uid:uid>/standings/live/", views.ranks, ALONE, name="ranks_live"),
    path("e/<uid:uid>/standings/part/<int:part>/", views.ranks, name="ranks_part"),
    path("e/<uid:uid>/standings/part/<int:part>/live/", views.ranks, ALONE, name="ranks_part_live"),
    path("e/<uid:uid>/hall/seating/", views.hall_seating, name="hall_seating"),
    path("e/<uid:uid>/hall/seating/live/", views.hall_seating, ALONE, name="hall_seating_live"),
    path("e/<uid:uid>/hall/standings/", views.hall_standings, name="hall_standings"),
    path(
        "e/<uid:uid>/hall/standings/live/",
        views.hall_standings,
        ALONE,
        name="hall_standings_live",
    ),
    path("e/<uid:uid>/cross/", views_results.cross, name="cross"),
    path("e/<uid:uid>/cross/live/", views_results.cross, ALONE, name="cross_live"),
    path("e/<uid:uid>/cross/part/<int:part>/", views_results.cross, name="cross_part"),
    path(
        "e/<uid:uid>/cross/part/<int:part>/live/",
        views_results.cross,
        ALONE,
        name="cross_part_live",
    ),
    path("e/<uid:uid>/bracket/", views_stages.bracket, name="bracket"),
    path("e/<uid:uid>/bracket/live/", views_stages.bracket, ALONE, name="bracket_live"),
    path("e/<uid:uid>/groups/", views_stages.groups, name="groups"),
    path("e/<uid:uid>/groups/live/", views_stages.groups, ALONE, name="groups_live"),
    path("e/<uid:uid>/groups/part/<int:part>/", views_stages.groups, name="groups_part"),
    path(
        "e/<uid:uid>/groups/part/<int:part>/live/",
        views_stages.groups,
        ALONE,
        name="groups_part_live",
    ),
    path("e/<uid:uid>/prizes/", views_results.prizes, name="prizes"),
    path("e/<uid:uid>/prizes/live/", views_results.prizes, ALONE, name="prizes_live"),
    path("e/<uid:uid>/rules/", views.rules, name="rules"),
    path("e/<uid:uid>/boards/", views_boards.boards, name="boards"),
    path("e/<uid:uid>/boards/<int:of>/<int:number>/", views_boards.board, name="board"),
    path("e/<uid:uid>/documents/<slug:kind>/", views_documents.order, name="document_order"),
    path(
        "e/<uid:uid>/documents/<slug:kind>/<digest:digest>/",
        views_documents.document,
        name="document",
    ),
    path(
        "e/<uid:uid>/documents/<slug:kind>/<digest:digest>/live/",
        views_documents.document,
        ALONE,
        name="document_live",
    ),
    path("documents/<uid:uid>.pdf", views_documents.pdf, name="document_pdf"),
    path("documents/<uid:uid>/", views_documents.pdf, name="document_file"),
    path("d/<uid:uid>/", views.deal, name="deal"),
    path("d/<uid:uid>/live/", views.deal, ALONE, name="deal_live"),
    path("games/<slug:game>/glossary/", views.glossary, name="glossary"),
    path("language/<str:code>/", language, name="language"),
]
