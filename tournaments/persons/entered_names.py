"""Publicly registered names that are in the register: candidates, confirmation and outcome.

It is unknown who typed them. The player is a guest until the name is confirmed, appears on no
member's page, earns no points and is not rated; after that the guest's row is linked to the member
by `same_as`. Confirmation by players and officials is in `registration.confirming`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.base.refusals import Refused, refuse
from tournaments.models import (
    ConfirmedBy,
    EnteredName,
    EnteredNameState,
    Entry,
    EntryMember,
    Event,
    Person,
)
from tournaments.persons import bans, keys, matching, renaming
from tournaments.persons.locking import lock_persons
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import all_of, canonical
from tournaments.persons.shared_events import shared_event
from tournaments.record.audit import Change

NEVER_PLAYED = Q(player__entry__state=Entry.State.WITHDRAWN, player__entry__to_round=0)
"""Entries that were withdrawn before anything was drawn: nobody asks whose they were."""


def note(event: Event, players: Collection[EntryMember]) -> list[EnteredName]:
    """Store the members whose names new guests may have; a name without any is not stored."""
    names = {player.pk: player.person.name for player in players if player.person.guest}
    found = matching.match(event.tournament.club, names.values()) if names else {}
    rows = [
        EnteredName(player_id=player, person=person)
        for player, name in names.items()
        for person in [*([found[name].person] if found[name].person else []), *found[name].several]
        if person is not None
    ]
    return EnteredName.objects.bulk_create(rows)


def note_approved(players: Iterable[EntryMember]) -> list[EnteredName]:
    """Store that the desk entered these members, who came with a link of public registration."""
    return EnteredName.objects.bulk_create(
        EnteredName(
            player=player,
            person=player.person,
            state=EnteredNameState.CONFIRMED,
            by=ConfirmedBy.DESK,
            decided_at=timezone.now(),
        )
        for player in players
        if not player.person.guest
    )


def open_rows() -> QuerySet[EnteredName]:
    """Return the names to be confirmed."""
    return rows_of_guests().filter(state=EnteredNameState.OPEN)


def rows_of_guests() -> QuerySet[EnteredName]:
    """Return the names of players who are still guests and were not merged by an official.

    Players withdrawn before the first draw are left out.
    """
    return EnteredName.objects.filter(
        ~NEVER_PLAYED,
        player__person__guest=True,
        player__person__same_as=None,
        person__blanked_at=None,
    )


def open_players() -> Coalesce:
    """Return an expression for the number of players to be confirmed, to annotate events with."""
    rows = open_rows().filter(player__entry__event=OuterRef("pk")).order_by()
    counted = rows.values("player__entry__event").annotate(number=Count("player", distinct=True))
    return Coalesce(Subquery(counted.values("number")), 0)


def with_persons(names: QuerySet[EnteredName]) -> QuerySet[EnteredName]:
    """Return names with their persons and entries, in the order of the entries."""
    rows = names.select_related(
        "player__person", "player__entry__event__tournament__club", "person__same_as"
    )
    return rows.order_by("player__entry__number", "player__number", "person__number", "pk")


def settle(
    made: Change, name: EnteredName, by: ConfirmedBy, *, allow_banned: bool = False
) -> Person:
    """Link the player of a name to the member, within a change, and return the member.

    Raises Refused if it is already decided, if the member plays in one of the guest's events or was
    removed, and for a banned member unless an official allows it.
    """
    guest, person = _locked(name)
    problems = []
    rows = list(Person.objects.filter(Q(pk=guest.pk) | Q(same_as=guest.pk)))
    if canonical(guest).pk != person.pk:
        if not guest.guest or guest.same_as_id or _is_confirmed(name):
            problems.append(refuse(PersonReason.NAME_DECIDED, name=guest.name))
        elif event := shared_event(list(all_of(person)), rows):
            problems.append(
                refuse(PersonReason.NAME_PLAYS_ALREADY, name=person.listed_name, event=event.name)
            )
    if not allow_banned:
        problems += bans.ban_problems(made.tournament, [person])
    if problems:
        raise Refused(*problems)
    Person.objects.filter(pk__in=[row.pk for row in rows]).exclude(pk=person.pk).update(
        same_as=person
    )
    keys.set_keys([person])
    others = EnteredName.objects.filter(player=name.player_id).exclude(pk=name.pk)
    # Who has said "not me" is asked no more, also if this is taken back.
    others.exclude(state=EnteredNameState.DENIED).update(
        state=EnteredNameState.GUEST, decided_at=timezone.now()
    )
    decide(name, EnteredNameState.CONFIRMED, by)
    renaming.show_events(made, rows)
    return person


def decide(name: EnteredName, state: EnteredNameState, by: ConfirmedBy) -> None:
    """Store the outcome of a name, and who decided it."""
    name.state, name.by, name.decided_at = state, by, timezone.now()
    name.save(update_fields=["state", "by", "decided_at"])


def follow_presence(made: Change, event: Event, numbers: Collection[int], *, present: bool) -> None:
    """Confirm the names of entries checked in in the hall; checking out reopens them.

    A name of several members or of a banned one stays open, for the desk.
    """
    here = Q(player__entry__event=event, player__entry__number__in=numbers)
    if not present:
        confirmed = EnteredName.objects.filter(
            here, state=EnteredNameState.CONFIRMED, by=ConfirmedBy.HALL
        ).select_related("player__person")
        _lock_all(confirmed)
        for name in confirmed:
            _reopen(made, name)
        return
    names = with_persons(open_rows().filter(here))
    _lock_all(names)
    for rows in by_player(names).values():
        try:
            if len({canonical(row.person).pk for row in rows}) == 1:
                settle(made, rows[0], ConfirmedBy.HALL)
                continue
        except Refused:
            pass
        # The source of the confirmation is shown beside the question that the desk answers.
        wanted = [row.pk for row in rows]
        EnteredName.objects.filter(pk__in=wanted).update(by=ConfirmedBy.HALL)


def wait_for_hall(event: Event, numbers: Collection[int]) -> bool:
    """Whether a name of these entries was not yet asked about in the hall."""
    here = open_rows().filter(player__entry__event=event, player__entry__number__in=numbers)
    return here.exclude(by=ConfirmedBy.HALL).exists()


def by_player(names: Iterable[EnteredName]) -> Mapping[int, list[EnteredName]]:
    """Return names by the key of their player, in order."""
    found: dict[int, list[EnteredName]] = defaultdict(list)
    for name in names:
        found[name.player_id].append(name)
    return found


def set_apart(event: Event) -> frozenset[int]:
    """Return the keys of the participants who are guests and known not to be the members of their
    name.

    The keys are those of rows of `EntryMember`. This includes guests withdrawn before the first
    draw. A member may play beside them.
    """
    rows = EnteredName.objects.filter(player__entry__event=event)
    guests = rows.filter(player__person__guest=True, player__person__same_as=None)
    waits = guests.filter(~NEVER_PLAYED, state=EnteredNameState.OPEN)
    apart = guests.exclude(player__in=waits.values("player"))
    return frozenset(apart.values_list("player", flat=True))


def denied_guests(persons: Iterable[int]) -> frozenset[int]:
    """Return the keys of guests denied by the member of their name, or by the desk.

    A merged guest is denied if any of its rows was.
    """
    denied: set[int] = set()
    told = EnteredName.objects.filter(state__in=(EnteredNameState.GUEST, EnteredNameState.DENIED))
    for part in keys.slices(sorted(persons)):
        of_guest = Coalesce("player__person__same_as", "player__person")
        rows = told.annotate(guest=of_guest).filter(guest__in=part)
        denied |= set(rows.values_list("guest", flat=True))
    return frozenset(denied)


def guests_named(person: Person) -> QuerySet[Person]:
    """Return the guests who are likely a person and were not confirmed, with all their rows."""
    rows = EnteredName.objects.filter(person__in=all_of(person), state=EnteredNameState.OPEN)
    several = EnteredName.objects.filter(state=EnteredNameState.OPEN).exclude(
        person__in=all_of(person)
    )
    alone = rows.exclude(player__in=several.values("player"))
    guests = alone.filter(player__person__guest=True).values("player__person")
    return Person.objects.filter(Q(pk__in=guests) | Q(same_as__in=guests))


def forget(persons: Collection[Person]) -> None:
    """Forget the candidates of names once these persons are blanked."""
    rows = EnteredName.objects.filter(person__in=persons)
    rows.exclude(state=EnteredNameState.CONFIRMED).delete()


def _locked(name: EnteredName) -> tuple[Person, Person]:
    """Lock the current guest and member of a name; Refused if the member was removed."""
    guest_key = EntryMember.objects.values_list("person", flat=True).get(pk=name.player_id)
    rows = lock_persons({guest_key, name.person_id}, doubles=True)
    member = rows[name.person_id]
    person = rows[member.same_as_id or member.pk]
    if person.blanked_at or person.guest:
        raise Refused(refuse(PersonReason.MEMBER_GONE))
    return rows[guest_key], person


def _lock_all(names: Iterable[EnteredName]) -> None:
    """Lock the persons of several names at once; one after the other would be out of order."""
    keys_of = {key for name in names for key in (name.person_id, name.player.person_id)}
    lock_persons(keys_of, doubles=True)


def _is_confirmed(name: EnteredName) -> bool:
    """Whether another member has the name by now."""
    rows = EnteredName.objects.filter(player=name.player_id, state=EnteredNameState.CONFIRMED)
    return rows.exclude(pk=name.pk).exists()


def _reopen(made: Change, name: EnteredName) -> None:
    guest = name.player.person
    member = guest.same_as_id
    if not guest.guest or member is None:
        return
    rows = Person.objects.filter(pk=guest.pk)
    renaming.show_events(made, list(rows))
    rows.update(same_as=None)
    keys.set_keys(list(Person.objects.filter(pk=member)))
    names = EnteredName.objects.filter(player=name.player_id)
    names.exclude(state=EnteredNameState.DENIED).update(
        state=EnteredNameState.OPEN, by=ConfirmedBy.NOBODY, decided_at=None
    )
