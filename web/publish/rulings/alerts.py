"""What waits for an official of what the referees do, for the bar of the desk's pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from django.db.models import F, QuerySet

from referee.appeals import decided_parts
from referee.models import Call, CallState, Needs, RulingVersion, Sheet
from referee.rulings import earlier_offences
from referee.sheets import irregularities
from tournaments.models import Event, Hold, Round
from tournaments.models.record import OWED
from tournaments.official.final import APPEAL
from tournaments.progress.desk_alerts import OF_DEAL, AlertKind, Rows, counted
from tournaments.rights.access import EVENT_OF_TABLE
from tournaments.rights.role_limits import Narrowed

OVER: Final = (Event.State.FINISHED, Event.State.CANCELLED)
IN_PLAY: Final = "deal__event__tournament"
CALLED_AT: Final = {"event": "deal__event", "table": "table__number"}
"""Where the event and the table of a call stand; one between deals names no event."""


def rows_of(tournaments: Collection[int], narrowed: Narrowed) -> Iterable[QuerySet[Any, Any]]:
    """Yield what waits in tournaments: calls, appeals, rulings, irregularities and sheets."""
    for kind in (
        _calls,
        _appeals,
        _owed,
        _annulled,
        _rulings,
        _cards,
        _put_off,
        _drafts,
        _doubtful,
        _irregularities,
        _sheets,
    ):
        yield kind(tournaments, narrowed)


def _calls(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    calls = Call.objects.filter(table__tournament__in=tournaments)
    at_table = {"event": f"table__{EVENT_OF_TABLE}", "table": "table__number"}
    calls = narrowed.keep(calls, tournament="table__tournament", **at_table)
    is_open = calls.exclude(steps__state=CallState.DONE)
    return counted(is_open, AlertKind.CALL, tournament="table__tournament", **CALLED_AT)


def _appeals(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    in_round = "round__event__tournament"
    held = Hold.objects.filter(**{f"{in_round}__in": tournaments}, code=APPEAL, released_at=None)
    tables = "round__matches__segments__sittings__table__number"
    of_round = {"event": "round__event", "table": tables}
    held = narrowed.keep(held, tournament=in_round, **of_round)
    return counted(held, AlertKind.APPEAL, tournament=in_round, event="round__event")


def _owed(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    """Return the deals whose result an appeal varied, and nobody entered yet."""
    held = Hold.objects.filter(**{f"{IN_PLAY}__in": tournaments}, code=OWED, released_at=None)
    in_play = held.exclude(deal__sitting__segment__match__round__state=Round.State.CANCELLED)
    in_play = narrowed.keep(in_play, tournament=IN_PLAY, **OF_DEAL)
    return counted(in_play, AlertKind.OWED, tournament=IN_PLAY, each="deal", **OF_DEAL)


def _annulled(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    """Return the parts of annulled rulings that wait for the answer of the chief referee."""
    of_case = "step__appeal__ruling__case"
    at = {"event": f"{of_case}__event", "table": f"{of_case}__sitting__table__number"}
    in_tournament = "step__appeal__tournament"
    rows = decided_parts.waiting().filter(**{f"{in_tournament}__in": tournaments})
    rows = narrowed.keep(rows, tournament=in_tournament, **at)
    return counted(rows, AlertKind.ANNULLED, tournament=in_tournament, **at)


def _rulings(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    """Return the rulings that wait for the organiser's word."""
    return _waiting(Needs.ORGANISER, AlertKind.WORD, tournaments, narrowed)


def _cards(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    """Return the rulings that wait for the word of a deputy or the chief referee."""
    return _waiting(Needs.DEPUTY, AlertKind.CARD, tournaments, narrowed)


def _put_off(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    """Return the rulings decided otherwise that wait for an answer on what was built on them."""
    return _waiting(Needs.ANSWER, AlertKind.BUILT, tournaments, narrowed)


def _drafts(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    """Return the drafts of suspensions: whoever has a second yellow card, counted once."""
    in_tournament = "version__case__tournament"
    rows = earlier_offences.second_cards().filter(**{f"{in_tournament}__in": tournaments})
    of_case = {"event": "version__case__event", "table": "version__case__sitting__table__number"}
    rows = narrowed.keep(rows, tournament=in_tournament, **of_case)
    return counted(rows, AlertKind.SUSPENSION, tournament=in_tournament, each="entry", **of_case)


def _doubtful(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    """Return the suspensions of which a card was annulled since."""
    rows = earlier_offences.doubtful_suspensions().filter(ruling__tournament__in=tournaments)
    of_case = {"event": "ruling__event", "table": "ruling__sitting__table__number"}
    rows = narrowed.keep(rows, tournament="ruling__tournament", **of_case)
    return counted(rows, AlertKind.DOUBTFUL, tournament="ruling__tournament", **of_case)


def _waiting(
    needs: Needs, kind: AlertKind, tournaments: Collection[int], narrowed: Narrowed
) -> QuerySet[Any, Any]:
    of_case = {"event": "case__event", "table": "case__sitting__table__number"}
    waiting = RulingVersion.objects.filter(
        case__tournament__in=tournaments, needs=needs, steps=None
    )
    waiting = narrowed.keep(waiting, tournament="case__tournament", **of_case)
    return counted(waiting, kind, tournament="case__tournament", **of_case)


def _irregularities(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    unruled = irregularities.unruled_rows(**{f"{IN_PLAY}__in": tournaments})
    unruled = narrowed.keep(unruled, tournament=IN_PLAY, **OF_DEAL)
    going_on = unruled.exclude(deal__event__state__in=OVER)
    return counted(going_on, AlertKind.IRREGULARITY, tournament=IN_PLAY, **OF_DEAL)


def _sheets(tournaments: Collection[int], narrowed: Narrowed) -> QuerySet[Any, Any]:
    """Return the sheets by which no result was made yet."""
    sheets = Sheet.objects.filter(
        **{f"{IN_PLAY}__in": tournaments},
        sound=True,
        paper=False,
        seen=F("deal__version"),
        deal__done=False,
    )
    sheets = narrowed.keep(sheets, tournament=IN_PLAY, **OF_DEAL)
    going_on = sheets.exclude(deal__event__state__in=OVER)
    return counted(going_on, AlertKind.SHEET, tournament=IN_PLAY, each="deal", **OF_DEAL)


ALERTS: Final[tuple[Rows, ...]] = (rows_of,)
"""What the desk counts of the referees' work."""
