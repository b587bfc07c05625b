"""The page that shares an event: the report to copy, and its pictures."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Event
from tournaments.publish.pages.progress import RoundState, round_states
from tournaments.publish.sharing.report import report
from tournaments.results.snapshot import EventSnapshot


@dataclass(frozen=True, slots=True)
class SharePage:
    """What the page shows."""

    event: Event
    rounds: tuple[RoundState, ...]
    lines: tuple[str, ...]
    """The report for a chat."""

    @property
    def text(self) -> str:
        """The report as it is copied."""
        return "\n".join(self.lines)


def read(snapshot: EventSnapshot) -> SharePage:
    """Return what the page shows."""
    return SharePage(snapshot.event, round_states(snapshot), report(snapshot))
