"""The addresses of captains who hand in line-ups, below `c/`."""

from django.urls import path

from tournaments.views.teams import captain

urlpatterns = [
    path("<str:link>/", captain.captain, name="captain"),
    path("<str:link>/segments/<uid:uid>/", captain.captain_line_up, name="captain_line_up"),
]
