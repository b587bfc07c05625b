"""Pairs who play for levels: an event of 升级 with real reports.

cast = assemble()
round_ = cast.round_in_play()
post(cast, cast.deals(round_)[0], ATTACKERS_WIN)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tournaments import organise
from tournaments.models import Deal, Event, Result
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report

PAIRS: Final = (("甲", "乙"), ("丙", "丁"), ("戊", "己"), ("庚", "辛"))

DEALERS_KEEP: Final[Mapping[str, Any]] = {
    "dealer": "N",
    "level": "2",
    "trump": None,
    "attackers_points": 35,
    "last_trick": {"winner": "N"},
}
"""North deals at 2 without trump and keeps the deal: two levels under the rules of two decks."""

ATTACKERS_WIN: Final[Mapping[str, Any]] = {
    "dealer": "S",
    "level": "4",
    "trump": "H",
    "attackers_points": 75,
    "kitty_points": 10,
    "last_trick": {"winner": "W", "combination": "pair"},
}
"""South deals at 4 with hearts; 75 and four times ten are 115 points: a level for the others."""


@kept
def assemble(*, deals: int = 4, **options: Any) -> Cast:
    """Return the cast with an event of pairs, nothing drawn yet; `said` extends its plan."""
    cast = people.assemble(players=0)
    rules = options.pop("rules", {"preset": "lianzhong-2"})
    wanted: dict[str, Any] = {"form": Event.Form.PAIRS, "depth": Event.Depth.RESULT, **options}
    plan = organise.EventPlan("升级双人赛", "shengji", rules, deals, **wanted)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [list(pair) for pair in PAIRS])
    return replace(cast, event=event)


def post(cast: Cast, deal: Deal, facts: Mapping[str, Any], *, seen: int = 0) -> Result:
    """Make a report the result of a deal."""
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        origin = Origin(uid="sheet", label="sheet")
        reason = "misread" if seen else ""
        report = Report(Result.Kind.PLAYED, facts)
        return ledger.post(made, deal, report, seen=seen, origin=origin, reason=reason)
