"""What the penalties of a ruling make of its deal: points of it are taken, or it is lost.

Either is a result of the ruling's own beside what was played, and is taken back with it.

−10 分: where sides climb levels, the lightest penalty at a table takes points of the deal. The
side of the offender has ten less, so that the attackers have ten less or ten more, and the deal is
settled by that.

判负本副: a single player loses a deal where deals are counted and no game (局) is. The seat has the
worst that it could lawfully have made of it; the others keep what they made, or what balances it
where scores sum to nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple, Protocol

from referee.base.refusals import Code, problem
from referee.rulings.adjusted.adjusted_scores import GivenInstead
from scoring.problems import Problem
from tournaments.models import Deal, Entry, Event, Result, ResultKind
from tournaments.record.ledger import Report
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.standings.given_scores import GivenScore, WeightedScore
from tournaments.structure import games
from tournaments.structure.adjusted_deals import BY_TABLE, GIVEN, reported, table_result
from tournaments.structure.games import NO_POINTS, game_of, ruleset_of


class Given(Protocol):
    """What somebody was given: a level, and points where it has an amount or they were typed."""

    @property
    def level(self) -> str: ...

    @property
    def points(self) -> Fraction: ...


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
    by_seat = ((row, seat) for row, _entry, seat in rows)
    return Hit(
        docked=seats_docked(event, by_seat),
        lost=seats_lost(deal, rows) if deal is not None else (),
    )


def upon(deal: Deal, standing: Result | None, seats: Hit) -> Report | None:
    """Return the result that penalties make of the one standing; None where it has no points."""
    if seats.lost:
        return lost(deal, standing, seats.lost)
    return docked(deal, standing, seats.docked)


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
    by_seat = {seat: (WeightedScore(Fraction(points)),) for seat, points in scores.items()}
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
