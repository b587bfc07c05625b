"""A tournament's copy of the catalogue: made at the first edit, frozen by the first draw.

After that it is changed by new versions with a reason; the old ones are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from django.db.models import Q
from django.utils import timezone

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import Catalogue, Event, EventState, Round, Size, Tournament
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.digest import digest
from tournaments.regulations.stored_articles import (
    DEFAULTS,
    OWN_FAMILY,
    StoredArticle,
)

Articles = Mapping[str, StoredArticle]
"""Articles by their codes, in the order of the catalogue; the organiser's own come last."""
OF_PROGRAM: Final[Articles] = DEFAULTS


def current(tournament: Tournament | int) -> Catalogue | None:
    """Return the version in force; None where it is the program's catalogue."""
    return Catalogue.objects.filter(tournament=tournament).order_by("-version").first()


def versions(tournament: Tournament) -> list[Catalogue]:
    """Return all versions without their articles, the newest first."""
    rows = Catalogue.objects.filter(tournament=tournament)
    return list(rows.defer("articles").order_by("-version"))


def articles_of(copy: Catalogue | None) -> Articles:
    """Return every article of a version, also those that are switched off."""
    if copy is None:
        return OF_PROGRAM
    return {row["code"]: StoredArticle.from_json(row) for row in copy.articles}


def is_drawn(tournament: Tournament) -> bool:
    """Whether a draw of the tournament is published: articles are frozen from then on."""
    drawn = Round.objects.filter(event__tournament=tournament, state__in=Round.PUBLIC)
    return drawn.exists()


def is_shown(event: Event) -> bool:
    """Whether strangers may see the penalty table of an event; in an official one they always do.

    Elsewhere the organiser has published it.
    """
    official = Q(regulations__size=Size.OFFICIAL)
    shown = official | Q(tournament__catalogues__is_public=True)
    return Event.objects.filter(shown, pk=event.pk).exists()


def change_article(
    tournament: Tournament,
    actor: Actor,
    wanted: StoredArticle,
    *,
    reason: str = "",
    seen: str | None = None,
) -> StoredArticle:
    """Change an article of a tournament, or add one of the organiser's own (without a code).

    A frozen catalogue gets a new version. `seen` is the mark of the article that a page has shown.
    Raises Refused with every problem, and where somebody else has changed the article since.
    """
    with change(tournament, actor, Verb.CHANGE_ARTICLE) as made:
        copy = current(tournament) or _copy_program(tournament)
        articles = dict(articles_of(copy))
        if wanted.code and seen is not None and seen != mark(articles[wanted.code]):
            raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))
        wanted = wanted if wanted.code else replace(wanted, code=_next_code(articles))
        if problems := list(_problems(copy, wanted, reason.strip())):
            raise Refused(*problems)
        articles[wanted.code] = wanted
        copy = _store(copy, articles.values(), reason.strip())
        made.note(code=wanted.code, version=copy.version, articles=digest(copy.articles))
        _show(made, tournament)
    return wanted


def mark(row: StoredArticle) -> str:
    """Return what tells an article from itself before a change."""
    return digest(row.as_json())


def publish_articles(tournament: Tournament, actor: Actor, *, is_public: bool) -> None:
    """Show the penalty table of club events to everybody, or take it off the public pages."""
    with change(tournament, actor, Verb.PUBLISH_ARTICLES) as made:
        copy = current(tournament) or _copy_program(tournament)
        Catalogue.objects.filter(tournament=tournament).update(is_public=is_public)
        made.note(is_public=is_public, version=copy.version)
        _show(made, tournament)


def freeze(event: Event) -> None:
    """Freeze the catalogue with the first published draw, within an open change.

    A tournament that has changed nothing gets its copy here if the event is an official one.
    """
    tournament = event.tournament
    if not Catalogue.objects.filter(tournament=tournament).exists():
        if not Event.objects.filter(pk=event.pk, regulations__size=Size.OFFICIAL).exists():
            return
        _copy_program(tournament)
    unfrozen = Catalogue.objects.filter(tournament=tournament, frozen_at=None)
    unfrozen.update(frozen_at=timezone.now())


def _problems(copy: Catalogue, wanted: StoredArticle, reason: str) -> Iterator[Problem]:
    if copy.frozen_at and not reason:
        yield refuse(PlanReason.ARTICLES_FROZEN, field="reason")
    if wanted.is_own and not (wanted.name and wanted.number and wanted.text and wanted.terms):
        yield refuse(PlanReason.ARTICLE_INCOMPLETE)
    for terms in wanted.terms.values():
        heights = [terms.level.height, *(step.level.height for step in terms.steps)]
        if heights != sorted(heights):
            yield refuse(PlanReason.STEPS_FALL)
            return


def _store(copy: Catalogue, articles: Iterable[StoredArticle], reason: str) -> Catalogue:
    rows = [row.as_json() for row in articles]
    if copy.frozen_at is None:
        copy.articles = rows
        copy.save(update_fields=["articles"])
        return copy
    return Catalogue.objects.create(
        tournament=copy.tournament,
        version=copy.version + 1,
        reason=reason,
        articles=rows,
        is_public=copy.is_public,
        frozen_at=timezone.now(),
    )


def _copy_program(tournament: Tournament) -> Catalogue:
    """Store the first version; it is frozen at once where a draw was published before."""
    return Catalogue.objects.create(
        tournament=tournament,
        articles=[row.as_json() for row in OF_PROGRAM.values()],
        frozen_at=timezone.now() if is_drawn(tournament) else None,
    )


def _next_code(articles: Articles) -> str:
    own = sum(row.family == OWN_FAMILY for row in articles.values())
    return f"{OWN_FAMILY}-{own + 1}"


def _show(made: Change, tournament: Tournament) -> None:
    shown = (EventState.PUBLISHED, EventState.FINISHED)
    for event in tournament.events.filter(state__in=shown):
        made.shows(event)
