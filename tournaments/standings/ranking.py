"""Standings as pure functions: from scores, penalties and byes to ranked rows.

No float decides a tie: points are whole numbers, everything else is an exact fraction. If
north-south and east-west each have a winner there are two lists: only entries of one line are
compared with one another, because they had the same cards. An entry that was never drawn has no
line yet and comes after both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Final, TypeVar

from tournaments.pairing.movements.board_movements import PairLine
from tournaments.standings.match_scores import NOTHING, Order, exact_sum
from tournaments.standings.played_rounds import sums_of_play
from tournaments.standings.round_scores import (
    Counts,
    EntryPenalty,
    RoundSum,
    StandingsInput,
    Sums,
    TieBreak,
    count_matches,
)
from tournaments.standings.tie_breaks import (
    USUAL,
    Equals,
    TieBreakInput,
    TieBreakValue,
    split_equals,
)
from tournaments.standings.unplayed_rounds import credit_byes, is_counted, missing_deals

UNRANKED: Final = 2
"""The value of `Rank.behind` for an entry that has no place at all."""
NO_PLACE: Final = "–"
"""Shown instead of a place, also where nothing counts yet."""
NO_LINE: Final = ""
LINES_IN_ORDER: Final = (PairLine.NORTH_SOUTH.value, PairLine.EAST_WEST.value, NO_LINE)

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class PlaceAfterRound:
    """The rank of an entry after a round."""

    round: int
    place: int


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings.

    Where points rank, `total` = `points` + `penalties` (基础分 = 得分 + 罚分). Where matches rank,
    `total` = `match_points` + `penalties`, and a penalty at the table counts in its match instead.
    The `carried` score of the stage before is part of the ranking score: of `total`, or added to
    table points if these rank. `points`, `table_points` and `match_points` are the sums over
    `rounds`, `reasons` are all penalties. `asked` are the tie-breaks applied to this entry and its
    equals, in order; the last of them is `decided_by` if it separated them. `history` has the rank
    after every round. A withdrawn entry is `behind` all others (1) unless it had played enough (0),
    and unranked if no reason was accepted (2). An entry that has played too little is unranked,
    with `missing` deals to play; the director may leave it `unplaced` for that. With two winners
    `line` is the direction in which the entry is ranked. `begun` says that a score already counts
    in its ranking: before that all share the first rank.
    """

    place: int
    shared: bool
    entry: str
    deals: int
    points: Fraction
    penalties: Fraction
    total: Fraction
    table_points: Fraction
    rounds: tuple[RoundSum, ...]
    reasons: tuple[EntryPenalty, ...]
    withdrawn: bool = False
    behind: int = 0
    history: tuple[PlaceAfterRound, ...] = field(default=())
    match_points: Fraction = Fraction(0)
    asked: tuple[TieBreakValue, ...] = ()
    carried: Fraction = Fraction(0)
    line: str = ""
    begun: bool = True
    missing: int = 0
    disqualified: bool = False
    unplaced: bool = False

    @property
    def is_ranked(self) -> bool:
        """Whether it is ranked: not if it withdrew without an accepted reason, or has not played
        enough.
        """
        return self.behind < UNRANKED

    @property
    def shown_place(self) -> str:
        """The rank as shown; a dash before any score counts."""
        return str(self.place) if self.is_ranked and self.begun else NO_PLACE

    @property
    def has_moves(self) -> bool:
        """Whether it was ranked after two rounds or more."""
        return len(self.history) > 1

    @property
    def change(self) -> int:
        """The number of ranks gained since the round before; negative for a loss."""
        if not self.is_ranked or not self.has_moves:
            return 0
        return self.history[-2].place - self.history[-1].place

    @property
    def decided_by(self) -> TieBreakValue | None:
        """The deciding tie-break; None if the first sum decided, or nothing could."""
        return None if self.shared or not self.asked else self.asked[-1]

    @property
    def share(self) -> Fraction | None:
        """The share of the available points at the table; None without any."""
        played = [round_ for round_ in self.rounds if round_.most]
        most = sum((round_.most for round_ in played), Fraction(0))
        return sum((round_.points for round_ in played), Fraction(0)) / most if most else None

    def score(self, order: Order) -> Fraction:
        """Return the ranking score."""
        return self.table_points + self.carried if order is Order.TABLE_POINTS else self.total

    def counted(self, order: Order) -> int:
        """Return the number of rounds of which the score is made: played or credited ones.

        A match in play, a cancelled one and one that a substitute played are none.
        """
        if order.by_match:
            return len(self._finished_rounds)
        return sum(is_counted(round_) for round_ in self.rounds)

    @property
    def net(self) -> Fraction:
        """The sum of the differences of all finished matches."""
        return sum(
            (round_.difference or Fraction(0) for round_ in self._finished_rounds), Fraction(0)
        )

    @property
    def wins(self) -> Fraction | int:
        """The number of matches won, including walkovers; half matches count half."""
        return count_matches(self._finished_rounds, lambda match: match.is_won)

    @property
    def draws(self) -> Fraction | int:
        """The number of matches that ended with equal totals."""
        return count_matches(
            self._finished_rounds, lambda match: match.difference == 0 and not match.decided
        )

    @property
    def losses(self) -> Fraction | int:
        """The number of matches lost, including by walkover."""
        return count_matches(self._finished_rounds, lambda match: match.is_lost)

    @property
    def _finished_rounds(self) -> list[RoundSum]:
        return [round_ for round_ in self.rounds if round_.match_points is not None]


def ranked(inputs: StandingsInput) -> tuple[Rank, ...]:
    """Rank the entries of a field; equals share the better rank, in their given order.

    >>> from tournaments.standings.round_scores import ScoredDeal
    >>> [(r.place, r.entry, int(r.total)) for r in ranked(StandingsInput(
    ...     ["a", "b", "c"], [ScoredDeal("b", 1, "x", -100), ScoredDeal("a", 1, "x", -100)]))]
    [(1, 'c', 0), (2, 'a', -100), (2, 'b', -100)]
    """
    history: dict[str, list[PlaceAfterRound]] = defaultdict(list)
    played = sums_of_play(inputs)
    for number in inputs.rounds[:-1]:
        sums, facts = _sum_up_all(inputs, played, number)
        for place, equals in _by_place(sums, facts, inputs):
            for entry in equals.entries:
                if not (sums[entry].missing or sums[entry].unplaced):
                    history[entry].append(PlaceAfterRound(number, place))
    rows = placed(inputs, played)
    for number in inputs.rounds[-1:]:
        for row in (row for row in rows if not (row.missing or row.unplaced)):
            history[row.entry].append(PlaceAfterRound(number, row.place))
    return tuple(replace(row, history=tuple(history[row.entry])) for row in rows)


def tie_breaks_of(inputs: StandingsInput) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a field, in order.

    >>> tie_breaks_of(StandingsInput([], order=Order.TABLE_POINTS))
    (<TieBreak.TOTAL: 'total'>,)
    """
    return USUAL[inputs.order] if inputs.tie_breaks is None else inputs.tie_breaks


def placed(
    inputs: StandingsInput, played: Sums | None = None, last: int | None = None
) -> tuple[Rank, ...]:
    """Rank the entries of a field as `ranked` does, without the history.

    With `last` it returns the standings after that round. `played` are the sums of play, if they
    are already known.
    """
    rows, facts = _sum_up_all(inputs, sums_of_play(inputs) if played is None else played, last)
    return tuple(_rank_rows(rows, inputs, facts))


def _sum_up_all(
    inputs: StandingsInput, sums: Sums, last: int | None
) -> tuple[dict[str, Rank], TieBreakInput]:
    """Return the sums of all entries after a round, and the input of the tie-breaks."""
    rounds, reasons = credit_byes(sums, inputs, last), _penalties_by_entry(inputs.adjusted, last)
    missing = missing_deals(inputs, rounds)
    rows = {
        entry: _sum_up(inputs, entry, rounds[entry], reasons[entry], missing.get(entry, 0))
        for entry in inputs.entries
    }
    # Their opponents keep these results, in the tie-breaks too.
    rows |= {entry: _sum_up(inputs, entry, (), (), 0) for entry in inputs.struck & rows.keys()}
    decided = inputs.tie_facts if last is None else inputs.tie_facts.within(0, last)
    worth = {
        entry: exact_sum([total.match_points or 0 for total in sums_])
        for entry, sums_ in (rounds if inputs.order.by_match else {}).items()
    }
    facts = TieBreakInput(
        rounds=rounds,
        worth=worth,
        totals={entry: row.total for entry, row in rows.items()},
        penalties={
            entry: exact_sum([reason.amount for reason in row.reasons])
            for entry, row in rows.items()
        },
        seed=inputs.seed,
        warnings=decided.warnings,
        games_lost=decided.games_lost,
        extra_deals=decided.extra_deals,
    )
    return rows, facts


def _rank_rows(
    rows: dict[str, Rank], inputs: StandingsInput, facts: TieBreakInput
) -> Iterator[Rank]:
    by_match = inputs.order.by_match
    played = (round_ for row in rows.values() for round_ in row.rounds)
    # Matches count only once they are over.
    begun = any(round_.match_points is not None or not by_match for round_ in played)
    begun = begun or any(row.reasons or row.carried for row in rows.values())
    for place, equals in _by_place(rows, facts, inputs):
        shared = len(equals.entries) > 1
        for entry in equals.entries:
            asked = equals.asked[entry]
            yield replace(rows[entry], place=place, shared=shared, asked=asked, begun=begun)


def _by_place(
    rows: dict[str, Rank], facts: TieBreakInput, inputs: StandingsInput
) -> Iterator[tuple[int, Equals]]:
    first: dict[tuple[int, Fraction], list[str]] = defaultdict(list)
    for entry, row in rows.items():
        first[row.behind, -row.score(inputs.order)].append(entry)
    place = 1
    for key in sorted(first):
        for equals in split_equals(first[key], tie_breaks_of(inputs), facts):
            yield place, equals
            place += len(equals.entries)


def _penalties_by_entry(
    adjusted: Iterable[EntryPenalty], last: int | None
) -> dict[str, list[EntryPenalty]]:
    reasons: dict[str, list[EntryPenalty]] = defaultdict(list)
    for penalty in (
        adjusted if last is None else (penalty for penalty in adjusted if penalty.round <= last)
    ):
        reasons[penalty.entry].append(penalty)
    return reasons


def _sum_up(
    inputs: StandingsInput,
    entry: str,
    rounds: tuple[RoundSum, ...],
    reasons: Sequence[EntryPenalty],
    missing: int,
) -> Rank:
    points = exact_sum([round_.points for round_ in rounds])
    matches = exact_sum([round_.match_points or 0 for round_ in rounds])
    by_match = inputs.order.by_match
    in_table_points = [reason.amount for reason in reasons if reason.in_table_points]
    if entry in inputs.withdrawn:
        missing = 0
    unplaced = entry in inputs.unplaced and entry not in inputs.withdrawn
    penalties = _penalties_of_total(reasons, by_match=by_match)
    carried = inputs.carried.get(entry, Fraction(0))
    in_total = Fraction(0) if inputs.order is Order.TABLE_POINTS else carried
    return Rank(
        place=0,
        shared=False,
        entry=entry,
        deals=sum(round_.deals for round_ in rounds if round_.counts is Counts.PLAYED),
        points=points,
        penalties=penalties,
        total=(matches if by_match else points) + penalties + in_total,
        table_points=NOTHING
        if by_match
        else exact_sum([*(round_.table_points or 0 for round_ in rounds), *in_table_points]),
        rounds=rounds,
        reasons=tuple(reasons),
        withdrawn=entry in inputs.withdrawn,
        behind=_behind(inputs, entry, has_played_enough=not (missing or unplaced)),
        match_points=matches,
        carried=carried,
        missing=missing,
        disqualified=entry in inputs.disqualified,
        unplaced=unplaced,
    )


def _penalties_of_total(reasons: Sequence[EntryPenalty], *, by_match: bool) -> Fraction:
    """Return the sum of the penalties that are taken from the total, not from a match or table
    points.
    """
    return exact_sum(
        [
            reason.amount
            for reason in reasons
            if not (by_match and reason.at_table) and not reason.in_table_points
        ]
    )


def _behind(inputs: StandingsInput, entry: str, *, has_played_enough: bool) -> int:
    """Return whether an entry is ranked (0), behind all others (1) or not at all, see `Rank`."""
    if entry in inputs.withdrawn and entry not in inputs.kept:
        return 1 if entry in inputs.excused else UNRANKED
    return 0 if has_played_enough else UNRANKED


def rank_lines(
    inputs: StandingsInput,
    lines: Mapping[str, str],
    ranked: Callable[[StandingsInput], Sequence[Rank]],
) -> tuple[Rank, ...]:
    """Return the ranks of a field, each line separately; without lines all together.

    `lines` says in which line an entry is, `ranked` ranks a field.
    """
    if not lines:
        return tuple(ranked(inputs))
    return tuple(
        replace(rank, line=line)
        for line in LINES_IN_ORDER
        for entries in [[entry for entry in inputs.entries if lines.get(entry, NO_LINE) == line]]
        for rank in ranked(replace(inputs, entries=entries))
    )


def group_by_line(
    rows: Sequence[Row], line_of: Callable[[Row], str]
) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """Yield the rows of each line with its name; a single list has an empty name.

    >>> list(group_by_line(["ns1", "ns2", "ew1"], lambda row: row[:2]))
    [('ns', ('ns1', 'ns2')), ('ew', ('ew1',))]
    """
    for line, group in groupby(rows, line_of):
        yield line, tuple(group)
