"""Repeats an evening: a new tournament with the rules, officials and entries of a finished one.

Choices are copied, not results and draws. Everything else that is copied is in
`evenings.taken_over`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from clubs.evenings import taken_over
from clubs.evenings.numbered_titles import next_event_name
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import tidy
from tournaments.formats import compatibility
from tournaments.models import (
    Club,
    Entry,
    EntryMember,
    Event,
    EventState,
    RuleSet,
    SitOutCredit,
    Tournament,
)
from tournaments.organise.entries import NewEntry, store_entries
from tournaments.organise.events import checked_ruleset, store_event
from tournaments.organise.plans import EventPlan
from tournaments.organise.stored_plans import plan_of
from tournaments.persons import entered_names
from tournaments.persons.keys import sort_key
from tournaments.persons.same import canonical
from tournaments.record.audit import Actor, Change, Verb
from tournaments.record.once import UNKEYED, Sent
from tournaments.results.event_record import entry_name
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

ROLES: Final = (EntryMember.Role.PLAYER, EntryMember.Role.CAPTAIN)


@dataclass(frozen=True, slots=True)
class Evening:
    """The next evening: its name and day, and for each event the entries that play again.

    `allow_banned` admits persons banned by the club on that day.
    """

    name: str
    starts_on: date
    entries: Mapping[Event, Collection[Entry]]
    allow_banned: bool = False


@dataclass(frozen=True, slots=True)
class _Repeated:
    """An event to repeat, read before the change is opened."""

    earlier: Event
    plan: EventPlan
    ruleset: RuleSet
    entries: tuple[Entry, ...]


def may_be_repeated(tournament: Tournament) -> list[Event]:
    """Return the events of a tournament that can be repeated: all, once none is going on."""
    kept = tournament.events.exclude(state=EventState.CANCELLED).select_related("ruleset")
    events = list(kept.order_by("number"))
    is_over = all(event.state == EventState.FINISHED for event in events)
    return events if is_over else []


def entries_of(event: Event) -> list[tuple[Entry, str]]:
    """Return the competitors of an event with their names, sorted by pinyin.

    Entries with a blanked person are left out.
    """
    blanked = EntryMember.objects.filter(person__blanked_at__isnull=False).values("entry")
    rows = event.entries.filter(kind=Entry.Kind.COMPETITOR).exclude(pk__in=blanked)
    rows = rows.prefetch_related("members__person__same_as")
    named = [(entry, entry_name(entry)) for entry in rows]
    return sorted(named, key=lambda pair: (sort_key(pair[1]), pair[1]))


def repeat_evening(
    earlier: Tournament, actor: Actor, evening: Evening, sent: Sent = UNKEYED
) -> Tournament:
    """Create the next evening: a tournament of the same club, place, officials, rules and entries.

    Registration terms, fees, prizes, regulations and seasons are copied, and all times move with
    the day. Raises Refused without a name, for banned persons, and if rules of earlier versions are
    no longer consistent.
    """
    name = tidy(evening.name)
    if not name:
        raise Refused(refuse(Reason.NAME_MISSING, field="name"))
    repeated = [_repeated(event, chosen) for event, chosen in evening.entries.items()]
    tournament = _next_tournament(earlier, name, evening.starts_on)

    def begin(made: Change) -> Tournament:
        held_offices.check(made, tournament.club, DIRECTORS)
        made.made(tournament)
        interval = taken_over.Interval.between(earlier, evening.starts_on)
        allowed = evening.allow_banned
        events = {
            again.earlier.pk: _make(made, again, interval, allow_banned=allowed)
            for again in repeated
        }
        taken_over.take_over_officials(made, earlier, events)
        taken_over.take_over_catalogue(earlier, tournament)
        made.note(earlier=earlier.uid, entries=sum(len(event.entries) for event in repeated))
        if evening.allow_banned:
            made.note(banned=True)
        return tournament

    stored = sent.once(Tournament, tournament, actor, Verb.REPEAT_EVENING, begin)
    made_events = stored.events.select_related("tournament").order_by("number")
    # Sent again, the evening may have got more events, behind those that it began with.
    taken_over.take_over_seasons(actor, dict(zip(evening.entries, made_events, strict=False)))
    return stored


def _next_tournament(earlier: Tournament, name: str, starts_on: date) -> Tournament:
    """Return a new tournament of the same club, place and time zone, which is not stored yet."""
    return Tournament(
        club=Club.objects.get(pk=earlier.club_id),
        name=name,
        place=earlier.place,
        starts_on=starts_on,
        time_zone=earlier.time_zone,
        state=Tournament.State.RUNNING,
    )


def beside_member(event: Event, entries: Sequence[Entry]) -> set[str]:
    """Return the uids of entries of a guest who is known to differ from the member of that name.

    If that member plays too, both cannot be entered again under one name, and the guest is left
    out.
    """
    guests = entered_names.set_apart(event)
    rows = [row for entry in entries for row in entry.members.all()]
    taken = {row.person.sort_key for row in rows if row.pk not in guests}
    alone = [row for row in rows if row.pk in guests and row.person.sort_key in taken]
    found = {row.entry_id for row in alone}
    return {entry.uid for entry in entries if entry.pk in found}


def _repeated(event: Event, chosen: Collection[Entry]) -> _Repeated:
    plan = with_present_credits(replace(plan_of(event), name=next_event_name(event.name)))
    entries = tuple(sorted(chosen, key=lambda entry: entry.number))
    return _Repeated(event, plan, checked_ruleset(plan), entries)


def with_present_credits(plan: EventPlan) -> EventPlan:
    """Return a plan without the average of a single round, which new events do not offer."""
    if plan.sit_out_credit == SitOutCredit.AVERAGE:
        plan = replace(plan, sit_out_credit=SitOutCredit.OWN_OR_MEAN)
    if plan.late_credit == SitOutCredit.AVERAGE:
        usual = compatibility.usual_late_credit(plan.ranking, plan.draw_method)
        plan = replace(plan, late_credit=usual)
    return plan


def _make(
    made: Change, repeated: _Repeated, interval: taken_over.Interval, *, allow_banned: bool
) -> Event:
    event = store_event(made, repeated.plan, repeated.ruleset)
    taken_over.take_over_event(made, repeated.earlier, event, interval)
    if repeated.entries:
        of_teams = event.form == Event.Form.TEAMS
        new = [entry_again(entry, of_teams=of_teams) for entry in repeated.entries]
        kind = Entry.Kind.COMPETITOR
        store_entries(made, event, new, kind=kind, present=False, allow_banned=allow_banned)
        made.shows(event)
    return event


def entry_again(entry: Entry, *, of_teams: bool) -> NewEntry:
    """Return an entry to be entered again with the same persons, under their current names.

    Temporary substitutes are left out; a team keeps its captain, playing or not.
    """
    rows = sorted(entry.members.all(), key=lambda row: (row.number, row.pk))
    persons = {role: [canonical(row.person) for row in rows if row.role == role] for role in ROLES}
    players, captains = persons[EntryMember.Role.PLAYER], persons[EntryMember.Role.CAPTAIN]
    captain = (captains or players)[0].name if of_teams else ""
    return NewEntry(
        tuple(person.name for person in players),
        entry.name,
        entry.club,
        captain,
        persons=tuple(person.uid for person in players),
    )
