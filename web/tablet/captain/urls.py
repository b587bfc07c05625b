"""URLs of the captain's pages, below `c/`: the link of a captain is the key."""

from django.urls import path

from web.tablet.captain import views as captain

urlpatterns = [
    path("<str:link>/", captain.captain, name="captain"),
    path("<str:link>/segments/<uid:uid>/", captain.captain_line_up, name="captain_line_up"),
]
