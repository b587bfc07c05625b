"""App configuration: registers verbs, converters and wording, and guards the record."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TournamentsConfig(AppConfig):
    """The structure and the official record."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register verbs and wording; install the guards of the record after every `migrate`."""
        from tournaments import converters, official, seasons
        from tournaments.members import words as member_words
        from tournaments.official import job as official_job
        from tournaments.persons import keys
        from tournaments.ratings import ordering
        from tournaments.record import audit, club_log, guards
        from tournaments.registration import startup as registration
        from tournaments.wording import money, season_table
        from tournaments.wording import startup as wording

        audit.register(audit.Verb)
        audit.follow(official.follow)
        audit.follow(seasons.follow)
        audit.follow(ordering.follow_tournament)
        club_log.follow(ordering.follow_club)
        ordering.register()
        official_job.register()
        converters.register()
        for words in (wording, season_table, money, member_words, registration):
            words.register()
        post_migrate.connect(guards.after_migrate, dispatch_uid="tournaments.record.guards")
        post_migrate.connect(
            keys.after_migrate, sender=self, dispatch_uid="tournaments.persons.keys"
        )
