"""What can be appealed against in an event: penalty points and results, and whose affair they are.

A kind of its own is registered for rulings as records, so that nothing else here knows of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from referee.base.verbs import BY_DECISION, BY_PENALTY, BY_REFEREE, BY_RULING
from referee.models import Against, Matter
from tournaments.models import (
    Adjustment,
    AuditEntry,
    Entry,
    Event,
    LogMention,
    MentionKind,
    Result,
    Round,
)

NOT_APPEALABLE: Final = frozenset({"T-06", "T-07"})
"""Articles on slow play, whose rulings nobody can appeal against."""
WRITERS_OF_RESULTS: Final = (BY_RULING, BY_REFEREE, BY_DECISION)
"""Origins of results that an official decided."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Something that can be appealed against; `row` is what was posted, by which it is undone.

    `parties` are the keys of the entries whose affair it is, `by` is the uid of who decided it.
    `matter` is given where the ruling itself says that it is one of discipline.
    """

    against: Against
    uid: str
    at: datetime
    round: Round | None
    parties: frozenset[int]
    by: str
    article: str = ""
    adjustment: Adjustment | None = None
    result: Result | None = None
    matter: Matter | None = None

    @property
    def is_appealable(self) -> bool:
        """Whether an appeal against it is heard at all."""
        return self.article.split(" ")[0] not in NOT_APPEALABLE


Finder = Callable[[Event, str], Ground | None]
Lister = Callable[[Event], Sequence[Ground]]


def find(event: Event, against: str, uid: str) -> Ground | None:
    """Return what is meant by a kind and a uid in an event; None where there is no such thing."""
    finder = _finders.get(against)
    return finder(event, uid) if finder else None


def listed(event: Event) -> list[Ground]:
    """Return what can be appealed against in an event, the newest first."""
    grounds = [ground for lister in _listers for ground in lister(event)]
    return sorted(grounds, key=lambda ground: ground.at, reverse=True)


def register(against: Against, finder: Finder, lister: Lister) -> None:
    """Register a kind of grounds; again with the same functions changes nothing."""
    _finders[against] = finder
    if lister not in _listers:
        _listers.append(lister)


def author_of(uid: str) -> str:
    """Return the uid of the account that made a row, "" where none did."""
    made = LogMention.objects.filter(uid=uid, kind=MentionKind.MADE).order_by("entry")
    actor = AuditEntry.objects.filter(pk__in=made.values("entry")[:1])
    kind, _colon, account = (actor.values_list("actor", flat=True).first() or "").partition(":")
    return account if kind == "user" else ""


def of_penalty(row: Adjustment) -> Ground:
    """Return penalty points as grounds: of everybody at the table, or of the entry alone."""
    match = row.side.match if row.side else None
    if match is not None:
        parties = Entry.objects.filter(sides__match=match).values_list("pk", flat=True)
    else:
        parties = Entry.objects.filter(adjustment=row).values_list("pk", flat=True)
    return Ground(
        against=Against.PENALTY,
        uid=row.uid,
        at=row.created_at,
        round=match.round if match else None,
        parties=frozenset(parties),
        by=author_of(row.uid),
        article=row.article,
        adjustment=row,
    )


def of_result(row: Result) -> Ground:
    """Return the result of a deal as grounds: of everybody who met in its match."""
    match = row.deal.sitting.segment.match
    parties = Entry.objects.filter(sides__match=match).values_list("pk", flat=True)
    return Ground(
        against=Against.RESULT,
        uid=row.uid,
        at=row.created_at,
        round=match.round,
        parties=frozenset(parties),
        by=author_of(row.uid),
        result=row,
    )


def _find_penalty(event: Event, uid: str) -> Ground | None:
    row = _penalties(event).filter(uid=uid).first()
    return of_penalty(row) if row else None


def _find_result(event: Event, uid: str) -> Ground | None:
    row = Result.objects.filter(deal__event=event, uid=uid).select_related(*_OF_RESULT).first()
    return of_result(row) if row else None


def _list_penalties(event: Event) -> list[Ground]:
    return [of_penalty(row) for row in _penalties(event)]


def _list_results(event: Event) -> list[Ground]:
    """Return the results that an official decided and that still count."""
    live = Result.objects.filter(
        deal__event=event, origin_label__in=WRITERS_OF_RESULTS, retired_by=None
    )
    return [of_result(row) for row in live.select_related(*_OF_RESULT)]


def _penalties(event: Event) -> QuerySet[Adjustment]:
    rows = Adjustment.objects.filter(event=event, origin_label=BY_PENALTY, reverses=None)
    related = ("event__tournament", "entry", "side__match__round__event", "deal")
    return rows.select_related(*related)


_OF_RESULT: Final = (
    "retires",
    "deal__event__tournament",
    "deal__sitting__table",
    "deal__sitting__segment__match__round",
)
_finders: dict[str, Finder] = {Against.PENALTY: _find_penalty, Against.RESULT: _find_result}
_listers: list[Lister] = [_list_penalties, _list_results]
