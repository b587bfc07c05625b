"""Finished documents: found by the digest of their input, ordered where there is none yet."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tournaments.jobs import queue
from tournaments.jobs.models import Document, Job

KEPT = 5


@dataclass(frozen=True, slots=True)
class DocumentDraft:
    """A document before it is stored; it is found by kind, language and digest."""

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
    """Return the document with its content deferred; None where there is none."""
    return (
        Document.objects.filter(kind=kind, language=language, input_digest=input_digest)
        .defer("content")
        .first()
    )


def keep(draft: DocumentDraft) -> Document:
    """Store a draft as the effect of a job; a document of the same input is left as it is.

    Of the documents of a kind about the same event or round only the newest `KEPT` stay.
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


def order(
    kind: str, language: str, input_digest: str, payload: dict[str, Any], *, about: str = ""
) -> Document | Job:
    """Return the document, or the job that makes it, which is shared by all who ask."""
    document = find(kind, language, input_digest)
    if document is not None:
        return document
    key = f"{kind}:{language}:{input_digest}"
    return queue.enqueue(kind, payload, key=key, about=about)
