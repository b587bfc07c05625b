"""The penalty table (罚则表): the articles in force in an event, and the points of their levels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.http import Http404

from tournaments.models import Catalogue, Event
from tournaments.regulations import amounts, articles, catalogue, lateness
from tournaments.regulations.articles import Article, Level, articles_in
from tournaments.regulations.catalogue import BY_CODE
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.regulations import regulations_of
from tournaments.wording.official.regulations import (
    AUTHORITIES,
    FAMILIES,
    amount_text,
    late_step_text,
    level_text,
    minutes_text,
    points_text,
    remedy_text,
    steps_text,
)
from web.publish.pages.progress import PublicRound, round_states
from web.publish.pages.terms import TermText, terms


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A level with its points at a table and in the standings."""

    name: str
    at_table: str
    in_standings: str


@dataclass(frozen=True, slots=True)
class LateRow:
    """The penalty for coming late by some minutes, and its article."""

    article: str
    minutes: str
    follows: str


@dataclass(frozen=True, slots=True)
class ArticleRow:
    """An article in words."""

    article: Article
    level: str
    steps: str
    who: str
    remedy: str
    """The rectification by the policies of the event."""


@dataclass(frozen=True, slots=True)
class ArticleFamily:
    """The articles of a family under its name."""

    name: str
    rows: tuple[ArticleRow, ...]


@dataclass(frozen=True, slots=True)
class PenaltyTable:
    """The penalty table of an event: its levels, the common articles, and all by family."""

    version: int
    is_official: bool
    is_shown: bool
    levels: tuple[LevelRow, ...]
    common: tuple[ArticleRow, ...]
    families: tuple[ArticleFamily, ...]
    late: tuple[LateRow, ...] = ()
    """The steps of lateness; none in a club event."""

    @property
    def number(self) -> int:
        """The number of articles in force."""
        return sum(len(family.rows) for family in self.families)


@dataclass(frozen=True, slots=True)
class ArticlesPage:
    """The public page of the penalty table."""

    event: Event
    rounds: tuple[PublicRound, ...]
    table: PenaltyTable
    terms: tuple[TermText, ...]

    @property
    def has_advice(self) -> bool:
        """Whether some terms are for referees alone."""
        return any(term.is_advice for term in self.terms)


def read(snapshot: EventSnapshot) -> ArticlesPage:
    """Return the public page. Raises Http404 if the public may not see the table."""
    shown = table(snapshot.event)
    if not shown.is_shown:
        raise Http404
    return ArticlesPage(snapshot.event, round_states(snapshot), shown, terms(snapshot.event))


def table(event: Event, *, search: str = "") -> PenaltyTable:
    """Return the penalty table of an event; with `search`, only articles with these words or this
    code.
    """
    copy, official = catalogue.current(event.tournament), regulations_of(event).is_official
    rows = [
        _row(event, article, with_cards=official)
        for article in articles_in(catalogue.articles_of(copy), event)
    ]
    found = [row for row in rows if _has(row, search.casefold())]
    return PenaltyTable(
        version=copy.version if copy else 0,
        is_official=official,
        is_shown=official or bool(copy and copy.is_public),
        levels=_levels(event, with_cards=official),
        common=tuple(row for row in rows if row.article.is_common),
        families=tuple(_families(found)),
        late=_late(event) if official else (),
    )


def switched_off(event: Event) -> list[tuple[str, str]]:
    """Return code and name of the articles that the tournament has switched off."""
    rows = catalogue.articles_of(_copy(event)).values()
    return [
        (row.code, row.name or str(BY_CODE[row.code].name if row.code in BY_CODE else ""))
        for row in rows
        if row.is_off
    ]


def _copy(event: Event) -> Catalogue | None:
    return catalogue.current(event.tournament)


def _row(event: Event, article: Article, *, with_cards: bool) -> ArticleRow:
    level = level_text(article.level, with_cards=with_cards)
    if article.points:
        level = f"{level} {points_text(event, article.points, at_table=True)}"
    who, remedy = AUTHORITIES[articles.first_office(article)], remedy_text(event, article)
    return ArticleRow(article, level, steps_text(article), str(who), remedy)


def _has(row: ArticleRow, search: str) -> bool:
    article = row.article
    words = (article.code, article.number, article.name, article.text, row.remedy)
    return not search or any(search in text.casefold() for text in words)


def _families(rows: Iterable[ArticleRow]) -> Iterable[ArticleFamily]:
    for family, members in groupby(rows, key=attrgetter("article.family")):
        yield ArticleFamily(str(FAMILIES[family]), tuple(members))


def _levels(event: Event, *, with_cards: bool) -> tuple[LevelRow, ...]:
    levels: Sequence[Level] = [level for level in Level if level is not Level.RECT]
    return tuple(
        LevelRow(
            level_text(level, with_cards=with_cards),
            amount_text(event, level, at_table=True),
            amount_text(event, level, at_table=False),
        )
        for level in levels
        if with_cards or level in {*amounts.FREE, *amounts.WITH_AMOUNT, Level.L7}
    )


def _late(event: Event) -> tuple[LateRow, ...]:
    terms = lateness.terms_of(event)
    return tuple(
        LateRow(step.article.value, minutes_text(first, last), late_step_text(step, terms))
        for first, last, step in lateness.late_steps(terms)
    )
