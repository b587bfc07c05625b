"""The articles in force in an event: the catalogue as it applies to its game and form.

A tournament's own copy of the catalogue takes precedence over the program's. For a repeated offence
the highest step reached is proposed; the caller counts the offences inside the window.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from django.utils.translation import get_language

from tournaments.models import Event
from tournaments.regulations import catalogue, policies
from tournaments.regulations.catalogue import BY_CODE, Articles, StoredArticle, column_of
from tournaments.regulations.infractions import COMMON
from tournaments.regulations.infractions.values import (
    Authority,
    Escalation,
    FormColumn,
    Level,
    RepeatWindow,
    Scope,
    Terms,
)
from tournaments.structure.regulations import regulations_of

PLAY_OF: Final = {FormColumn.INDIVIDUAL: RepeatWindow.GAME, FormColumn.SIDES: RepeatWindow.MATCH}
"""Within what irregularities of play are counted by form, where the catalogue does not say."""

OF_OFFICIAL: Final = frozenset({"A-01", "A-09", "T-01", "T-02", "T-03"})
"""Articles that a club event does not have, as it has no appeals and no table of lateness."""


OF_SEVERAL: Final = {"T-06": Level.L1}
"""The level of a first offence of several sides at once, of which none is at fault alone."""

FREE_STEPS: Final = 1
"""By how many levels a referee may differ from what is proposed; by more only the chief referee."""

_OF_LEVEL: Final = {
    Level.L6: Authority.DEPUTY,
    Level.L7: Authority.CHIEF,
    Level.L8: Authority.CHIEF,
    Level.L9: Authority.CHIEF_AND_ORGANISER,
}


@dataclass(frozen=True, slots=True)
class Article:
    """An article as it applies in an event: the level of a first offence, and of repeated ones.

    `text` is the organiser's own, `remedy` the program's note on what else the referee does.
    `number` is what is printed: the code, or the number in the organiser's own regulations.
    """

    code: str
    family: str
    name: str
    level: Level
    needs_facts: bool
    who: Authority
    steps: tuple[Escalation, ...]
    window: RepeatWindow
    counts: Scope
    text: str = ""
    remedy: str = ""
    number: str = ""
    is_common: bool = False
    points: Fraction | None = None
    """What a first offence takes at a table, where a policy sets another than the level's."""


@dataclass(frozen=True, eq=False)
class EventArticles:
    """The articles in force in an event by their codes, for whoever tells several rulings of it.

    They are read when one is first asked for, once in each language, in which they are worded.
    """

    event: Event
    _by_language: dict[str | None, Mapping[str, Article]] = field(default_factory=dict, init=False)

    def get(self, code: str) -> Article | None:
        """Return the article of a code; None if none of that code is in force."""
        language = get_language()
        if language not in self._by_language:
            self._by_language[language] = {row.code: row for row in articles(self.event)}
        return self._by_language[language].get(code)


def articles(event: Event) -> tuple[Article, ...]:
    """Return the articles in force in an event, in the order of the catalogue."""
    return articles_in(catalogue.articles_of(catalogue.current(event.tournament_id)), event)


def articles_in(kept: Articles, event: Event) -> tuple[Article, ...]:
    """Return the articles of a version of the catalogue that are in force in an event."""
    column, official = column_of(event), regulations_of(event).is_official
    return tuple(
        _as_laid_down(event, _article(row, row.terms[column], column))
        for row in kept.values()
        if column in row.terms and not row.is_off and (official or row.code not in OF_OFFICIAL)
    )


def _as_laid_down(event: Event, row: Article) -> Article:
    """Return an article with the level that a policy of the event sets, and the higher steps."""
    level = policies.first_level(event, row.code)
    if level is None:
        return row
    steps = tuple(step for step in row.steps if step.level.height > level.height)
    return replace(row, level=level, steps=steps, points=policies.first_points(event, row.code))


def article(event: Event, code: str) -> Article | None:
    """Return an article in force in an event, None if there is none of that code."""
    return next((row for row in articles(event) if row.code == code), None)


def of_several(article: Article, entries: int) -> Article:
    """Return an article as it applies when several entries are ruled on together."""
    lighter = OF_SEVERAL.get(article.code, article.level)
    is_lighter = entries > 1 and lighter.height < article.level.height
    return replace(article, level=lighter) if is_lighter else article


def _article(row: StoredArticle, terms: Terms, column: FormColumn) -> Article:
    program = BY_CODE.get(row.code)
    return Article(
        code=row.code,
        family=row.family,
        name=row.name or str(program.name if program else ""),
        level=terms.level,
        needs_facts=row.needs_facts,
        who=row.who,
        steps=terms.steps,
        window=row.window or PLAY_OF.get(column, RepeatWindow.GAME),
        counts=row.counts,
        text=row.text,
        remedy=str(program.remedy) if program else "",
        number=row.number or row.code,
        is_common=row.is_own or row.code in COMMON,
    )


def proposed_level(article: Article, earlier: int) -> Level:
    """Return the level proposed after a number of earlier offences inside the window."""
    step = _reached(article, earlier)
    return step.level if step else article.level


def proposed_authority(article: Article, earlier: int) -> Authority:
    """Return the lowest office that may impose the proposed penalty."""
    step = _reached(article, earlier)
    who = (step.who if step else None) or article.who
    needs_both = proposed_level(article, earlier) is Level.L9
    return Authority.CHIEF_AND_ORGANISER if needs_both else who


def office_of_level(level: Level) -> Authority:
    """Return the lowest office for a level, whatever its article says."""
    return _OF_LEVEL.get(level, Authority.REFEREE)


def first_office(article: Article) -> Authority:
    """Return the lowest office that may impose the penalty of a first offence."""
    return max(proposed_authority(article, 0), office_of_level(proposed_level(article, 0)))


def differs_freely(proposal: Level, wanted: Level) -> bool:
    """Whether a referee may impose another level than proposed, with a reason.

    >>> differs_freely(Level.L5, Level.L4), differs_freely(Level.L5, Level.L7)
    (True, False)
    """
    return abs(wanted.height - proposal.height) <= FREE_STEPS


def _reached(article: Article, earlier: int) -> Escalation | None:
    reached = [step for step in article.steps if step.nth <= earlier + 1]
    return max(reached, key=lambda step: step.nth, default=None)


__all__ = [
    "Article",
    "Authority",
    "Escalation",
    "FormColumn",
    "Level",
    "RepeatWindow",
    "Scope",
    "article",
    "articles",
    "articles_in",
    "of_several",
]
