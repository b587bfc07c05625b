"""The points and games won of every entry in every round, recomputed from the reports of the deals.

Results of a board are compared here slowly, each with each other one, by code that shares only the
numbers of the regulations with the program: 2 and 1 a comparison, the IMP scale, 6, 5 and 4 tenths
of a board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from config.simulation.rehearsal.hall import RehearsalHall
from tournaments import results
from tournaments.models import (
    Adjustment,
    Comparison,
    Deal,
    Game,
    Match,
    Ranking,
    Round,
    Seat,
    Side,
)
from tournaments.results import game_results, snapshot_rows
from tournaments.structure import games

STEPS: Final = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600)
FURTHER: Final = (750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)
TENTHS: Final = 10
MIDDLE: Final = 5
IMPS_OF_TENTH: Final = 3
SIDES: Final = 2

Points = dict[tuple[int, int], Fraction | None]
"""Points by entry and round; None where they are not computed here."""


@dataclass(frozen=True, slots=True)
class ReportedDeal:
    """A deal: its board, its sides and their points; None without a report.

    `north` is the side that sits north-south; `tenths` are those that a referee gave to
    north-south and east-west.
    """

    board: int | None
    match: int
    round: int
    entries: Mapping[int, tuple[int, ...]]
    points: Mapping[int, int] | None
    north: int | None = None
    tenths: tuple[int, int] | None = None

    @property
    def ahead(self) -> Fraction | None:
        """The score of north-south: half of the difference to the other side."""
        if self.points is None or self.north is None or len(self.entries) != SIDES:
            return None
        others = sum(value for side, value in self.points.items() if side != self.north)
        return Fraction(self.points[self.north] - others, 2)

    @property
    def lines(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The entries north-south, and those east-west."""
        others = (entries for side, entries in self.entries.items() if side != self.north)
        return self.entries[self.north or 0], next(others)


def imps(difference: Fraction) -> int:
    """Return the IMPs of a difference.

    >>> imps(Fraction(165)), imps(Fraction(-20)), imps(Fraction(19))
    (4, -1, 0)
    """
    steps = sum(abs(difference) >= step for step in (*STEPS, *FURTHER))
    return steps if difference > 0 else -steps


def of_tenths(tenths: int) -> Fraction:
    """Return the IMPs of an average: three for six tenths.

    >>> int(of_tenths(6)), int(of_tenths(4))
    (3, -3)
    """
    return Fraction((tenths - MIDDLE) * IMPS_OF_TENTH)


def by_datum(deals: Iterable[ReportedDeal]) -> Points:
    """Return the IMPs of every entry against the datum of its boards."""
    points: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for tables in _boards(deals).values():
        results = [table.ahead for table in tables if table.ahead is not None]
        for deal in tables:
            if deal.tenths is not None:
                _add(points, deal, *map(of_tenths, deal.tenths))
            elif deal.ahead is not None:
                own = imps(deal.ahead - datum(results))
                _add(points, deal, Fraction(own), Fraction(-own))
    return points


def datum(results: Sequence[Fraction]) -> int:
    """Return the average of a board to the nearest ten, halves away from 0.

    >>> datum([Fraction(20), Fraction(10)]), datum([Fraction(-20), Fraction(-10)])
    (20, -20)
    """
    average = Fraction(sum(results), len(results))
    tens = int(abs(average) / 10 + Fraction(1, 2))
    return 10 * tens if average > 0 else -10 * tens


def by_matchpoints(deals: Iterable[ReportedDeal]) -> Points:
    """Return the matchpoints of every entry: two for each result beaten, one for each equal.

    The results of a board that has fewer than another are scaled up, as if the missing ones were
    like the others.
    """
    boards = _boards(deals)
    full = max(map(len, boards.values()), default=0)
    points: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    if full < SIDES:
        return points
    most, scored = 2 * (full - 1), defaultdict[int, list[Fraction]](list)
    for tables in boards.values():
        for deal in tables:
            if deal.ahead is not None:
                own = _against(
                    deal.ahead, [table.ahead for table in tables if table is not deal], full
                )
                _add(points, deal, own, most - own)
                for entries, value in zip(deal.lines, (own, most - own), strict=True):
                    for entry in entries:
                        scored[entry].append(value)
    for deal in (
        table for tables in boards.values() for table in tables if table.tenths is not None
    ):
        _add(points, deal, *_averages(deal, scored, most))
    return points


def _against(own: Fraction, others: Sequence[Fraction | None], full: int) -> Fraction:
    results = [other for other in others if other is not None]
    raw = sum(2 * (own > other) + (own == other) for other in results)
    return Fraction((raw + 1) * full, len(results) + 1) - 1


def _averages(
    deal: ReportedDeal, scored: Mapping[int, Sequence[Fraction]], most: int
) -> list[Fraction]:
    """Return both sides' scores of an adjusted board: its tenths, or their average elsewhere."""
    averages = []
    for entries, tenths in zip(deal.lines, deal.tenths or (), strict=True):
        part, own = Fraction(tenths, TENTHS) * most, scored.get(entries[0])
        if own and tenths != MIDDLE:
            average = sum(own, Fraction(0)) / len(own)
            part = max(part, average) if tenths > MIDDLE else min(part, average)
        averages.append(part)
    return averages


def _boards(deals: Iterable[ReportedDeal]) -> Mapping[int, list[ReportedDeal]]:
    boards: dict[int, list[ReportedDeal]] = defaultdict(list)
    for deal in deals:
        if deal.board is not None:
            boards[deal.board].append(deal)
    return boards


def _add(points: Points, deal: ReportedDeal, north: Fraction, east: Fraction) -> None:
    for entries, value in zip(deal.lines, (north, east), strict=True):
        for entry in entries:
            key = entry, deal.round
            points[key] = (points.get(key) or Fraction(0)) + value


HOME: Final = 1

GameSums = Mapping[int, Mapping[int, Fraction]]
"""Points of each side, by the key of the game (局) and that of the side."""


def points(hall: RehearsalHall) -> Points:
    """Return the score of every entry in every round."""
    deals = _counting_deals(hall)
    awarded = _awarded_points(hall) if hall.event.ranking == Ranking.POINTS else {}
    if hall.event.comparison == Comparison.NONE:
        return _added(_sums(deals), awarded)
    if hall.event.comparison in {Comparison.IMP, Comparison.BOARD}:
        by_imps = hall.event.comparison == Comparison.IMP
        return _added(_room_points(deals, by_imps=by_imps), awarded)
    if any(len(deal.entries) != SIDES for deal in deals):
        return dict.fromkeys(_sums(deals)) | awarded
    by_imps = hall.event.comparison == Comparison.DATUM_IMP
    return (by_datum(deals) if by_imps else by_matchpoints(deals)) | awarded


def without_play(matches: Iterable[int]) -> frozenset[int]:
    """Return the matches among these that are awarded to one side, whatever was played in them."""
    live = snapshot_rows.live_awards(list(matches)).items()
    return frozenset(match for match, award in live if award.kind in snapshot_rows.WITHOUT_PLAY)


def games_won(hall: RehearsalHall) -> Mapping[tuple[int, int], Fraction]:
    """Return the number of games won by every entry in every round; equals share one."""
    wins: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    rows = Side.objects.filter(match__round__event=hall.event)
    columns = ("pk", "match_id", "entries__number", "match__round__number")
    sides = {pk: (match, entry, number) for pk, match, entry, number in rows.values_list(*columns)}
    for sums in _game_sums(hall, sides).values():
        best = [side for side, total in sums.items() if total == max(sums.values())]
        for side in best:
            wins[sides[side][1:]] += Fraction(1, len(best))
    return wins


def _game_sums(hall: RehearsalHall, sides: Mapping[int, tuple[int, int, int]]) -> GameSums:
    game, rules, after = (
        games.game_of(hall.event),
        hall.rules,
        game_results.not_counted(results.read(hall.event)),
    )
    sums: dict[int, dict[int, Fraction]] = {}
    for key, match in Game.objects.filter(match__round__event=hall.event).values_list(
        "pk", "match_id"
    ):
        sums[key] = {
            side: Fraction(0) for side, (side_match, *_) in sides.items() if side_match == match
        }
    seats: dict[int, dict[str, str]] = defaultdict(dict)
    for seat in Seat.objects.filter(sitting__segment__match__round__event=hall.event):
        seats[seat.sitting_id][seat.label] = str(seat.side_id)
    for deal in Deal.objects.filter(event=hall.event, game__isnull=False).exclude(uid__in=after):
        if deal.uid in hall.scores:
            side_points = game.side_points(hall.scores[deal.uid], rules, seats[deal.sitting_id])
            for side, points in side_points.items():
                sums[deal.game_id or 0][int(side)] += points
    for row in Adjustment.objects.filter(side__in=sides).select_related("deal"):
        # Without a deal a penalty belongs to the first game of its match.
        game_key = row.deal.game_id if row.deal is not None else None
        game_key = game_key or Game.objects.get(match__sides=row.side, number=1).pk
        sums[game_key][row.side_id or 0] += row.amount
    return sums


def _added(played: Points, awarded: Points) -> Points:
    """Return the sums of both: an entry with an awarded half match has played another one."""
    sums = dict(played)
    for key, value in awarded.items():
        sums[key] = (sums.get(key) or Fraction(0)) + (value or Fraction(0))
    return sums


def _awarded_points(hall: RehearsalHall) -> Points:
    """Return the points awarded for matches without play, for events that rank by points."""
    sums: Points = {}
    for award in snapshot_rows.awards_of_events([hall.event.pk]).values():
        if award.kind in snapshot_rows.WITHOUT_PLAY:
            for side, entries in _entries(hall)[award.match_id].items():
                worth = award.won if side == award.winner_id else award.lost
                keys = [(entry, award.match.round.number) for entry in entries]
                sums |= {key: (sums.get(key) or Fraction(0)) + worth for key in keys}
    return sums


def _sums(deals: Iterable[ReportedDeal]) -> Points:
    sums: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for deal in deals:
        for side, scored in (deal.points or {}).items():
            for entry in deal.entries[side]:
                sums[entry, deal.round] = (sums[entry, deal.round] or 0) + Fraction(scored)
    return sums


def _room_points(deals: Iterable[ReportedDeal], *, by_imps: bool) -> Points:
    """Return the points of both rooms compared: half of the difference between the teams."""
    rooms_by_board: dict[tuple[int, int | None], list[ReportedDeal]] = defaultdict(list)
    for deal in deals:
        rooms_by_board[deal.match, deal.board].append(deal)
    sums: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for rooms in rooms_by_board.values():
        adjusted = next((room for room in rooms if room.tenths is not None), None)
        if adjusted is not None:
            _add_adjusted(sums, adjusted, by_imps=by_imps)
            continue
        if len(rooms) < 2 or any(room.points is None for room in rooms):
            continue
        sides = rooms[0].entries
        home, away = (sum((room.points or {})[side] for room in rooms) for side in sides)
        ahead = Fraction(home - away, 2)
        won = 1 + (ahead > 0) - (ahead < 0)
        worth = (imps(ahead), imps(-ahead)) if by_imps else (won, 2 - won)
        for entries, scored in zip(rooms[0].entries.values(), worth, strict=True):
            for entry in entries:
                key = entry, rooms[0].round
                sums[key] = (sums[key] or 0) + Fraction(scored)
    return sums


def _add_adjusted(points: Points, deal: ReportedDeal, *, by_imps: bool) -> None:
    """Add a referee's scores of both sides for a board, whatever was played of it."""
    for entries, tenths in zip(deal.lines, deal.tenths or (), strict=True):
        worth = of_tenths(tenths) if by_imps else Fraction(tenths, MIDDLE)
        for entry in entries:
            key = entry, deal.round
            points[key] = (points.get(key) or 0) + worth


def _counting_deals(hall: RehearsalHall) -> list[ReportedDeal]:
    """Return every counting deal of the public rounds, with the scores of its last report."""
    event, after = hall.event, game_results.not_counted(results.read(hall.event))
    seats = _seats(hall)
    entries = _entries(hall)
    awarded = without_play(Match.objects.filter(round__event=event).values_list("pk", flat=True))
    at = ("sitting__segment__match", "sitting__segment__match__round__number")
    rows = Deal.objects.filter(event=event, sitting__segment__match__round__state__in=Round.PUBLIC)
    game, rules, deals = games.game_of(event), hall.rules, []
    for uid, sitting, board, match, number in rows.order_by("pk").values_list(
        "uid", "sitting", "board", *at
    ):
        scores = (
            None
            if uid in {*after, *hall.adjusted_tenths} or match in awarded
            else hall.scores.get(uid)
        )
        sides = {seat: str(side) for seat, side in seats[sitting].items()}
        side_points = game.side_points(scores, rules, sides) if scores is not None else None
        points = (
            None
            if side_points is None
            else {int(side): value for side, value in side_points.items()}
        )
        north, tenths = seats[sitting].get("N"), hall.adjusted_tenths.get(uid)
        deals.append(ReportedDeal(board, match, number, entries[match], points, north, tenths))
    return deals


def _seats(hall: RehearsalHall) -> Mapping[int, dict[str, int]]:
    rows = Seat.objects.filter(sitting__segment__match__round__event=hall.event).order_by("pk")
    seats: dict[int, dict[str, int]] = defaultdict(dict)
    for sitting, label, side in rows.values_list("sitting", "label", "side"):
        seats[sitting][label] = side
    return seats


def _entries(hall: RehearsalHall) -> Mapping[int, dict[int, tuple[int, ...]]]:
    """Return the entries of the sides of a match, the home side first."""
    rows = Side.entries.through.objects.filter(side__match__round__event=hall.event)
    sides: dict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    ordered = rows.order_by("side__match", "side__number", "pk")
    for match, side, number in ordered.values_list("side__match", "side", "entry__number"):
        sides[match][side] = (*sides[match].get(side, ()), number)
    return sides
