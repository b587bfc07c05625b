"""The root of all addresses: of the public, the desk, the tables and the machines."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config.backups import download
from config.serving import crawlers, health, trust_pages
from web.publish.data import views as data_views
from web.tablet.api.throttles import SchemaThrottle

handler403 = "config.serving.error_pages.forbidden"
handler500 = "config.serving.error_pages.answer"

schema = SpectacularAPIView.as_view(throttle_classes=[SchemaThrottle])

urlpatterns = [
    path("", include("web.publish.served.urls")),
    path("desk/referee/", include("web.desk.referee_urls")),
    path("desk/clubs/<uid:uid>/copy/", download.copy, name="desk_copy"),
    path("desk/", include("web.desk.urls")),
    path("t/", include("web.tablet.urls")),
    path("p/", include("web.tablet.player.urls")),
    path("m/", include("web.tablet.player.member_urls")),
    path("c/", include("web.tablet.captain.urls")),
    path("", include("web.tablet.door.urls")),
    # Another site cannot follow a redirect that it may not read.
    path("api/1", data_views.to_index),
    path("api/1/", include("web.publish.data.urls")),
    path("api/tablet/1/schema/", schema, name="schema"),
    path("api/tablet/1/", include("web.tablet.api_urls")),
    # Until 0.3, because an open page of a tablet sends its sheets to the addresses of 0.2.
    path("api/schema/", schema),
    path("api/", include("web.tablet.earlier_api_urls")),
    path("trust/", trust_pages.page, name="trust"),
    path("trust/huapai.crt", trust_pages.certificate, name="trust_certificate"),
    path("trust/huapai.pem", trust_pages.certificate_text, name="trust_certificate_text"),
    path("health", health.answers, name="health"),
    path("health/alive", health.alive, name="health_alive"),
    path("robots.txt", crawlers.robots, name="robots"),
    path("favicon.ico", crawlers.favicon, name="favicon"),
]
