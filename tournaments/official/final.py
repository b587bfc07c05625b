"""The stage of the final result of an event: none, on notice or official, with its versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from typing import Final as Constant

from django.db.models import OuterRef, Q, QuerySet

from tournaments.models import (
    Event,
    EventState,
    Hold,
    Publication,
    PublicationKind,
    PublicationState,
    PublicationTerms,
    Round,
    TermsKind,
)
from tournaments.models.record import ANNULLED, OWED
from tournaments.structure.regulations import regulations_of

APPEAL: Constant = "appeal"
"""The code of the holds by open appeals, which block no round and no publication."""
_OF_DEAL: Constant = "deal__sitting__segment__match__round__state"


class FinalStage(Enum):
    """The stage of the final result of an event."""

    NONE = auto()
    NOTICE = auto()
    OFFICIAL = auto()


@dataclass(frozen=True, slots=True)
class OfficialVersion:
    """An official result as it was published, with its number; the newest counts."""

    number: int
    at: datetime
    verb: str = ""
    reason: str = ""
    after_notice: bool = False
    shown: Sequence[Mapping[str, object]] = ()
    """The standings as they were published: place, entry by uid, total."""


@dataclass(frozen=True, slots=True)
class Final:
    """The final result of an event as last published."""

    stage: FinalStage = FinalStage.NONE
    posted_at: datetime | None = None
    terms: PublicationTerms | None = None
    versions: tuple[OfficialVersion, ...] = ()
    """The official results, the oldest first, also those before a finish was taken back."""
    shown: Sequence[object] = ()

    @property
    def was_on_notice(self) -> bool:
        """Whether there was a notice before the result was official, as in an official
        competition.
        """
        return bool(self.versions) and self.versions[0].after_notice

    @property
    def number(self) -> int:
        """The number of the newest official result, 0 before the first."""
        return self.versions[-1].number if self.versions else 0


def final_of(event: Event) -> Final:
    """Return the stage of the final result of an event, by one query."""
    return final_in(list(postings(event).select_related("terms").order_by("seq", "pk")))


def final_in(posted: Sequence[Publication]) -> Final:
    """Return the stage of the final result by its publications with their terms, oldest first."""
    if not posted:
        return Final()
    last, terms = posted[-1], terms_of(posted[-1])
    official = [row for row in posted if row.state == PublicationState.OFFICIAL]
    versions = tuple(_version(row, number) for number, row in enumerate(official, 1))
    if versions and any(_kind(row) == TermsKind.NOTICE for row in posted):
        versions = (replace(versions[0], after_notice=True), *versions[1:])
    return Final(_stage(last, terms), last.created_at, terms, versions, last.shown)


def postings(event: Event | OuterRef) -> QuerySet[Publication]:
    """Return the publications of the final standings of an event, the newest first."""
    posted = Publication.objects.filter(event=event, kind=PublicationKind.STANDINGS, round=None)
    return posted.order_by("-seq", "-pk")


def is_on_notice(event: Event) -> bool:
    """Whether an event is finished with its result on notice; costs a club event no query."""
    is_over = event.state == EventState.FINISHED and regulations_of(event).is_official
    return is_over and final_of(event).stage is FinalStage.NOTICE


def terms_of(publication: Publication) -> PublicationTerms | None:
    """Return the terms of a publication; publications of earlier versions of the program have
    none.
    """
    try:
        return publication.terms
    except PublicationTerms.DoesNotExist:
        return None


def round_terms(event: Event, number: int | None = None) -> PublicationTerms | None:
    """Return the terms of the last publication of a round, or of the newest published round."""
    rows = PublicationTerms.objects.filter(publication__event=event, kind=TermsKind.ROUND)
    if number is not None:
        rows = rows.filter(publication__round__number=number)
    related = rows.select_related("publication__round").defer("publication__round__reasons")
    return related.order_by("-publication__round__number", "-pk").first()


def open_matters(event: Event) -> int:
    """Return the number of open matters of an event: disputed deals, appeals, results owed.

    A round whose draw was withdrawn has no disputes, but its appeals are still decided, because a
    warning or a disqualification remains.
    """
    of_round = Q(deal__event=event) | Q(match__round__event=event) | Q(round__event=event)
    state = Round.State.CANCELLED
    cancelled = Q(round__state=state) | Q(match__round__state=state) | Q(**{_OF_DEAL: state})
    blocking = (Q(blocks=True) | Q(code=OWED)) & ~cancelled | Q(code__in=(APPEAL, ANNULLED))
    return Hold.objects.filter(of_round | Q(event=event), blocking, released_at=None).count()


def awaits(event: Event) -> datetime | None:
    """Return the earliest time at which a result on notice becomes official."""
    final = final_of(event)
    finished = Event.objects.filter(pk=event.pk, state=EventState.FINISHED)
    if final.stage is not FinalStage.NOTICE or final.terms is None or not finished.exists():
        return None
    return final.terms.official_from


def is_settled(event: Event) -> bool:
    """Whether prizes can be given: once a club event is finished, or once another is official.

    Reads the stored state of the event.
    """
    if not Event.objects.filter(pk=event.pk, state=EventState.FINISHED).exists():
        return False
    if not regulations_of(event).is_official:
        return True
    return final_of(event).stage is FinalStage.OFFICIAL and not open_matters(event)


def _kind(row: Publication) -> str:
    terms = terms_of(row)
    return terms.kind if terms else ""


def _stage(last: Publication, terms: PublicationTerms | None) -> FinalStage:
    if last.state == PublicationState.OFFICIAL:
        return FinalStage.OFFICIAL
    return FinalStage.NOTICE if terms and terms.kind == TermsKind.NOTICE else FinalStage.NONE


def _version(row: Publication, number: int) -> OfficialVersion:
    terms = terms_of(row)
    if terms is None:
        return OfficialVersion(number, row.created_at, shown=row.shown)
    return OfficialVersion(number, row.created_at, terms.verb, terms.reason, shown=row.shown)
