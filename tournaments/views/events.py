"""A new event at the desk: choosing a template, changing its proposals, creating the event."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access, event_options, organise
from tournaments.formats.templates import TEMPLATES, EventTemplate, template_of
from tournaments.forms import EventForm
from tournaments.models import Form
from tournaments.views.answers import DeskRequest, actor

FAMILIES: Final[tuple[tuple[str | Promise, Collection[Form | None]], ...]] = (
    (pgettext_lazy("form of events", "Individual"), (Form.INDIVIDUAL, Form.PARTNERS)),
    (pgettext_lazy("form of events", "Pairs"), (Form.PAIRS,)),
    (pgettext_lazy("form of events", "Teams"), (Form.TEAMS,)),
    (_("Free choice"), (None,)),
)
"""The groups of templates, by who competes."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: DeskRequest, uid: str) -> HttpResponse:
    """Create an event; with `look`, only show the rules chosen so far."""
    tournament = access.tournament_as(request.user, uid, access.DIRECTORS)
    query = request.POST if request.method == "POST" else request.GET
    template = template_of(query.get("template", ""))
    form = EventForm(template, request.POST if request.method == "POST" else None)
    looks = "look" in request.POST
    if not looks and form.is_valid():
        with form.take_refusal():
            event = organise.create_event(tournament, actor(request), form.plan())
            return redirect("desk_entries", event.uid)
    context = {
        "form": form,
        "faulty": None if looks else form,
        "template": template,
        **_choices(template),
        "tournament": tournament,
    }
    return render(request, "tournaments/event_new.html", context)


@dataclass(frozen=True, slots=True)
class Family:
    """A group of templates, and whether the chosen one is among them."""

    label: str | Promise
    templates: tuple[EventTemplate, ...]
    is_chosen: bool


def _choices(template: EventTemplate) -> dict[str, Any]:
    """Return the families of templates that a registered game can play, as context."""
    event_templates = [template for template in TEMPLATES if event_options.for_template(template)]
    families = [
        Family(label, of_family, template in of_family)
        for label, forms in FAMILIES
        if (
            of_family := tuple(
                candidate for candidate in event_templates if candidate.form in forms
            )
        )
    ]
    chosen = next((family.templates for family in families if family.is_chosen), ())
    return {"families": families, "templates": chosen}
