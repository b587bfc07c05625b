"""The score of a team match, as a pure function of its boards, its penalties and its rules.

Boards make a margin, the margin with the penalties of the match makes a score (胜利分), and
penalties of the score are taken from that; each stands in a column of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.standings.exact_sums import NOTHING, exact_sum
from tournaments.standings.match_results import MatchResult
from tournaments.standings.match_scores import ByDifference, ByOutcome, ByVictoryPoints
from tournaments.standings.team_boards import (
    BoardState,
    MatchSide,
    TeamBoard,
    TeamBoardScore,
    TeamMethod,
    board_score,
)

VICTORY_POINTS: Final = ByVictoryPoints()


class AsWon:
    """No scale: a match counts what its boards brought, with its penalties."""


class ScaleBoards(StrEnum):
    """Which number of boards chooses the scale of victory points."""

    PLANNED = "planned"
    COUNTED = "counted"


class MatchPenaltyUnit(StrEnum):
    """The unit of a penalty of a match."""

    MATCH = "match"
    """The unit of its boards: IMPs, points, points of board-a-match."""
    SCORE = "score"
    """The unit of the match's score: victory points."""


@dataclass(frozen=True, slots=True)
class MatchPenalty:
    """A penalty of a side, negative, in the unit of the boards or of the score."""

    side: MatchSide
    unit: MatchPenaltyUnit
    amount: Fraction
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rules by which a match is scored.

    `helps`: whether a penalty in the unit of the boards brings the other side forward too. It
    must where only the margin decides, as in a knockout.
    """

    method: TeamMethod = TeamMethod.IMPS
    score: ByVictoryPoints | ByDifference | ByOutcome | AsWon = VICTORY_POINTS
    scale_boards: ScaleBoards = ScaleBoards.COUNTED
    helps: bool = True


@dataclass(frozen=True, slots=True)
class SideScore:
    """The score of a match for a side.

    `won` is what it gained on the boards that it gained on, `margin` its gains without its losses,
    both before penalties. `score` is what the match counts, with `penalty` of the match in it;
    `total` is that with `score_penalty`.
    """

    won: Fraction
    margin: Fraction
    penalty: Fraction
    score: Fraction
    score_penalty: Fraction

    @property
    def total(self) -> Fraction:
        """The score of the match with every penalty."""
        return self.score + self.score_penalty


@dataclass(frozen=True, slots=True)
class SegmentScore:
    """What both sides won in a segment (节), and their sums after it."""

    number: int
    boards: int
    won: tuple[Fraction, Fraction]
    after: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A match as it stands; provisional until `missing` is empty.

    `lead` is by how much the home side is ahead in the unit of the boards: in a match whose sides
    have not the opposite of each other it is the average of what each sees (Law 86).
    """

    boards: tuple[TeamBoardScore, ...]
    segments: tuple[SegmentScore, ...]
    home: SideScore
    away: SideScore
    lead: Fraction
    missing: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether every board is decided, and one at least was."""
        return bool(self.boards) and not self.missing

    @property
    def ahead(self) -> MatchSide | None:
        """The side that is ahead; None at equal scores, where a knockout needs another deal."""
        if not self.lead:
            return None
        return MatchSide.HOME if self.lead > 0 else MatchSide.AWAY


def team_score(
    boards: Sequence[TeamBoard], rules: MatchRules, penalties: Iterable[MatchPenalty] = ()
) -> TeamScore:
    """Return the score of a match so far.

    >>> score = team_score([TeamBoard(1, -125, 40), TeamBoard(2, 600, 0)], MatchRules())
    >>> int(score.lead), score.ahead.value, str(score.home.score), str(score.away.score)
    (8, 'home', '31/2', '9/2')
    """
    all_penalties = tuple(penalties)
    scores = tuple(board_score(board, rules.method) for board in boards)
    won = gains(scores, rules.method)
    taken = tuple(_penalty_sum(all_penalties, side, MatchPenaltyUnit.MATCH) for side in MatchSide)
    margins = _margins(scores, rules.method)
    sides = [
        SideScore(
            won=won[place],
            margin=margins[place],
            penalty=taken[place],
            score=_score(place, won, margins, taken, _boards_of_scale(scores, rules), rules),
            score_penalty=_penalty_sum(all_penalties, side, MatchPenaltyUnit.SCORE),
        )
        for place, side in enumerate(MatchSide)
    ]
    return TeamScore(
        boards=scores,
        segments=tuple(_segments(scores, rules.method)),
        home=sides[0],
        away=sides[1],
        lead=(margins[0] - margins[1]) / 2 + taken[0] - taken[1],
        missing=tuple(score.number for score in scores if not score.state.is_decided),
    )


class WonBy(StrEnum):
    """The way a knockout match was won."""

    BOARDS = "won_by_boards"
    EXTRA_DEAL = "won_by_extra_deal"


def knockout_winner(
    score: TeamScore, extra_deals: Iterable[Fraction] = ()
) -> tuple[MatchSide, WonBy] | None:
    """Return who goes on in a knockout; None while the match is not over or another deal is needed.

    `extra_deals` are the swings to home of deals that were played to decide; the first that is
    not level does.

    >>> level = team_score([TeamBoard(1, 50, 50)], MatchRules())
    >>> knockout_winner(level), knockout_winner(level, [Fraction(0), Fraction(-10)])[0].value
    (None, 'away')
    """
    if not score.is_over:
        return None
    if score.ahead is not None:
        return score.ahead, WonBy.BOARDS
    for swing in extra_deals:
        if swing:
            return (MatchSide.HOME if swing > 0 else MatchSide.AWAY), WonBy.EXTRA_DEAL
    return None


def to_match_result(score: TeamScore, number: int, sides: tuple[str, str]) -> MatchResult:
    """Return a match of a round as cross tables and rankings take it, the home side first.

    Penalties of the score are not in it: they are taken from what ranks, in their own column.
    """
    both = (score.home, score.away)
    return MatchResult(
        round=number,
        sides=sides,
        scores=(both[0].score, both[1].score) if score.is_over else None,
        totals=(both[0].won + both[0].penalty, both[1].won + both[1].penalty),
        deals=sum(_counts(board) for board in score.boards),
    )


Both = tuple[Fraction, Fraction]


def _score(
    place: int,
    won: Both,
    margins: Both,
    taken: tuple[Fraction, ...],
    boards: int,
    rules: MatchRules,
) -> Fraction:
    if isinstance(rules.score, AsWon):
        return won[place] + taken[place]
    others = taken[1 - place] if rules.helps else Fraction(0)
    margin = margins[place] + taken[place] - others
    if isinstance(rules.score, ByVictoryPoints):
        return rules.score.points(margin, boards)
    return rules.score.points(margin)


def _boards_of_scale(scores: Sequence[TeamBoardScore], rules: MatchRules) -> int:
    if rules.scale_boards is ScaleBoards.PLANNED:
        return len(scores)
    return sum(_counts(score) for score in scores)


def _counts(score: TeamBoardScore) -> bool:
    return score.state in {BoardState.COMPARED, BoardState.ADJUSTED}


def gains(scores: Iterable[TeamBoardScore], method: TeamMethod) -> Both:
    """Return what each side gained: of board-a-match all its points, of others what was not lost.

    >>> boards = [board_score(TeamBoard(1, -125, 40), TeamMethod.IMPS)]
    >>> [int(points) for points in gains(boards, TeamMethod.IMPS)]
    [0, 4]
    """
    kept = [(score.home, score.away) for score in scores if _counts(score)]
    if method is not TeamMethod.BOARD_A_MATCH:
        kept = [(_positive_part(home), _positive_part(away)) for home, away in kept]
    return exact_sum(home for home, _ in kept), exact_sum(away for _, away in kept)


def _positive_part(points: Fraction) -> Fraction:
    return points if points.numerator > 0 else NOTHING


def _margins(scores: Iterable[TeamBoardScore], method: TeamMethod) -> Both:
    kept = [score for score in scores if _counts(score)]
    home, away = exact_sum(score.home for score in kept), exact_sum(score.away for score in kept)
    return (home - away, away - home) if method is TeamMethod.BOARD_A_MATCH else (home, away)


def _segments(scores: Sequence[TeamBoardScore], method: TeamMethod) -> Iterable[SegmentScore]:
    after = (Fraction(0), Fraction(0))
    for number in sorted({score.segment for score in scores}):
        kept = [score for score in scores if score.segment == number]
        won = gains(kept, method)
        after = (after[0] + won[0], after[1] + won[1])
        yield SegmentScore(number, sum(map(_counts, kept)), won, after)


def _penalty_sum(
    penalties: Iterable[MatchPenalty], side: MatchSide, unit: MatchPenaltyUnit
) -> Fraction:
    return exact_sum(
        penalty.amount for penalty in penalties if penalty.side is side and penalty.unit is unit
    )
