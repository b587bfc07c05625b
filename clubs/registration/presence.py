"""Check-in by players themselves: within the event's window, with the hall's code if required.

The code of a day is derived from the secret key of the installation and not stored.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.credentials.devices import Guesser
from clubs.registration import shut_codes
from clubs.registration import terms as terms_
from clubs.registration.refusals import RegistrationProblem
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Entry, Event, Tournament
from tournaments.organise.presence import store_presence
from tournaments.persons import entered_names
from tournaments.record.audit import Actor, Repeated, Verb, change
from tournaments.system.attempts import begin_all

SALT: Final = "tournaments.registration.presence"
DIGITS: Final = 6


def hall_code(tournament: Tournament, day: date | None = None) -> str:
    """Return the six-digit code of a day, by default of today in the tournament's zone."""
    on = day or today(tournament)
    number = int(salted_hmac(SALT, f"{tournament.uid}|{on}", algorithm="sha256").hexdigest(), 16)
    return str(number % 10**DIGITS).zfill(DIGITS)


def today(tournament: Tournament) -> date:
    """Return the current day in the tournament's zone."""
    return timezone.now().astimezone(ZoneInfo(tournament.time_zone)).date()


def check_in(entry: Entry, actor: Actor, code: str = "", *, by: Guesser | None = None) -> bool:
    """Check in an entry by its own player; return whether that is new. Repeating it is harmless.

    `by` is the guesser of the code of a publicly registered entry, see `shut_codes`.

    Raises Refused outside the window, for a wrong code, and after too many of them.
    """
    event = entry.event
    state = Entry.objects.filter(pk=entry.pk).values_list("state", flat=True).first()
    if state is None or state == Entry.State.WITHDRAWN:
        raise Refused(refuse(RegistrationProblem.NOT_ENTERED))
    if state == Entry.State.CHECKED_IN:
        return False
    terms = terms_.terms_of(event)

    def check_window(event: Event) -> None:
        if not terms_.may_check_in(event, terms):
            raise Refused(refuse(RegistrationProblem.CHECK_IN_CLOSED))

    check_window(event)
    if terms.wants_code:
        _prove_code(entry, code, by)
    # Without the code it may come from anywhere, from anybody with the link.
    return note_present(entry, actor, check_window, in_hall=terms.wants_code)


def note_present(
    entry: Entry,
    actor: Actor,
    check: Callable[[Event], None] = lambda _event: None,
    *,
    present: bool = True,
    in_hall: bool = True,
) -> bool:
    """Check an entry in, or out; return whether that is new. Repeating it is not logged.

    `check` raises what prevents it, asked under the lock: a round may have been drawn since the
    page was loaded. The number is read there too, because until the first draw a removal changes
    it.
    """
    event = entry.event
    try:
        with change(event.tournament, actor, Verb.CHECK_IN) as made:
            row = Entry.objects.filter(pk=entry.pk).first()
            if row is None or row.state == Entry.State.WITHDRAWN:
                raise Refused(refuse(RegistrationProblem.NOT_ENTERED))
            if present != (row.state == Entry.State.CHECKED_IN):
                check(event)
            is_seen = in_hall and present and entered_names.wait_for_hall(event, [row.number])
            is_new = store_presence(made, event, [row.number], present, in_hall=in_hall)
            if not is_new and not is_seen:
                raise Repeated
            made.concerns(entry=row)
    except Repeated:
        return False
    return bool(is_new)


def _prove_code(entry: Entry, code: str, by: Guesser | None) -> None:
    tournament = entry.event.tournament
    limits = shut_codes.limits(entry, by)
    if not begin_all(limits):
        raise Refused(refuse(RegistrationProblem.CODE_SHUT, field="code"))
    digits = "".join(sign for sign in code if sign.isdecimal())
    # Compared as bytes, because the typed text may hold digits of any script.
    if not hmac.compare_digest(digits.encode(), hall_code(tournament).encode()):
        raise Refused(refuse(RegistrationProblem.CODE_WRONG, field="code"))
    for limit in limits:
        limit.take_back()
