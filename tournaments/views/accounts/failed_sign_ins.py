"""The limit of wrong passwords from one address, whatever names they are for.

Attempts per name are counted by django-axes. Names are easily invented, but comparing a password
costs the server a good part of a second.
"""

from __future__ import annotations

from typing import Final

from axes.helpers import get_client_ip_address
from django.http import HttpRequest

from tournaments.system.attempts import AttemptLimit

MOST: Final = 60
SECONDS: Final = 5 * 60


def limit_of(request: HttpRequest) -> AttemptLimit:
    """Return the limit of the wrong passwords that come from the address of a request."""
    return AttemptLimit("sign_in", MOST, SECONDS, origin=str(get_client_ip_address(request)))
