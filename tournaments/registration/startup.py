"""What the program is told of this package when it starts."""

from __future__ import annotations

from tournaments import free_places
from tournaments.record import audit
from tournaments.registration import alerts, offers, verbs, waiting, words


def register() -> None:
    """Register verbs, words, what waits at the desk, and the waiting list."""
    audit.register(verbs.Verb)
    words.register()
    alerts.register()
    offers.register()
    free_places.register(waiting.move_up)
