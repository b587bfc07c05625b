"""Scores that a referee assigns to the sides of a deal in place of its result.

Each place (a direction of the table, or a seat) has one outcome or several with weights that add up
to a hundred. An outcome is a number of points as that side itself sees them, or an average. The
comparison determines its worth: each outcome is first converted to the unit of the comparison, and
then weighted. The places need not balance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from tournaments.standings.team_boards import AverageScore

WHOLE: Final = Fraction(100)
"""What the weights of a place come to."""
MOST_OUTCOMES: Final = 5
DECIMALS: Final = 100
"""A weighted score is kept to the hundredth."""
DIRECTIONS: Final[Mapping[str, str]] = {"N": "ns", "S": "ns", "E": "ew", "W": "ew"}


class WeightedScore(NamedTuple):
    """One outcome: points as the side sees them, or an average, and its weight in percent."""

    value: AverageScore | Fraction
    weight: Fraction = WHOLE

    def as_json(self) -> dict[str, str]:
        """Return it as plain JSON data.

        >>> WeightedScore(Fraction(-125)).as_json()
        {'points': '-125', 'weight': '100'}
        """
        name = "average" if isinstance(self.value, AverageScore) else "points"
        return {name: str(self.value), "weight": str(self.weight)}

    @classmethod
    def from_json(cls, data: Mapping[str, str]) -> WeightedScore:
        """Return the outcome that `as_json` wrote."""
        weight = Fraction(data.get("weight", "100"))
        if "average" in data:
            return cls(AverageScore(data["average"]), weight)
        return cls(Fraction(data["points"]), weight)


Outcomes = tuple[WeightedScore, ...]


@dataclass(frozen=True, slots=True)
class GivenScore:
    """The scores that a referee assigns to each place of a deal, with the article applied."""

    by_place: Mapping[str, Outcomes]
    article: str = ""

    def at(self, seat: str) -> Outcomes:
        """Return the outcomes of a seat, which default to those of its direction."""
        return self.by_place.get(seat) or self.by_place.get(DIRECTIONS.get(seat, ""), ())

    @property
    def north_points(self) -> Fraction | None:
        """The points of north-south if it is one result for both directions; otherwise None.

        >>> result = (WeightedScore(Fraction(-125)),), (WeightedScore(Fraction(125)),)
        >>> str(GivenScore(dict(zip(("ns", "ew"), result))).north_points)
        '-125'
        """
        north, east = single(self.by_place.get("ns", ())), single(self.by_place.get("ew", ()))
        if isinstance(north, Fraction) and isinstance(east, Fraction) and north == -east:
            return north
        return None

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        given = {
            place: [outcome.as_json() for outcome in outcomes]
            for place, outcomes in self.by_place.items()
        }
        return {"given": given} | ({"article": self.article} if self.article else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GivenScore:
        """Return the scores stored by `as_json`, or an average for each direction in the older
        form.
        """
        if "given" in data:
            given: Mapping[str, Iterable[Mapping[str, str]]] = data["given"]
            by_place = {
                place: tuple(map(WeightedScore.from_json, outcomes))
                for place, outcomes in given.items()
            }
        else:
            by_place = {
                name: (WeightedScore(AverageScore(data.get(name, AverageScore.EVEN))),)
                for name in ("ns", "ew")
            }
        return cls(by_place, str(data.get("article", "")))


def single(outcomes: Outcomes) -> AverageScore | Fraction | None:
    """Return the value of a place with one outcome; None if it has several or none."""
    return outcomes[0].value if len(outcomes) == 1 else None


def weighted(
    outcomes: Outcomes,
    worth: Callable[[AverageScore | Fraction], Fraction],
    around: Fraction = Fraction(0),
) -> Fraction:
    """Return the weighted worth of outcomes, to the nearest hundredth.

    Halves are rounded away from `around`, so that values that balance around it stay balanced.

    >>> two = WeightedScore(Fraction(165), Fraction(60)), WeightedScore(Fraction(-20), Fraction(40))
    >>> str(weighted(two, lambda points: Fraction(4 if points > 0 else -1)))
    '2'
    """
    if len(outcomes) == 1:
        return worth(outcomes[0].value)
    exact = sum((worth(value) * weight for value, weight in outcomes), Fraction(0)) / WHOLE
    return around + rounded(exact - around)


def rounded(value: Fraction, parts: int = DECIMALS) -> Fraction:
    """Return the nearest part of one, halves away from 0.

    >>> [str(rounded(Fraction(half, 200))) for half in (1, -1)], str(rounded(Fraction(5, 2), 1))
    (['1/100', '-1/100'], '3')
    """
    units = int(abs(value) * parts + Fraction(1, 2))
    return Fraction(units if value >= 0 else -units, parts)
