"""The page of a document: its progress, and its link once it is made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from django.http import Http404
from django.utils import timezone

from tournaments import wording
from tournaments.jobs.models import LIVE, Document, Job, JobState
from tournaments.models import Event
from web.publish import documents
from web.publish.pdf.typefaces import FontProblem

PATIENCE = timedelta(seconds=10)
"""How long a job may wait for a worker before the page says that something is wrong."""


WORDED = frozenset(FontProblem)
PAPER = "application/pdf"


class DocumentState(StrEnum):
    """The progress of a document."""

    QUEUED = "queued"
    WORKING = "working"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Doors:
    """The links of the page of a document: order again, look again, read."""

    order: str
    look: str
    file: str = ""
    is_desk: bool = False


@dataclass(frozen=True, slots=True)
class DocumentProgress:
    """The progress of a document: `done` of `total` steps while a worker makes it, else jobs
    `before`.

    `round` is the number of the round that the document shows, as a form sends it, or "";
    `with_cards` says that table cards were asked for.
    """

    event: Event
    kind: str
    digest: str
    title: str
    state: DocumentState
    document: Document | None = None
    before: int = 0
    unheard: bool = False
    done: int = 0
    total: int = 0
    failure: str = ""
    round: str = ""
    with_cards: bool = False

    @property
    def is_pdf(self) -> bool:
        """Whether the document is a PDF rather than an export."""
        return self.document is None or self.document.media_type == PAPER

    @property
    def is_awaited(self) -> bool:
        """Whether the document is still being made."""
        return self.state in (DocumentState.QUEUED, DocumentState.WORKING)

    @property
    def stamp(self) -> tuple[object, ...]:
        """The values that determine the stamp of the page."""
        parts = (self.before, self.unheard, self.done, self.total, self.failure)
        return (self.digest, self.event.public_revision, self.state, *parts)


def read(event: Event, kind: str, digest: str) -> DocumentProgress:
    """Return the page. Raises Http404 if there is no document and no job for it."""
    # In this order, because a job that ends in between has stored its document.
    job = documents.job_of_event(event, kind, digest)
    ready = documents.document_of_event(event, kind, digest)
    if ready is not None:
        return DocumentProgress(
            event, kind, digest, ready.title, DocumentState.READY, document=ready
        )
    if job is None or job.state == JobState.DONE:
        raise Http404
    title = job.payload.get("title", f"{event.tournament.name} {event.name}")
    number = job.about.partition(":")[2]
    page = DocumentProgress(
        event,
        kind,
        digest,
        str(title),
        DocumentState.FAILED,
        round=number,
        with_cards=bool(job.payload.get("input", {}).get("cards")),
    )
    return _pending(page, job)


def _pending(page: DocumentProgress, job: Job) -> DocumentProgress:
    if not job.is_live:
        # Only reasons that somebody can act on are shown.
        known = job.error_code in WORDED
        return replace(page, failure=wording.sentence(FontProblem(job.error_code)) if known else "")
    now = timezone.now()
    if job.lease_until and job.lease_until > now:
        return replace(page, state=DocumentState.WORKING, done=job.done, total=job.total)
    before = Job.objects.filter(state__in=LIVE, pk__lt=job.pk).count()
    unheard = now - job.created_at > PATIENCE
    return replace(page, state=DocumentState.QUEUED, before=before, unheard=unheard)
