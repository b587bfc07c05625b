"""Public pages, made from name, arguments, language and revision, without a request.

`find` asks the record for the source of a page and its version; `make` returns its bytes. Nothing
in them depends on the reader, the host, or cookies: addresses have no host, and the links to other
languages lead back to the address of the page. A search is a page of its own, which is made for
each request. So a page with the same four is the same for everybody, and can be cached by them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any, Final

from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from tournaments import results
from tournaments.base import local_time
from tournaments.models import Event, Tournament
from tournaments.results.snapshot import EventSnapshot
from web.publish import documents, etag, publications
from web.publish.cache import PART, WHOLE, Made, PageStamps
from web.publish.club_pages import own_year
from web.publish.club_pages import person as person_pages
from web.publish.documents import DocumentKind
from web.publish.pages import articles as article_pages
from web.publish.pages import boards as board_pages
from web.publish.pages import deal as deals
from web.publish.pages import document as document_pages
from web.publish.pages import entry as entries
from web.publish.pages import event as events
from web.publish.pages import glossary as glossaries
from web.publish.pages import home as homes
from web.publish.pages import prizes as prize_pages
from web.publish.pages import round as rounds
from web.publish.pages import rules as rule_pages
from web.publish.pages import seats as seat_pages
from web.publish.pages import table as tables
from web.publish.pages.ranked import ranks as rank_pages
from web.publish.pages.walls import hall as halls
from web.publish.publications import PublicationNeeds, Publications
from web.publish.rulings import public_rulings
from web.publish.rulings.public_rulings import RulingsSubject
from web.publish.served import feeds, page_types
from web.publish.served.page_types import PageSource, PageType
from web.publish.sharing import link_heads, podium, report

UNSHARED: Final = frozenset({"document", "embed"})
"""Pages of an event whose links have no preview in chats."""

FOLDERS: Final = {
    **dict.fromkeys(("entry", "seats", "share"), "event"),
    **dict.fromkeys(("round", "round_table"), "rounds"),
    "ranks": "ranking",
    **dict.fromkeys(("board", "boards"), "boards"),
    **dict.fromkeys(("prizes", "winners"), "winners"),
    **dict.fromkeys(("about", "articles", "glossary", "rules"), "rules"),
    **dict.fromkeys(("hall_overview", "hall_seating", "hall_standings", "hall_winners"), "hall"),
    **dict.fromkeys(("person", "person_year", "ratings"), "club"),
    **dict.fromkeys(("season", "season_certificate", "season_person"), "club"),
    "document": "documents",
}
"""The folder of a page's templates, if not the one of its name."""

PART_OF: Final = "_part"
"""The suffix of a part's name in addition to that of the long page; its number is the last
argument.
"""


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A public page: the name and the arguments of its URL, and its language.

    `search` is the text searched for; such a page is not cached.
    """

    name: str
    args: tuple[str | int, ...]
    language: str
    search: str = ""

    @property
    def kind_name(self) -> str:
        """The name of its kind, and of its templates: the same for all parts of a long page."""
        return self.name.removesuffix(PART_OF)

    @property
    def address(self) -> str:
        """The address of the whole page."""
        return reverse(self.name, args=self.args) + self._query

    @property
    def live_address(self) -> str:
        """The address of its live part."""
        return reverse(f"{self.name}_live", args=self.args) + self._query

    @property
    def _query(self) -> str:
        if not self.search:
            return ""
        query = QueryDict(mutable=True)
        query["q"] = self.search
        return f"?{query.urlencode()}"


@dataclass(frozen=True, slots=True)
class ShownPage:
    """The context of a page's templates: `more` is what its type adds to the page itself."""

    page: Any
    snapshot: EventSnapshot | None
    published: Publications
    link_head: link_heads.LinkHead | None = None
    more: Mapping[str, object] = field(default_factory=dict)


def find(page: PublicPage) -> PageSource:
    """Return the source of a page. Raises Http404 if there is no such public page."""
    with local_time.within(None):
        return KINDS[page.kind_name].find(*page.args)


def version(page: PublicPage, found: PageSource) -> PageStamps:
    """Return the stamps of a page and its live part, which differ so that neither is taken for the
    other.
    """
    with translation.override(page.language):
        content = found.content or [found.revision]
        made_from = (page.name, *page.args, page.search, *content, found.face)
        part = etag.stamp(*made_from, revision=found.revision)
        whole = etag.stamp("page", *made_from, revision=found.revision)
    return PageStamps({WHOLE: whole, PART: part}, found.scope)


def make(
    page: PublicPage,
    found: PageSource,
    read: Callable[[Event], EventSnapshot] = results.read,
) -> Made:
    """Return the bytes of a page and of its live part, if it has one; the page holds that part.

    `read` reads its event, so that it can be shared by many pages of the event.
    """
    return draw(page, found, shown_on(page, found, read))


def shown_on(
    page: PublicPage,
    found: PageSource,
    read: Callable[[Event], EventSnapshot] = results.read,
    more: Callable[[], Mapping[str, object]] | None = None,
) -> ShownPage:
    """Return the content of a page, before it is drawn.

    `more` stands for what its kind adds, where that was read for many pages at once.
    """
    kind = KINDS[page.kind_name]
    snapshot = read(found.event) if found.event and kind.is_of_event else None
    with translation.override(page.language), local_time.within(_tournament(found)):
        published = Publications()
        if snapshot:
            published = publications.read(snapshot.event, _needs(page, found, snapshot))
        given = [snapshot, *([published] if kind.needs else [])] if snapshot else []
        searched = {"search": page.search} if page.search else {}
        shown = kind.read(*given, *found.given, **searched)
        if kind.draw:
            return ShownPage(shown, snapshot, published)
        link_head = _link_head(page, found, (snapshot, published) if snapshot else None)
        added = more() if more else kind.more(shown)
        return ShownPage(shown, snapshot, published, link_head, added)


def _needs(page: PublicPage, found: PageSource, snapshot: EventSnapshot) -> PublicationNeeds:
    """Return which publications a page needs, itself or for its preview in a chat."""
    kind, name = KINDS[page.kind_name], page.kind_name
    own = kind.needs(snapshot, *found.given) if kind.needs else PublicationNeeds()
    if page.search:
        own = publications.needs(snapshot)
    is_shared = kind.draw is None and name not in UNSHARED
    if not is_shared or not link_heads.has_link_head(name, page.address, snapshot.event):
        return own
    shared = publications.needs(snapshot)
    standings = own.standings or shared.standings
    return replace(own, standings=standings, sealed_from=shared.sealed_from)


def draw(page: PublicPage, found: PageSource, given: ShownPage) -> Made:
    """Return the bytes of a page from its content."""
    name, shown = page.kind_name, given.page
    kind, folder = KINDS[name], f"publish/{FOLDERS.get(name, name)}"
    template, live_part = kind.templates or (f"{folder}/{name}.html", f"{folder}/_{name}.html")
    with translation.override(page.language), local_time.within(_tournament(found)):
        if kind.draw:
            return Made({WHOLE: kind.draw(shown)})
        context = {
            "page": shown,
            "address": page.address,
            "snapshot": given.snapshot,
            "published": given.published,
            "link_head": given.link_head,
            "club_face": found.face,
            **given.more,
        }
        bodies = {}
        if kind.is_live:
            live = etag.Live(page.live_address, version(page, found).stamps[PART])
            part = render_to_string(live_part, {**context, "live": live})
            context["live"], bodies[PART] = replace(live, body=part), part.encode()
        bodies[WHOLE] = render_to_string(template, context).encode()
    return Made(bodies, kind.seconds(shown))


def _tournament(found: PageSource) -> Tournament | None:
    return found.event.tournament if found.event else None


def _link_head(
    page: PublicPage, found: PageSource, read: tuple[EventSnapshot, Publications] | None
) -> link_heads.LinkHead | None:
    """Return what a chat shows for a link to the page; None if it is of no event."""
    if found.event is None or page.kind_name in UNSHARED:
        return None
    return link_heads.link_head(page.kind_name, page.args, page.address, found.event, read)


def _until_time_is_over(page: Any) -> float:
    """Return the seconds until a clock of the page runs out."""
    faces = [page.clock, *page.clock.own] if page.clock else []
    hours = [face.reading.until for face in faces if face.reading.until]
    return (min(hours) - timezone.now()).total_seconds() if hours else inf


def _until_filled(page: homes.HomePage) -> float:
    """Return 0 while a job is adding events, since its progress does not change the record."""
    return 0 if any(listed.filling for listed in page.tournaments) else inf


def _links_of_document(page: document_pages.DocumentProgress) -> dict[str, object]:
    uid, kind = page.event.uid, page.kind
    by = "document_pdf" if page.is_pdf else "document_file"
    links = document_pages.Doors(
        order=reverse("document_order", args=[uid, kind]),
        look=reverse("document", args=[uid, kind, page.digest]),
        file=reverse(by, args=[page.document.uid]) if page.document else "",
    )
    return {"doors": links}


def _rulings(asked: RulingsSubject) -> dict[str, object]:
    return {"rulings": public_rulings.rulings_on(asked)}


def _of_document(kind: DocumentKind) -> PageType:
    """Return the page that shows the content of a document, and offers it unless it is empty."""
    shown = kind.page
    if shown is None:
        raise ValueError(f"the document {kind.name} has no page")
    return PageType(
        page_types.find_of_event,
        shown.read,
        templates=("publish/documents/printed_page.html", shown.template),
        has_parts=shown.has_parts,
        more=lambda page: {"title": shown.title, "kind": None if shown.is_empty(page) else kind},
    )


_of_no_event = partial(PageType, is_of_event=False)
KINDS: Final[Mapping[str, PageType]] = {
    "home": _of_no_event(page_types.find_home, homes.read, seconds=_until_filled, has_parts=True),
    "event": PageType(page_types.find_of_event, events.read, has_parts=True, needs=events.needs),
    "embed": PageType(
        page_types.find_embedded,
        events.read,
        templates=("publish/event/embed.html", "publish/event/_embed.html"),
        needs=events.needs_without_highlights,
    ),
    "round": PageType(
        page_types.find_round,
        rounds.read,
        seconds=_until_time_is_over,
        has_parts=True,
        needs=rounds.needs,
        more=lambda page: _rulings(RulingsSubject(page.event, round=page.round)),
    ),
    "round_table": PageType(
        page_types.find_table, tables.read, seconds=_until_time_is_over, needs=tables.needs
    ),
    "seats": PageType(page_types.find_of_event, seat_pages.read_seats, has_parts=True),
    "entry": PageType(
        page_types.find_entry,
        entries.read,
        more=lambda page: _rulings(RulingsSubject(page.event, entry=page.competitor.uid)),
    ),
    "ranks": PageType(page_types.find_of_event, rank_pages.read, has_parts=True),
    "hall_seating": PageType(
        page_types.find_wall,
        halls.seating,
        seconds=_until_time_is_over,
        needs=halls.needs_of_seating,
    ),
    "hall_standings": PageType(
        page_types.find_wall,
        halls.standings,
        seconds=_until_time_is_over,
        needs=halls.needs_of_standings,
    ),
    "hall_overview": _of_no_event(page_types.find_overview, halls.overview, is_live=False),
    **{name: _of_document(kind) for name, kind in documents.pages().items()},
    "prizes": PageType(page_types.find_of_event, prize_pages.read, needs=prize_pages.needs),
    "winners": PageType(page_types.find_of_event, podium.read, needs=podium.needs),
    "hall_winners": PageType(page_types.find_of_event, podium.read, needs=podium.needs),
    "share": PageType(
        page_types.find_of_event,
        report.read,
        is_live=False,
        needs=publications.needs_with_highlights,
    ),
    "deal": _of_no_event(
        page_types.find_deal,
        deals.read,
        more=lambda page: _rulings(RulingsSubject(page.event, deal=page.deal)),
    ),
    "about": PageType(page_types.find_of_event, rule_pages.read, is_live=False),
    "rules": PageType(page_types.find_of_event, rule_pages.read, is_live=False),
    "articles": PageType(page_types.find_of_event, article_pages.read, is_live=False),
    "boards": PageType(page_types.find_of_event, board_pages.read, is_live=False),
    "board": PageType(page_types.find_board, board_pages.read_board, is_live=False),
    "season": _of_no_event(page_types.find_season, page_types.read_season, has_parts=True),
    "season_person": _of_no_event(page_types.find_season, page_types.read_season_person),
    "season_certificate": _of_no_event(
        page_types.find_season, page_types.read_certificate, is_live=False
    ),
    "season_certificate_pdf": _of_no_event(
        page_types.find_season,
        page_types.read_certificate,
        page_types.draw_certificate,
        is_live=False,
    ),
    "ratings": _of_no_event(
        page_types.find_ratings, page_types.read_ratings, is_live=False, has_parts=True
    ),
    "person": _of_no_event(
        page_types.find_person, person_pages.read, is_live=False, has_parts=True
    ),
    "person_year": _of_no_event(page_types.find_person, own_year.read_public, is_live=False),
    "glossary": _of_no_event(page_types.find_glossary, glossaries.read, is_live=False),
    "document": _of_no_event(page_types.find_document, lambda page: page, more=_links_of_document),
    **feeds.KINDS,
}
"""The public pages by the names of their URLs."""
