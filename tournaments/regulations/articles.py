"""The articles in force in an event: the catalogue as it reads for its game and its form.

What a tournament made of the catalogue is its copy; without one the program's own counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournaments.models import Event, Form
from tournaments.regulations.infractions import COMMON, INFRACTIONS
from tournaments.regulations.infractions.values import (
    Authority,
    Column,
    Infraction,
    Level,
    Scope,
    Step,
    Terms,
    Window,
)
from tournaments.structure.game_slots import has_levels

PLAY_OF: Final = {Column.INDIVIDUAL: Window.GAME, Column.SIDES: Window.MATCH}
"""Within what irregularities of play are counted by form, where the catalogue does not say."""


@dataclass(frozen=True, slots=True)
class Article:
    """An article as it reads in an event: the level of a first offence, and of repeated ones.

    `text` is the organiser's own, `remedy` what the program says that the referee does besides.
    `number` is what is printed: the code, or the number in the organiser's own regulations.
    """

    code: str
    family: str
    name: str
    level: Level
    needs_facts: bool
    who: Authority
    steps: tuple[Step, ...]
    window: Window
    counts: Scope
    text: str = ""
    remedy: str = ""
    number: str = ""
    is_common: bool = False


def articles(event: Event) -> tuple[Article, ...]:
    """Return the articles in force in an event, in the order of the catalogue."""
    column = column_of(event)
    return tuple(
        _article(infraction, infraction.terms[column], column)
        for infraction in INFRACTIONS
        if column in infraction.terms
    )


def article(event: Event, code: str) -> Article | None:
    """Return an article in force in an event, None where there is none of that code."""
    return next((row for row in articles(event) if row.code == code), None)


def column_of(event: Event) -> Column:
    """Return the column of the catalogue by which an event is judged."""
    if has_levels(event):
        return Column.LEVELS
    return Column.INDIVIDUAL if event.form == Form.INDIVIDUAL else Column.SIDES


def _article(infraction: Infraction, terms: Terms, column: Column) -> Article:
    return Article(
        code=infraction.code,
        family=infraction.family,
        name=str(infraction.name),
        level=terms.level,
        needs_facts=infraction.needs_facts,
        who=infraction.who,
        steps=terms.steps,
        window=infraction.window or PLAY_OF.get(column, Window.GAME),
        counts=infraction.counts,
        remedy=str(infraction.remedy),
        number=infraction.code,
        is_common=infraction.code in COMMON,
    )


__all__ = [
    "Article",
    "Authority",
    "Column",
    "Level",
    "Scope",
    "Step",
    "Window",
    "article",
    "articles",
    "column_of",
]
