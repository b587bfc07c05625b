"""The kinds of documents that can be made, and how one is ordered.

A kind reads what it shows while the reader waits (`prepare`), into plain values that are the whole
input of the document; a worker turns them into bytes later (`render`) and looks at nothing else. A
document is known by the digest of its input: who asks for the same again gets the same document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.functional import Promise

from tournaments.jobs import documents as kept
from tournaments.jobs import registry
from tournaments.jobs.models import LIVE, Document, Job
from tournaments.models import Event, Round
from tournaments.record import digest

LONGEST_NAME = 120
PDF = ("pdf", "application/pdf")


class Scope(StrEnum):
    """Whether a document shows a whole event, one of its rounds, or either."""

    EVENT = "event"
    ROUND = "round"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a document is to show; `start` is our address as others in the hall know it, or ""."""

    event: Event
    start: str = ""
    round: Round | None = None

    @property
    def about(self) -> str:
        """What a document is kept under: the event, and the number of the round."""
        number = f":{self.round.number}" if self.round else ""
        return f"{self.event.uid}{number}"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document before it is made: what it is called, and everything that it will show.

    `seq` is the entry of the log at which the input last changed; `input` is plain JSON data.
    """

    kind: str
    language: str
    about: str
    seq: int
    title: str
    input: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """The name by which the document is found again.

        Two events may show the same, as before anything is played: each has its own document.
        """
        kind = find(self.kind)
        return digest.digest([self.kind, kind.version, self.language, self.about, self.input])


def of_any(_event: Event) -> bool:
    """Return that every event has such a document."""
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of document of an event. `version` moves when the same input is drawn otherwise.

    What is not `public` is ordered and read by officials only, at the desk. A kind takes `drafts`
    if it may show a round that is drawn and not published.
    """

    name: str
    version: int
    suffix: str
    media_type: str
    prepare: Callable[[Subject], Prepared]
    render: Callable[[Mapping[str, Any], registry.Progress], bytes]
    title: str | Promise = ""
    scope: Scope = Scope.EVENT
    public: bool = True
    drafts: bool = False
    bears_address: bool = False
    """Whether it is laid out in the hall with our address on it, which may change later."""
    suits: Callable[[Event], bool] = of_any
    """Whether an event has anything to show there; others do not offer it."""

    def shows(self, round_: Round | None) -> bool:
        """Whether there is such a document of a round, or of the whole event where it is None."""
        if round_ is None:
            return self.scope is not Scope.ROUND
        is_public = round_.state in (Round.State.PUBLISHED, Round.State.CLOSED)
        is_draft = round_.state == Round.State.DRAFT
        return self.scope is not Scope.EVENT and (is_public or (is_draft and self.drafts))


class UnknownDocument(LookupError):
    """Nobody registered this kind of document."""


class QueueFull(Exception):
    """So many documents are waiting that one more would help nobody."""


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Let a kind of document be ordered. Raises ValueError where another kind has its name."""
    if _kinds.setdefault(kind.name, kind) is not kind:
        raise ValueError(f"there is a document called {kind.name} already")
    registry.register(kind.name, make)


def find(name: str) -> Kind:
    """Return the kind of a name. Raises UnknownDocument where there is none."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownDocument(name) from None


def names() -> tuple[str, ...]:
    """Return the names of all kinds."""
    return tuple(sorted(_kinds))


def kinds(event: Event, round_: Round | None, *, public: bool) -> tuple[Kind, ...]:
    """Return what can be made of a round, or of an event, in the order of registration."""
    # Kinds look at the stages: they are read once for all of them.
    prefetch_related_objects([event], "stages")
    found = (kind for kind in _kinds.values() if kind.shows(round_) and kind.suits(event))
    return tuple(kind for kind in found if kind.public or not public)


def event_of(about: str) -> str:
    """Return the uid of the event that a document is about."""
    return about.partition(":")[0]


def is_ordered(wanted: Prepared) -> bool:
    """Whether the document is there, or a worker is at it."""
    document = kept.find(wanted.kind, wanted.language, wanted.digest)
    return document is not None or Job.objects.filter(key=_key(wanted), state__in=LIVE).exists()


def order(wanted: Prepared, *, longest_queue: int) -> None:
    """See to it that the document is made. Raises QueueFull where too many wait already."""
    if Job.objects.filter(kind__in=_kinds, state__in=LIVE).count() >= longest_queue:
        raise QueueFull
    payload = {
        "language": wanted.language,
        "digest": wanted.digest,
        "seq": wanted.seq,
        "title": wanted.title,
        "input": dict(wanted.input),
    }
    kept.order(wanted.kind, wanted.language, wanted.digest, payload, about=wanted.about)


def make(job: registry.Attempt, progress: registry.Progress) -> registry.Effect:
    """Make a document of any kind: the handler of their jobs."""
    kind, payload = find(job.kind), job.payload
    draft = kept.Draft(
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


def of_event(event: Event, kind: str, digest_: str) -> Document | None:
    """Return a document of an event by its digest, without its content."""
    documents = Document.objects.filter(
        about__startswith=event.uid, kind=kind, input_digest=digest_
    )
    return documents.defer("content").first()


def job_of_event(event: Event, kind: str, digest_: str) -> Job | None:
    """Return the last job that was to make this document."""
    jobs = Job.objects.filter(about__startswith=event.uid, kind=kind, key__endswith=f":{digest_}")
    return jobs.order_by("-pk").first()


def file_name(title: str, seq: int, suffix: str) -> str:
    """Return a file's name: the document's title as a file system takes it, and its entry.

    >>> file_name("个人赛/第1组: 排名表", 41, "pdf")
    '个人赛 第1组 排名表 41.pdf'
    """
    plain = "".join(char if char.isalnum() or char in "-_.()（）·" else " " for char in title)
    return f"{' '.join(plain.split())[:LONGEST_NAME]} {seq}.{suffix}"


def _key(wanted: Prepared) -> str:
    return f"{wanted.kind}:{wanted.language}:{wanted.digest}"
