"""Values of an infraction of the catalogue: level by form, office, steps of repetition.

The amounts of a level are in `amounts`; the step of a repeated offence is computed in `articles`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from django.utils.functional import Promise


class Level(StrEnum):
    """The level of a penalty; `RECT` is a rectification alone, or what the regulations say."""

    RECT = "rect"
    L0 = "L0"
    L1 = "L1"
    L2 = "L2"
    L3 = "L3"
    L4 = "L4"
    L5 = "L5"
    L6 = "L6"
    L7 = "L7"
    L8 = "L8"
    L9 = "L9"

    @property
    def height(self) -> int:
        """The number of the level; 0 for a rectification and for a reminder."""
        return 0 if self is Level.RECT else int(self.value[1:])

    @property
    def is_heavy(self) -> bool:
        """Whether something follows besides its points: what is lost, or who plays no more."""
        return self in {Level.L7, Level.L8, Level.L9}


class Authority(IntEnum):
    """The lowest office that may impose a penalty; the last needs the organiser's approval too."""

    REFEREE = 1
    DEPUTY = 2
    CHIEF = 3
    CHIEF_AND_ORGANISER = 4


class RepeatWindow(StrEnum):
    """The period within which an offence counts as a repetition; a year spans tournaments."""

    DEAL = "deal"
    GAME = "game"
    MATCH = "match"
    SEGMENT = "segment"
    ROUND = "round"
    STAGE = "stage"
    TOURNAMENT = "tournament"
    YEAR = "year"


class Scope(StrEnum):
    """Whose offences are counted together: those of one person, or of a side."""

    PERSON = "person"
    SIDE = "side"


class FormColumn(StrEnum):
    """The columns of the table: individuals, pairs and teams, games by levels."""

    INDIVIDUAL = "individual"
    SIDES = "sides"
    LEVELS = "levels"


@dataclass(frozen=True, slots=True)
class Escalation:
    """This level from the nth offence inside the window on; by a higher office if one is named.

    Offences are counted from 1, so that the first step applies from the second one at the earliest.
    """

    nth: int
    level: Level
    who: Authority | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """The level of a first offence, and the steps of repeated ones."""

    level: Level
    steps: tuple[Escalation, ...] = ()


Table = Mapping[FormColumn, Terms]
"""The terms of an infraction by column; it does not exist in a column that is not there."""


@dataclass(frozen=True, slots=True)
class Infraction:
    """An infraction of the program's catalogue.

    `window` is None if it depends on the form: a game for individuals, a match for sides. `remedy`
    says what the referee does apart from a penalty.
    """

    code: str
    name: str | Promise
    terms: Table
    who: Authority = Authority.REFEREE
    window: RepeatWindow | None = None
    counts: Scope = Scope.SIDE
    needs_facts: bool = False
    remedy: str | Promise = ""

    @property
    def family(self) -> str:
        """The letter before the number: G general, D deal, E exposure, P play, and so on."""
        return self.code[0]


FAMILIES: Final = "GDEPRCTIBAS"
"""The families in the order of the catalogue."""
