"""The settings of an event and of a tournament that may still be changed, and deleting what is
empty.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise, wording
from tournaments.base.refusals import Refused
from tournaments.formats.compatibility import MOST_DEALS
from tournaments.models import Event, Tournament
from tournaments.organise import EventSettings, change_event, change_tournament, removals
from tournaments.organise.replanning import changed_plan
from tournaments.organise.settings import fixed_settings, settings_of
from tournaments.record.audit import Actor, Verb
from tournaments.rights.access import DIRECTORS
from tournaments.structure.games import deals_of_set
from web.desk.events.option_table import field_of
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page
from web.forms.board_sets import DealsField
from web.forms.dates import DayField, HourField
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged, StoredForm


class EventSettingsForm(StoredForm):
    """The settings of an event; a field that a draw has fixed says so and is disabled."""

    name = field_of("name", label=_("Name of the event"))
    deals_per_round = DealsField(label=_("Deals in a round"), min_value=1, max_value=MOST_DEALS)
    rounds_planned = field_of("rounds_planned")
    round_minutes = field_of(
        "round_minutes", help_text=_("For the rounds that are not started yet. Empty: no clock.")
    )
    starts_at = HourField(
        label=_("Begins at"),
        required=False,
        help_text=_("Shown on the public page and on the hall screens until round 1 has results."),
    )
    tournament_name = forms.CharField(label=_("Name of the tournament"), max_length=120)
    has_highlights = forms.BooleanField(
        label=_("Show the highlights"),
        required=False,
        help_text=_(
            "The deal of the evening and the remarkable deals, on the event's page after"
            " each round."
        ),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        now = settings_of(event)
        initial = {name: getattr(now, name) for name in self.base_fields}
        super().__init__(*args, **kwargs)
        self.initial = initial
        self.event = event
        self.logged = Logged(
            event.tournament, (Verb.CHANGE_EVENT, Verb.CHANGE_TOURNAMENT), about=event.uid
        )
        deals = self.fields["deals_per_round"]
        if isinstance(deals, DealsField):
            deals.of_set = deals_of_set(event)
        self._fix(event)

    def press(self, actor: Actor) -> None:
        """Change the settings. Raises Refused for a setting that a draw has fixed."""
        data = self.cleaned_data
        now = {name: self.initial[name] for name in self.base_fields}
        change_event(self.event, actor, EventSettings(**now | data))

    def _fix(self, event: Event) -> None:
        fixed = fixed_settings(event)
        if not fixed.has_rounds:
            del self.fields["rounds_planned"]
        elif fixed.drawn and not fixed.everything:
            words = gettext("At least %(drawn)s, the number of rounds already drawn.") % {
                "drawn": fixed.drawn
            }
            self.fields["rounds_planned"].help_text = words
        if fixed.deals:
            self._close("deals_per_round", gettext("Fixed by the first published round."))
        if fixed.everything:
            for name in ("deals_per_round", "rounds_planned", "round_minutes", "starts_at"):
                self._close(name, gettext("The event is finished."))

    def _close(self, name: str, why: str) -> None:
        if name in self.fields:
            self.fields[name].disabled = True
            self.fields[name].help_text = why


class TournamentSettingsForm(StoredForm):
    """Name, first day and place of a tournament."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_on = DayField(label=_("First day"))
    place = forms.CharField(label=_("Place"), required=False, max_length=120)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        initial = {name: getattr(tournament, name) for name in self.base_fields}
        super().__init__(*args, **kwargs)
        self.initial = initial
        self.tournament = tournament
        self.logged = Logged(tournament, (Verb.CHANGE_TOURNAMENT, Verb.CHANGE_EVENT))

    def press(self, actor: Actor) -> None:
        """Change the tournament."""
        change_tournament(self.tournament, actor, **self.cleaned_data)


@page(fetch.event, DIRECTORS, "desk/events/settings.html", change=DIRECTORS, back="desk_settings")
def event_settings(request: DeskRequest, event: Event) -> Shown:
    """Show and change what may still be changed of an event."""
    form = EventSettingsForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            form.press(actor(request))
            return gettext("The settings are changed.")
    return {
        "event": event,
        "form": form,
        "may_replan": changed_plan.first_published(event) is None,
        "may_delete": not removals.event_problems(event),
        "reopens": event.state == Event.State.FINISHED,
    }


@page(fetch.event, DIRECTORS, "desk/events/event_delete.html", change=DIRECTORS)
def event_delete(request: DeskRequest, event: Event) -> Shown:
    """Ask whether an event is to be deleted with its entries, and delete it."""
    problems = removals.event_problems(event)
    if request.method == "POST":
        try:
            organise.delete_event(event, actor(request))
        except Refused as refused:
            problems = list(refused.problems)
        else:
            messages.success(request, gettext("The event is deleted."))
            return redirect("desk_tournament", event.tournament.uid)
    return {
        "event": event,
        "entries": event.entries.count(),
        "draft": event.rounds.filter(state="draft").exists(),
        "refusals": [wording.problem_text(problem) for problem in problems],
    }


@page(
    fetch.tournament,
    DIRECTORS,
    "desk/events/tournament_settings.html",
    change=DIRECTORS,
    back="desk_tournament",
)
def tournament_settings(request: DeskRequest, tournament: Tournament) -> Shown:
    """Show and change name, day and place of a tournament; one without events can be deleted."""
    form = TournamentSettingsForm(tournament, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            form.press(actor(request))
            return gettext("The settings are changed.")
    problems = removals.tournament_problems(tournament)
    return {"tournament": tournament, "form": form, "may_delete": not problems}


@page(fetch.tournament, DIRECTORS, "desk/events/tournament_delete.html", change=DIRECTORS)
def tournament_delete(request: DeskRequest, tournament: Tournament) -> Shown:
    """Ask whether a tournament without events is to be deleted, and delete it."""
    problems = removals.tournament_problems(tournament)
    if request.method == "POST":
        try:
            organise.delete_tournament(tournament.club, tournament, actor(request))
        except Refused as refused:
            problems = list(refused.problems)
        else:
            messages.success(request, gettext("The tournament is deleted."))
            return redirect("desk")
    refusals = [wording.problem_text(problem) for problem in problems]
    return {"tournament": tournament, "refusals": refusals}
