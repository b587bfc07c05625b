"""`ratings`: update the ratings, or recompute them and compare every digit."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError

from clubs.ratings import making
from clubs.ratings.making import RatingDifference
from clubs.ratings.values import Value
from config.management.examining_command import ExaminingCommand
from config.terminal import gettext
from tournaments.models import Club, ClubFeature


class Command(ExaminingCommand):
    """Updates the ratings of every club that uses them to its finished events."""

    help = "Bring the ratings of all clubs up to date with their finished events."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the one option."""
        parser.add_argument(
            "--again",
            action="store_true",
            help="change nothing: compute all ratings again from the first event; list each that is"
            " stored differently, and fail if any is",
        )

    def handle(self, *_args: Any, again: bool, **_options: Any) -> None:
        clubs = [club for club in Club.objects.order_by("pk") if club.uses(ClubFeature.RATINGS)]
        if not again:
            self._update(clubs)
        elif differing := [line for club in clubs for line in _differences(club)]:
            raise CommandError(
                "\n".join([gettext("Stored ratings differ from the recomputed ones:"), *differing])
            )
        else:
            self.stdout.write(gettext("Every rating equals the recomputed one, to the digit."))

    def _update(self, clubs: list[Club]) -> None:
        runs = [run for club in clubs for run in making.update(club)]
        for run in runs:
            values = {"club": run.club.name, "game": run.game, "number": run.rated.count()}
            self.stdout.write(gettext("%(club)s, %(game)s: %(number)s events rated.") % values)
        if not runs:
            self.stdout.write(gettext("All ratings were up to date."))


def _differences(club: Club) -> Iterator[str]:
    for game in making.games_of(club):
        for difference in making.differences(club, game):
            yield _line(club, game, difference)


def _line(club: Club, game: str, difference: RatingDifference) -> str:
    return gettext(
        "%(club)s, %(game)s, event %(event)s, member %(person)s: stored %(stored)s,"
        " recomputed %(made)s"
    ) % {
        "club": club.name,
        "game": game,
        "event": difference.event,
        "person": difference.person,
        "stored": _values(difference.stored),
        "made": _values(difference.made),
    }


def _values(values: tuple[Value, Value] | None) -> str:
    """Return the values before and after an event in their stored form."""
    if values is None:
        return "–"
    return " → ".join(f"{value.mean}±{value.deviation} ({value.games})" for value in values)
