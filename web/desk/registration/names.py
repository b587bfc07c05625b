"""Names of the public door at the desk: whose they are, one by one or all at once."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404
from django.utils.translation import gettext, ngettext

from clubs.registration import confirming
from tournaments import wording
from tournaments.models import EnteredName, Event
from web.desk.frame.answers import actor, report_outcome
from web.forms import sent
from web.forms.requests import DeskRequest

BUTTONS = ("confirm", "guest", "confirm_all")


def is_about_names(request: DeskRequest) -> bool:
    """Whether a button says whose a name is."""
    return any(name in request.POST for name in BUTTONS)


def decide(request: DeskRequest, event: Event) -> None:
    """Do what the button says of a name, or of all."""
    if "confirm_all" in request.POST:
        _confirm_all(request, event)
    elif "confirm" in request.POST:
        _confirm(request, event)
    else:
        name = _name(event, sent.uid(request.POST, "guest"))
        with report_outcome(request, gettext("The entry stays as a guest's.")):
            confirming.deny(name, actor(request))


def _confirm(request: DeskRequest, event: Event) -> None:
    """Confirm a name; of several members the list beside the button says which."""
    which = "candidate" if "candidate" in request.POST else "confirm"
    chosen = sent.uid(request.POST, which)
    if which == "candidate" and not chosen:
        messages.error(request, gettext("Choose which member it is."))
        return
    allow = bool(request.POST.get("allow_banned"))
    with report_outcome(request, gettext("Confirmed.")):
        confirming.confirm(_name(event, chosen), actor(request), allow_banned=allow)


def _confirm_all(request: DeskRequest, event: Event) -> None:
    done, problems = confirming.confirm_all(event, actor(request))
    for problem in problems:
        messages.error(request, wording.problem_text(problem))
    if done:
        text = ngettext("%(number)s name confirmed.", "%(number)s names confirmed.", done)
        messages.success(request, text % {"number": done})


def _name(event: Event, uid: str) -> EnteredName:
    name = confirming.named(event, uid)
    if name is None:
        raise Http404
    return name
