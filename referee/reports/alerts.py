"""Calls, objections, irregularities and sheets that wait, for the bar of the desk's pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import F, QuerySet

from referee.models import Call, CallState, Needs, RulingVersion, Sheet
from referee.sheets import irregularities
from tournaments import desk_alerts
from tournaments.access import EVENT_OF_TABLE
from tournaments.desk_alerts import OF_DEAL, AlertKind, counted
from tournaments.models import Event, Hold
from tournaments.official.final import APPEAL
from tournaments.role_limits import Narrowed

OVER = (Event.State.FINISHED, Event.State.CANCELLED)


def register() -> None:
    """Let the desk count these."""
    desk_alerts.register(rows_of)


def rows_of(tournaments: Collection[int], narrowed: Narrowed) -> Iterable[QuerySet[Any, Any]]:
    """Yield the open calls, the irregularities and the sheets that wait in tournaments."""
    calls = Call.objects.filter(table__tournament__in=tournaments)
    at_table = {"event": f"table__{EVENT_OF_TABLE}", "table": "table__number"}
    calls = narrowed.keep(calls, tournament="table__tournament", **at_table)
    yield counted(
        calls.exclude(steps__state=CallState.DONE),
        AlertKind.CALL,
        tournament="table__tournament",
    )
    in_round = "round__event__tournament"
    held = Hold.objects.filter(**{f"{in_round}__in": tournaments}, code=APPEAL, released_at=None)
    tables = "round__matches__segments__sittings__table__number"
    of_round = {"event": "round__event", "table": tables}
    yield counted(
        narrowed.keep(held, tournament=in_round, **of_round),
        AlertKind.APPEAL,
        tournament=in_round,
    )
    rulings = RulingVersion.objects.filter(
        case__tournament__in=tournaments, needs=Needs.ORGANISER, steps=None
    )
    of_case = {"event": "case__event", "table": "case__sitting__table__number"}
    yield counted(
        narrowed.keep(rulings, tournament="case__tournament", **of_case),
        AlertKind.WORD,
        tournament="case__tournament",
    )
    in_play = "deal__event__tournament"
    unruled = irregularities.unruled_rows(**{f"{in_play}__in": tournaments})
    yield counted(
        narrowed.keep(unruled, tournament=in_play, **OF_DEAL).exclude(deal__event__state__in=OVER),
        AlertKind.IRREGULARITY,
        tournament=in_play,
    )
    sheets = Sheet.objects.filter(
        **{f"{in_play}__in": tournaments},
        sound=True,
        paper=False,
        seen=F("deal__version"),
        deal__done=False,
    )
    sheets = narrowed.keep(sheets, tournament=in_play, **OF_DEAL)
    yield counted(
        sheets.exclude(deal__event__state__in=OVER),
        AlertKind.SHEET,
        tournament=in_play,
        each="deal",
    )
