"""The root of all addresses: the public's, the desk's, the tables' and the machines'."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config import health

urlpatterns = [
    path("", include("tournaments.publish.urls")),
    path("desk/referee/", include("referee.desk_urls")),
    path("desk/", include("tournaments.urls")),
    path("t/", include("referee.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/", include("referee.api_urls")),
    path("health", health.answers, name="health"),
]
