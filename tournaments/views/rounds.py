"""What a director does with a round: draw, throw away, publish, close. Every one is a button."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments import access, organise
from tournaments.views.answers import DeskRequest, actor, told


@login_required
@require_POST
def draw(request: DeskRequest, uid: str) -> HttpResponse:
    """Draw the next round of an event."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    with told(request, gettext("The round is drawn. Nobody sees it before it is published.")):
        organise.draw_round(event, actor(request))
    return redirect("desk_event", event.uid)


@login_required
@require_POST
def discard(request: DeskRequest, uid: str) -> HttpResponse:
    """Throw a draft away."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    with told(request, gettext("The draft is thrown away.")):
        organise.discard_round(round_, actor(request))
    return redirect("desk_event", round_.event.uid)


@login_required
@require_POST
def publish(request: DeskRequest, uid: str) -> HttpResponse:
    """Publish a drawn round."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    with told(request, gettext("The round is published and in play.")):
        organise.publish_round(round_, actor(request))
    return redirect("desk_event", round_.event.uid)


@login_required
@require_POST
def close(request: DeskRequest, uid: str) -> HttpResponse:
    """Close a round in which every deal has a result."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    with told(request, gettext("The round is closed, and the standings are published.")):
        organise.close_round(round_, actor(request))
    return redirect("desk_event", round_.event.uid)
