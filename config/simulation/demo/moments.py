"""What the demo shows of a form: an event, and the moment of its life to which it is brought."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from tournaments import organise


class Moment(Enum):
    """The moments of an event's life, in the last of the rounds that the demo draws."""

    CREATED = auto()
    DRAWN = auto()
    PUBLISHED = auto()
    IN_PLAY = auto()
    CLOSED = auto()
    FINISHED = auto()


@dataclass(frozen=True, slots=True)
class Show:
    """An event with who enters it, how many rounds are drawn, and the moment of the last of them.

    `day` is the tournament that it belongs to. `gone` are the numbers of entries that withdrew
    after the first round.
    """

    day: str
    event: organise.EventPlan
    entries: tuple[tuple[str, ...], ...]
    rounds: int
    moment: Moment
    names: tuple[str, ...] = ()
    gone: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The seed of everything random in it."""
        return self.event.name

    @property
    def steps(self) -> int:
        """How many steps it is made in: its creation, and its rounds."""
        return 1 + self.rounds
