"""Values of standings: scores of an entry, its matches, and its sum of a round.

No float decides anything: points are whole numbers, everything else is an exact fraction. Sums of
play belong to `played_rounds`, rounds not played to `unplayed_rounds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.codes import WordedCode, worded
from tournaments.standings.match_scores import Order
from tournaments.standings.unplayed_terms import (
    NO_CREDIT,
    RANKS_ALL,
    CreditTerms,
    LeastPlayed,
    WithdrawalCompensation,
    WithdrawalNote,
)

PAIR: Final = 2
"""Matches are scored between two sides."""
HALF: Final = Fraction(1, 2)
"""What a half match (三队赛) counts of a whole one."""


class TieBreak(WordedCode):
    """Criteria that break ties; each is applied to the entries that are still equal."""

    TOTAL = worded("total", "base points")
    HEAD_TO_HEAD = worded("head_to_head", "head-to-head")
    HEAD_TO_HEAD_OF_TWO = worded("head_to_head_of_two", "head-to-head where two are equal")
    BUCHHOLZ = worded("opponents", "opponents' scores")
    NET = worded("net", "net difference")
    OWN_TOTALS = worded("own_totals", "own totals")
    WINS = worded("wins", "matches won")
    BEST_SCORE = worded("best_score", "best single match")
    FEWEST_PENALTIES = worded("fewest_penalties", "fewest penalties")
    HEAD_TO_HEAD_NET = worded("head_to_head_net", "net difference of the two who are equal")
    QUOTIENT = worded("quotient", "quotient of what was won and lost")
    QUOTIENT_AMONG = worded("quotient_among", "quotient in head-to-head matches")
    COMMON_OPPONENT = worded("common_opponent", "net difference against the best common opponent")
    MEDIAN_BUCHHOLZ = worded("median_opponents", "opponents' scores without the best and the worst")
    CUMULATIVE = worded("progressive", "progressive sum")
    SECOND_BEST_SCORE = worded("second_best_score", "second best match")
    FEWEST_LOSSES = worded("fewest_losses", "fewest matches lost")
    FEWEST_WARNINGS = worded("fewest_warnings", "fewest warnings")
    FEWEST_GAMES_LOST = worded("fewest_games_lost", "fewest games lost")
    EXTRA_DEAL = worded("extra_deal", "extra deal")
    LOT = worded("lot", "lot")


class Counts(StrEnum):
    """How a round counts for an entry."""

    PLAYED = "played"
    SAT_OUT = "sat_out"
    STOOD_IN = "stood_in"
    """A substitute played in its name, and his score does not count."""
    CANCELLED = "cancelled"
    """One side of the match withdrew from a round robin, so that none of its matches counts."""
    MISSED = "missed"
    """It was played before the entry came."""
    FORFEITED = "forfeited"
    """The entry did not come to its table."""
    SUSPENDED = "suspended"
    """The entry was not drawn, because somebody of it was suspended: forfeited."""
    AVERAGED = "averaged"
    """Somebody did not come to its table, so that it has its own average."""


class ScoredDeal(NamedTuple):
    """The score of an entry in a deal.

    `points` are settled by the rules, or come from the comparison of a board, out of `most` if
    there is a maximum. `match` is the key of the match.
    """

    entry: str
    round: int
    deal: str
    points: Fraction | int
    most: Fraction | int = 0
    match: int = 0


@dataclass(frozen=True, slots=True)
class EntryPenalty:
    """Penalty points of an entry, with the reason; they count from `round` on.

    If they count at the end of the game (局), `at_table`, they also decide who is ahead there, in
    the match of this key. `offender` is the name of the person penalised, if known. A penalty
    `in_table_points` is subtracted from table points, which rank.
    """

    entry: str
    amount: Fraction
    reason: str = ""
    round: int = 0
    at_table: bool = False
    match: int = 0
    offender: str = ""
    in_table_points: bool = False


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The sides of a match at a table in a round, each with its entries, and whether it is over.

    `totals` are those of every side, without penalties, if they are not merely the sum of its
    deals; `boards` is the number of boards that count, if these are compared. `absent` are the
    indices in `sides` of sides that did not play: the other one won by walkover. `worth` is the
    awarded score of every side; without an absent side nobody has won. `match` is its key. `kept`
    is the score of a wrongly paired match, which replaces that of its totals. `cancelled` names the
    withdrawn entry, so that it does not count. `is_half` marks a half match (三队赛), which counts
    half the points of a match of that many boards. With `in_games` the totals are games (局) won,
    in which penalties at the table are included. `ahead` is the index of the side that wins at
    equal totals by the rules of the game.
    """

    round: int
    sides: tuple[tuple[str, ...], ...]
    is_over: bool = True
    totals: tuple[Fraction | int, ...] | None = None
    absent: frozenset[int] = frozenset()
    boards: int | None = None
    worth: tuple[Fraction, ...] | None = None
    match: int = 0
    cancelled: str = ""
    is_half: bool = False
    in_games: bool = False
    ahead: int | None = None
    kept: tuple[Fraction, ...] | None = None


@dataclass(frozen=True, slots=True)
class UnplayedRound:
    """A round that an entry did not play itself: it had a bye, or a substitute played for it.

    `opponent` is the scheduled opponent that had withdrawn from a round robin: the round is
    compensated, or does not count if that entry's matches are cancelled. If it is the entry itself,
    it left for an accepted reason. `made_good` is the compensation, if points rank. `points` are
    those of a forfeited round.
    """

    entry: str
    round: int
    counts: Counts = Counts.SAT_OUT
    opponent: str = ""
    made_good: WithdrawalCompensation | None = None
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class DecidingDeal:
    """An extra deal played after a round to break a tie, with the points of each entry."""

    after: int
    points: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class GameLoss:
    """An entry that lost a game (局) of a round: it was the pig (当猪)."""

    entry: str
    round: int


@dataclass(frozen=True, slots=True)
class EntryWarning:
    """A warning of an entry, and its round; 0 before the first."""

    entry: str
    round: int


@dataclass(frozen=True, slots=True)
class TieFacts:
    """The extra deals, the first one first, the games lost, and the warnings.

    Games are None if none are played, warnings if they break no ties.

    >>> TieFacts(lost=(GameLoss("a", 1), GameLoss("a", 3))).within(2, 3).games_lost
    Counter({'a': 1})
    """

    extra: tuple[DecidingDeal, ...] = ()
    lost: tuple[GameLoss, ...] | None = None
    warned: tuple[EntryWarning, ...] | None = None

    def within(self, first: float, last: float) -> TieFacts:
        """Return the facts of a range of rounds."""
        lost = self.lost and tuple(loss for loss in self.lost if first <= loss.round <= last)
        warned = self.warned and tuple(row for row in self.warned if first <= row.round <= last)
        extra = tuple(deal for deal in self.extra if first <= deal.after <= last)
        return TieFacts(extra, lost, warned)

    @property
    def games_lost(self) -> Mapping[str, int] | None:
        """The number of games that each entry has lost."""
        return None if self.lost is None else Counter(loss.entry for loss in self.lost)

    @property
    def warnings(self) -> Mapping[str, int] | None:
        """The number of warnings of each entry."""
        return None if self.warned is None else Counter(row.entry for row in self.warned)

    @property
    def extra_deals(self) -> tuple[Mapping[str, Fraction], ...]:
        """The points of the extra deals."""
        return tuple(deal.points for deal in self.extra)


NO_FACTS = TieFacts()


@dataclass(frozen=True, slots=True)
class StandingsInput:
    """The input of standings. `entries` are ranked, in the order of their numbers.

    Opponents outside of them (house players) are not ranked. `credit` is the score of a bye, `late`
    that of a round before a late entry joined, and `least` the play required to be ranked. Of the
    `withdrawn`, the `excused` ones are ranked, after all others except for the `kept`, who had
    played enough. `tie_breaks` break ties, None means the usual ones for the order; `seed` is that
    of the lot. `carried` is the carry-over from the stage before. Some of the withdrawn were
    `disqualified`; the results of the `struck` do not count for themselves, but for their
    opponents. The `unplaced` played too few deals and were left unranked by the director.
    """

    entries: Sequence[str]
    scored: Sequence[ScoredDeal] = ()
    adjusted: Sequence[EntryPenalty] = ()
    tables: Sequence[MatchRecord] = ()
    away: Sequence[UnplayedRound] = ()
    withdrawn: frozenset[str] = frozenset()
    excused: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    disqualified: frozenset[str] = frozenset()
    struck: frozenset[str] = frozenset()
    unplaced: frozenset[str] = frozenset()
    order: Order = Order.POINTS
    credit: CreditTerms = NO_CREDIT
    late: CreditTerms = NO_CREDIT
    least: LeastPlayed = RANKS_ALL
    tie_breaks: tuple[TieBreak, ...] | None = None
    seed: str = ""
    carried: Mapping[str, Fraction] = field(default_factory=dict)
    tie_facts: TieFacts = NO_FACTS

    def upto(self, last: int) -> StandingsInput:
        """Return the input up to a round."""
        return self.within(0, last)

    def within(self, first: int, last: int | None) -> StandingsInput:
        """Return the input of a range of rounds, or from a round to the end."""
        end = float("inf") if last is None else last
        return replace(
            self,
            scored=[score for score in self.scored if first <= score.round <= end],
            adjusted=[penalty for penalty in self.adjusted if first <= penalty.round <= end],
            tables=[table for table in self.tables if first <= table.round <= end],
            away=[away for away in self.away if first <= away.round <= end],
            tie_facts=self.tie_facts.within(first, end),
        )

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds with a score or an awarded match."""
        awarded = {table.round for table in self.tables if table.worth is not None}
        lost = {Counts.FORFEITED, Counts.SUSPENDED}
        awarded |= {away.round for away in self.away if away.counts in lost}
        return tuple(sorted({score.round for score in self.scored} | awarded))


@dataclass(frozen=True, slots=True)
class RoundSum:
    """The score of an entry in a round.

    `table_points` are None until the table is over, and if the round was not played. `match_points`
    are those of the match if matches rank, None until it is over; `totals` are the current totals
    of the match, the entry's own side first, if known: provisional until the match is over.
    `opponents` are the entries met; `unplayed` marks a walkover win. `points` are out of `most`
    available ones. `fines` are the penalties that the totals contain. `halves` are the half matches
    (三队赛) of which it is the sum, each with the key of its match. With equal totals `decided`
    names the winner: the entry (1) or the other side (−1). A round not played counts the mean of
    all tables if `is_mean`.
    """

    round: int
    deals: int
    points: Fraction
    table_points: Fraction | None = None
    penalties: Fraction = Fraction(0)
    counts: Counts = Counts.PLAYED
    table_place: int | None = None
    match_points: Fraction | None = None
    totals: tuple[Fraction, Fraction] | None = None
    fines: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    opponents: tuple[str, ...] = ()
    unplayed: bool = False
    most: Fraction = Fraction(0)
    gone: WithdrawalNote | None = None
    halves: tuple[RoundSum, ...] = ()
    match: int = 0
    decided: int = 0
    is_mean: bool = False

    @property
    def matches(self) -> tuple[RoundSum, ...]:
        """The half matches of the round, or its single match."""
        return self.halves or (self,)

    def match_sum(self, match: int) -> RoundSum | None:
        """Return the score of a match: the round itself, or the half match of this key."""
        return next(
            (round_sum for round_sum in self.matches if round_sum.match in {0, match}), None
        )

    @property
    def weight(self) -> Fraction:
        """The weight of each of its matches in counts of matches: 1, of a half match 1/2."""
        return Fraction(1, len(self.matches))

    @property
    def difference(self) -> Fraction | None:
        """The lead of the entry's side, negative if it was behind."""
        return None if self.totals is None else self.totals[0] - self.totals[1]

    @property
    def gains(self) -> tuple[Fraction, Fraction] | None:
        """What both sides won at the table: the totals without penalties."""
        if self.totals is None:
            return None
        return self.totals[0] - self.fines[0], self.totals[1] - self.fines[1]

    @property
    def is_won(self) -> bool:
        """Whether a match is over and won, including by walkover."""
        if self.match_points is None or self.difference is None:
            return self.unplayed
        return (self.difference or self.decided) > 0

    @property
    def is_lost(self) -> bool:
        """Whether a match is over and lost, including by walkover."""
        over = self.match_points is not None and bool(self.opponents)
        level = self.difference == 0 and not self.decided
        return over and not self.is_won and not level


Sums = dict[str, dict[int, RoundSum]]


def count_matches(rounds: Iterable[RoundSum], is_so: Callable[[RoundSum], bool]) -> Fraction:
    """Count the matches for which `is_so` holds, half matches (三队赛) as half of one."""
    counts = (round_.weight * sum(map(is_so, round_.matches)) for round_ in rounds)
    return sum(counts, Fraction(0))


def cancelled_round(number: int, gone: WithdrawalNote) -> RoundSum:
    """Return the score of a round that does not count because one side withdrew."""
    return RoundSum(number, 0, Fraction(0), counts=Counts.CANCELLED, gone=gone)
