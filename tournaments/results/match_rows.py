"""The counting deals and matches of an event, from a snapshot, and the comparison of its boards.

Match scores are computed in `standings`, board comparisons in `standings.board_scores`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final

from scoring.game import Game
from tournaments.models import (
    Award,
    AwardKind,
    Comparison,
    DrawMethod,
    Entry,
    Form,
    Result,
    Room,
)
from tournaments.results.game_results import MatchTotals, match_totals, not_counted
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import (
    CHANGING_AWARDS,
    DealRow,
    MatchRow,
    ResultRow,
    SideRow,
    SittingRow,
)
from tournaments.standings.board_scores import (
    EAST,
    NORTH,
    ComparedDeal,
    ComparedScores,
    compare_field,
    compare_rooms,
)
from tournaments.standings.given_scores import GivenScore, single
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import MatchRecord, ScoredDeal
from tournaments.standings.team_boards import AverageScore, TeamMethod
from tournaments.structure import games, stages
from tournaments.structure.games import NO_POINTS, compares, game_of, rules_of

METHODS: Final = {Comparison.IMP: TeamMethod.IMPS, Comparison.BOARD: TeamMethod.BOARD_A_MATCH}
"""How the boards of two rooms are compared."""
AXES: Final[Mapping[str, str]] = {"N": NORTH, "S": NORTH, "E": EAST, "W": EAST}


@derived
def compare_boards(snapshot: EventSnapshot) -> ComparedScores:
    """Return the comparison of the deals of an event; empty if boards are not compared."""
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
    """The properties shared by all deals of a sitting."""

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
        """Return a deal with its result: points, a referee's averages, or void."""
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
        """Return the entries of the sides; some belong to other matches if a wrong table was
        taken.
        """
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
    """Return the averages of north-south and east-west if a referee gave nothing else."""
    north, east = (single(given.by_place.get(name, ())) for name in ("ns", "ew"))
    if isinstance(north, AverageScore) and isinstance(east, AverageScore):
        return north, east
    return None


@derived
def deal_scores(snapshot: EventSnapshot) -> list[ScoredDeal]:
    """Return the score of every entry in every deal that counts.

    Deals after the end of a game (局) and deals without points do not count. If boards are
    compared, the score is the result of the comparison.
    """
    event = snapshot.event
    if compares(event):
        return list(compare_boards(snapshot).scored)
    game, uncounted = game_of(event), not_counted(snapshot)
    scored = []
    for sitting in snapshot.sittings:
        number, seated = snapshot.match_by_key[sitting.match].round.number, sitting.sides
        for deal in sitting.deals:
            result = deal.result
            if result is None or result.kind in NO_POINTS or deal.uid in uncounted:
                continue
            rules = rules_of(game, result.ruleset)
            points = game.side_points(result.scores, rules, deal.sides_among(seated))
            scored += [
                ScoredDeal(entry.uid, number, deal.uid, score, match=sitting.match)
                for side, score in points.items()
                for entry in snapshot.side_by_uid[side].entries
            ]
    return scored


@derived
def match_records(snapshot: EventSnapshot) -> list[MatchRecord]:
    """Return every public match by sides; it is over once each of its deals has a result.

    Entries that have withdrawn are absent from matches in which nothing was played.
    """
    event = snapshot.event
    halves, by_match = half_matches(snapshot), Order(event.ranking).by_match
    played = _PlayedRounds.of(deal_scores(snapshot), halves)
    compared = compare_boards(snapshot)
    follows = by_match and not compares(event)
    reached = match_totals(snapshot) if follows else {}
    in_games = follows and games.counts_games_won(event)
    boards = {match: score.counting for match, score in compared.matches.items()}
    withdrawn, is_open = withdrawn_entries(snapshot), _open_matches(snapshot)
    return [
        _with_award(
            MatchRecord(
                round=match.round.number,
                sides=tuple(_uids(side) for side in match.sides),
                is_over=match.key not in is_open,
                totals=_totals(match, reached, compared) if by_match else None,
                boards=boards.get(match.key),
                in_games=in_games,
                absent=_absent_sides(match, played, withdrawn) if by_match else frozenset(),
                match=match.key,
                is_half=match.key in halves,
                ahead=_side_ahead(match, reached),
            ),
            snapshot.awards.get(match.key),
            [side.uid for side in match.sides],
        )
        for match in snapshot.matches
        if match.is_public
    ]


@derived
def withdrawn_entries(snapshot: EventSnapshot) -> frozenset[str]:
    """Return the uids of the entries that have withdrawn."""
    return frozenset(
        entry.uid for entry in snapshot.entries if entry.state == Entry.State.WITHDRAWN
    )


@derived
def half_matches(snapshot: EventSnapshot) -> frozenset[int]:
    """Return the keys of half matches (三队赛): an entry in one plays another in the same round."""
    met = [match for match in snapshot.matches if match.is_public]
    times = Counter((match.round.pk, uid) for match in met for uid in _entries_of(match))
    return frozenset(
        match.key
        for match in met
        if any(times[match.round.pk, uid] > 1 for uid in _entries_of(match))
    )


def _open_matches(snapshot: EventSnapshot) -> frozenset[int]:
    """Return the matches with an open deal, or with a sitting that has no deals yet."""
    return frozenset(
        sitting.match
        for sitting in snapshot.sittings
        if not sitting.deals or any(not deal.done for deal in sitting.deals)
    )


def _with_award(table: MatchRecord, award: Award | None, sides: Sequence[str]) -> MatchRecord:
    """Return a match with its award, if any; the decision of a level match changes nothing in
    it.
    """
    if award is None or award.kind not in CHANGING_AWARDS:
        return table
    winner = None if award.winner is None else award.winner.uid
    worth = tuple(award.won if side == winner else award.lost for side in sides)
    if award.kind == AwardKind.MISMATCHED:
        return replace(table, kept=worth)
    absent = frozenset(place for place, side in enumerate(sides) if side != winner)
    if award.kind == AwardKind.SPOILT:
        absent = frozenset()
    if award.kind == AwardKind.FORFEITED:
        missing = frozenset(n for n, side in enumerate(sides) if side in award.absent_sides)
        return replace(table, absent=missing, is_over=True, totals=None)
    return replace(table, worth=worth, absent=absent, is_over=True, totals=None)


def _totals(
    match: MatchRow, reached: Mapping[int, MatchTotals], compared: ComparedScores
) -> tuple[Fraction | int, ...] | None:
    """Return the totals of a match, if these are not merely a sum of deals."""
    if match.key in compared.matches:
        return compared.matches[match.key].won
    if match.key not in reached:
        return None
    return tuple(reached[match.key].totals.get(side.uid, 0) for side in match.sides)


def _side_ahead(match: MatchRow, reached: Mapping[int, MatchTotals]) -> int | None:
    """Return the index of the side that wins at equal totals by the rules of the game."""
    ahead = reached[match.key].ahead if match.key in reached else None
    return next((place for place, side in enumerate(match.sides) if side.uid == ahead), None)


@dataclass(frozen=True, slots=True)
class _PlayedRounds:
    """The rounds in which entries have scored, and the half matches with a score."""

    entries: AbstractSet[tuple[str, int]]
    matches: AbstractSet[int]
    halves: AbstractSet[int]

    @classmethod
    def of(cls, points: Sequence[ScoredDeal], halves: AbstractSet[int]) -> _PlayedRounds:
        scored = frozenset(point.match for point in points) if halves else frozenset()
        return cls({(point.entry, point.round) for point in points}, scored, halves)

    def has_begun(self, match: MatchRow) -> bool:
        """Whether anything of a match was played."""
        if match.key in self.halves:
            return match.key in self.matches
        return any((entry, match.round.number) in self.entries for entry in _entries_of(match))


def _absent_sides(
    match: MatchRow, played: _PlayedRounds, withdrawn: AbstractSet[str]
) -> frozenset[int]:
    """Return the indexes of the withdrawn sides of a match in which nothing was played."""
    if played.has_begun(match):
        return frozenset()
    return frozenset(
        place for place, side in enumerate(match.sides) if set(_uids(side)) <= withdrawn
    )


def _entries_of(match: MatchRow) -> Iterable[str]:
    return (entry.uid for side in match.sides for entry in side.entries)


def _uids(side: SideRow) -> tuple[str, ...]:
    return tuple(entry.uid for entry in side.entries)
