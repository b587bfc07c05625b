"""The addresses of members' own pages, below `m/`."""

from django.urls import path

from web.tablet.player import member_views

ALONE = {"alone": True}

urlpatterns = [
    path("worker.js", member_views.worker, name="member_worker"),
    path("<str:link>/", member_views.member, name="member"),
    path("<str:link>/live/", member_views.member, ALONE, name="member_live"),
    path("<str:link>/year/", member_views.year, name="member_year"),
    path("<str:link>/year/<int:number>/", member_views.year, name="member_year_of"),
    path("<str:link>/word/", member_views.answer_sheet, name="member_word"),
    path("<str:link>/do/<slug:name>/", member_views.act, name="member_act"),
]
