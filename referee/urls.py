"""The addresses of the tables, below `t/`."""

from django.urls import path

from referee import views

urlpatterns = [
    path("", views.find_table, name="find_table"),
    path("<str:code>/", views.table, name="table"),
]
