"""−10 分: where sides climb levels, the lightest penalty at a table takes points of the deal.

The side of the offender has ten less of the deal's points, so that the attackers have ten less or
ten more, and the deal is settled by that. It is a result of the ruling's own, and is taken back
with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Protocol

from tournaments.models import Deal, Event, Result, ResultKind
from tournaments.record.ledger import Report
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.structure.adjusted_deals import BY_TABLE, GIVEN, reported
from tournaments.structure.games import game_of, ruleset_of


class Given(Protocol):
    """What somebody was given: a level, and points where the level has an amount of its own."""

    @property
    def level(self) -> str: ...

    @property
    def points(self) -> Fraction: ...


def seats_docked(event: Event, given: Iterable[tuple[Given, str]]) -> tuple[str, ...]:
    """Return the seats, each with what it was given, from whose sides points of the deal go."""
    return tuple(
        seat
        for row, seat in given
        if seat and not row.points and amounts.deal_points(event, Level(row.level)) is not None
    )


def docked(deal: Deal, standing: Result | None, seats: Collection[str]) -> Report | None:
    """Return the result of a deal without the points that these seats lose, upon the one standing.

    None where that one is not in points.
    """
    taken = amounts.deal_points(deal.event, Level.L3)
    kinds = {*BY_TABLE, ResultKind.ASSIGNED}
    if taken is None or standing is None or standing.kind not in kinds:
        return None
    game = game_of(deal.event)
    facts: object = reported(standing.facts)
    for seat in seats:
        facts = game.dock(facts, game.rules(ruleset_of(deal).rules), seat, -taken)
    if not isinstance(facts, dict):
        return None
    return Report(ResultKind.ASSIGNED, {**facts, GIVEN: standing.facts.get(GIVEN, {})})
