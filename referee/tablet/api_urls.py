"""The addresses of the tablet's API, below `api/`."""

from django.urls import path

from referee.tablet.api import calls, take_over, views

urlpatterns = [
    path("tables/<str:code>/lease", views.open_table, name="api-open-table"),
    path("tables/<str:code>/take-over", take_over.take_over, name="api-take-over"),
    path("lease/release", views.release_table, name="api-release-table"),
    path("round", views.round_pack, name="api-round"),
    path("preview", views.preview, name="api-preview"),
    path("cards", views.typed_cards, name="api-cards"),
    path("calls", calls.make, name="api-calls"),
    path("calls/withdraw", calls.withdraw, name="api-withdraw-call"),
    path("sheets", views.submit, name="api-sheets"),
    path("confirmations", views.confirm, name="api-confirmations"),
]
