"""Documents: ordered once, made by a worker from what was seen then, watched, found again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from fractions import Fraction
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.cast import Cast
from tests.tournaments.publish.papers import pages
from tournaments import organise
from tournaments.jobs import registry, work
from tournaments.jobs.models import Document, Job, JobState
from tournaments.models import Event, Round
from tournaments.publish import documents, throttle
from tournaments.publish.documents import Subject
from tournaments.publish.pdf.typefaces import FontProblem
from tournaments.publish.printed import making
from tournaments.results import event_record
from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.standings.ranking import ranked
from tournaments.standings.round_scores import EntryPenalty, ScoredDeal, StandingsInput
from tournaments.wording import signed

pytestmark = pytest.mark.full

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def round_(cast: Cast) -> Round:
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    return round_


@pytest.fixture
def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def order(client: Client, cast: Cast, **headers: str) -> Any:
    """Press the button under the standings."""
    address = reverse("document_order", args=[cast.event.uid, "standings"])
    return client.post(address, headers=headers)


def made(client: Client, cast: Cast) -> Document:
    """Order the standings, let a worker make them, and return the document."""
    assert order(client, cast).status_code == 302
    for job in Job.objects.filter(state=JobState.QUEUED):
        work.perform(job.uid)
    return Document.objects.latest("pk")


def text(document: Document) -> str:
    return "\n".join(pages(bytes(document.content)))


def test_the_button_leads_to_a_page_that_follows_the_work(
    cast: Cast, round_: Round, english: Client
) -> None:
    answer = order(english, cast)
    page = english.get(answer["Location"])
    assert "It will be drawn in a moment." in page.content.decode()
    work.perform(Job.objects.get().uid)
    page = english.get(answer["Location"])
    document = Document.objects.get()
    assert reverse("document_pdf", args=[document.uid]) in page.content.decode()
    assert "data-live-done" in page.content.decode()


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
        "(Asia/Shanghai)",
        "Page 1 of 1",
    ):
        assert words in paper
    for number in range(1, 9):
        assert cast.event.entries.get(number=number).members.get().person.name in paper


def test_who_asks_for_the_same_again_gets_the_same_document(
    cast: Cast, round_: Round, english: Client
) -> None:
    first, again = order(english, cast), order(english, cast)
    assert first["Location"] == again["Location"]
    assert Job.objects.count() == 1
    work.perform(Job.objects.get().uid)
    assert order(Client(headers={"accept-language": "en"}), cast)["Location"] == first["Location"]
    assert (Job.objects.count(), Document.objects.count()) == (1, 1)


def test_each_language_has_its_own(cast: Cast, round_: Round, english: Client) -> None:
    english_one = made(english, cast)
    other = made(Client(headers={"accept-language": "zh-hans"}), cast)
    assert (english_one.language, other.language) == ("en", "zh-hans")
    assert english_one.input_digest != other.input_digest


def test_a_new_result_makes_a_new_document_and_keeps_the_old(
    cast: Cast, round_: Round, english: Client
) -> None:
    before = made(english, cast)
    cast.post(cast.deals(round_)[1])
    after = made(english, cast)
    assert after.pk != before.pk
    assert after.seq > before.seq
    assert english.get(reverse("document_pdf", args=[before.uid])).status_code == 200


def test_the_paper_shows_what_was_ordered_not_what_came_after(
    cast: Cast, round_: Round, english: Client
) -> None:
    order(english, cast)
    cast.post(cast.deals(round_)[1])
    work.perform(Job.objects.get().uid)
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


def test_a_document_is_gone_when_its_event_is_withdrawn(
    cast: Cast, round_: Round, client: Client
) -> None:
    address = reverse("document_pdf", args=[made(client, cast).uid])
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.CANCELLED)
    assert client.get(address).status_code == 404


def watch(client: Client, location: str, stamp: str = "") -> Any:
    headers = {"If-None-Match": stamp} if stamp else {}
    return client.get(f"{location}live/", headers=headers)


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
    watched = documents.Kind(
        kind.name, kind.version, kind.suffix, kind.media_type, kind.prepare, looks_on
    )
    monkeypatch.setitem(documents._kinds, "standings", watched)
    work.perform(Job.objects.get().uid)
    assert "Page 2 of 5 is drawn" in seen[0]
    assert "The document is ready." in watch(english, location).content.decode()


def test_an_unchanged_wait_is_not_told_twice(cast: Cast, round_: Round, english: Client) -> None:
    location = order(english, cast)["Location"]
    stamp = watch(english, location)["ETag"]
    assert watch(english, location, stamp).status_code == 304


def test_the_page_says_how_many_are_before_it(cast: Cast, round_: Round, english: Client) -> None:
    order(english, cast)
    cast.post(cast.deals(round_)[1])
    location = order(english, cast)["Location"]
    assert "1 other is before it." in english.get(location).content.decode()


def test_the_page_says_when_no_worker_answers(cast: Cast, round_: Round, english: Client) -> None:
    location = order(english, cast)["Location"]
    stamp = watch(english, location)["ETag"]
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    answer = watch(english, location, stamp)
    assert "Nothing has begun to draw it yet." in answer.content.decode()


def test_a_worker_that_died_is_waited_for_in_the_queue(
    cast: Cast, round_: Round, english: Client
) -> None:
    location = order(english, cast)["Location"]
    Job.objects.update(state=JobState.RUNNING, lease_until=timezone.now() - timedelta(seconds=1))
    assert 'id="queued"' in watch(english, location).content.decode()


def test_a_failure_is_told_in_words_and_can_be_tried_again(
    cast: Cast, round_: Round, english: Client, settings: Settings
) -> None:
    settings.FONT_PATH = "/nowhere/font.ttf"
    location = order(english, cast)["Location"]
    work.perform(Job.objects.get().uid)
    assert Job.objects.get().error_code == FontProblem.FONT_UNREADABLE
    page = english.get(location).content.decode()
    assert "The setting FONT_PATH names a font that cannot be read." in page
    assert "/nowhere" not in page
    assert "data-live-done" in page

    settings.FONT_PATH = None
    assert order(english, cast)["Location"] == location
    assert "It will be drawn in a moment." in english.get(location).content.decode()
    work.perform(Job.objects.latest("pk").uid)
    assert "The document is ready." in english.get(location).content.decode()


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


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 302),
        ({"Origin": "http://testserver"}, 302),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"}, 302),
        ({"Sec-Fetch-Site": "none"}, 302),
        ({"Origin": "https://club.example"}, 302),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"}, 403),
    ],
)
def test_a_form_of_another_site_orders_nothing(
    cast: Cast, round_: Round, settings: Settings, headers: dict[str, str], status: int
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    strict = Client(enforce_csrf_checks=True)
    assert order(strict, cast, **headers).status_code == status
    assert Job.objects.count() == (status == 302)


def test_no_page_on_the_way_sets_a_cookie(cast: Cast, round_: Round, client: Client) -> None:
    answer = order(client, cast)
    assert not answer.cookies
    assert not client.get(answer["Location"]).cookies
    assert not watch(client, answer["Location"]).cookies


def test_one_address_may_not_order_without_end(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle.NewDocuments, "rate", "2/min")
    deals = iter(cast.deals(round_)[1:])
    for status in (302, 302, 429):
        cast.post(next(deals))
        answer = order(english, cast)
        assert answer.status_code == status
    assert "Wait a minute, then try again." in answer.content.decode()
    assert answer["Retry-After"] == "60"
    assert Job.objects.count() == 2


def test_what_is_there_already_costs_nothing(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle.NewDocuments, "rate", "1/min")
    assert {order(english, cast).status_code for _ in range(5)} == {302}


@pytest.mark.parametrize("where", ["desk_document_order", "document_order"])
def test_an_official_prints_every_paper_of_an_own_tournament(
    cast: Cast,
    round_: Round,
    english: Client,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    monkeypatch.setattr(throttle.NewDocuments, "rate", "1/min")
    monkeypatch.setattr(throttle.NewDocumentsOfOfficials, "rate", "3/min")
    monkeypatch.setattr(throttle, "LONGEST_QUEUE", 1)
    kinds = ("standings", "standings_csv", "results_csv", "results_xlsx")
    addresses = [reverse(where, args=[cast.event.uid, kind]) for kind in kinds]
    stranger = Client(headers={"accept-language": "en"})
    assert order(stranger, cast).status_code == 302
    english.force_login(cast.bob)
    orders = [
        english.post(address, headers={"accept-language": "zh-hans"}) for address in addresses
    ]
    assert [answer.status_code for answer in orders] == [302, 302, 302, 429]
    # What is ordered already costs nothing, and nobody counts against the address.
    again = english.post(addresses[0], headers={"accept-language": "zh-hans"})
    assert again["Location"] == orders[0]["Location"]
    assert Job.objects.count() == 4


def test_an_official_of_another_club_counts_as_a_stranger(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle.NewDocuments, "rate", "1/min")
    english.force_login(cast.charlie)
    assert order(english, cast).status_code == 302
    cast.post(cast.deals(round_)[1])
    assert order(english, cast).status_code == 429


def test_what_is_printed_again_at_the_desk_is_not_made_again(
    cast: Cast, round_: Round, english: Client
) -> None:
    """Slips with new PINs are other papers each time; every other paper is made once."""
    english.force_login(cast.alice)
    locations: dict[str, list[str]] = {}
    event = Event.objects.get(pk=cast.event.pk)
    for _ in range(2):
        for of_round in (None, round_):
            for kind in documents.kinds(event, of_round, public=False):
                address = reverse("desk_document_order", args=[event.uid, kind.name])
                answer = english.post(address, {"round": of_round.number} if of_round else {})
                assert answer.status_code == 302, kind.name
                locations.setdefault(f"{kind.name} {of_round and of_round.number}", []).append(
                    answer["Location"]
                )
    assert [name for name, where in locations.items() if len(set(where)) > 1] == []
    assert Job.objects.count() == len(locations)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_two_events_that_show_the_same_have_each_its_document(
    cast: Cast, client: Client, language: str
) -> None:
    """Before anything is played the results of all events are the same file: headings alone."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    events = [cast.event, organise.create_event(cast.tournament, cast.director, plan)]
    cast.round_in_play()
    for event in events:
        answer = client.post(reverse("document_order", args=[event.uid, "results_csv"]))
        assert client.get(answer["Location"]).status_code == 200
        for job in Job.objects.filter(state=JobState.QUEUED):
            work.perform(job.uid)
        assert client.get(answer["Location"]).status_code == 200
        again = client.post(reverse("document_order", args=[event.uid, "results_csv"]))
        assert again["Location"] == answer["Location"]
    assert {event.about for event in Document.objects.all()} == {event.uid for event in events}


def test_a_long_queue_takes_no_more(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "LONGEST_QUEUE", 1)
    assert order(english, cast).status_code == 302
    cast.post(cast.deals(round_)[1])
    assert order(english, cast).status_code == 503
    assert Job.objects.count() == 1


def test_what_nobody_ordered_is_not_found(cast: Cast, round_: Round, client: Client) -> None:
    for name in ("document", "document_live"):
        address = reverse(name, args=[cast.event.uid, "standings", "0" * 64])
        assert client.get(address).status_code == 404
    unknown = reverse("document_order", args=[cast.event.uid, "horoscope"])
    assert client.post(unknown).status_code == 404


def test_who_comes_to_the_button_by_a_link_is_led_to_the_standings(
    cast: Cast, client: Client
) -> None:
    address = reverse("document_order", args=[cast.event.uid, "standings"])
    assert client.get(address)["Location"] == reverse("event", args=[cast.event.uid])


def test_a_second_kind_of_the_same_name_is_refused() -> None:
    kind = documents.find("standings")
    documents.register(kind)
    other = documents.Kind("standings", 2, "pdf", "application/pdf", kind.prepare, kind.render)
    with pytest.raises(ValueError, match="standings"):
        documents.register(other)
    with pytest.raises(documents.UnknownDocument):
        documents.find("horoscope")


@pytest.mark.parametrize(
    ("rounds", "adjusted", "shown"),
    [(0, False, 0), (8, False, 8), (9, False, 0), (6, True, 6), (7, True, 0)],
)
def test_each_round_has_a_column_as_long_as_all_of_them_fit(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, rounds: int, adjusted: bool, shown: int
) -> None:
    scored = [ScoredDeal("a", number, f"deal {number}", 10) for number in range(1, rounds + 1)]
    added = [EntryPenalty("a", Fraction(1, 2), "late")] if adjusted else []
    ranks = ranked(StandingsInput(["a"], scored, added))
    rows = [StandingsRow(Competitor("a", 1, "甲"), rank) for rank in ranks]
    record = SimpleNamespace(standings=lambda: tuple(rows))
    monkeypatch.setattr(event_record, "public_record", lambda _: record)
    book = documents.find("standings").prepare(documents.Subject(cast.event)).input
    sheet = book["parts"][0]["blocks"][0]
    assert len(sheet["columns"]) == 4 + shown + 2 * adjusted
    assert sum(column["twelfths"] for column in sheet["columns"]) == pytest.approx(12)
    assert {len(row) for row in sheet["rows"]} == {len(sheet["columns"])}
    assert sheet["rows"][0][-1] == (f"+{rounds * 10}.5" if adjusted else signed(rounds * 10))


def test_the_code_on_paper_leads_others_to_the_page_and_not_to_their_own_machine(
    cast: Cast, round_: Round, client: Client, settings: Settings
) -> None:
    path = reverse("event", args=[cast.event.uid])
    settings.HOST_NAMES = ["localhost", "cards.example.org"]
    settings.HALL_ADDRESSES = "tests.tournaments.publish.test_documents.in_the_hall"
    for host, expected in (
        ("192.0.2.8:8000", f"http://192.0.2.8:8000{path}"),
        ("cards.example.org:8001", f"http://cards.example.org:8001{path}"),
        # Somebody else's address does not come onto our paper, nor does a port that is none.
        ("198.51.100.9:8002", f"http://192.0.2.7:8002{path}"),
        ("192.0.2.8:99999", ""),
        ("localhost:8001", f"http://192.0.2.7:8001{path}"),
        ("127.0.0.1", f"http://192.0.2.7:80{path}"),
    ):
        order(client, cast, Host=host)
        assert Job.objects.latest("pk").payload["input"]["imprint"]["address"] == expected


def in_the_hall(bind: str, port: int) -> list[str]:
    """Stand in for the addresses of the machine that runs the tests."""
    return [f"http://192.0.2.7:{port}/", f"http://192.0.2.8:{port}/"]


def test_the_pages_offer_what_anybody_may_print_and_nothing_else(
    cast: Cast, round_: Round, english: Client
) -> None:
    pages = {
        "event": reverse("event", args=[cast.event.uid]),
        "round": reverse("round", args=[cast.event.uid, round_.number]),
    }
    offered = {
        name: set(re.findall(r"/documents/([\w-]+)/", english.get(page).content.decode()))
        for name, page in pages.items()
    }
    assert offered["event"] >= {"standings", "final", "standings_xlsx", "standings_csv"}
    assert offered["round"] >= {"seating", "round_results", "results_xlsx", "results_csv"}
    assert not {"table_cards", "record_sheets", "scoresheets"} & set.union(*offered.values())
