"""The values of a snapshot of an event: entries, awards, suspensions, matches, deals, results.

Entries, awards and suspensions are read here; stages and adjustments in `reading`, all other rows
in `event_rows`. Making and taking
back awards belongs to `organise.absences.awards`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Prefetch

from tournaments.models import (
    Award,
    AwardKind,
    BoardSource,
    DealNumber,
    Entry,
    EntryMember,
    Event,
    Result,
    Round,
    RuleSet,
    Suspension,
    SuspensionWaiver,
)
from tournaments.system.compiled_queries import KeysQuery

_OF_ENTRY: Final = tuple(field.attname for field in Entry._meta.concrete_fields)
_OF_MEMBER: Final = (
    "pk",
    "uid",
    "person_id",
    "person__uid",
    "person__name",
    "number",
    "role",
    "from_round",
    "to_round",
    "points_count",
    "person__mark",
)
_ENTRIES: Final = KeysQuery(
    lambda events: (
        Entry.objects.filter(event__in=events)
        .order_by("number", "pk", "members__pk")
        .values_list(*_OF_ENTRY, *(f"members__{name}" for name in _OF_MEMBER))
    )
)
_NAME, _MARK = _OF_MEMBER.index("person__name"), _OF_MEMBER.index("person__mark")


class MemberRow(NamedTuple):
    """A person in an entry, with a role and the first and last round in it."""

    key: int
    uid: str
    person: int
    person_uid: str
    name: str
    number: int
    role: str
    from_round: int | None
    to_round: int | None
    points_count: bool


Members = Mapping[int, Sequence[MemberRow]]
"""The members of entries, by the keys of these."""


def entries_by_event(events: Sequence[int]) -> tuple[dict[int, list[Entry]], Members]:
    """Return the entries of events by number, and their members, by one query."""
    entries: dict[int, list[Entry]] = defaultdict(list)
    members: dict[int, list[MemberRow]] = defaultdict(list)
    last = None
    for row in _ENTRIES.all(events):
        values, member = row[: len(_OF_ENTRY)], row[len(_OF_ENTRY) :]
        if last is None or last.pk != values[0]:
            last = Entry.from_db(DEFAULT_DB_ALIAS, _OF_ENTRY, values)
            entries[last.event_id].append(last)
        if member[0] is not None:
            named = member[_NAME] + member[_MARK]
            columns = (*member[:_NAME], named, *member[_NAME + 1 : _MARK])
            members[last.pk].append(MemberRow._make(columns))
    return entries, members


def members_of(entry: Entry) -> list[MemberRow]:
    """Return the members of an entry fetched with them."""
    return [member_row(member) for member in entry.members.all()]


def member_row(member: EntryMember) -> MemberRow:
    """Return the value of a member whose person was fetched with it."""
    return MemberRow(
        member.pk,
        member.uid,
        member.person_id,
        member.person.uid,
        member.person.listed_name,
        member.number,
        member.role,
        member.from_round,
        member.to_round,
        member.points_count,
    )


WITHOUT_PLAY: Final = frozenset(
    {AwardKind.WALKOVER, AwardKind.BOTH_ABSENT, AwardKind.SPOILT, AwardKind.FORFEITED}
)
"""The kinds of awards of a match that was not played."""
CHANGING_AWARDS = WITHOUT_PLAY | {AwardKind.MISMATCHED}
"""The kinds of awards that say what a match counts."""
_LAST_AWARDS: Final = KeysQuery(
    lambda events: Award.objects.filter(
        match__round__event__in=events, retired_by=None
    ).select_related("winner")
)


def live_awards(matches: Iterable[int]) -> Mapping[int, Award]:
    """Return the award in force of each of these matches that has one."""
    rows = Award.objects.filter(match__in=list(matches), retired_by=None)
    return awards_in_force({award.match_id: award for award in rows.select_related("winner")})


def awards_of_events(events: Sequence[int]) -> Mapping[int, Award]:
    """Return the award in force of each match of events, given by key, that has one."""
    return awards_in_force(last_awards(events))


def last_awards(events: Sequence[int]) -> Mapping[int, Award]:
    """Return the last award of each match of events, even if it only took another back."""
    return {award.match_id: award for award in _LAST_AWARDS.all(events)}


def awards_in_force(last: Mapping[int, Award]) -> Mapping[int, Award]:
    """Leave out counter-entries: an award of that kind retires another and gives nothing."""
    return {match: award for match, award in last.items() if award.kind != AwardKind.WITHDRAWN}


NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class SuspensionRow:
    """A suspension of a person of an entry, or of the whole entry, from one round to another.

    `persons` are the keys of the person, duplicates included; none for the whole entry. In the
    `waived` rounds the chief referee seats the person by a waiver. `ruling` is the year and the
    number of the ruling; `origin` its version.
    """

    key: int
    uid: str
    entry: int
    persons: frozenset[int]
    first: int
    last: int
    ruling: tuple[int, int]
    origin: str
    waived: frozenset[int] = NOBODY

    def is_in(self, number: int) -> bool:
        """Whether it applies in a round."""
        return self.first <= number <= self.last and number not in self.waived


def live_suspensions(events: Collection[int]) -> dict[int, list[SuspensionRow]]:
    """Return the suspensions that were not taken back, by the key of their event."""
    if not events:
        return {}
    waivers = Prefetch("waivers", SuspensionWaiver.objects.order_by("pk"))
    stand = Suspension.objects.filter(entry__event__in=events, reverses=None, reversed_by=None)
    rows = stand.prefetch_related(waivers).select_related("entry", "person")
    found: dict[int, list[SuspensionRow]] = defaultdict(list)
    for row in rows.order_by("pk"):
        found[row.entry.event_id].append(suspension_row(row))
    return found


def suspension_row(row: Suspension) -> SuspensionRow:
    """Return a stored suspension as a value."""
    person = row.person
    persons = {person.pk, person.same_as_id or person.pk} if person else NOBODY
    return SuspensionRow(
        row.pk,
        row.uid,
        row.entry_id,
        frozenset(persons),
        row.first_round,
        row.last_round,
        (row.ruling_year, row.ruling_number),
        row.origin_uid,
        frozenset(each.round_number for each in row.waivers.all()) if row.pk else NOBODY,
    )


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side of a match with its entries; most sides are one entry."""

    key: int
    uid: str
    number: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match with its sides, the home side first."""

    key: int
    uid: str
    round: Round
    number: int
    code: str
    group: int | None
    home_right: int
    sides: tuple[SideRow, ...]

    @property
    def is_public(self) -> bool:
        """Whether its round is published or closed."""
        return self.round.state in Round.PUBLIC


class SeatRow(NamedTuple):
    """The person at a seat of a sitting, by key, and the side, by uid."""

    uid: str
    label: str
    person: int
    side: str


class ResultRow(NamedTuple):
    """The live result of a deal: its scores by seat.

    `settlement` is read only if deals depend on one another, `facts` only for averages.
    """

    kind: str
    ruleset: RuleSet
    scores: Mapping[str, int]
    settlement: Mapping[str, Any]
    facts: Mapping[str, Any] | None
    origin_label: str


class DealRow(NamedTuple):
    """A deal in its sitting, with its live result. `sides` are set if a preview moves it."""

    key: int
    uid: str
    sitting: int
    game: int | None
    board: int | None
    board_no: int
    play_order: int
    done: bool
    is_opened: bool
    result: ResultRow | None
    sides: Mapping[str, str] | None = None

    def number_in(self, event: Event) -> DealNumber:
        """Return the number of the deal."""
        of_board = self.board is not None
        of_segment = of_board and event.segments > 1
        return DealNumber(self.board_no, self.play_order, of_board, of_segment)

    def is_sealed_in(self, event: Event) -> bool:
        """Whether only the existence of its result is shown in its event."""
        over_boards = event.boards != BoardSource.TABLE and self.board is not None
        return over_boards and not self.is_opened

    def sides_among(self, seated: Mapping[str, str]) -> Mapping[str, str]:
        """Return the side at every seat: that of its sitting, or as moved by a preview."""
        return seated if self.sides is None else self.sides


@dataclass(frozen=True, slots=True)
class SittingRow:
    """A table for one segment of a match, with its seats by label and its deals in order."""

    key: int
    match: int
    segment: int
    segment_number: int
    room: str
    table: int
    table_uid: str
    code: str
    seats: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]

    @property
    def sides(self) -> dict[str, str]:
        """The uid of the side at every seat."""
        return {seat.label: seat.side for seat in self.seats}


class LineUpRow(NamedTuple):
    """A line-up of a side, by number, and the time at which it was handed in."""

    side: int
    version: int
    submitted_at: datetime | None


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """A segment of a match of teams: its deadline, whether anybody sits in it, its line-ups."""

    key: int
    match: int
    uid: str
    number: int
    line_ups_due: datetime | None
    is_seated: bool
    line_ups: tuple[LineUpRow, ...]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game (局) of a match."""

    key: int
    match: int
    number: int


def result_row(result: Result) -> ResultRow:
    """Return the snapshot value of a result that is not stored, or not read with its event."""
    return ResultRow(
        kind=result.kind,
        ruleset=result.ruleset,
        scores=result.settlement.get("scores", {}),
        settlement=result.settlement,
        facts=result.facts,
        origin_label=result.origin_label,
    )


class StoredSeat(NamedTuple):
    """A seat of a sitting: the person, by key and name, and the side, by key."""

    uid: str
    label: str
    person: int
    side: int
    name: str


class StoredSitting(NamedTuple):
    """A sitting with columns of its segment and its table, and with its seats."""

    key: int
    match: int
    segment: int
    segment_number: int
    room: str
    table: int
    table_uid: str
    code: str
    segment_uid: str
    line_ups_due: datetime | None
    is_seated: bool
    seats: list[StoredSeat]
