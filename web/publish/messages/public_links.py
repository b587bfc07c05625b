"""The address of the hall in messages, for pages that no mirror has."""

from __future__ import annotations

from django.conf import settings

from tournaments.models import Club
from tournaments.system import installation


def base(_club: Club, *, otherwise: str = "") -> str:
    """Return the beginning of links for a club without its last slash; empty where none is known.

    `otherwise` is the address of the hall as an official has it, before that on printed cards.
    """
    start = settings.PUBLIC_ADDRESS or otherwise or installation.current().address
    return str(start).rstrip("/")
