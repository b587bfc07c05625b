"""The type of a request at the desk."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.models import User


class DeskRequest(HttpRequest):
    """A request by somebody who has signed in."""

    user: User
