"""What a player who requested an entry, or has one, can do in an event now, and the next seats.

The page of a member, which shows more and works offline on the phone, is in `web.tablet.player`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from clubs.credentials.devices import Guesser
from clubs.registration import confirming, presence, requests, terms, waiting, withdrawals
from clubs.registration.refusals import RegistrationProblem
from tournaments.base.refusals import Refused, refuse
from tournaments.base.separators import join_names
from tournaments.models import (
    Entry,
    EntryRequest,
    Event,
    Round,
    Seat,
    WithdrawalRequest,
    WithdrawalState,
)
from tournaments.record.audit import Actor
from tournaments.system.attempts import AttemptLimit

ROUND: Final = "sitting__segment__match__round"
HOUR: Final = 3600
LONGEST_DIGITS: Final = 20
NUMBERS: Final = frozenset("123456")
MOST_TURNS: Final = 20
"""How often in an hour an entry may be withdrawn and kept again: each is in the log for good."""


@dataclass(frozen=True, slots=True)
class OwnName:
    """A player of a publicly registered entry, without any data of the register."""

    number: int
    name: str
    is_proved: bool


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """An event of a player: the request or the entry, and the possible actions."""

    event: Event
    request: EntryRequest | None
    entry: Entry | None
    name: str
    waits_at: int = 0
    """The place on the waiting list."""
    may_check_in: bool = False
    check_in_opens: datetime | None = None
    wants_code: bool = False
    may_withdraw: bool = False
    is_drawn: bool = False
    leaving: WithdrawalRequest | None = None
    """The last request to withdraw, once a round is drawn."""
    names: tuple[OwnName, ...] = ()
    """The players, where the link came from the public door."""
    is_to_prove: bool = False
    """Whether it entered at once, and a player has not been confirmed by the link."""

    @property
    def is_present(self) -> bool:
        """Whether the entry is checked in."""
        return self.entry is not None and self.entry.state == Entry.State.CHECKED_IN

    @property
    def has_withdrawn(self) -> bool:
        """Whether the entry no longer takes part."""
        return self.entry is not None and self.entry.state == Entry.State.WITHDRAWN

    @property
    def is_asked_to_withdraw(self) -> bool:
        """Whether a request to withdraw awaits the desk."""
        return self.leaving is not None and self.leaving.state == WithdrawalState.OPEN

    @property
    def is_open(self) -> bool:
        """Whether the request is open and can be taken back."""
        return self.request is not None and self.request.state in requests.OPEN


@dataclass(frozen=True, slots=True)
class NextSeats:
    """The seats of an entry in the last public round: name, table and seat.

    Without seats the entry has a bye or was not drawn; `round` is 0 before the first round.
    """

    round: int = 0
    seats: tuple[tuple[str, int, str], ...] = ()
    has_bye: bool = False


def of_request(request: EntryRequest) -> OwnEvent:
    """Return the state of a request and of the entry that it became."""
    entry, event = request.entry, request.event
    if entry is None:
        is_waiting = request.state == EntryRequest.State.WAITING
        waits_at = terms.numbered(event).get(request.uid, 0) if is_waiting else 0
        return of_open_request(request, waits_at)
    rows = entry.members.filter(role="player").select_related("person").order_by("number", "pk")
    proved = confirming.proved_players(entry)
    of_event = terms.terms_of(event)
    known = of_entry(
        entry,
        of_event,
        is_drawn=waiting.is_drawn(event),
        leaving=withdrawals.newest([entry]).get(entry.pk),
        request=request,
        name=entry.name or join_names(row.person.listed_name for row in rows),
    )
    names = [OwnName(row.number, row.person.listed_name, row.number in proved) for row in rows]
    is_to_prove = not of_event.is_approved and not all(one.is_proved for one in names)
    return replace(known, names=tuple(names), is_to_prove=is_to_prove)


def of_open_request(request: EntryRequest, waits_at: int = 0) -> OwnEvent:
    """Return the state of a request without an entry, with its position on the waiting list."""
    name = request.team or join_names(request.names)
    return OwnEvent(request.event, request, None, name, waits_at)


def act(own: OwnEvent, actor: Actor, sent: Mapping[str, str], *, by: Guesser | None = None) -> None:
    """Carry out a button: check in, withdraw, or take back a request. Raises Refused.

    `by` is the guesser, for a public registration. If others have confirmed the entry since, its
    link only requests the withdrawal from the desk.
    """
    what = sent.get("what", "")
    if own.entry is None:
        if what == "take_back" and own.request is not None:
            requests.take_back(own.request, actor)
    elif what == "check_in":
        presence.check_in(own.entry, actor, sent.get("code", ""), by=by)
    elif what == "withdraw":
        _count(own.entry)
        withdrawals.withdraw(own.entry, actor, sent.get("why", ""), by_link=by is not None)
    elif what == "digits" and by is not None:
        number = sent.get("player", "")
        digits = sent.get("digits", "")[:LONGEST_DIGITS]
        confirming.prove(own.entry, int(number) if number in NUMBERS else 0, digits, by)
    elif what == "stay":
        _count(own.entry)
        withdrawals.take_back(own.entry, actor)


def _count(entry: Entry) -> None:
    if not AttemptLimit("withdrawals", MOST_TURNS, HOUR, entry.uid).begin():
        raise Refused(refuse(RegistrationProblem.WITHDRAWN_OFTEN))


def next_seats(entry: Entry) -> NextSeats:
    """Return the next seats of an entry; of a round that is over only the number."""
    last = (
        Round.objects.filter(event=entry.event_id, state__in=Round.PUBLIC)
        .order_by("-number")
        .first()
    )
    if last is None or entry.event.state != Event.State.PUBLISHED:
        return NextSeats(last.number if last else 0)
    if last.state != Round.State.PUBLISHED:
        return NextSeats(last.number)
    rows = Seat.objects.filter(
        **{ROUND: last.pk}, person__entry_members__entry=entry, side__entries=entry
    )
    rows = rows.select_related("sitting__table", "person").order_by("sitting_id", "pk").distinct()
    has_bye = entry.sit_outs.filter(round=last).exists()
    return NextSeats(last.number, _last_of_each(list(rows)), has_bye)


def _last_of_each(rows: Sequence[Seat]) -> tuple[tuple[str, int, str], ...]:
    """Return the seat of each person; after an exchange, the last one."""
    last = {seat.person_id: seat for seat in rows}
    return tuple(
        (seat.person.listed_name, seat.sitting.table.number, seat.label) for seat in last.values()
    )


def of_entry(
    entry: Entry,
    known: terms.EntryTerms,
    *,
    is_drawn: bool,
    leaving: WithdrawalRequest | None,
    request: EntryRequest | None = None,
    name: str = "",
) -> OwnEvent:
    """Return the possible actions of the players of an entry, from data read of its event."""
    event = entry.event
    is_in = entry.state != Entry.State.WITHDRAWN
    is_missing = is_in and entry.state != Entry.State.CHECKED_IN
    return OwnEvent(
        event,
        request,
        entry,
        name,
        may_check_in=is_missing and not is_drawn and terms.has_window_begun(event, known),
        check_in_opens=terms.check_in_opens(event, known),
        wants_code=known.wants_code,
        may_withdraw=is_in and event.state == Event.State.PUBLISHED,
        is_drawn=is_drawn,
        leaving=leaving,
    )
