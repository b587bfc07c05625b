"""The answer of the home page to a name: whose it is, in which event, and where to go there now.

What a name finds is what public pages show of it: no alias, no blanked person, and no stand-in who
has not sat anywhere yet. The search within an event is in `event`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When
from django.utils.translation import gettext

from tournaments.entries.names import key_of
from tournaments.models import (
    Deal,
    Entry,
    EntryMember,
    Event,
    Game,
    Person,
    RankedFrom,
    Round,
    Seat,
    SitOut,
    Sitting,
)
from tournaments.persons import keys
from tournaments.results import event_record
from tournaments.rights import public_access
from tournaments.wording import listed, seat_list
from web.publish.pages import home_standings
from web.publish.pages.progress import PublicRound

MOST_FOUND: Final = 24
"""The most entries that a search shows: three screens of a phone."""
LARGE: Final = 4
"""So many entries in play are shown large."""
MOST_NAMES: Final = 2000
"""The most names of teams that a search reads, the latest first: these have no stored pinyin."""
AT_ONCE: Final = 100
WITH_PEOPLE: Final = "members__person"
ROUND: Final = "sitting__segment__match__round"


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """An entry whose name, or that of one of its players, fits the text, and its state.

    `tables` are those of the round in play, one of them with the `seats` of the players who were
    meant. `place` is that of the last published standings, 0 if there is none.
    """

    event: Event
    number: int
    name: str
    beside: str = ""
    """The team or the partner of those who were meant."""
    round: PublicRound | None = None
    tables: tuple[int, ...] = ()
    seats: tuple[str, ...] = ()
    sits_out: bool = False
    place: int = 0

    @property
    def is_finished(self) -> bool:
        """Whether its event is over."""
        return bool(self.event.state == Event.State.FINISHED)

    @property
    def is_in_play(self) -> bool:
        """Whether a round of its event is in play."""
        return bool(self.round and self.round.is_open and not self.is_finished)

    @property
    def seat(self) -> str:
        """The names of its seats."""
        return seat_list(self.seats)

    @property
    def urgency(self) -> int:
        """Its position: who has to go to a table comes first, and what is over last."""
        return 0 if self.is_in_play else 3 if self.is_finished else 1 if self.round else 2


@dataclass(frozen=True, slots=True)
class FoundEntries:
    """The entries that a text finds, those who have to go to a table first."""

    shown: tuple[FoundEntry, ...] = ()
    are_more: bool = False
    """Whether there are more than are shown."""

    @property
    def large(self) -> tuple[FoundEntry, ...]:
        """Those in a round in play, unless they are many."""
        playing = tuple(found for found in self.shown if found.is_in_play)
        return playing if len(playing) <= LARGE else ()

    @property
    def lines(self) -> tuple[FoundEntry, ...]:
        """All others."""
        return self.shown[len(self.large) :]


NOTHING_FOUND: Final = FoundEntries()


@dataclass(frozen=True, slots=True)
class _SeatNow:
    """A seat in a round in play; one of a team without line-ups has neither person nor label."""

    table: int
    label: str = ""
    person: int | None = None
    is_open: bool = True


def read(wanted: str, states: Mapping[int, PublicRound]) -> FoundEntries:
    """Return the entries of public events that `wanted` finds; `states` are those of the events."""
    meant = _meant(wanted)
    rows = _entries().filter(pk__in=list(meant)).prefetch_related(WITH_PEOPLE)
    entries = list(rows[: MOST_FOUND + 1])
    shown = entries[:MOST_FOUND]
    places = home_standings.places({entry.event for entry in shown})
    playing = {entry.pk: states[entry.event_id] for entry in shown if _is_playing(entry, states)}
    seats, byes = _seats(shown, playing), _byes(playing)
    found = [
        _found(
            entry,
            states.get(entry.event_id),
            meant[entry.pk],
            seats.get(entry.pk, ()),
            entry.pk in byes,
            places.get(entry.event_id, {}).get(entry.uid, 0),
        )
        for entry in shown
    ]
    found.sort(key=lambda entry: entry.urgency)
    return FoundEntries(tuple(found), len(entries) > MOST_FOUND)


def _is_playing(entry: Entry, states: Mapping[int, PublicRound]) -> bool:
    state = states.get(entry.event_id)
    return state is not None and state.is_open and entry.event.state != Event.State.FINISHED


def _found(
    entry: Entry,
    state: PublicRound | None,
    meant: Collection[int],
    seats: Sequence[_SeatNow],
    is_out: bool,
    place: int,
) -> FoundEntry:
    own = [seat for seat in seats if seat.person in meant] or list(seats)
    tables = tuple(sorted({seat.table for seat in own}))
    labels = tuple(seat.label for seat in own if seat.label)
    name, beside = _names(entry, meant)
    return FoundEntry(
        event=entry.event,
        number=entry.number,
        name=name,
        beside=beside,
        round=state,
        tables=tables,
        seats=labels if len(tables) == 1 else (),
        sits_out=is_out,
        place=place if _is_ranked(entry) else 0,
    )


def _names(entry: Entry, meant: Collection[int]) -> tuple[str, str]:
    """Return the name of those who were meant, and the team or the partner beside it."""
    named, others = dict[str, None](), dict[str, None]()
    for row in entry.members.all():
        if row.person_id in meant:
            named[row.person.listed_name] = None
        elif row.role != EntryMember.Role.SUBSTITUTE:
            others[row.person.listed_name] = None
    if not named or not (entry.name or others):
        return event_record.entry_name(entry), ""
    partner = gettext("with %(partner)s") % {"partner": listed(others)}
    return listed(named), entry.name or partner


def _is_ranked(entry: Entry) -> bool:
    """Whether its place is certain: not where it takes so many deals to have one."""
    is_for_all = entry.event.ranked_from in ("", RankedFrom.ALL)
    return is_for_all and not entry.unplaced and entry.state != Entry.State.WITHDRAWN


def _entries() -> QuerySet[Entry]:
    events = public_access.public_events()
    rows = Entry.objects.filter(event__in=events, kind=Entry.Kind.COMPETITOR)
    return rows.select_related("event__tournament__club").order_by(*_latest_first())


def _latest_first(entry: str = "") -> tuple[Any, ...]:
    """Return the order of entries: those of events that are not over first, the latest first."""
    is_over = When(**{f"{entry}event__state": Event.State.FINISHED}, then=1)
    latest = f"-{entry}event__tournament__starts_on"
    return Case(is_over, default=0), latest, f"{entry}event__number", f"{entry}number"


def _meant(wanted: str) -> Mapping[int, Collection[int]]:
    """Return the entries that a text finds, by key, each with its players who are meant by it."""
    meant: dict[int, set[int]] = defaultdict(set)
    if not key_of(wanted):
        return meant
    for entry, person in _members_named(wanted):
        meant[entry].add(person)
        if len(meant) > MOST_FOUND:
            break
    for key in islice(_teams_named(wanted), MOST_FOUND + 1):
        meant.setdefault(key, set())
    return meant


def _members_named(wanted: str) -> Iterator[tuple[int, int]]:
    """Yield the keys of entries, and of their members whose name fits.

    The stored key also has other names and the number of a person, which no public page shows.
    """
    in_public = {f"{ROUND}__state__in": Round.PUBLIC, "side__entries": OuterRef("entry")}
    has_sat = Exists(Seat.objects.filter(person=OuterRef("person"), **in_public))
    is_named = keys.found_by(wanted) | Q(name__icontains=wanted)
    rows = EntryMember.objects.filter(
        ~Q(role=EntryMember.Role.SUBSTITUTE) | has_sat,
        entry__event__in=public_access.public_events(),
        entry__kind=Entry.Kind.COMPETITOR,
        person__in=Person.objects.filter(is_named, blanked_at=None).values("pk"),
    )
    ordered = rows.order_by(*_latest_first("entry__"), "pk")
    names = ordered.values_list("entry", "person", "person__name", "person__mark")
    for entry, person, name, mark in names.iterator(chunk_size=AT_ONCE):
        if _fits(wanted, f"{name}{mark}"):
            yield entry, person


def _teams_named(wanted: str) -> Iterator[int]:
    """Yield the keys of entries with a name of their own that fits."""
    rows = _entries().exclude(name="").values_list("pk", "name")
    return (key for key, name in rows[:MOST_NAMES] if _fits(wanted, name))


def _fits(wanted: str, name: str) -> bool:
    return wanted.casefold() in name.casefold() or keys.is_found_by(wanted, [name])


def _seats(
    entries: Sequence[Entry], playing: Mapping[int, PublicRound]
) -> Mapping[int, Sequence[_SeatNow]]:
    """Return the seats of entries in their rounds in play: of each person one, the first at which
    deals are still to be played.
    """
    persons = {entry.pk: {row.person_id for row in entry.members.all()} for entry in entries}
    open_deals = Deal.objects.filter(sitting=OuterRef("sitting"), done=False)
    open_games = Game.objects.filter(
        match__segments__sittings=OuterRef("sitting"), ended_at__isnull=True
    )
    rows = Seat.objects.filter(
        **{f"{ROUND}__state": Round.State.PUBLISHED}, side__entries__in=list(playing)
    ).annotate(is_open=Exists(open_deals) | Exists(open_games))
    ordered = rows.order_by("sitting__segment__number", "pk").values_list(
        "side__entries", f"{ROUND}__number", "sitting__table__number", "label", "person", "is_open"
    )
    found: dict[int, dict[int | None, _SeatNow]] = {key: {} for key in playing}
    for entry, number, *seat in ordered:
        now = _SeatNow(*seat)
        # With partners for a round a side is two entries.
        if number != playing[entry].number or now.person not in persons[entry]:
            continue
        known = found[entry].get(now.person)
        if known is None or not known.is_open:
            found[entry][now.person] = now
    return _with_waiting({entry: list(seats.values()) for entry, seats in found.items()})


def _with_waiting(seats: dict[int, list[_SeatNow]]) -> Mapping[int, Sequence[_SeatNow]]:
    """Return the same with the tables of teams whose line-ups are not revealed."""
    unseated = [entry for entry, found in seats.items() if not found]
    rows = Sitting.objects.filter(
        segment__match__sides__entries__in=unseated,
        segment__match__round__state=Round.State.PUBLISHED,
        seats__isnull=True,
    )
    for entry, table in rows.values_list("segment__match__sides__entries", "table__number"):
        seats[entry].append(_SeatNow(table))
    return seats


def _byes(playing: Mapping[int, PublicRound]) -> frozenset[int]:
    rows = SitOut.objects.filter(entry__in=list(playing), round__state=Round.State.PUBLISHED)
    byes = rows.values_list("entry", "round__number")
    return frozenset(entry for entry, number in byes if number == playing[entry].number)
