"""What other packages do when a ruling of a heavy level comes into force, and how it is undone.

A walkover, a withdrawal or a disqualification is theirs; a ruling of L7 to L9 only causes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.models import RulingSanction
from referee.rulings.decisions import Source
from referee.rulings.proposals import Sanction
from tournaments.record.audit import Change
from tournaments.results.snapshot import EventSnapshot

Follow = Callable[[Change, RulingSanction], None]
"""Does what follows from a sanction, as a part of the change; its rows bear the version's uid."""
Assume = Callable[[EventSnapshot, Source, Sanction], EventSnapshot]
"""Returns the event as it would be with what follows. Writes nothing."""
Unassume = Callable[[EventSnapshot, RulingSanction], EventSnapshot]
"""Returns the event as it would be without what followed from a sanction. Writes nothing."""
Tell = Callable[[EventSnapshot, Source, Sanction], str]
"""Returns what follows, in words."""

TellDone = Callable[[RulingSanction], str]
"""Returns what followed from a sanction in force, in words."""


@dataclass(frozen=True, slots=True)
class Following:
    """What follows from a level, how that is taken back, and how it is looked at before."""

    do: Follow
    undo: Follow
    assume: Assume
    unassume: Unassume
    tell: Tell
    tell_done: TellDone


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


def assumed(before: EventSnapshot, source: Source, sanction: Sanction) -> EventSnapshot:
    """Return the event as it would be with what follows from a sanction."""
    following = _by_level.get(sanction.level.value)
    return following.assume(before, source, sanction) if following else before


def unassumed(before: EventSnapshot, sanction: RulingSanction) -> EventSnapshot:
    """Return the event as it would be without what followed from a sanction."""
    following = _by_level.get(sanction.level)
    return following.unassume(before, sanction) if following else before


def told(snapshot: EventSnapshot, source: Source, sanction: Sanction) -> str:
    """Return in words what follows from a sanction besides its points; empty for nothing."""
    following = _by_level.get(sanction.level.value)
    return following.tell(snapshot, source, sanction) if following else ""


def told_done(sanction: RulingSanction) -> str:
    """Return in words what followed from a sanction in force; empty for nothing."""
    following = _by_level.get(sanction.level)
    return following.tell_done(sanction) if following else ""


def is_heavy(level: str) -> bool:
    """Whether something follows from a level besides its points."""
    return level in _by_level
