"""Halls that play by other rules than the cast's: two decks, three or five seats, clockwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests import cast as people
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import Event


def hall_by(rules: Mapping[str, Any], depth: str, *, players: int = 4, deals: int = 2) -> Hall:
    """Return a hall of one table whose event is played by these rules, written at a depth."""
    cast = people.assemble(players=players, deals_per_round=deals)
    plan = organise.EventPlan("他", "gongzhu", dict(rules), deals, depth=depth)
    other = organise.create_event(cast.tournament, cast.director, plan)
    played = Event.objects.filter(pk=cast.event.pk)
    played.update(ruleset=other.ruleset, depth=depth)
    cast.event.refresh_from_db()
    return Hall.of(cast)


def hall_of_levels(
    rules: Mapping[str, Any], depth: str = "result", *, deals: int = 2, **plan: Any
) -> Hall:
    """Return a hall of one table at which two pairs play 升级 by these rules."""
    cast = people.assemble(players=0)
    chosen = {"form": Event.Form.PAIRS, "depth": depth, **plan}
    wanted = organise.EventPlan("升级双人赛", "shengji", dict(rules), deals, **chosen)
    event = organise.create_event(cast.tournament, cast.director, wanted)
    organise.add_entries(event, cast.director, [["甲", "乙"], ["丙", "丁"]])
    return Hall.of(replace(cast, event=event))
