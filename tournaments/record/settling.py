"""What the result of a deal comes to by its game and its rules; nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.problems import Unsettled
from tournaments.base.refusals import Refused
from tournaments.models import Deal, ResultKind
from tournaments.structure import adjusted_deals, games
from tournaments.structure.game_slots import rules_of
from tournaments.structure.games import NO_POINTS, NOTHING_SCORED, game_of, ruleset_of


def settle(deal: Deal, kind: ResultKind, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the facts of a deal settle to, with its rules and engine; nothing is stored.

    Raises Refused with every problem that the game names.
    """
    game, ruleset = game_of(deal.event), ruleset_of(deal)
    settled_by = {"schema": game.schema, "ruleset": ruleset, "engine": game.engine}
    if kind in NO_POINTS:
        return {**settled_by, "settlement": NOTHING_SCORED}
    rules, context = rules_of(game, ruleset), games.context_of(deal, games.Use.SETTLE)
    if adjusted_deals.settles_by_word(kind):
        settlement = adjusted_deals.settle_by_word(game, facts, rules)
        return {**settled_by, "settlement": settlement.as_json()}
    reported = adjusted_deals.reported(facts)
    try:
        settlement = game.settle(reported, rules, context)
    except Unsettled as unsettled:
        raise Refused(*unsettled.problems) from unsettled
    return {**settled_by, "settlement": settlement.as_json()}
