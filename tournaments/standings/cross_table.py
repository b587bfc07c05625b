"""The cross table of a group (对阵成绩表): every entry's results against each other one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.codes import WordedCode, worded_in
from tournaments.standings.match_results import MatchResult
from tournaments.standings.round_scores import HALF


class MatchOutcome(WordedCode):
    """How a match ended, as seen by one side."""

    WON = worded_in("won", "match", "won")
    DRAWN = worded_in("drawn", "match", "drawn")
    LOST = worded_in("lost", "match", "lost")
    WON_UNPLAYED = worded_in("won_unplayed", "match", "won without play")
    LOST_UNPLAYED = worded_in("lost_unplayed", "match", "lost without play")
    OPEN = worded_in("open", "match", "not over yet")

    @property
    def is_won(self) -> bool:
        """Whether it was won, without play too.

        >>> MatchOutcome.WON_UNPLAYED.is_won
        True
        """
        return self in {MatchOutcome.WON, MatchOutcome.WON_UNPLAYED}

    @property
    def is_lost(self) -> bool:
        """Whether it was lost, without play too."""
        return self in {MatchOutcome.LOST, MatchOutcome.LOST_UNPLAYED}


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match as its row sees it; half matches (三队赛) count as half of one."""

    round: int
    outcome: MatchOutcome
    score: Fraction | None
    theirs: Fraction | None
    totals: tuple[Fraction, Fraction] | None
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entry's row: its meetings with each entry in the order of the table.

    The cell of the entry itself is None; one without a meeting is empty, a group that meets twice
    has two in each.
    """

    entry: str
    cells: tuple[tuple[Meeting, ...] | None, ...]

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """All its meetings."""
        return tuple(meeting for cell in self.cells for meeting in cell or ())

    @property
    def played(self) -> Fraction:
        """How many matches are over."""
        return self._count_matches(lambda outcome: outcome is not MatchOutcome.OPEN)

    @property
    def won(self) -> Fraction:
        """How many were won, without play too."""
        return self._count_matches(lambda outcome: outcome.is_won)

    @property
    def drawn(self) -> Fraction:
        """How many were drawn."""
        return self._count_matches(lambda outcome: outcome is MatchOutcome.DRAWN)

    @property
    def lost(self) -> Fraction:
        """How many were lost, without play too."""
        return self._count_matches(lambda outcome: outcome.is_lost)

    @property
    def score(self) -> Fraction:
        """The sum of the scores of the matches that are over."""
        return sum((meeting.score or Fraction(0) for meeting in self.meetings), Fraction(0))

    @property
    def totals(self) -> tuple[Fraction, Fraction]:
        """The totals of the own side and of the opponents in all matches."""
        met = [meeting.totals for meeting in self.meetings if meeting.totals]
        own, theirs = (sum((pair[side] for pair in met), Fraction(0)) for side in (0, 1))
        return own, theirs

    def _count_matches(self, is_so: Callable[[MatchOutcome], bool]) -> Fraction:
        weights = (meeting.weight for meeting in self.meetings if is_so(meeting.outcome))
        return sum(weights, Fraction(0))


def cross_table(entries: Sequence[str], results: Iterable[MatchResult]) -> tuple[CrossRow, ...]:
    """Return the table of some entries, in the order in which they are given.

    Matches with others are left out. Every match stands in two rows, each as its entry sees it.

    >>> table = cross_table(["a", "b"], [MatchResult(1, ("b", "a"), (Fraction(8), Fraction(12)))])
    >>> [(row.entry, str(row.score), str(row.won)) for row in table]
    [('a', '12', '1'), ('b', '8', '0')]
    """
    met: dict[tuple[str, str], list[Meeting]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.round):
        weight = HALF if result.is_half else Fraction(1)
        for seen in (result, result.turned()):
            score, theirs = seen.scores or (None, None)
            met[seen.sides].append(
                Meeting(seen.round, _outcome(seen), score, theirs, seen.totals, weight)
            )
    return tuple(
        CrossRow(
            entry,
            tuple(
                None if entry == other else tuple(met.get((entry, other), ())) for other in entries
            ),
        )
        for entry in entries
    )


def _outcome(result: MatchResult) -> MatchOutcome:
    """Return how a match ended for its first side: by its totals where they are known."""
    if result.scores is None:
        return MatchOutcome.OPEN
    if result.absent:
        return MatchOutcome.LOST_UNPLAYED if 0 in result.absent else MatchOutcome.WON_UNPLAYED
    own, theirs = result.totals or result.scores
    ahead = own - theirs or result.decided
    if not ahead:
        return MatchOutcome.DRAWN
    return MatchOutcome.WON if ahead > 0 else MatchOutcome.LOST
