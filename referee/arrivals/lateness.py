"""How an event counts lateness, and the minutes since the clock of a round was started."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from scoring.game import Counting
from tournaments.models import Comparison, Event, Round
from tournaments.standings.lateness import LatePenalty, LateTerms
from tournaments.standings.match_scores import Order
from tournaments.structure import games, stored_clocks
from tournaments.structure.game_slots import rules_of
from tournaments.structure.regulations import Regulations
from tournaments.structure.round_clock import MoveKind

MINUTE = timedelta(minutes=1)
IN_IMPS = frozenset({Comparison.IMP, Comparison.DATUM_IMP})
UNNUMBERED = frozenset({Comparison.MATCHPOINTS, Comparison.BOARD})
"""Where the catalogue names a share of a board, which a referee gives by hand."""


def terms_of(event: Event, regulations: Regulations) -> LateTerms:
    """Return how an event counts lateness, by its game, its form and what it lays down."""
    game, order = games.game_of(event), Order(event.ranking)
    target = game.target(rules_of(game, event.ruleset))
    return LateTerms(_penalty(event, order), order, target, regulations.forfeit_minutes)


def _penalty(event: Event, order: Order) -> LatePenalty:
    if games.counting_of(event) is Counting.LEVELS:
        return LatePenalty.LEVELS
    if order.by_match:
        return LatePenalty.MATCH
    if event.comparison in IN_IMPS:
        return LatePenalty.IMPS
    return LatePenalty.BY_HAND if event.comparison in UNNUMBERED else LatePenalty.POINTS


def started_at(round_: Round) -> datetime | None:
    """Return when the clock of a round was started."""
    moves = stored_clocks.moves(stored_clocks.rows(round_))
    return next((move.at for move in moves if move.kind is MoveKind.START), None)


def minutes_late(started: datetime, now: datetime) -> int:
    """Return how many minutes have begun since a clock was started.

    >>> from datetime import UTC
    >>> ten = datetime(2026, 5, 1, 10, tzinfo=UTC)
    >>> [minutes_late(ten, ten + timedelta(seconds=seconds)) for seconds in (0, 600, 601)]
    [0, 10, 11]
    """
    return max(0, ceil((now - started) / MINUTE))
