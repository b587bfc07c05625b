"""Withdrawals and disqualifications by decision: proposed, looked at, approved or not.

In an official competition the chief referee proposes and the organiser approves; a disqualification
needs two accounts. In a club event one person does both. What the decision says of the results and
prizes stands with the entry.
"""

from __future__ import annotations

import copy
from dataclasses import asdict, dataclass, replace

from django.db.models import Max

from scoring.problems import Problem
from tournaments.entries.names import tidy
from tournaments.models import (
    Entry,
    Event,
    Exclusion,
    ExclusionKind,
    ExclusionState,
    Round,
    User,
)
from tournaments.organise.entries import last_begun, store_withdrawal
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.refusals import Reason, Refused, refuse
from tournaments.results import effects
from tournaments.results.effects import Effect
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.regulations import regulations_of


@dataclass(frozen=True, slots=True)
class ExclusionTerms:
    """How an entry leaves: after which round, and what becomes of its results and prizes.

    `excused` ranks who withdrew for a reason that was accepted.
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
    """Return the decision on an entry that waits for approval."""
    newest = latest(entry)
    return newest if newest and newest.state == ExclusionState.PROPOSED else None


def needs_two(event: Event, kind: str) -> bool:
    """Whether a decision needs two accounts: a disqualification in an official competition."""
    return kind == ExclusionKind.DISQUALIFICATION and regulations_of(event).is_official


def preview(snapshot: EventSnapshot, entry: Entry, terms: ExclusionTerms) -> tuple[Effect, ...]:
    """Return how a decision would change the standings. Writes nothing."""
    left = copy.copy(snapshot.entry_by_key[entry.pk])
    for column, value in _columns(terms).items():
        setattr(left, column, value)
    changed = tuple(left if row.pk == entry.pk else row for row in snapshot.entries)
    return effects.compare(snapshot, replace(snapshot, entries=changed))


def propose_exclusion(entry: Entry, official: User, terms: ExclusionTerms) -> Exclusion:
    """Propose that an entry leaves; it takes part until that is approved.

    Raises Refused without a reason, for a round that cannot be its last, for an entry that has left
    and while another decision waits.
    """
    actor, event = Actor.from_user(official), entry.event
    with change(event.tournament, actor, Verb.PROPOSE_EXCLUSION) as made:
        _check_proposal(entry, terms)
        return _store_step(made, entry, official, official, ExclusionState.PROPOSED, terms)


def approve_exclusion(entry: Entry, official: User) -> Exclusion:
    """Approve what was proposed: from then on the entry has left on these terms.

    Raises Refused where nothing waits, and where two accounts are wanted and it is the proposer's.
    """
    event = entry.event
    with change(event.tournament, Actor.from_user(official), Verb.APPROVE_EXCLUSION) as made:
        waiting = proposal(entry)
        if waiting is None:
            raise Refused(refuse(Reason.EXCLUSION_MISSING))
        if waiting.needs_two and waiting.proposer_id == official.pk:
            raise Refused(refuse(Reason.EXCLUSION_BY_SAME))
        terms = terms_of(waiting)
        row = _store_step(made, entry, waiting.proposer, official, ExclusionState.APPROVED, terms)
        entry = Entry.objects.select_related("event__tournament").get(pk=entry.pk)
        if entry.state != Entry.State.WITHDRAWN:
            store_withdrawal(
                made,
                entry,
                after_round=terms.after_round,
                excused=terms.excused,
                reason=terms.reason,
            )
        kept = {name: value for name, value in _columns(terms).items() if name in OWN_COLUMNS}
        Entry.objects.filter(pk=entry.pk).update(**kept)
        made.shows(event)
    return row


def refuse_exclusion(entry: Entry, official: User, reason: str) -> Exclusion:
    """Do not approve what was proposed, or take the proposal back; the entry plays on."""
    actor = Actor.from_user(official)
    with change(entry.event.tournament, actor, Verb.REFUSE_EXCLUSION) as made:
        waiting = proposal(entry)
        problems = [] if waiting else [refuse(Reason.EXCLUSION_MISSING)]
        if not tidy(reason):
            problems.append(refuse(Reason.REASON_MISSING, field="reason"))
        if waiting is None or problems:
            raise Refused(*problems)
        terms = replace(terms_of(waiting), reason=tidy(reason))
        return _store_step(made, entry, waiting.proposer, official, ExclusionState.REFUSED, terms)


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


OWN_COLUMNS = ("excused", "disqualified", "results_cancelled", "without_prizes")
"""The columns of an entry that such a decision sets, also where it had withdrawn before."""


def _columns(terms: ExclusionTerms) -> dict[str, object]:
    """Return the columns of an entry after a decision."""
    return {
        "state": Entry.State.WITHDRAWN,
        "to_round": terms.after_round,
        "excused": terms.excused,
        "disqualified": terms.kind == ExclusionKind.DISQUALIFICATION,
        "results_cancelled": terms.results_cancelled,
        "without_prizes": terms.without_prizes,
    }


def _check_proposal(entry: Entry, terms: ExclusionTerms) -> None:
    problems: list[Problem] = []
    event = Event.objects.get(pk=entry.event_id)
    if event.state == Event.State.CANCELLED:
        problems.append(refuse(Reason.EVENT_NOT_RUNNING))
    if not tidy(terms.reason):
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    has_left = Entry.objects.filter(pk=entry.pk, state=Entry.State.WITHDRAWN).exists()
    if has_left and terms.kind == ExclusionKind.WITHDRAWAL:
        problems.append(refuse(Reason.ENTRY_NOT_THERE, number=entry.number))
    if proposal(entry):
        problems.append(refuse(Reason.EXCLUSION_OPEN))
    last = last_begun(event)
    played = entry.sides.filter(match__round__state__in=Round.PUBLIC)
    first = 0 if has_left else played.aggregate(last=Max("match__round__number"))["last"] or 0
    if not first <= terms.after_round <= last:
        values = {"low": first, "high": last}
        problems.append(refuse(Reason.WITHDRAWAL_ROUND, field="after_round", **values))
    if problems:
        raise Refused(*problems)


def _store_step(
    made: Change,
    entry: Entry,
    proposer: User,
    official: User,
    state: ExclusionState,
    terms: ExclusionTerms,
) -> Exclusion:
    newest = latest(entry)
    row = Exclusion.objects.create(
        entry=entry,
        number=newest.number + 1 if newest else 1,
        state=state,
        needs_two=needs_two(entry.event, terms.kind),
        proposer=proposer,
        official=official,
        **{**asdict(terms), "reason": tidy(terms.reason)},
    )
    made.made(row)
    made.concerns(entry=entry)
    made.note(number=entry.number, state=str(state), kind=str(terms.kind))
    return row
