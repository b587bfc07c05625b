"""判负本副: a single player loses a deal by a ruling, where deals are counted and no game (局) is.

The seat has the worst that it could lawfully have made of the deal, as an adjusted score beside
what was played; the others keep what they made, or what balances it where scores sum to nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from referee.rulings.adjusted.adjusted_scores import GivenInstead
from tournaments.models import Deal, Entry, Result
from tournaments.record.ledger import Report
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.standings.given_scores import GivenScore, Outcome
from tournaments.structure import games
from tournaments.structure.adjusted_deals import GIVEN, reported, table_result
from tournaments.structure.games import NO_POINTS, game_of, ruleset_of


class Given(Protocol):
    """What somebody was given: a level, or points that were typed instead."""

    @property
    def level(self) -> str: ...

    @property
    def points(self) -> Fraction: ...


def seats_lost(deal: Deal, given: Iterable[tuple[Given, Entry, str]]) -> tuple[str, ...]:
    """Return the seats that lose a deal, by what each entry was given and its seat if known."""
    losers = [(entry, seat) for row, entry, seat in given if _is_lost(row)]
    if not losers or not amounts.loses_deals(deal.event):
        return ()
    seats = (seat or seat_of(deal, entry) for entry, seat in losers)
    return tuple(dict.fromkeys(filter(None, seats)))


def _is_lost(row: Given) -> bool:
    return Level(row.level) is Level.L7 and not row.points


def seat_of(deal: Deal, entry: Entry) -> str:
    """Return the seat of an entry at the table of a deal; empty where it has none there."""
    seats = deal.sitting.seats.filter(side__entries=entry).values_list("label", flat=True)
    return seats.first() or ""


def lost(deal: Deal, standing: Result | None, seats: Collection[str]) -> Report | None:
    """Return the result of a deal that these seats lose, upon the one that stands without it.

    None where that one has no points, or the game knows no worst result.
    """
    if standing is None or standing.kind in NO_POINTS:
        return None
    scores = with_lost(deal, standing.settlement["scores"], seats)
    if scores is None:
        return None
    by_seat = {seat: (Outcome(Fraction(points)),) for seat, points in scores.items()}
    return GivenInstead(GivenScore(by_seat), "").report(deal)


def with_lost(deal: Deal, made: Mapping[str, int], seats: Collection[str]) -> dict[str, int] | None:
    """Return the scores with the deal lost; the exposures are those that the table reported.

    None where the game knows no worst result.
    """
    told, game = table_result(deal), game_of(deal.event)
    facts = reported(told.facts) if told else {}
    context = games.context_of(deal, games.Use.SETTLE, schema=told.schema if told else None)
    after = game.lose(facts, game.rules(ruleset_of(deal).rules), dict(made), seats, context)
    return None if after is None else dict(after)


def points_of(result: Result | None, seat: str) -> int | None:
    """Return what a result that a ruling made gives a seat; None for another kind of result."""
    given = result.facts.get(GIVEN, {}) if result else {}
    outcomes = GivenScore.from_json(given).by_place.get(seat, ()) if "given" in given else ()
    return int(outcomes[0].value) if outcomes and isinstance(outcomes[0].value, Fraction) else None
