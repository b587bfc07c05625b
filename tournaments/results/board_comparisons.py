"""The deals of a duplicate event, as the comparison of their boards takes them."""

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
from tournaments.standings.comparisons import EAST, NORTH, Compared, Play, of_field, of_rooms
from tournaments.standings.team_boards import Average, Method
from tournaments.structure import games, sides
from tournaments.structure.game_slots import NOTHING_ELSE, Instead
from tournaments.structure.games import NO_POINTS

METHODS: Final = {Comparison.IMP: Method.IMPS, Comparison.BOARD: Method.BOARD_A_MATCH}
"""How the boards of two rooms are compared."""
AXES: Final[Mapping[str, str]] = {"N": NORTH, "S": NORTH, "E": EAST, "W": EAST}
CHUNK: Final = 2000
"""So many results are read at a time: each is small when it has been read."""
PUBLIC: Final = (Round.State.PUBLISHED, Round.State.CLOSED)


def compares(event: Event) -> bool:
    """Whether deals of an event count by what others did with the same cards."""
    return event.comparison != Comparison.NONE


def compared(event: Event, instead: Instead = NOTHING_ELSE) -> Compared:
    """Return what the deals of an event count, in a fixed number of queries.

    That is nothing where boards are not compared. With `instead` it is told as if these deals had
    other results.
    """
    if not compares(event):
        return Compared()
    played = plays(event, instead)
    if event.comparison in METHODS:
        return of_rooms(played, METHODS[Comparison(event.comparison)])
    return of_field(played, by_imps=event.comparison == Comparison.DATUM_IMP)


def plays(event: Event, instead: Instead = NOTHING_ELSE) -> list[Play]:
    """Return every deal of a board in the rounds that are public, with its result if it has one."""
    known = _known(event)
    replaced = {key: _instead(result, known.settling) for key, (result, _) in instead.items()}
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
            replaced[row[0]] if row[0] in replaced else known.told(row[0]),
            instead[row[0]][1] if row[0] in replaced else known.seats.get(row[4], {}),
        )
        for row in rows
    ]


def _instead(result: Result | None, settling: _Settling) -> _Told | None:
    if result is None:
        return None
    scores = result.settlement["scores"]
    return settling.told(result.kind, result.ruleset_id, scores, result.facts)


@dataclass(frozen=True, slots=True)
class _Told:
    """The result of a deal, as far as it is compared.

    `by_seat` are there where each plays for himself.
    """

    points: Fraction | int | None = None
    by_seat: Mapping[str, int] | None = None
    averages: tuple[Average, Average] | None = None

    @property
    def is_void(self) -> bool:
        """Whether the deal counts for nobody."""
        return self.points is None and self.averages is None


NOT_YET: Final = _Told()
"""No result, or none that counts."""


@dataclass(frozen=True, slots=True)
class _Settling:
    """What is known of an event to read its results by."""

    game: Game[Any]
    rules: Mapping[int, Any]
    alone: bool

    def told(self, kind: str, ruleset: int, scores: Mapping[str, int], facts: Any) -> _Told:
        """Return a result as it is compared."""
        if kind == Result.Kind.AVERAGE:
            return _Told(averages=_averages(facts))
        if kind in NO_POINTS:
            return NOT_YET
        return _Told(self.points(ruleset, scores), scores if self.alone else None)

    def points(self, ruleset: int, scores: Mapping[str, int]) -> Fraction | int:
        """Return the points of north-south: half of what they have more than east and west."""
        points = self.game.side_points(scores, self.rules[ruleset], AXES)
        twice = points[NORTH] - points[EAST]
        return Fraction(twice, 2) if twice % 2 else twice // 2


@dataclass(frozen=True, slots=True)
class _Known:
    """What is read of an event apart from its deals.

    `points` are those of most results; what says more is in `results`. In a large event that makes
    tens of thousands of objects fewer.
    """

    settling: _Settling
    points: Mapping[int, Fraction | int]
    results: Mapping[int, _Told]
    seats: Mapping[int, Mapping[str, str]]
    homes: Mapping[int, str]
    entries: Mapping[int, Mapping[str, tuple[str, ...]]]

    def told(self, deal: int) -> _Told | None:
        """Return the result of a deal; None while there is none."""
        if deal in self.points:
            return _Told(self.points[deal])
        return self.results.get(deal)


def _known(event: Event) -> _Known:
    game, entries = games.game_of(event), _entries(event)
    rules = RuleSet.objects.filter(results__deal__event=event).distinct()
    settling = _Settling(
        game,
        {rule.pk: game.rules(rule.rules) for rule in rules},
        alone=event.form == Form.INDIVIDUAL,
    )
    points, results = _results(event, settling)
    return _Known(
        settling=settling,
        points=points,
        results=results,
        seats=sides.by_sitting(event),
        homes={match: next(iter(sides_of_match)) for match, sides_of_match in entries.items()},
        entries=entries,
    )


def _results(
    event: Event, settling: _Settling
) -> tuple[dict[int, Fraction | int], dict[int, _Told]]:
    live = Result.live.filter(deal__event=event, deal__board__isnull=False)
    average = Result.Kind.AVERAGE
    played = live.exclude(kind=average).values_list(
        "deal_id", "kind", "ruleset_id", "settlement__scores"
    )
    averages = live.filter(kind=average).values_list("deal_id", "facts")
    points: dict[int, Fraction | int] = {}
    results = {deal: _Told(averages=_averages(facts)) for deal, facts in averages}
    for deal, kind, ruleset, scores in played.iterator(CHUNK):
        if settling.alone or kind in NO_POINTS:
            results[deal] = settling.told(kind, ruleset, scores, {})
        else:
            points[deal] = settling.points(ruleset, scores)
    return points, results


def _entries(event: Event) -> dict[int, dict[str, tuple[str, ...]]]:
    """Who the sides of each match are, the home side first."""
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
    row: tuple[Any, ...], known: _Known, result: _Told | None, sides: Mapping[str, str]
) -> Play:
    deal, uid, board, number, _sitting, room, table, segment, match, round_ = row
    outcome = result or NOT_YET
    return Play(
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


def _averages(facts: Mapping[str, Any]) -> tuple[Average, Average]:
    """Return what a referee gave to north-south and east-west instead of a result."""
    north, east = (facts.get(side, Average.EVEN) for side in ("ns", "ew"))
    return Average(north), Average(east)
