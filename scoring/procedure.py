"""The procedure before play: who shuffles, cuts, is dealt first and leads, and the time allowed.

It follows from the earlier deals. What they do not determine is None and left to the table; nothing
is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.problems import Values


@dataclass(frozen=True, slots=True)
class PastDeal:
    """An earlier deal of the game (局): its report and its raw points.

    A deal that awaits a ruling counts as it is; an unknown deal has neither report nor points. A
    void deal is left out: the same people do everything again. If people have changed seats since,
    `moved` maps their seat then to their seat now. `schema` is the version in which the report was
    stored, None for the game's current one.

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
        """Return where the person who had a seat then sits now, None if that person has left."""
        if seat is None or self.moved is None:
            return seat
        return self.moved.get(seat)


@dataclass(frozen=True, slots=True)
class RulingAddition:
    """Points, usually negative, that a ruling added to a seat's side after some number of deals."""

    after: int
    seat: str
    amount: int


@dataclass(frozen=True, slots=True)
class History:
    """What happened before a deal.

    `deals` are the earlier deals of this game (局), in order. `losers` are the seats that lost the
    previous game, None if there was none; nothing fills it yet, because no event plays a second
    game (局) at a table. `leader` is named by the board or the table; `hands` are those of the
    coming deal, if known. `added` are the additions by rulings between deals that change how the
    next deal begins, by current seat. `engine` is the version that first settled the first deal,
    None if it has no result yet. If cards come `from_board` they were dealt beforehand: nobody
    shuffles and earlier deals do not matter; `board` is its number. A board is `dealt_here` at the
    first table that plays it, for all the others. `redealt` is how often the deal was void and
    passed to the next player.
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
    """One step before play, an action or a check, identified by the code of its wording.

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
    """A period in which something may be done, and its length in seconds."""

    code: StrEnum
    seconds: int


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a deal begins. A seat is None if it is unknown.

    `leads` plays first, with one of `lead_cards` if there are any. `windows` are in order of time.
    `steps` repeat all of this in the order in which it is done. `facts` are the fields of the
    report that are known before play: a sheet starts with them. If they depend on who plays first,
    one of the sets in `either` applies.

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
        """Return a report with the facts of the only one of `either` that it agrees with.

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
