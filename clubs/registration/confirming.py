"""Confirmation of publicly registered names: by digits, by the member, or by the desk.

Confirmed names take effect in `persons.entered_names`, as does checking in in the hall. The link of
such a request acts for the entry as long as nobody else has confirmed a name in it; afterwards only
if a name was confirmed by this link.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.credentials.devices import Guesser
from clubs.registration import shut_codes
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.verbs import Verb
from scoring.problems import Problem
from tournaments.base.refusals import Refused, refuse
from tournaments.models import (
    ConfirmedBy,
    Contact,
    EnteredName,
    EnteredNameState,
    Entry,
    Event,
    Round,
)
from tournaments.persons import bans, entered_names
from tournaments.persons.matching import MemberCandidate
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import all_of, canonical
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS
from tournaments.system.attempts import begin_all

DIGITS: Final = 4
ASKED: Final = (EnteredNameState.OPEN, EnteredNameState.DENIED)
"""The states that the desk lists: not confirmed yet, or denied by the member."""


@dataclass(frozen=True, slots=True)
class NameToConfirm:
    """A name that the desk has to decide: the entry, and the candidates.

    `candidates` have the uids of their rows. `by` is who confirmed the member, if that did not
    suffice; `is_denied` says that the member denied it.
    """

    uid: str
    entry: int
    name: str
    candidates: tuple[MemberCandidate, ...]
    by: str
    is_denied: bool
    is_banned: bool


def confirm(
    name: EnteredName,
    actor: Actor,
    by: ConfirmedBy = ConfirmedBy.DESK,
    *,
    allow_banned: bool = False,
) -> None:
    """Link the player of a name to the member; repeating it is harmless.

    Raises Refused as `settle` does. The confirmation of a banned member silently passes to the
    desk. The digits of a name confirmed in another way prove the link at which they were typed.
    """
    event = name.player.entry.event
    try:
        with change(event.tournament, actor, Verb.CONFIRM_NAME) as made:
            held_offices.check(made, event, DIRECTORS)
            _confirm(made, name, by, allow_banned=allow_banned)
    except Repeated:
        return


def _confirm(made: Change, name: EnteredName, by: ConfirmedBy, *, allow_banned: bool) -> None:
    row = EnteredName.objects.select_related("player__entry__event").filter(pk=name.pk).first()
    is_decided = row is not None and row.state == EnteredNameState.GUEST and by != ConfirmedBy.DESK
    if row is None or is_decided:
        raise Refused(refuse(PersonReason.NAME_DECIDED, name=name.player.person.name))
    made.concerns(entry=row.player.entry)
    made.note(name=row.uid, by=str(by), **({"banned": True} if allow_banned else {}))
    if row.state == EnteredNameState.CONFIRMED:
        if by != ConfirmedBy.DIGITS:
            raise Repeated
        _say_by(row, by)
        return
    try:
        made.concerns(person=entered_names.settle(made, row, by, allow_banned=allow_banned))
    except Refused as refused:
        if by == ConfirmedBy.DESK or not _is_banned_alone(refused):
            raise
        made.note(left=True)
        _say_by(row, by)
        return
    made.shows(row.player.entry.event)


def _say_by(name: EnteredName, by: ConfirmedBy) -> None:
    """Store within a change who confirmed a name. Raises Repeated if it is stored already."""
    if name.by == by:
        raise Repeated
    name.by = by
    name.save(update_fields=["by"])


def _is_banned_alone(refused: Refused) -> bool:
    return {problem.code for problem in refused.problems} == {PersonReason.BANNED_PERSON}


def deny(name: EnteredName, actor: Actor, by: ConfirmedBy = ConfirmedBy.DESK) -> None:
    """Deny that the player of a name is the member; the desk denies it for every member.

    The entry stays a guest's, and the desk sees the denial of a member. Repeating it is harmless.
    Raises Refused if it was confirmed meanwhile.
    """
    entry = name.player.entry
    try:
        with change(entry.event.tournament, actor, Verb.DENY_NAME) as made:
            held_offices.check(made, entry.event, DIRECTORS)
            rows = EnteredName.objects.filter(player=name.player_id)
            if rows.filter(state=EnteredNameState.CONFIRMED).exists():
                raise Refused(refuse(PersonReason.NAME_DECIDED, name=name.player.person.name))
            is_desk = by == ConfirmedBy.DESK
            state = EnteredNameState.GUEST if is_desk else EnteredNameState.DENIED
            own = rows.filter(pk=name.pk, state=EnteredNameState.OPEN)
            told = list(rows.exclude(state=state) if is_desk else own)
            for row in told:
                entered_names.decide(row, state, by)
            if not told:
                raise Repeated
            made.concerns(entry=entry)
            made.note(names=[row.uid for row in told], by=str(by))
    except Repeated:
        return


def confirm_all(event: Event, actor: Actor) -> tuple[int, list[Problem]]:
    """Confirm each name with one candidate; return how many, and the others' problems."""
    done = 0
    problems: list[Problem] = []
    rows = entered_names.open_rows().filter(player__entry__event=event)
    for names in entered_names.by_player(entered_names.with_persons(rows)).values():
        if len({canonical(name.person).pk for name in names}) > 1:
            continue
        try:
            confirm(names[0], actor)
            done += 1
        except Refused as refused:
            problems += refused.problems
    return done, problems


def prove(entry: Entry, number: int, digits: str, by: Guesser) -> None:
    """Confirm the player of an entry by the last four digits of the member's telephone number.

    Raises Refused for wrong digits, even if the player is not in the register, and after too many
    of them. If several members match, none is confirmed.
    """
    limits = shut_codes.digit_limits(entry, by)
    if not begin_all(limits):
        raise Refused(refuse(RegistrationProblem.DIGITS_SHUT, field="digits"))
    rows = EnteredName.objects.exclude(state__in=(EnteredNameState.GUEST, EnteredNameState.DENIED))
    names = entered_names.with_persons(
        rows.filter(player__entry=entry, player__number=number, person__blanked_at=None)
    )
    typed = "".join(sign for sign in digits if sign.isdecimal())
    fitting = {canonical(row.person).pk: row for row in names if _fits(row, typed)}
    if len(fitting) != 1:
        raise Refused(refuse(RegistrationProblem.DIGITS_WRONG, field="digits"))
    for limit in limits:
        limit.take_back()
    (row,) = fitting.values()
    confirm(row, Actor("entry", entry.uid), ConfirmedBy.DIGITS)


def _fits(name: EnteredName, typed: str) -> bool:
    """Whether digits end a telephone number of the member, compared in constant time."""
    stored = Contact.objects.filter(person__in=all_of(name.person)).values_list("phone", flat=True)
    phones = ["".join(sign for sign in phone if sign.isdecimal()) for phone in stored]
    return any(
        len(phone) >= DIGITS and hmac.compare_digest(phone[-DIGITS:].encode(), typed.encode())
        for phone in phones
    )


def proved_players(entry: Entry) -> frozenset[int]:
    """Return the numbers of the players of an entry confirmed by its link."""
    rows = EnteredName.objects.filter(player__entry=entry, by=ConfirmedBy.DIGITS)
    return frozenset(rows.values_list("player__number", flat=True))


def may_withdraw(entry: Entry) -> bool:
    """Whether the link of a request still withdraws the entry that it made, see the module."""
    # An official may also have merged the guest by hand.
    is_others = Q(state=EnteredNameState.CONFIRMED) | Q(player__person__same_as__isnull=False)
    rows = EnteredName.objects.filter(is_others, player__entry=entry)
    ways = set(rows.values_list("by", flat=True))
    return not ways or ConfirmedBy.DIGITS in ways


def to_confirm(event: Event) -> list[NameToConfirm]:
    """Return the names that the desk has to decide, by the number of the entry."""
    asked = entered_names.with_persons(asked_names().filter(player__entry__event=event))
    rows = list(asked.annotate(is_banned=bans.is_banned(event.tournament, "person")))
    banned = {row.pk for row in rows if row.is_banned}
    return [_to_confirm(names, banned) for names in entered_names.by_player(rows).values()]


def asked_names() -> QuerySet[EnteredName]:
    """Return the names that the desk can decide."""
    return entered_names.rows_of_guests().filter(state__in=ASKED)


def waiting_in(events: QuerySet[Event]) -> QuerySet[EnteredName]:
    """Return the names of events of which the desk is reminded.

    Before the first draw an unconfirmed player may still arrive; a name denied by a member, or
    confirmed by a banned one, needs the desk at once.
    """
    drawn = Round.objects.filter(event=OuterRef("player__entry__event"))
    is_drawn = Exists(drawn.exclude(state=Round.State.CANCELLED))
    is_open = Q(state=EnteredNameState.OPEN) & (is_drawn | ~Q(by=ConfirmedBy.NOBODY))
    is_asked = is_open | Q(state=EnteredNameState.DENIED)
    return entered_names.rows_of_guests().filter(is_asked, player__entry__event__in=events)


def _to_confirm(names: Sequence[EnteredName], banned: Collection[int]) -> NameToConfirm:
    is_denied = all(name.state == EnteredNameState.DENIED for name in names)
    asked = [name for name in names if is_denied or name.state == EnteredNameState.OPEN]
    persons = {canonical(name.person).pk: name for name in asked}
    first = asked[0]
    return NameToConfirm(
        uid=first.uid,
        entry=first.player.entry.number,
        name=first.player.person.name,
        candidates=tuple(
            MemberCandidate(name.uid, person.number or 0, person.name, person.home)
            for name in persons.values()
            for person in [canonical(name.person)]
        ),
        by=next((name.by for name in asked if name.by), ""),
        is_denied=is_denied,
        is_banned=any(name.pk in banned for name in asked),
    )


def named(event: Event, uid: str) -> EnteredName | None:
    """Return a name of an event by its uid."""
    rows = EnteredName.objects.filter(player__entry__event=event, uid=uid)
    return entered_names.with_persons(rows).first()
