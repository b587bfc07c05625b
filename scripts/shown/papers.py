"""Every document of every event: of the whole, and of each of its rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.utils import translation

from tournaments.base import local_time
from tournaments.models import Event, Role
from web.publish import documents
from web.publish.documents import DocumentKind, Subject

START: Final = "http://192.0.2.7:8000"
"""An address of those that are kept for examples."""


def write(folder: Path, language: str) -> None:
    """Write each document in a language, named by the event's number, the kind and the round."""
    folder.mkdir(parents=True, exist_ok=True)
    for event in Event.objects.select_related("tournament").order_by("pk"):
        with translation.override(language), local_time.within(event.tournament):
            for kind, subject in _wanted(event):
                round_ = f"-{subject.round.number}" if subject.round else ""
                name = f"{event.pk}-{kind.name}{round_}.{kind.suffix}"
                made = kind.prepare(subject)
                (folder / name).write_bytes(kind.render(made.input, lambda _done, _of: None))


def _wanted(event: Event) -> Iterator[tuple[DocumentKind, Subject]]:
    rounds = list(event.rounds.order_by("number"))
    for round_ in (None, *rounds):
        for kind in documents.kinds(event, round_, roles=Role):
            yield kind, Subject(event, START, round_, with_cards=True)
