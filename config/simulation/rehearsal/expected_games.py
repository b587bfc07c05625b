"""Who won the games (局) of teams, computed again from the reports of the deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from config.simulation.rehearsal.faults import Fault, fault
from config.simulation.rehearsal.hall import Hall
from scoring.problems import Problem
from tournaments.models import Adjustment, Deal, Game, Seat, Side
from tournaments.results.standings_input import StandingsRow
from tournaments.structure import games, match_parts

Sums = Mapping[int, Mapping[int, Fraction]]
"""Points of each side, by the key of the game and that of the side."""


def against_the_sheets(hall: Hall, rows: Sequence[StandingsRow]) -> Iterator[Problem]:
    """Yield the finished matches whose games won differ from those by the reports."""
    if not match_parts.counts_games_won(hall.event):
        return
    expected = won(hall)
    for row in rows:
        for round_ in row.rank.rounds:
            should = expected.get((row.competitor.number, round_.round), Fraction(0))
            if round_.match_points is None or round_.totals is None or round_.totals[0] == should:
                continue
            values = {"found": str(round_.totals[0]), "expected": str(should)}
            number = row.competitor.number
            yield fault(Fault.POINTS_LOST, round=round_.round, entry=number, **values)


def won(hall: Hall) -> Mapping[tuple[int, int], Fraction]:
    """Return how many games every entry has won in every round; equals share one."""
    wins: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    sides = _sides(hall)
    for sums in _sums(hall, sides).values():
        best = [side for side, total in sums.items() if total == max(sums.values())]
        for side in best:
            wins[sides[side][1:]] += Fraction(1, len(best))
    return wins


def _sums(hall: Hall, sides: Mapping[int, tuple[int, int, int]]) -> Sums:
    game, rules, after = games.game_of(hall.event), hall.rules, games.not_counted(hall.event)
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
        # Without a deal a penalty is of the first game of its match.
        game_key = row.deal.game_id if row.deal is not None else None
        game_key = game_key or Game.objects.get(match__sides=row.side, number=1).pk
        sums[game_key][row.side_id or 0] += row.amount
    return sums


def _sides(hall: Hall) -> dict[int, tuple[int, int, int]]:
    """Return the match, the entry and the round of every side, by its key."""
    rows = Side.objects.filter(match__round__event=hall.event)
    columns = ("pk", "match_id", "entries__number", "match__round__number")
    return {pk: (match, entry, number) for pk, match, entry, number in rows.values_list(*columns)}
