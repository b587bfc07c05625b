"""A tournament's copy of the catalogue: created by the first edit, frozen by the first draw.

Later changes are new versions with a reason; the old ones are kept. An article has its levels in
every column and the organiser's own words; it is stored in the JSON of a `Catalogue`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from django.db.models import Q
from django.utils import timezone

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import Catalogue, Event, EventState, Form, Round, Size, Tournament
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.digest import digest
from tournaments.regulations.infractions import INFRACTIONS
from tournaments.regulations.infractions.values import (
    Authority,
    Escalation,
    FormColumn,
    Infraction,
    Level,
    RepeatWindow,
    Scope,
    Table,
    Terms,
)
from tournaments.structure.games import has_levels

OWN_FAMILY: Final = "O"
"""The family of the organiser's own articles, which have codes O-1, O-2 and so on."""
BY_CODE: Final[Mapping[str, Infraction]] = {row.code: row for row in INFRACTIONS}


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """An article of a tournament; an empty `name` is the program's, in the reader's language.

    `number` is that of the organiser's own regulations, `is_off` one that is not in force.
    """

    code: str
    terms: Table
    who: Authority = Authority.REFEREE
    window: RepeatWindow | None = None
    counts: Scope = Scope.SIDE
    needs_facts: bool = False
    name: str = ""
    number: str = ""
    text: str = ""
    is_off: bool = False
    changed: bool = field(default=False, compare=False)
    """Whether it is not as the program has it."""

    @property
    def family(self) -> str:
        """The letter before its number."""
        return self.code[0]

    @property
    def is_own(self) -> bool:
        """Whether it is the organiser's, and not in the program's catalogue."""
        return self.code not in BY_CODE

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "code": self.code,
            "terms": {column.value: _terms_data(terms) for column, terms in self.terms.items()},
            "who": self.who.value,
            "window": self.window.value if self.window else "",
            "counts": self.counts.value,
            "needs_facts": self.needs_facts,
            "name": self.name,
            "number": self.number,
            "text": self.text,
            "is_off": self.is_off,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the article stored as data."""
        read = cls(
            code=data["code"],
            terms={FormColumn(name): _read_terms(terms) for name, terms in data["terms"].items()},
            who=Authority(data["who"]),
            window=RepeatWindow(data["window"]) if data["window"] else None,
            counts=Scope(data["counts"]),
            **{name: data[name] for name in ("needs_facts", "name", "number", "text", "is_off")},
        )
        return cls(**{**read.values(), "changed": read != DEFAULTS.get(read.code)})

    def values(self) -> dict[str, Any]:
        """Return its fields by their names."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def from_program(infraction: Infraction) -> StoredArticle:
    """Return an infraction as an unchanged article of a tournament."""
    same = ("code", "terms", "who", "window", "counts", "needs_facts")
    return StoredArticle(**{name: getattr(infraction, name) for name in same})


def _terms_data(terms: Terms) -> dict[str, Any]:
    steps = [[step.nth, step.level.value, step.who and step.who.value] for step in terms.steps]
    return {"level": terms.level.value, "steps": steps}


def _read_terms(data: Mapping[str, Any]) -> Terms:
    steps = (
        Escalation(nth, Level(level), Authority(who) if who else None)
        for nth, level, who in data["steps"]
    )
    return Terms(Level(data["level"]), tuple(steps))


DEFAULTS: Final[Mapping[str, StoredArticle]] = {
    code: from_program(infraction) for code, infraction in BY_CODE.items()
}
"""The program's catalogue, by code and in its order."""


Articles = Mapping[str, StoredArticle]
"""Articles by their codes, in the order of the catalogue; the organiser's own come last."""
OF_PROGRAM: Final[Articles] = DEFAULTS


def current(tournament: Tournament | int) -> Catalogue | None:
    """Return the version in force; None if it is the program's catalogue."""
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
    """Whether the penalty table of an event is public, as it always is in an official one.

    Otherwise the organiser has to publish it.
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

    A frozen catalogue gets a new version. `seen` is the mark of the article on the page. Raises
    Refused with every problem, and if somebody else has changed the article since.
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
    """Return a value that changes whenever the article changes."""
    return digest(row.as_json())


def publish_articles(tournament: Tournament, actor: Actor, *, is_public: bool) -> None:
    """Publish the penalty table of club events, or remove it from the public pages."""
    with change(tournament, actor, Verb.PUBLISH_ARTICLES) as made:
        copy = current(tournament) or _copy_program(tournament)
        Catalogue.objects.filter(tournament=tournament).update(is_public=is_public)
        made.note(is_public=is_public, version=copy.version)
        _show(made, tournament)


def freeze(event: Event) -> None:
    """Freeze the catalogue with the first published draw, within an open change.

    A tournament without a copy gets one here if the event is an official one.
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
    """Store the first version; it is frozen at once if a draw was already published."""
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


def column_of(event: Event) -> FormColumn:
    """Return the column of the catalogue that applies to an event."""
    if has_levels(event):
        return FormColumn.LEVELS
    return FormColumn.INDIVIDUAL if event.form == Form.INDIVIDUAL else FormColumn.SIDES
