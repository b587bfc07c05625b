"""The first page of the desk, and a tournament: its events, its officials, its tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.credentials import accounts, invitations, official_pins
from clubs.credentials.grants import Grant
from tournaments import organise
from tournaments.jobs import tournament_filling
from tournaments.models import Club, Event, Role, Table, Tournament, User
from tournaments.progress import event_progress
from tournaments.progress.next_step import EventProgress, next_step
from tournaments.rights import access
from tournaments.rights.access import DESK, DIRECTORS
from tournaments.structure.regulations import regulations_of
from tournaments.wording.next_steps import step_text
from web.desk.accounts import links
from web.desk.accounts.people import AppointmentForm, TournamentForm
from web.desk.frame import fetch
from web.desk.frame.answers import actor, permission_context
from web.desk.frame.views import Shown, page
from web.desk.home import to_be_done as desk_home
from web.forms import sent
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_safe
def desk(request: DeskRequest) -> HttpResponse:
    """Show the tournaments of the account, and the next step of each event."""
    tournaments = access.tournaments_of(request.user).select_related("club")
    ordered = tournaments.annotate(**tournament_filling.columns()).order_by("-starts_on", "-pk")
    listed = access.with_roles(request.user, ordered)
    narrowed = access.narrowed(request.user, listed)
    rows = _kept(narrowed.keep_events(Event.objects.filter(tournament__in=tournaments)))
    progress = event_progress.read_progress(rows.order_by("number"))
    clubs = list(access.clubs_directed_by(request.user))
    does = desk_home.Does(
        _acting(request.user, listed, access.DIRECTORS),
        _acting(request.user, listed, access.REFEREES),
        _acting(request.user, listed, access.CONFIRMERS),
        _acting(request.user, listed, access.CHIEFS),
    )
    context = {
        "home": desk_home.desk_home(listed, progress, timezone.now(), narrowed, does),
        "clubs": clubs,
        "owned": [club for club in clubs if vars(club)["is_owned"]],
    }
    return render(request, "desk/home/desk.html", context)


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


def _with_filling(request: DeskRequest, roles: Collection[Role], uid: str) -> Tournament:
    has_tables = Exists(Table.objects.filter(tournament=OuterRef("pk")))
    also: dict[str, Any] = {"has_tables": has_tables, **tournament_filling.columns()}
    return access.tournament_as(request.user, uid, roles, **also)


@page(_with_filling, DESK, "desk/home/tournament.html")
def tournament(request: DeskRequest, shown: Tournament) -> Shown:
    """Show a tournament with its events."""
    narrowed = access.narrowed(request.user, [shown])
    rows = _kept(narrowed.keep_events(shown.events.all())).order_by("number")
    states = event_progress.read_progress(rows)
    is_over = bool(states) and all(state.finished for state in states.values())
    may_repeat = is_over and access.directs_club(request.user, shown.club)
    return {
        "tournament": shown,
        "events": [(event, _next_words(event, state)) for event, state in states.items()],
        "may_repeat": may_repeat,
        "is_formal": may_repeat and any(regulations_of(event).is_official for event in states),
        **permission_context(request, shown),
        "has_tables": vars(shown)["has_tables"],
        "filling": tournament_filling.filling_of(shown),
    }


@page(
    fetch.tournament, DIRECTORS, "desk/home/officials.html", change=DIRECTORS, back="desk_officials"
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


def _kept(events: QuerySet[Event]) -> QuerySet[Event]:
    """Leave out the events that were deleted."""
    return events.exclude(state=Event.State.CANCELLED).select_related("ruleset")


def _next_words(event: Event, state: EventProgress) -> str:
    return step_text(next_step(state), form=event.form, segments=event.segments)


def _acting(
    user: User, tournaments: Iterable[Tournament], roles: Collection[Role]
) -> frozenset[int]:
    """Return the keys of the tournaments in which an account has one of the roles."""
    return frozenset(
        tournament.pk for tournament in tournaments if access.acts_in(user, tournament, roles)
    )
