"""The pages of a tournament at the desk: a new one, its events and tables, its officials."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from clubs.credentials import accounts, invitations, official_pins
from clubs.credentials.grants import Grant
from tournaments import organise
from tournaments.jobs import tournament_filling
from tournaments.jobs.tournament_filling import Filling
from tournaments.models import Club, Role, Table, Tournament
from tournaments.progress import event_progress
from tournaments.rights import access
from tournaments.rights.access import DESK, DIRECTORS
from tournaments.structure.regulations import regulations_of
from web.desk.accounts import links
from web.desk.accounts.people import AppointmentForm, TournamentForm
from web.desk.frame import fetch
from web.desk.frame.views import Shown, actor, page, permission_context
from web.desk.home.views import kept_events, lines_of
from web.forms import sent
from web.forms.requests import DeskRequest


@page(fetch.club, DIRECTORS, "desk/home/tournament_new.html", change=DIRECTORS)
def tournament_new(request: DeskRequest, club: Club) -> Shown:
    """Create a tournament of a club."""
    form = TournamentForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            made = organise.create_tournament(
                club, actor(request), **form.cleaned_data, sent=sent.form(request)
            )
            return redirect("desk_tournament", made.uid)
    return {"form": form, "club": club}


@dataclass(frozen=True, slots=True)
class _TournamentToShow:
    """A tournament with what the same query returns: its tables, and the job that fills it."""

    tournament: Tournament
    has_tables: bool
    filling: Filling | None


def _tournament(request: DeskRequest, roles: Collection[Role], uid: str) -> _TournamentToShow:
    has_tables = Exists(Table.objects.filter(tournament=OuterRef("pk")))
    also: dict[str, Any] = {"has_tables": has_tables, **tournament_filling.columns()}
    row: Any = access.tournament_as(request.user, uid, roles, **also)
    return _TournamentToShow(row, row.has_tables, tournament_filling.filling_of(row))


@page(_tournament, DESK, "desk/home/tournament.html")
def tournament(request: DeskRequest, fetched: _TournamentToShow) -> Shown:
    """Show a tournament with its events."""
    shown = fetched.tournament
    narrowed = access.narrowed(request.user, [shown])
    kept = kept_events(narrowed.keep_events(shown.events.all())).order_by("number")
    # Whether it can be repeated is asked of the regulations of every event.
    rows = kept.select_related("regulations")
    states = event_progress.read_progress(rows)
    is_over = bool(states) and all(state.finished for state in states.values())
    may_repeat = is_over and access.directs_club(request.user, shown.club)
    return {
        "tournament": shown,
        "events": list(states),
        "lines": lines_of(shown, states, timezone.now()),
        "may_repeat": may_repeat,
        "is_formal": may_repeat and any(regulations_of(event).is_official for event in states),
        **permission_context(request, shown),
        "has_tables": fetched.has_tables,
        "filling": fetched.filling,
    }


@page(
    fetch.tournament,
    DIRECTORS,
    "desk/home/officials.html",
    change=DIRECTORS,
    back="desk_officials",
    shows_codes=True,
)
def officials(request: DeskRequest, shown: Tournament) -> Shown:
    """Show the officials of a tournament; appoint one, or invite by a link that is shown once."""
    form = AppointmentForm(request.POST if request.method == "POST" else None)
    link = ""
    if form.is_valid():
        with form.take_refusal():
            link = _appoint(request, shown, form)
            if not link:
                return gettext("The role is granted.")
    return {
        "tournament": shown,
        "form": AppointmentForm() if link else form,
        "link": link,
        "qr": links.qr_picture(link),
        "officials": accounts.officials(shown),
        "invitations": invitations.open_in(shown),
        "with_pin": access.REFEREES,
        "pin_holders": official_pins.holders(shown),
        "owned": access.clubs_owned_by(request.user).filter(pk=shown.club_id).first(),
    }


def _appoint(request: DeskRequest, shown: Tournament, form: AppointmentForm) -> str:
    """Give the role to an account of the club, or return the link that invites somebody to it."""
    name, role = form.cleaned_data["username"], Role(form.cleaned_data["role"])
    if name:
        accounts.appoint(shown, actor(request), name, role)
        return ""
    secret = invitations.invite(shown.club, request.user, Grant(role, shown), sent.form(request))
    return links.address_of(request, "invitation", secret)
