"""The kinds of alert: rows, who decides, words and page, in the order of the bar."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

from django.db.models import F, OuterRef, Subquery, TextField
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext_lazy

from clubs.registration import confirming
from referee.appeals import decided_parts
from referee.appeals.states import OVER as ENDED
from referee.models import Appeal, Call, CallState, Needs, RulingVersion, Sheet
from referee.rulings import two_cards
from referee.sheets import irregularities
from tournaments.models import (
    EntryRequest,
    Event,
    Hold,
    Round,
    Sitting,
    Tournament,
    WithdrawalRequest,
    WithdrawalState,
)
from tournaments.models.record import OWED
from tournaments.organise.absences import exclusion_steps
from tournaments.rights.access import CHIEFS, CONFIRMERS, DIRECTORS, EVENT_OF_TABLE, REFEREES
from tournaments.rights.roles import Narrowed
from web.publish.alerts.alert import OF_DEAL, Alert, WaitingRows, page

OVER: Final = (Event.State.FINISHED, Event.State.CANCELLED)
IN_PLAY: Final = "deal__event__tournament"
CALLED_AT: Final = {"event": "event_key", "event_name": "event_name", "table": "table__number"}
"""The lookups of event and table for a call, after `_event_of_call`."""
OF_ENTRY: Final = {"tournament": "entry__event__tournament", "event": "entry__event"}
OF_NAME: Final = {"tournament": "player__entry__event__tournament", "event": "player__entry__event"}


def _event_of_call(column: str) -> Combinable:
    """Return an expression of a call: a column of the event of its deal.

    A call between deals is of the event that was last seated at its table.
    """
    in_round = "segment__match__round"
    seated = Sitting.objects.filter(**{f"{in_round}__state__in": Round.PUBLIC})
    latest = seated.filter(table=OuterRef("table")).order_by(f"-{in_round}__published_at", "-pk")
    at_table = Subquery(latest.values(f"{in_round}__event__{column}")[:1])
    text = TextField()
    return Coalesce(Cast(f"deal__event__{column}", text), Cast(at_table, text))


def _calls(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    calls = Call.objects.filter(table__tournament__in=tournaments)
    at_table = {"event": f"table__{EVENT_OF_TABLE}", "table": "table__number"}
    calls = narrowed.keep(calls, tournament="table__tournament", **at_table)
    is_open = calls.exclude(steps__state=CallState.DONE)
    of_event = {"event_key": _event_of_call("pk"), "event_name": _event_of_call("name")}
    is_open = is_open.annotate(**of_event)
    return WaitingRows(is_open, tournament="table__tournament", **CALLED_AT)


def _disputes(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    held = Hold.objects.filter(**{f"{IN_PLAY}__in": tournaments}, blocks=True, released_at=None)
    held = narrowed.keep(held, tournament=IN_PLAY, **OF_DEAL)
    going_on = held.exclude(deal__event__state=Event.State.FINISHED)
    return WaitingRows(going_on, tournament=IN_PLAY, each="deal", **OF_DEAL)


def _appeals(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    lodged = Appeal.objects.filter(tournament__in=tournaments)
    lodged = lodged.exclude(event__state=Event.State.CANCELLED)
    going_on = lodged.exclude(steps__state__in=ENDED)
    tables = "round__matches__segments__sittings__table__number"
    going_on = narrowed.keep(going_on, tournament="tournament", event="event", table=tables)
    return WaitingRows(going_on, tournament="tournament", event="event")


def _owed(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    """Return the deals whose result an appeal has varied and nobody has entered yet."""
    held = Hold.objects.filter(**{f"{IN_PLAY}__in": tournaments}, code=OWED, released_at=None)
    in_play = held.exclude(deal__sitting__segment__match__round__state=Round.State.CANCELLED)
    in_play = narrowed.keep(in_play, tournament=IN_PLAY, **OF_DEAL)
    return WaitingRows(in_play, tournament=IN_PLAY, each="deal", **OF_DEAL)


def _annulled(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    """Return the parts of annulled rulings that await the chief referee's answer."""
    of_case = "step__appeal__ruling__case"
    at = {"event": f"{of_case}__event", "table": f"{of_case}__sitting__table__number"}
    in_tournament = "step__appeal__tournament"
    rows = decided_parts.waiting().filter(**{f"{in_tournament}__in": tournaments})
    rows = narrowed.keep(rows, tournament=in_tournament, **at)
    return WaitingRows(rows, tournament=in_tournament, **at)


def _drafts(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    """Return the drafts of suspensions: everybody with a second yellow card, counted once."""
    in_tournament = "version__case__tournament"
    rows = two_cards.second_cards().filter(**{f"{in_tournament}__in": tournaments})
    of_case = {"event": "version__case__event", "table": "version__case__sitting__table__number"}
    rows = narrowed.keep(rows, tournament=in_tournament, **of_case)
    return WaitingRows(rows, tournament=in_tournament, each="entry", **of_case)


def _doubtful(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    """Return the suspensions one of whose cards was annulled."""
    rows = two_cards.doubtful_suspensions().filter(ruling__tournament__in=tournaments)
    of_case = {"event": "ruling__event", "table": "ruling__sitting__table__number"}
    rows = narrowed.keep(rows, tournament="ruling__tournament", **of_case)
    return WaitingRows(rows, tournament="ruling__tournament", **of_case)


def _rulings(needs: Needs, tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    """Return the rulings that await confirmation."""
    of_case = {"event": "case__event", "table": "case__sitting__table__number"}
    waiting = RulingVersion.objects.filter(
        case__tournament__in=tournaments, needs=needs, steps=None
    )
    waiting = narrowed.keep(waiting, tournament="case__tournament", **of_case)
    return WaitingRows(waiting, tournament="case__tournament", **of_case)


def _irregularities(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    unruled = irregularities.unruled_rows(**{f"{IN_PLAY}__in": tournaments})
    unruled = narrowed.keep(unruled, tournament=IN_PLAY, **OF_DEAL)
    going_on = unruled.exclude(deal__event__state__in=OVER)
    return WaitingRows(going_on, tournament=IN_PLAY, **OF_DEAL)


def _sheets(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    """Return the sheets that have not become a result yet."""
    sheets = Sheet.objects.filter(
        **{f"{IN_PLAY}__in": tournaments},
        sound=True,
        paper=False,
        seen=F("deal__version"),
        deal__done=False,
    )
    sheets = narrowed.keep(sheets, tournament=IN_PLAY, **OF_DEAL)
    going_on = sheets.exclude(deal__event__state__in=OVER)
    return WaitingRows(going_on, tournament=IN_PLAY, each="deal", **OF_DEAL)


def _entries(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    events = narrowed.keep_events(Event.objects.filter(tournament__in=tournaments))
    asked = EntryRequest.objects.filter(
        event__in=events.exclude(state__in=OVER), state=EntryRequest.State.ASKED
    )
    return WaitingRows(asked, tournament="event__tournament", event="event")


def _names(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    """Return the names to be confirmed, even after the end: seasons and ratings leave them out."""
    events = narrowed.keep_events(Event.objects.filter(tournament__in=tournaments))
    names = confirming.waiting_in(events.exclude(state=Event.State.CANCELLED))
    return WaitingRows(names, each="player", **OF_NAME)


def _withdrawals(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    events = narrowed.keep_events(Event.objects.filter(tournament__in=tournaments))
    asked = WithdrawalRequest.objects.filter(
        entry__event__in=events.exclude(state__in=OVER), state=WithdrawalState.OPEN
    )
    return WaitingRows(asked, **OF_ENTRY)


def _proposals(tournaments: Collection[int], narrowed: Narrowed) -> WaitingRows:
    """Return the proposals to exclude an entry, even after the end, when it loses its results."""
    events = narrowed.keep_events(Event.objects.filter(tournament__in=tournaments))
    proposed = exclusion_steps.open_proposals(events.exclude(state=Event.State.CANCELLED))
    return WaitingRows(proposed, **OF_ENTRY)


def _installation_page(tournament: Tournament) -> str:
    return reverse("desk_installation", args=[tournament.club.uid])


ALERTS: Final = (
    Alert(
        "call",
        _calls,
        REFEREES,
        ngettext_lazy("%(number)s call", "%(number)s calls", "number"),
        page("referee_calls"),
    ),
    Alert(
        "dispute",
        _disputes,
        REFEREES,
        ngettext_lazy("%(number)s deal in dispute", "%(number)s deals in dispute", "number"),
        page("referee_overview", "#claims"),
    ),
    Alert(
        "appeal",
        _appeals,
        REFEREES,
        ngettext_lazy("%(number)s appeal", "%(number)s appeals", "number"),
        page("referee_appeals"),
    ),
    Alert(
        "owed",
        _owed,
        REFEREES,
        ngettext_lazy(
            "%(number)s deal to be entered after an appeal",
            "%(number)s deals to be entered after an appeal",
            "number",
        ),
        page("referee_appeals"),
    ),
    Alert(
        "annulled",
        _annulled,
        CONFIRMERS,
        ngettext_lazy(
            "%(number)s answer after an annulled ruling",
            "%(number)s answers after annulled rulings",
            "number",
        ),
        page("referee_appeals"),
    ),
    Alert(
        "irregularity",
        _irregularities,
        REFEREES,
        ngettext_lazy("%(number)s irregularity", "%(number)s irregularities", "number"),
        page("referee_overview", "#irregularities"),
    ),
    Alert(
        "entry",
        _entries,
        DIRECTORS,
        ngettext_lazy("%(number)s asks to enter", "%(number)s ask to enter", "number"),
        page("desk_requests"),
        quiet=True,
    ),
    Alert(
        "name",
        _names,
        DIRECTORS,
        ngettext_lazy(
            "%(number)s name to be confirmed", "%(number)s names to be confirmed", "number"
        ),
        page("desk_requests"),
        quiet=True,
    ),
    Alert(
        "withdrawal",
        _withdrawals,
        DIRECTORS,
        ngettext_lazy("%(number)s asks to withdraw", "%(number)s ask to withdraw", "number"),
        page("desk_requests"),
    ),
    Alert(
        "leaving",
        _proposals,
        DIRECTORS,
        ngettext_lazy("%(number)s proposal to leave", "%(number)s proposals to leave", "number"),
        page("desk_requests", "?proposed=1"),
    ),
    Alert(
        "word",
        partial(_rulings, Needs.ORGANISER),
        CHIEFS,
        ngettext_lazy(
            "%(number)s ruling to be confirmed", "%(number)s rulings to be confirmed", "number"
        ),
        page("referee_rulings", "?waiting=1"),
    ),
    Alert(
        "card",
        partial(_rulings, Needs.DEPUTY),
        CONFIRMERS,
        ngettext_lazy(
            "%(number)s ruling to be confirmed", "%(number)s rulings to be confirmed", "number"
        ),
        page("referee_rulings", "?waiting=1"),
    ),
    Alert(
        "built",
        partial(_rulings, Needs.ANSWER),
        CONFIRMERS,
        ngettext_lazy(
            "%(number)s answer on a changed ruling",
            "%(number)s answers on changed rulings",
            "number",
        ),
        page("referee_rulings", "?waiting=1"),
    ),
    Alert(
        "suspension",
        _drafts,
        CONFIRMERS,
        ngettext_lazy(
            "%(number)s suspension to be decided on",
            "%(number)s suspensions to be decided on",
            "number",
        ),
        page("referee_rulings", "#suspensions"),
    ),
    Alert(
        "doubtful",
        _doubtful,
        CONFIRMERS,
        ngettext_lazy(
            "%(number)s suspension with an annulled card",
            "%(number)s suspensions with an annulled card",
            "number",
        ),
        page("referee_rulings", "#suspensions"),
    ),
    Alert(
        "sheet",
        _sheets,
        REFEREES,
        ngettext_lazy(
            "%(number)s sheet to be confirmed", "%(number)s sheets to be confirmed", "number"
        ),
        page("referee_overview", "#sheets"),
        quiet=True,
    ),
    Alert("copy", None, DIRECTORS, gettext_lazy("A copy failed"), _installation_page),
)
"""Every kind, in the order in which the faces show them.

Both organiser and chief referee see that a ruling awaits the organiser's confirmation; a failed
backup is read from the row of the installation.
"""
BY_KIND: Final[Mapping[str, Alert]] = {alert.kind: alert for alert in ALERTS}
