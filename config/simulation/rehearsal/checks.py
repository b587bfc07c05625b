"""Checks after every step of a rehearsal, computed independently of the program."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

import rustworkx

from config.simulation import invariants
from config.simulation.invariants import Broken, DecidedPlacing
from config.simulation.rehearsal import expected_points
from config.simulation.rehearsal.faults import RehearsalFault, fault
from config.simulation.rehearsal.hall import RehearsalHall
from config.simulation.rehearsal.plans import FIXED
from scoring.problems import Problem
from tournaments import organise, results
from tournaments.checks.recount import recount, recount_shown
from tournaments.checks.verification import verify
from tournaments.models import DrawMethod, Match, Round, Seat, Side, SitOut
from tournaments.pairing import notes
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.standings.match_scores import TABLE_POINTS, Order
from tournaments.standings.ranking import group_by_line
from tournaments.standings.round_scores import Counts
from tournaments.structure import games

PAIR: Final = 2
Met = Counter[frozenset[str]]
UNTOLD: Final = frozenset({DrawMethod.WHIST, DrawMethod.KNOCKOUT})
"""The ways to draw whose design decides who meets again, so that it is not reported."""
EXACT: Final = frozenset({DrawMethod.SWISS, DrawMethod.HIGH_HIGH})
"""The ways to draw two sides a table in which nobody meets again while that can be avoided."""
WHOLE: Final = {
    Order.VP_15_10: 30,
    Order.WDL_2_1_0: 2,
    Order.WIN_3: 3,
    Order.VP_13: 26,
    Order.VP_20: 20,
}
"""The sum of both sides' points from a match that was played."""


def tables_of(round_: Round) -> list[tuple[str, ...]]:
    """Return the entries of each match of a round, by printed numbers."""
    of_sides = Side.entries.through.objects.filter(side__match__round=round_)
    rows = of_sides.order_by("side__match__number", "side__number", "pk")
    tables: dict[int, list[str]] = defaultdict(list)
    for match, entry in rows.values_list("side__match", "entry__number"):
        tables[match].append(str(entry))
    return _with_threes([tuple(table) for table in tables.values()])


def _with_threes(tables: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the tables with three-way matches as one table each.

    >>> _with_threes([("1", "2"), ("3", "5"), ("4", "3"), ("5", "4")])
    [('1', '2'), ('3', '4', '5')]
    """
    times = Counter(entry for table in tables for entry in table)
    of_twos = [table for table in tables if max(times[entry] for entry in table) == 1]
    threes: list[set[str]] = []
    for table in (set(table) for table in tables if table not in of_twos):
        group = next((three for three in threes if three & table), None)
        if group is None:
            threes.append(table)
        else:
            group |= table
    return [*of_twos, *(tuple(sorted(three)) for three in threes)]


def met_in(rounds: Iterable[Round]) -> Met:
    """Return how often each two entries have met in these rounds."""
    return Counter(
        frozenset(two)
        for round_ in rounds
        for table in tables_of(round_)
        for two in combinations(table, 2)
    )


def drawn(hall: RehearsalHall, round_: Round) -> Iterator[Problem]:
    """Yield the faults of seats and byes in a drawn round."""
    tables = tables_of(round_)
    out = [str(sit_out.entry.number) for sit_out in round_.sit_outs.select_related("entry")]
    earlier = SitOut.objects.filter(round__event=hall.event, round__number__lt=round_.number)
    before = Counter(map(str, earlier.values_list("entry__number", flat=True)))
    seated = [entry for table in tables for entry in table]
    least = min((before[entry] for entry in seated), default=0)
    again = [entry for entry in out if before[entry] > least and round_.method not in FIXED]
    everybody = [str(number) for number in sorted(hall.here)]
    if not is_whole_field(round_):
        # Absent entries, and those out of a knockout, are not expected.
        everybody = [entry for entry in everybody if entry in seated or entry in out]
    yield from invariants.seating(round_.number, everybody, tables, out, again)
    yield from _persons(hall, round_, seated)
    if round_.method not in UNTOLD:
        yield from _rematches(hall, round_, tables)


def is_whole_field(round_: Round) -> bool:
    """Whether every present entry has to be in a round."""
    return round_.method != DrawMethod.KNOCKOUT and round_.group.stage.number == 1


def _persons(hall: RehearsalHall, round_: Round, seated: Sequence[str]) -> Iterator[Problem]:
    """Yield a fault if a person sits twice or not at all; teams have no seats before line-ups."""
    people = Counter(
        Seat.objects.filter(sitting__segment__match__round=round_).values_list("person", flat=True)
    )
    wanted = 0 if hall.is_of_teams else organise.members_of(hall.event.form) * len(seated)
    wrong = sum(times > 1 for times in people.values()) + abs(len(people) - wanted)
    if wrong:
        yield fault(RehearsalFault.PERSON_NOT_ONCE, round=round_.number, count=wrong)


def _rematches(
    hall: RehearsalHall, round_: Round, tables: Sequence[tuple[str, ...]]
) -> Iterator[Problem]:
    met = met_in(hall.event.rounds.filter(number__lt=round_.number))
    again = sum(1 for table in tables for two in combinations(table, 2) if met[frozenset(two)])
    announced = sum(map(len, notes.read(round_.reasons).met_before.values()))
    if again != announced:
        yield fault(RehearsalFault.REMATCH_UNTOLD, round=round_.number, told=announced, met=again)
    if again and _is_avoidable(hall, round_, tables, met):
        yield fault(RehearsalFault.REMATCH_AVOIDABLE, round=round_.number, met=again)


def _is_avoidable(
    hall: RehearsalHall, round_: Round, tables: Sequence[tuple[str, ...]], met: Met
) -> bool:
    """Whether a rematch breaks the promise of the draw method."""
    if round_.method == DrawMethod.ROUND_ROBIN:
        return round_.number < hall.event.entries.count()
    by_two = all(len(table) == PAIR for table in tables)
    return by_two and round_.method in EXACT and could_avoid(tables, met)


def could_avoid(tables: Sequence[tuple[str, ...]], met: Met) -> bool:
    """Whether the entries at tables of two could be paired without a rematch.

    >>> could_avoid([("a", "b"), ("c", "d")], Counter([frozenset("ab")]))
    True
    >>> could_avoid([("a", "b")], Counter([frozenset("ab")]))
    False
    """
    entries = [entry for table in tables for entry in table]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(entries)
    graph.add_edges_from_no_data(
        [
            (first, second)
            for first, second in combinations(range(len(entries)), 2)
            if not met[frozenset((entries[first], entries[second]))]
        ]
    )
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(entries)


def standings(hall: RehearsalHall, rows: Sequence[StandingsRow]) -> Iterator[Problem]:
    """Yield the faults of standings: ranks, sums, and agreement with the sheets."""
    yield from _places(hall, rows)
    for row in rows:
        rank, by_match = row.rank, Order(hall.event.ranking).by_match
        sums = {"points": rank.points, "match_points": rank.match_points}
        counted = rank.match_points if by_match else rank.points
        added = {
            name: sum((getattr(round_, name) or Fraction(0) for round_ in rank.rounds), Fraction(0))
            for name in sums
        }
        if added != sums or rank.total != counted + rank.penalties + rank.carried:
            yield Problem(Broken.TOTAL_WRONG, values=(("entry", row.competitor.number),))
    yield from _against_the_sheets(hall, rows)
    yield from _wrong_games(hall, rows)
    yield from _wrong_shares(hall, rows)


def _places(hall: RehearsalHall, rows: Sequence[StandingsRow]) -> Iterator[Problem]:
    """Yield the faults of the ranks of withdrawn entries and of all others."""
    by_table = hall.event.ranking == Order.TABLE_POINTS
    withdrawn = [row.competitor.number for row in rows if row.rank.withdrawn]
    everybody = [str(number) for number in (*hall.here, *hall.away, *withdrawn)]
    problems = list(invariants.ranking(everybody, [placing(row, by_table) for row in rows]))
    if any(row.rank.line for row in rows):
        problems = [problem for problem in problems if problem.code is Broken.NOT_RANKED_ONCE]
        for _line, listed in group_by_line(rows, lambda row: row.rank.line):
            entries = [str(row.competitor.number) for row in listed]
            problems += invariants.ranking(entries, [placing(row, by_table) for row in listed])
    # With stages or a knockout, ranks follow from qualification.
    by_sums = hall.event.stages.count() == 1 and not hall.knockouts
    yield from (
        problem for problem in problems if by_sums or problem.code is Broken.NOT_RANKED_ONCE
    )


def placing(row: StandingsRow, by_table: bool) -> DecidedPlacing:
    """Return a row of standings in the form of the invariants."""
    rank, nothing = row.rank, Fraction(0)
    return DecidedPlacing(
        rank.place,
        rank.shared,
        str(row.competitor.number),
        rank.table_points if by_table else rank.total,
        nothing,
        nothing,
        len(rank.rounds),
        rank.withdrawn,
        rank.is_ranked,
        rank.asked,
        rank.behind,
    )


def _against_the_sheets(hall: RehearsalHall, rows: Sequence[StandingsRow]) -> Iterator[Problem]:
    expected = expected_points.points(hall)
    for row in rows:
        for round_ in row.rank.rounds:
            should = expected.get((row.competitor.number, round_.round), Fraction(0))
            if should is not None and round_.counts is Counts.PLAYED and round_.points != should:
                values = {"found": str(round_.points), "expected": str(should)}
                number = row.competitor.number
                yield fault(RehearsalFault.POINTS_LOST, round=round_.round, entry=number, **values)


def _wrong_games(hall: RehearsalHall, rows: Sequence[StandingsRow]) -> Iterator[Problem]:
    """Yield the finished matches whose games won differ from those by the reports."""
    if not games.counts_games_won(hall.event):
        return
    expected = expected_points.games_won(hall)
    for row in rows:
        for round_ in row.rank.rounds:
            should = expected.get((row.competitor.number, round_.round), Fraction(0))
            if round_.match_points is None or round_.totals is None or round_.totals[0] == should:
                continue
            values = {"found": str(round_.totals[0]), "expected": str(should)}
            number = row.competitor.number
            yield fault(RehearsalFault.POINTS_LOST, round=round_.round, entry=number, **values)


def _wrong_shares(hall: RehearsalHall, rows: Sequence[StandingsRow]) -> Iterator[Problem]:
    """Yield the played matches whose scores do not add up to the worth of a match."""
    order = Order(hall.event.ranking)
    if order is Order.POINTS:
        return
    scores = {
        (row.competitor.number, round_.round, half.match if round_.halves else 0): half
        for row in rows
        for round_ in row.rank.rounds
        for half in round_.matches
    }
    halves = {match for _number, _round, match in scores}
    matches = list(Match.objects.filter(round__event=hall.event).select_related("round"))
    awarded = expected_points.without_play(match.pk for match in matches)
    for match in matches:
        if match.pk in awarded:
            continue
        numbers = sorted(match.sides.values_list("entries__number", flat=True))
        half = match.pk if match.pk in halves else 0
        sums = [scores.get((number, match.round.number, half)) for number in numbers]
        name = "match_points" if order.by_match else "table_points"
        worth = [getattr(total, name) for total in sums if total is not None]
        if (
            len(worth) < len(numbers)
            or None in worth
            or not all(total and total.deals for total in sums)
        ):
            continue
        whole = WHOLE[order] if order.by_match else sum(TABLE_POINTS[len(numbers)])
        if sum(worth) != Fraction(whole, 2 if half else 1):
            values = (("entry", " – ".join(map(str, numbers))), ("round", match.round.number))
            yield Problem(Broken.SCORES_WRONG, values=values)


def record(hall: RehearsalHall, number: int) -> Iterator[Problem]:
    """Yield the faults of the record, and the differences found by a recount."""
    hall.tournament.refresh_from_db()
    for broken in verify(hall.tournament):
        what = f"{broken.what} {broken.seq} {broken.uid}"
        yield fault(RehearsalFault.RECORD, round=number, what=what)
    for difference in (*recount(hall.tournament), *recount_shown(hall.tournament)):
        yield fault(RehearsalFault.RECOUNT, round=number, what=str(difference))


def penalised(
    before: Sequence[StandingsRow], after: Sequence[StandingsRow], entry: int, points: int
) -> Iterator[Problem]:
    """Yield a fault unless a penalty lowers the ranking score of an entry by its points."""
    (was,) = [row.rank for row in before if row.competitor.number == entry]
    (now,) = [row.rank for row in after if row.competitor.number == entry]
    sums = [(rank.total, rank.table_points) for rank in (was, now)]
    moved = {new - old for old, new in zip(*sums, strict=True)}
    if moved != {0, points} or now.place < was.place:
        yield fault(RehearsalFault.PENALTY_HELPED, entry=entry)


def read(hall: RehearsalHall) -> tuple[StandingsRow, ...]:
    """Return the standings as a page would read them."""
    return event_record.standings(results.read(hall.event))
