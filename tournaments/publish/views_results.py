"""Views of the cross tables and of the prizes of an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.publish.pages import cross as crosses
from tournaments.publish.pages import prizes as prize_pages
from tournaments.publish.views import Live, render_page


@require_safe
def cross(request: HttpRequest, uid: str, part: int = 0, *, alone: bool = False) -> HttpResponse:
    """Show the cross tables of an event, group by group."""
    event = access.public_event(uid)
    live = Live.of("cross", event, uid, part=part)
    return render_page(request, "cross", live, lambda: crosses.read(event, part), alone)


@require_safe
def prizes(request: HttpRequest, uid: str, *, alone: bool = False) -> HttpResponse:
    """Show the prizes by the current standings."""
    event = access.public_event(uid)
    live = Live.of("prizes", event, uid)
    return render_page(request, "prizes", live, lambda: prize_pages.read(event), alone)
