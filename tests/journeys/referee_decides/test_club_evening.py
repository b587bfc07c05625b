"""A club evening shows no word of what only an official competition has.

All that its people reach by links is opened, from the first draw to the end: the desk, the public
pages, a player's page, the tablet's page with its words, and every paper.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Final

import pytest
from django.test import Client
from django.urls import resolve, reverse
from django.utils import translation
from pypdf import PdfReader

from clubs.credentials import player_credentials
from referee.models import CallReason
from referee.rulings import penalties
from tests import cast as people
from tests import official_cast
from tests.cast import Cast
from tests.official_cast import fresh
from tests.referee.hall import Hall, Tablet
from tests.referee.rulings.deciding import test_cases as rulings
from tests.web.publish.sweep import ALWAYS, OF_EVENT
from tournaments import organise
from tournaments.models import Club, ClubFeature, Event, Role, Round, Seat
from web.publish import documents
from web.publish.documents import Subject

LANGUAGES: Final = ("zh-hans", "en")
FORBIDDEN: Final[Mapping[str, re.Pattern[str]]] = {
    "zh-hans": re.compile(r"申诉|公示|黄牌|红牌|仲裁|迟到[^<]{0,12}分钟"),
    "en": re.compile(
        r"\bappeals?\b|\bon notice\b|yellow card|red card|\bjury\b|\bcommittee\b"
        r"|late by (?:up to|more than)",
        re.IGNORECASE,
    ),
}
"""Words of appeals, of the notice, of cards and of the table of lateness."""
LINK: Final = re.compile(r'(?:href|data-live|data-words|src)="(/[^"#]*)')
NOT_FOLLOWED: Final = re.compile(
    r"^/(static|language|desk/(logout|login)|installation|accounts?)/?|\.(png|svg|js|css|ico)$"
    r"|logout|/qr|certificate|^/(games|guide|clubs|seasons|ratings)/"
)
MOST_OF_ONE_KIND: Final = 1
"""Of addresses that differ in their names alone one page is like the other."""

OF_ALL: Final = (*ALWAYS, *OF_EVENT)
"""Public pages of every event, some of which are linked late."""
PUBLIC: Final = {"round", "entry", "deal", "player", *OF_ALL}
AT_THE_DESK: Final = {
    "desk_event",
    "desk_round",
    "desk_articles",
    "desk_documents",
    "desk_entries",
    "referee_overview",
    "referee_deal",
    "referee_type",
    "referee_rulings",
    "referee_ruling",
    "referee_rule_case",
    "referee_rule_anew",
    "referee_penalties",
    "referee_calls",
}
"""Pages that are certainly among those that are opened."""
Found = tuple[str, str, str]
"""Where a word stands, the word, and what is beside it."""


@dataclass(slots=True)
class Reader:
    """Opens all that is linked from somewhere, as one person, and collects forbidden words."""

    client: Client
    language: str
    opened: set[str] = field(default_factory=set)
    found: set[Found] = field(default_factory=set)

    def read(self, *starts: str) -> None:
        """Follow all links from some addresses on."""
        self.client.cookies["django_language"] = self.language
        self.client.defaults["HTTP_ACCEPT_LANGUAGE"] = self.language
        waiting, kinds = list(starts), dict[str, int]()
        while waiting:
            address = waiting.pop()
            kind = _kind(address)
            is_known = address in self.opened or kinds.get(kind, 0) >= MOST_OF_ONE_KIND
            if is_known or NOT_FOLLOWED.search(address):
                continue
            kinds[kind] = kinds.get(kind, 0) + 1
            self.opened.add(address)
            waiting += self._open(address)

    def _open(self, address: str) -> Iterator[str]:
        answer = self.client.get(address)
        if answer.status_code in (301, 302):
            yield answer["Location"]
        if answer.status_code == 200 and answer["Content-Type"] == "application/pdf":
            content = b"".join(answer) if answer.streaming else answer.content
            pages = PdfReader(io.BytesIO(content)).pages
            self.look(address, "".join(page.extract_text() for page in pages))
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            return
        page = answer.content.decode()
        self.look(address, page)
        yield from (unescape(link) for link in LINK.findall(page))

    def look(self, where: str, words: str) -> None:
        """Note every forbidden word of a text."""
        for found in FORBIDDEN[self.language].finditer(words):
            near = words[max(found.start() - 40, 0) : found.end() + 40]
            self.found.add((_kind(where), found.group(), near))


def _kind(address: str) -> str:
    """Return an address without what names a row: one of a kind is like the others."""
    path, _question, query = address.partition("?")
    uids = re.sub(r"/[0-9a-z]{12}(?=/)|/\d+(?=/)|/[A-Z]-\d+(?=/)", "/_", path)
    return uids + re.sub(r"=[^&]*", "=", query)


@dataclass
class Evening:
    """A club event with one of all that a referee does there."""

    cast: Cast
    hall: Hall
    player: str = ""
    tablet: Tablet | None = None
    missed: set[str] = field(default_factory=set)
    """Pages that should have been opened."""

    def read(self, language: str) -> set[Found]:
        """Open everything in a language; return what it must not say."""
        with translation.override(language):
            return self._pages(language) | self._papers(language)

    def _pages(self, language: str) -> set[Found]:
        cast, found = self.cast, set[Found]()
        event = cast.event.uid
        starts = (
            reverse("desk_event", args=[event]),
            reverse("desk_articles", args=[event]),
            reverse("referee_overview", args=[cast.tournament.uid]),
            reverse("event", args=[event]),
        )
        for who in (cast.alice, None):
            client = Client()
            if who is not None:
                client.force_login(who)
            reader = Reader(client, language)
            public = [reverse("home"), *(reverse(name, args=[event]) for name in OF_ALL)]
            public += [f"/t/{self.hall.table.code}/", *([self.player] if self.player else [])]
            reader.read(*(starts if who is not None else public))
            if who is None and self.tablet is not None:
                pack = self.tablet.get("round", **{"Accept-Language": language})
                reader.look("tablet", str(pack.json()))
            found |= reader.found
            names = {resolve(address.partition("?")[0]).url_name for address in reader.opened}
            self.missed |= (PUBLIC if who is None else AT_THE_DESK) - names
        return found

    def _papers(self, language: str) -> set[Found]:
        reader, event = Reader(Client(), language), fresh(self.cast.event)
        for round_ in (None, *Round.objects.filter(event=event)):
            for kind in documents.kinds(event, round_, roles=Role):
                prepared = kind.prepare(Subject(event, round=round_))
                reader.look(kind.name, str(prepared.input))
        return reader.found


@pytest.fixture
def cast(db: None) -> Cast:
    return people.assemble()


@pytest.fixture
def evening(cast: Cast) -> Evening:
    """A club event in its first round, with a sheet on a table and one of each act."""
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    Club.objects.update(features=[ClubFeature.FEES.value])
    Event.objects.filter(pk=cast.event.pk).update(proof="phone")
    cast.event.refresh_from_db()
    return Evening(cast, Hall.of(cast))


def rule_and_call(evening: Evening) -> None:
    """Let a player's word wait, a call ring, and a referee warn, punish and correct."""
    hall, cast = evening.hall, evening.cast
    evening.tablet = tablet = Tablet(Client()).opens(hall.table)
    tablet.post("calls", {"key": "call-of-table-1", "reason": CallReason.IRREGULARITY})
    tablet.submits(hall.sheet())
    person = Seat.objects.get(sitting=hall.deal().sitting, label="W").person
    event = Event.objects.select_related("tournament").get(pk=cast.event.pk)
    (slip,) = player_credentials.SLIPS.draw(event, cast.director, [person.uid])
    evening.player = reverse("player", args=[slip.link])
    rulings.rule(hall, "B-01")
    rulings.rule(hall, "R-02", by=cast.bob)
    whom = penalties.Target(fresh(cast.event).entries.get(number=1))
    penalties.give(whom, cast.bob, -100, "慢打", "")


def end(evening: Evening) -> None:
    """Play what is left, close the round and finish the event, with prizes."""
    cast, round_ = evening.cast, evening.hall.round
    for deal in cast.deals(round_):
        if not deal.done:
            cast.post(deal)
    prizes = {"amounts": ["100"], "ties": "divided"}
    organise.close_round(round_, cast.director)
    organise.set_prizes(fresh(cast.event), cast.director, prizes)
    official_cast.finish(cast)


@pytest.mark.nightly
@pytest.mark.parametrize("is_over", [False, True], ids=["in_play", "over"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_shows_no_word_of_an_official_competition(
    evening: Evening, language: str, *, is_over: bool
) -> None:
    """In play and at its end, on screens and on paper."""
    rule_and_call(evening)
    if is_over:
        end(evening)
    assert evening.read(language) == set()
    assert evening.missed == set()


@pytest.mark.nightly
def test_an_official_competition_has_these_words(cast: Cast) -> None:
    """So the search finds what it looks for."""
    official_cast.make_official(cast)
    evening = Evening(cast, Hall.of(cast))
    end(evening)
    said = {word for _where, word, _near in evening.read("zh-hans")}
    assert {"申诉", "公示", "黄牌", "红牌"} <= said
