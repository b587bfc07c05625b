"""Who may type no further code of the hall, or digits of a telephone; an official lifts it.

An entry is counted by itself, for nobody enters at will but by the public door. Who comes by that
is counted as a device, where it is known; strangers of one address are counted together, and those
of all addresses: what they spend shuts nobody else out.

Links of registration are counted too, by address alone: a right link opens whatever came from its
address before, since all phones of a hall may have one, and nobody guesses 80 bits. A link that has
ended is no guess: a tablet asks for it until its page is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from clubs.credentials.devices import Guesser
from clubs.registration.verbs import Verb
from tournaments.models import Entry, Tournament
from tournaments.record.audit import Actor, change
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
    """Somebody whose codes are not looked at: an entry, a device, an address, or all strangers.

    `who` names the entry or the address, and is empty for a device.
    """

    kind: str
    origin: str
    who: str

    @property
    def is_of_digits(self) -> bool:
        """Whether digits of a telephone were typed, and no code of the hall."""
        return self.kind in (OF_LINK, DIGITS_OF_DEVICE, OF_ADDRESS, OF_STRANGERS)


def limits(entry: Entry, by: Guesser | None) -> tuple[AttemptLimit, ...]:
    """Return every limit that a code typed for an entry must pass; `by` is None for a member."""
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
    """Return every limit that digits typed by the link of an entry must pass.

    Everybody can make such a link, so that its entry does not stand for who guesses.
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
    """Return who is shut out now, by kind."""
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
    """Look at somebody's codes again; return whether anything was shut. Again is harmless."""
    found = [one for one in shut(tournament) if (one.kind, one.origin) == (kind, origin)]
    if not found:
        return False
    with change(tournament, actor, Verb.ALLOW_CODES) as made:
        AttemptLimit(kind, MOST_WRONG, HOUR, tournament.uid, origin).forget()
        made.note(kind=kind)
    return True


def may_guess(origin: str) -> bool:
    """Count a link that nobody drew; return whether fewer than too many came from the address."""
    return AttemptLimit(WRONG_LINKS, MOST_LINKS, HOUR, origin=origin).begin()
