"""Django app of public pages and documents; `config` wires it."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The app of pages, tablets and documents."""

    name = "web"
    label = "web"
