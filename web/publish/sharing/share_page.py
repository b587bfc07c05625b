"""The page that shares an event: the report to copy, and its pictures."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Event
from tournaments.results.snapshot import EventSnapshot
from web.publish.pages.progress import PublicRound, round_states
from web.publish.sharing.report import report


@dataclass(frozen=True, slots=True)
class SharePage:
    """What the page shows."""

    event: Event
    rounds: tuple[PublicRound, ...]
    lines: tuple[str, ...]
    """The report for a chat."""

    @property
    def text(self) -> str:
        """The report as it is copied."""
        return "\n".join(self.lines)


def read(snapshot: EventSnapshot) -> SharePage:
    """Return what the page shows."""
    return SharePage(snapshot.event, round_states(snapshot), report(snapshot))
