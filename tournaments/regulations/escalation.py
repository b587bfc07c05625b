"""What a repeated offence is proposed: the highest step of its article that was reached.

Which offences are inside the window is counted by whoever asks.
"""

from __future__ import annotations

from typing import Final

from tournaments.regulations.articles import Article, Authority, Escalation, Level

FREE_STEPS: Final = 1
"""By how many levels a referee may differ from what is proposed; by more only the chief referee."""

_OF_LEVEL: Final = {
    Level.L6: Authority.DEPUTY,
    Level.L7: Authority.CHIEF,
    Level.L8: Authority.CHIEF,
    Level.L9: Authority.CHIEF_AND_ORGANISER,
}


def proposed(article: Article, earlier: int) -> Level:
    """Return the level proposed after so many earlier offences inside the window."""
    step = _reached(article, earlier)
    return step.level if step else article.level


def authority(article: Article, earlier: int) -> Authority:
    """Return the lowest office that may impose what is proposed."""
    step = _reached(article, earlier)
    who = (step.who if step else None) or article.who
    needs_both = proposed(article, earlier) is Level.L9
    return Authority.CHIEF_AND_ORGANISER if needs_both else who


def office_of_level(level: Level) -> Authority:
    """Return the lowest office for a level, whatever its article says."""
    return _OF_LEVEL.get(level, Authority.REFEREE)


def first_office(article: Article) -> Authority:
    """Return the lowest office that may impose what a first offence takes."""
    return max(authority(article, 0), office_of_level(proposed(article, 0)))


def differs_freely(proposal: Level, wanted: Level) -> bool:
    """Whether a referee may impose another level than proposed, with a reason.

    >>> differs_freely(Level.L5, Level.L4), differs_freely(Level.L5, Level.L7)
    (True, False)
    """
    return abs(wanted.height - proposal.height) <= FREE_STEPS


def _reached(article: Article, earlier: int) -> Escalation | None:
    reached = [step for step in article.steps if step.nth <= earlier + 1]
    return max(reached, key=lambda step: step.nth, default=None)
