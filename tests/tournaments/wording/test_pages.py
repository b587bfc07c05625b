"""No page mixes languages: nothing English is left on Chinese pages, nor the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import DEVICE, NOTHING_WON, Hall, Tablet
from tests.samples import sampled
from tests.tournaments.wording.languages import CHINESE, LANGUAGES, LATIN_WORD
from tests.tournaments.wording.reading import texts_of
from tournaments import organise
from tournaments.jobs import tasks
from tournaments.jobs.models import Document, Job, JobState

NAMES: Final = (
    *people.PLAYERS,
    "城北棋牌俱乐部",
    "城南棋牌俱乐部",
    "秋季赛",
    "个人赛",
    # Each language is offered under its own name.
    "中文",
    "English",
    # People's accounts.
    "alice",
    "bob",
    "charlie",
)
"""What belongs to no language, because people chose it."""

TERMS: Final = {
    "PDF",
    "pdf",
    "QR",
    "JavaScript",
    "JSON",
    "Wi-Fi",
    "UTF-8",
    "XLSX",
    "CSV",
    "Atom",
    "iCalendar",
}
"""What Chinese writes in Latin letters."""

JSON_TYPE: Final = "application/json"

CODES: Final = re.compile(
    r"https?://\S+|\{\w+\}|\b[0-9a-f]{8,}\b|\b[A-Z0-9]{6}\b|\b[SHDC] [AKQJT\d]+\b"
)
"""Addresses, placeholders of scripts, uids, digests, codes of tables, cards as they are typed."""


@pytest.fixture
def hall(db: None) -> Hall:
    """A second round in play: a confirmed deal, a sheet that waits, one with problems, one kept."""
    cast = people.assemble()
    first = cast.round_in_play()
    cast.play(first)
    organise.close_round(first, cast.director)
    hall = Hall.of(cast)
    tablet = Tablet(Client()).opens(hall.table)
    confirmed = hall.sheet()
    tablet.submits(confirmed)
    tablet.confirms(hall.agreement(confirmed))
    tablet.submits(hall.sheet(hall.deal(2), NOTHING_WON))
    tablet.submits(hall.sheet(hall.deal(2)))
    kept = tablet.sends("sheets", hall.sheet(hall.deal(2), key=confirmed.key))
    assert kept.json()["kept"]
    return hall


def public(hall: Hall) -> dict[str, list[Any]]:
    """Return the pages for everybody, with what their addresses name."""
    event, table = hall.cast.event.uid, hall.table
    return {
        "home": [],
        "event": [event],
        "round": [event, 1],
        "entry": [event, 1],
        "ranks": [event],
        "hall_seating": [event],
        "hall_standings": [event],
        "rules": [event],
        "deal": [hall.deal(1).uid],
        "glossary": [hall.cast.event.game],
        "find_table": [],
        "table": [table.code],
        "table_kept": [],
        "login": [],
    }


def official(hall: Hall) -> dict[str, list[Any]]:
    """Return the pages of the desk, with what their addresses name."""
    cast, round_ = hall.cast, hall.round
    return {
        "desk": [],
        "desk_tournament_new": [cast.club.uid],
        "desk_tournament": [cast.tournament.uid],
        "desk_officials": [cast.tournament.uid],
        "account": [],
        "account_pin": [cast.club.uid],
        "desk_codes": [cast.tournament.uid],
        "desk_event_new": [cast.tournament.uid],
        "desk_event": [cast.event.uid],
        "desk_entries": [cast.event.uid],
        "desk_round": [round_.uid],
        "referee_overview": [cast.tournament.uid],
        "referee_deal": [cast.tournament.uid, hall.deal(1).uid],
        "referee_compare": [cast.tournament.uid, hall.deal(1).uid],
        "referee_records": [cast.tournament.uid],
    }


def speaking(language: str) -> Client:
    """Return a browser that asks for a language."""
    client = Client(headers={"accept-language": language})
    client.cookies["django_language"] = language
    return client


def read(client: Client, pages: Mapping[str, list[Any]]) -> dict[str, list[str]]:
    """Return what each page says."""
    texts = {}
    for name, arguments in pages.items():
        answer = client.get(reverse(name, args=arguments))
        assert answer.status_code == 200, name
        texts[name] = texts_of(answer.content.decode())
    return texts


def strange(language: str, texts: Iterable[str]) -> list[str]:
    """Return the texts in which something is in another language."""
    return [text for text in texts if _is_strange(language, text)]


def _is_strange(language: str, text: str) -> bool:
    for name in NAMES:
        text = text.replace(name, "")
    if language == "en":
        return bool(CHINESE.search(text))
    return bool(set(LATIN_WORD.findall(CODES.sub("", text))) - TERMS)


def mixed(language: str, texts_by_page: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return what is strange on each page; nothing where all is in one language."""
    odd_texts = {name: strange(language, texts) for name, texts in texts_by_page.items()}
    return {name: texts for name, texts in odd_texts.items() if texts}


def test_the_measure_finds_a_word_of_another_language() -> None:
    assert strange("zh-hans", ["第1轮", "Round 1", "打开PDF", "{count} 张", "A K 10"]) == [
        "Round 1"
    ]
    assert strange("en", ["Round 1", "第1轮", "甲 has won"]) == ["第1轮"]
    page = "<p title='Out'>In<code>code</code></p><template><b>Within</b></template>"
    assert texts_of(page) == ["Out", "In", "Within"]


@pytest.mark.full
@pytest.mark.parametrize("language", sampled(LANGUAGES, ("zh-hans",)))
def test_pages_for_everybody_are_in_one_language(hall: Hall, language: str) -> None:
    texts_by_page = read(speaking(language), public(hall))
    assert all(len(texts) > 5 for texts in texts_by_page.values())
    assert mixed(language, texts_by_page) == {}


@pytest.mark.full
@pytest.mark.parametrize("language", sampled(LANGUAGES, ("zh-hans",)))
def test_pages_of_the_desk_are_in_one_language(hall: Hall, language: str) -> None:
    client = speaking(language)
    client.force_login(hall.cast.alice)
    assert mixed(language, read(client, official(hall))) == {}


@pytest.mark.full
@pytest.mark.parametrize("language", sampled(LANGUAGES, ("zh-hans",)))
def test_what_forms_find_wrong_is_in_one_language(hall: Hall, language: str) -> None:
    client = speaking(language)
    answers = {
        "login": client.post(reverse("login"), {"username": "alice", "password": "wrong"}),
        "find_table": client.get(reverse("find_table"), {"code": "??"}),
    }
    client.force_login(hall.cast.alice)
    for name, arguments in official(hall).items():
        if name in ("desk_tournament_new", "desk_event_new", "desk_officials"):
            answers[name] = client.post(reverse(name, args=arguments), {"deals_per_round": "many"})
    texts = {name: texts_of(answer.content.decode()) for name, answer in answers.items()}
    assert all(len(page_texts) > 5 for page_texts in texts.values())
    assert mixed(language, texts) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_run_is_in_one_language(db: None, language: str) -> None:
    address = reverse("setup")
    client = speaking(language)
    client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    typed = {"club": "", "username": "!", "password": "12345", "again": "1", "code": "?"}
    pages = [client.get(address), client.post(address, typed)]
    for page in pages:
        assert strange(language, texts_of(page.content.decode())) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_that_are_not_there_are_in_one_language(db: None, language: str) -> None:
    answer = speaking(language).get("/no-such-page/")
    assert answer.status_code == 404
    assert strange(language, texts_of(answer.content.decode())) == []


@pytest.mark.full
@pytest.mark.parametrize("language", sampled(LANGUAGES, ("zh-hans",)))
def test_a_document_and_its_page_are_in_one_language(hall: Hall, language: str) -> None:
    client = speaking(language)
    order = reverse("document_order", args=[hall.cast.event.uid, "standings"])
    address = client.post(order)["Location"]
    waits = texts_of(client.get(address).content.decode())
    for job in Job.objects.filter(state=JobState.QUEUED):
        tasks.perform(job.uid)
    ready = texts_of(client.get(address).content.decode())
    drawn = PdfReader(BytesIO(bytes(Document.objects.get().content))).pages[0].extract_text()
    lines = [line.replace("Asia/Shanghai", "") for line in drawn.splitlines()]
    assert strange(language, [*waits, *ready, *lines]) == []


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_tablet_is_answered_is_in_one_language(hall: Hall, language: str) -> None:
    table = hall.tables[1]
    client = Client(headers={"accept-language": language})
    opened = client.post(
        f"/api/tablet/1/tables/{table.code}/lease", {"device": DEVICE}, JSON_TYPE
    ).json()
    lease = {"authorization": f"Lease {opened['token']}"}
    deal = hall.deal(1, table).uid
    answers = [
        client.get("/api/tablet/1/round", headers=lease),
        client.get("/api/tablet/1/round"),
        client.get("/api/nothing-like-that", headers=lease),
        client.post("/api/tablet/1/tables/ZZZZ22/lease", {"device": DEVICE}, JSON_TYPE),
        *(
            client.post(
                "/api/tablet/1/preview", {"deal": deal, "report": report}, JSON_TYPE, headers=lease
            )
            for report in (NORTH_TAKES_THE_PIG, NOTHING_WON, {"won": {"Q": 3}}, 7)
        ),
        client.post("/api/tablet/1/sheets", {"key": 1}, JSON_TYPE, headers=lease),
    ]
    texts = [text for answer in answers for text in sentences(answer)]
    assert len(texts) > 25
    assert strange(language, texts) == []


def sentences(answer: Any) -> list[str]:
    """Return every sentence for people in an answer of the API."""
    if answer["Content-Type"] != "application/json":
        return texts_of(answer.content.decode())
    return list(_sentences(answer.json()))


def _sentences(data: Any) -> Iterator[str]:
    if isinstance(data, list):
        for item in data:
            yield from _sentences(item)
    elif isinstance(data, dict):
        for name, item in data.items():
            if name == "text":
                yield item
            elif name == "rules":
                yield from item
            else:
                yield from _sentences(item)
