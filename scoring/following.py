"""Following a deal while it is written down: what is known so far, and what is still missing.

A screen that takes cards one by one asks after each of them who is next, what may be played, who
has won the trick. The answer never refuses: what is against the rules is flagged and stays, and
what cannot be read is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.problems import Problem

Play = tuple[str, str]
"""A seat and the card that it played."""


@dataclass(frozen=True, slots=True)
class Flag:
    """One play that is against the rules: which of the plays, counted from 0, and why.

    >>> class Code(StrEnum):
    ...     REVOKE = "revoke"
    >>> Flag(5, Code.REVOKE, "W", "C3").as_json()
    {'play': 5, 'code': 'revoke', 'seat': 'W', 'card': 'C3'}
    """

    play: int
    code: StrEnum
    seat: str
    card: str

    def as_problem(self) -> Problem:
        """Return the flag in the form in which codes are worded."""
        return Problem(self.code, f"plays.{self.play}", (self.card,), (self.seat,))

    def as_json(self) -> dict[str, Any]:
        """Return the flag as plain JSON data."""
        return {
            "play": self.play,
            "code": self.code.value,
            "seat": self.seat,
            "card": self.card,
        }


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick (圈) in which every seat has played: who led, the plays, who won it.

    >>> Trick("N", (("N", "S2"), ("W", "SK")), "W").as_json()
    {'leader': 'N', 'plays': [['N', 'S2'], ['W', 'SK']], 'winner': 'W'}
    """

    leader: str
    plays: tuple[Play, ...]
    winner: str

    def as_json(self) -> dict[str, Any]:
        """Return the trick as plain JSON data."""
        return {
            "leader": self.leader,
            "plays": [list(play) for play in self.plays],
            "winner": self.winner,
        }


@dataclass(frozen=True, slots=True)
class Following:
    """What a report says so far, with everything that follows from it.

    `hands` are as dealt, one that was left out filled in where the others tell it; `left` is what
    of them has not been played. `trick` is on the table, `tricks` are complete. `next` plays next,
    None where nobody does or it is not known; `legal` is what it may play, empty where that is not
    known. `won` holds what each seat has won, claims included, and `missing` the cards that count
    and that nobody has yet. `done` says that nothing is left to be written down.

    >>> Following().as_json()["next"], Following().as_json()["done"]
    (None, False)
    """

    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    trick: tuple[Play, ...] = ()
    next: str | None = None
    tricks: tuple[Trick, ...] = ()
    won: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    legal: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    missing: tuple[str, ...] = ()
    done: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON data."""
        return {
            "hands": _lists(self.hands),
            "left": _lists(self.left),
            "trick": [list(play) for play in self.trick],
            "next": self.next,
            "tricks": [trick.as_json() for trick in self.tricks],
            "won": _lists(self.won),
            "legal": list(self.legal),
            "flags": [flag.as_json() for flag in self.flags],
            "missing": list(self.missing),
            "done": self.done,
        }


def _lists(cards: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {seat: list(held) for seat, held in cards.items()}
