"""The deals of a duplicate event as values for the comparison of boards.

The comparison itself is in `standings.board_scores`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final

from scoring.game import Game
from tournaments.models import Comparison, DrawMethod, Event, Form, Result, Room
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import DealRow, MatchRow, ResultRow, SittingRow
from tournaments.standings.board_scores import (
    EAST,
    NORTH,
    ComparedDeal,
    ComparedScores,
    compare_field,
    compare_rooms,
)
from tournaments.standings.given_scores import GivenScore, single
from tournaments.standings.team_boards import AverageScore, TeamMethod
from tournaments.structure import stages
from tournaments.structure.game_slots import rules_of
from tournaments.structure.games import NO_POINTS, game_of

METHODS: Final = {Comparison.IMP: TeamMethod.IMPS, Comparison.BOARD: TeamMethod.BOARD_A_MATCH}
"""How the boards of two rooms are compared."""
AXES: Final[Mapping[str, str]] = {"N": NORTH, "S": NORTH, "E": EAST, "W": EAST}


def compares(event: Event) -> bool:
    """Whether deals of an event count by comparison with other results of their board."""
    return event.comparison != Comparison.NONE


@derived
def compare_boards(snapshot: EventSnapshot) -> ComparedScores:
    """Return what the deals of an event count; empty where boards are not compared."""
    event = snapshot.event
    if not compares(event):
        return ComparedScores()
    if event.comparison in METHODS:
        return compare_rooms(plays(snapshot), METHODS[Comparison(event.comparison)])
    return compare_field(plays(snapshot), by_imps=event.comparison == Comparison.DATUM_IMP)


@derived
def plays(snapshot: EventSnapshot) -> list[ComparedDeal]:
    """Return every deal of a board in public rounds, with its result if it has one."""
    played: list[tuple[tuple[int, ...], ComparedDeal]] = []
    game, alone = game_of(snapshot.event), snapshot.event.form == Form.INDIVIDUAL
    for sitting in snapshot.sittings:
        match = snapshot.match_by_key[sitting.match]
        if match.is_public:
            table = _Table(snapshot, match, sitting, game, alone=alone)
            for deal in sitting.deals:
                if deal.board is not None:
                    place = (match.key, sitting.segment_number, deal.play_order, deal.key)
                    played.append((place, table.play(deal, deal.board)))
    # Both rooms of a segment in the order of play.
    return [play for _place, play in sorted(played, key=itemgetter(0))]


class _Table:
    """What all deals of a sitting share."""

    def __init__(
        self,
        snapshot: EventSnapshot,
        match: MatchRow,
        sitting: SittingRow,
        game: Game[Any],
        *,
        alone: bool,
    ) -> None:
        self._match, self._sitting, self._game, self._alone = match, sitting, game, alone
        self._is_closed, self._sides = sitting.room == Room.CLOSED, sitting.sides
        self._layouts = snapshot.layouts
        self._balances = stages.method_of(match.round.group.stage) == DrawMethod.KNOCKOUT
        self._entries = {
            side.uid: tuple(entry.uid for entry in side.entries) for side in match.sides
        }
        self._all_sides = snapshot.side_by_uid

    def play(self, deal: DealRow, board: int) -> ComparedDeal:
        """Return a deal with its result: points, the averages of a referee, or that it is void."""
        points: Fraction | int | None = None
        averages = by_seat = given = None
        is_void = False
        if (result := deal.result) is not None:
            if result.kind == Result.Kind.AVERAGE:
                given = GivenScore.from_json(result.facts or {})
                averages = _averages(given)
                points = None if self._alone else given.north_points
                if averages is not None or points is not None:
                    given = None
            elif result.kind in NO_POINTS:
                is_void = True
            else:
                points = self._points(result)
                by_seat = result.scores if self._alone else None
        return ComparedDeal(
            deal=deal.key,
            uid=deal.uid,
            round=self._match.round.number,
            match=self._match.key,
            board=board,
            home=self._match.sides[0].uid,
            sides=(sides := deal.sides_among(self._sides)),
            entries=self._entries_at(sides),
            number=deal.board_no,
            table=self._sitting.table,
            segment=self._sitting.segment_number,
            is_closed_room=self._is_closed,
            points=points,
            by_seat=by_seat,
            averages=averages,
            is_void=is_void,
            given=given,
            balances=self._balances,
            layout=self._layouts.get(deal.key, 1),
        )

    def _entries_at(self, sides: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
        """Return the entries of the sides; some of other matches where a wrong table was taken."""
        others = {side for side in sides.values() if side not in self._entries}
        return self._entries | {
            side: tuple(entry.uid for entry in self._all_sides[side].entries) for side in others
        }

    def _points(self, result: ResultRow) -> Fraction | int:
        """Return the points of north-south: half the difference to east-west."""
        rules = rules_of(self._game, result.ruleset)
        points = self._game.side_points(result.scores, rules, AXES)
        twice = points[NORTH] - points[EAST]
        return Fraction(twice, 2) if twice % 2 else twice // 2


def _averages(given: GivenScore) -> tuple[AverageScore, AverageScore] | None:
    """Return the averages of north-south and east-west where a referee gave nothing else."""
    north, east = (single(given.by_place.get(name, ())) for name in ("ns", "ew"))
    if isinstance(north, AverageScore) and isinstance(east, AverageScore):
        return north, east
    return None
