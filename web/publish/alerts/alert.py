"""The form in which a kind of alert is declared; the kinds themselves are in `kinds`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse

from tournaments.models import Role, Tournament
from tournaments.rights.roles import Narrowed
from tournaments.wording import Text

OF_DEAL: Final = {"event": "deal__event", "table": "deal__sitting__table__number"}
"""Where the event and the table of a row stand that belongs to a deal."""


@dataclass(frozen=True, slots=True)
class WaitingRows:
    """Rows that wait, and where their tournament is found.

    `each` is what is counted once, however many rows it has; `event` and `table` are where the
    event and the number of the table stand, by which the newest row is named.
    """

    rows: QuerySet[Any]
    tournament: str
    each: str = "pk"
    event: str = ""
    table: str = ""


Rows = Callable[[Collection[int], Narrowed], WaitingRows]
"""Returns what waits in tournaments, by their keys; of some the reader may not see everything."""


@dataclass(frozen=True, slots=True)
class Alert:
    """A kind of alert, with everything that a face needs to show it.

    `rows` is None where the kind is not read from rows of tournaments; `roles` are those who
    decide; `words` take the `number` that waits; `url` is where it is decided. What is quiet comes
    in numbers, with every deal or every name, and makes no sound.
    """

    kind: str
    rows: Rows | None
    roles: frozenset[Role]
    words: Text
    url: Callable[[Tournament], str]
    quiet: bool = False


def page(name: str, more: str = "") -> Callable[[Tournament], str]:
    """Return what makes the address of a page of a tournament; `more` is its query or fragment."""
    return lambda tournament: reverse(name, args=[tournament.uid]) + more
