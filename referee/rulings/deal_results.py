"""What the penalties of a ruling make of its deal: points of it are taken, or it is lost.

Either is a result of the ruling's own beside what was played, and is taken back with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from referee.base.refusals import Code, problem
from referee.base.verbs import BY_RULING
from referee.rulings import deal_points
from referee.rulings.adjusted import adjusted_scores, lost_deals
from referee.rulings.deal_points import Given
from scoring.problems import Problem
from tournaments.models import Deal, Entry, Event, Result
from tournaments.record.audit import Change
from tournaments.record.ledger import Report
from tournaments.refusals import Refused


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


def report(deal: Deal, seats: Hit, own: Collection[str] = ()) -> Report | None:
    """Return the result that penalties make of a deal; None where it has none in points.

    What was posted by `own`, versions of the same ruling, is as if it were taken back.
    """
    standing = _standing(deal, own)
    if seats.lost:
        return lost_deals.lost(deal, standing, seats.lost)
    return deal_points.docked(deal, standing, seats.docked)


def _standing(deal: Deal, own: Collection[str]) -> Result | None:
    result = Result.live.filter(deal=deal).first()
    while result is not None and result.origin_label == BY_RULING and result.origin_uid in own:
        result = result.retires
    return result


def post(made: Change, deal: Deal, seats: Hit, uid: str, reason: str) -> None:
    """Post it as the result of the ruling of this uid. Raises Refused where there is none."""
    deal.refresh_from_db()
    made_of_it = report(deal, seats)
    if made_of_it is None:
        raise Refused(seats.nothing_there)
    adjusted_scores.post_within(made, deal, made_of_it, reason, seen=deal.version, uid=uid)
