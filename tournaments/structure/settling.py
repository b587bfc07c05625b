"""Settlement of the result of a deal, reported by a table or adjusted by a referee.

Nothing is stored here. An adjusted result holds the reported facts and the assigned scores, so that
the plays stay. It is settled by the scores at tables that deal for themselves, and by the facts if
the referee assigned another result by facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scoring import game as interface
from scoring.problems import Unsettled
from scoring.settlement import Settlement
from tournaments.base.refusals import Refused
from tournaments.models import Deal, Result, ResultKind
from tournaments.structure import games
from tournaments.structure.game_slots import rules_of
from tournaments.structure.games import NO_POINTS, NOTHING_SCORED, game_of, ruleset_of

GIVEN: Final = "adjusted"
"""The part of the facts that says what a referee gave."""
BY_REFEREE: Final = frozenset(
    {ResultKind.ASSIGNED, ResultKind.AVERAGE, ResultKind.ADJUSTED, ResultKind.NO_REPLAY}
)
"""The kinds of results that take the place of what a table reported, and can be taken back."""
BY_TABLE: Final = frozenset({ResultKind.PLAYED, ResultKind.CLAIMED})
"""The kinds of results that a table reported."""
BY_RULING: Final = "ruling"
"""The origin of a result that a referee's ruling posted, also of one that it puts back."""


def reported(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the facts as a game parses them, without a referee's scores.

    >>> reported({"won": {}, "adjusted": {}})
    {'won': {}}
    """
    if GIVEN not in facts:
        return facts
    return {name: value for name, value in facts.items() if name != GIVEN}


def settles_by_word(kind: str) -> bool:
    """Whether the scores of a result were assigned by a referee rather than by its cards."""
    return kind == ResultKind.ADJUSTED


def settle_by_word(game: interface.Game[Any], facts: Mapping[str, Any], rules: Any) -> Settlement:
    """Return the settlement of the scores that a referee assigned to the seats."""
    given: Mapping[str, int] = facts[GIVEN]["scores"]
    # A database may return the seats in another order than they were stored in.
    scores = {seat: given[seat] for seat in game.seats(rules) if seat in given}
    return game.award(scores, rules)


def is_played(result: Result) -> bool:
    """Whether a result is what a table reported."""
    return result.kind in BY_TABLE


def table_result(deal: Deal) -> Result | None:
    """Return the newest result reported by a table, whatever a referee decided since."""
    return deal.results.filter(kind__in=BY_TABLE).order_by("-version").first()


def settle(deal: Deal, kind: ResultKind, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settlement of the facts of a deal, with its rules and engine; nothing is stored.

    Raises Refused with every problem that the game reports.
    """
    game, ruleset = game_of(deal.event), ruleset_of(deal)
    settled_by = {"schema": game.schema, "ruleset": ruleset, "engine": game.engine}
    if kind in NO_POINTS:
        return {**settled_by, "settlement": NOTHING_SCORED}
    rules, context = rules_of(game, ruleset), games.context_of(deal, games.Use.SETTLE)
    if settles_by_word(kind):
        settlement = settle_by_word(game, facts, rules)
        return {**settled_by, "settlement": settlement.as_json()}
    report = reported(facts)
    try:
        settlement = game.settle(report, rules, context)
    except Unsettled as unsettled:
        raise Refused(*unsettled.problems) from unsettled
    return {**settled_by, "settlement": settlement.as_json()}
