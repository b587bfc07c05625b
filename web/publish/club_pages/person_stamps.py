"""The stamp that tells versions of a person's page apart, without making the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clubs.ratings import reading as ratings
from clubs.seasons import reading as seasons
from clubs.seasons.reading import SeasonStamp
from tournaments.models import ClubFeature, Entry, Person
from web.publish.club_pages import person as pages
from web.publish.club_pages.person import FoundPerson


@dataclass(frozen=True, slots=True)
class PersonStamp:
    """Values that change with anything the page of a person shows.

    `shown` are those that decide who and what may be seen; while they stay the same, `revision`
    never falls: it counts changes of the events, runs of ratings and rows of the season.
    """

    shown: tuple[object, ...]
    events: tuple[tuple[Any, ...], ...]
    runs: tuple[tuple[str, int], ...]
    season: SeasonStamp | None

    @property
    def revision(self) -> int:
        """A number that grows with the events, the ratings and the points."""
        changes: int = sum(row[1] for row in self.events)
        runs = sum(run for _game, run in self.runs)
        return changes + runs + (self.season.last if self.season else 0)


def find(person: Person) -> tuple[FoundPerson, PersonStamp]:
    """Return a person as the source of the page, and the stamp of this version."""
    club = person.club
    runs = ratings.last_runs(club) if club.uses(ClubFeature.RATINGS) else {}
    found = pages.find(person, sorted(runs))
    latest = found.season
    events = tuple(_event_values(entry) for entry in found.entries)
    return found, PersonStamp(
        shown=(
            *(person.uid, person.name, person.number, club.name, *sorted(club.features)),
            tuple(sorted(found.rows)),
            tuple(event[0] for event in events),
            _company(found.rows),
            latest.uid if latest else "",
        ),
        events=events,
        runs=tuple(sorted(runs.items())),
        season=seasons.stamp(latest) if latest else None,
    )


def _event_values(entry: Entry) -> tuple[Any, ...]:
    event, tournament = entry.event, entry.event.tournament
    day = tournament.starts_on
    return (event.uid, event.public_revision, event.name, tournament.name, day, entry.number)


def _company(persons: Sequence[int]) -> tuple[object, ...]:
    """Return the others at the tables of a person, as the page may name them."""
    rows = Person.objects.filter(pk__in=pages.seats_beside(persons).values("person"))
    values = ("uid", "name", "mark", "shown", "blanked_at")
    named = rows.values_list(*values, *(f"same_as__{name}" for name in values))
    return tuple(named.order_by("pk"))
