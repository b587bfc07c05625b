"""The procedure before play: who shuffles, cuts, is dealt first and leads, and the time for it.

It follows from the earlier deals. What these do not tell is None and left to the table; nothing is
refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.problems import Values


@dataclass(frozen=True, slots=True)
class PastDeal:
    """An earlier deal of the game (局): its report and its raw points.

    One that waits for a ruling counts as it stands, one of which nothing is known has neither. A
    void one is left out: the same persons do everything again. Where people changed seats since,
    `moved` tells by the seat of then where they sit now. `schema` is the form in which the report
    was stored, None for the game's own of today.

    >>> PastDeal(moved={"N": "S"}).seat_now("N"), PastDeal(moved={"N": "S"}).seat_now("W")
    ('S', None)
    >>> PastDeal().seat_now("W")
    'W'
    """

    report: object = None
    raw: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, str] | None = None
    schema: int | None = None

    def seat_now(self, seat: str | None) -> str | None:
        """Return the seat of now of who sat at a seat then, None for who has left."""
        if seat is None or self.moved is None:
            return seat
        return self.moved.get(seat)


@dataclass(frozen=True, slots=True)
class RulingAddition:
    """The points, usually negative, that a ruling added to a seat's side after so many deals."""

    after: int
    seat: str
    amount: int


@dataclass(frozen=True, slots=True)
class History:
    """What went before a deal.

    `deals` are those of this game (局), in order. `losers` are the seats of those who lost the
    game before, None where there was none; nothing fills it yet, because no event plays a second
    game (局) at a table. `leader` is whom the board or the table names; `hands`
    are those of the deal to come, where they are known. `added` tells what rulings added between
    the deals, where that changes how the next one begins; its seats are those of now. `engine`
    first settled the first deal of the game, None where it has no result yet. Cards that
    come `from_board` were dealt before: nobody shuffles, and nothing that went before matters;
    `board` is its number. At the table that has a board first it is `dealt_here`, for all others.
    `redealt` is how often the deal was void and passed to whoever plays next.
    """

    deals: tuple[PastDeal, ...] = ()
    losers: tuple[str, ...] | None = None
    leader: str | None = None
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    added: tuple[RulingAddition, ...] = ()
    engine: str | None = None
    from_board: bool = False
    board: int | None = None
    dealt_here: bool = False
    redealt: int = 0


NO_HISTORY = History()
"""The first deal of the first game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done before play or checked there, to be worded.

    >>> class Code(StrEnum):
    ...     CUTS = "cuts"
    >>> Step(Code.CUTS, "W").as_json()
    {'code': 'cuts', 'seat': 'W', 'cards': [], 'values': {}}
    """

    code: StrEnum
    seat: str | None = None
    cards: tuple[str, ...] = ()
    values: Values = ()

    def as_json(self) -> dict[str, Any]:
        """Return the step as plain JSON data."""
        return {
            "code": self.code.value,
            "seat": self.seat,
            "cards": list(self.cards),
            "values": dict(self.values),
        }


@dataclass(frozen=True, slots=True)
class Window:
    """A time in which something may be done, and how many seconds it lasts."""

    code: StrEnum
    seconds: int


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a deal begins. A seat that is None is not known.

    `leads` plays first; it leads one of `lead_cards` where there are any. `windows` are in order
    of time. `steps` say all of it once more, in the order in which it is done. `facts` are the
    parts of the report that are known before play, by their names: a sheet begins with them.
    Where they depend on who plays first, one of the sets of `either` will hold.

    >>> Procedure(shuffles="N", cuts="W").as_json()["cuts"]
    'W'
    """

    first_deal: bool = True
    shuffles: str | None = None
    cuts: str | None = None
    dealt_first: str | None = None
    leads: str | None = None
    lead_cards: tuple[str, ...] = ()
    windows: tuple[Window, ...] = ()
    steps: tuple[Step, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    either: tuple[Mapping[str, Any], ...] = ()

    def completed(self, report: Mapping[str, Any]) -> dict[str, Any]:
        """Return a report with what follows from it where one of `either` alone agrees with it.

        >>> begins = Procedure(either=({"leads": "N", "at": 4}, {"leads": "W", "at": 2}))
        >>> begins.completed({"leads": "N"}), begins.completed({"leads": "N", "at": 2})
        ({'leads': 'N', 'at': 4}, {'leads': 'N', 'at': 2})
        """
        agreeing = [
            one
            for one in self.either
            if all(report.get(name, said) == said for name, said in one.items())
        ]
        return {**(agreeing[0] if len(agreeing) == 1 else {}), **report}

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON data."""
        return {
            "first_deal": self.first_deal,
            "shuffles": self.shuffles,
            "cuts": self.cuts,
            "dealt_first": self.dealt_first,
            "leads": self.leads,
            "lead_cards": list(self.lead_cards),
            "windows": [
                {"code": window.code.value, "seconds": window.seconds} for window in self.windows
            ],
            "steps": [step.as_json() for step in self.steps],
            "facts": dict(self.facts),
        }
