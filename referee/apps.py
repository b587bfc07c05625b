"""Django app of the referee: registers its log verbs, its words and its parts of the desk."""

from __future__ import annotations

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """The app in which a result becomes official."""

    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register verbs, words, documents, notes and stories with `tournaments`."""
        from referee.base.verbs import Verb
        from referee.leases import leases
        from referee.reports import (
            alerts,
            claim_terms,
            decision_slips,
            open_questions,
            proceedings,
            public_rulings,
            stories,
            table_notes,
        )
        from referee.reports.wording import register_words
        from referee.rulings import heavy_levels
        from tournaments.credentials import club_accounts
        from tournaments.record import audit

        audit.register(Verb)
        register_words()
        alerts.register()
        claim_terms.register()
        decision_slips.register()
        heavy_levels.register()
        open_questions.register()
        proceedings.register()
        public_rulings.register()
        stories.register()
        table_notes.register()
        club_accounts.register(
            club_accounts.HeldByOfficial(leases.tournaments_with, leases.end_leases_of)
        )
