"""A cast whose event is played over boards that the program deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tournaments import organise
from tournaments.models import Board, BoardSource, Comparison, Event, Form


@kept
def assemble(entries: int = 4, deals: int = 2, *, preset: str = "classic", **changes: Any) -> Cast:
    """Return the cast with an event of pairs over boards made by the program, nothing drawn."""
    cast = people.assemble(players=0)
    options: dict[str, Any] = {
        "form": Form.PAIRS,
        "boards": BoardSource.MADE,
        "comparison": Comparison.DATUM_IMP,
        **changes,
    }
    rules = {"preset": preset}
    plan = organise.EventPlan("复式双人赛", "gongzhu", rules, deals, **options)
    event = organise.create_event(cast.tournament, cast.director, plan)
    size = 2 if plan.form == Form.PAIRS else 1
    names = [[f"{n}号{m}" for m in "甲乙"[:size]] for n in range(1, entries + 1)]
    organise.add_entries(event, cast.director, names)
    return replace(cast, event=event)


def boards_of(event: Event) -> list[Board]:
    """Return all boards of an event."""
    rows = Board.objects.filter(board_set__event=event).select_related("board_set")
    return list(rows.order_by("board_set__number", "board_no"))
