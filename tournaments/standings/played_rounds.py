"""Scores of the rounds that entries played, as pure functions of deals, penalties and tables.

Three entries may meet in one round, each with each, in half matches (三队赛). A half match is
compared over its own boards like any other, and counts half the points of a match of that many
boards; its totals (IMPs, points) count in full.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.standings.match_scores import (
    Order,
    exact_sum,
    judge_match,
    ranks_at_table,
    table_points,
    unplayed_points,
)
from tournaments.standings.round_scores import (
    HALF,
    PAIR,
    Counts,
    MatchRecord,
    RoundSum,
    ScoredDeal,
    StandingsInput,
    Sums,
    cancelled_round,
)
from tournaments.standings.unplayed_terms import WithdrawalNote


def sums_of_play(inputs: StandingsInput) -> Sums:
    """Return the scores of every entry in the rounds that it or a substitute played.

    Both half matches of an entry form its match of a round. Later rounds do not change these sums,
    but they can change the score of a bye.
    """
    halves = [table for table in inputs.tables if table.is_half]
    if not halves:
        return _sum_up(inputs)
    whole = [table for table in inputs.tables if not table.is_half]
    sums = _sum_up(replace(inputs, tables=whole))
    for (entry, number), parts in _half_match_sums(inputs, halves).items():
        here = sums[entry].get(number)
        if any(map(_has_content, parts)) and not (here and here.counts is Counts.STOOD_IN):
            sums[entry][number] = add_half_matches(parts)
    return sums


def add_half_matches(halves: Iterable[RoundSum]) -> RoundSum:
    """Return the score of a round of half matches; without match points until all are over.

    >>> won = RoundSum(1, 4, Fraction(9), match_points=Fraction(6), opponents=("b",))
    >>> both = add_half_matches([won, replace(won, opponents=("c",))])
    >>> str(both.match_points), both.opponents, both.deals
    ('12', ('b', 'c'), 8)
    """
    parts = tuple(halves)
    worth = [part.match_points for part in parts if part.match_points is not None]
    totals = [part.totals for part in parts if part.totals is not None]
    return RoundSum(
        parts[0].round,
        sum(part.deals for part in parts),
        exact_sum([part.points for part in parts]),
        penalties=exact_sum([part.penalties for part in parts]),
        match_points=exact_sum(worth) if len(worth) == len(parts) else None,
        totals=(
            (exact_sum([own for own, _ in totals]), exact_sum([other for _, other in totals]))
            if totals
            else None
        ),
        fines=(
            exact_sum([part.fines[0] for part in parts]),
            exact_sum([part.fines[1] for part in parts]),
        ),
        opponents=tuple(other for part in parts for other in part.opponents),
        unplayed=all(part.unplayed for part in parts),
        most=exact_sum([part.most for part in parts]),
        halves=parts,
    )


def _sum_up(inputs: StandingsInput) -> Sums:
    sums = _sum_deals(inputs.scored)
    at_table = [penalty for penalty in inputs.adjusted if penalty.at_table]
    for penalty in at_table:
        before = sums[penalty.entry].get(penalty.round)
        amount = penalty.amount + (before.penalties if before else 0)
        _update_round(sums, penalty.entry, penalty.round, penalties=amount)
    for table in inputs.tables:
        _add_match(sums, table, inputs.order)
    for away in inputs.away:
        if away.counts is Counts.STOOD_IN:
            nothing = {"points": Fraction(0), "table_points": None, "match_points": None}
            _update_round(sums, away.entry, away.round, counts=Counts.STOOD_IN, **nothing)
    return sums


def _add_match(sums: Sums, table: MatchRecord, order: Order) -> None:
    """Add the score of a match: as awarded, by its two sides, or by the ranks at its table."""
    if table.cancelled:
        gone = WithdrawalNote(table.cancelled)
        for entry in (entry for side in table.sides for entry in side):
            sums[entry][table.round] = cancelled_round(table.round, gone)
    elif table.worth is not None:
        _add_award(sums, table, table.worth, order)
    elif order.by_match:
        _add_two_sides(sums, table, order)
        for side, worth in zip(table.sides, table.kept or (), strict=False):
            for entry in side:
                _update_round(sums, entry, table.round, match_points=worth)
    else:
        _add_table_points(sums, table)


def _sum_deals(scored: Iterable[ScoredDeal]) -> Sums:
    deals: dict[tuple[str, int], list[ScoredDeal]] = defaultdict(list)
    for score in scored:
        deals[score.entry, score.round].append(score)
    sums: Sums = defaultdict(dict)
    for (entry, number), rows in deals.items():
        points = exact_sum([row.points for row in rows])
        most = exact_sum([row.most for row in rows])
        sums[entry][number] = RoundSum(number, len(rows), points, most=most)
    return sums


def _update_round(sums: Sums, entry: str, number: int, **values: object) -> None:
    before = sums[entry].get(number, RoundSum(number, 0, Fraction(0)))
    sums[entry][number] = replace(before, **values)  # type: ignore[arg-type]


def _add_table_points(sums: Sums, table: MatchRecord) -> None:
    """Add the table points of a finished table at which anything was scored."""
    met = [_side_sum(side, table, sums) for side in table.sides]
    if not table.is_over or not any(round_sum.deals for round_sum in met):
        return
    values = [round_sum.points + round_sum.penalties for round_sum in met]
    shares = zip(table.sides, table_points(values), ranks_at_table(values), strict=True)
    for side, points, place in shares:
        for entry in side:
            _update_round(sums, entry, table.round, table_points=points, table_place=place)


def _add_two_sides(sums: Sums, table: MatchRecord, order: Order) -> None:
    """Add the totals of a match of two sides, and its match points as soon as it is over."""
    if len(table.sides) != PAIR:
        return
    if table.absent:
        _add_walkover(sums, table, order)
        return
    met = [_side_sum(side, table, sums) for side in table.sides]
    if not any(round_sum.deals for round_sum in met):
        return
    reached = [round_sum.points for round_sum in met]
    if table.totals is not None:
        reached = [Fraction(total) for total in table.totals]
    added = [Fraction(0) if table.in_games else round_sum.penalties for round_sum in met]
    totals = [points + more for points, more in zip(reached, added, strict=True)]
    boards = max(round_sum.deals for round_sum in met) if table.boards is None else table.boards
    scores, decided = judge_match(order, totals, boards, table.ahead)
    worth = scores if table.is_over else (None, None)
    for place, side in enumerate(table.sides):
        for entry in side:
            _update_round(
                sums,
                entry,
                table.round,
                match_points=worth[place],
                totals=(totals[place], totals[1 - place]),
                fines=(added[place], added[1 - place]),
                decided=decided[place],
                opponents=table.sides[1 - place],
            )


def _add_walkover(sums: Sums, table: MatchRecord, order: Order) -> None:
    for place, side in enumerate(table.sides):
        is_won = place not in table.absent
        points = unplayed_points(order) if is_won else Fraction(0)
        for entry in side if table.is_over else ():
            _update_round(
                sums,
                entry,
                table.round,
                match_points=points,
                opponents=table.sides[1 - place],
                unplayed=is_won,
            )


def _add_award(sums: Sums, table: MatchRecord, worth: Sequence[Fraction], order: Order) -> None:
    """Add the awarded score of a match, whatever was played in it."""
    absent = table.absent or frozenset(range(len(table.sides)))
    for place, (side, points) in enumerate(zip(table.sides, worth, strict=True)):
        others = (other for other in table.sides if other is not side)
        values: dict[str, object] = {"points": points}
        if order.by_match:
            met = tuple(entry for other in others for entry in other)
            level = None if table.absent else (Fraction(0), Fraction(0))
            values = {"match_points": points, "totals": level, "opponents": met}
        elif order is Order.TABLE_POINTS:
            values = {"table_points": points, "points": Fraction(0)}
        for entry in side:
            _update_round(sums, entry, table.round, unplayed=place not in absent, **values)


def _side_sum(
    side: tuple[str, ...], table: MatchRecord, sums: Mapping[str, Mapping[int, RoundSum]]
) -> RoundSum:
    """Return the score of a side in the round of a table, which all its entries share."""
    nothing = RoundSum(table.round, 0, Fraction(0))
    return sums[side[0]].get(table.round, nothing) if side and side[0] in sums else nothing


def _half_match_sums(
    inputs: StandingsInput, halves: Iterable[MatchRecord]
) -> Mapping[tuple[str, int], list[RoundSum]]:
    """Return the half matches of every entry in every round, in the order of the draw."""
    scored, adjusted = defaultdict(list), defaultdict(list)
    for score in inputs.scored:
        scored[score.match].append(score)
    for penalty in inputs.adjusted:
        adjusted[penalty.match].append(penalty)
    parts: Mapping[tuple[str, int], list[RoundSum]] = defaultdict(list)
    for table in halves:
        here, penalties = scored[table.match], adjusted[table.match]
        alone = replace(inputs, scored=here, adjusted=penalties, tables=[table], away=())
        sums = _sum_up(alone)
        for entry in (entry for side in table.sides for entry in side):
            nothing = RoundSum(table.round, 0, Fraction(0))
            half = sums.get(entry, {}).get(table.round, nothing)
            parts[entry, table.round].append(_halve(half, table))
    return parts


def _halve(round_sum: RoundSum, table: MatchRecord) -> RoundSum:
    """Return a half match with half of its match points; an award counts in full."""
    worth = round_sum.match_points
    if worth is not None and table.worth is None:
        worth *= HALF
    return replace(round_sum, match_points=worth, match=table.match)


def _has_content(round_sum: RoundSum) -> bool:
    return bool(
        round_sum.deals
        or round_sum.penalties
        or round_sum.unplayed
        or round_sum.match_points is not None
    )
