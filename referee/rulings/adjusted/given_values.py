"""What a referee may give the sides at a table: whom he gives it to, and how much an average is.

At tables that deal for themselves an average is a number of points: a flat one, or the mean of what
the table has played so far; where sides climb it is a level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from scoring.game import Counting
from tournaments.models import Deal, Result
from tournaments.results import board_comparisons
from tournaments.standings.given_scores import DIRECTIONS, GivenScore, rounded, weighted
from tournaments.standings.team_boards import AverageScore
from tournaments.structure.game_slots import rules_of
from tournaments.structure.games import NO_POINTS, counting_of, game_of, ruleset_of

FLAT: Final = 50
"""What an average is worth at a table by points."""
LEAST, MOST = 50, 200
"""Between these lies the mean of a table, where that is taken."""
ONE: Final = 1
"""What it is where sides climb levels, or deals count units."""
PARTNERS: Final = 2


class AverageSize(StrEnum):
    """How much an average is at a table that deals for itself."""

    FLAT = "flat"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Recipient:
    """To whom something is given: the two seats of a direction, or one seat."""

    name: str
    seats: tuple[str, ...]

    @property
    def is_direction(self) -> bool:
        """Whether it is a side of two partners."""
        return len(self.seats) > 1


def is_compared(deal: Deal) -> bool:
    """Whether a deal counts by comparison with others of its board."""
    return deal.board_id is not None and board_comparisons.compares(deal.event)


def places(sides: Mapping[str, str]) -> tuple[Recipient, ...]:
    """Return the places of a table by the side of every seat: two directions, or every seat.

    >>> [place.name for place in places({"N": "a", "W": "b", "S": "a", "E": "b"})]
    ['ns', 'ew']
    """
    if len(set(sides.values())) != PARTNERS or set(sides) != set(DIRECTIONS):
        return tuple(Recipient(seat, (seat,)) for seat in sides)
    return tuple(
        Recipient(name, tuple(seat for seat in sides if DIRECTIONS[seat] == name))
        for name in ("ns", "ew")
    )


def sides_at(deal: Deal) -> dict[str, str]:
    """Return the side of every seat of a deal, by its uid."""
    seats = deal.sitting.seats.order_by("pk").values_list("label", "side__uid")
    return dict(seats)


def average_size(deal: Deal, size: AverageSize) -> int:
    """Return what an average is worth at the table of a deal that is not compared."""
    if counting_of(deal.event) is not Counting.POINTS:
        return ONE
    if size is AverageSize.FLAT:
        return FLAT
    mean = _mean(deal)
    return FLAT if mean is None else min(MOST, max(LEAST, mean))


def _mean(deal: Deal) -> int | None:
    """Return the mean of the points of all seats, without their signs, over the other deals."""
    others = Result.live.filter(deal__sitting=deal.sitting_id).exclude(deal=deal.pk)
    rows = others.exclude(kind__in=NO_POINTS).values_list("settlement", flat=True)
    amounts = [abs(score) for settled in rows for score in settled["scores"].values()]
    return int(rounded(Fraction(sum(amounts), len(amounts)), 1)) if amounts else None


def scores_of(deal: Deal, given: GivenScore, sides: Mapping[str, str], size: int) -> dict[str, int]:
    """Return what every seat of a table scores by what it was given, to the whole point."""

    def worth(value: AverageScore | Fraction) -> Fraction:
        return _average(value, size) if isinstance(value, AverageScore) else value

    scores: dict[str, int] = dict.fromkeys(sides, 0)
    for place in places(sides):
        total = int(rounded(weighted(given.at(place.seats[0]), worth), 1))
        scores |= _shared(deal, place, total, sides)
    return scores


def _average(value: AverageScore, size: int) -> Fraction:
    signs = {AverageScore.PLUS: size, AverageScore.EVEN: 0, AverageScore.MINUS: -size}
    return Fraction(signs[value])


def _shared(deal: Deal, place: Recipient, total: int, sides: Mapping[str, str]) -> dict[str, int]:
    """Return the scores of a place: partners share one value, or add up to it by their rules."""
    game, ruleset = game_of(deal.event), ruleset_of(deal)
    one_each = dict.fromkeys(place.seats, 1)
    of_side = game.side_points(one_each, rules_of(game, ruleset), sides)[sides[place.seats[0]]]
    if of_side == len(place.seats) > 1:
        first, second = place.seats
        return {first: total - total // 2, second: total // 2}
    return dict.fromkeys(place.seats, total)
