"""Suspensions (停赛) as rows of the record: stored, taken back, and waived for one round.

The affected rounds are computed in `results.suspensions`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.db.models import Q

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import (
    Entry,
    EntryMember,
    Person,
    Round,
    Suspension,
    SuspensionWaiver,
    User,
)
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.counter_rows import counter_row, require_reason
from tournaments.record.ledger import Origin
from tournaments.results import snapshot_rows, suspensions
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot


@dataclass(frozen=True, slots=True)
class SuspensionTerms:
    """The terms of a suspension: first and last round, number of the ruling, and reason."""

    first: int
    last: int
    ruling: tuple[int, int]
    reason: str


def suspend_within(
    made: Change, entry: Entry, person: Person | None, terms: SuspensionTerms, origin: Origin
) -> Suspension:
    """Suspend a person of an entry, or the entry, within a change, without checking the rounds.

    A single player is suspended as a person, so that a house player can take the seat.
    """
    require_reason(terms.reason)
    if person is None:
        players = list(entry.members.filter(role=EntryMember.Role.PLAYER).select_related("person"))
        person = players[0].person if len(players) == 1 else None
    row = Suspension.objects.create(
        entry=entry,
        person=person,
        first_round=terms.first,
        last_round=terms.last,
        ruling_year=terms.ruling[0],
        ruling_number=terms.ruling[1],
        reason=terms.reason,
        **origin.columns,
    )
    return _log(made, row)


def take_back_within(made: Change, origin: Origin, reason: str) -> None:
    """Take back a ruling's suspensions; repeating it changes nothing."""
    rows = Suspension.objects.filter(reverses=None, reversed_by=None, **origin.columns)
    same = ("entry", "person", "first_round", "last_round", "ruling_year", "ruling_number")
    for row in rows.select_related("entry__event", "person").order_by("pk"):
        _log(made, counter_row(row, same, reason, origin.columns))


def waive(suspension: Suspension, official: User, number: int, reason: str) -> SuspensionWaiver:
    """Seat a suspended person in one round by a waiver.

    Repeating it changes nothing. Raises Refused without a reason, for a round outside the
    suspension, and if the suspension was taken back.
    """
    event = suspension.entry.event
    with change(event.tournament, Actor.from_user(official), Verb.WAIVE_SUSPENSION) as made:
        before = suspension.waivers.filter(round_number=number).first()
        if before is not None:
            made.note(again=True)
            return before
        problems = [] if tidy(reason) else [refuse(Reason.REASON_MISSING, field="reason")]
        is_over = Suspension.objects.filter(reverses=suspension).exists()
        if is_over or not suspension.first_round <= number <= suspension.last_round:
            problems.append(refuse(Reason.NOT_SUSPENDED, number=number))
        if problems:
            raise Refused(*problems)
        row = SuspensionWaiver.objects.create(
            suspension=suspension, round_number=number, reason=tidy(reason), official=official
        )
        made.made(row)
        made.concerns(entry=suspension.entry, event=event)
        made.note(round=number)
        made.shows(event)
        return row


def draft_problems(snapshot: EventSnapshot, draft: Round) -> list[Problem]:
    """Return why a draft cannot be published: it seats entries suspended since it was drawn."""
    names = ", ".join(names_of(snapshot, seated(snapshot, draft.number)))
    return [refuse(Reason.SUSPENDED_IN_DRAFT, names=names)] if names else []


def lifted_since(draft: Round) -> list[snapshot_rows.SuspensionRow]:
    """Return the suspensions taken back, or waived for its round, since a draft was drawn."""
    since = Q(reversed_by__created_at__gte=draft.created_at)
    since |= Q(waivers__round_number=draft.number, waivers__created_at__gte=draft.created_at)
    rows = Suspension.objects.filter(since, entry__event=draft.event_id, reverses=None).distinct()
    return [replace(snapshot_rows.suspension_row(row), waived=frozenset()) for row in rows]


def left_out_of(
    snapshot: EventSnapshot, draft: Round, lifted: Collection[snapshot_rows.SuspensionRow]
) -> list[Problem]:
    """Return the entries that a draft leaves out for suspensions lifted since."""
    number = draft.number
    then = replace(snapshot, suspensions=(*snapshot.suspensions, *lifted))
    excluded, drawn = suspensions.left_out(snapshot, number), _drawn(snapshot, draft)
    left_out = suspensions.left_out(then, number) if lifted else {}
    back = (row for key, row in left_out.items() if key not in excluded and key not in drawn)
    names = ", ".join(names_of(snapshot, sorted(back, key=lambda row: row.entry.number)))
    return [refuse(Reason.DRAFT_LEAVES_OUT, names=names)] if names else []


def _drawn(snapshot: EventSnapshot, round_: Round) -> set[int]:
    """Return the keys of the entries that a round seats or gives a bye."""
    matches = snapshot.matches_of(round_)
    seated_ones = {entry.pk for match in matches for side in match.sides for entry in side.entries}
    return seated_ones | {entry for key, entry in snapshot.sat_out if key == round_.pk}


def seated(snapshot: EventSnapshot, number: int) -> tuple[suspensions.LeftOut, ...]:
    """Return the entries that are drawn in a round although they are suspended, by number."""
    excluded = suspensions.left_out(snapshot, number)
    drawn = {
        entry.pk
        for match in snapshot.matches
        if excluded and match.round.number == number
        for side in match.sides
        for entry in side.entries
    }
    rows = (row for key, row in excluded.items() if key in drawn)
    return tuple(sorted(rows, key=lambda row: row.entry.number))


def unanswered(snapshot: EventSnapshot, round_: Round) -> list[str]:
    """Return the names of suspended persons seated in a published round whose match is not awarded.

    The chief referee decides about those at tables that have not begun.
    """
    if round_.state != Round.State.PUBLISHED or not snapshot.suspensions:
        return []
    awarded = {
        entry.pk
        for match in snapshot.matches_of(round_)
        if match.key in snapshot.awards
        for side in match.sides
        for entry in side.entries
    }
    rows = seated(snapshot, round_.number)
    return names_of(snapshot, (row for row in rows if row.entry.pk not in awarded))


def names_of(snapshot: EventSnapshot, rows: Iterable[suspensions.LeftOut]) -> list[str]:
    """Return the names of the suspended persons; of a whole entry its own name."""
    return [row.name or entry_name(row.entry, snapshot.members_of(row.entry)) for row in rows]


def _log(made: Change, row: Suspension) -> Suspension:
    made.made(row)
    made.concerns(entry=row.entry)
    made.note(rounds=[row.first_round, row.last_round])
    # Every tablet shows it, even if the ruling itself concerns a single table.
    made.moves_all()
    made.shows(row.entry.event)
    return row
