"""Opens every public page of an event, and the pages that they link to.

`look = Sweep().look`, passed to a rehearsal, does so at each moment of the event.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

from django.test import Client
from django.urls import reverse

from config.simulation.rehearsal.moments import RehearsalMoment
from tournaments.models import Board, Deal, Event, Round, Sitting
from web.publish.pages.progress import public_rounds

LINK: Final = re.compile(r'(?:href|data-live|action)="(/[^"#]*)')
VALUE_MISSING: Final = re.compile(r">[^<]*\bNone\b(?! [a-z])")
"""A value that is not there, written out; no sentence that begins with the word."""
LANGUAGES: Final = ("zh-hans", "en")
ALWAYS: Final = (
    "event",
    "seats",
    "ranks",
    "hall_seating",
    "hall_standings",
    "hall_winners",
    "cross",
    "prizes",
    "winners",
)
"""Pages that every event has, each with its live part."""
PERHAPS: Final = ("bracket", "groups")
"""Pages that an event has by its form."""
OF_EVENT: Final = ("about", "rules", "boards", "share", "standings_file", "results_file")
"""Pages and files of an event without a live part."""
IN_PARTS: Final = ("event", "seats", "ranks", "cross", "groups")
"""Pages of an event that are divided where they are long."""
PICTURES: Final = ("event_cover", "event_poster", "entry_picture", "deal_picture")
"""Pictures, of which one is drawn at each moment."""
OF_DEALS: Final = 4
"""Of so many deals one is opened at each moment, and another one at the next."""
ELSEWHERE: Final = (
    *("filling", "language", "document_order", "articles"),
    *("news_file", "schedule_file", "event_scroll"),
    *("embed", "embed_live"),
)
"""A job in a demo, a switch that answers with a redirect, an order, what an official competition
has beside its rules, files that the pages link to, and what a club opens to other sites."""
ACROSS: Final = (
    *(f"season{part}{live}" for part in ("", "_part", "_person") for live in ("", "_live")),
    *("season_certificate", "season_certificate_pdf"),
    *("ratings", "ratings_part", "person", "person_part", "person_year"),
)
"""Pages across events, looked at in the tests of seasons and ratings."""
MADE_TO_ORDER: Final = (
    *("document", "document_live", "document_pdf", "document_file"),
    *("face", "face_rule", "logo"),
)


@dataclass(slots=True)
class Sweep:
    """Opens pages, and remembers which were opened.

    Whole pages and live parts are requested at alternate moments, for two moments in one language
    and then in the other. One in `thin` entries is opened, others at each moment, and a quarter of
    that of deals and boards. Moments that are not in `at` are skipped.
    """

    thin: int = 1
    at: frozenset[RehearsalMoment] = frozenset(RehearsalMoment)
    moments: Counter[RehearsalMoment] = field(default_factory=Counter)
    pages: int = 0
    _client: Client = field(default_factory=Client)
    _links: set[str] = field(default_factory=set)

    def look(self, moment: RehearsalMoment, event: Event) -> None:
        """Open every page of the event as it stands now."""
        if moment not in self.at:
            return
        turn = self.moments.total()
        self.moments[moment] += 1
        self._links = set()
        self._client.defaults["HTTP_ACCEPT_LANGUAGE"] = LANGUAGES[turn // 2 % len(LANGUAGES)]
        asked = set()
        for address, may_be_missing in self._addresses(event, turn):
            asked.add(address)
            self._open(address, moment, may_be_missing=may_be_missing)
        # Entries and deals link each other: all were asked, or are left out on purpose.
        left_out = tuple(f"/e/{event.uid}/{part}/" for part in ("entries", "boards", "documents"))
        for address in sorted(self._links - asked):
            is_picture = address.endswith(".png")
            is_ours = address.startswith(("/e/", "/games/")) and not address.startswith(left_out)
            if is_ours and not is_picture:
                self._open(address, moment)

    def _addresses(self, event: Event, turn: int) -> Iterator[tuple[str, bool]]:
        uid, alone = event.uid, "_live" if turn % 2 else ""
        yield reverse(f"home{alone}"), False
        for name in (*ALWAYS, *PERHAPS):
            yield reverse(f"{name}{alone}", args=[uid]), name in PERHAPS
        yield reverse(f"home_part{alone}", args=[1]), False
        for name in IN_PARTS:
            yield reverse(f"{name}_part{alone}", args=[uid, 1]), False
        yield from ((reverse(name, args=[uid]), False) for name in OF_EVENT)
        yield from self._picture(event, turn)
        yield reverse("hall_overview", args=[event.tournament.uid]), False
        yield reverse("event_qr", args=[uid]), False
        yield reverse("glossary", args=[event.game]), False
        for number in public_rounds().filter(event=event).values_list("number", flat=True):
            yield reverse(f"round{alone}", args=[uid, number]), False
            yield reverse(f"round_part{alone}", args=[uid, number, 1]), False
            at = Sitting.objects.filter(segment__match__round__event=event)
            tables = at.filter(segment__match__round__number=number)
            for table in _some(tables.values_list("table__number", flat=True), turn, self.thin):
                yield reverse(f"round_table{alone}", args=[uid, number, table]), False
        for number in _some(event.entries.values_list("number", flat=True), turn, self.thin):
            yield reverse(f"entry{alone}", args=[uid, number]), False
        for deal in _some(_deals_of(event), turn, OF_DEALS * self.thin):
            yield reverse(f"deal{alone}", args=[deal]), False
        boards = Board.objects.filter(board_set__event=event)
        numbers = boards.values_list("board_set__number", "board_no")
        for set_number, number in _some(numbers, turn, OF_DEALS * self.thin):
            # A sealed board is not found.
            yield reverse("board", args=[uid, set_number, number]), True

    def _picture(self, event: Event, turn: int) -> Iterator[tuple[str, bool]]:
        name, language = PICTURES[turn % len(PICTURES)], LANGUAGES[turn // 2 % len(LANGUAGES)]
        deals = _deals_of(event).order_by("-done", "pk")
        of = {"entry_picture": [event.uid, 1], "deal_picture": list(deals[:1])}
        args = of.get(name, [event.uid])
        if args and (name != "entry_picture" or event.entries.filter(number=1).exists()):
            yield reverse(name, args=[*args, language]), False

    def _open(self, address: str, moment: RehearsalMoment, *, may_be_missing: bool = False) -> None:
        answer = self._client.get(address)
        allowed = {200, 404} if may_be_missing else {200}
        assert answer.status_code in allowed, (address, moment, answer.status_code)
        if answer["Content-Type"] == "image/png":
            return
        page = answer.content.decode()
        assert not VALUE_MISSING.search(page), (address, moment)
        self._links |= {unescape(link) for link in LINK.findall(page) if answer.status_code == 200}
        self.pages += 1


def _some(rows: Any, turn: int, thin: int) -> list[Any]:
    return list(rows.order_by("pk"))[turn % thin :: thin]


def _deals_of(event: Event) -> Any:
    shown = Deal.objects.filter(sitting__segment__match__round__state__in=Round.PUBLIC, event=event)
    return shown.values_list("uid", flat=True)
