"""Wiring of what others see: kinds of documents and words are registered."""

from __future__ import annotations

from django.apps import AppConfig


class PublishConfig(AppConfig):
    """Public pages, live fragments and documents."""

    name = "tournaments.publish"
    label = "publish"

    def ready(self) -> None:
        """Register the documents that this room makes, and the words of what can go wrong."""
        from tournaments.publish import documents, standings_sheet, words

        words.register()
        documents.register(standings_sheet.KIND)
