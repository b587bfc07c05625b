"""The registry of kinds of documents, and ordering a document.

`prepare` of a kind reads plain values, the whole input of a document, during the request; a worker
renders them later (`render`) and reads nothing else. A document is identified by the digest of its
input: ordering the same again returns the same document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.functional import Promise

from tournaments.jobs import documents as kept
from tournaments.jobs import registry
from tournaments.jobs.models import LIVE, Document, Job
from tournaments.models import Event, Round, Stage
from tournaments.record import digest

LONGEST_NAME = 120
PDF = ("pdf", "application/pdf")
PDF_EDITION = 2
"""What all PDFs are drawn with. It changes where a typeface draws what was missing before, so that
what is stored is made again when it is ordered."""


class DocumentScope(StrEnum):
    """Whether a document shows a whole event, one of its rounds, or either."""

    EVENT = "event"
    ROUND = "round"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a document shows; `start` is our address as others in the hall know it, or "".

    `with_cards` asks for table cards where a document can have them.
    """

    event: Event
    start: str = ""
    round: Round | None = None
    with_cards: bool = False

    @property
    def about(self) -> str:
        """The key under which documents are stored: uid of the event and number of the round."""
        number = f":{self.round.number}" if self.round else ""
        return f"{self.event.uid}{number}"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document before it is rendered: its title and its whole input.

    `seq` is the number of the log entry at which the input last changed; `input` is JSON data.
    """

    kind: str
    language: str
    about: str
    seq: int
    title: str
    input: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """The digest by which the document is found again.

        It includes the subject, because two events can have the same input before play.
        """
        kind = find(self.kind)
        edition = [PDF_EDITION] if kind.suffix == PDF[0] else []
        identity = [self.kind, kind.version, *edition, self.language, self.about, self.input]
        return digest.digest(identity)


def suits_every_event(_event: Event, _stages: Sequence[Stage]) -> bool:
    """Accept every event; the default of `DocumentKind.suits`."""
    return True


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A kind of document of an event. `version` changes when the same input is rendered otherwise.

    Kinds that are not `public` are ordered and read by officials only. A kind with `drafts` can
    show a round that is not published yet.
    """

    name: str
    version: int
    suffix: str
    media_type: str
    prepare: Callable[[Subject], Prepared]
    render: Callable[[Mapping[str, Any], registry.Progress], bytes]
    title: str | Promise = ""
    scope: DocumentScope = DocumentScope.EVENT
    public: bool = True
    drafts: bool = False
    bears_address: bool = False
    """Whether it is laid out in the hall with our address printed on it."""
    suits: Callable[[Event, Sequence[Stage]], bool] = suits_every_event
    """Whether an event with these stages offers this kind."""

    def shows(self, round_: Round | None) -> bool:
        """Whether this kind exists for a round, or for the whole event where `round_` is None."""
        if round_ is None:
            return self.scope is not DocumentScope.ROUND
        is_public = round_.state in Round.PUBLIC
        is_draft = round_.state == Round.State.DRAFT
        return self.scope is not DocumentScope.EVENT and (is_public or (is_draft and self.drafts))


class UnknownDocument(LookupError):
    """Nobody registered this kind of document."""


class QueueFull(Exception):
    """Too many documents are waiting already."""


_kinds: dict[str, DocumentKind] = {}


def register(kind: DocumentKind) -> None:
    """Register a kind of document. Raises ValueError where another kind has its name."""
    if _kinds.setdefault(kind.name, kind) is not kind:
        raise ValueError(f"there is a document called {kind.name} already")
    registry.register(kind.name, make)


def find(name: str) -> DocumentKind:
    """Return the kind of a name. Raises UnknownDocument."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownDocument(name) from None


def names() -> tuple[str, ...]:
    """Return the names of all kinds."""
    return tuple(sorted(_kinds))


def kinds(
    event: Event, round_: Round | None, *, public: bool, stages: Sequence[Stage] | None = None
) -> tuple[DocumentKind, ...]:
    """Return the kinds for a round, or for an event, in the order of registration.

    `stages` are those of the event where they are at hand.
    """
    if stages is None:
        prefetch_related_objects([event], "stages")
    known = list(event.stages.all()) if stages is None else stages
    shown = (kind for kind in _kinds.values() if kind.public or not public)
    return tuple(kind for kind in shown if kind.shows(round_) and kind.suits(event, known))


def event_of(about: str) -> str:
    """Return the uid of the event that a document is about."""
    return about.partition(":")[0]


def is_ordered(prepared: Prepared) -> bool:
    """Whether the document is there, or a job for it is live."""
    names = (prepared.kind, prepared.language, prepared.digest)
    jobs = Job.objects.filter(key=":".join(names), state__in=LIVE)
    return kept.find(*names) is not None or jobs.exists()


def order(prepared: Prepared, *, longest_queue: int) -> None:
    """Queue the job that makes the document. Raises QueueFull where too many wait."""
    if Job.objects.filter(kind__in=_kinds, state__in=LIVE).count() >= longest_queue:
        raise QueueFull
    payload = {
        "language": prepared.language,
        "digest": prepared.digest,
        "seq": prepared.seq,
        "title": prepared.title,
        "input": dict(prepared.input),
    }
    kept.order(prepared.kind, prepared.language, prepared.digest, payload, about=prepared.about)


def make(job: registry.Attempt, progress: registry.Progress) -> registry.Effect:
    """Render a document of any kind; the handler of these jobs."""
    kind, payload = find(job.kind), job.payload
    draft = kept.DocumentDraft(
        kind=job.kind,
        language=payload["language"],
        input_digest=payload["digest"],
        title=payload["title"],
        file_name=file_name(payload["title"], payload["seq"], kind.suffix),
        media_type=kind.media_type,
        content=kind.render(payload["input"], progress),
        about=job.about,
        seq=payload["seq"],
    )
    return partial(kept.keep, draft)


def document_of_event(event: Event, kind: str, digest_: str) -> Document | None:
    """Return a document of an event by its digest, without its content."""
    documents = Document.objects.filter(
        about__startswith=event.uid, kind=kind, input_digest=digest_
    )
    return documents.defer("content").first()


def job_of_event(event: Event, kind: str, digest_: str) -> Job | None:
    """Return the last job for this document."""
    jobs = Job.objects.filter(about__startswith=event.uid, kind=kind, key__endswith=f":{digest_}")
    return jobs.order_by("-pk").first()


def file_name(title: str, seq: int, suffix: str) -> str:
    """Return a file name from the title of a document and the number of its log entry.

    >>> file_name("个人赛/第1组: 排名表", 41, "pdf")
    '个人赛 第1组 排名表 41.pdf'
    """
    plain = "".join(char if char.isalnum() or char in "-_.()（）·" else " " for char in title)
    return f"{' '.join(plain.split())[:LONGEST_NAME]} {seq}.{suffix}"
