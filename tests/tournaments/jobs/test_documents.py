"""Documents are found by their input, and stored once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.jobs.steps import KIND, claimed
from tournaments.jobs import documents, queue
from tournaments.jobs.models import Document, Job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("done_by", "rings")]

DRAFT = documents.DocumentDraft(
    kind=KIND,
    language="en",
    input_digest="d1",
    title="Standings",
    file_name="standings.pdf",
    media_type="application/pdf",
    content=b"%PDF",
    about="someone",
    seq=7,
)


def order(digest: str = "d1", language: str = "en") -> Document | Job:
    return documents.order(KIND, language, digest, {}, about="someone")


def test_what_is_not_there_is_ordered_once_for_all_who_ask() -> None:
    job = order()

    assert isinstance(job, Job)
    assert order() == job
    assert job.about == "someone"


def test_another_input_or_language_is_another_job() -> None:
    assert len({order().pk, order("d2").pk, order("d1", "zh-hans").pk}) == 3


@pytest.mark.databases
def test_what_was_made_is_found_and_not_made_again() -> None:
    job = order()
    assert isinstance(job, Job)
    queue.finish(claimed(job), lambda: documents.keep(DRAFT))

    document = order()

    assert isinstance(document, Document)
    assert (document.title, document.file_name, document.seq) == ("Standings", "standings.pdf", 7)
    assert bytes(document.content) == b"%PDF"


def test_the_content_is_loaded_when_it_is_asked_for() -> None:
    documents.keep(DRAFT)

    document = documents.find(KIND, "en", "d1")

    assert document is not None
    assert "content" in document.get_deferred_fields()


def test_the_same_input_keeps_what_is_there() -> None:
    first = documents.keep(DRAFT)

    assert documents.keep(replace(DRAFT, content=b"other")) == first
    assert bytes(Document.objects.get().content) == b"%PDF"


@pytest.mark.databases
def test_of_documents_about_the_same_thing_the_newest_are_kept() -> None:
    other = documents.keep(replace(DRAFT, language="zh-hans"))
    about_nothing = documents.keep(replace(DRAFT, input_digest="alone", about=""))
    made = [documents.keep(replace(DRAFT, input_digest=f"d{number}")) for number in range(7)]
    kept = Document.objects.filter(language="en", about=DRAFT.about).order_by("pk")
    assert list(kept) == made[-documents.KEPT :]
    assert {other, about_nothing} <= set(Document.objects.all())
