"""The first page of the desk, and a tournament: its events, its officials, its tables."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import access, organise
from tournaments.credentials import accounts
from tournaments.forms import AppointmentForm, TournamentForm
from tournaments.jobs import tournament_filling
from tournaments.models import Event, Role, Table
from tournaments.next_step import EventProgress, next_step
from tournaments.progress import event_progress
from tournaments.views import desk_home
from tournaments.views.answers import DeskRequest, actor, permission_context
from tournaments.wording.structure import step_text


@never_cache
@login_required
@require_safe
def desk(request: DeskRequest) -> HttpResponse:
    """Show the tournaments of the account, and the next step of each event."""
    tournaments = access.tournaments_of(request.user).select_related("club")
    rows = _kept(Event.objects.filter(tournament__in=tournaments))
    progress = event_progress.read_progress(rows.order_by("number"))
    listed = list(
        tournaments.annotate(**tournament_filling.columns()).order_by("-starts_on", "-pk")
    )
    clubs = list(access.clubs_directed_by(request.user))
    context = {
        "home": desk_home.desk_home(listed, progress, timezone.now()),
        "clubs": clubs,
        "owned": [club for club in clubs if vars(club)["is_owned"]],
    }
    return render(request, "tournaments/desk.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: DeskRequest, uid: str) -> HttpResponse:
    """Create a tournament of a club."""
    club = access.club_as(request.user, uid, access.DIRECTORS)
    form = TournamentForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        tournament = organise.create_tournament(club, actor(request), **form.cleaned_data)
        return redirect("desk_tournament", tournament.uid)
    return render(request, "tournaments/tournament_new.html", {"form": form, "club": club})


@never_cache
@login_required
@require_safe
def tournament(request: DeskRequest, uid: str) -> HttpResponse:
    """Show a tournament with its events."""
    has_tables = Exists(Table.objects.filter(tournament=OuterRef("pk")))
    also = {"has_tables": has_tables, **tournament_filling.columns()}
    shown = access.tournament_as(request.user, uid, access.DESK, **also)
    rows = _kept(shown.events.all()).order_by("number")
    states = event_progress.read_progress(rows)
    is_over = bool(states) and all(state.finished for state in states.values())
    context = {
        "tournament": shown,
        "events": [(event, _next_words(event, state)) for event, state in states.items()],
        "may_repeat": is_over and access.directs_club(request.user, shown.club),
        **permission_context(request, shown),
        "has_tables": vars(shown)["has_tables"],
        "filling": tournament_filling.filling_of(shown),
    }
    return render(request, "tournaments/tournament.html", context)


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def officials(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the officials of a tournament, and appoint another."""
    shown = access.tournament_as(request.user, uid, access.DIRECTORS)
    form = AppointmentForm(request.POST if request.method == "POST" else None)
    appointed: accounts.Appointed | None = None
    if form.is_valid():
        name, role = form.cleaned_data["username"], Role(form.cleaned_data["role"])
        with form.take_refusal():
            appointed = accounts.appoint(shown, actor(request), name, role)
    if appointed and not appointed.password:
        messages.success(request, gettext("The role is granted."))
        return redirect("desk_officials", uid)
    context = {
        "tournament": shown,
        "form": form if not appointed else AppointmentForm(),
        "appointed": appointed,
        "officials": accounts.officials(shown),
        "with_pin": access.REFEREES,
        "owned": access.clubs_owned_by(request.user).filter(pk=shown.club_id).first(),
    }
    return render(request, "tournaments/officials.html", context)


def _kept(events: QuerySet[Event]) -> QuerySet[Event]:
    """Leave out the events that were deleted."""
    return events.exclude(state=Event.State.CANCELLED).select_related("ruleset")


def _next_words(event: Event, state: EventProgress) -> str:
    return step_text(next_step(state), form=event.form, segments=event.segments)
