"""The address of the hall in messages, for pages that no mirror has."""

from __future__ import annotations

from django.conf import settings

from tournaments.system import installation


def base(*, otherwise: str = "") -> str:
    """Return the base of links to the hall, without a final slash; empty if none is known.

    `otherwise` is the hall's address as an official opened it, preferred to that on printed cards.
    """
    start = settings.PUBLIC_ADDRESS or otherwise or installation.current().address
    return str(start).rstrip("/")
