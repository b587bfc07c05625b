"""The rating model as pure functions: from values of persons and games of an event to new values.

It is the Bradley–Terry model in the form of Weng and Lin (2011), from the library openskill: every
side of a game is compared with each of the others, and the changes are averaged. Values are rounded
after every event, so that recomputing gives the same digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import openskill
from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from clubs.ratings.values import BEGINNING, UNIT, Value

NAME: Final = "bradley_terry_part"
VERSION: Final = f"openskill {openskill.__version__}"
PARAMETERS: Final[Mapping[str, float]] = {
    "mu": 25.0,
    "sigma": 25 / 3,
    "beta": 25 / 6,
    "kappa": 0.0001,
    "tau": 25 / 300,
    # No table has more sides, and each is compared with all the others.
    "window_size": 8,
}
DIGITS: Final = 4

_MODEL: Final = BradleyTerryPart(
    mu=PARAMETERS["mu"],
    sigma=PARAMETERS["sigma"],
    beta=PARAMETERS["beta"],
    kappa=PARAMETERS["kappa"],
    tau=PARAMETERS["tau"],
    window_size=int(PARAMETERS["window_size"]),
)


@dataclass(frozen=True, slots=True)
class GameSide:
    """A side of a game with its rank, 1 the best; None is a guest, who has no rating."""

    place: int
    persons: tuple[int | None, ...]


Game = tuple[GameSide, ...]


@dataclass(slots=True)
class _Held:
    """The unrounded value of a person between two games of an event."""

    rating: BradleyTerryPartRating
    games: int = 0


def rate_event(values: Mapping[int, Value], games: Iterable[Game]) -> dict[int, Value]:
    """Return the new values of all players of the games, which are in order of play.

    A side of guests alone is left out of its game; beside a member, a guest counts as a beginner.

    >>> first, second = GameSide(1, (7,)), GameSide(2, (8,))
    >>> rate_event({}, [(first, second)])[7]
    Value(mean=276354, deviation=80659, games=1)
    """
    held: dict[int, _Held] = {}
    for game in games:
        sides = [side for side in game if any(person is not None for person in side.persons)]
        if len(sides) > 1:
            _rate_game(values, held, sides)
    return {
        person: _rounded(each, values.get(person, BEGINNING).games) for person, each in held.items()
    }


def as_json() -> dict[str, Any]:
    """Return the parameters in their stored form."""
    return {**PARAMETERS, "digits": DIGITS}


def _rate_game(
    values: Mapping[int, Value], held: dict[int, _Held], sides: Sequence[GameSide]
) -> None:
    teams = [[_held(values, held, person) for person in side.persons] for side in sides]
    largest = max(map(len, teams))
    rated = _MODEL.rate(
        [_filled([each.rating for each in team], largest) for team in teams],
        ranks=[float(side.place) for side in sides],
    )
    for team, ratings in zip(teams, rated, strict=True):
        # Players added to fill a smaller side come after its own.
        for each, rating in zip(team, ratings, strict=False):
            each.rating = rating
            each.games += 1


def _held(values: Mapping[int, Value], held: dict[int, _Held], person: int | None) -> _Held:
    if person is None:
        return _Held(_rating(BEGINNING))
    if person not in held:
        held[person] = _Held(_rating(values.get(person, BEGINNING)))
    return held[person]


def _filled(team: list[BradleyTerryPartRating], size: int) -> list[BradleyTerryPartRating]:
    """Return a side extended with average players if another one has more players.

    The model adds up the players of a side, but six who took turns are not stronger than four.
    """
    missing = size - len(team)
    if not missing:
        return team
    mean = sum(each.mu for each in team) / len(team)
    deviation = (sum(each.sigma**2 for each in team) / len(team)) ** 0.5
    return [*team, *(_MODEL.rating(mu=mean, sigma=deviation) for _ in range(missing))]


def _rating(value: Value) -> BradleyTerryPartRating:
    return _MODEL.rating(mu=value.mean / UNIT, sigma=value.deviation / UNIT)


def _rounded(held: _Held, before: int) -> Value:
    mean, deviation = round(held.rating.mu * UNIT), round(held.rating.sigma * UNIT)
    return Value(mean, deviation, before + held.games)
