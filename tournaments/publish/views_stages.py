"""The public pages of the stages of an event: the knockout, and the groups."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.publish.pages import bracket as brackets
from tournaments.publish.pages import groups as group_pages
from tournaments.publish.views import Live, shown


@require_safe
def bracket(request: HttpRequest, uid: str, *, alone: bool = False) -> HttpResponse:
    """Show the knockout of an event: who meets whom, who goes on, and the places."""
    found = access.public_event(uid)
    live = Live.of("bracket", found, uid)
    return shown(request, "bracket", live, lambda: brackets.read(found), alone)


@require_safe
def groups(request: HttpRequest, uid: str, *, alone: bool = False) -> HttpResponse:
    """Show the groups of every stage, and who goes on from them."""
    found = access.public_event(uid)
    live = Live.of("groups", found, uid)
    return shown(request, "groups", live, lambda: group_pages.read(found), alone)
