"""What the views of the desk share: the actor, the roles, and messages about refusals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.models import Tournament
from tournaments.record.audit import Actor
from tournaments.rights import access
from web.forms.requests import DeskRequest
from web.forms.stored_values import StoredForm


def actor(request: DeskRequest) -> Actor:
    """Return the signed-in account as the actor of a log entry."""
    return Actor.from_user(request.user)


def permission_context(request: DeskRequest, tournament: Tournament) -> dict[str, bool]:
    """Return the template context of which buttons the account may use."""
    roles = access.roles_in(request.user, tournament)
    return {
        "directs": bool(roles & access.DIRECTORS),
        "chiefs": bool(roles & access.CHIEFS),
        "referees": bool(roles & access.REFEREES),
    }


def ask_which(request: DeskRequest, form: StoredForm, back: str, **also: str) -> HttpResponse:
    """Ask which value to keep, for a form on a page with several; `also` is sent with it."""
    context = {"form": form, "back": back, "also": also}
    return render(request, "desk/frame/which_is_kept.html", context)


def is_unchanged(request: HttpRequest, *forms: StoredForm) -> bool:
    """Whether the forms sent change nothing; then say so on the next page.

    Nothing is stored then, and the log has no entry of it.
    """
    unchanged = all(form.changes_nothing for form in forms)
    if unchanged:
        messages.info(request, gettext("Nothing was changed."))
    return unchanged


@contextmanager
def report_outcome(request: HttpRequest, done: str) -> Iterator[None]:
    """Add the message `done`, or every problem of a refusal, to the next page."""
    try:
        yield
    except Refused as refused:
        tell_problems(request, refused)
    else:
        messages.success(request, done)


def tell_problems(request: HttpRequest, refused: Refused) -> None:
    """Add every problem of a refusal to the next page."""
    for problem in refused.problems:
        messages.error(request, wording.problem_text(problem))
