"""What the penalties of a ruling make of its deal: points of it are taken, or it is lost.

Either is a result of the ruling's own beside what was played, and is taken back with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.base.refusals import Code, problem
from referee.rulings.adjusted import lost_deals
from referee.rulings.on_deals import deal_points
from referee.rulings.on_deals.deal_points import Given
from scoring.problems import Problem
from tournaments.models import Deal, Entry, Event, Result
from tournaments.record.ledger import Report


class Hit(NamedTuple):
    """The seats whose penalty is about the points of the deal."""

    docked: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def nothing_there(self) -> Problem:
        """What is wrong where the deal has no points that it could be about."""
        code = Code.DEAL_LOST_OF_NOTHING if self.lost else Code.DEAL_POINTS_OF_NOTHING
        return problem(code, "level")


NOBODY = Hit()


def hit(event: Event, deal: Deal | None, given: Iterable[tuple[Given, Entry, str]]) -> Hit:
    """Return the seats whose penalty is about a deal's points.

    Each of those who were given something comes with its entry, and the seat if one is named.
    """
    rows = list(given)
    docked = deal_points.seats_docked(event, ((row, seat) for row, _entry, seat in rows))
    lost = lost_deals.seats_lost(deal, rows) if deal is not None else ()
    return Hit(docked, lost)


def upon(deal: Deal, standing: Result | None, seats: Hit) -> Report | None:
    """Return the result that penalties make of the one standing; None where it has no points."""
    if seats.lost:
        return lost_deals.lost(deal, standing, seats.lost)
    return deal_points.docked(deal, standing, seats.docked)
