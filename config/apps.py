"""The Django app of `config`: its commands are found, its jobs and words registered."""

from __future__ import annotations

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class ConfigConfig(AppConfig):
    """Settings, commands and processes."""

    name = "config"
    label = "config"

    def ready(self) -> None:
        """Register signal receivers, jobs and words.

        A database that was migrated, forwards or backwards, is prepared again at the next start.
        """
        from config.backups import daily
        from config.simulation import demo
        from config.simulation.rehearsal import faults
        from config.storage import marking

        # It is sent once for every app with models.
        any_app = apps.get_app_config("tournaments")
        post_migrate.connect(marking.after_migrate, sender=any_app, dispatch_uid="config.marking")
        daily.register()
        demo.register()
        faults.register()
