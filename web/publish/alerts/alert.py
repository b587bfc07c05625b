"""How a kind of alert is declared; the kinds themselves are in `kinds`."""

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
"""The lookups of event and table for rows that belong to a deal."""


@dataclass(frozen=True, slots=True)
class WaitingRows:
    """Waiting rows, and the lookup of their tournament.

    `each` is counted once, however many rows it has; `event` and `table` are the lookups of the
    event and of the table's number, by which the oldest row is named; `event_name` is that of the
    event's name, where no relation leads to it.
    """

    rows: QuerySet[Any]
    tournament: str
    each: str = "pk"
    event: str = ""
    table: str = ""
    event_name: str = ""

    @property
    def name(self) -> str:
        """The lookup of the name of the event; empty without an event."""
        return self.event_name or (f"{self.event}__name" if self.event else "")


Rows = Callable[[Collection[int], Narrowed], WaitingRows]
"""Returns waiting rows of tournaments, by keys; in `narrowed` ones the reader does not see all."""


@dataclass(frozen=True, slots=True)
class Alert:
    """A kind of alert, with everything that a face needs to show it.

    `rows` is None if the kind is not read from rows of tournaments; `roles` are those who decide;
    `words` take the `number` waiting; `url` is where it is decided. Quiet kinds come in large
    numbers, with every deal or every name, and make no sound.
    """

    kind: str
    rows: Rows | None
    roles: frozenset[Role]
    words: Text
    url: Callable[[Tournament], str]
    quiet: bool = False


def page(name: str, more: str = "") -> Callable[[Tournament], str]:
    """Return a function for the address of a tournament's page; `more` is its query or fragment."""
    return lambda tournament: reverse(name, args=[tournament.uid]) + more
