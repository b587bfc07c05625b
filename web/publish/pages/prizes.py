"""The page of the prizes by the current standings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.formats import prize_rules
from tournaments.models import Event
from tournaments.progress import prize_list
from tournaments.progress.prize_list import PrizeRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording.stages import PRIZE_TIES
from web.publish import publications
from web.publish.pages.progress import PublicRound, round_states
from web.publish.publications import PublicationNeeds, Publications


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """What the page shows."""

    event: Event
    rounds: tuple[PublicRound, ...]
    given: tuple[PrizeRow, ...]
    unit: str
    ties: str
    changed_late: datetime | None = None
    is_on_notice: bool = False
    """Whether the final result of an official competition is not official yet."""

    @property
    def is_final(self) -> bool:
        """Whether the event is finished, so that the prizes are final."""
        return bool(self.event.state == Event.State.FINISHED) and not self.is_on_notice


def needs(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return which publications the page needs, none of a club event, and of late prizes."""
    is_told = snapshot.regulations.is_official and publications.is_finished(snapshot)
    return PublicationNeeds(standings=is_told, late_prizes=True)


def read(snapshot: EventSnapshot, published: Publications) -> PrizesPage:
    """Return what the page shows."""
    event = snapshot.event
    rules = prize_rules.read(event.prizes) if event.prizes else None
    return PrizesPage(
        event=event,
        rounds=round_states(snapshot),
        given=prize_list.prize_rows(snapshot),
        unit=prize_rules.unit(event.prizes),
        ties=str(PRIZE_TIES[rules.ties.value]) if rules else "",
        changed_late=published.prizes_changed,
        is_on_notice=published.is_on_notice,
    )
