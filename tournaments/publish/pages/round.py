"""The page of a round: its tables with seats and results, and how it was drawn."""

from __future__ import annotations

from dataclasses import dataclass

from django.shortcuts import get_object_or_404

from tournaments import access, queries
from tournaments.models import Event, Round
from tournaments.publish.pages.progress import RoundState, public_rounds, round_states
from tournaments.publish.pages.tables import TableView, tables


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who meet again at a table of this round, and how often they have met before."""

    table: int
    one: str
    other: str
    times: int


@dataclass(frozen=True, slots=True)
class RoundPage:
    """What the page shows."""

    event: Event
    round: Round
    rounds: tuple[RoundState, ...]
    tables: tuple[TableView, ...]
    meetings: tuple[Meeting, ...]

    @property
    def state(self) -> RoundState | None:
        """How much of the round is played."""
        return next((one for one in self.rounds if one.number == self.round.number), None)


def found(uid: str, number: int) -> Round:
    """Return a round that a stranger may see, with its event, by one query."""
    rounds = public_rounds().filter(event__in=access.public_events())
    return get_object_or_404(
        rounds.select_related("event__tournament__club"), event__uid=uid, number=number
    )


def read(round_: Round) -> RoundPage:
    """Return what the page shows."""
    return RoundPage(
        event=round_.event,
        round=round_,
        rounds=round_states(round_.event),
        tables=tables(segment__match__round=round_),
        meetings=tuple(_meetings(round_)),
    )


def _meetings(round_: Round) -> list[Meeting]:
    names = queries.competitors(round_.event)
    return [
        Meeting(reason["table"], names[one].name, names[other].name, times)
        for reason in round_.reasons
        for one, other, times in reason["met_before"]
        if one in names and other in names
    ]
