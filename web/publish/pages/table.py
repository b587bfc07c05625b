"""The page of a table in a round with the chart of its sums, and the tables of a round with
everything shown of each.

Of the chart only numbers are computed here; the template draws it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Final

from django.http import Http404

from tournaments.base.separators import join_names
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps
from tournaments.models import Event, Result, Round, Sitting
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.structure import boards, games, stored_clocks
from tournaments.structure.stored_clocks import ClockFace
from tournaments.wording.answers import answer_text, question_text
from web.publish.pages.matches import match_names, outcomes
from web.publish.pages.matches.outcomes import TableOutcome
from web.publish.pages.progress import round_states
from web.publish.pages.ranked.charts import APART, GAP, STEP, Tick, fitted
from web.publish.pages.tables import DealView, SeatView, TableView, tables, with_outcomes
from web.publish.publications import PublicationNeeds, Publications


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal with its answers, one for each question; unknown ones are empty."""

    deal: DealView
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """The questions of a game, and the answers by the uid of the deal."""

    questions: tuple[str, ...]
    answers: Mapping[str, tuple[str, ...]]

    def of(self, deals: Sequence[DealView]) -> tuple[RecordedDeal, ...]:
        """Return those of the deals that have answers."""
        return tuple(
            RecordedDeal(deal, self.answers[deal.uid]) for deal in deals if deal.uid in self.answers
        )


UNRECORDED: Final = RecordedAnswers((), {})


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table with all its deals, in parts if players changed seats."""

    number: int
    parts: tuple[TableView, ...]
    outcome: TableOutcome | None
    recorded: tuple[RecordedDeal, ...] = ()
    """The recorded answers of its deals, if the game asks questions."""
    group: str = ""
    """The name of its group or knockout match, if any."""
    teams: str = ""
    """The teams that meet at the table, the home side first."""

    @property
    def charts(self) -> tuple[SumChart, ...]:
        """How its sums went, for a phone and for a desk.

        Empty where players changed seats, and before two results.
        """
        drawn = (sum_chart(part, shape) for part in self.parts[:1] for shape in (SMALL, WIDE))
        return tuple(chart for chart in drawn if chart and len(self.parts) == 1)

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """Who sits there, or sat there last."""
        return self.parts[-1].seats

    @property
    def leaders(self) -> tuple[SeatView, ...]:
        """The seats with the most points, where these are of all deals."""
        return self.parts[0].leaders if self.has_sums else ()

    @property
    def shared_penalties(self) -> tuple[tuple[tuple[str, ...], Fraction], ...]:
        """Penalties of whole pairs that are in nobody's points."""
        return tuple(penalty for part in self.parts for penalty in part.shared_penalties)

    @property
    def has_sums(self) -> bool:
        """Whether there are points, and those at its seats are of all its deals."""
        first = self.parts[0]
        return (
            (self.done > 0 or first.has_penalties) and len(self.parts) == 1 and not first.is_sealed
        )

    @property
    def room(self) -> str:
        """The name of the room if the match has two."""
        return self.parts[0].room_name

    @property
    def anchor(self) -> str:
        """The anchor of the table among all tables of the round."""
        return self.parts[0].anchor

    @property
    def comes_to(self) -> TableOutcome | None:
        """The outcome of the match; None for the closed room, which would repeat it."""
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
class TablePage:
    """What the page shows: a table, twice if two half matches follow each other at it.

    What was recorded of a deal is on the page of the deal.
    """

    event: Event
    round: Round
    to_the_end: bool
    """Whether its games end by rule, so that the number of deals is not known beforehand."""
    number: int
    tables: tuple[HallTable, ...]
    meets: tuple[MatchLineUps, ...]
    """The matches of teams at the table."""
    clock: ClockFace | None


def needs(_snapshot: EventSnapshot, round_: Round, _number: int) -> PublicationNeeds:
    """Return that the page shows the clock of a round in play."""
    return PublicationNeeds(clock=round_ if round_.state == Round.State.PUBLISHED else None)


def read(snapshot: EventSnapshot, published: Publications, round_: Round, number: int) -> TablePage:
    """Return the page. Raises Http404 if no match is at the table.

    Before the line-ups are revealed nobody sits there.
    """
    event = snapshot.event
    shown = [table for table in tables(snapshot, round_) if table.number == number]
    matches = _matches_by_table(snapshot, round_).get(number)
    if not matches:
        raise Http404
    states = (
        line_up_state.line_up_states(snapshot, round_) if line_up_state.is_of_teams(event) else []
    )
    meets = tuple(state for state in states if state.match.key in matches)
    came_to = outcomes.outcomes_of_tables(snapshot, round_)
    return TablePage(
        event=event,
        round=round_,
        to_the_end=any(
            state.to_the_end for state in round_states(snapshot) if state.number == round_.number
        ),
        number=number,
        tables=hall_tables(
            with_outcomes(shown, came_to),
            UNRECORDED,
            match_names.of_round(snapshot, round_).full,
            meets,
        ),
        meets=meets,
        clock=stored_clocks.face_of(round_, games.ruleset_of_round(round_), published.clock_moves),
    )


@derived
def _matches_by_table(snapshot: EventSnapshot, round_: Round) -> Mapping[int, Collection[int]]:
    """Return the keys of the matches at each table; all tables of a round share it."""
    found: dict[int, set[int]] = defaultdict(set)
    for match in snapshot.matches_of(round_):
        for sitting in snapshot.sittings_by_match[match.key]:
            found[sitting.table].add(match.key)
        found[match.number].add(match.key)
    return dict(found)


def hall_tables(
    parts: Iterable[TableView],
    answers: RecordedAnswers,
    groups: Mapping[int, str],
    meets: Iterable[MatchLineUps],
) -> tuple[HallTable, ...]:
    """Return tables with all their parts, the answers of their deals, and the names of matches."""
    teams = {
        standing.match.key: " – ".join(team.name for team in standing.teams) for standing in meets
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


def recorded_answers(event: Event, round_: Round) -> RecordedAnswers:
    """Read the recorded answers of a round, without those of sealed boards."""
    game = games.game_of(event)
    asks = game.blank(game.rules(games.ruleset_of_round(round_).rules)).asks
    if not asks:
        return UNRECORDED
    rows = Result.live.filter(deal__sitting__segment__match__round=round_)
    loaded = list(rows.select_related("deal__board").only("facts", "deal__uid", "deal__board"))
    opened = boards.opened(row.deal.board for row in loaded if row.deal.board)
    answers = {
        row.deal.uid: tuple(answer_text(question, row.facts, event.game) for question in asks)
        for row in loaded
        if row.deal.board is None or row.deal.board_id in opened
    }
    known = {uid: texts for uid, texts in answers.items() if any(texts)}
    return RecordedAnswers(tuple(map(question_text, asks)), known)


LEFT: Final = 12
TOP: Final = 28


@dataclass(frozen=True, slots=True)
class ChartShape:
    """The measures of a chart: lines end at `end`, with the names at their right."""

    width: int
    end: int
    drop: int
    """From the highest sum to the lowest."""
    step: int
    """The least distance between two names."""
    letter: int
    """The width of a digit of a sum, at the right."""
    seat: int
    """The width of the sign of a seat, before the name."""
    scale: Fraction = Fraction(1)
    """How much larger its letters are than those that `fitted` counts."""

    @property
    def names(self) -> int:
        """The x coordinate of the names."""
        return self.end + GAP


SMALL: Final = ChartShape(344, 176, drop=112, step=STEP, letter=9, seat=14)
WIDE: Final = ChartShape(1072, 792, drop=192, step=28, letter=12, seat=18, scale=Fraction(5, 4))
"""As wide as the page of a desk, so that its letters are those of the page."""


@dataclass(frozen=True, slots=True)
class SumLine:
    """The line of a seat, or of both seats of a pair: it ends at `end`, its words are at `y`."""

    points: str
    end: int
    y: int
    seats: tuple[str, ...]
    name: str
    total: int
    leader: str = ""
    """The thin line from the end to words that are not beside it; empty if they are."""


@dataclass(frozen=True, slots=True)
class SumChart:
    """The chart, with a column for each deal and the height of 0."""

    deals: tuple[Tick, ...]
    zero: int
    lines: tuple[SumLine, ...]
    shape: ChartShape
    left: int = LEFT

    @property
    def is_wide(self) -> bool:
        """Whether it is the one of a desk."""
        return self.shape is WIDE

    @property
    def height(self) -> int:
        """The height below which nothing is drawn."""
        return max(TOP + self.shape.drop, *(line.y for line in self.lines)) + GAP


def sum_chart(table: TableView, shape: ChartShape = SMALL) -> SumChart | None:
    """Return the chart of a table; None before its second result, and while a deal is sealed."""
    played = [deal for deal in table.deals if deal.points and deal.counts]
    if len(played) < 2 or table.is_sealed:
        return None
    sums: dict[tuple[int, ...], list[SeatView]] = defaultdict(list)
    for place, seat in enumerate(table.seats):
        sums[0, *accumulate(deal.points[place] for deal in played)].append(seat)
    values = [value for line in sums for value in line]
    high, low = max(values), min(values)

    def down(value: int) -> int:
        return round(TOP + shape.drop * (high - value) / max(high - low, 1))

    along = (shape.end - LEFT) / len(played)
    at = [round(LEFT + along * column) for column in range(len(played) + 1)]
    lines = [
        (down(line[-1]), " ".join(f"{x},{down(sum_)}" for x, sum_ in zip(at, line, strict=True)), s)
        for line, s in sums.items()
    ]
    numbered = zip((deal.number.board for deal in played), at[1:], strict=True)
    ticks = _ticks([Tick(number, x) for number, x in numbered])
    return SumChart(ticks, down(0), _named(lines, [*sums], shape), shape)


def _ticks(deals: list[Tick]) -> tuple[Tick, ...]:
    """Return the deals whose numbers are shown, always including the last."""
    ticks: list[Tick] = []
    for tick in reversed(deals):
        if not ticks or ticks[-1].at - tick.at >= APART:
            ticks.append(tick)
    return tuple(reversed(ticks))


def _named(
    lines: Sequence[tuple[int, str, Sequence[SeatView]]],
    sums: Sequence[tuple[int, ...]],
    shape: ChartShape,
) -> tuple[SumLine, ...]:
    """Return the lines from the highest end to the lowest, their words below one another."""
    named, taken = [], 0
    ordered = sorted(zip(lines, sums, strict=True), key=lambda line: line[0][0])
    for (end, points, seats), sum_ in ordered:
        taken = max(taken + shape.step, end)
        labels = tuple(seat.label for seat in seats)
        others = shape.seat * len(labels) + shape.letter * (len(str(sum_[-1])) + 1)
        room = int((shape.width - shape.names - others) / shape.scale)
        name = fitted(join_names(seat.name for seat in seats), room)
        leader = f"{shape.end},{end} {shape.names - 2},{taken}" if taken != end else ""
        named.append(SumLine(points, end, taken, labels, name, sum_[-1], leader))
    return tuple(named)
