"""App configuration: registers the kinds of documents and the words of font problems."""

from __future__ import annotations

from django.apps import AppConfig


class PublishConfig(AppConfig):
    """Public pages, live fragments and documents."""

    name = "tournaments.publish"
    label = "publish"

    def ready(self) -> None:
        """Register the kinds of documents and the words of font problems."""
        from tournaments.publish import documents, exports, words
        from tournaments.publish.printed import (
            articles,
            bracket,
            cards,
            compared,
            cross,
            final,
            groups,
            prizes,
            record,
            results,
            round_papers,
            scoresheets,
            seating,
            standings,
        )

        words.register()
        of_rounds = (round_papers, seating, cards, record, scoresheets, results)
        for sheet in (
            *of_rounds,
            standings,
            final,
            prizes,
            groups,
            bracket,
            cross,
            compared,
            articles,
        ):
            documents.register(sheet.KIND)
        for kind in exports.KINDS:
            documents.register(kind)
