"""The page of a round: its tables with seats and results, and how it was drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.shortcuts import get_object_or_404

from tournaments import access, queries, tiles
from tournaments.games import not_counted
from tournaments.models import Event, Round
from tournaments.publish.pages import news, outcomes
from tournaments.publish.pages.news import Reseated
from tournaments.publish.pages.outcomes import Outcome
from tournaments.publish.pages.progress import RoundState, public_rounds, round_states
from tournaments.publish.pages.tables import TableView, tables, with_outcomes


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who meet again at a table of this round, and how often they have met before."""

    table: int
    one: str
    other: str
    times: int


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The rounds before and after, where they are public."""

    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of the hall with all it plays, in parts where people sat otherwise for some deals."""

    number: int
    parts: tuple[TableView, ...]
    outcome: Outcome | None

    @property
    def deals(self) -> int:
        """How many deals it plays."""
        return sum(len(part.deals) for part in self.parts)

    @property
    def done(self) -> int:
        """How many deals have a result."""
        return sum(part.done for part in self.parts)

    @property
    def is_done(self) -> bool:
        """Whether every deal has a result."""
        return self.done == self.deals


@dataclass(frozen=True, slots=True)
class RoundPage:
    """What the page shows."""

    event: Event
    round: Round
    rounds: tuple[RoundState, ...]
    tables: tuple[HallTable, ...]
    meetings: tuple[Meeting, ...]
    draft: tiles.Draft
    reseated: Reseated | None
    neighbours: Neighbours

    @property
    def state(self) -> RoundState | None:
        """How much of the round is played."""
        return next((one for one in self.rounds if one.number == self.round.number), None)


def found(uid: str, number: int) -> Round:
    """Return a round that a stranger may see, with its event, by one query."""
    rounds = public_rounds().filter(event__in=access.public_events())
    return get_object_or_404(
        rounds.select_related("event__tournament__club", "event__ruleset"),
        event__uid=uid,
        number=number,
    )


def read(round_: Round) -> RoundPage:
    """Return what the page shows."""
    event = round_.event
    states = round_states(event)
    came_to = outcomes.of(event, queries.record(event), round=round_)
    shown = tables(after=not_counted(event), segment__match__round=round_)
    return RoundPage(
        event=event,
        round=round_,
        rounds=states,
        tables=_in_hall(with_outcomes(shown, came_to)),
        meetings=tuple(_meetings(round_)),
        draft=tiles.draft_of(round_).of_competitors(),
        reseated=news.of_draw(round_),
        neighbours=_neighbours(round_.number, [state.number for state in states]),
    )


def _in_hall(parts: Iterable[TableView]) -> tuple[HallTable, ...]:
    found: dict[int, tuple[TableView, ...]] = {}
    for part in parts:
        found[part.match] = (*found.get(part.match, ()), part)
    return tuple(HallTable(one[0].number, one, one[0].outcome) for one in found.values())


def _neighbours(number: int, numbers: list[int]) -> Neighbours:
    before, after = number - 1, number + 1
    return Neighbours(before if before in numbers else None, after if after in numbers else None)


def _meetings(round_: Round) -> list[Meeting]:
    names = queries.competitors(round_.event)
    return [
        Meeting(reason["table"], names[one].name, names[other].name, times)
        for reason in round_.reasons
        for one, other, times in reason["met_before"]
        if one in names and other in names
    ]
