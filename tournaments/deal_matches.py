"""Team matches without duplicate boards (非复式), as pure functions: a fixed number of deals at one
or more tables (计副制), or games (局) that end at a number of points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.match_results import MatchResult
from tournaments.match_scores import ByDifference, ByOutcome

Both = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class DealScore:
    """What a deal at a table of the match brought both sides, the home side first."""

    table: int
    home: Fraction
    away: Fraction


@dataclass(frozen=True, slots=True)
class DealsMatch:
    """A match over a number of deals: what both sides came to, with penalties, and the score.

    `scores` are None until all deals are played.
    """

    points: Both
    penalties: Both
    deals: int
    missing: int
    scores: Both | None

    @property
    def totals(self) -> Both:
        """Points and penalties together (基础分)."""
        home, away = (a + b for a, b in zip(self.points, self.penalties, strict=True))
        return home, away


def deals_match(
    deals: Sequence[DealScore],
    planned: int,
    score: ByDifference | ByOutcome,
    penalties: Both = (Fraction(0), Fraction(0)),
) -> DealsMatch:
    """Return a match of so many deals, over all its tables.

    Raises ValueError where more were played than planned.

    >>> win = ByOutcome(Fraction(2), Fraction(1), Fraction(0))
    >>> found = deals_match([DealScore(1, Fraction(-100), Fraction(100))], 1, win)
    >>> [int(one) for one in found.scores]
    [0, 2]
    """
    if len(deals) > planned:
        raise ValueError("more deals were played than planned")
    points = _sum(one.home for one in deals), _sum(one.away for one in deals)
    difference = points[0] + penalties[0] - points[1] - penalties[1]
    over = len(deals) == planned and planned > 0
    scores = (score.points(difference), score.points(-difference)) if over else None
    return DealsMatch(points, penalties, len(deals), planned - len(deals), scores)


@dataclass(frozen=True, slots=True)
class GameEnd:
    """When a game is over: as soon as a side has come to `target`, up or down.

    Where `only_down` a side may pass it upwards and the game goes on. At the end the side that
    has more is ahead.
    """

    target: int
    only_down: bool = False

    def is_over(self, points: Both) -> bool:
        """Return whether a side has come to the target, and the sides are not level.

        >>> GameEnd(1000).is_over((Fraction(1020), Fraction(-400)))
        True
        """
        reached = min(points) <= -self.target
        if not self.only_down:
            reached = reached or max(points) >= self.target
        return reached and points[0] != points[1]


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game of a match: what both sides came to in how many deals, and whether it is over."""

    points: Both
    deals: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class GamesMatch:
    """A match over games: who won how many, and the score once it is decided.

    Points of games that end at a target are not comparable: they are shown, and never added.
    """

    games: tuple[GameScore, ...]
    won: tuple[int, int]
    scores: Both | None


def games_of(deals: Iterable[DealScore], end: GameEnd) -> tuple[GameScore, ...]:
    """Part deals in the order of play into games; a new one begins at 0 when one is over.

    >>> found = games_of([DealScore(1, Fraction(n), Fraction(-n)) for n in (600, 500, -100)],
    ...                  GameEnd(1000))
    >>> [(int(one.points[0]), one.is_over) for one in found]
    [(1100, True), (-100, False)]
    """
    found: list[GameScore] = []
    for deal in deals:
        before = found.pop() if found and not found[-1].is_over else None
        points = (deal.home, deal.away)
        if before is not None:
            points = (before.points[0] + deal.home, before.points[1] + deal.away)
        count = 1 + (before.deals if before else 0)
        found.append(GameScore(points, count, end.is_over(points)))
    return tuple(found)


def games_match(
    games: Sequence[GameScore], best_of: int, score: ByDifference | ByOutcome
) -> GamesMatch:
    """Return a match that goes to the side that wins more than half of `best_of` games.

    Raises ValueError where a game was begun after the match was decided.

    >>> win = ByOutcome(Fraction(1), Fraction(0), Fraction(0))
    >>> over = [GameScore((Fraction(1000), Fraction(-1000)), 9, True)] * 2
    >>> games_match(over, 3, win).won
    (2, 0)
    """
    won = [0, 0]
    for place, game in enumerate(games):
        if _decided(won, best_of):
            raise ValueError(f"game {place + 1} was begun after the match was decided")
        if game.is_over:
            won[game.points[1] > game.points[0]] += 1
    scores = None
    if _decided(won, best_of):
        difference = Fraction(won[0] - won[1])
        scores = score.points(difference), score.points(-difference)
    return GamesMatch(tuple(games), (won[0], won[1]), scores)


def as_result(match: DealsMatch | GamesMatch, number: int, sides: tuple[str, str]) -> MatchResult:
    """Return a match of a round as cross tables and rankings take it, the home side first."""
    if isinstance(match, DealsMatch):
        return MatchResult(number, sides, match.scores, match.totals, deals=match.deals)
    won = (Fraction(match.won[0]), Fraction(match.won[1]))
    return MatchResult(number, sides, match.scores, won, deals=sum(g.deals for g in match.games))


def _decided(won: Sequence[int], best_of: int) -> bool:
    return 2 * max(won) > best_of or sum(won) >= best_of


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
