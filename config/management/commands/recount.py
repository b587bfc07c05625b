"""`recount`: whether every result still follows from its facts."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError

from config.management.examining_command import ExaminingCommand
from config.terminal import gettext
from tournaments.checks.recount import ShownDifference, recount, recount_shown
from tournaments.models import Tournament


class Command(ExaminingCommand):
    """Settles every result again, compares, and changes nothing."""

    help = "Settle every result again; list those that differ, and fail if any does."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        tournaments = list(Tournament.objects.order_by("pk"))
        differences = [
            gettext("%(tournament)s: deal %(deal)s, version %(version)s: %(fault)s")
            % {
                "tournament": tournament.name,
                "deal": difference.deal,
                "version": difference.version,
                "fault": f"{difference.fault} {difference.stored} {difference.settled}"
                f" {difference.engine}",
            }
            for tournament in tournaments
            for difference in recount(tournament)
        ]
        differences += [
            _line(difference)
            for tournament in tournaments
            for difference in recount_shown(tournament)
        ]
        if differences:
            raise CommandError(
                "\n".join([gettext("Results differ from their records:"), *differences])
            )
        self.stdout.write(gettext("Every result agrees with its record."))


def _line(shown_difference: ShownDifference) -> str:
    values = {
        "event": shown_difference.event,
        "round": shown_difference.round,
        "what": shown_difference.what,
        "uid": shown_difference.uid,
    }
    return gettext(
        "%(event)s, round %(round)s, %(what)s of %(uid)s: stored %(stored)s, recomputed %(counted)s"
    ) % {**values, "stored": shown_difference.stored, "counted": shown_difference.counted}
