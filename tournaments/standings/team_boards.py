"""The boards of a team match (复式队式赛), as pure functions: from two results to a score.

Points are those of north-south. The home side (主队) sits north-south in the open room (开室), or
east-west if the sides have changed direction on the board (交换坐向). Nothing is rounded. The
scores of the two sides need not be opposite: a board that could not be played through nobody's
fault gives both sides more than its average.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.duplicate import board_a_match, imps, swing
from tournaments.codes import WordedCode, worded
from tournaments.standings.match_scores import NOTHING, exact_sum


class TeamMethod(WordedCode):
    """The unit in which the boards of a match are compared."""

    IMPS = worded("imps", "IMPs")
    POINTS = worded("total_points", "total points")
    BOARD_A_MATCH = worded("board_a_match", "board-a-match")


class AverageScore(WordedCode):
    """The score of a side for a board without a result, by whose fault there is none."""

    PLUS = worded("average_plus", "average plus")
    EVEN = worded("average", "average")
    MINUS = worded("average_minus", "average minus")


class BoardState(WordedCode):
    """The state of a board of a match."""

    COMPARED = worded("compared", "compared")
    ADJUSTED = worded("adjusted", "adjusted")
    HALF_PLAYED = worded("half_played", "played in one room")
    UNPLAYED = worded("unplayed", "not played yet")
    REMOVED = worded("removed", "taken out")

    @property
    def is_decided(self) -> bool:
        """Whether the result of the board is final.

        >>> BoardState.REMOVED.is_decided, BoardState.HALF_PLAYED.is_decided
        (True, False)
        """
        return self not in {BoardState.HALF_PLAYED, BoardState.UNPLAYED}


COUNTED: Final = frozenset({BoardState.COMPARED, BoardState.ADJUSTED})
"""The states of boards that count in their match."""

AVERAGES: Final[Mapping[TeamMethod, Mapping[AverageScore, Fraction]]] = {
    TeamMethod.IMPS: {
        AverageScore.PLUS: Fraction(3),
        AverageScore.EVEN: Fraction(0),
        AverageScore.MINUS: Fraction(-3),
    },
    # No regulation gives points: the same as for an annulled deal at a table.
    TeamMethod.POINTS: {
        AverageScore.PLUS: Fraction(50),
        AverageScore.EVEN: Fraction(0),
        AverageScore.MINUS: Fraction(-50),
    },
    # 60, 50 and 40 percent of the two points of a board.
    TeamMethod.BOARD_A_MATCH: {
        AverageScore.PLUS: Fraction(6, 5),
        AverageScore.EVEN: Fraction(1),
        AverageScore.MINUS: Fraction(4, 5),
    },
}
"""What averages are worth by method: Law 86 for IMPs, Law 12 for board-a-match."""


@dataclass(frozen=True, slots=True)
class BoardAdjustment:
    """The adjusted score of a board.

    Each side has an average, or an exact number in the method's unit as that side sees it.
    """

    home: AverageScore | Fraction
    away: AverageScore | Fraction


class TeamBoard(NamedTuple):
    """A board of a match: the points of north-south in both rooms, as far as they are known.

    `turned` means that the home side sits east-west in the open room. `removed` boards are not
    played and do not count.
    """

    number: int
    open_room: Fraction | int | None = None
    closed_room: Fraction | int | None = None
    segment: int = 1
    turned: bool = False
    adjusted: BoardAdjustment | None = None
    removed: bool = False

    @property
    def state(self) -> BoardState:
        """The state of the board; an adjusted score takes precedence over results."""
        if self.removed:
            return BoardState.REMOVED
        if self.adjusted is not None:
            return BoardState.ADJUSTED
        missing = (self.open_room, self.closed_room).count(None)
        return (BoardState.COMPARED, BoardState.HALF_PLAYED, BoardState.UNPLAYED)[missing]

    @property
    def swing(self) -> Fraction | int | None:
        """The swing to home in points; None until both rooms have played.

        >>> TeamBoard(1, -125, 40).swing, TeamBoard(1, -125, 40, turned=True).swing
        (-165, 165)
        """
        if self.open_room is None or self.closed_room is None:
            return None
        difference = swing(self.open_room, self.closed_room)
        return -difference if self.turned else difference


class TeamBoardScore(NamedTuple):
    """The score of a board: `home` and `away` in the method's unit, as each side sees it."""

    number: int
    segment: int
    state: BoardState
    swing: Fraction | int | None = None
    home: Fraction = NOTHING
    away: Fraction = NOTHING


def board_score(board: TeamBoard, method: TeamMethod) -> TeamBoardScore:
    """Return the score of a board by a method; 0 until it is decided.

    >>> score = board_score(TeamBoard(1, -125, 40), TeamMethod.IMPS)
    >>> score.swing, int(score.home), int(score.away)
    (-165, -4, 4)
    """
    state, swing_, scores = board.state, board.swing, (NOTHING, NOTHING)
    if state is BoardState.ADJUSTED and board.adjusted is not None:
        scores = (
            award_value(board.adjusted.home, method),
            award_value(board.adjusted.away, method),
        )
    if state is BoardState.COMPARED and swing_ is not None:
        scores = difference_worth(swing_, method), difference_worth(-swing_, method)
    return TeamBoardScore(board.number, board.segment, state, swing_, *scores)


@lru_cache(maxsize=4096)
def difference_worth(difference: Fraction | int, method: TeamMethod) -> Fraction:
    """Return the worth of a difference of points for the side that is ahead.

    >>> [int(difference_worth(165, method)) for method in TeamMethod]
    [4, 165, 2]
    """
    if method is TeamMethod.IMPS:
        return Fraction(imps(difference))
    return Fraction(difference) if method is TeamMethod.POINTS else board_a_match(difference)


def award_value(value: AverageScore | Fraction, method: TeamMethod) -> Fraction:
    """Return the worth of an average, or of a number in the method's unit, under the method."""
    return AVERAGES[method][value] if isinstance(value, AverageScore) else value


def gains(scores: Iterable[TeamBoardScore], method: TeamMethod) -> tuple[Fraction, Fraction]:
    """Return the gain of each side: with board-a-match all its points, otherwise positive points
    only.

    >>> boards = [board_score(TeamBoard(1, -125, 40), TeamMethod.IMPS)]
    >>> [int(points) for points in gains(boards, TeamMethod.IMPS)]
    [0, 4]
    """
    kept = [(score.home, score.away) for score in scores if score.state in COUNTED]
    if method is not TeamMethod.BOARD_A_MATCH:
        kept = [(_positive_part(home), _positive_part(away)) for home, away in kept]
    return exact_sum(home for home, _ in kept), exact_sum(away for _, away in kept)


def _positive_part(points: Fraction) -> Fraction:
    return points if points.numerator > 0 else NOTHING
