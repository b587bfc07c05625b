"""Penalties at a table where sides climb levels: they are lost at once, and not at the end.

Who loses a level plays a lower one from then on, and climbs from there. A penalty counts before the
next deal that had no result yet when it was given, whatever is corrected later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Min, Q

from scoring.game import GameState
from tournaments.models import Adjustment, Event, Result

Where = int | str
"""The game (局) by its key, or the room where there is none; empty where nobody said it."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What was added to the levels of a side, negative where it lost some, when and where."""

    side: str
    amount: int
    at: datetime
    where: Where = ""


@dataclass(frozen=True, slots=True)
class Timed:
    """Penalties in the order in which they were given, and when each deal had its first result."""

    lost: tuple[Lost, ...] = ()
    told: Mapping[int, datetime] = field(default_factory=dict)

    def of(self, where: Where, *, is_first: bool) -> Timed:
        """Return those of one game (局) or room; the first has those of which nobody said it."""
        wanted = {where, ""} if is_first else {where}
        return replace(self, lost=tuple(one for one in self.lost if one.where in wanted))

    def before(self, deals: Iterable[int]) -> list[tuple[int, Lost]]:
        """Return each penalty with how many of these deals, given by their keys, it comes after."""
        placed, rest, number = [], self.lost, 0
        for number, deal in enumerate(deals, start=1):
            told = self.told.get(deal)
            due = tuple(one for one in rest if told is None or one.at <= told)
            placed += [(number - 1, one) for one in due]
            rest = tuple(one for one in rest if one not in due)
        return [*placed, *((number, one) for one in rest)]


class Walk:
    """A game (局) that is followed deal by deal: what is added on the way is told once."""

    def __init__(self, timed: Timed) -> None:
        self._told, self._left = timed.told, timed.lost

    def before(self, state: GameState, deal: int) -> GameState:
        """Return a game with the penalties that were given before a deal had its first result."""
        told = self._told.get(deal)
        due = tuple(one for one in self._left if told is not None and one.at <= told)
        self._left = tuple(one for one in self._left if one not in due)
        return _added(state, due)

    def rest(self, state: GameState) -> GameState:
        """Return a game with the penalties that no deal came after."""
        due, self._left = self._left, ()
        return _added(state, due)


def of_event(event: Event) -> Timed:
    """Return the penalties at all tables of an event whose game has levels."""
    return _timed(Q(event=event), Q(deal__event=event))


def of_match(match: int) -> Timed:
    """Return the penalties at the tables of a match, by its key, whose game has levels."""
    return _timed(Q(side__match=match), Q(deal__sitting__segment__match=match))


def where_of(penalty: Adjustment) -> Where:
    """Return at which of the games (局) or tables of its match a penalty was given."""
    if penalty.deal is None:
        return ""
    return penalty.deal.game_id or penalty.deal.sitting.room


def _timed(penalties: Q, results: Q) -> Timed:
    rows = Adjustment.objects.filter(
        penalties, stage_of_sum=Adjustment.StageOfSum.GAME, side__isnull=False
    ).order_by("created_at", "pk")
    lost = tuple(
        Lost(row.side.uid, int(row.amount), row.created_at, where_of(row))
        for row in rows.select_related("side", "deal__sitting")
        if row.side
    )
    if not lost:
        return Timed()
    first = Result.objects.filter(results).values_list("deal").annotate(at=Min("created_at"))
    return Timed(lost, dict(first.values_list("deal", "at")))


def _added(state: GameState, due: Iterable[Lost]) -> GameState:
    amounts: dict[str, int] = defaultdict(int)
    for one in due:
        amounts[one.side] += one.amount
    totals = {side: total + amounts[side] for side, total in state.totals.items()}
    return replace(state, totals=totals)
