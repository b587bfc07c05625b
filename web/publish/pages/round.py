"""The page of a round: its tables with seats and results, and the reasons of the draw."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404

from tournaments.base import local_time
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps
from tournaments.models import Event, Round
from tournaments.pairing import notes
from tournaments.pairing.notes import ALL_TABLES
from tournaments.record import log_queries
from tournaments.record.log_queries import LogMark
from tournaments.results import event_record
from tournaments.results.event_record import Competitor
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import public_access
from tournaments.structure import games, stored_clocks
from tournaments.structure.stored_clocks import ClockFace
from tournaments.wording.clocks import clock_move_text
from web.publish import table_overview
from web.publish.pages import changes_since, parts, posted, seats
from web.publish.pages.changes_since import Reseated
from web.publish.pages.matches import match_names, outcomes
from web.publish.pages.matches.match_names import UNNAMED, MatchNames
from web.publish.pages.parts import PageParts
from web.publish.pages.posted import NOT_POSTED, Posted
from web.publish.pages.progress import PublicRound, public_rounds, round_states
from web.publish.pages.seats import SeatList
from web.publish.pages.table import HallTable, hall_tables, recorded_answers
from web.publish.pages.tables import tables, with_outcomes
from web.publish.publications import PublicationNeeds, Publications
from web.publish.tables import width

IN_SIGHT: Final = 24
"""The tables in sight at once; those below are unfolded."""
SEEN_ON_TILES: Final = 32
"""The most names that are found at once on the tiles; of more, the list by surname comes first."""
WIDE: Final = 14
"""Letters of a name that take two lines of a tile; a Chinese character counts two."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Two entries that meet again at a table, and how often they have met before."""

    table: int
    one: str
    other: str
    times: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The reasons of a table in words; one row for all tables if they are the same."""

    table: int
    reasons: tuple[str, ...]


OfTable = TypeVar("OfTable", Rematch, Drawn)


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The rounds before and after, if they are public."""

    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of teams with its tables, and its score so far, the home side first."""

    meet: MatchLineUps
    tables: tuple[HallTable, ...]

    @property
    def score(self) -> str:
        """The score of the match so far; empty if it is not known."""
        outcome = self.tables[0].outcome if self.tables else None
        home = self.meet.teams[0].entry
        sides = outcome.sides if outcome else ()
        return next((side.stands for side in sides if side.competitor.number == home), "")


@dataclass(frozen=True, slots=True)
class RoundPage:
    """What the page shows."""

    event: Event
    round: Round
    rounds: tuple[PublicRound, ...]
    parts: PageParts
    tables: tuple[HallTable, ...]
    """The tables of the part that is shown."""
    meetings: tuple[Rematch, ...]
    drawn: tuple[Drawn, ...]
    draft: table_overview.DraftNotes
    reseated: Reseated | None
    neighbours: Neighbours
    questions: tuple[str, ...] = ()
    """The questions that the game asks of a deal."""
    clock: ClockFace | None = None
    meets: tuple[MatchLineUps, ...] = ()
    """The matches of teams at these tables, with the state of their line-ups."""
    scores: Mapping[int, str] = field(default_factory=dict)
    """The scores of finished team matches, by the key of the match."""
    names: MatchNames = UNNAMED
    """The names of groups or knockout matches, if there are any."""
    story: tuple[str, ...] = ()
    """The moves of the clock in words, and what happened to deals in play."""
    mark: LogMark | None = None
    posted: Posted = NOT_POSTED
    seats: SeatList | None = None
    """Who sits where, while people look for their seats among many."""

    @property
    def match_lines(self) -> tuple[MatchLine, ...]:
        """The matches of teams with their tables."""
        return tuple(
            MatchLine(
                meet,
                tuple(table for table in self.tables if table.parts[0].match == meet.match.key),
            )
            for meet in self.meets
        )

    @property
    def tables_in_sight(self) -> tuple[HallTable, ...]:
        """The tables in sight, half as many if their tiles are high."""
        return self.tables[: self._in_sight]

    @property
    def tables_below(self) -> tuple[HallTable, ...]:
        """The tables that are unfolded."""
        return self.tables[self._in_sight :]

    @property
    def to_the_end(self) -> bool:
        """Whether its games end by rule, so that the number of deals is not known beforehand."""
        return self.state is not None and self.state.to_the_end

    @property
    def are_wide(self) -> bool:
        """Whether most names are too long for a narrow tile."""
        names = [seat.name for table in self.tables for seat in table.seats]
        return sum(width(name) > WIDE for name in names) * 2 > len(names)

    @property
    def _in_sight(self) -> int:
        return IN_SIGHT // 2 if self.are_wide else IN_SIGHT

    @property
    def state(self) -> PublicRound | None:
        """The progress of the round."""
        return next((round_ for round_ in self.rounds if round_.number == self.round.number), None)


@dataclass(frozen=True, slots=True)
class FoundRound:
    """A public round with its event, the log entry that its page shows, and whether its clock was
    started.
    """

    round: Round
    mark: LogMark | None
    has_clock: bool


def public_round(uid: str, number: int) -> FoundRound:
    """Return a public round by one query. Raises Http404."""
    rounds = public_rounds().filter(event__in=public_access.public_events())
    row: Any = get_object_or_404(
        rounds.select_related(
            "event__tournament__club",
            "event__ruleset",
            "event__regulations",
            "group__stage__event",
            "group__stage__ruleset",
        ).annotate(
            entry_hash=log_queries.hash_of_last_change(
                "event__tournament", "event__public_revision"
            ),
            has_clock=Exists(stored_clocks.STARTED.filter(pk=OuterRef("pk"))),
        ),
        event__uid=uid,
        number=number,
    )
    local_time.enter(row.event.tournament)
    mark = LogMark(row.event.public_revision, row.entry_hash) if row.entry_hash else None
    return FoundRound(row, mark, row.has_clock)


def needs(
    _snapshot: EventSnapshot, round_: Round, _mark: LogMark | None = None, _part: int = 0
) -> PublicationNeeds:
    """Return which publications the page needs: draws of the round, how it was posted, and its
    clock.
    """
    return PublicationNeeds(terms=round_.state == Round.State.CLOSED, round=round_, clock=round_)


def read(
    snapshot: EventSnapshot,
    published: Publications,
    round_: Round,
    mark: LogMark | None = None,
    part: int = 0,
) -> RoundPage:
    """Return the page. Raises Http404 if the round has no such part."""
    event, zone = snapshot.event, snapshot.event.tournament.time_zone
    known = event_record.public_record(snapshot).competitors
    answers, names = recorded_answers(event, round_), match_names.of_round(snapshot, round_)
    meets = _line_ups(snapshot, round_)
    shown = with_outcomes(tables(snapshot, round_), outcomes.outcomes_of_tables(snapshot, round_))
    seated = hall_tables(shown, answers, names.full, meets)
    divided, meets_here, tables_here = _part_shown(meets, seated, part)
    elsewhere = {table.number for table in seated} - {table.number for table in tables_here}
    face, story = stored_clocks.face_and_story(
        round_, games.ruleset_of_round(round_), published.clock_moves
    )
    return RoundPage(
        event=event,
        round=round_,
        rounds=round_states(snapshot),
        parts=divided,
        tables=tables_here,
        meetings=_not_at(elsewhere, _meetings(round_, known)),
        drawn=_not_at(elsewhere, draw_reasons(round_, known)),
        draft=table_overview.draft_of(snapshot, round_, is_public=True).of_competitors(),
        reseated=changes_since.changes_of_draw(snapshot, round_, published.draws),
        neighbours=_neighbours(snapshot, round_.number),
        questions=answers.questions,
        clock=face,
        meets=meets_here,
        scores=outcomes.scores_of_matches(snapshot, round_) if meets_here else {},
        names=names,
        posted=posted.of_terms(event, published.terms),
        story=tuple(clock_move_text(moment, zone) for moment in story),
        mark=mark,
        seats=_seats(snapshot, round_) if divided.is_first else None,
    )


def _line_ups(snapshot: EventSnapshot, round_: Round) -> tuple[MatchLineUps, ...]:
    """Return the matches of teams in a round; none of other events."""
    if not line_up_state.is_of_teams(snapshot.event):
        return ()
    return tuple(line_up_state.line_up_states(snapshot, round_))


def _not_at(elsewhere: Collection[int], rows: Iterable[OfTable]) -> tuple[OfTable, ...]:
    """Return what is told of tables, without those that another part of the page shows."""
    return tuple(row for row in rows if row.table not in elsewhere)


def _neighbours(snapshot: EventSnapshot, number: int) -> Neighbours:
    """Return the public rounds before and after one; None where there is none."""
    numbers = {public.number for public in snapshot.public_rounds}
    return Neighbours(*(near if near in numbers else None for near in (number - 1, number + 1)))


def _seats(snapshot: EventSnapshot, round_: Round) -> SeatList | None:
    """Return the seats of the last round until it has a result; None for few names."""
    last = round_states(snapshot)[-1]
    if last.number != round_.number or not last.is_without_results:
        return None
    listed = seats.seat_list(snapshot)
    return listed if listed.count > SEEN_ON_TILES else None


def divide_matches(meets: Sequence[MatchLineUps], part: int) -> PageParts:
    """Divide the matches of teams in a round; both tables of a match are in the same part."""
    firsts = [meet.segments[:1] for meet in meets]
    return _divide(
        [[number for segment in first for _, number in segment.tables] for first in firsts], part
    )


def _part_shown(
    meets: Sequence[MatchLineUps], seated: Sequence[HallTable], part: int
) -> tuple[PageParts, tuple[MatchLineUps, ...], tuple[HallTable, ...]]:
    """Return the parts of a round, and the matches of teams and the tables of the one shown."""
    if not meets:
        divided = _divide([[table.number] for table in seated], part)
        return divided, (), tuple(divided.of(seated))
    divided = divide_matches(meets, part)
    here = tuple(divided.of(meets))
    matches = {meet.match.key for meet in here}
    return divided, here, tuple(table for table in seated if table.parts[0].match in matches)


def _divide(numbers: Sequence[Sequence[int]], part: int) -> PageParts:
    """Divide a round whose matches have the tables of these numbers."""

    def _name(first: int, last: int) -> str:
        here = [number for of_match in numbers[first - 1 : last] for number in of_match]
        return parts.tables_name(min(here, default=0), max(here, default=0))

    return parts.divide([len(of_match) for of_match in numbers], parts.TABLES, part, _name)


def draw_reasons(round_: Round, known: Mapping[str, Competitor]) -> tuple[Drawn, ...]:
    """Return the reasons of the tables of a draw, once if they are the same for all."""
    of_teams = round_.event.form == Event.Form.TEAMS
    reasons = table_overview.reasons_of(notes.read(round_.reasons), known, of_teams=of_teams)
    if len(set(reasons.values())) == 1 and len(reasons) > 1:
        return (Drawn(ALL_TABLES, next(iter(reasons.values()))),)
    return tuple(Drawn(table, why) for table, why in sorted(reasons.items()))


def _meetings(round_: Round, names: Mapping[str, Competitor]) -> list[Rematch]:
    return [
        Rematch(table, names[entry].name, names[opponent].name, times)
        for table, met in notes.read(round_.reasons).met_before.items()
        for entry, opponent, times in met
        if entry in names and opponent in names
    ]
