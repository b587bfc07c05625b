"""The deals of a duplicate event as values for the comparison of boards.

The comparison itself is in `standings.comparisons`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from scoring.game import Game
from tournaments.models import (
    Comparison,
    Deal,
    Event,
    Form,
    Result,
    Room,
    Round,
    RuleSet,
    Side,
)
from tournaments.standings.comparisons import (
    EAST,
    NORTH,
    ComparedDeal,
    ComparedScores,
    compare_field,
    compare_rooms,
)
from tournaments.standings.team_boards import AverageScore, TeamMethod
from tournaments.structure import games, sides
from tournaments.structure.game_slots import NOTHING_ELSE, Instead
from tournaments.structure.games import NO_POINTS

METHODS: Final = {Comparison.IMP: TeamMethod.IMPS, Comparison.BOARD: TeamMethod.BOARD_A_MATCH}
"""How the boards of two rooms are compared."""
AXES: Final[Mapping[str, str]] = {"N": NORTH, "S": NORTH, "E": EAST, "W": EAST}
CHUNK: Final = 2000
"""Results read from the database at a time."""
PUBLIC: Final = (Round.State.PUBLISHED, Round.State.CLOSED)


def compares(event: Event) -> bool:
    """Whether deals of an event count by comparison with other results of their board."""
    return event.comparison != Comparison.NONE


def compare_boards(event: Event, instead: Instead = NOTHING_ELSE) -> ComparedScores:
    """Return what the deals of an event count, in a fixed number of queries.

    Empty where boards are not compared. With `instead` these deals count with other results.
    """
    if not compares(event):
        return ComparedScores()
    played = plays(event, instead)
    if event.comparison in METHODS:
        return compare_rooms(played, METHODS[Comparison(event.comparison)])
    return compare_field(played, by_imps=event.comparison == Comparison.DATUM_IMP)


def plays(event: Event, instead: Instead = NOTHING_ELSE) -> list[ComparedDeal]:
    """Return every deal of a board in public rounds, with its result if it has one."""
    known = _read_event(event)
    replaced = {key: _replaced_result(result, known.reader) for key, (result, _) in instead.items()}
    rows = (
        Deal.objects.filter(
            event=event,
            board__isnull=False,
            sitting__segment__match__round__state__in=PUBLIC,
        )
        .order_by("sitting__segment__match_id", "sitting__segment__number", "play_order", "pk")
        .values_list(
            "pk",
            "uid",
            "board_id",
            "board_no",
            "sitting_id",
            "sitting__room",
            "sitting__table__number",
            "sitting__segment__number",
            "sitting__segment__match_id",
            "sitting__segment__match__round__number",
        )
    )
    return [
        _play(
            row,
            known,
            replaced[row[0]] if row[0] in replaced else known.result_of(row[0]),
            instead[row[0]][1] if row[0] in replaced else known.seats.get(row[4], {}),
        )
        for row in rows
    ]


def _replaced_result(result: Result | None, reader: _ResultReader) -> _ComparedResult | None:
    if result is None:
        return None
    scores = result.settlement["scores"]
    return reader.read_result(result.kind, result.ruleset_id, scores, result.facts)


@dataclass(frozen=True, slots=True)
class _ComparedResult:
    """The result of a deal, as far as it is compared.

    `by_seat` is set in individual events only.
    """

    points: Fraction | int | None = None
    by_seat: Mapping[str, int] | None = None
    averages: tuple[AverageScore, AverageScore] | None = None

    @property
    def is_void(self) -> bool:
        """Whether the deal counts for nobody."""
        return self.points is None and self.averages is None


NOT_YET: Final = _ComparedResult()
"""No result, or none that counts."""


@dataclass(frozen=True, slots=True)
class _ResultReader:
    """Reads results of an event by its game and rules."""

    game: Game[Any]
    rules: Mapping[int, Any]
    alone: bool

    def read_result(
        self, kind: str, ruleset: int, scores: Mapping[str, int], facts: Any
    ) -> _ComparedResult:
        """Return a result as it is compared."""
        if kind == Result.Kind.AVERAGE:
            return _ComparedResult(averages=_averages(facts))
        if kind in NO_POINTS:
            return NOT_YET
        return _ComparedResult(self.points(ruleset, scores), scores if self.alone else None)

    def points(self, ruleset: int, scores: Mapping[str, int]) -> Fraction | int:
        """Return the points of north-south: half the difference to east-west."""
        points = self.game.side_points(scores, self.rules[ruleset], AXES)
        twice = points[NORTH] - points[EAST]
        return Fraction(twice, 2) if twice % 2 else twice // 2


@dataclass(frozen=True, slots=True)
class _EventData:
    """The data of an event apart from its deals.

    Most results are plain `points`, the others are in `results`: in a large event that saves tens
    of thousands of objects.
    """

    reader: _ResultReader
    points: Mapping[int, Fraction | int]
    results: Mapping[int, _ComparedResult]
    seats: Mapping[int, Mapping[str, str]]
    homes: Mapping[int, str]
    entries: Mapping[int, Mapping[str, tuple[str, ...]]]

    def result_of(self, deal: int) -> _ComparedResult | None:
        """Return the result of a deal; None while there is none."""
        if deal in self.points:
            return _ComparedResult(self.points[deal])
        return self.results.get(deal)


def _read_event(event: Event) -> _EventData:
    game, entries = games.game_of(event), _entries_by_side(event)
    rules = RuleSet.objects.filter(results__deal__event=event).distinct()
    reader = _ResultReader(
        game,
        {rule.pk: game.rules(rule.rules) for rule in rules},
        alone=event.form == Form.INDIVIDUAL,
    )
    points, results = _read_results(event, reader)
    return _EventData(
        reader=reader,
        points=points,
        results=results,
        seats=sides.by_sitting(event),
        homes={match: next(iter(sides_of_match)) for match, sides_of_match in entries.items()},
        entries=entries,
    )


def _read_results(
    event: Event, reader: _ResultReader
) -> tuple[dict[int, Fraction | int], dict[int, _ComparedResult]]:
    live = Result.live.filter(deal__event=event, deal__board__isnull=False)
    average = Result.Kind.AVERAGE
    played = live.exclude(kind=average).values_list(
        "deal_id", "kind", "ruleset_id", "settlement__scores"
    )
    averages = live.filter(kind=average).values_list("deal_id", "facts")
    points: dict[int, Fraction | int] = {}
    results = {deal: _ComparedResult(averages=_averages(facts)) for deal, facts in averages}
    for deal, kind, ruleset, scores in played.iterator(CHUNK):
        if reader.alone or kind in NO_POINTS:
            results[deal] = reader.read_result(kind, ruleset, scores, {})
        else:
            points[deal] = reader.points(ruleset, scores)
    return points, results


def _entries_by_side(event: Event) -> dict[int, dict[str, tuple[str, ...]]]:
    """Return the entries of each side of each match, the home side first."""
    rows = (
        Side.entries.through.objects.filter(side__match__round__event=event)
        .order_by("side__match_id", "side__number", "pk")
        .values_list("side__match_id", "side__uid", "entry__uid")
    )
    entries_by_match: dict[int, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for match, side, entry in rows:
        entries_by_match[match][side] = (*entries_by_match[match].get(side, ()), entry)
    return entries_by_match


def _play(
    row: tuple[Any, ...],
    known: _EventData,
    result: _ComparedResult | None,
    sides: Mapping[str, str],
) -> ComparedDeal:
    deal, uid, board, number, _sitting, room, table, segment, match, round_ = row
    outcome = result or NOT_YET
    return ComparedDeal(
        deal=deal,
        uid=uid,
        round=round_,
        match=match,
        board=board,
        home=known.homes.get(match, ""),
        sides=sides,
        entries=known.entries.get(match, {}),
        number=number,
        table=table,
        segment=segment,
        is_closed_room=room == Room.CLOSED,
        points=outcome.points,
        by_seat=outcome.by_seat,
        averages=outcome.averages,
        is_void=result is not None and result.is_void,
    )


def _averages(facts: Mapping[str, Any]) -> tuple[AverageScore, AverageScore]:
    """Return the averages that a referee gave to north-south and east-west."""
    north, east = (facts.get(side, AverageScore.EVEN) for side in ("ns", "ew"))
    return AverageScore(north), AverageScore(east)
