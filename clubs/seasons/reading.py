"""A season for display: its events in order, its table, the ledger of a person, certificates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from django.db.models import F, Max
from django.utils import timezone

from clubs.seasons import posting
from clubs.seasons.posting import PointsSubject, Worth
from clubs.seasons.table import Earned, TableRow, season_table
from tournaments.models import (
    Club,
    EnteredName,
    EnteredNameState,
    Person,
    PointKind,
    Season,
    SeasonEvent,
    SeasonPoints,
)

NONE: Final = Fraction(0)
OF_CHOSEN: Final = (
    "pk",
    "level",
    "factor_numerator",
    "factor_denominator",
    "event__uid",
    "event__name",
    "event__number",
    "event__starts_at",
    "event__tournament__name",
    "event__tournament__starts_on",
)
"""The columns of events that a season shows or is sorted by."""
OF_PERSON: Final = ("uid", "name", "mark", "number", "guest", "shown", "club__name")
"""The columns of a person that a season shows."""


@dataclass(frozen=True, slots=True)
class SeasonStamp:
    """The version key of the pages of a season, computed without its table.

    `last` is the last row of the append-only ledger. The other values cover the season with its
    clubs, its events, and the persons with points.
    """

    last: int
    season: tuple[object, ...]
    chosen: tuple[object, ...]
    persons: tuple[object, ...]
    unconfirmed: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonPerson:
    """A person in a season; linked rows share the uid of the canonical one."""

    key: int
    uid: str
    name: str
    number: int | None
    club: str
    guest: bool
    shown: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A person with the row of the table."""

    person: SeasonPerson
    row: TableRow


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season with the content of its pages and papers.

    `chosen` are its events in order of play; the table has those with points. `left_out` is the
    number of guests who would have points if the season counted guests.
    """

    season: Season
    clubs: tuple[Club, ...]
    chosen: tuple[SeasonEvent, ...]
    rows: tuple[SeasonRow, ...]
    left_out: int = 0

    @property
    def is_league(self) -> bool:
        """Whether several clubs take part."""
        return len(self.clubs) > 1

    @property
    def played(self) -> tuple[SeasonEvent, ...]:
        """The events in which points were earned."""
        earned = {event for each in self.rows for event in each.row.earned}
        return tuple(row for row in self.chosen if row.event_id in earned)

    def find(self, uid: str) -> SeasonRow | None:
        """Return the row of a person; None for one without points here."""
        return next((each for each in self.rows if each.person.uid == uid), None)


def read(season: Season) -> SeasonView:
    """Return a season with its table; the number of queries does not depend on its size."""
    guests = [row.club for row in season.guest_clubs.select_related("club").order_by("pk")]
    order = ("event__tournament__starts_on", "event__starts_at", "event__number", "event")
    chosen = season.chosen.select_related("event__tournament__club").order_by(
        order[0], F(order[1]).asc(nulls_first=True), *order[2:]
    )
    rows = tuple(chosen)
    held = posting.posted(season, [row.event_id for row in rows])
    persons = _persons(season)
    table = _table(season, [row.event_id for row in rows], held, persons)
    by_key = {person.key: person for person in persons.values()}
    return SeasonView(
        season=season,
        clubs=(season.club, *guests),
        chosen=rows,
        rows=tuple(SeasonRow(by_key[row.person], row) for row in table),
        left_out=0 if season.counts_guests else len(_guests(held, persons)),
    )


def stamp(season: Season) -> SeasonStamp:
    """Return the version key of a season."""
    points = SeasonPoints.objects.filter(season=season)
    clubs = season.guest_clubs.order_by("pk").values_list("club__name", flat=True)
    columns = [getattr(season, field.attname) for field in season._meta.concrete_fields]
    persons = Person.objects.filter(pk__in=points.values("person")).order_by("pk")
    return SeasonStamp(
        last=points.aggregate(last=Max("pk"))["last"] or 0,
        season=(*columns, season.club.name, *clubs),
        chosen=tuple(season.chosen.order_by("pk").values_list(*OF_CHOSEN)),
        persons=tuple(persons.values_list(*OF_PERSON, *(f"same_as__{name}" for name in OF_PERSON))),
        unconfirmed=tuple(_unconfirmed(season)),
    )


def ledger_of(season: Season, person: SeasonPerson) -> list[SeasonPoints]:
    """Return the postings of a person and its linked rows, oldest first."""
    rows = SeasonPoints.objects.filter(season=season)
    own = rows.filter(person=person.key) | rows.filter(person__same_as=person.key)
    return list(own.select_related("event__tournament").order_by("pk"))


def certificate_numbers(view: SeasonView) -> dict[SeasonPerson, str]:
    """Return the numbers of all certificates: year, season of the club, and line in the table.

    They are unique in a club as long as its finished seasons do not change.
    """
    season = view.season
    count = Season.objects.filter(club=season.club_id, pk__lte=season.pk).count()
    head = f"{certificate_day(view).year}-{count:02}"
    return {each.person: f"{head}-{line:03}" for line, each in enumerate(view.rows, 1)}


def certificate_day(view: SeasonView) -> date:
    """Return the day on which the season was finished, or that of its last event."""
    if view.season.finished_on:
        return view.season.finished_on
    played = [chosen.event.tournament.starts_on for chosen in view.played]
    return max(played, default=timezone.localdate())


def _table(
    season: Season,
    events: Sequence[int],
    held: Mapping[int, Mapping[PointsSubject, Worth]],
    persons: Mapping[int, SeasonPerson],
) -> tuple[TableRow, ...]:
    """Return the table, with linked rows merged.

    An unconfirmed, publicly registered player has no points, even if guests have.
    """
    unconfirmed = set(_unconfirmed(season)) if season.counts_guests else set()
    sums: dict[int, dict[int, Earned]] = defaultdict(dict)
    for event in events:
        for slot, worth in held.get(event, {}).items():
            person = persons[slot.person]
            if person.guest and (not season.counts_guests or slot.person in unconfirmed):
                continue
            if worth.place is None and not worth.points:
                continue
            before = sums[person.key].get(event, Earned(event, NONE))
            sums[person.key][event] = _add_worth(before, slot.kind, worth)
    earned = {key: list(by_event.values()) for key, by_event in sums.items()}
    return season_table(earned, events, season.best_of)


def _unconfirmed(season: Season) -> list[int]:
    """Return the keys of the persons with points whose names are to be confirmed, in order."""
    rows = EnteredName.objects.filter(
        state=EnteredNameState.OPEN, player__person__season_points__season=season
    )
    return list(rows.order_by("player__person").values_list("player__person", flat=True).distinct())


def _guests(
    held: Mapping[int, Mapping[PointsSubject, Worth]], persons: Mapping[int, SeasonPerson]
) -> set[int]:
    """Return the keys of the guests with points."""
    with_points = {
        persons[slot.person]
        for slots in held.values()
        for slot, worth in slots.items()
        if worth.points
    }
    return {person.key for person in with_points if person.guest}


def _add_worth(before: Earned, kind: str, worth: Worth) -> Earned:
    if kind == PointKind.ATTENDANCE:
        return Earned(before.event, before.points, before.attendance + worth.points, before.place)
    places = [place for place in (before.place, worth.place) if place is not None]
    points = before.points + worth.points
    return Earned(before.event, points, before.attendance, min(places, default=None))


def _persons(season: Season) -> dict[int, SeasonPerson]:
    """Return the persons with points in a season by key, merged ones as their canonical row."""
    with_points = Person.objects.filter(season_points__season=season).distinct()
    rows = with_points.select_related("club", "same_as__club")
    return {row.pk: _person(row.same_as or row) for row in rows}


def _person(row: Person) -> SeasonPerson:
    return SeasonPerson(
        row.pk,
        row.uid,
        row.listed_name,
        row.number,
        row.club.name,
        guest=row.guest,
        shown=row.shown,
    )
