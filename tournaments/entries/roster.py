"""The roster of an event: its entries with their members and stand-ins, as the desk shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Entry, EntryMember, Event
from tournaments.results import event_record
from tournaments.results.entry_rows import MemberRow, members_of
from tournaments.results.reading import with_members
from tournaments.results.snapshot import EventSnapshot


@dataclass(frozen=True, slots=True)
class Member:
    """A player of an entry: number in the entry, and name."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class StandIn:
    """A substitute: for whom, in which rounds, and whether the points count."""

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
    members: tuple[Member, ...]
    stand_ins: tuple[StandIn, ...]
    club: str = ""
    seeding: int | None = None
    captain: str = ""
    """Who leads the team, a player or not."""
    excused: bool = False
    """Whether it withdrew for a reason that was accepted."""
    remark: str = ""
    """What the desk notes of it."""

    @property
    def is_withdrawn(self) -> bool:
        """Whether the entry takes part no longer."""
        return self.state == Entry.State.WITHDRAWN

    @property
    def is_present(self) -> bool:
        """Whether the entry was checked in."""
        return self.state == Entry.State.CHECKED_IN


def roster(event: Event, known: EventSnapshot | None = None) -> list[Entrant]:
    """Return the entries of an event by their numbers; `known` is the event where it was read."""
    if known:
        return [_entrant(entry, known.members_of(entry)) for entry in known.entries]
    return [entrant(entry) for entry in with_members(event.entries.order_by("number"))]


def withdrawn(snapshot: EventSnapshot) -> list[Entrant]:
    """Return the entries that have withdrawn, the earliest withdrawals first."""
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
        members=tuple(Member(player.number, player.name) for player in players),
        stand_ins=tuple(
            _stand_in(member, names.get(member.number, ""))
            for member in members
            if member.role == EntryMember.Role.SUBSTITUTE
        ),
        club=entry.club,
        seeding=entry.seeding,
        captain=captain_of(members),
        excused=entry.excused,
        remark=entry.remark,
    )


def captain_of(members: Iterable[MemberRow]) -> str:
    """Return the name of the captain among the members of a team; empty without one."""
    role = EntryMember.Role.CAPTAIN
    return next((member.name for member in members if member.role == role), "")


def _stand_in(member: MemberRow, plays_for: str) -> StandIn:
    return StandIn(
        uid=member.uid,
        name=member.name,
        plays_for=plays_for,
        from_round=member.from_round,
        to_round=member.to_round,
        points_count=member.points_count,
    )
