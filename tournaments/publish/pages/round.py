"""The page of a round: its tables with seats and results, and how it was drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.shortcuts import get_object_or_404

from tournaments import access, local_time
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchStands
from tournaments.models import Event, Round, Sitting
from tournaments.pairing import notes
from tournaments.pairing.notes import ALL_TABLES
from tournaments.progress import table_overview
from tournaments.publish.pages import marks, match_names, news, outcomes, recorded
from tournaments.publish.pages.marks import Mark
from tournaments.publish.pages.match_names import UNNAMED, MatchNames
from tournaments.publish.pages.news import Reseated
from tournaments.publish.pages.outcomes import Outcome
from tournaments.publish.pages.progress import RoundState, public_rounds, round_states
from tournaments.publish.pages.recorded import Recorded, RecordedDeal
from tournaments.publish.pages.tables import TableView, tables, with_outcomes
from tournaments.results import queries
from tournaments.results.standings_input import Competitor
from tournaments.structure import clocks
from tournaments.structure.clocks import Face
from tournaments.structure.games import not_counted
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
    group: str = ""
    """The group that plays there, where there are several, or which match of a knockout it is."""
    teams: str = ""
    """The teams that meet there, the home side first."""

    @property
    def room(self) -> str:
        """Which room of a match it is, in words, where there are two."""
        return self.parts[0].room_name

    @property
    def anchor(self) -> str:
        """What tells the table from all others of the round."""
        return self.parts[0].anchor

    @property
    def comes_to(self) -> Outcome | None:
        """What the match came to, said once where it has two rooms."""
        return None if self.parts[0].room == Sitting.Room.CLOSED else self.outcome

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
    draft: table_overview.Draft
    reseated: Reseated | None
    neighbours: Neighbours
    questions: tuple[str, ...] = ()
    """What the game asks of a deal."""
    clock: Face | None = None
    meets: tuple[MatchStands, ...] = ()
    """Which teams meet, and how far their line-ups are."""
    names: MatchNames = UNNAMED
    """The groups of the matches where there are several, or what they are in a knockout."""
    story: tuple[str, ...] = ()
    """What was done to the clock, and what became of the deals in play."""
    mark: Mark | None = None

    @property
    def state(self) -> RoundState | None:
        """How much of the round is played."""
        return next((round_ for round_ in self.rounds if round_.number == self.round.number), None)


def found(uid: str, number: int) -> Round:
    """Return a round that a stranger may see, with its event, by one query."""
    rounds = public_rounds().filter(event__in=access.public_events())
    round_ = get_object_or_404(
        rounds.select_related("event__tournament__club", "event__ruleset", "group__stage__event"),
        event__uid=uid,
        number=number,
    )
    local_time.enter(round_.event.tournament)
    return round_


def read(round_: Round) -> RoundPage:
    """Return what the page shows."""
    event, zone = round_.event, round_.event.tournament.time_zone
    states = round_states(event)
    known = queries.told(event)
    came_to = outcomes.of(event, known, round=round_)
    shown = tables(after=not_counted(event), segment__match__round=round_)
    told = recorded.read(event, round_)
    meets = tuple(line_up_state.stands(round_)) if line_up_state.is_of_teams(event) else ()
    names = match_names.of_round(round_)
    return RoundPage(
        event=event,
        round=round_,
        rounds=states,
        tables=_in_hall(with_outcomes(shown, came_to), told, names.full, meets),
        meetings=tuple(_meetings(round_, known.competitors)),
        drawn=_drawn(round_, known.competitors),
        draft=table_overview.draft_of(round_).of_competitors(),
        reseated=news.of_draw(round_),
        neighbours=_neighbours(round_.number, [state.number for state in states]),
        questions=told.questions,
        clock=clocks.face_of(round_),
        meets=meets,
        names=names,
        story=tuple(told_text(one, zone) for one in clocks.story_of(round_)),
        mark=marks.of(event),
    )


def _in_hall(
    parts: Iterable[TableView],
    told: Recorded,
    groups: Mapping[int, str],
    meets: Iterable[MatchStands],
) -> tuple[HallTable, ...]:
    teams = {
        standing.match.pk: " – ".join(team.name for team in standing.teams) for standing in meets
    }
    found: dict[tuple[int, int], tuple[TableView, ...]] = {}
    for part in parts:
        at = part.match, part.number
        found[at] = (*found.get(at, ()), part)
    return tuple(
        HallTable(
            number=tables[0].number,
            parts=tables,
            outcome=tables[0].outcome,
            recorded=tuple(deal for part in tables for deal in told.of(part.deals)),
            group=groups.get(tables[0].match, ""),
            teams=teams.get(tables[0].match, ""),
        )
        for tables in found.values()
    )


def _neighbours(number: int, numbers: list[int]) -> Neighbours:
    before, after = number - 1, number + 1
    return Neighbours(before if before in numbers else None, after if after in numbers else None)


def _drawn(round_: Round, known: Mapping[str, Competitor]) -> tuple[Drawn, ...]:
    of_teams = round_.event.form == Event.Form.TEAMS
    said = table_overview.reasons_of(notes.read(round_.reasons), known, of_teams=of_teams)
    if len(set(said.values())) == 1 and len(said) > 1:
        return (Drawn(ALL_TABLES, next(iter(said.values()))),)
    return tuple(Drawn(table, why) for table, why in sorted(said.items()))


def _meetings(round_: Round, names: Mapping[str, Competitor]) -> list[Meeting]:
    return [
        Meeting(reason["table"], names[one].name, names[other].name, times)
        for reason in round_.reasons
        for one, other, times in reason["met_before"]
        if one in names and other in names
    ]
