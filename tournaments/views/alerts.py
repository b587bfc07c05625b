"""The bar of what waits in a tournament, as the pages of the desk ask for it again and again."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.publish import alert_bar, etag
from tournaments.views.answers import DeskRequest


@cache_control(private=True)
@login_required
@require_safe
def live(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with what waits in a tournament, or 304 if nothing has changed."""
    shown = access.tournament_as(request.user, uid, access.DESK)
    bar = alert_bar.alert_bar(request, shown, request.user)
    return etag.conditional(
        request, bar.stamp, lambda: render(request, "tournaments/_alerts.html", {"bar": bar})
    )
