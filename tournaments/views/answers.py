"""What the pages of the desk share: who asks, and how a refusal without a form is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from tournaments import access, wording
from tournaments.models import Role, Tournament, User
from tournaments.record.audit import Actor
from tournaments.refusals import Refused


class DeskRequest(HttpRequest):
    """A request by somebody who has signed in."""

    user: User


def actor(request: DeskRequest) -> Actor:
    """Return who acts, as the log names it."""
    return Actor.of(request.user)


def needed(request: HttpRequest, to_read: Collection[Role]) -> Collection[Role]:
    """Return the roles that a request needs: some may read a page that only directors send."""
    return to_read if request.method in ("GET", "HEAD") else access.DIRECTORS


def allowed(request: DeskRequest, tournament: Tournament) -> dict[str, bool]:
    """Return what whoever asks may do, so that a page shows the buttons of that and no others."""
    roles = access.roles_in(request.user, tournament)
    return {"directs": bool(roles & access.DIRECTORS), "referees": bool(roles & access.REFEREES)}


@contextmanager
def told(request: HttpRequest, done: str) -> Iterator[None]:
    """Tell on the next page that it is done, or everything for which it was refused."""
    try:
        yield
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, wording.problem_text(problem))
    else:
        messages.success(request, done)
