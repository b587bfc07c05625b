"""The registry of documents: their subjects and readers, and ordering one that is stored.

A document is declared by the decorator `printed.making.document`. `prepare` of a kind reads plain
values, the whole input of a document, during the request; a worker renders them later (`render`)
and reads nothing else. A document is identified by the digest of its input: ordering the same again
returns the same document.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final, Generic, TypeVar

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.utils.functional import Promise

from tournaments.jobs import documents as kept
from tournaments.jobs import registry
from tournaments.jobs.models import LIVE, Document, Job
from tournaments.models import Event, Role, Round, Stage
from tournaments.record import digest

LONGEST_NAME = 120
PDF = ("pdf", "application/pdf")
PDF_EDITION = 5
"""The version of drawing PDFs. It changes when a new typeface fills earlier gaps, or lists are cut
into pages otherwise, so that stored documents are made again when they are ordered.
"""
EVERYBODY: Final = None
"""The readers of a document without roles of its own: it is offered in public."""

Of = TypeVar("Of")


class DocumentOf(StrEnum):
    """What a document shows; `EITHER` is a whole event or one of its rounds."""

    EVENT = "event"
    ROUND = "round"
    EITHER = "either"
    CLUB = "club"
    SEASON = "season"
    PAYMENT = "payment"
    DECISION = "decision"
    APPEAL = "appeal"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a document shows; `start` is our address as others in the hall know it, or "".

    `with_cards` asks for table cards if a document can have them. `seq` is the log entry as of
    which seats are shown, or 0 for that of the event's last public change.
    """

    event: Event
    start: str = ""
    round: Round | None = None
    with_cards: bool = False
    seq: int = 0

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
class DocumentPage:
    """The public page that shows what a document prints, and offers it.

    `name` is that of its URL, which extends the event's address; `template` is the live part of the
    page. `read` gets the snapshot and, if the page `has_parts`, the number of the part. The
    document is offered unless the page `is_empty`. If it `follows_standings`, the page says why
    these are sealed.
    """

    name: str
    title: str | Promise
    template: str
    read: Callable[..., object]
    is_empty: Callable[[Any], bool]
    has_parts: bool = False
    follows_standings: bool = False


@dataclass(frozen=True, slots=True)
class MadeAtOnce(Generic[Of]):
    """A document that is written during the request and stored nowhere.

    `file_name` has no suffix. A document that `bears_address` is laid out in the hall with our
    address printed on it, which `write` then gets as its second argument.
    """

    name: str
    suffix: str
    media_type: str
    write: Callable[..., bytes]
    file_name: Callable[[Of], str]
    of: DocumentOf
    for_: frozenset[Role]
    bears_address: bool = False


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A stored document of an event.

    `version` changes when the same input is rendered differently. `book` returns its content under
    a title. If it is not for everybody, only officials with one of the roles `for_` order and read
    it. A kind with `drafts` can show a round that is not published yet.
    """

    name: str
    version: int
    suffix: str
    media_type: str
    prepare: Callable[[Subject], Prepared]
    render: Callable[[Mapping[str, Any], registry.Progress], bytes]
    title: str | Promise = ""
    of: DocumentOf = DocumentOf.EVENT
    for_: frozenset[Role] | None = EVERYBODY
    book: Callable[[Subject], Any] = lambda _subject: {}
    drafts: bool = False
    bears_address: bool = False
    """Whether it is displayed in the hall with our address printed on it."""
    suits: Callable[[Event, Sequence[Stage]], bool] = suits_every_event
    """Whether an event with these stages offers this kind."""
    page: DocumentPage | None = None

    @property
    def public(self) -> bool:
        """Whether the public may have it."""
        return self.for_ is EVERYBODY

    def is_for(self, roles: Collection[Role]) -> bool:
        """Whether an official with these roles may have it."""
        return self.for_ is EVERYBODY or not self.for_.isdisjoint(roles)

    def shows(self, round_: Round | None) -> bool:
        """Whether this kind exists for a round, or for the whole event if `round_` is None."""
        if round_ is None:
            return self.of is not DocumentOf.ROUND
        is_public = round_.state in Round.PUBLIC
        is_draft = round_.state == Round.State.DRAFT
        return self.of is not DocumentOf.EVENT and (is_public or (is_draft and self.drafts))


class UnknownDocument(LookupError):
    """Nobody registered this kind of document."""


class QueueFull(Exception):
    """Too many documents are waiting already."""


_kinds: dict[str, DocumentKind] = {}


def register(kind: DocumentKind) -> None:
    """Register a kind of document. Raises ValueError if another kind has its name."""
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


def pages() -> dict[str, DocumentKind]:
    """Return the kinds that have a public page, by the name of its URL, in order."""
    return {kind.page.name: kind for kind in _kinds.values() if kind.page}


def pages_of(event: Event, stages: Sequence[Stage]) -> list[DocumentPage]:
    """Return the public pages of the kinds that suit an event with these stages, in order."""
    return [kind.page for kind in pages().values() if kind.page and kind.suits(event, stages)]


def officials(name: str, roles: Collection[Role]) -> frozenset[Role]:
    """Return the roles among these that may have a document; all of them for an unknown kind."""
    kind = _kinds.get(name)
    return frozenset(role for role in roles if kind is None or kind.is_for([role]))


def kinds(
    event: Event,
    round_: Round | None,
    *,
    roles: Collection[Role] | None,
    stages: Sequence[Stage] | None = None,
) -> tuple[DocumentKind, ...]:
    """Return the kinds for a round, or for an event, in the order of registration.

    They are those for an official with these `roles`, or for the public if these are None; `stages`
    are those of the event if they were read already.
    """
    if stages is None:
        prefetch_related_objects([event], "stages")
    known = list(event.stages.all()) if stages is None else stages
    shown = (kind for kind in _kinds.values() if kind.is_for(roles or ()))
    return tuple(kind for kind in shown if kind.shows(round_) and kind.suits(event, known))


def event_of(about: str) -> str:
    """Return the uid of the event that a document is about."""
    return about.partition(":")[0]


def is_ordered(prepared: Prepared) -> bool:
    """Whether the document exists, or a job for it is live."""
    names = (prepared.kind, prepared.language, prepared.digest)
    jobs = Job.objects.filter(key=kept.key_of(*names), state__in=LIVE)
    return kept.find(*names) is not None or jobs.exists()


def order(prepared: Prepared, *, longest_queue: int) -> None:
    """Queue the job that makes the document. Raises QueueFull if too many wait."""
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
    """Return the last job for this document, in whichever language it is."""
    keys = [kept.key_of(kind, code, digest_) for code, _ in settings.LANGUAGES]
    jobs = Job.objects.filter(key__in=keys, about__startswith=event.uid, kind=kind)
    return jobs.order_by("-pk").first()


def file_name(title: str, seq: int, suffix: str) -> str:
    """Return a file name from the title of a document and the number of its log entry.

    >>> file_name("个人赛/第1组: 排名表", 41, "pdf")
    '个人赛 第1组 排名表 41.pdf'
    """
    plain = "".join(char if char.isalnum() or char in "-_.()（）·" else " " for char in title)
    return f"{' '.join(plain.split())[:LONGEST_NAME]} {seq}.{suffix}"
