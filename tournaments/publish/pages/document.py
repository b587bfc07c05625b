"""The page of a document: how far it is, and the way to it when it is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from django.http import Http404
from django.utils import timezone

from tournaments import wording
from tournaments.jobs.models import LIVE, Document, Job, JobState
from tournaments.models import Event
from tournaments.publish import documents
from tournaments.publish.pdf.typefaces import FontProblem

PATIENCE = timedelta(seconds=10)
"""After so long without a worker something is wrong, and the page says so."""


WORDED = frozenset(FontProblem)
PAPER = "application/pdf"


class State(StrEnum):
    """How far a document is."""

    QUEUED = "queued"
    WORKING = "working"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Doors:
    """Where a page of a document leads: it is ordered again, looked for again, and read."""

    order: str
    look: str
    file: str = ""
    is_desk: bool = False


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """What the page shows: with a worker `done` of `total` steps, else how many jobs are before.

    `round` is the number of the round that a document shows, as a form sends it, or "".
    """

    event: Event
    kind: str
    digest: str
    title: str
    state: State
    document: Document | None = None
    before: int = 0
    unheard: bool = False
    done: int = 0
    total: int = 0
    failure: str = ""
    round: str = ""

    @property
    def is_pdf(self) -> bool:
        """Whether the document is paper; all others are files for other programs."""
        return self.document is None or self.document.media_type == PAPER

    @property
    def is_awaited(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in (State.QUEUED, State.WORKING)

    @property
    def stamp(self) -> tuple[object, ...]:
        """What the page's stamp is made from."""
        parts = (self.before, self.unheard, self.done, self.total, self.failure)
        return (self.digest, self.event.public_revision, self.state, *parts)


def read(event: Event, kind: str, digest: str) -> DocumentPage:
    """Return what the page shows. Raises Http404 where there is none and none is awaited."""
    # In this order: a job that ends in between has left its document.
    job = documents.job_of_event(event, kind, digest)
    ready = documents.of_event(event, kind, digest)
    if ready is not None:
        return DocumentPage(event, kind, digest, ready.title, State.READY, document=ready)
    if job is None or job.state == JobState.DONE:
        raise Http404
    title = job.payload.get("title", f"{event.tournament.name} {event.name}")
    number = job.about.partition(":")[2]
    page = DocumentPage(event, kind, digest, str(title), State.FAILED, round=number)
    return _underway(page, job)


def _underway(page: DocumentPage, job: Job) -> DocumentPage:
    if not job.is_live:
        return replace(page, failure=_failure(job))
    now = timezone.now()
    if job.lease_until and job.lease_until > now:
        return replace(page, state=State.WORKING, done=job.done, total=job.total)
    before = Job.objects.filter(state__in=LIVE, pk__lt=job.pk).count()
    unheard = now - job.created_at > PATIENCE
    return replace(page, state=State.QUEUED, before=before, unheard=unheard)


def _failure(job: Job) -> str:
    """Return why it failed in words, where the reason is one that somebody can act on."""
    return wording.sentence(FontProblem(job.error_code)) if job.error_code in WORDED else ""
