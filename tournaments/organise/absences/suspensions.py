"""Suspensions (停赛) as rows of the record: stored, taken back, and waived for one round.

The affected rounds are computed in `results.suspensions`; who is seated all the same is in
`suspended_seats`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import (
    Entry,
    EntryMember,
    Person,
    Suspension,
    SuspensionWaiver,
    User,
)
from tournaments.record.audit import Actor, Change, Verb
from tournaments.record.counter_rows import counter_row, require_reason
from tournaments.record.ledger import Origin
from tournaments.record.once import once

ENTRY: Final = "entry"
"""The part of a suspended entry in the log; further ones of the same change are numbered."""


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

    Repeating it changes nothing, and is not logged. Raises Refused without a reason, for a round
    outside the suspension, and if the suspension was taken back.
    """
    event = suspension.entry.event

    def store(made: Change) -> SuspensionWaiver:
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

    before = suspension.waivers.filter(round_number=number)
    actor = Actor.from_user(official)
    return once(lambda: before.all().first(), event.tournament, actor, Verb.WAIVE_SUSPENSION, store)


def _log(made: Change, row: Suspension) -> Suspension:
    """Log a suspension, of which one change may have several; none hides another."""
    made.made(row)
    if row.entry.uid not in made.about.values():
        others = sum(part.startswith(ENTRY) for part in made.about)
        made.concerns(**{f"{ENTRY}_{others + 1}" if others else ENTRY: row.entry})
    rounds = [row.first_round, row.last_round]
    made.note_each("suspended", {ENTRY: row.entry.uid, "rounds": rounds})
    # Every tablet shows it, even if the ruling itself concerns a single table.
    made.moves_all()
    made.shows(row.entry.event)
    return row
