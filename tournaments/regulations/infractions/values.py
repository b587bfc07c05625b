"""What an infraction of the catalogue is made of: its level by form, who decides, what repeats do.

The amounts of a level are in `amounts`; which step a repeated offence has reached in `articles`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from django.utils.functional import Promise


class Level(StrEnum):
    """How heavy a penalty is; `RECT` is a rectification alone, or what the regulations lay down."""

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
        """Its number; that of a rectification is 0, as that of a reminder."""
        return 0 if self is Level.RECT else int(self.value[1:])


class Authority(IntEnum):
    """The lowest office that may impose a penalty; the last needs the organiser's approval too."""

    REFEREE = 1
    DEPUTY = 2
    CHIEF = 3
    CHIEF_AND_ORGANISER = 4


class RepeatWindow(StrEnum):
    """Within what an offence counts as a repetition; a year runs over tournaments."""

    DEAL = "deal"
    GAME = "game"
    MATCH = "match"
    SEGMENT = "segment"
    ROUND = "round"
    STAGE = "stage"
    TOURNAMENT = "tournament"
    YEAR = "year"


class Scope(StrEnum):
    """Whose offences count together: those of one person, or of a side."""

    PERSON = "person"
    SIDE = "side"


class FormColumn(StrEnum):
    """The columns of the table: everybody for himself, pairs and teams, games by levels."""

    INDIVIDUAL = "individual"
    SIDES = "sides"
    LEVELS = "levels"


@dataclass(frozen=True, slots=True)
class Escalation:
    """From the nth offence inside the window on, this level; by a higher office where one is named.

    Offences are counted from 1, so that the first step is for the second one at the earliest.
    """

    nth: int
    level: Level
    who: Authority | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """The level of a first offence, and what it becomes when repeated."""

    level: Level
    steps: tuple[Escalation, ...] = ()


Table = Mapping[FormColumn, Terms]
"""The terms of an infraction by column; it does not exist in a column that is not there."""


@dataclass(frozen=True, slots=True)
class Infraction:
    """An entry of the catalogue as the program has it.

    `window` is None where it depends on the form: a game for individuals, a match for sides.
    `remedy` says what the referee does apart from a penalty.
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
