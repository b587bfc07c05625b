"""What the form and the page of a ruling take from the policies of the event."""

from __future__ import annotations

from referee.rulings import adjusted_scores
from referee.rulings.decisions import RulingSource
from referee.rulings.listed import Ruled, VersionState
from tournaments.models import Event
from tournaments.regulations import policies
from tournaments.regulations.filled_in import Filled


def voids(event: Event) -> frozenset[str]:
    """Return the articles by which the event plays a deal again."""
    return policies.articles_that(event, Filled.VOID)


def adjusts(source: RulingSource, article: str) -> bool:
    """Whether the deal gets an adjusted score by an article, as the event deals with it."""
    return source.deal is not None and article in _adjusting(source.event)


def is_to_adjust(ruled: Ruled) -> bool:
    """Whether the adjusted score that a ruling in force means is still to be given."""
    deal, version = ruled.case.deal, ruled.shown
    if deal is None or version.remedy or ruled.state(version) is not VersionState.IN_FORCE:
        return False
    if version.article not in _adjusting(ruled.case.event):
        return False
    return not adjusted_scores.is_adjusted(deal)


def _adjusting(event: Event) -> frozenset[str]:
    return policies.articles_that(event, Filled.ADJUSTED)
