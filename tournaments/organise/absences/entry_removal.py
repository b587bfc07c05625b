"""Removes entries that were never drawn, and restores them.

Until the first draw the numbers have no gaps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, ProtectedError

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.base.separators import join_names
from tournaments.entries import free_places
from tournaments.models import (
    EnteredName,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    Payment,
    WithdrawalRequest,
)
from tournaments.organise.entries import (
    NewEntry,
    event_over_problems,
    is_bound,
    store_entries,
)
from tournaments.organise.stand_ins import RemovedStandIn, restore_stand_ins, stand_ins_of
from tournaments.persons import entered_names
from tournaments.persons.entering import forget_persons
from tournaments.persons.matching import GUEST, TypedName
from tournaments.record.audit import Actor, Change, Verb, change

ASIDE = 20_000
"""What is added to numbers while a row of them moves, and above all numbers."""
WAITING = ASIDE - 1


@dataclass(frozen=True, slots=True)
class RemovedName:
    """What was asked of a player of a removed entry, who came by the public door, and decided.

    `player` is the number of the player within the entry, `person` the uid of the member.
    """

    player: int
    person: str
    state: str
    by: str
    decided_at: str
    """In ISO format; empty while it is open."""


@dataclass(frozen=True, slots=True)
class RemovedRequest:
    """A request of its players to withdraw a removed entry; hours are in ISO format."""

    state: str
    why: str
    reason: str
    asked_at: str
    decided_at: str
    """Empty while it is open."""


@dataclass(frozen=True, slots=True)
class RemovedEntry:
    """A removed entry, with all that is needed to restore it."""

    number: int
    entry: NewEntry
    kind: str
    is_present: bool
    seeding: int | None = None
    is_unconfirmed: bool = False
    """Whether a name of the public door was still to be confirmed."""
    names: tuple[RemovedName, ...] = ()
    requests: tuple[str, ...] = ()
    """The uids of the requests by which it was entered."""
    stand_ins: tuple[RemovedStandIn, ...] = ()
    withdrawn_after: int | None = None
    """The round after which it had withdrawn, 0 before the first; None while it took part."""
    is_excused: bool = False
    withdrawals: tuple[RemovedRequest, ...] = ()
    """What its players asked, and what was decided of it."""

    @property
    def name(self) -> str:
        """Its own name, else those of its members."""
        names = [TypedName.read(text).name for text in self.entry.members]
        return self.entry.name or join_names(names)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON that `read` reads."""
        return asdict(self)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> RemovedEntry:
        """Return the entry that `as_json` stored."""
        stored = data["entry"]
        tuples = {name: tuple(stored.get(name, ())) for name in ("members", "persons")}
        entry = NewEntry(**{**stored, **tuples})
        names = tuple(RemovedName(**name) for name in data.get("names", ()))
        stand_ins = tuple(RemovedStandIn(**row) for row in data.get("stand_ins", ()))
        withdrawals = tuple(RemovedRequest(**row) for row in data.get("withdrawals", ()))
        read = {
            "entry": entry,
            "names": names,
            "stand_ins": stand_ins,
            "withdrawals": withdrawals,
        }
        return cls(**{**data, **read, "requests": tuple(data.get("requests", ()))})


def remove_entry(entry: Entry, actor: Actor) -> RemovedEntry:
    """Remove an entry that was in no draw, and return its data.

    Before the first draw the later numbers move up to close the gap. Raises Refused if any round,
    cancelled or not, has had the entry, if it has paid, or if the event is over.
    """
    event = entry.event
    with change(event.tournament, actor, Verb.REMOVE_ENTRY) as made:
        made.concerns(entry=entry)
        problems = event_over_problems(event)
        if is_bound(entry):
            problems.append(refuse(Reason.ENTRIES_CLOSED))
        elif Payment.objects.filter(entry=entry).exists():
            problems.append(refuse(Reason.ENTRY_HAS_PAYMENTS))
        stored = Entry.objects.filter(pk=entry.pk).first()
        if problems or stored is None:
            raise Refused(*problems or [refuse(Reason.ENTRY_NOT_THERE, number=entry.number)])
        made.note(number=stored.number)
        removed = _removed_entry(stored)
        persons = list(entry.members.values_list("person", flat=True))
        try:
            stored.delete()
        except ProtectedError:
            # A row of the record names it, such as a ruling.
            raise Refused(refuse(Reason.ENTRIES_CLOSED)) from None
        made.ends(entry, *forget_persons(persons))
        if not event.rounds.exists():
            _move_numbers(made, event, range(stored.number + 1, ASIDE), -1)
        made.shows(event)
        free_places.fill(made, event)
    return removed


def restore_entry(event: Event, actor: Actor, removed: RemovedEntry) -> Entry:
    """Restore a removed entry: before the first draw at its number, else at the end.

    It has its substitutes again, one that had withdrawn is still withdrawn, and what its players
    asked the desk is still asked. Raises Refused as adding does: a namesake may have been entered
    meanwhile.
    """
    with change(event.tournament, actor, Verb.RESTORE_ENTRY) as made:
        (entry,) = store_entries(
            made,
            event,
            [removed.entry],
            kind=removed.kind,
            present=removed.is_present,
            allow_banned=True,
        )
        row = Entry.objects.filter(pk=entry.pk)
        row.update(seeding=removed.seeding, **_withdrawal(removed))
        if not event.rounds.exists() and removed.number < entry.number:
            row.update(number=WAITING)
            _move_numbers(made, event, range(removed.number, entry.number), 1)
            row.update(number=removed.number)
        _restore_names(entry, removed)
        restore_stand_ins(made, entry, removed.stand_ins)
        _restore_requests(entry, removed)
        EntryRequest.objects.filter(event=event, entry=None, uid__in=removed.requests).update(
            entry=entry
        )
        entry.refresh_from_db()
        made.note(number=entry.number)
        made.states(entry)
        made.shows(event)
    return entry


def _withdrawal(removed: RemovedEntry) -> dict[str, Any]:
    """Return the columns of an entry that had withdrawn before it was removed."""
    after = removed.withdrawn_after
    if after is None:
        return {}
    return {"state": Entry.State.WITHDRAWN, "to_round": after, "excused": removed.is_excused}


def _restore_names(entry: Entry, removed: RemovedEntry) -> None:
    """Store what was asked of the names of an entry, as far as their members are still there."""
    rows = entry.members.filter(role=EntryMember.Role.PLAYER).select_related("person")
    players = {row.number: row for row in rows}
    if removed.is_unconfirmed and not removed.names:
        # Kept by an earlier version, which did not keep the names.
        entered_names.note(entry.event, players.values())
        return
    members = entry.event.tournament.club.persons.filter(blanked_at=None, guest=False)
    persons = {row.uid: row for row in members.filter(uid__in=[n.person for n in removed.names])}
    EnteredName.objects.bulk_create(
        EnteredName(
            player=players[name.player],
            person=persons[name.person],
            state=name.state,
            by=name.by,
            decided_at=datetime.fromisoformat(name.decided_at) if name.decided_at else None,
        )
        for name in removed.names
        if name.player in players and name.person in persons
    )


def _restore_requests(entry: Entry, removed: RemovedEntry) -> None:
    """Store the requests to withdraw again, as they were decided or are still open."""
    WithdrawalRequest.objects.bulk_create(
        WithdrawalRequest(
            entry=entry,
            state=asked.state,
            why=asked.why,
            reason=asked.reason,
            created_at=datetime.fromisoformat(asked.asked_at),
            decided_at=datetime.fromisoformat(asked.decided_at) if asked.decided_at else None,
        )
        for asked in removed.withdrawals
    )


def _removed_entry(entry: Entry) -> RemovedEntry:
    rows = list(entry.members.select_related("person").order_by("number"))
    persons = {role: [row.person for row in rows if row.role == role] for role in EntryMember.Role}
    players = persons[EntryMember.Role.PLAYER]
    # A guest who was deleted meanwhile is restored as a guest, even if the register has the name.
    names = [
        f"{person.name} #{GUEST}" if person.guest and not person.same_as_id else person.name
        for person in players
    ]
    new = NewEntry(
        tuple(names),
        entry.name,
        entry.club,
        next((captain.name for captain in persons[EntryMember.Role.CAPTAIN]), ""),
        entry.remark,
        tuple(person.uid for person in players),
    )
    is_present = entry.state == Entry.State.CHECKED_IN
    asked = EnteredName.objects.filter(player__entry=entry).select_related("player", "person")
    return RemovedEntry(
        entry.number,
        new,
        entry.kind,
        is_present,
        entry.seeding,
        entered_names.open_rows().filter(player__entry=entry).exists(),
        tuple(map(_removed_name, asked.order_by("pk"))),
        tuple(entry.requests.order_by("pk").values_list("uid", flat=True)),
        stand_ins_of(entry),
        (entry.to_round or 0) if entry.state == Entry.State.WITHDRAWN else None,
        entry.excused,
        tuple(map(_removed_request, entry.withdrawal_requests.order_by("pk"))),
    )


def _removed_request(asked: WithdrawalRequest) -> RemovedRequest:
    decided = asked.decided_at.isoformat() if asked.decided_at else ""
    return RemovedRequest(
        asked.state, asked.why, asked.reason, asked.created_at.isoformat(), decided
    )


def _removed_name(name: EnteredName) -> RemovedName:
    decided = name.decided_at.isoformat() if name.decided_at else ""
    return RemovedName(name.player.number, name.person.uid, name.state, name.by, decided)


def _move_numbers(made: Change, event: Event, numbers: range, by: int) -> None:
    """Shift these numbers by one, in the movement's wishes too."""
    moving = event.entries.filter(number__gte=numbers.start, number__lt=numbers.stop)
    moved = Entry.objects.filter(pk__in=list(moving.values_list("pk", flat=True)))
    # In two steps, because two entries may never share a number.
    moved.update(number=F("number") + ASIDE)
    moved.update(number=F("number") - ASIDE + by)
    made.states(*moved.select_related("event").order_by("number"))
    # The movement may have been chosen anew since the event was fetched.
    movement = Event.objects.values_list("movement", flat=True).get(pk=event.pk)
    if stay := movement.get("stay"):
        gone = str(numbers.start - 1) if by < 0 else ""
        kept = [int(number) for number in stay if number != gone]
        event.movement = movement | {"stay": [str(n + by if n in numbers else n) for n in kept]}
        Event.objects.filter(pk=event.pk).update(movement=event.movement)
