"""`verify`: whether the record of every tournament holds."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.terminal import gettext
from tournaments.models import Tournament
from tournaments.verification import verify


class Command(BaseCommand):
    """Compares each log with its rows, and names every place that does not hold."""

    help = "Prove the record of every tournament; fail if something does not hold."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        broken = [
            gettext("%(tournament)s: %(what)s at change no. %(seq)s %(uid)s")
            % {"tournament": one.name, "what": found.what, "seq": found.seq, "uid": found.uid}
            for one in Tournament.objects.order_by("pk")
            for found in verify(one)
        ]
        if broken:
            words = gettext("The record does not hold:")
            raise CommandError("\n".join([words, *broken]))
        self.stdout.write(gettext("The record of every tournament holds."))
