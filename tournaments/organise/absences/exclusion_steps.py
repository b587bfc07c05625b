"""The steps of decisions on entries as they are stored: which are in force, and what they change.

A decision is proposed, approved, refused or taken back in `exclusions`; nothing is written here.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import (
    Entry,
    Event,
    Exclusion,
    ExclusionKind,
    ExclusionState,
    User,
)
from tournaments.organise.entries import (
    WITHOUT_DECISION,
    event_over_problems,
)
from tournaments.results import event_record
from tournaments.results.event_record import Effect
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.regulations import regulations_of


@dataclass(frozen=True, slots=True)
class ExclusionTerms:
    """The terms of an exclusion: the last round, and the consequences for results and prizes.

    With `excused` an entry that withdrew for an accepted reason stays ranked.
    """

    kind: ExclusionKind
    after_round: int
    reason: str
    results_cancelled: bool = False
    without_prizes: bool = True
    excused: bool = False
    article: str = ""


def latest(entry: Entry) -> Exclusion | None:
    """Return the newest step of a decision on an entry."""
    rows = Exclusion.objects.select_related("official", "proposer")
    return rows.filter(entry=entry).order_by("-number").first()


def proposal(entry: Entry) -> Exclusion | None:
    """Return the proposed decision on an entry that awaits approval."""
    newest = latest(entry)
    return newest if newest and newest.state == ExclusionState.PROPOSED else None


def open_proposals(events: QuerySet[Event]) -> QuerySet[Exclusion]:
    """Return the proposals in events that await approval, the oldest first."""
    later = Exclusion.objects.filter(entry=OuterRef("entry"), number__gt=OuterRef("number"))
    rows = Exclusion.objects.filter(entry__event__in=events, state=ExclusionState.PROPOSED)
    return rows.filter(~Exists(later)).select_related("entry__event").order_by("pk")


def needs_two(event: Event, kind: str) -> bool:
    """Whether a decision needs two accounts: a disqualification in an official competition."""
    return kind == ExclusionKind.DISQUALIFICATION and regulations_of(event).is_official


def may_take_back(entry: Entry, official: User) -> bool:
    """Whether an account may take back the decision in force on an entry."""
    in_force = decisions_in_force(entry)
    if not in_force or in_force[-1].origin_uid or event_over_problems(entry.event):
        return False
    return not (in_force[-1].needs_two and in_force[-1].proposer_id == official.pk)


def is_by_ruling(entry: Entry) -> bool:
    """Whether a ruling made the decision in force on an entry, and so also takes it back."""
    in_force = decisions_in_force(entry)
    return bool(in_force and in_force[-1].origin_uid)


def left_by_decision(entry: Entry) -> bool:
    """Whether a decision is in force on an entry, whatever was proposed or refused after it."""
    return bool(decisions_in_force(entry))


def decisions_in_force(entry: Entry) -> list[Exclusion]:
    """Return the approved decisions on an entry that were not taken back, the newest last."""
    return not_taken_back(entry.exclusions.select_related("proposer").order_by("number"))


def not_taken_back(steps: Iterable[Exclusion]) -> list[Exclusion]:
    """Return the approved decisions among all steps on one entry that were not taken back."""
    rows: list[Exclusion] = []
    for row in steps:
        if row.state == ExclusionState.APPROVED:
            rows.append(row)
        elif row.state == ExclusionState.TAKEN_BACK and rows:
            rows.pop()
    return rows


def terms_of(row: Exclusion) -> ExclusionTerms:
    """Return the terms of a stored decision."""
    return ExclusionTerms(
        ExclusionKind(row.kind),
        row.after_round,
        row.reason,
        row.results_cancelled,
        row.without_prizes,
        row.excused,
        row.article,
    )


def preview(snapshot: EventSnapshot, entry: Entry, terms: ExclusionTerms) -> tuple[Effect, ...]:
    """Return how a decision would change the standings. Writes nothing."""
    return event_record.compare_standings(snapshot, assumed(snapshot, entry, terms))


def assumed(snapshot: EventSnapshot, entry: Entry, terms: ExclusionTerms) -> EventSnapshot:
    """Return the event as it would be after a decision."""
    had_left = snapshot.entry_by_key[entry.pk].state == Entry.State.WITHDRAWN
    return with_columns(snapshot, entry.pk, columns_of(terms, had_left=had_left))


def columns_without(entry: Entry, origins: Collection[str]) -> Mapping[str, object]:
    """Return the columns of an entry that change once a ruling's decision on it is taken back.

    `origins` are the versions of the ruling. None change if another decision followed.
    """
    in_force = decisions_in_force(entry)
    if not in_force or in_force[-1].origin_uid not in origins:
        return {}
    return columns_before(in_force)


def with_columns(
    snapshot: EventSnapshot, entry: int, columns: Mapping[str, object]
) -> EventSnapshot:
    """Return the event as it would be with other columns of an entry, by its key."""
    changed = copy.copy(snapshot.entry_by_key[entry])
    for column, value in columns.items():
        setattr(changed, column, value)
    entries = tuple(changed if row.pk == entry else row for row in snapshot.entries)
    return replace(snapshot, entries=entries)


def columns_of(terms: ExclusionTerms, *, had_left: bool) -> dict[str, object]:
    """Return the columns of an entry that a decision sets.

    Of an entry that had withdrawn before, a disqualification leaves the last round and whether the
    reason was accepted, so that both hold again once the decision is taken back.
    """
    columns: dict[str, object] = {
        "disqualified": terms.kind == ExclusionKind.DISQUALIFICATION,
        "results_cancelled": terms.results_cancelled,
        "without_prizes": terms.without_prizes,
    }
    if terms.kind == ExclusionKind.WITHDRAWAL:
        columns["excused"] = terms.excused
    if not had_left:
        columns |= {"state": Entry.State.WITHDRAWN, "to_round": terms.after_round}
    return columns


def columns_decided(in_force: Sequence[Exclusion]) -> Mapping[str, object]:
    """Return the columns of an entry that follow from the decisions in force alone."""
    if not in_force:
        return WITHOUT_DECISION
    decided = columns_of(terms_of(in_force[-1]), had_left=True)
    decided.pop("excused", None)
    return {"state": Entry.State.WITHDRAWN, **decided}


def columns_before(in_force: Sequence[Exclusion]) -> Mapping[str, object]:
    """Return the columns of an entry as they were before the newest decision in force."""
    *before, row = in_force
    if not row.had_left:
        again = {"state": Entry.State.ENTERED, "to_round": None, "excused": False}
        return {**again, **WITHOUT_DECISION}
    if not before:
        return WITHOUT_DECISION
    return columns_of(terms_of(before[-1]), had_left=before[-1].had_left)
