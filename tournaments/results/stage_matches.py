"""The results of the matches of a stage, for cross tables, qualification and knockouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from tournaments.models import Stage
from tournaments.results.event_record import Record, record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.group_results import MatchResult
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import PAIR, Counts, MatchRecord, RoundSum


def results_by_match(
    snapshot: EventSnapshot, stage: Stage, known: Record | None = None
) -> Mapping[int, MatchResult]:
    """Return the result of every match of two sides in a stage, by key and in the order drawn.

    A side is named by the uid of its first entry. Scores are in the unit that ranks first. `known`
    is the record to take them from, where that is not the whole one.
    """
    results = dict(_match_results(known or record(snapshot)))
    matches = snapshot.matches_of(*snapshot.rounds_of(stage))
    return {match.key: results[match.key] for match in matches if match.key in results}


def _match_results(event_record: Record) -> Iterator[tuple[int, MatchResult]]:
    rounds = {
        (entry, total.round): total
        for entry, sums in event_record.rounds_of().items()
        for total in sums
    }
    for table in event_record.field.tables:
        if len(table.sides) == PAIR:
            sums = [_sum_of_side(table, side, rounds) for side in table.sides]
            yield table.match, _match_result(table, sums, event_record.field.order)


def _sum_of_side(
    table: MatchRecord, side: Iterable[str], rounds: Mapping[tuple[str, int], RoundSum]
) -> RoundSum | None:
    """Return what a match counts for a side; of half matches only this one."""
    round_sums = (rounds[entry, table.round] for entry in side if (entry, table.round) in rounds)
    round_sum = next(round_sums, None)
    if round_sum is None or not round_sum.halves:
        return round_sum
    return next((half for half in round_sum.halves if half.match == table.match), None)


def _match_result(table: MatchRecord, sums: list[RoundSum | None], order: Order) -> MatchResult:
    own, theirs = (side[0] for side in table.sides)
    worth = [None if total is None else _ranking_score(total, table, order) for total in sums]
    scores = None if worth[0] is None or worth[1] is None else (worth[0], worth[1])
    totals = None if sums[0] is None else sums[0].totals
    if totals is None and scores is not None and not table.absent and sums[0] and sums[1]:
        totals = (sums[0].points + sums[0].penalties, sums[1].points + sums[1].penalties)
    return MatchResult(
        round=table.round,
        sides=(own, theirs),
        scores=scores,
        totals=totals,
        absent=table.absent,
        deals=max((total.deals for total in sums if total), default=0),
        is_half=table.is_half,
        decided=sums[0].decided if sums[0] else 0,
    )


def _ranking_score(round_sum: RoundSum, table: MatchRecord, order: Order) -> Fraction | None:
    """Return the score that ranks first, once the match is over; None for a cancelled one."""
    if round_sum.counts is Counts.CANCELLED:
        return None
    if order.by_match:
        return round_sum.match_points
    if not table.is_over:
        return None
    return round_sum.table_points if order is Order.TABLE_POINTS else round_sum.points
