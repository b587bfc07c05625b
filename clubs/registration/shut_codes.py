"""Lockouts from the hall's code and the digits of telephone numbers; an official lifts them.

Attempts are counted for each entry, because only public registration creates entries at will. There
they are counted for each known device; strangers are counted for each address and all together,
which locks out nobody else.

Links of registration, of players and of captains are counted too, by address alone: a right link
opens regardless of earlier attempts, because all phones of a hall may share one, and nobody guesses
80 bits. A link that has ended is not counted, because a tablet polls it until its page is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from clubs.credentials.devices import Guesser
from clubs.registration.verbs import Verb
from tournaments.models import Entry, Tournament
from tournaments.record.audit import Actor, change
from tournaments.rights import held_offices
from tournaments.rights.roles import REFEREES
from tournaments.system import attempts
from tournaments.system.attempts import AttemptLimit

WRONG_LINKS: Final = "registration_link"
MOST_LINKS: Final = 60
MOST_FROM_ADDRESS: Final = 60
MOST_IN_HALL: Final = 300
OF_ENTRY: Final = "hall_code_entry"
OF_DEVICE: Final = "hall_code_device"
FROM_ADDRESS: Final = "hall_code_address"
IN_HALL: Final = "hall_code"
MOST_DIGITS: Final = 5
DIGITS_FROM_ADDRESS: Final = 20
DIGITS_IN_HALL: Final = 100
OF_LINK: Final = "name_digits_entry"
DIGITS_OF_DEVICE: Final = "name_digits_device"
OF_ADDRESS: Final = "name_digits_address"
OF_STRANGERS: Final = "name_digits"


HOUR: Final = 3600
MOST_WRONG: Final = 10


@dataclass(frozen=True, slots=True)
class Shut:
    """A lockout: of an entry, a device, an address, or all strangers.

    `who` names the entry or the address, and is empty for a device.
    """

    kind: str
    origin: str
    who: str

    @property
    def is_of_digits(self) -> bool:
        """Whether it concerns digits of a telephone number rather than a code of the hall."""
        return self.kind in (OF_LINK, DIGITS_OF_DEVICE, OF_ADDRESS, OF_STRANGERS)


def limits(entry: Entry, by: Guesser | None) -> tuple[AttemptLimit, ...]:
    """Return every limit for a code typed for an entry; `by` is None for a member."""
    hall = entry.event.tournament.uid
    own = AttemptLimit(OF_ENTRY, MOST_WRONG, HOUR, hall, entry.uid)
    if by is None:
        return (own,)
    if by.device:
        return (own, AttemptLimit(OF_DEVICE, MOST_WRONG, HOUR, hall, by.device))
    return (
        own,
        AttemptLimit(FROM_ADDRESS, MOST_FROM_ADDRESS, HOUR, hall, by.address),
        AttemptLimit(IN_HALL, MOST_IN_HALL, HOUR, hall),
    )


def digit_limits(entry: Entry, by: Guesser) -> tuple[AttemptLimit, ...]:
    """Return every limit for digits typed by the link of an entry.

    Everybody can make such a link, so that its entry does not identify the guesser.
    """
    hall = entry.event.tournament.uid
    own = AttemptLimit(OF_LINK, MOST_DIGITS, HOUR, hall, entry.uid)
    if by.device:
        return (own, AttemptLimit(DIGITS_OF_DEVICE, MOST_DIGITS, HOUR, hall, by.device))
    return (
        own,
        AttemptLimit(OF_ADDRESS, DIGITS_FROM_ADDRESS, HOUR, hall, by.address),
        AttemptLimit(OF_STRANGERS, DIGITS_IN_HALL, HOUR, hall),
    )


def shut(tournament: Tournament) -> list[Shut]:
    """Return the current lockouts, by kind."""
    most = {
        OF_ENTRY: MOST_WRONG,
        OF_DEVICE: MOST_WRONG,
        FROM_ADDRESS: MOST_FROM_ADDRESS,
        IN_HALL: MOST_IN_HALL,
        OF_LINK: MOST_DIGITS,
        DIGITS_OF_DEVICE: MOST_DIGITS,
        OF_ADDRESS: DIGITS_FROM_ADDRESS,
        OF_STRANGERS: DIGITS_IN_HALL,
    }
    counts = attempts.live_counts(*most, subject=tournament.uid)
    spent = [count for count in counts if count.count >= most[count.kind]]
    entries = [count.origin for count in spent if count.kind in (OF_ENTRY, OF_LINK)]
    rows = Entry.objects.filter(uid__in=entries).in_bulk(field_name="uid") if entries else {}
    names = {uid: f"{row.event.name} {row.number}" for uid, row in rows.items()}
    by_address = (FROM_ADDRESS, OF_ADDRESS)
    names |= {count.origin: count.origin for count in spent if count.kind in by_address}
    return [Shut(count.kind, count.origin, names.get(count.origin, "")) for count in spent]


def lift(tournament: Tournament, actor: Actor, kind: str, origin: str) -> bool:
    """Lift a lockout; return whether there was one. Repeating it is harmless."""
    found = [one for one in shut(tournament) if (one.kind, one.origin) == (kind, origin)]
    if not found:
        return False
    with change(tournament, actor, Verb.ALLOW_CODES) as made:
        held_offices.check(made, tournament, REFEREES)
        AttemptLimit(kind, MOST_WRONG, HOUR, tournament.uid, origin).forget()
        made.note(kind=kind)
    return True


def may_guess(origin: str) -> bool:
    """Count a link that was never drawn; return whether the address may try further."""
    return AttemptLimit(WRONG_LINKS, MOST_LINKS, HOUR, origin=origin).begin()
