"""Entries and their members: added and withdrawn; readmitted in `absences.exclusions`.

Substitutes are in `stand_ins`; names, remarks, clubs and seeding in `seeding`; removal in
`entry_removal`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.db.models import Max
from django.utils import timezone

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries import free_places
from tournaments.entries.names import as_stored, key_of, tidy
from tournaments.models import (
    Adjustment,
    Entry,
    EntryMember,
    Event,
    PenaltyWarning,
    Person,
    Round,
    WithdrawalRequest,
    WithdrawalState,
    new_salt,
)
from tournaments.organise.drawing import board_places
from tournaments.organise.presence import note_who_has_played
from tournaments.organise.teams import captains_of, team_problems
from tournaments.persons import bans, entering, namesakes
from tournaments.persons.entering import EnteredPersons
from tournaments.persons.namesakes import Named, Taken
from tournaments.record import log_queries
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.once import UNKEYED, Sent
from tournaments.structure import stages
from tournaments.structure.regulations import regulations_of

MOST_ENTRIES = 2000
NAME_LENGTH = 120
LEAST_OF_TEAM = 4
MOST_OF_TEAM = 6
CLUB_LENGTH = 60
WITHOUT_DECISION = dict.fromkeys(("disqualified", "results_cancelled", "without_prizes"), False)
REMARK_LENGTH = 60


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be added: the names of its members, its own name, club, captain and remark.

    The captain leads a team, as a player or not; by default the first player does. A remark is for
    the desk. `persons` are the uids of members who were chosen and need no name, in their order.
    """

    members: tuple[str, ...]
    name: str = ""
    club: str = ""
    captain: str = ""
    remark: str = ""
    persons: tuple[str, ...] = ()

    @property
    def tidied(self) -> NewEntry:
        """The same with tidy names."""
        return NewEntry(
            tuple(as_stored(name) for name in self.members),
            as_stored(self.name),
            tidy(self.club)[:CLUB_LENGTH],
            as_stored(self.captain),
            tidy(self.remark)[:REMARK_LENGTH],
            self.persons,
        )


def add_entries(
    event: Event,
    actor: Actor,
    members: Sequence[Sequence[str]],
    *,
    names: Sequence[str] = (),
    kind: str = Entry.Kind.COMPETITOR,
    clubs: Sequence[str] = (),
    captains: Sequence[str] = (),
) -> list[Entry]:
    """Enter competitors by lists of their members' names and of further data."""
    rows = zip_longest(members, names, clubs, captains, fillvalue="")
    new = [NewEntry(tuple(row[0]), *row[1:]) for row in rows]
    return enter(event, actor, new, kind=kind)


def enter(
    event: Event,
    actor: Actor,
    new: Sequence[NewEntry],
    *,
    kind: str = Entry.Kind.COMPETITOR,
    present: bool = False,
    allow_banned: bool = False,
    sent: Sent = UNKEYED,
) -> list[Entry]:
    """Enter competitors in this order, checked in if `present`.

    Entries added after a round was published take part from the next one on. Raises Refused with
    every name that is missing or occurs twice, for an event that is over, and for persons banned by
    the club unless an official allows them.
    """
    entered: list[Entry] = []

    def add(made: Change) -> Entry:
        entered.extend(
            store_entries(made, event, new, kind=kind, present=present, allow_banned=allow_banned)
        )
        made.note(present=present, **({"banned": True} if allow_banned else {}))
        made.shows(event)
        return entered[0]

    first = sent.once(Entry, event.tournament, actor, Verb.ADD_ENTRY, add)
    # Sent again, the form tells of those of its own that are still there.
    return entered or list(
        event.entries.filter(uid__in=log_queries.made_with(first)).order_by("pk")
    )


def add_house_player(event: Event, actor: Actor, *names: str) -> Entry:
    """Enter a house player, who fills a table and is never ranked."""
    return add_entries(event, actor, [names], kind=Entry.Kind.HOUSE)[0]


def withdraw_entry(
    entry: Entry,
    actor: Actor,
    *,
    after_round: int | None = None,
    excused: bool = False,
    reason: str = "",
) -> None:
    """Withdraw an entry after a round: its results stay, and it is no longer drawn.

    It is ranked only if `excused`, which needs a reason. Raises Refused for an entry already
    withdrawn or in a draft, for a round not between its last one and the event's, for a missing
    reason, and for an event that is over.
    """
    with change(entry.event.tournament, actor, Verb.WITHDRAW_ENTRY) as made:
        store_withdrawal(made, entry, after_round=after_round, excused=excused, reason=reason)


def store_withdrawal(
    made: Change,
    entry: Entry,
    *,
    after_round: int | None = None,
    excused: bool = False,
    reason: str = "",
    by_exclusion: bool = False,
) -> None:
    """Withdraw an entry within a change; a waiting entry takes its place.

    An open request of its players to withdraw is granted with it. Raises Refused, also in an
    official competition that has begun unless the withdrawal was decided `by_exclusion`.
    """
    event = entry.event
    read_again(entry)
    if not by_exclusion and leaves_by_exclusion(event):
        raise Refused(refuse(Reason.EXCLUSION_WANTED))
    last = last_begun(event)
    after = last if after_round is None else after_round
    problems = [*event_over_problems(event), *_withdrawal_problems(entry, after, last)]
    reason = tidy(reason)
    if excused and not reason:
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if problems:
        raise Refused(*problems)
    _update_entry(entry, state=Entry.State.WITHDRAWN, to_round=after, excused=excused)
    made.concerns(entry=entry)
    made.note(number=entry.number, after_round=after, excused=excused, reason=reason)
    made.shows(event)
    _grant_requests(made, entry)
    free_places.fill(made, event)


def _grant_requests(made: Change, entry: Entry) -> None:
    """Close the open request of an entry that has withdrawn: nobody need decide it any more."""
    asked = WithdrawalRequest.objects.filter(entry=entry, state=WithdrawalState.OPEN)
    for request in asked:
        made.concerns(request=request)
    asked.update(state=WithdrawalState.GRANTED, decided_at=timezone.now())


def read_again(entry: Entry) -> None:
    """Read in a change what may have changed since the entry was fetched, such as its number.

    Raises Refused for an entry that was removed meanwhile.
    """
    try:
        entry.refresh_from_db(fields=["number", "name", "state"])
    except Entry.DoesNotExist:
        raise Refused(refuse(Reason.ENTRY_NOT_THERE, number=entry.number)) from None


def members_of(form: str) -> int:
    """Return the number of persons in an entry of this form; of a team the minimum."""
    return {Event.Form.PAIRS: 2, Event.Form.TEAMS: LEAST_OF_TEAM}.get(Event.Form(form), 1)


def sizes_of(form: str) -> range:
    """Return the possible numbers of persons in an entry of this form."""
    least = members_of(form)
    return range(least, (MOST_OF_TEAM if form == Event.Form.TEAMS else least) + 1)


def leaves_by_exclusion(event: Event) -> bool:
    """Whether withdrawals from an event need a proposal by the chief referee."""
    return regulations_of(event).is_official and last_begun(event) > 0


def last_begun(event: Event) -> int:
    """Return the number of the last round that was published, 0 before the first."""
    return event.rounds.filter(state__in=Round.PUBLIC).aggregate(last=Max("number"))["last"] or 0


def event_over_problems(event: Event) -> list[Problem]:
    """Return a problem if an event is over, which fixes its entries."""
    ended = (Event.State.FINISHED, Event.State.CANCELLED)
    is_over = Event.objects.filter(pk=event.pk, state__in=ended).exists()
    return [refuse(Reason.EVENT_NOT_RUNNING)] if is_over else []


def drafts_with(entry: Entry) -> list[int]:
    """Return the numbers of the drafts that seat an entry or give it a bye."""
    drafts = entry.event.rounds.filter(state=Round.State.DRAFT)
    seated = drafts.filter(matches__sides__entries=entry).values_list("number", flat=True)
    out = drafts.filter(sit_outs__entry=entry).values_list("number", flat=True)
    return sorted({*seated, *out})


def is_bound(entry: Entry) -> bool:
    """Whether an entry is in a draw or in the record, so that it can only be withdrawn."""
    return (
        entry.sides.exists()
        or entry.sit_outs.exists()
        or Adjustment.objects.filter(entry=entry).exists()
        or PenaltyWarning.objects.filter(entry=entry).exists()
    )


def store_entries(
    made: Change,
    event: Event,
    new: Sequence[NewEntry],
    *,
    kind: str,
    present: bool,
    allow_banned: bool = False,
) -> list[Entry]:
    """Store new entries within a change. Raises Refused with every reason against them."""
    tidied = [entry.tidied for entry in new]
    typed = [entry.members for entry in tidied]
    leads = captains_of(event, typed, [entry.captain for entry in tidied])
    who = entering.read(event, typed, leads, [entry.persons for entry in tidied])
    problems = [
        *event_over_problems(event),
        *who.problems,
        *_entry_problems(event, who, [entry.name for entry in tidied]),
        *board_places.full_problems(event, len(tidied)),
        *(() if allow_banned else bans.ban_problems(event.tournament, who.known.values())),
    ]
    # The members of a later stage are those that qualified.
    if (stage := stages.current(event)).number > 1:
        problems.append(refuse(Reason.ENTRIES_GONE_ON, number=stage.number))
    if problems:
        raise Refused(*problems)
    if present:
        note_who_has_played(event)
    state = Entry.State.CHECKED_IN if present else Entry.State.ENTERED
    entries = _store_rows(event, tidied, kind, state)
    persons = _store_members(entries, who)
    namesakes.tell_apart(event)
    made.made(*entries)
    made.states(*entries, *persons)
    return entries


def _withdrawal_problems(entry: Entry, after: int, last: int) -> list[Problem]:
    if Entry.objects.filter(pk=entry.pk, state=Entry.State.WITHDRAWN).exists():
        return [refuse(Reason.ENTRY_NOT_THERE, number=entry.number)]
    problems = [refuse(Reason.ENTRY_IN_DRAFT, number=number) for number in drafts_with(entry)]
    played = entry.sides.filter(match__round__state__in=Round.PUBLIC)
    first = played.aggregate(last=Max("match__round__number"))["last"] or 0
    if not first <= after <= last:
        problems.append(refuse(Reason.WITHDRAWAL_ROUND, field="after_round", low=first, high=last))
    return problems


def _entry_problems(event: Event, who: EnteredPersons, own: Sequence[str]) -> list[Problem]:
    members, captains = who.members, who.captains
    problems = []
    if event.entries.count() + len(members) > MOST_ENTRIES:
        problems.append(refuse(Reason.ENTRIES_TOO_MANY, field="names", most=MOST_ENTRIES))
    sizes, taken = sizes_of(event.form), defaultdict(set, who.taken)
    for line, (names, name) in enumerate(zip(members, own, strict=True), 1):
        if len(names) not in sizes:
            size = f"{sizes[0]}–{sizes[-1]}" if len(sizes) > 1 else sizes[0]
            problems.append(
                refuse(Reason.ENTRY_SIZE, field="names", line=line, size=size, found=len(names))
            )
        if len(name) > NAME_LENGTH:
            problems += _list_name_problems(Named(name), line, taken)
        aside = [captain for captain in captains[line - 1 : line] if captain not in names]
        for one in [*names, *aside]:
            problems += _list_name_problems(one, line, taken)
            taken[key_of(one.name)].add(one.number)
    return problems + (team_problems(event, own, len(members)) if captains else [])


def _list_name_problems(one: Named, line: int, taken: Taken) -> list[Problem]:
    name = one.name
    if not name:
        return [refuse(Reason.ENTRY_NAME_MISSING, field="names", line=line)]
    if len(name) > NAME_LENGTH:
        return [refuse(Reason.ENTRY_NAME_TOO_LONG, field="names", line=line, most=NAME_LENGTH)]
    if one.is_taken(taken):
        return [refuse(Reason.ENTRY_NAME_TWICE, field="names", line=line, name=name)]
    return []


def _store_rows(event: Event, new: Sequence[NewEntry], kind: str, state: str) -> list[Entry]:
    number = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    begun = last_begun(event)
    return Entry.objects.bulk_create(
        Entry(
            event=event,
            number=number + place,
            name=entry.name,
            name_salt=new_salt(),
            kind=kind,
            state=state,
            club=entry.club,
            remark=entry.remark,
            from_round=begun + 1 if begun else None,
        )
        for place, entry in enumerate(new)
    )


def _store_members(entries: Sequence[Entry], who: EnteredPersons) -> list[Person]:
    """Store the members of new entries, including new guests, and return them all."""
    club = entries[0].event.tournament.club
    named = dict.fromkeys([*(one for line in who.members for one in line), *who.captains])
    persons = entering.persons_of(club, named, who.known)
    rows = [
        EntryMember(entry=entry, person=persons[one], number=order)
        for entry, line in zip(entries, who.members, strict=True)
        for order, one in enumerate(line, 1)
    ]
    rows += [
        EntryMember(entry=entry, person=persons[one], number=0, role=EntryMember.Role.CAPTAIN)
        for entry, one in zip(entries, who.captains, strict=False)
    ]
    EntryMember.objects.bulk_create(rows)
    return [persons[one] for one in named]


def _update_entry(entry: Entry, **columns: object) -> None:
    Entry.objects.filter(pk=entry.pk).update(**columns)
    for column, value in columns.items():
        setattr(entry, column, value)
