"""Documents made by a real Celery worker, from the button to the file."""

from __future__ import annotations

import time

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.services.worker import Worker
from tests.web.publish.papers import pages
from tournaments.jobs.models import Document

SECONDS = 60


@pytest.mark.nightly
@pytest.mark.usefixtures("transactional_db")
def test_a_worker_makes_the_document_that_was_ordered(worker: Worker, client: Client) -> None:
    cast = people.assemble()
    cast.play(cast.round_in_play())
    for kind, suffix in (("standings", "pdf"), ("results_xlsx", "xlsx")):
        order = reverse("document_order", args=[cast.event.uid, kind])
        page = client.post(order)["Location"]
        deadline = time.monotonic() + SECONDS
        while b"data-live-done" not in client.get(f"{page}live/").content:
            assert time.monotonic() < deadline, worker.said
            time.sleep(0.1)
        document = Document.objects.get(kind=kind)
        assert document.file_name.endswith(f" {document.seq}.{suffix}")
        file = client.get(reverse("document_file", args=[document.uid]))
        assert file.content == bytes(document.content)
    (text,) = pages(bytes(Document.objects.get(kind="standings").content))
    assert "+200" in text
