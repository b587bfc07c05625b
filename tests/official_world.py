"""Address arguments of what only an official competition has."""

from __future__ import annotations

from typing import Any

from referee.models import DecisionKind, NumberedDecision
from tests.world import World
from tournaments.models import EventRegulations, Size


def official_of(world: World) -> list[Any]:
    """Return the tournament, once its event is an official competition."""
    EventRegulations.objects.get_or_create(event=world.cast.event, defaults={"size": Size.OFFICIAL})
    return [world.cast.tournament.uid]


def official_event_of(world: World) -> list[Any]:
    return [*official_of(world), world.cast.event.uid]


def decision_of(world: World) -> list[Any]:
    """Return the slip of penalty points given in an official competition."""
    row, _is_new = NumberedDecision.objects.get_or_create(
        decided=world.penalty,
        defaults={
            "tournament": world.cast.tournament,
            "event": world.cast.event,
            "year": 2026,
            "number": 99,
            "kind": DecisionKind.PENALTY,
            "official": world.cast.bob,
        },
    )
    return [*official_of(world), row.uid]


def appeal_of(world: World) -> list[Any]:
    return [*official_of(world), world.appeal]
