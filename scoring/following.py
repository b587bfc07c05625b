"""Following a deal while it is written down: what is known so far, and what it can still come to.

A screen that takes cards one by one asks after each card who is next, what may be played, who has
won the trick. Nothing is refused: plays against the rules are flagged and stay, and what cannot be
read is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from scoring.problems import Problem

Range = tuple[int, int]
"""The lowest and the highest that a seat can come to; both can be reached."""


class Play(NamedTuple):
    """A seat and the cards that it put down together: one, or with two decks two.

    >>> Play("N", ("S2",)).as_json(), Play("N", ("S2",)).as_json(several=True)
    (['N', 'S2'], ['N', ['S2']])
    """

    seat: str
    cards: tuple[str, ...]

    def as_json(self, *, several: bool = False) -> list[Any]:
        """Return the play as plain JSON data; `several` where a play may be of several cards."""
        return [self.seat, list(self.cards) if several else self.cards[0]]


@dataclass(frozen=True, slots=True)
class Flag:
    """One play that is against the rules: which of the plays, counted from 0, and why.

    >>> class Code(StrEnum):
    ...     REVOKE = "revoke"
    >>> Flag(5, Code.REVOKE, "W", ("C3",)).as_json()
    {'play': 5, 'code': 'revoke', 'seat': 'W', 'card': 'C3', 'cards': ['C3']}
    """

    play: int
    code: StrEnum
    seat: str
    cards: tuple[str, ...]

    def as_problem(self) -> Problem:
        """Return the flag as a problem, for its wording."""
        return Problem(self.code, f"plays.{self.play}", self.cards, (self.seat,))

    def as_json(self) -> dict[str, Any]:
        """Return the flag as plain JSON data."""
        return {
            "play": self.play,
            "code": self.code.value,
            "seat": self.seat,
            "card": self.cards[0],
            "cards": list(self.cards),
        }


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something against the rules in a report, for a referee to judge.

    `play` is the place of the play in the report, counted from 1; 0 where it is not a play.

    >>> class Code(StrEnum):
    ...     REVOKE = "revoke"
    >>> Irregularity(Code.REVOKE, "W", ("C3",), 6).as_problem().seats
    ('W',)
    """

    code: StrEnum
    seat: str
    cards: tuple[str, ...]
    play: int = 0

    def as_problem(self) -> Problem:
        """Return it as a problem, for its wording."""
        return Problem(self.code, "", self.cards, (self.seat,))


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick (圈) in which every seat has played: who led, the plays, who won it.

    >>> Trick("N", (Play("N", ("S2",)), Play("W", ("SK",))), "W").as_json()
    {'leader': 'N', 'plays': [['N', 'S2'], ['W', 'SK']], 'winner': 'W'}
    """

    leader: str
    plays: tuple[Play, ...]
    winner: str

    def as_json(self, *, several: bool = False) -> dict[str, Any]:
        """Return the trick as plain JSON data; `several` where a play may be of several cards."""
        return {
            "leader": self.leader,
            "plays": [play.as_json(several=several) for play in self.plays],
            "winner": self.winner,
        }


@dataclass(frozen=True, slots=True)
class Following:
    """What a report says so far, with everything that follows from it.

    `hands` are as dealt, one that was left out filled in where the others tell it; `left` is what
    of them has not been played. `trick` is on the table, `tricks` are complete. `next` plays next,
    None where nobody does or it is not known; `legal` are the cards of each play that it may make,
    empty where that is not known. `won` holds what each seat has won, claims included, and
    `missing` the cards that count and that nobody has yet. `done` says that nothing is left to be
    written down. `several` says that a play may be of several cards. `warnings` are
    what is unlikely and holds all the same. `unanswered` are the questions of the blank sheet, by
    their codes, that have to be answered yet.

    >>> Following().as_json()["next"], Following().as_json()["done"]
    (None, False)
    """

    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    trick: tuple[Play, ...] = ()
    next: str | None = None
    tricks: tuple[Trick, ...] = ()
    won: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    legal: tuple[tuple[str, ...], ...] = ()
    flags: tuple[Flag, ...] = ()
    missing: tuple[str, ...] = ()
    done: bool = False
    several: bool = False
    warnings: tuple[Problem, ...] = ()
    unanswered: tuple[StrEnum, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON data."""
        return {
            "hands": _lists(self.hands),
            "left": _lists(self.left),
            "trick": [play.as_json(several=self.several) for play in self.trick],
            "next": self.next,
            "tricks": [trick.as_json(several=self.several) for trick in self.tricks],
            "won": _lists(self.won),
            "legal": [list(cards) if self.several else cards[0] for cards in self.legal],
            "flags": [flag.as_json() for flag in self.flags],
            "missing": list(self.missing),
            "done": self.done,
            "warnings": [problem.as_json() for problem in self.warnings],
            "unanswered": [code.value for code in self.unanswered],
        }


@dataclass(frozen=True, slots=True)
class Replay:
    """The recorded plays of a deal, judged one by one.

    `legal` has for each play the cards of every play that its seat might have made, none where
    its hand is not known. `won` is what each seat has won in all, and `raw` what that comes to,
    None while cards that count are out. `several` says that a play may be of several cards.

    >>> Replay(legal=((("C2",),),)).as_json()["legal"]
    [['C2']]
    """

    legal: tuple[tuple[tuple[str, ...], ...], ...] = ()
    won: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    raw: Mapping[str, int] | None = None
    problems: tuple[Problem, ...] = ()
    several: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON data."""
        return {
            "legal": [
                [list(cards) if self.several else cards[0] for cards in plays]
                for plays in self.legal
            ],
            "won": _lists(self.won),
            "raw": None if self.raw is None else dict(self.raw),
            "problems": [problem.as_json() for problem in self.problems],
        }


def _lists(cards: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {seat: list(hand) for seat, hand in cards.items()}


@dataclass(frozen=True, slots=True)
class Outlook:
    """The cards that nobody has won yet, and the points that every seat can still get.

    `unplaced` are the cards that count and lie nowhere, each as often as it is missing.
    `within_reach` names the feats that the game knows, each with the seats that no card is
    against yet. Each end of `raw` and `scores` is reached by some way in which the unplaced cards
    can fall; they are empty where the record contradicts itself.

    >>> Outlook(unplaced=("SQ",), raw={"N": (-100, 0)}).as_json()["raw"]
    {'N': [-100, 0]}
    """

    unplaced: tuple[str, ...] = ()
    within_reach: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    raw: Mapping[str, Range] = field(default_factory=dict)
    scores: Mapping[str, Range] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON data."""
        return {
            "unplaced": list(self.unplaced),
            "within_reach": {deed: list(seats) for deed, seats in self.within_reach.items()},
            "raw": {seat: list(ends) for seat, ends in self.raw.items()},
            "scores": {seat: list(ends) for seat, ends in self.scores.items()},
        }
