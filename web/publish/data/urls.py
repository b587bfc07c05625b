"""Addresses of the public data, below `api/1/`."""

from django.urls import path, re_path

from web.publish.data import views
from web.publish.data.links import PREFIX
from web.publish.data.resources import RESOURCES

urlpatterns = [
    path("", views.index, name="data"),
    path("schema/", views.schema, name="data_schema"),
    *(
        path(resource.path, views.show, {"name": name}, name=f"{PREFIX}{name}")
        for name, resource in RESOURCES.items()
        if resource.path
    ),
    # Anything, line ends included.
    re_path(r"^(?P<rest>[\s\S]*)\Z", views.nothing, name="data_nothing"),
]
