"""The addresses of the tablet's API, below `api/tablet/1/`."""

from django.urls import path

from web.tablet.api import views

urlpatterns = [
    path("tables/<str:code>/lease", views.open_table, name="api-open-table"),
    path("tables/<str:code>/take-over", views.take_over, name="api-take-over"),
    path("lease/release", views.release_table, name="api-release-table"),
    path("round", views.round_pack, name="api-round"),
    path("standing", views.standing, name="api-standing"),
    path("preview", views.preview, name="api-preview"),
    path("unknown-deals", views.unknown_deals, name="api-unknown-deals"),
    path("cards", views.typed_cards, name="api-cards"),
    path("calls", views.call_referee, name="api-calls"),
    path("calls/withdraw", views.withdraw_call, name="api-withdraw-call"),
    path("sheets", views.submit, name="api-sheets"),
    path("confirmations", views.confirm, name="api-confirmations"),
]
