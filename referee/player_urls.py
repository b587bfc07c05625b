"""The addresses of players who confirm on their own phones, below `p/`."""

from django.urls import path

from referee import player_views

ALONE = {"alone": True}

urlpatterns = [
    path("<str:link>/", player_views.player, name="player"),
    path("<str:link>/live/", player_views.player, ALONE, name="player_live"),
    path("<str:link>/word/", player_views.word, name="player_word"),
]
