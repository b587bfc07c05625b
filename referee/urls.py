"""The addresses of the tables, below `t/`."""

from django.urls import path

from referee.tablet import app_files, views

urlpatterns = [
    path("", views.find_table, name="find_table"),
    path("worker.js", app_files.worker, name="table_worker"),
    path("kept/", views.kept, name="table_kept"),
    path("<str:code>/", views.table, name="table"),
    path("<str:code>/app.webmanifest", app_files.manifest, name="table_app"),
]
