"""Finished documents: found by the digest of their input, or ordered."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tournaments.jobs import queue
from tournaments.jobs.models import Document, Job

KEPT = 5


@dataclass(frozen=True, slots=True)
class DocumentDraft:
    """A document before it is stored, identified by kind, language and digest."""

    kind: str
    language: str
    input_digest: str
    title: str
    file_name: str
    media_type: str
    content: bytes
    about: str = ""
    seq: int = 0


def find(kind: str, language: str, input_digest: str) -> Document | None:
    """Return the document with its content deferred; None if there is none."""
    return (
        Document.objects.filter(kind=kind, language=language, input_digest=input_digest)
        .defer("content")
        .first()
    )


def keep(draft: DocumentDraft) -> Document:
    """Store a draft as the effect of a job; an existing document of the same input is kept.

    Only the newest `KEPT` documents of a kind about the same event or round are kept.
    """
    values = asdict(draft)
    identity = {name: values.pop(name) for name in ("kind", "language", "input_digest")}
    document, is_new = Document.objects.get_or_create(**identity, defaults=values)
    if is_new and document.about:
        same = Document.objects.filter(
            about=document.about, kind=document.kind, language=document.language
        )
        older = list(same.order_by("-pk").values_list("pk", flat=True)[KEPT:])
        Document.objects.filter(pk__in=older).delete()
    return document


def key_of(kind: str, language: str, input_digest: str) -> str:
    """Return the key of the jobs that make a document, of which one is live."""
    return f"{kind}:{language}:{input_digest}"


def order(
    kind: str, language: str, input_digest: str, payload: dict[str, Any], *, about: str = ""
) -> Document | Job:
    """Return the document, or the job that makes it, which all callers share."""
    document = find(kind, language, input_digest)
    if document is not None:
        return document
    key = key_of(kind, language, input_digest)
    return queue.enqueue(kind, payload, key=key, about=about)
