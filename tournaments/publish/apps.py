"""Wiring of what others see: kinds of documents and words are registered."""

from __future__ import annotations

from django.apps import AppConfig


class PublishConfig(AppConfig):
    """Public pages, live fragments and documents."""

    name = "tournaments.publish"
    label = "publish"

    def ready(self) -> None:
        """Register the documents that this room makes, and the words of what can go wrong."""
        from tournaments.publish import documents, exports, words
        from tournaments.publish.sheets import (
            bracket,
            cards,
            compared,
            cross,
            final,
            groups,
            prizes,
            record,
            results,
            scoresheets,
            seating,
            standings,
        )

        words.register()
        of_rounds = (seating, cards, record, scoresheets, results)
        for sheet in (*of_rounds, standings, final, prizes, groups, bracket, cross, compared):
            documents.register(sheet.KIND)
        for kind in exports.KINDS:
            documents.register(kind)
