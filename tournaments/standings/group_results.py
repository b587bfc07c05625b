"""The matches among the entries of a group, and the cross table (对阵成绩表) of their results.

Carry-over of these results into the next stage (带分) is computed here too, as pure functions; who
qualifies is decided in `qualification`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.codes import WordedCode, worded, worded_in
from tournaments.standings.round_scores import HALF


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match: its sides, and its score for each; None until it is over.

    `totals` are in IMPs, points or levels. `absent` are the indices of the sides that did not play:
    a match with one of them was not played. `is_half` marks one of three half matches (三队赛).
    With equal totals `decided` names the winner by the rules of the game: the first side (1) or the
    second (−1).
    """

    round: int
    sides: tuple[str, str]
    scores: tuple[Fraction, Fraction] | None = None
    totals: tuple[Fraction, Fraction] | None = None
    absent: frozenset[int] = frozenset()
    deals: int = 0
    is_half: bool = False
    decided: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the score of the match is known."""
        return self.scores is not None

    def turned(self) -> MatchResult:
        """Return the same match with the sides reversed.

        >>> MatchResult(1, ("a", "b"), (Fraction(12), Fraction(8))).turned().sides
        ('b', 'a')
        """
        return MatchResult(
            self.round,
            (self.sides[1], self.sides[0]),
            self.scores and (self.scores[1], self.scores[0]),
            self.totals and (self.totals[1], self.totals[0]),
            frozenset(1 - place for place in self.absent),
            self.deals,
            self.is_half,
            -self.decided,
        )


class MatchOutcome(WordedCode):
    """How a match ended, as seen by one side."""

    WON = worded_in("won", "match", "won")
    DRAWN = worded_in("drawn", "match", "drawn")
    LOST = worded_in("lost", "match", "lost")
    WON_UNPLAYED = worded_in("won_unplayed", "match", "walkover")
    LOST_UNPLAYED = worded_in("lost_unplayed", "match", "lost without play")
    OPEN = worded_in("open", "match", "not over yet")

    @property
    def is_won(self) -> bool:
        """Whether it was won, including by walkover.

        >>> MatchOutcome.WON_UNPLAYED.is_won
        True
        """
        return self in {MatchOutcome.WON, MatchOutcome.WON_UNPLAYED}

    @property
    def is_lost(self) -> bool:
        """Whether it was lost, including by walkover."""
        return self in {MatchOutcome.LOST, MatchOutcome.LOST_UNPLAYED}


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match as seen by its row; half matches (三队赛) count as half of one."""

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
        """The number of finished matches."""
        return self._count_matches(lambda outcome: outcome is not MatchOutcome.OPEN)

    @property
    def won(self) -> Fraction:
        """The number of matches won, including walkovers."""
        return self._count_matches(lambda outcome: outcome.is_won)

    @property
    def drawn(self) -> Fraction:
        """The number of drawn matches."""
        return self._count_matches(lambda outcome: outcome is MatchOutcome.DRAWN)

    @property
    def lost(self) -> Fraction:
        """The number of matches lost, including walkovers."""
        return self._count_matches(lambda outcome: outcome.is_lost)

    @property
    def score(self) -> Fraction:
        """The sum of the scores of finished matches."""
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
    """Return the cross table of some entries, in the given order.

    Matches with others are left out. Every match appears in two rows, each as its entry sees it.

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
    """Return how a match ended for its first side: by its totals if they are known."""
    if result.scores is None:
        return MatchOutcome.OPEN
    if result.absent:
        return MatchOutcome.LOST_UNPLAYED if 0 in result.absent else MatchOutcome.WON_UNPLAYED
    own, theirs = result.totals or result.scores
    ahead = own - theirs or result.decided
    if not ahead:
        return MatchOutcome.DRAWN
    return MatchOutcome.WON if ahead > 0 else MatchOutcome.LOST


class Carry(WordedCode):
    """Which scores of the stage before are carried over."""

    NONE = worded("carry_none", "Nothing is carried over.")
    ALL = worded("carry_all", "The score of the stage before is carried over.")
    HEAD_TO_HEAD = worded(
        "carry_head_to_head", "The matches among those who advance are carried over."
    )
    FORMULA = worded(
        "carry_formula", "A part of the score by the formula of the regulations is carried over."
    )


@dataclass(frozen=True, slots=True)
class CarryFormula:
    """½ · score · (NumQ / MaxQ) · (MaxF / NumF) (White Book 3.8).

    Q is the qualifying stage, F the final. Our source, a digest, does not explain the letters; the
    regulations of the event have to define their numbers.
    """

    num_q: int
    max_q: int
    num_f: int
    max_f: int

    def carried(self, score: Fraction) -> Fraction:
        """Return the carry-over of a score.

        >>> str(CarryFormula(num_q=8, max_q=20, num_f=4, max_f=20).carried(Fraction(50)))
        '50'
        """
        return score * self.num_q * self.max_f / (2 * self.max_q * self.num_f)


@dataclass(frozen=True, slots=True)
class CarryRule:
    """What is carried over, and which `share` of it; the formula includes its own share."""

    kind: Carry = Carry.NONE
    share: Fraction = Fraction(1)
    formula: CarryFormula | None = None


@dataclass(frozen=True, slots=True)
class Carried:
    """The carry-over of an entry: `amount` out of the points (`of`) of a number of earlier
    matches.
    """

    amount: Fraction
    of: Fraction
    matches: int


def carry_over(
    rule: CarryRule,
    qualified: Sequence[str],
    results: Iterable[MatchResult],
    scores: Mapping[str, Fraction] | None = None,
) -> Mapping[str, Carried]:
    """Return the carry-over of every entry that has qualified.

    `scores` are those of the stage before, penalties included; by default the sums of its matches.
    Raises ValueError for the formula without its numbers.

    >>> met = [MatchResult(1, ("a", "b"), (Fraction(12), Fraction(8))),
    ...        MatchResult(2, ("a", "c"), (Fraction(20), Fraction(0)))]
    >>> amounts = carry_over(CarryRule(Carry.HEAD_TO_HEAD, Fraction(1, 2)), ["a", "b"], met)
    >>> [(entry, int(carry.amount)) for entry, carry in amounts.items()]
    [('a', 6), ('b', 4)]
    """
    kept = list(results)
    if rule.kind is Carry.HEAD_TO_HEAD:
        kept, scores = list(matches_among(qualified, kept)), None
    sums, matches = _sum_results(kept)
    return {
        entry: Carried(_carried_amount(rule, before), before, matches[entry])
        for entry in qualified
        for before in [sums[entry] if scores is None else scores.get(entry, Fraction(0))]
    }


def matches_among(
    qualified: Sequence[str], results: Iterable[MatchResult]
) -> Iterable[MatchResult]:
    """Return the matches among the entries that have qualified."""
    wanted = frozenset(qualified)
    return (result for result in results if wanted.issuperset(result.sides))


def _carried_amount(rule: CarryRule, before: Fraction) -> Fraction:
    if rule.kind is Carry.NONE:
        return Fraction(0)
    if rule.kind is Carry.FORMULA:
        if rule.formula is None:
            raise ValueError("the formula has no numbers")
        return rule.formula.carried(before)
    return before * rule.share


def _sum_results(
    results: Iterable[MatchResult],
) -> tuple[Mapping[str, Fraction], Mapping[str, int]]:
    sums: dict[str, Fraction] = defaultdict(Fraction)
    matches: dict[str, int] = defaultdict(int)
    for result in results:
        for side, score in zip(result.sides, result.scores or (), strict=False):
            sums[side] += score
            matches[side] += 1
    return sums, matches
