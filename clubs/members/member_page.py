"""What packages offer on a member's own page: an event to enter, a check-in, a withdrawal.

The page, in `web.tablet.player`, lies above them and names whose offers it shows; they, which lie
beside each other, do not depend on one another. The link that opens it is in `credentials`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Club, Person


@dataclass(frozen=True, slots=True)
class Visit:
    """A member who has opened the own page by the own link.

    `person` is the member in the register, and `persons` the keys of all rows that are the same
    person: seats and entries may hold any of them. `typed` is what a refused request has sent, so
    that the page can show it again; it is empty otherwise. `notes` is what an offer has read to say
    what moves, under its name, so that it need not ask again for its section.
    """

    club: Club
    person: Person
    persons: frozenset[int]
    link: str
    typed: Mapping[str, str] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page: its template with what it shows, as `section` in the context.

    Its forms post to `{% url "member_act" link offer %}` with the name of the offer.
    """

    template: str
    content: Any


@dataclass(frozen=True, slots=True)
class Offer:
    """What a package offers, under a name that stands in its address.

    `moved` returns a value that changes whenever the section may have changed, by at most two
    queries: the page asks for it every few seconds. `read` returns the section, or None where the
    member is offered nothing. `act` does what the member has sent; it raises Refused, and does
    nothing for a second request that is the same as the first.
    """

    name: str
    moved: Callable[[Visit], object]
    read: Callable[[Visit], Section | None]
    act: Callable[[Visit, Mapping[str, str]], None]
