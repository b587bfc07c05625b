"""`rehearse`: play a whole event by the real functions, in a database of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from argparse import SUPPRESS
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.bootstrap.environment import ROOT
from config.simulation.rehearsal import faults, plans, play
from config.terminal import gettext

OF_AN_INSTALLATION = ("DATABASE_URL", "DATABASE_URL_FILE", "BROKER_URL", "BROKER_URL_FILE")


class Command(BaseCommand):
    """Plays an event, checks every invariant after every round, and prints the times."""

    help = "Play a whole event through the real functions; list what is wrong, and fail then."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        plans.add_arguments(parser)
        parser.add_argument("--every", action="store_true")
        parser.add_argument("--in-folder", type=Path, help=SUPPRESS)

    def handle(
        self, *_args: Any, in_folder: Path | None, every: bool = False, **options: Any
    ) -> None:
        if every:
            sys.exit(self._every(options["seed"]))
        try:
            plan = plans.plan_from_options(options)
        except plans.NothingLikeThat as wrong:
            raise CommandError(str(wrong)) from wrong
        if in_folder is None:
            sys.exit(_rehearse_apart(plan))
        database = Path(str(settings.DATABASES["default"]["NAME"]))
        if Path(settings.DATA) != in_folder or database.parent != in_folder:
            raise CommandError(gettext("A rehearsal never plays in the data of an installation."))
        call_command("migrate", verbosity=0, interactive=False)
        self._play(plan)

    def _every(self, seed: str) -> int:
        """Rehearse every template in every game, each separately; return 1 if one fails."""
        failed = 0
        for plan in plans.all_plans(seed):
            began = time.perf_counter()
            self._say(f"{plan.template}, {plan.game}")
            failed = max(failed, _rehearse_apart(plan))
            self._say(f"{time.perf_counter() - began:.1f} s")
        return failed

    def _play(self, plan: plans.RehearsalPlan) -> None:
        try:
            rehearsal = play.rehearse(plan, self._say)
        except faults.Broke as broke:
            raise CommandError(str(broke)) from broke
        for line in rehearsal.times.lines():
            self._say(line)
        self._say(
            ", ".join(f"{name} {times}" for name, times in sorted(rehearsal.hall.happened.items()))
        )
        for step, took, bound in rehearsal.times.too_long(rehearsal.sides):
            words = gettext("%(step)s took %(took).2f s, and may take %(bound).1f s")
            self._say(words % {"step": step.value, "took": took, "bound": bound})
        self._say(gettext("Everything is consistent."))

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _rehearse_apart(plan: plans.RehearsalPlan) -> int:
    """Rehearse in a process whose data folder is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="huapai-rehearsal-") as folder:
        choices = {name: getattr(plan, name) for name in plan.__dataclass_fields__}
        options = [
            f"--{name}={value}" for name, value in choices.items() if value not in {"", None}
        ]
        command = [sys.executable, str(ROOT / "manage.py"), "rehearse", *options]
        environ = {**os.environ, "HUAPAI_DATA": folder, **dict.fromkeys(OF_AN_INSTALLATION, "")}
        return subprocess.call([*command, f"--in-folder={folder}"], env=environ)
