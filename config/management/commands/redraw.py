"""`redraw`: whether a round follows from its seed, its input and its algorithm."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.terminal import gettext
from tournaments.checks.redraws import INPUT_CHANGED, Redrawn, redraw
from tournaments.models import Round


class Command(BaseCommand):
    """Draws a round again, compares, and changes nothing."""

    help = "Repeat the draw of a round from its stored input, and fail if it differs."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("round", metavar="ROUND", help="the uid of the round")

    def handle(self, *_args: Any, **options: Any) -> None:
        round_ = Round.objects.select_related("event__ruleset").filter(uid=options["round"]).first()
        if round_ is None:
            raise CommandError(gettext("There is no round %(uid)s.") % {"uid": options["round"]})
        redrawn = redraw(round_)
        for name, value in _summary(round_, redrawn):
            self.stdout.write(f"{name}: {value}")
        if redrawn.problem == INPUT_CHANGED:
            raise CommandError(gettext("The input of this draw is gone: the digests differ."))
        if redrawn.problem:
            raise CommandError(
                gettext("The round cannot be drawn again: %(why)s") % {"why": redrawn.problem}
            )
        if not redrawn.is_equal:
            raise CommandError(gettext("The round differs from the repeated draw."))
        self.stdout.write(gettext("The round equals the repeated draw."))


def _summary(round_: Round, redrawn: Redrawn) -> list[tuple[str, object]]:
    by_hand = ", ".join(f"{first} ↔ {second}" for first, second in redrawn.exchanges)
    return [
        (gettext("Event"), round_.event.name),
        (gettext("Round"), round_.number),
        (gettext("Seed"), round_.seed),
        (gettext("Digest of the input"), redrawn.digest),
        (gettext("Stored with the round"), round_.input_digest),
        (gettext("Procedure"), round_.algorithm),
        *([(gettext("Exchanged by hand"), by_hand)] if by_hand else []),
    ]
