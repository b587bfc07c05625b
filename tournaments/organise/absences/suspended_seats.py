"""Suspended persons whom a round seats all the same, and whom a draft leaves out for nothing.

Suspensions are stored and taken back in `suspensions`; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from django.db.models import Q

from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import Round, Suspension
from tournaments.results import snapshot_rows, suspensions
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot


def draft_problems(snapshot: EventSnapshot, draft: Round) -> list[Problem]:
    """Return why a draft cannot be published: it seats entries suspended since it was drawn."""
    names = tuple(names_of(snapshot, seated(snapshot, draft.number)))
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
    names = tuple(names_of(snapshot, sorted(back, key=lambda row: row.entry.number)))
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
