"""Django app of public pages and documents; `config` wires it."""

from __future__ import annotations

from django.apps import AppConfig


class PublishConfig(AppConfig):
    """Public pages, live fragments and documents."""

    name = "tournaments.publish"
    label = "publish"
