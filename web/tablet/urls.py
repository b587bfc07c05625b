"""The addresses of the tables, below `t/`."""

from django.urls import path

from web.tablet import views

urlpatterns = [
    path("", views.find_table, name="find_table"),
    path("app.webmanifest", views.manifest, name="find_table_app"),
    path("worker.js", views.worker, name="table_worker"),
    path("kept/", views.kept, name="table_kept"),
    path("<str:code>/", views.table, name="table"),
    path("<str:code>/event/", views.choose_event, name="table_event"),
    path("<str:code>/app.webmanifest", views.manifest, name="table_app"),
]
