"""The page of a round: its tables with seats and results, and how it was drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.shortcuts import get_object_or_404

from tournaments import access, clocks, queries, tiles
from tournaments.clocks import Face
from tournaments.games import not_counted
from tournaments.models import Event, Round
from tournaments.pairing import notes
from tournaments.pairing.notes import ALL_TABLES
from tournaments.publish.pages import news, outcomes, recorded
from tournaments.publish.pages.news import Reseated
from tournaments.publish.pages.outcomes import Outcome
from tournaments.publish.pages.progress import RoundState, public_rounds, round_states
from tournaments.publish.pages.recorded import Recorded, RecordedDeal
from tournaments.publish.pages.tables import TableView, tables, with_outcomes
from tournaments.wording.clocks import told_text


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who meet again at a table of this round, and how often they have met before."""

    table: int
    one: str
    other: str
    times: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Why those at a table of this round sit together, in words; where all say it, said once."""

    table: int
    reasons: tuple[str, ...]


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
    recorded: tuple[RecordedDeal, ...] = ()
    """What was answered of its deals, where the game asks questions."""

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
    drawn: tuple[Drawn, ...]
    draft: tiles.Draft
    reseated: Reseated | None
    neighbours: Neighbours
    questions: tuple[str, ...] = ()
    """What the game asks of a deal."""
    clock: Face | None = None
    story: tuple[str, ...] = ()
    """What was done to the clock, and what became of the deals in play."""

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
    event, zone = round_.event, round_.event.tournament.time_zone
    states = round_states(event)
    came_to = outcomes.of(event, queries.record(event), round=round_)
    shown = tables(after=not_counted(event), segment__match__round=round_)
    told = recorded.read(event, round_)
    return RoundPage(
        event=event,
        round=round_,
        rounds=states,
        tables=_in_hall(with_outcomes(shown, came_to), told),
        meetings=tuple(_meetings(round_)),
        drawn=_drawn(round_),
        draft=tiles.draft_of(round_).of_competitors(),
        reseated=news.of_draw(round_),
        neighbours=_neighbours(round_.number, [state.number for state in states]),
        questions=told.questions,
        clock=clocks.face_of(round_),
        story=tuple(told_text(one, zone) for one in clocks.story_of(round_)),
    )


def _in_hall(parts: Iterable[TableView], told: Recorded) -> tuple[HallTable, ...]:
    found: dict[int, tuple[TableView, ...]] = {}
    for part in parts:
        found[part.match] = (*found.get(part.match, ()), part)
    return tuple(
        HallTable(
            number=one[0].number,
            parts=one,
            outcome=one[0].outcome,
            recorded=tuple(deal for part in one for deal in told.of(part.deals)),
        )
        for one in found.values()
    )


def _neighbours(number: int, numbers: list[int]) -> Neighbours:
    before, after = number - 1, number + 1
    return Neighbours(before if before in numbers else None, after if after in numbers else None)


def _drawn(round_: Round) -> tuple[Drawn, ...]:
    known = queries.competitors(round_.event)
    said = tiles.reasons_of(notes.read(round_.reasons), known)
    if len(set(said.values())) == 1 and len(said) > 1:
        return (Drawn(ALL_TABLES, next(iter(said.values()))),)
    return tuple(Drawn(table, why) for table, why in sorted(said.items()))


def _meetings(round_: Round) -> list[Meeting]:
    names = queries.competitors(round_.event)
    return [
        Meeting(reason["table"], names[one].name, names[other].name, times)
        for reason in round_.reasons
        for one, other, times in reason["met_before"]
        if one in names and other in names
    ]
