"""Settlements: the points of a deal, with lines that explain each of them.

There are two sums, each with its lines. `raw` is the value of the cards won: the points of a seat's
`lines` add up to it. `scores` is what the deal counts after the rules have converted raw points
(zero-sum, pairs, a scale): the points of a seat's `conversions`, the first of which are the raw
points, add up to it. If the rules promise that scores sum to zero, `residue` is the amount by which
rounding has missed it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from scoring.problems import Values, code_named


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a sum: its seat, the code of the reason, the cards, the points it adds.

    `values` holds the figures for the sentence about the line. The line of a multiplier has the
    difference that it makes as its points.
    """

    seat: str
    code: StrEnum
    cards: tuple[str, ...] = ()
    points: int = 0
    values: Values = ()

    def as_json(self) -> dict[str, Any]:
        """Return the line as plain JSON data.

        >>> class Code(StrEnum):
        ...     TRICKS = "tricks"
        >>> Line("N", Code.TRICKS, points=3).as_json()
        {'seat': 'N', 'code': 'tricks', 'cards': [], 'points': 3, 'values': {}}
        """
        return {
            "seat": self.seat,
            "code": self.code.value,
            "cards": list(self.cards),
            "points": self.points,
            "values": dict(self.values),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], codes: Iterable[type[StrEnum]]) -> Self:
        """Return the line that `as_json` wrote. Raises ValueError for a code not in `codes`.

        >>> class Code(StrEnum):
        ...     TRICKS = "tricks"
        >>> Line.from_json(Line("N", Code.TRICKS, points=3).as_json(), [Code]).points
        3
        """
        return cls(
            seat=data["seat"],
            code=code_named(data["code"], codes),
            cards=tuple(data["cards"]),
            points=data["points"],
            values=tuple(data["values"].items()),
        )


@dataclass(frozen=True, slots=True)
class Explanation:
    """The sums of one seat as formulas of numbers and signs, without words of any language.

    `raw` leads from the cards to the raw points, `score` from these to the score; `score` is empty
    if both are the same.
    """

    raw: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a deal: raw points and scores of every seat, with the lines of both.

    `residue` is the sum of the scores if the rules promise that it is zero, else None.

    >>> class Code(StrEnum):
    ...     TRICKS = "tricks"
    >>> lines = (Line("N", Code.TRICKS, points=3), Line("W", Code.TRICKS, points=10))
    >>> settlement = Settlement({"N": 3, "W": 10}, {"N": 3, "W": 10}, lines, lines)
    >>> [line.points for line in settlement.lines_of("W")]
    [10]
    """

    raw: Mapping[str, int]
    scores: Mapping[str, int]
    lines: tuple[Line, ...]
    conversions: tuple[Line, ...]
    residue: int | None = None

    @classmethod
    def awarded(cls, scores: Mapping[str, int], code: StrEnum, raw_code: StrEnum) -> Self:
        """Return the settlement for scores that a referee awards, without any cards.

        >>> class Code(StrEnum):
        ...     RAW = "raw"
        ...     AWARDED = "awarded"
        >>> Settlement.awarded({"N": 50}, Code.AWARDED, Code.RAW).conversions_of("N")[1].points
        50
        """
        conversions = (
            line
            for seat, score in scores.items()
            for line in (Line(seat, raw_code), Line(seat, code, points=score))
        )
        return cls(dict.fromkeys(scores, 0), dict(scores), (), tuple(conversions))

    def lines_of(self, seat: str) -> tuple[Line, ...]:
        """Return the lines that add up to a seat's raw points."""
        return tuple(line for line in self.lines if line.seat == seat)

    def conversions_of(self, seat: str) -> tuple[Line, ...]:
        """Return the lines that add up to a seat's score."""
        return tuple(line for line in self.conversions if line.seat == seat)

    def as_json(self) -> dict[str, Any]:
        """Return the settlement as plain JSON data; `residue` only if there is one.

        >>> Settlement({"N": 0}, {"N": 0}, (), ()).as_json()
        {'raw': {'N': 0}, 'scores': {'N': 0}, 'lines': [], 'conversions': []}
        """
        return {
            "raw": dict(self.raw),
            "scores": dict(self.scores),
            "lines": [line.as_json() for line in self.lines],
            "conversions": [line.as_json() for line in self.conversions],
            **({} if self.residue is None else {"residue": self.residue}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], codes: Iterable[type[StrEnum]]) -> Self:
        """Return the settlement that `as_json` wrote.

        `codes` are the enumerations to search, the `codes` of its game. Raises ValueError for a
        code that is in none of them.

        >>> settlement = Settlement({"N": 0}, {"N": 0}, (), ())
        >>> Settlement.from_json(settlement.as_json(), []) == settlement
        True
        """
        codes = tuple(codes)
        return cls(
            raw=dict(data["raw"]),
            scores=dict(data["scores"]),
            lines=tuple(Line.from_json(line, codes) for line in data["lines"]),
            conversions=tuple(Line.from_json(line, codes) for line in data["conversions"]),
            residue=data.get("residue"),
        )
