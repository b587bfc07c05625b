"""Views of the stages of an event: the knockout bracket, and the groups."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.publish.pages import bracket as brackets
from tournaments.publish.pages import groups as group_pages
from tournaments.publish.views import Live, render_page


@require_safe
def bracket(request: HttpRequest, uid: str, *, alone: bool = False) -> HttpResponse:
    """Show the knockout brackets of an event, with the places."""
    event = access.public_event(uid)
    live = Live.of("bracket", event, uid)
    return render_page(request, "bracket", live, lambda: brackets.read(event), alone)


@require_safe
def groups(request: HttpRequest, uid: str, part: int = 0, *, alone: bool = False) -> HttpResponse:
    """Show the groups of every stage, and who qualified from them."""
    event = access.public_event(uid)
    live = Live.of("groups", event, uid, part=part)
    return render_page(request, "groups", live, lambda: group_pages.read(event, part), alone)
