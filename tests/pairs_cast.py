"""The cast of the tests in a tournament with an event of pairs who play for points."""

from __future__ import annotations

from dataclasses import replace

from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tests.levels_cast import PAIRS
from tournaments import organise
from tournaments.models import Event


@kept
def assemble() -> Cast:
    """Return the cast with four pairs who play for points, nothing drawn yet."""
    cast = people.assemble(players=0)
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2, form=Event.Form.PAIRS)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [list(pair) for pair in PAIRS])
    return replace(cast, event=event)
