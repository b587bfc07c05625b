"""Documents: ordered once, made by a worker from what was seen then, watched, found again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.cast import Cast
from tests.web.publish.papers import pages
from tournaments.jobs import registry, tasks
from tournaments.jobs.models import Document, Job, JobState
from tournaments.models import Event, Round
from web.publish import documents
from web.publish.documents import Subject
from web.publish.pdf.typefaces import FontProblem
from web.publish.printed import making

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def round_(cast: Cast) -> Round:
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    return round_


def order(client: Client, cast: Cast, **headers: str) -> Any:
    """Press the button under the standings."""
    address = reverse("document_order", args=[cast.event.uid, "standings"])
    return client.post(address, headers=headers)


def made(client: Client, cast: Cast) -> Document:
    """Order the standings, let a worker make them, and return the document."""
    assert order(client, cast).status_code == 302
    for job in Job.objects.filter(state=JobState.QUEUED):
        tasks.perform(job.uid)
    return Document.objects.latest("pk")


def text(document: Document) -> str:
    return "\n".join(pages(bytes(document.content)))


@pytest.mark.full
def test_a_paper_drawn_with_earlier_typefaces_is_made_again_when_it_is_ordered(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(documents, "PDF_EDITION", documents.PDF_EDITION - 1)
        earlier = made(english, cast)
    assert made(english, cast) != earlier
    assert Document.objects.filter(pk=earlier.pk).exists()


@pytest.mark.full
def test_the_button_leads_to_a_page_that_follows_the_work(
    cast: Cast, round_: Round, english: Client
) -> None:
    answer = order(english, cast)
    page = english.get(answer["Location"])
    assert "It will be drawn in a moment." in page.content.decode()
    tasks.perform(Job.objects.get().uid)
    page = english.get(answer["Location"])
    document = Document.objects.get()
    assert reverse("document_pdf", args=[document.uid]) in page.content.decode()
    assert "data-live-done" in page.content.decode()


@pytest.mark.full
def test_the_paper_shows_the_standings_and_the_entry_of_the_log(
    cast: Cast, round_: Round, english: Client
) -> None:
    paper = text(made(english, cast))
    cast.event.refresh_from_db()
    for words in (
        "Standings",
        "秋季赛 · 个人赛",
        "城北棋牌俱乐部 · Nov. 21, 2026",
        "Round 1 is in play: 1 of 4 deals are in.",
        "+200",
        f"{MINUS}100",
        f"Record no. {cast.event.public_revision} of",
        "Page 1 of 1",
    ):
        assert words in paper
    assert "Asia/Shanghai" not in paper
    for number in range(1, 9):
        assert cast.event.entries.get(number=number).members.get().person.name in paper


@pytest.mark.full
def test_who_asks_for_the_same_again_gets_the_same_document(
    cast: Cast, round_: Round, english: Client
) -> None:
    first, again = order(english, cast), order(english, cast)
    assert first["Location"] == again["Location"]
    assert Job.objects.count() == 1
    tasks.perform(Job.objects.get().uid)
    assert order(Client(headers={"accept-language": "en"}), cast)["Location"] == first["Location"]
    assert (Job.objects.count(), Document.objects.count()) == (1, 1)


@pytest.mark.full
def test_each_language_has_its_own(cast: Cast, round_: Round, english: Client) -> None:
    english_one = made(english, cast)
    other = made(Client(headers={"accept-language": "zh-hans"}), cast)
    assert (english_one.language, other.language) == ("en", "zh-hans")
    assert english_one.input_digest != other.input_digest


@pytest.mark.full
def test_a_new_result_makes_a_new_document_and_keeps_the_old(
    cast: Cast, round_: Round, english: Client
) -> None:
    before = made(english, cast)
    cast.post(cast.deals(round_)[1])
    after = made(english, cast)
    assert after.pk != before.pk
    assert after.seq > before.seq
    assert english.get(reverse("document_pdf", args=[before.uid])).status_code == 200


@pytest.mark.full
def test_the_paper_shows_what_was_ordered_not_what_came_after(
    cast: Cast, round_: Round, english: Client
) -> None:
    order(english, cast)
    cast.post(cast.deals(round_)[1])
    tasks.perform(Job.objects.get().uid)
    assert "1 of 4 deals are in" in text(Document.objects.get())


def test_a_document_is_read_a_few_times_where_something_always_changes(
    cast: Cast, round_: Round
) -> None:
    events = Event.objects.filter(pk=cast.event.pk)
    event = events.select_related("tournament__club").get()
    first, readings = event.public_revision, list[int]()

    def read() -> dict[str, Any]:
        assert len(readings) < 10, "it goes on without end"
        readings.append(event.public_revision)
        events.update(public_revision=F("public_revision") + 1)
        return {"of": event.public_revision}

    prepared = making.prepared("standings", Subject(event), "Standings", read)
    assert readings == [first, first + 1, first + 2]
    # It says of itself what it began with, on every page and in its name.
    assert (prepared.seq, prepared.input) == (first + 2, {"of": first + 2})


def test_a_document_is_read_once_where_nothing_changes(cast: Cast, round_: Round) -> None:
    event = Event.objects.select_related("tournament__club").get(pk=cast.event.pk)
    readings = iter(range(9))
    making.prepared("standings", Subject(event), "S", lambda: {"n": next(readings)})
    assert next(readings) == 1


@pytest.mark.full
def test_the_file_has_a_chinese_name_and_is_not_sent_twice(
    cast: Cast, round_: Round, client: Client
) -> None:
    document = made(client, cast)
    address = reverse("document_pdf", args=[document.uid])
    answer = client.get(address)
    assert answer.content.startswith(b"%PDF-")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in answer
    disposition = answer["Content-Disposition"]
    assert disposition.startswith("inline; filename*=utf-8''")
    assert unquote(disposition).endswith(
        f"秋季赛 个人赛 {document.title.split()[-1]} {document.seq}.pdf"
    )
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert client.head(address).status_code == 200


@pytest.mark.full
def test_a_document_is_gone_when_its_event_is_withdrawn(
    cast: Cast, round_: Round, client: Client
) -> None:
    address = reverse("document_pdf", args=[made(client, cast).uid])
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.CANCELLED)
    assert client.get(address).status_code == 404


def watch(client: Client, location: str, stamp: str = "") -> Any:
    headers = {"If-None-Match": stamp} if stamp else {}
    return client.get(f"{location}live/", headers=headers)


@pytest.mark.full
def test_the_page_tells_how_far_the_worker_is(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    location = order(english, cast)["Location"]
    seen: list[str] = []

    def looks_on(data: Mapping[str, Any], progress: registry.Progress) -> bytes:
        stamp = watch(english, location)["ETag"]
        progress(2, 5)
        answer = watch(english, location, stamp)
        seen.append(answer.content.decode())
        return b"%PDF-"

    kind = documents.find("standings")
    watched = documents.DocumentKind(
        kind.name, kind.version, kind.suffix, kind.media_type, kind.prepare, looks_on
    )
    monkeypatch.setitem(documents._kinds, "standings", watched)
    tasks.perform(Job.objects.get().uid)
    assert "Page 2 of 5 is drawn" in seen[0]
    assert "The document is ready." in watch(english, location).content.decode()


@pytest.mark.full
def test_an_unchanged_wait_is_not_told_twice(cast: Cast, round_: Round, english: Client) -> None:
    location = order(english, cast)["Location"]
    stamp = watch(english, location)["ETag"]
    assert watch(english, location, stamp).status_code == 304


@pytest.mark.full
def test_the_page_says_how_many_are_before_it(cast: Cast, round_: Round, english: Client) -> None:
    order(english, cast)
    cast.post(cast.deals(round_)[1])
    location = order(english, cast)["Location"]
    assert "1 other is before it." in english.get(location).content.decode()


@pytest.mark.full
def test_the_page_says_when_no_worker_answers(cast: Cast, round_: Round, english: Client) -> None:
    location = order(english, cast)["Location"]
    stamp = watch(english, location)["ETag"]
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    answer = watch(english, location, stamp)
    assert "Nothing has begun to draw it yet." in answer.content.decode()


@pytest.mark.full
def test_a_worker_that_died_is_waited_for_in_the_queue(
    cast: Cast, round_: Round, english: Client
) -> None:
    location = order(english, cast)["Location"]
    Job.objects.update(state=JobState.RUNNING, lease_until=timezone.now() - timedelta(seconds=1))
    assert 'id="queued"' in watch(english, location).content.decode()


@pytest.mark.full
def test_a_failure_is_told_in_words_and_can_be_tried_again(
    cast: Cast, round_: Round, english: Client, settings: Settings
) -> None:
    settings.FONT_PATH = "/nowhere/font.ttf"
    location = order(english, cast)["Location"]
    tasks.perform(Job.objects.get().uid)
    assert Job.objects.get().error_code == FontProblem.FONT_UNREADABLE
    page = english.get(location).content.decode()
    assert "The setting FONT_PATH names a font that cannot be read." in page
    assert "/nowhere" not in page
    assert "data-live-done" in page

    settings.FONT_PATH = None
    assert order(english, cast)["Location"] == location
    assert "It will be drawn in a moment." in english.get(location).content.decode()
    tasks.perform(Job.objects.latest("pk").uid)
    assert "The document is ready." in english.get(location).content.decode()


@pytest.mark.full
def test_an_unforeseen_failure_shows_no_secrets(cast: Cast, round_: Round, english: Client) -> None:
    location = order(english, cast)["Location"]
    Job.objects.update(
        state=JobState.FAILED,
        error_code="job_crashed",
        error_text="KeyError: secret",
        finished_at=timezone.now(),
    )
    page = english.get(location).content.decode()
    assert "Try again. If it fails once more, tell the organiser." in page
    assert "secret" not in page
