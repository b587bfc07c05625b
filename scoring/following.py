"""Following a deal while it is recorded: what is known so far, and what is still possible.

After each card that is entered a screen asks who plays next, what may be played and who has won the
trick. Nothing is refused: plays against the rules are flagged and kept, and unreadable entries are
left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from scoring.problems import Problem

Range = tuple[int, int]
"""The lowest and the highest that a seat can come to; both can be reached."""


class Play(NamedTuple):
    """A seat and the cards that it played together.

    >>> Play("N", ("S2",)).as_json(), Play("N", ("S2",)).as_json(several=True)
    (['N', 'S2'], ['N', ['S2']])
    """

    seat: str
    cards: tuple[str, ...]

    def as_json(self, *, several: bool = False) -> list[Any]:
        """Return the play as plain JSON data; set `several` if a play may have several cards."""
        return [self.seat, list(self.cards) if several else self.cards[0]]


@dataclass(frozen=True, slots=True)
class Flag:
    """One play against the rules: the number of the play, counted from 0, and the reason.

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
        """Return the flag as a problem, so that it can be worded."""
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

    `play` is the number of the play in the report, counted from 1, or 0 if it is not about a play.

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
        """Return the irregularity as a problem, so that it can be worded."""
        return Problem(self.code, "", self.cards, (self.seat,))


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick (圈) in which every seat has played: the leader, the plays and the winner.

    >>> Trick("N", (Play("N", ("S2",)), Play("W", ("SK",))), "W").as_json()
    {'leader': 'N', 'plays': [['N', 'S2'], ['W', 'SK']], 'winner': 'W'}
    """

    leader: str
    plays: tuple[Play, ...]
    winner: str

    def as_json(self, *, several: bool = False) -> dict[str, Any]:
        """Return the trick as plain JSON data; set `several` if a play may have several cards."""
        return {
            "leader": self.leader,
            "plays": [play.as_json(several=several) for play in self.plays],
            "winner": self.winner,
        }


@dataclass(frozen=True, slots=True)
class Following:
    """What a report says so far, with everything that follows from it.

    `hands` are the cards dealt; a single missing hand is completed from the others. `left` holds
    the cards not played yet. `trick` is on the table, `tricks` are complete. `next` is the seat to
    play, None if nobody is or it is unknown; `legal` lists the cards of each play that it may make,
    empty if unknown. `won` holds the cards each seat has won, claims included, and `missing` the
    counting cards that nobody has yet. `done` is true once nothing remains to be recorded.
    `several` is true if a play may have several cards. `warnings` are facts that are unlikely but
    accepted. `unanswered` are the codes of the questions of the blank sheet that still need an
    answer.

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

    `legal` lists for each play the cards of every play that its seat could have made, empty if its
    hand is unknown. `won` holds all cards that each seat has won, and `raw` their points, None
    while counting cards are still out. `several` is true if a play may have several cards.

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
    """The cards that nobody has won yet, and the points that every seat can still reach.

    `unplaced` are the counting cards that no seat has won, each as often as it is missing.
    `within_reach` maps each feat of the game to the seats that no card rules out yet. Both ends of
    each range in `raw` and `scores` are reached by some distribution of the unplaced cards; the
    ranges are empty if the record contradicts itself.

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
