"""The number and the day of a certificate; its text and drawing are elsewhere."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from clubs.seasons.reading import SeasonPerson, SeasonView
from tournaments.models import Season


def numbers(view: SeasonView) -> dict[SeasonPerson, str]:
    """Return the numbers of all certificates: year, season of the club, and line in the table.

    They are unique in a club as long as its finished seasons do not change.
    """
    season = view.season
    count = Season.objects.filter(club=season.club_id, pk__lte=season.pk).count()
    head = f"{day(view).year}-{count:02}"
    return {each.person: f"{head}-{line:03}" for line, each in enumerate(view.rows, 1)}


def day(view: SeasonView) -> date:
    """Return the day on which the season was finished, or that of its last event."""
    if view.season.finished_on:
        return view.season.finished_on
    played = [chosen.event.tournament.starts_on for chosen in view.played]
    return max(played, default=timezone.localdate())
