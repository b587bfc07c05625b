"""The boards of a team match (复式队式赛), as pure functions: from two results to a score.

Points are those of north-south. The home side (主队) sits north-south in the open room (开室),
or east-west where the board says that the sides have changed direction (交换坐向). Nothing is
rounded. The scores of the two sides need not be opposite: a board that could not be played through
nobody's fault gives both of them more than its average.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final

from scoring.duplicate.imps import board_a_match, imps, swing

NOTHING: Final = Fraction(0)


class TeamMethod(StrEnum):
    """The unit in which the boards of a match are compared."""

    IMPS = "imps"
    POINTS = "total_points"
    BOARD_A_MATCH = "board_a_match"


class AverageScore(StrEnum):
    """What a side has for a board without a result, by whose fault there is none."""

    PLUS = "average_plus"
    EVEN = "average"
    MINUS = "average_minus"


class BoardState(StrEnum):
    """The state of a board of a match."""

    COMPARED = "compared"
    ADJUSTED = "adjusted"
    HALF_PLAYED = "half_played"
    UNPLAYED = "unplayed"
    REMOVED = "removed"

    @property
    def is_decided(self) -> bool:
        """Whether nothing more is expected of the board.

        >>> BoardState.REMOVED.is_decided, BoardState.HALF_PLAYED.is_decided
        (True, False)
        """
        return self not in {BoardState.HALF_PLAYED, BoardState.UNPLAYED}


class MatchSide(StrEnum):
    """The two sides of a match."""

    HOME = "home"
    AWAY = "away"


AVERAGES: Final[Mapping[TeamMethod, Mapping[AverageScore, Fraction]]] = {
    TeamMethod.IMPS: {
        AverageScore.PLUS: Fraction(3),
        AverageScore.EVEN: Fraction(0),
        AverageScore.MINUS: Fraction(-3),
    },
    # No regulation names points: as much as a table has of a deal that was annulled.
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


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a match: the points of north-south in both rooms, as far as they are known.

    `turned` where the home side sits east-west in the open room. `removed` boards are not played
    and count nothing.
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


@dataclass(frozen=True, slots=True)
class TeamBoardScore:
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
            _award_value(board.adjusted.home, method),
            _award_value(board.adjusted.away, method),
        )
    if state is BoardState.COMPARED and swing_ is not None:
        scores = difference_worth(swing_, method), difference_worth(-swing_, method)
    return TeamBoardScore(board.number, board.segment, state, swing_, *scores)


@lru_cache(maxsize=4096)
def difference_worth(difference: Fraction | int, method: TeamMethod) -> Fraction:
    """Return what a difference of points counts for the side that has it.

    >>> [int(difference_worth(165, method)) for method in TeamMethod]
    [4, 165, 2]
    """
    if method is TeamMethod.IMPS:
        return Fraction(imps(difference))
    return Fraction(difference) if method is TeamMethod.POINTS else board_a_match(difference)


def weighted_score(outcomes: Iterable[tuple[Fraction, int]], method: TeamMethod) -> BoardAdjustment:
    """Return the adjusted score of several outcomes, each a share of 1 and a swing to home.

    Every outcome is converted first and weighted then. Raises ValueError where the shares are not
    positive or do not make 1.

    >>> score = weighted_score([(Fraction(1, 4), 165), (Fraction(3, 4), -20)], TeamMethod.IMPS)
    >>> str(score.home), str(score.away)
    ('1/4', '-1/4')
    """
    kept = list(outcomes)
    if any(share <= 0 for share, _ in kept) or sum(share for share, _ in kept) != 1:
        raise ValueError("the shares of the outcomes are positive and make 1")
    home, away = (
        sum(
            (share * difference_worth(sign * difference, method) for share, difference in kept),
            Fraction(0),
        )
        for sign in (1, -1)
    )
    return BoardAdjustment(home, away)


def abandon_match(boards: Sequence[TeamBoard], at_fault: MatchSide | None) -> tuple[TeamBoard, ...]:
    """Return the boards of a match that was broken off, with what the unplayed ones count.

    Where half of the boards or more were played these stand, and each other one is an average for
    the sides: plus for the innocent, minus for the one at fault, even where none is. Where fewer
    were played none stands: half of the boards, rounded up, are such averages, the rest even.

    >>> [board.state.value for board in abandon_match([TeamBoard(1, 50, 0), TeamBoard(2)], None)]
    ['compared', 'adjusted']
    """
    average, even = (
        _averages_by_fault(at_fault),
        BoardAdjustment(AverageScore.EVEN, AverageScore.EVEN),
    )
    played = sum(board.state.is_decided for board in boards)
    if 2 * played >= len(boards):
        return tuple(
            board if board.state.is_decided else replace(board, adjusted=average)
            for board in boards
        )
    half = (len(boards) + 1) // 2
    return tuple(
        replace(board, removed=False, adjusted=average if place < half else even)
        for place, board in enumerate(boards)
    )


def _averages_by_fault(at_fault: MatchSide | None) -> BoardAdjustment:
    if at_fault is None:
        return BoardAdjustment(AverageScore.EVEN, AverageScore.EVEN)
    if at_fault is MatchSide.HOME:
        return BoardAdjustment(AverageScore.MINUS, AverageScore.PLUS)
    return BoardAdjustment(AverageScore.PLUS, AverageScore.MINUS)


def _award_value(value: AverageScore | Fraction, method: TeamMethod) -> Fraction:
    return AVERAGES[method][value] if isinstance(value, AverageScore) else value
