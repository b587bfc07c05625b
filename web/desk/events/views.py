"""A new event at the desk: the game first, then a template, then the event with its rules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game import names
from tournaments import organise, wording
from tournaments.formats.templates import TEMPLATES, EventTemplate, template_of, template_stored
from tournaments.models import ClubRules, Event, Form, Tournament
from tournaments.organise.replanning import changed_plan
from tournaments.organise.replanning.touched import touched_by_change
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from tournaments.wording import games
from web.desk.events import event_options
from web.desk.events.forms import EventForm
from web.desk.events.replanning import change_words
from web.desk.events.replanning.replanned import ReplanForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, page
from web.forms import sent
from web.forms.requests import DeskRequest

FAMILIES: Final[tuple[tuple[str | Promise, Collection[Form | None]], ...]] = (
    (pgettext_lazy("form of events", "Individual"), (Form.INDIVIDUAL, Form.PARTNERS)),
    (pgettext_lazy("form of events", "Pairs"), (Form.PAIRS,)),
    (pgettext_lazy("form of events", "Teams"), (Form.TEAMS,)),
    (_("Free choice"), (None,)),
)
"""The groups of templates, by who competes."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that can be chosen, with what is played most in it."""

    key: str
    name: str
    recommended: tuple[str, ...]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TemplateCard:
    """A template of a game under its usual name."""

    template: EventTemplate
    name: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Family:
    """A group of templates, and whether the chosen one is among them."""

    label: str | Promise
    templates: tuple[EventTemplate, ...]
    is_chosen: bool


@page(fetch.tournament, DIRECTORS, change=DIRECTORS)
def event_new(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Create an event; with `look` only show the rules chosen so far, with `part` their part."""
    query = request.POST if request.method == "POST" else request.GET
    game = _chosen_game(query, tournament)
    if not game:
        context = {"tournament": tournament, "games": _games("")}
        return render(request, "desk/events/event_new_game.html", context)
    template = _chosen_template(query, game)
    keeps = access.directs_club(request.user, tournament.club)
    form = _form(request, tournament, template, game)
    if not keeps:
        del form.fields["own_name"]
    looks = "look" in request.POST
    if looks:
        form.propose()
    if not looks and form.is_valid():
        with form.take_refusal():
            event = organise.create_event(
                tournament, actor(request), form.plan(), sent.form(request), form.keeping
            )
            return redirect("desk_entries", event.uid)
    context = {
        "form": form,
        "faulty": None if looks else form,
        "looks": looks,
        "template": template,
        "game": game,
        "tournament": tournament,
    }
    if looks and "part" in request.POST:
        return render(request, "desk/events/_event_parts.html", context)
    return render(request, "desk/events/event_new.html", {**context, **_choices(game, template)})


@page(fetch.event, DIRECTORS, change=DIRECTORS, back="desk_settings")
def event_plan(request: DeskRequest, event: Event) -> Shown:
    """Change everything of an event before its first published draw; `look` and `part` as above."""
    if problems := list(changed_plan.plan_change_problems(event)):
        for problem in problems:
            messages.error(request, wording.problem_text(problem))
        return UNSAID
    form, looks = _replan_form(request, event), "look" in request.POST
    if looks:
        form.propose()
    if request.method == "POST" and not looks and form.is_valid():
        with form.take_refusal():
            form.press(actor(request))
            return change_words.plan_words(event, form.plan())
    context = {
        "form": form,
        "faulty": form if request.method == "POST" and not looks else None,
        "looks": looks,
        "template": form.template,
        "game": form.game,
        "tournament": event.tournament,
        "changed": event,
        "event": event,
        "touched": touched_by_change(event),
    }
    if looks and "part" in request.POST:
        return render(request, "desk/events/_event_parts.html", context)
    choices = _choices(form.game, form.template)
    if form.is_entered:
        choices = _of_form(choices, event.form)
    return render(request, "desk/events/event_new.html", {**context, **choices})


def _replan_form(request: DeskRequest, event: Event) -> ReplanForm:
    """Return the form with the stored or sent values; game and form of event stay if fixed."""
    query = request.POST if request.method == "POST" else request.GET
    fixed = changed_plan.is_entered(event)
    asked = query.get("game", event.game)
    game = event.game if fixed or asked not in names() else asked
    stored = template_stored(event.template)
    template = template_of(query["template"]) if "template" in query else stored
    if fixed and template.form not in {None, event.form}:
        template = stored
    club = event.tournament.club
    own = list(ClubRules.objects.filter(club=club, game=game).order_by("-pk"))
    data = request.POST if request.method == "POST" else None
    form = ReplanForm(event, template, data, is_entered=fixed, game=game, own=own)
    if not access.directs_club(request.user, club):
        del form.fields["own_name"]
    return form


def _of_form(choices: dict[str, Any], form: str) -> dict[str, Any]:
    """Return the choices of templates that keep game and form of event."""
    families = [
        Family(family.label, kept, family.is_chosen)
        for family in choices["families"]
        if (kept := tuple(each for each in family.templates if each.form in {None, form}))
    ]
    cards = [card for card in choices["cards"] if card.template.form in {None, form}]
    return {**choices, "games": [], "cards": cards, "families": families}


def _form(
    request: DeskRequest, tournament: Tournament, template: EventTemplate, game: str
) -> EventForm:
    own = ClubRules.objects.filter(club=tournament.club, game=game).order_by("-pk")
    data = request.POST if request.method == "POST" else None
    return EventForm(template, data, game=game, own=list(own))


def _chosen_game(query: QueryDict, tournament: Tournament) -> str:
    """Return the chosen game, else that of the rules, the template or the last event.

    "" if there are several and none was chosen.
    """
    asked = [query.get("game", ""), query.get("rules", "").partition(":")[0]]
    if chosen := next((game for game in asked if game in names()), ""):
        return chosen
    offers = event_options.for_template(template_of(query.get("template", "")))
    if "template" in query and offers:
        return offers[0].game
    club = Event.objects.filter(tournament__club=tournament.club, game__in=names())
    last = club.order_by("-pk").values_list("game", flat=True).first()
    return last or (names()[0] if len(names()) == 1 else "")


def _chosen_template(query: QueryDict, game: str) -> EventTemplate:
    """Return the chosen template, else the first recommended one for the game."""
    template = template_of(query.get("template", ""))
    if "template" in query and event_options.for_template(template, game):
        return template
    return next(iter(event_options.recommended(game)), template)


def _games(chosen: str) -> list[GameChoice]:
    return [
        GameChoice(
            game,
            games.game_name(game),
            tuple(
                str(template.played or template.name)
                for template in event_options.recommended(game)
            ),
            game == chosen,
        )
        for game in names()
    ]


def _choices(game: str, template: EventTemplate) -> dict[str, Any]:
    """Return the games, the recommended templates and the families of all others, as context."""
    recommended = event_options.recommended(game)
    fitting = [each for each in TEMPLATES if event_options.for_template(each, game)]
    families = [
        Family(label, of_family, template in of_family)
        for label, forms in FAMILIES
        if (of_family := tuple(each for each in fitting if each.form in forms))
    ]
    cards = [
        TemplateCard(each, event_options.played_name(game, each), each == template)
        for each in recommended
    ]
    return {
        "games": _games(game),
        "cards": cards,
        "families": families,
        "is_other": template not in recommended,
    }
