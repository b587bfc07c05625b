"""Invariants of every round of every form, as pure functions that return the problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.problems import Problem
from tournaments.codes import WordedCode, worded
from tournaments.standings.group_results import CrossRow
from tournaments.standings.qualification import Placing
from tournaments.standings.tie_breaks import TieBreakValue


@dataclass(frozen=True, slots=True)
class DecidedPlacing(Placing):
    """A rank and what decided it.

    `asked` are the tie-breaks applied to the entry and its equals, in order; an entry `behind` all
    others is ranked last regardless of its total.
    """

    asked: tuple[TieBreakValue, ...] = ()
    behind: int = 0

    @property
    def decided_by(self) -> TieBreakValue | None:
        """The deciding tie-break; None if the total decided, or nothing could."""
        return None if self.shared or not self.asked else self.asked[-1]


class Broken(WordedCode):
    """Invariants that can be violated."""

    SEATED_TWICE = worded("seated_twice", "Round %(round)s: %(entry)s is seated twice.")
    NOT_SEATED = worded("not_seated", "Round %(round)s: %(entry)s is not seated.")
    STRANGER_SEATED = worded(
        "stranger_seated", "Round %(round)s: %(entry)s is seated and does not take part."
    )
    BYE_AGAIN = worded("bye_again", "Round %(round)s: %(entry)s sits out a second time.")
    SCORES_WRONG = worded(
        "scores_wrong", "Round %(round)s: the scores of %(entry)s do not add up to the whole."
    )  # entry: who met, round
    NOT_RANKED_ONCE = worded("not_ranked_once", "%(entry)s is not ranked exactly once.")
    ORDER_WRONG = worded("order_wrong", "%(entry)s is ranked below an entry with less.")
    PLACE_WRONG = worded(
        "place_wrong", "The place of %(entry)s differs from its position in the list."
    )
    NOTHING_DECIDED = worded(
        "nothing_decided", "Nothing says why %(entry)s is ranked apart from its equals."
    )
    TOTAL_WRONG = worded("total_wrong", "The matches of %(entry)s do not add up to its score.")
    NOT_MIRRORED = worded(
        "not_mirrored", "The rows of %(entry)s and %(other)s disagree."
    )  # entry: of whose row, other


def seating(
    number: int,
    entries: Iterable[str],
    tables: Iterable[Sequence[str]],
    byes: Iterable[str] = (),
    byes_before: Iterable[str] = (),
) -> tuple[Problem, ...]:
    """Return the entries not seated exactly once, and those with a second bye.

    >>> [problem.code.value for problem in seating(1, "abc", [("a", "b"), ("b", "d")])]
    ['seated_twice', 'not_seated', 'stranger_seated']
    """
    wanted, free = list(dict.fromkeys(entries)), list(byes)
    seats = Counter([*(entry for table in tables for entry in table), *free])
    again = [entry for entry in free if entry in set(byes_before)]
    return (
        *(
            _problem(Broken.SEATED_TWICE, entry, round=number)
            for entry in wanted
            if seats[entry] > 1
        ),
        *(_problem(Broken.NOT_SEATED, entry, round=number) for entry in wanted if not seats[entry]),
        *(
            _problem(Broken.STRANGER_SEATED, seat, round=number)
            for seat in seats
            if seat not in wanted
        ),
        *(_problem(Broken.BYE_AGAIN, entry, round=number) for entry in again),
    )


def ranking(entries: Iterable[str], rows: Sequence[DecidedPlacing]) -> tuple[Problem, ...]:
    """Return the faults of ranks: every entry has one, totals fall, exactly equals share ranks, and
    a tie-break explains every other difference.

    >>> from fractions import Fraction
    >>> ranking("a", [DecidedPlacing(1, False, "a", Fraction(1), Fraction(0), Fraction(0), 1)])
    ()
    """
    return (*_ranked_once(entries, rows), *_in_order(rows), *_places(rows))


def totals(rows: Iterable[DecidedPlacing], table: Iterable[CrossRow]) -> tuple[Problem, ...]:
    """Return the entries whose row of the cross table does not add up to their score."""
    scores = {row.entry: row.score for row in table}
    return tuple(
        _problem(Broken.TOTAL_WRONG, row.entry)
        for row in rows
        if row.entry in scores and scores[row.entry] != row.scores
    )


def mirrored(table: Sequence[CrossRow]) -> tuple[Problem, ...]:
    """Return the rows of a cross table whose cells do not mirror each other."""
    return tuple(
        _problem(Broken.NOT_MIRRORED, row.entry, other=other.entry)
        for place, row in enumerate(table)
        for further, other in enumerate(table)
        if place < further and not _cells_agree(row, further, other, place)
    )


def _cells_agree(row: CrossRow, further: int, other: CrossRow, place: int) -> bool:
    cells = [(cell.round, cell.score, cell.theirs) for cell in row.cells[further] or ()]
    return cells == [(cell.round, cell.theirs, cell.score) for cell in other.cells[place] or ()]


def _ranked_once(entries: Iterable[str], rows: Sequence[DecidedPlacing]) -> Iterator[Problem]:
    seen, wanted = Counter(row.entry for row in rows), set(entries)
    for entry in sorted(wanted | set(seen)):
        if seen[entry] != 1 or entry not in wanted:
            yield _problem(Broken.NOT_RANKED_ONCE, entry)


def _in_order(rows: Sequence[DecidedPlacing]) -> Iterator[Problem]:
    for above, below in pairwise(rows):
        if (above.behind, -above.total) > (below.behind, -below.total):
            yield _problem(Broken.ORDER_WRONG, below.entry)


def _places(rows: Sequence[DecidedPlacing]) -> Iterator[Problem]:
    counts = Counter(row.place for row in rows)
    for number, row in enumerate(rows, 1):
        first = next(n for n, other in enumerate(rows, 1) if other.place == row.place)
        if row.place != first or row.shared != (counts[row.place] > 1):
            yield _problem(Broken.PLACE_WRONG, row.entry)
        equals = [
            other
            for other in rows[max(0, number - 2) : number + 1]
            if (other.behind, other.total) == (row.behind, row.total)
        ]
        if len(equals) > 1 and not row.shared and row.decided_by is None:
            yield _problem(Broken.NOTHING_DECIDED, row.entry)


def _problem(code: Broken, entry: str, **values: str | int) -> Problem:
    return Problem(code, values=(("entry", entry), *values.items()))
