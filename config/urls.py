"""The root of all addresses: the public's, the desk's, the tables' and the machines'."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config.backups import download
from config.serving import crawlers, health, trust_pages
from referee.tablet.api.throttles import SchemaThrottle

handler403 = "config.serving.error_pages.forbidden"
handler500 = "config.serving.error_pages.answer"

schema = SpectacularAPIView.as_view(throttle_classes=[SchemaThrottle])

urlpatterns = [
    path("", include("tournaments.publish.urls")),
    path("desk/referee/", include("referee.desk.urls")),
    path("desk/clubs/<uid:uid>/copy/", download.copy, name="desk_copy"),
    path("desk/", include("tournaments.urls")),
    path("t/", include("referee.urls")),
    path("p/", include("referee.player.urls")),
    path("m/", include("referee.player.member_urls")),
    path("c/", include("tournaments.captain_urls")),
    path("", include("tournaments.registration_urls")),
    path("api/schema/", schema, name="schema"),
    path("api/", include("referee.tablet.api_urls")),
    path("trust/", trust_pages.page, name="trust"),
    path("trust/huapai.crt", trust_pages.certificate, name="trust_certificate"),
    path("trust/huapai.pem", trust_pages.certificate_text, name="trust_certificate_text"),
    path("health", health.answers, name="health"),
    path("health/alive", health.alive, name="health_alive"),
    path("robots.txt", crawlers.robots, name="robots"),
    path("favicon.ico", crawlers.favicon, name="favicon"),
]
