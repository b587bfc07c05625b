"""A new event at the desk: the game first, then a template, then the event with its rules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.game import names
from tournaments import access, event_options, organise
from tournaments.formats.templates import TEMPLATES, EventTemplate, template_of
from tournaments.forms import EventForm
from tournaments.models import ClubRules, Event, Form, Tournament
from tournaments.views import sent
from tournaments.views.answers import DeskRequest, actor
from tournaments.wording import games

FAMILIES: Final[tuple[tuple[str | Promise, Collection[Form | None]], ...]] = (
    (pgettext_lazy("form of events", "Individual"), (Form.INDIVIDUAL, Form.PARTNERS)),
    (pgettext_lazy("form of events", "Pairs"), (Form.PAIRS,)),
    (pgettext_lazy("form of events", "Teams"), (Form.TEAMS,)),
    (_("Free choice"), (None,)),
)
"""The groups of templates, by who competes."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that can be chosen, with what people play in it most."""

    key: str
    name: str
    recommended: tuple[str, ...]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TemplateCard:
    """A template of a game by the name that people have for it."""

    template: EventTemplate
    name: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Family:
    """A group of templates, and whether the chosen one is among them."""

    label: str | Promise
    templates: tuple[EventTemplate, ...]
    is_chosen: bool


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: DeskRequest, uid: str) -> HttpResponse:
    """Create an event; with `look`, only show the rules chosen so far, `part` their part alone."""
    tournament = access.tournament_as(request.user, uid, access.DIRECTORS)
    query = request.POST if request.method == "POST" else request.GET
    game = _chosen_game(query, tournament)
    if not game:
        context = {"tournament": tournament, "games": _games("")}
        return render(request, "tournaments/event_new_game.html", context)
    template = _chosen_template(query, game)
    keeps = access.directs_club(request.user, tournament.club)
    form = _form(request, tournament, template, game)
    if not keeps:
        del form.fields["own_name"]
    looks = "look" in request.POST
    if not looks and form.is_valid():
        with form.take_refusal():
            event = organise.create_event(
                tournament, actor(request), form.plan(), sent.form(request)
            )
            form.keep(tournament.club, actor(request))
            return redirect("desk_entries", event.uid)
    context = {
        "form": form,
        "faulty": None if looks else form,
        "template": template,
        "game": game,
        "tournament": tournament,
    }
    if looks and "part" in request.POST:
        return render(request, "tournaments/_event_parts.html", context)
    return render(request, "tournaments/event_new.html", {**context, **_choices(game, template)})


def _form(
    request: DeskRequest, tournament: Tournament, template: EventTemplate, game: str
) -> EventForm:
    own = ClubRules.objects.filter(club=tournament.club, game=game).order_by("-pk")
    data = request.POST if request.method == "POST" else None
    return EventForm(template, data, game=game, own=list(own))


def _chosen_game(query: QueryDict, tournament: Tournament) -> str:
    """Return the game that was chosen; else that of the rules, the template or the last event.

    "" where nobody has chosen one of several.
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
    """Return the template that was chosen; else the first that is recommended for the game."""
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
