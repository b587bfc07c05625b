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
        from tournaments import converters
        from tournaments.record import audit, guards
        from tournaments.wording import (
            boards,
            clocks,
            gongzhu,
            line_ups,
            pairing,
            problems,
            refusals,
            shengji,
            sit_outs,
            stages,
            standings,
            structure,
        )

        audit.register(audit.Verb)
        converters.register()
        problems.register()
        gongzhu.register()
        shengji.register()
        refusals.register()
        structure.register()
        standings.register()
        pairing.register()
        sit_outs.register()
        stages.register()
        boards.register()
        clocks.register()
        line_ups.register()
        post_migrate.connect(guards.after_migrate, dispatch_uid="tournaments.record.guards")
