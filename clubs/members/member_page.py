"""Interface of packages to a member's own page: entering, checking in, withdrawing.

The page, in `web.tablet.player`, is above them and lists the offers that it shows, so that the
packages do not depend on one another. The link that opens it is in `credentials`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Club, Person


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit of a member to the own page by the own link.

    `person` is the member in the register, and `persons` the keys of all rows that are the same
    person: seats and entries may hold any of them. `typed` is the content of a refused request, to
    be shown again; empty otherwise. `notes` holds what an offer has read for `moved`, under its
    name, so that its section needs no second query.
    """

    club: Club
    person: Person
    persons: frozenset[int]
    link: str
    typed: Mapping[str, str] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page: its template and its values, as `section` in the context.

    `asks` is a template of what waits for the member, which the page shows before all else. Its
    forms post to `{% url "member_act" link offer %}` with the name of the offer.
    """

    template: str
    content: Any
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a package, under a name that appears in its address.

    `moved` returns a value that changes whenever the section may have changed, by at most two
    queries: the page polls it every few seconds. `read` returns the section, or None if nothing is
    offered. `act` carries out a request; it raises Refused, and does nothing for a repeated
    request.
    """

    name: str
    moved: Callable[[Visit], object]
    read: Callable[[Visit], Section | None]
    act: Callable[[Visit, Mapping[str, str]], None]
