"""Answers whoever only asks whether the program is up: a supervisor, a balancer."""

from __future__ import annotations

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def answers(_request: HttpRequest) -> HttpResponse:
    """The build that runs, once its database answers; anything else is an error page."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse(f"{settings.BUILD}\n", content_type="text/plain")
