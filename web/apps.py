"""Django app of public pages and documents; `config` wires it."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """What people see and touch."""

    name = "web"
    label = "web"
