"""What other packages do when a ruling of a heavy level comes into force, and how it is undone.

A walkover, a withdrawal or a disqualification is theirs; a ruling of L7 to L9 only causes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.models import RulingSanction
from tournaments.record.audit import Change

Follow = Callable[[Change, RulingSanction], None]
"""Does what follows from a sanction, as a part of the change; its rows bear the version's uid."""


@dataclass(frozen=True, slots=True)
class Following:
    """What follows from a level, and how that is taken back by counter-rows."""

    do: Follow
    undo: Follow


_by_level: dict[str, Following] = {}


def register(level: str, following: Following) -> None:
    """Register what follows from a level. Raises ValueError where something else does already."""
    if _by_level.setdefault(level, following) is not following:
        raise ValueError(f"what follows from {level} is registered already")


def follow(made: Change, sanction: RulingSanction) -> None:
    """Do what follows from a sanction; nothing where nothing is registered."""
    if (following := _by_level.get(sanction.level)) is not None:
        following.do(made, sanction)


def unfollow(made: Change, sanction: RulingSanction) -> None:
    """Take back what followed from a sanction."""
    if (following := _by_level.get(sanction.level)) is not None:
        following.undo(made, sanction)
