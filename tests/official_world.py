"""How addresses name what only an official competition has."""

from __future__ import annotations

from typing import Any

from tests.world import World
from tournaments.models import EventRegulations, Size


def official_of(world: World) -> list[Any]:
    """The tournament, once its event is an official competition."""
    EventRegulations.objects.get_or_create(event=world.cast.event, defaults={"size": Size.OFFICIAL})
    return [world.cast.tournament.uid]


def official_event_of(world: World) -> list[Any]:
    return [*official_of(world), world.cast.event.uid]


def appeal_of(world: World) -> list[Any]:
    return [*official_of(world), world.appeal]
