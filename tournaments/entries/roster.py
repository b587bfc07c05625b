"""The roster of an event: its entries with their members and stand-ins, for the desk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils import timezone

from tournaments.base.separators import IN_FILES
from tournaments.entries.presence import present_by_play
from tournaments.models import Entry, EntryMember, Event
from tournaments.results import event_record
from tournaments.results.reading import with_members
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MemberRow, members_of


@dataclass(frozen=True, slots=True)
class RosterMember:
    """A player of an entry: number in the entry, and name."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Substitute:
    """A substitute: the replaced player, the rounds, and whether the points count."""

    uid: str
    name: str
    plays_for: str
    from_round: int | None
    to_round: int | None
    points_count: bool


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry with everything that the desk shows of it."""

    uid: str
    number: int
    name: str
    own_name: str
    state: str
    is_house: bool
    from_round: int | None
    to_round: int | None
    members: tuple[RosterMember, ...]
    stand_ins: tuple[Substitute, ...]
    club: str = ""
    seeding: int | None = None
    captain: str = ""
    """Who leads the team, a player or not."""
    excused: bool = False
    """Whether it withdrew for a reason that was accepted."""
    disqualified: bool = False
    remark: str = ""
    """What the desk notes of it."""
    has_played: bool = False
    """Whether a result of these hours says that it is here."""

    @property
    def name_in_files(self) -> str:
        """Its name as other programs read it."""
        return self.own_name or IN_FILES.join(member.name for member in self.members)

    @property
    def is_withdrawn(self) -> bool:
        """Whether the entry no longer takes part."""
        return self.state == Entry.State.WITHDRAWN

    @property
    def is_present(self) -> bool:
        """Whether the entry was checked in, or is present by a result."""
        return self.state == Entry.State.CHECKED_IN or self.has_played


def roster(event: Event) -> list[Entrant]:
    """Return the entries of an event by their numbers."""
    return [entrant(entry) for entry in with_members(event.entries.order_by("number"))]


def roster_in(snapshot: EventSnapshot) -> list[Entrant]:
    """Return the entries by number, with those whose results show that they are present."""
    played = present_by_play(snapshot, timezone.now())
    return [
        replace(_entrant(entry, snapshot.members_of(entry)), has_played=entry.number in played)
        for entry in snapshot.entries
    ]


def withdrawn(snapshot: EventSnapshot) -> list[Entrant]:
    """Return the withdrawn entries, the earliest withdrawals first."""
    gone_home = [entry for entry in snapshot.entries if entry.state == Entry.State.WITHDRAWN]
    gone_home.sort(key=lambda entry: (entry.to_round or 0, entry.number))
    return [_entrant(entry, snapshot.members_of(entry)) for entry in gone_home]


def entrant(entry: Entry) -> Entrant:
    """Return one entry as the desk shows it."""
    return _entrant(entry, members_of(entry))


def _entrant(entry: Entry, rows: Iterable[MemberRow]) -> Entrant:
    members = sorted(rows, key=lambda row: (row.number, row.from_round or 0, row.key))
    players = [member for member in members if member.role == EntryMember.Role.PLAYER]
    names = {player.number: player.name for player in players}
    return Entrant(
        uid=entry.uid,
        number=entry.number,
        name=event_record.entry_name(entry, members),
        own_name=entry.name,
        state=entry.state,
        is_house=entry.kind == Entry.Kind.HOUSE,
        from_round=entry.from_round,
        to_round=entry.to_round,
        members=tuple(RosterMember(player.number, player.name) for player in players),
        stand_ins=tuple(_stand_ins(entry, members, names)),
        club=entry.club,
        seeding=entry.seeding,
        captain=captain_of(members),
        excused=entry.excused and not entry.disqualified,
        disqualified=entry.disqualified,
        remark=entry.remark,
    )


def captain_of(members: Iterable[MemberRow]) -> str:
    """Return the name of the captain among the members of a team; empty without one."""
    role = EntryMember.Role.CAPTAIN
    return next((member.name for member in members if member.role == role), "")


def _stand_ins(
    entry: Entry, members: Iterable[MemberRow], names: Mapping[int, str]
) -> Iterator[Substitute]:
    """Yield the stand-ins of an entry; its withdrawal ends them or keeps them from beginning."""
    is_gone = entry.state == Entry.State.WITHDRAWN
    end = (entry.to_round or 0) if is_gone else None
    for member in members:
        first, last = member.from_round, member.to_round
        if member.role != EntryMember.Role.SUBSTITUTE or (end is not None and (first or 1) > end):
            continue
        yield Substitute(
            uid=member.uid,
            name=member.name,
            plays_for=names.get(member.number, ""),
            from_round=first,
            to_round=last if end is None else min(last or end, end),
            points_count=member.points_count,
        )
