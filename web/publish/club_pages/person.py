"""A member across events, who agreed to be shown: results, partners, opponents, ratings, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from clubs import seasons
from clubs.seasons.reading import SeasonRow
from tournaments.models import (
    ClubFeature,
    Entry,
    EntryMember,
    Event,
    EventState,
    Form,
    Person,
    Publication,
    Round,
    Season,
    Seat,
)
from tournaments.results import event_record
from tournaments.rights import public_access
from web.publish.club_pages.ratings import GameRating, read_person
from web.publish.pages import parts
from web.publish.pages.parts import PageParts

EVENTS: Final = 30
"""The events on a part of the page."""
IN_SIGHT: Final = 8
"""The events of a part in sight at once; the others unfold below."""
WON_IN_SIGHT: Final = 6
"""The victories in sight with a seal, two rows on a phone; the others unfold below."""
COMPANY: Final = 8
"""The most partners and opponents that are named."""


@dataclass(frozen=True, slots=True)
class PersonEvent:
    """An event of a person: the entry, and its place among how many once the event is finished."""

    event: Event
    number: int
    entry: str
    place: str
    ranked: int

    @property
    def medal(self) -> bool:
        """Whether the place is one of the first three."""
        return self.place in {"1", "2", "3"}


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody who sat at the same tables, and at how many; the uid if that person has a page."""

    name: str
    uid: str
    tables: int


@dataclass(frozen=True, slots=True)
class PersonSeasonPoints:
    """The points of a person in a season."""

    season: Season
    each: SeasonRow
    among: int


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person with the source of the page: the rows of the same person, and the entries.

    `games` are those in which the club has ratings, `season` is the latest one with points; both
    are empty if the club does not use them.
    """

    person: Person
    rows: tuple[int, ...]
    entries: tuple[Entry, ...]
    games: tuple[str, ...]
    season: Season | None


@dataclass(frozen=True, slots=True)
class PersonPage:
    """What the page of a person shows; all but the events is on its first part."""

    person: Person
    parts: PageParts
    events: tuple[PersonEvent, ...]
    played: int
    partners: tuple[Companion, ...] = ()
    opponents: tuple[Companion, ...] = ()
    ratings: tuple[GameRating, ...] = ()
    points: PersonSeasonPoints | None = None
    year: int = 0
    """The last year with a finished event, which has a page of its own; 0 without any."""

    @property
    def won(self) -> tuple[PersonEvent, ...]:
        """The events of this part that the person has won."""
        return tuple(line for line in self.events if line.place == "1")

    @property
    def won_in_sight(self) -> tuple[PersonEvent, ...]:
        """The latest of them; a single further one is no reason to fold."""
        return self.won[: WON_IN_SIGHT + (len(self.won) == WON_IN_SIGHT + 1)]

    @property
    def won_below(self) -> tuple[PersonEvent, ...]:
        """The others."""
        return self.won[len(self.won_in_sight) :]

    @property
    def in_sight(self) -> tuple[PersonEvent, ...]:
        """The events in sight."""
        return self.events[:IN_SIGHT]

    @property
    def below(self) -> tuple[PersonEvent, ...]:
        """The events that are unfolded."""
        return self.events[IN_SIGHT:]


def read(found: FoundPerson, part: int = 0) -> PersonPage:
    """Return the page of a person. Raises Http404 for a part that does not exist."""
    person, same, entries = found.person, found.rows, found.entries
    divided = parts.divide([1] * len(entries), EVENTS, part, parts.rows_name)
    events = tuple(played_events(divided.of(entries)))
    if not divided.is_first:
        return PersonPage(person, divided, events, len(entries))
    partners, opponents = company(same)
    club = person.club
    return PersonPage(
        person,
        divided,
        events,
        len(entries),
        partners,
        opponents,
        read_person(club, same, found.games),
        _points(found.season, person) if found.season else None,
        _last_year(entries),
    )


def years_of(entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return the years in which the tournaments of entries began, the newest first."""
    days = (entry.event.tournament.starts_on for entry in entries)
    return tuple(sorted({day.year for day in days}, reverse=True))


def _last_year(entries: Sequence[Entry]) -> int:
    finished = [entry for entry in entries if entry.event.state == EventState.FINISHED]
    return next(iter(years_of(finished)), 0)


def find(person: Person, games: Sequence[str]) -> FoundPerson:
    """Return a person as the source of the page; `games` are those of the club's ratings."""
    rows = [person.pk, *Person.objects.filter(same_as=person).values_list("pk", flat=True)]
    season = _latest_season(person) if person.club.uses(ClubFeature.SEASONS) else None
    return FoundPerson(person, tuple(rows), tuple(entries_of(rows)), tuple(games), season)


def entries_of(persons: Sequence[int]) -> QuerySet[Entry]:
    """Return the entries of a person in public events, the latest first.

    A finished event counts if the person, or anybody of the team, played a deal.
    """
    own = EntryMember.objects.filter(person__in=persons, role=EntryMember.Role.PLAYER)
    rows = Entry.objects.filter(
        event__in=public_access.public_events(),
        kind=Entry.Kind.COMPETITOR,
        pk__in=own.values("entry"),
    )
    played = Seat.objects.filter(side__entries=OuterRef("pk"), sitting__deals__done=True)
    there = Q(Exists(played.filter(person__in=persons)))
    there |= Q(Exists(played), event__form=Form.TEAMS)
    rows = rows.filter(~Q(event__state=EventState.FINISHED) | there)
    return rows.select_related("event__tournament").order_by(
        "-event__tournament__starts_on", "-event__starts_at", "-event", "number"
    )


def played_events(entries: Sequence[Entry]) -> Iterable[PersonEvent]:
    """Yield events with the place in the last published standings, once they are finished."""
    names = {
        entry.pk: event_record.entry_name(entry)
        for entry in Entry.objects.filter(pk__in=[entry.pk for entry in entries]).prefetch_related(
            "members__person"
        )
    }
    finished = [entry.event for entry in entries if entry.event.state == EventState.FINISHED]
    standings = _last_standings(finished)
    for entry in entries:
        places = standings.get(entry.event_id, {})
        yield PersonEvent(
            entry.event,
            entry.number,
            names[entry.pk],
            places.get(entry.uid, ""),
            sum(place.isdecimal() for place in places.values()),
        )


def _last_standings(events: Iterable[Event]) -> dict[int, dict[str, str]]:
    """Return the places of all entries in the last published standings, by event."""
    shown = Publication.objects.filter(kind=Publication.Kind.STANDINGS, event__in=list(events))
    last = shown.values("event").annotate(last=Max("pk")).values("last")
    rows = Publication.objects.filter(pk__in=last).values_list("event_id", "shown")
    return {
        event: {str(row["entry"]): str(row["place"] or "") for row in shown}
        for event, shown in rows
    }


def company(
    persons: Sequence[int], events: Collection[int] | None = None
) -> tuple[tuple[Companion, ...], tuple[Companion, ...]]:
    """Return with whom and against whom a person has played most, by tables; in all public events,
    or only in these.
    """
    event = "sitting__segment__match__round__event"
    within = {} if events is None else {f"{event}__in": events}
    at_tables = Seat.objects.filter(
        sitting__seats__person__in=persons,
        sitting__segment__match__round__state__in=Round.PUBLIC,
        **{f"{event}__in": public_access.public_events()},
    ).filter(**within)
    rows = at_tables.values_list("sitting", "side", "person", "person__same_as").distinct()
    seats = list(rows)
    own = {sitting: side for sitting, side, person, _same_as in seats if person in persons}
    beside: Counter[int] = Counter()
    against: Counter[int] = Counter()
    for sitting, side, person, same_as in seats:
        if person not in persons:
            (beside if own[sitting] == side else against)[same_as or person] += 1
    named = Person.objects.in_bulk(
        {key for counted in (beside, against) for key, _ in counted.most_common(2 * COMPANY)}
    )
    return _companions(beside, named), _companions(against, named)


def seats_beside(persons: Sequence[int]) -> QuerySet[Seat]:
    """Return the seats of the others at the tables of a person."""
    return Seat.objects.filter(sitting__seats__person__in=persons).exclude(person__in=persons)


def _companions(counted: Counter[int], named: Mapping[int, Person]) -> tuple[Companion, ...]:
    known = [
        Companion(person.listed_name, person.uid if person.shown else "", tables)
        for key, tables in counted.most_common(2 * COMPANY)
        if (person := named[key]).blanked_at is None
    ]
    known.sort(key=lambda each: (-each.tables, each.name))
    return tuple(known[:COMPANY])


def _latest_season(person: Person) -> Season | None:
    """Return the latest public season in which a person has points."""
    public = Season.objects.filter(club=person.club, is_public=True)
    of_person = public.filter(points__person=person) | public.filter(points__person__same_as=person)
    return of_person.select_related("club").order_by("-pk").first()


def _points(season: Season, person: Person) -> PersonSeasonPoints | None:
    """Return the points of a person in a season."""
    view = seasons.read(season)
    each = view.find(person.uid)
    return PersonSeasonPoints(season, each, len(view.rows)) if each else None
