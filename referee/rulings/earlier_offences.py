"""Earlier offences of an offender in the window of an article, and earlier yellow cards.

Rulings in force and warnings that stand are counted. What follows of two cards is in `two_cards`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from referee.models import (
    Needs,
    RulingCase,
    RulingSanction,
    RulingStep,
    RulingStepKind,
)
from referee.rulings.decisions import NamedOffender, RulingSource
from tournaments.models import Event, PenaltyWarning, Person
from tournaments.models.record import BY_CASE
from tournaments.regulations.articles import Article, Level, RepeatWindow, Scope

YEAR: Final = timedelta(days=365)


class _Path(NamedTuple):
    """How the place of a window is reached: from a source, from a case, from a warning.

    A warning names no table: within a match it is found by the round.
    """

    source: str
    case: str
    warning: str


_PATHS: Final = {
    RepeatWindow.DEAL: _Path("deal", "deal", "deal"),
    RepeatWindow.GAME: _Path("deal.game", "deal__game", "deal__game"),
    RepeatWindow.SEGMENT: _Path("sitting.segment", "sitting__segment", "round"),
    RepeatWindow.MATCH: _Path("sitting.segment.match", "sitting__segment__match", "round"),
    RepeatWindow.ROUND: _Path("round", "round", "round"),
    RepeatWindow.STAGE: _Path("round.group.stage", "round__group__stage", "round__group__stage"),
}
"""The windows within a tournament, from the smallest."""


def count(
    article: Article,
    source: RulingSource,
    offender: NamedOffender,
    apart_from: RulingCase | None = None,
) -> int:
    """Count the offences of an offender against an article before this one, in its window.

    For a case that is revised these are the ones before the case, not those since.
    """
    at = apart_from.created_at if apart_from is not None else timezone.now()
    of_case, of_warning = _in_window(article.window, source, at)
    by = _offended_by(article, offender)
    sanctions = RulingSanction.objects.filter(by, of_case, version__article=article.code)
    counted = sanctions.filter(in_force()).values("version__case").distinct()
    if apart_from is not None:
        counted = counted.filter(version__case__created_at__lt=at)
        counted = counted.exclude(version__case=apart_from)
    warnings = PenaltyWarning.objects.filter(
        by, of_warning, article=article.code, created_at__lte=at
    )
    others = warnings.filter(reverses=None, reversed_by=None).exclude(origin_label=BY_CASE)
    return counted.count() + others.count()


def yellow_cards(
    source: RulingSource, offender: NamedOffender, apart_from: RulingCase | None = None
) -> int:
    """Count the written warnings of an offender in the stage before this one, for any offence."""
    at = apart_from.created_at if apart_from is not None else timezone.now()
    stage, _warnings = _in_window(RepeatWindow.STAGE, source, at)
    whose = Q(entry=offender.entry)
    if offender.person is not None:
        whose = Q(person__in=_same(offender.person))
    given = RulingSanction.objects.filter(whose, stage, in_force(), level=Level.L2)
    given = given.filter(version__case__created_at__lt=at)
    if apart_from is not None:
        given = given.exclude(version__case=apart_from)
    return given.values("version__case").distinct().count()


def cards_in_force(event: Event) -> QuerySet[RulingSanction]:
    """Return the written warnings of an event that stand, in the order in which they were given."""
    given = RulingSanction.objects.filter(in_force(), version__case__event=event, level=Level.L2)
    related = ("version__case__round__group", "version__case__tournament", "entry", "person")
    return given.select_related(*related).order_by("version__case__created_at", "pk")


def in_force() -> Q:
    """Return the condition of a sanction whose version is in force."""
    steps = RulingStep.objects.filter(version=OuterRef("version"))
    over = Exists(steps.filter(kind__in=[RulingStepKind.UNDONE, RulingStepKind.REFUSED]))
    confirmed = Exists(steps.filter(kind=RulingStepKind.CONFIRMED))
    return ~Q(over) & (Q(version__needs=Needs.NOBODY) | Q(confirmed))


def _offended_by(article: Article, offender: NamedOffender) -> Q:
    """Return the condition of an offence: of the person, or of the side where these count.

    Beyond one event an entry is another one, but the person is not.
    """
    of_person = article.counts == Scope.PERSON or article.window in (
        RepeatWindow.TOURNAMENT,
        RepeatWindow.YEAR,
    )
    if offender.person is None or not of_person:
        return Q(entry=offender.entry)
    return Q(person__in=_same(offender.person))


def _same(person: Person) -> list[int]:
    first = person.same_as_id or person.pk
    others = Person.objects.filter(same_as=first).values_list("pk", flat=True)
    return [first, *others]


def _in_window(window: RepeatWindow, source: RulingSource, at: datetime) -> tuple[Q, Q]:
    """Return the conditions of the window for cases and for warnings, for an offence `at` a time.

    Where the source does not say so much (a ruling at no table), the next larger one is taken.
    """
    if window == RepeatWindow.YEAR:
        since = at - YEAR
        return Q(version__created_at__gte=since), Q(created_at__gte=since)
    wider = list(_PATHS)
    for each in wider[wider.index(window) :] if window in _PATHS else ():
        path = _PATHS[each]
        place = _follow(source, path.source)
        if place is not None:
            warned = _follow(source, path.warning.replace("__", "."))
            return Q(**{f"version__case__{path.case}": place}), Q(**{path.warning: warned})
    tournament = source.event.tournament_id
    return Q(version__case__tournament=tournament), Q(event__tournament=tournament)


def _follow(source: object, path: str) -> object:
    for name in path.split("."):
        source = getattr(source, name) if source is not None else None
    return source
