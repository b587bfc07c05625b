"""The moments of an event at which a rehearsal calls its observer."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from tournaments.models import Event


class RehearsalMoment(StrEnum):
    """The moments of an event; all but the first, the last and `STAGE_OPENED` are of a round."""

    ENTERED = "entered"
    DRAWN = "drawn"
    PUBLISHED = "published"
    REVEALED = "revealed"
    """The line-ups of the teams; their matches were public before."""
    PLAYING = "playing"
    """One table has played, the others have not begun."""
    WAITING = "waiting"
    """Some results are late, all others are in."""
    PLAYED = "played"
    REPAIRED = "repaired"
    """Results were corrected, scores adjusted, seats exchanged, penalties given."""
    CLOSED = "closed"
    WITHDRAWN = "withdrawn"
    """A deal of the round before was corrected, and who goes home has left."""
    STAGE_OPENED = "stage_opened"
    FINISHED = "finished"


Look = Callable[[RehearsalMoment, Event], None]


def look_away(_moment: RehearsalMoment, _event: Event) -> None:
    """Do nothing: the default observer."""
