"""The page of a round: its tables with seats and results, and the reasons of the draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.shortcuts import get_object_or_404

from tournaments import access, local_time
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps
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
from tournaments.wording.clocks import clock_move_text


@dataclass(frozen=True, slots=True)
class Rematch:
    """Two entries that meet again at a table, and how often they have met before."""

    table: int
    one: str
    other: str
    times: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The reasons of a table in words; one row for all tables where they are the same."""

    table: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The rounds before and after, where they are public."""

    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table with all its deals, in parts where players changed seats."""

    number: int
    parts: tuple[TableView, ...]
    outcome: Outcome | None
    recorded: tuple[RecordedDeal, ...] = ()
    """The recorded answers of its deals, where the game asks questions."""
    group: str = ""
    """The name of its group or knockout match, if any."""
    teams: str = ""
    """The teams that meet there, the home side first."""

    @property
    def room(self) -> str:
        """Name of the room where the match has two."""
        return self.parts[0].room_name

    @property
    def anchor(self) -> str:
        """The anchor of the table among all tables of the round."""
        return self.parts[0].anchor

    @property
    def comes_to(self) -> Outcome | None:
        """The outcome of the match; None at the closed room, where it would repeat."""
        return None if self.parts[0].room == Sitting.Room.CLOSED else self.outcome

    @property
    def deals(self) -> int:
        """The number of its deals."""
        return sum(len(part.deals) for part in self.parts)

    @property
    def done(self) -> int:
        """The number of deals with a result."""
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
    meetings: tuple[Rematch, ...]
    drawn: tuple[Drawn, ...]
    draft: table_overview.Draft
    reseated: Reseated | None
    neighbours: Neighbours
    questions: tuple[str, ...] = ()
    """The questions that the game asks of a deal."""
    clock: Face | None = None
    meets: tuple[MatchLineUps, ...] = ()
    """The matches of teams with the state of their line-ups."""
    names: MatchNames = UNNAMED
    """The names of groups or knockout matches, where there are any."""
    story: tuple[str, ...] = ()
    """The moves of the clock in words, and what happened to deals in play."""
    mark: Mark | None = None

    @property
    def state(self) -> RoundState | None:
        """The progress of the round."""
        return next((round_ for round_ in self.rounds if round_.number == self.round.number), None)


def public_round(uid: str, number: int) -> Round:
    """Return a public round with its event by one query. Raises Http404."""
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
    known = queries.public_record(event)
    came_to = outcomes.outcomes_of_tables(event, known, round=round_)
    shown = tables(after=not_counted(event), segment__match__round=round_)
    answers = recorded.read(event, round_)
    meets = tuple(line_up_state.line_up_states(round_)) if line_up_state.is_of_teams(event) else ()
    names = match_names.of_round(round_)
    return RoundPage(
        event=event,
        round=round_,
        rounds=states,
        tables=_hall_tables(with_outcomes(shown, came_to), answers, names.full, meets),
        meetings=tuple(_meetings(round_, known.competitors)),
        drawn=_draw_reasons(round_, known.competitors),
        draft=table_overview.draft_of(round_).of_competitors(),
        reseated=news.changes_of_draw(round_),
        neighbours=_neighbours(round_.number, [state.number for state in states]),
        questions=answers.questions,
        clock=clocks.face_of(round_),
        meets=meets,
        names=names,
        story=tuple(clock_move_text(moment, zone) for moment in clocks.story_of(round_)),
        mark=marks.mark_of_event(event),
    )


def _hall_tables(
    parts: Iterable[TableView],
    answers: Recorded,
    groups: Mapping[int, str],
    meets: Iterable[MatchLineUps],
) -> tuple[HallTable, ...]:
    teams = {
        standing.match.pk: " – ".join(team.name for team in standing.teams) for standing in meets
    }
    tables_by_place: dict[tuple[int, int], tuple[TableView, ...]] = {}
    for part in parts:
        key = part.match, part.number
        tables_by_place[key] = (*tables_by_place.get(key, ()), part)
    return tuple(
        HallTable(
            number=tables[0].number,
            parts=tables,
            outcome=tables[0].outcome,
            recorded=tuple(deal for part in tables for deal in answers.of(part.deals)),
            group=groups.get(tables[0].match, ""),
            teams=teams.get(tables[0].match, ""),
        )
        for tables in tables_by_place.values()
    )


def _neighbours(number: int, numbers: list[int]) -> Neighbours:
    before, after = number - 1, number + 1
    return Neighbours(before if before in numbers else None, after if after in numbers else None)


def _draw_reasons(round_: Round, known: Mapping[str, Competitor]) -> tuple[Drawn, ...]:
    of_teams = round_.event.form == Event.Form.TEAMS
    reasons = table_overview.reasons_of(notes.read(round_.reasons), known, of_teams=of_teams)
    if len(set(reasons.values())) == 1 and len(reasons) > 1:
        return (Drawn(ALL_TABLES, next(iter(reasons.values()))),)
    return tuple(Drawn(table, why) for table, why in sorted(reasons.items()))


def _meetings(round_: Round, names: Mapping[str, Competitor]) -> list[Rematch]:
    return [
        Rematch(reason["table"], names[entry].name, names[opponent].name, times)
        for reason in round_.reasons
        for entry, opponent, times in reason["met_before"]
        if entry in names and opponent in names
    ]
