"""Withdrawals and disqualifications by decision: proposed, approved or refused; and taken back,
as withdrawals without a decision are too.

In an official competition the chief referee proposes and the organiser approves; a disqualification
needs two accounts. In a club event one person does both. The consequences for results and prizes
are stored with the entry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from django.db.models import Max

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
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
from tournaments.organise.absences import exclusion_steps
from tournaments.organise.absences.exclusion_steps import ExclusionTerms
from tournaments.organise.drawing import board_places
from tournaments.organise.entries import (
    WITHOUT_DECISION,
    event_over_problems,
    last_begun,
    read_again,
    store_withdrawal,
)
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.rights import access, ruling_offices
from tournaments.structure.regulations import regulations_of


def propose_exclusion(
    entry: Entry, official: User, terms: ExclusionTerms, *, seen: int | None = None
) -> Exclusion:
    """Propose an exclusion; the entry takes part until it is approved.

    `seen` is the number of the newest step that the official was shown, 0 for none. Raises Refused
    if there is another by now, without a reason, for a round that cannot be its last, for an entry
    that has left, while another decision is pending, and for a disqualification proposed by a mere
    organiser of an official competition.
    """
    actor, event = Actor.from_user(official), entry.event
    with change(event.tournament, actor, Verb.PROPOSE_EXCLUSION) as made:
        _check_seen(entry, seen)
        if exclusion_steps.needs_two(event, terms.kind):
            ruling_offices.check_office(official, event, access.CHIEFS)
        return propose_within(made, entry, official, terms)


def propose_within(made: Change, entry: Entry, official: User, terms: ExclusionTerms) -> Exclusion:
    """Propose as a part of a larger change. Raises Refused as `propose_exclusion` does."""
    require_possible(entry, terms)
    return _store_step(made, entry, official, official, ExclusionState.PROPOSED, terms)


def approve_exclusion(entry: Entry, official: User, *, seen: int | None = None) -> Exclusion:
    """Approve the proposal: from now on the entry has left on these terms.

    Raises Refused without a proposal, if another step than the one `seen` is the newest by now, and
    for the proposer's account if two are required.
    """
    event = entry.event
    with change(event.tournament, Actor.from_user(official), Verb.APPROVE_EXCLUSION) as made:
        waiting = exclusion_steps.proposal(entry)
        _check_seen(entry, seen)
        if waiting is None:
            raise Refused(refuse(Reason.EXCLUSION_MISSING))
        return exclude_within(
            made, entry, waiting.proposer, official, exclusion_steps.terms_of(waiting)
        )


def decide_exclusion(
    entry: Entry, official: User, terms: ExclusionTerms, *, seen: int | None = None
) -> Exclusion:
    """Propose an exclusion and, in a club event, approve it at once: one person does both there.

    Raises Refused as `propose_exclusion` does.
    """
    if regulations_of(entry.event).is_official:
        return propose_exclusion(entry, official, terms, seen=seen)
    actor = Actor.from_user(official)
    with change(entry.event.tournament, actor, Verb.APPROVE_EXCLUSION) as made:
        _check_seen(entry, seen)
        propose_within(made, entry, official, terms)
        return exclude_within(made, entry, official, official, terms)


def exclude_within(
    made: Change,
    entry: Entry,
    proposer: User,
    official: User,
    terms: ExclusionTerms,
    *,
    origin: str = "",
) -> Exclusion:
    """Exclude an entry on terms that one account proposed and another approved, within a change.

    `origin` is the ruling that decides it. Raises Refused if two accounts are required and both are
    the same.
    """
    if exclusion_steps.needs_two(entry.event, terms.kind) and proposer.pk == official.pk:
        raise Refused(refuse(Reason.EXCLUSION_BY_SAME))
    entry = Entry.objects.select_related("event__tournament").get(pk=entry.pk)
    had_left = entry.state == Entry.State.WITHDRAWN
    row = _store_step(
        made,
        entry,
        proposer,
        official,
        ExclusionState.APPROVED,
        terms,
        had_left=had_left,
        origin_uid=origin,
    )
    if not had_left and not event_over_problems(entry.event):
        store_withdrawal(
            made,
            entry,
            after_round=terms.after_round,
            excused=terms.excused,
            reason=terms.reason,
            by_exclusion=True,
        )
    # Once an event is over nobody is drawn: only its results and prizes change.
    _set_columns(made, entry, exclusion_steps.columns_of(terms, had_left=had_left))
    return row


def take_back_within(
    made: Change, entry: Entry, official: User, reason: str, *, origin: str
) -> Exclusion | None:
    """Take back a ruling's decision on an entry: the decision before it is in force again.

    None if another decision followed, or the ruling decided nothing.
    """
    in_force = exclusion_steps.decisions_in_force(entry)
    if not in_force or in_force[-1].origin_uid != origin:
        return None
    return _take_back(made, entry, official, reason, in_force, origin)


def take_back_exclusion(
    entry: Entry, official: User, reason: str, *, seen: int | None = None
) -> Exclusion:
    """Take back the decision in force on an entry, which is drawn again from the next round on.

    Raises Refused without a reason, if another step than the one `seen` is the newest by now, if no
    decision is in force or a ruling made it, if the event is over, and for the proposer of a
    decision by two accounts.
    """
    event, actor = entry.event, Actor.from_user(official)
    with change(event.tournament, actor, Verb.TAKE_BACK_EXCLUSION) as made:
        _check_seen(entry, seen)
        in_force = exclusion_steps.decisions_in_force(entry)
        problems = list(event_over_problems(event))
        if not tidy(reason):
            problems.append(refuse(Reason.REASON_MISSING, field="reason"))
        if not in_force:
            problems.append(refuse(Reason.EXCLUSION_MISSING))
        elif in_force[-1].origin_uid:
            problems.append(refuse(Reason.EXCLUSION_BY_RULING))
        elif in_force[-1].needs_two and in_force[-1].proposer_id == official.pk:
            problems.append(refuse(Reason.EXCLUSION_BY_SAME))
        if problems:
            raise Refused(*problems)
        return _take_back(made, entry, official, tidy(reason), in_force, "")


def _take_back(
    made: Change,
    entry: Entry,
    official: User,
    reason: str,
    in_force: Sequence[Exclusion],
    origin: str,
) -> Exclusion:
    """Take back the newest decision in force, and put the one before in force again."""
    row = in_force[-1]
    terms, state = replace(exclusion_steps.terms_of(row), reason=reason), ExclusionState.TAKEN_BACK
    stored = _store_step(made, entry, row.proposer, official, state, terms, origin_uid=origin)
    if not row.had_left and (problems := board_places.taken_number_problems(entry)):
        raise Refused(*problems)
    _set_columns(made, entry, exclusion_steps.columns_before(in_force))
    return stored


def readmit_entry(entry: Entry, actor: Actor) -> None:
    """Take back a withdrawal: the entry is drawn again from the next round on.

    Raises Refused for an entry not withdrawn, for one that left by a decision, for one whose place
    in a movement over boards another has taken, and for an event that is over.
    """
    event = entry.event
    with change(event.tournament, actor, Verb.READMIT_ENTRY) as made:
        read_again(entry)
        problems = [*event_over_problems(event), *board_places.taken_number_problems(entry)]
        if exclusion_steps.left_by_decision(entry):
            problems.append(refuse(Reason.EXCLUSION_STANDS))
        if problems:
            raise Refused(*problems)
        withdrawn = Entry.objects.filter(pk=entry.pk, state=Entry.State.WITHDRAWN)
        again = {"state": Entry.State.ENTERED, "to_round": None, "excused": False}
        if not withdrawn.update(**again, **WITHOUT_DECISION):
            raise Refused(refuse(Reason.ENTRY_NOT_WITHDRAWN, number=entry.number))
        made.concerns(entry=entry)
        made.note(number=entry.number)
        made.shows(event)


def _set_columns(made: Change, entry: Entry, columns: Mapping[str, object]) -> None:
    Entry.objects.filter(pk=entry.pk).update(**columns)
    made.shows(entry.event)


def refuse_exclusion(
    entry: Entry, official: User, reason: str, *, seen: int | None = None
) -> Exclusion:
    """Refuse or withdraw a proposal; the entry plays on.

    Raises Refused without a reason, without a proposal, and if another step than the one `seen` is
    the newest by now.
    """
    actor = Actor.from_user(official)
    with change(entry.event.tournament, actor, Verb.REFUSE_EXCLUSION) as made:
        waiting = exclusion_steps.proposal(entry)
        _check_seen(entry, seen)
        problems = [] if waiting else [refuse(Reason.EXCLUSION_MISSING)]
        if not tidy(reason):
            problems.append(refuse(Reason.REASON_MISSING, field="reason"))
        if waiting is None or problems:
            raise Refused(*problems)
        terms = replace(exclusion_steps.terms_of(waiting), reason=tidy(reason))
        return _store_step(made, entry, waiting.proposer, official, ExclusionState.REFUSED, terms)


def _check_seen(entry: Entry, seen: int | None) -> None:
    """Refuse a step after another than the one that the official was shown; None saw no page."""
    newest = exclusion_steps.latest(entry)
    if seen is not None and seen != (newest.number if newest else 0):
        raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))


def require_possible(entry: Entry, terms: ExclusionTerms) -> None:
    """Raise Refused for a decision that cannot be proposed; asked before its effect is shown."""
    problems: list[Problem] = []
    event = Event.objects.get(pk=entry.event_id)
    if event.state == Event.State.CANCELLED:
        problems.append(refuse(Reason.EVENT_NOT_RUNNING))
    if not tidy(terms.reason):
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    has_left = Entry.objects.filter(pk=entry.pk, state=Entry.State.WITHDRAWN).exists()
    if has_left and terms.kind == ExclusionKind.WITHDRAWAL:
        problems.append(refuse(Reason.ENTRY_NOT_THERE, number=entry.number))
    if exclusion_steps.proposal(entry):
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
    **columns: object,
) -> Exclusion:
    newest = exclusion_steps.latest(entry)
    row = Exclusion.objects.create(
        entry=entry,
        number=newest.number + 1 if newest else 1,
        state=state,
        needs_two=exclusion_steps.needs_two(entry.event, terms.kind),
        proposer=proposer,
        official=official,
        **{**asdict(terms), "reason": tidy(terms.reason), **columns},
    )
    made.made(row)
    made.concerns(entry=entry)
    made.note(number=entry.number, state=str(state), kind=str(terms.kind))
    return row
