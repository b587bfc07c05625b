"""Substitutes for members of entries, in rounds that are not drawn yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import Entry, EntryMember, Event, Person, Round
from tournaments.organise.entries import (
    event_over_problems,
    last_begun,
)
from tournaments.persons import bans, entering, namesakes
from tournaments.persons.entering import forget_persons
from tournaments.persons.locking import lock_persons
from tournaments.persons.namesakes import Named
from tournaments.persons.renaming import name_problems
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.once import UNKEYED, Sent
from tournaments.results import snapshot_rows
from tournaments.structure.regulations import regulations_of


@dataclass(frozen=True, slots=True)
class StandInTerms:
    """The terms of a substitution: substitute, member and rounds; without `to_round` to the end."""

    name: str
    from_round: int
    to_round: int | None = None
    points_count: bool = True
    member: int = 1
    allow_banned: bool = False


def stand_in(
    entry: Entry,
    actor: Actor,
    name: str,
    from_round: int,
    to_round: int | None = None,
    points_count: bool = True,
    *,
    member: int = 1,
) -> EntryMember:
    """Enter a substitute for a member of an entry, as `name_stand_in` does."""
    asked = StandInTerms(name, from_round, to_round, points_count, member)
    return name_stand_in(entry, actor, asked)


def name_stand_in(
    entry: Entry, actor: Actor, asked: StandInTerms, sent: Sent = UNKEYED
) -> EntryMember:
    """Enter a substitute for a member of an entry.

    A person may be a substitute several times, for other entries too. Raises Refused with every
    problem: the name, rounds that are already drawn or in the wrong order, two substitutes for a
    member or two places for a person in the same round, and a banned person unless that is allowed.
    """
    return sent.once(
        EntryMember,
        entry.event.tournament,
        actor,
        Verb.STAND_IN,
        lambda made: _add_stand_in(made, entry, asked),
    )


def _add_stand_in(made: Change, entry: Entry, asked: StandInTerms) -> EntryMember:
    event, member, person = entry.event, asked.member, _person_standing_in(entry, asked)
    made.states(person)
    made_member = EntryMember.objects.create(
        entry=entry,
        person=person,
        number=member,
        role=EntryMember.Role.SUBSTITUTE,
        from_round=asked.from_round,
        to_round=asked.to_round,
        points_count=asked.points_count,
    )
    namesakes.tell_apart(event)
    made.concerns(entry=entry, person=person)
    rounds = [asked.from_round, asked.to_round]
    made.note(member=member, rounds=rounds, points_count=asked.points_count)
    if asked.allow_banned:
        made.note(banned=True)
    made.shows(event)
    return made_member


def _person_standing_in(entry: Entry, asked: StandInTerms) -> Person:
    """Return who is meant by a name, a new guest if nobody is; Refused with every problem."""
    event, name, member = entry.event, tidy(asked.name), asked.member
    rounds = (asked.from_round, asked.to_round)
    substitute = _substitutes(event).filter(person__name=name).first()
    who = entering.read_one(event, name, substitute.person if substitute else None)
    problems = [
        *event_over_problems(event),
        *who.problems,
        *_stand_in_problems(entry, who.named, member, rounds, who.person),
        *(_suspension_problems(entry, member, rounds) if asked.points_count else ()),
    ]
    if who.person and not asked.allow_banned:
        problems += bans.ban_problems(event.tournament, [who.person], "name")
    if problems:
        raise Refused(*problems)
    return who.person or entering.add_guest(event.tournament.club, who.name)


def end_stand_in(member: EntryMember, actor: Actor) -> None:
    """End a substitution with the last published round; one that never began is deleted.

    Raises Refused while a draft seats the substitute, and for one deleted before.
    """
    entry = member.entry
    event = entry.event
    with change(event.tournament, actor, Verb.END_STAND_IN) as made:
        member = _ending_member(member)
        made.concerns(entry=entry, person=member.person)
        last = last_begun(event)
        if (member.from_round or 1) <= last:
            ended = min(last, member.to_round or last)
            EntryMember.objects.filter(pk=member.pk).update(to_round=ended)
        else:
            EntryMember.objects.filter(pk=member.pk).delete()
            made.ends(*forget_persons([member.person_id]))
        made.note(after_round=last)
        made.shows(event)


@dataclass(frozen=True, slots=True)
class RemovedStandIn:
    """A substitute of an entry that was removed, with all that is needed to restore it."""

    person: str
    """The uid of the person; a guest who took part in nothing else is forgotten by then."""
    name: str
    member: int
    from_round: int | None
    to_round: int | None
    points_count: bool


def stand_ins_of(entry: Entry) -> tuple[RemovedStandIn, ...]:
    """Return the substitutes of an entry that is being removed."""
    rows = entry.members.filter(role=EntryMember.Role.SUBSTITUTE).select_related("person")
    return tuple(
        RemovedStandIn(
            row.person.uid,
            row.person.name,
            row.number,
            row.from_round,
            row.to_round,
            row.points_count,
        )
        for row in rows.order_by("pk")
    )


def restore_stand_ins(made: Change, entry: Entry, removed: Sequence[RemovedStandIn]) -> None:
    """Store the substitutes of a restored entry; one who was forgotten is a new guest."""
    club = entry.event.tournament.club
    kept = club.persons.filter(uid__in=[row.person for row in removed], blanked_at=None)
    locked = lock_persons(list(kept.values_list("pk", flat=True)))
    persons = {row.uid: locked[row.same_as_id or row.pk] for row in locked.values()}
    for row in removed:
        person = persons.get(row.person) or entering.add_guest(club, row.name)
        persons[row.person] = person
        made.states(person)
        EntryMember.objects.create(
            entry=entry,
            person=person,
            number=row.member,
            role=EntryMember.Role.SUBSTITUTE,
            from_round=row.from_round,
            to_round=row.to_round,
            points_count=row.points_count,
        )
    namesakes.tell_apart(entry.event)


def next_drawn(event: Event) -> int:
    """Return the number of the next round that is not drawn yet."""
    standing = event.rounds.exclude(state=Round.State.CANCELLED)
    return (standing.aggregate(last=Max("number"))["last"] or 0) + 1


def _ending_member(seen: EntryMember) -> EntryMember:
    """Reload a substitute whose substitution can end. Raises Refused if it cannot."""
    related = EntryMember.objects.select_related("entry__event", "person")
    member = related.filter(pk=seen.pk).first()
    if member is None:
        raise Refused(refuse(Reason.MEMBER_NOT_THERE))
    drafts = member.entry.event.rounds.filter(state=Round.State.DRAFT)
    draft = drafts.aggregate(last=Max("number"))["last"] or 0
    if draft and _overlap((draft, draft), (member.from_round, member.to_round)):
        raise Refused(refuse(Reason.ENTRY_IN_DRAFT, number=draft))
    return member


def _substitutes(event: Event) -> QuerySet[EntryMember]:
    return EntryMember.objects.filter(
        entry__event=event, role=EntryMember.Role.SUBSTITUTE
    ).select_related("person")


def _stand_in_problems(
    entry: Entry, named: Named, member: int, rounds: tuple[int, int | None], known: Person | None
) -> list[Problem]:
    event, (first, last) = entry.event, rounds
    players = EntryMember.objects.filter(~Q(role=EntryMember.Role.SUBSTITUTE), entry__event=event)
    taken = namesakes.taken_in(players.select_related("person__same_as"))
    problems = name_problems(named, taken, "name") if named.name or not known else []
    same = Q(person=known) | Q(person__same_as=known) if known else Q(pk=None)
    if known and not named.is_taken(taken) and (row := players.filter(same).first()):
        problems.append(refuse(Reason.NAME_TAKEN, field="name", name=row.person.name))
    if Entry.objects.filter(pk=entry.pk, state=Entry.State.WITHDRAWN).exists():
        problems.append(refuse(Reason.ENTRY_NOT_THERE, number=entry.number))
    if not entry.members.filter(number=member, role=EntryMember.Role.PLAYER).exists():
        problems.append(refuse(Reason.MEMBER_NOT_THERE, field="member", member=member))
    open_from = next_drawn(event)
    if first < open_from:
        problems.append(refuse(Reason.ROUND_DRAWN, field="from_round", number=open_from))
    if last is not None and last < first:
        problems.append(refuse(Reason.ROUNDS_NOT_IN_ORDER, field="to_round"))
    elif any(
        _clashes(substitute, entry, member, rounds, known) for substitute in _substitutes(event)
    ):
        problems.append(refuse(Reason.STAND_IN_TWICE, field="from_round"))
    return problems


def _suspension_problems(
    entry: Entry, member: int, rounds: tuple[int, int | None]
) -> list[Problem]:
    """Return a problem: nobody can score for a suspended member of a pair, or alone."""
    event = entry.event
    is_allowed = event.form == Event.Form.PAIRS and regulations_of(event).stand_in_for_suspended
    if event.form == Event.Form.TEAMS or is_allowed:
        return []
    player = entry.members.filter(number=member, role=EntryMember.Role.PLAYER)
    row = player.select_related("person").first()
    first, last = rounds
    for suspension in snapshot_rows.live_suspensions([event.pk]).get(event.pk, ()):
        is_in = first <= suspension.last and (last is None or last >= suspension.first)
        if row is not None and row.person_id in suspension.persons and is_in:
            return [refuse(Reason.SUSPENDED_MEMBER, field="member", name=row.person.listed_name)]
    return []


def _clashes(
    substitute: EntryMember,
    entry: Entry,
    member: int,
    rounds: tuple[int, int | None],
    known: Person | None,
) -> bool:
    same_place = (substitute.entry_id, substitute.number) == (entry.pk, member)
    same_person = known is not None and substitute.person_id == known.pk
    return (same_place or same_person) and _overlap(
        (substitute.from_round, substitute.to_round), rounds
    )


def _overlap(
    first_rounds: tuple[int | None, int | None], second_rounds: tuple[int | None, int | None]
) -> bool:
    first = max(first_rounds[0] or 0, second_rounds[0] or 0)
    return all(last is None or first <= last for last in (first_rounds[1], second_rounds[1]))
