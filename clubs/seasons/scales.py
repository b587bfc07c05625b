"""Scales: the exact points of ranks in an event, by the number of its entries.

A scale is written one band a line, `9: 10 7 5 3 +1`: from nine entries on the first rank gets 10
points, the second 7, and every rank after the fourth 1. `9: n` gives the last rank one point and
every rank above it one more. Amounts may be decimals (2.5) or fractions (5/2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from clubs.seasons.refusals import SeasonProblem
from scoring.problems import Problem
from tournaments.base.refusals import Refused, refuse

MOST_BANDS: Final = 20
MOST_PLACES: Final = 200
MOST_ENTRIES: Final = 10_000
LARGEST: Final = 100_000
FINEST: Final = 1_000
"""The largest denominator of an amount."""
LINEAR: Final = "n"
REST: Final = "+"


@dataclass(frozen=True, slots=True)
class Band:
    """The points by rank `from` a number of entries on; `rest` is for every further rank.

    A `linear` band gives the last rank one point, and each above it one more.
    """

    start: int
    points: tuple[Fraction, ...] = ()
    rest: Fraction = Fraction(0)
    linear: bool = False

    def worth(self, place: int, entries: int) -> Fraction:
        """Return the points of a rank among a number of entries.

        >>> Band(1, (Fraction(10), Fraction(7)), Fraction(1)).worth(2, 9)
        Fraction(7, 1)
        >>> Band(1, linear=True).worth(2, 9)
        Fraction(8, 1)
        """
        if self.linear:
            return Fraction(max(0, entries - place + 1))
        return self.points[place - 1] if place <= len(self.points) else self.rest


Scale = tuple[Band, ...]
"""Bands by the number of entries, the smallest first."""


class Template(StrEnum):
    """A scale offered for a new season."""

    BY_ENTRIES = "by_entries"
    EVENING = "evening"
    LINEAR = "linear"
    FIRST_THREE = "first_three"


TEMPLATES: Final[Mapping[Template, str]] = {
    Template.BY_ENTRIES: (
        "1: 6 4 3 2 1\n"
        "9: 10 7 5 4 3 2 1\n"
        "17: 16 12 9 7 6 5 4 3 2 1\n"
        "33: 25 20 16 13 11 10 9 8 7 6 5 4 3 2 +1"
    ),
    Template.EVENING: "1: 10 8 6 5 4 3 2 +1",
    Template.LINEAR: "1: n",
    Template.FIRST_THREE: "1: 3 2 1",
}
"""The scales of the templates as they are written."""


def shared_worth(scale: Scale, place: int, among: int, entries: int) -> Fraction:
    """Return the points of each of `among` equals who share the ranks from `place` on: the mean.

    >>> shared_worth(read_text("1: 10 7 5"), 2, 2, 8)
    Fraction(6, 1)
    """
    band = band_of(scale, entries)
    if band is None:
        return Fraction(0)
    places = range(place, place + among)
    return sum((band.worth(each, entries) for each in places), Fraction(0)) / among


def band_of(scale: Scale, entries: int) -> Band | None:
    """Return the band for a number of entries; None where the scale begins with more."""
    return next((band for band in reversed(scale) if band.start <= entries), None)


def read_text(text: str) -> Scale:
    """Return the scale in a text. Raises Refused with the problems of all lines."""
    bands: list[Band] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            bands.append(_band(line))
        except ValueError:
            problems.append(refuse(SeasonProblem.SCALE_LINE, field="scale", line=number))
    starts = [band.start for band in bands]
    if starts != sorted(set(starts)):
        problems.append(refuse(SeasonProblem.SCALE_ORDER, field="scale"))
    if len(bands) > MOST_BANDS or not (bands or problems):
        problems.append(refuse(SeasonProblem.SCALE_BANDS, field="scale", most=MOST_BANDS))
    if problems:
        raise Refused(*problems)
    return tuple(bands)


def as_text(scale: Scale) -> str:
    """Return a scale as text.

    >>> as_text(read_text("1: 2,5 2 +1/3"))
    '1: 5/2 2 +1/3'
    """
    return "\n".join(f"{band.start}: {' '.join(_written(band))}" for band in scale)


def as_json(scale: Scale) -> list[dict[str, Any]]:
    """Return a scale in its stored form."""
    return [
        {
            "from": band.start,
            "points": [str(points) for points in band.points],
            "rest": str(band.rest),
            "linear": band.linear,
        }
        for band in scale
    ]


def from_json(data: Sequence[Mapping[str, Any]]) -> Scale:
    """Return a scale from the JSON of `as_json`."""
    return tuple(
        Band(
            band["from"],
            tuple(map(Fraction, band["points"])),
            Fraction(band["rest"]),
            band["linear"],
        )
        for band in data
    )


def amount(text: str) -> Fraction:
    """Return a written amount that is not negative. Raises ValueError.

    >>> amount("2.5"), amount("1/3")
    (Fraction(5, 2), Fraction(1, 3))
    """
    plain = text.strip().replace("，", ".").replace(",", ".")
    if not plain.isascii() or not set(plain) <= set("0123456789./"):
        raise ValueError(text)
    try:
        value = Fraction(plain)
    except ZeroDivisionError as error:
        raise ValueError(text) from error
    if value > LARGEST or value.denominator > FINEST:
        raise ValueError(text)
    return value


def _band(line: str) -> Band:
    start_text, colon, rest = line.replace("\N{FULLWIDTH COLON}", ":").partition(":")
    start = int(start_text.strip())
    words = rest.split()
    if not (colon and words and 1 <= start <= MOST_ENTRIES and len(words) <= MOST_PLACES):
        raise ValueError(line)
    if words == [LINEAR]:
        return Band(start, linear=True)
    others = words.pop() if words[-1].startswith(REST) else f"{REST}0"
    return Band(start, tuple(map(amount, words)), amount(others.removeprefix(REST)))


def _written(band: Band) -> Iterator[str]:
    if band.linear:
        yield LINEAR
        return
    yield from map(str, band.points)
    if band.rest:
        yield f"{REST}{band.rest}"
