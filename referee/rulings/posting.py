"""What follows from a decision: put on a snapshot to be looked at, or posted in its change.

Everything is posted through the ledger in the change of the ruling, and bears the version's uid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.translation import get_language

from referee.base.case_numbers import number_text
from referee.models import RulingVersion
from referee.rulings import heavy_levels, ruling_effects, stored_decision, undoing
from referee.rulings.on_deals.ruling_stack import NOTHING, Removal
from referee.rulings.proposals import Measures
from referee.rulings.ruling_effects import RulingEffect, RulingOrigin
from tournaments import results
from tournaments.models import Event, RulingsShown, User
from tournaments.record.audit import Change
from tournaments.regulations import articles
from tournaments.regulations.articles import Article
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.regulations import regulations_of

HOLD: Final = "ruling"
"""The code of the hold on a deal whose ruling waits for somebody's word."""
LOOKED_AT: Final = "?"
"""The origin of rows that are only looked at."""


def effects_of(
    measures: Measures, now: Callable[[], EventSnapshot], without: Removal = NOTHING
) -> Iterator[RulingEffect]:
    """Yield what follows from a decision, `without` some rulings, in the order of doing it.

    Each effect is made once the one before it is done: heavy levels count what points have changed.
    `now` returns the event as it is by then.
    """
    for row in measures.sanctions:
        yield from ruling_effects.of_sanction(measures, row)
    if any(heavy_levels.is_heavy(row.level) for row in measures.sanctions):
        yield from heavy_levels.effects_of(now(), measures.source, measures.sanctions)
    yield from ruling_effects.of_deal(measures, without)


def assumed(before: EventSnapshot, measures: Measures, without: Removal = NOTHING) -> EventSnapshot:
    """Return the event as it would be after a decision, and `without` some rulings."""
    shown = [undoing.without(before, without)]
    for effect in effects_of(measures, lambda: shown[-1], without):
        shown.append(effect.on(shown[-1], LOOKED_AT))
    return shown[-1]


def post(made: Change, version: RulingVersion, official: User) -> None:
    """Post what follows from a version. Raises Refused as the operations of the ledger do."""
    event, measures = version.case.event, stored_decision.measures_of(version)
    origin = RulingOrigin(version, posted_reason(version), official)
    for row in measures.sanctions:
        made.concerns(entry=row.offender.entry)
    for effect in effects_of(measures, lambda: results.read(event)):
        effect.post(made, origin)
    made.shows(event)


def posted_reason(version: RulingVersion) -> str:
    """Return the reason that the rows of a ruling bear, which everybody reads.

    It names the article as far as the event publishes its rulings, and the facts never.
    """
    terms = regulations_of(version.case.event)
    number = number_text(version.case)
    if not terms.is_official:
        return article_text(version) or version.facts or number
    if terms.rulings_shown != RulingsShown.ALL:
        return number
    return " ".join(filter(None, [number, article_text(version)]))


def article_text(version: RulingVersion) -> str:
    """Return number and name of the article, or the words that were written instead."""
    if not version.article:
        return version.own_article
    row = article_of(version)
    if row is None:
        return version.article
    is_official = regulations_of(version.case.event).is_official
    return f"{row.number} {row.name}" if is_official else row.name


def article_of(version: RulingVersion) -> Article | None:
    """Return the article of the catalogue that a version names; None where there is none."""
    return _articles_of(version.case.event).get(version.article) if version.article else None


def _articles_of(event: Event) -> Mapping[str, Article]:
    """Return the articles of an event by code, read once for a list of its rulings."""
    language = get_language()
    kept: dict[str | None, Mapping[str, Article]] = vars(event).setdefault("articles_told", {})
    if language not in kept:
        kept[language] = {row.code: row for row in articles.articles(event)}
    return kept[language]
