"""The addresses of players who confirm on their own phones, below `p/`."""

from django.urls import path

from web.tablet.player import views

ALONE = {"alone": True}

urlpatterns = [
    path("<str:link>/", views.player, name="player"),
    path("<str:link>/live/", views.player, ALONE, name="player_live"),
    path("<str:link>/word/", views.answer_sheet, name="player_word"),
]
