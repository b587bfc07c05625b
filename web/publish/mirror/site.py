"""The pages of a mirror, each as a file: everything that its first pages lead to.

Pages are made as the web server makes them; `rewriting` changes them for the mirror.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Final
from urllib.parse import urlsplit

from django.http import Http404
from django.templatetags.static import static
from django.urls import ResolverMatch

from tournaments import results
from tournaments.models import Club, Deal, Event
from tournaments.results.snapshot import EventSnapshot
from web.publish import club_links, mirror_paths
from web.publish.cache import WHOLE
from web.publish.mirror import assets, drawn, framing, names, plain_files, rewriting
from web.publish.mirror.addresses import resolved
from web.publish.mirror.data_files import DataFiles
from web.publish.mirror.drawn import DrawnPage, DrawnPages, digest_of_leads
from web.publish.mirror.files import MadeFile
from web.publish.mirror.manifest import FileEntry, Layer
from web.publish.mirror.rewriting import Leads
from web.publish.mirror.sources import PageSources
from web.publish.pages import home as homes
from web.publish.served import public_page, public_picture
from web.publish.served.page_types import PageSource
from web.publish.served.public_page import PublicPage, ShownPage
from web.publish.served.public_picture import PictureAddress

SITE: Final = mirror_paths.SITE
CLUB: Final = mirror_paths.CLUB
ASSETS: Final = "assets"
"""The units of files that belong to no event."""
MOST_DEALS: Final = 3000
"""For an event with more deals than this, pages of single deals are left out."""
INDEXES: Final = frozenset({"event", "ratings", "season"})
OF_CLUBS: Final = frozenset({"person", "person_year", "ratings", "season", "season_person"})
KEPT_SNAPSHOTS: Final = 2


@dataclass(frozen=True, slots=True)
class MirrorScope:
    """What is mirrored: these public events, and the pages of clubs that are mirrored entirely.

    `noindex` asks search engines to leave it out. `address` is where others read it, empty if that
    is not known.
    """

    events: tuple[Event, ...]
    has_club_pages: bool = True
    noindex: bool = True
    address: str = ""

    @property
    def uids(self) -> frozenset[str]:
        """The uids of the events."""
        return frozenset(event.uid for event in self.events)

    @property
    def clubs(self) -> frozenset[Club]:
        """The clubs whose own pages are shown."""
        return frozenset(event.tournament.club for event in self.events if self.has_club_pages)

    def named(self) -> dict[str, frozenset[str]]:
        """Return the names on the pages, by unit."""
        return {**names.names_of(self.events), CLUB: names.names_of_clubs(self.clubs)}


@dataclass(frozen=True, slots=True)
class WantedPage:
    """A page to be made, and the unit whose page first led to it."""

    page: PublicPage
    unit: str

    @property
    def path(self) -> str:
        """Its path in the mirror."""
        return _path_of(self.page)


@lru_cache(maxsize=1 << 16)
def _path_of(page: PublicPage) -> str:
    """Return the path of a page; the links of all other pages ask for it."""
    return mirror_paths.page_path(page.address, page.language)


@dataclass(slots=True)
class Site:
    """All files of a mirror, made one after the other."""

    scope: MirrorScope
    drawn: DrawnPages = field(default_factory=DrawnPages)
    there: Mapping[str, FileEntry] = field(default_factory=dict)
    """The files that the target has already, by paths."""
    _waiting: OrderedDict[tuple[str, str], deque[WantedPage]] = field(default_factory=OrderedDict)
    _seen: set[str] = field(default_factory=set)
    _pictures: dict[str, tuple[PictureAddress, str]] = field(default_factory=dict)
    _assets: dict[str, str] = field(default_factory=dict)
    _missing: set[str] = field(default_factory=set)
    _pointing: dict[str, list[WantedPage]] = field(default_factory=dict)
    _snapshots: OrderedDict[tuple[str, int, str], EventSnapshot] = field(
        default_factory=OrderedDict
    )
    _has_deals: dict[str, bool] = field(default_factory=dict)
    _sources: PageSources = field(init=False)
    _with_data: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._sources = PageSources(self.scope.events)

    def files(self, only: str = "") -> Iterator[MadeFile]:
        """Yield every file, or only those of one unit.

        At the end, files that pointed at a page that turned out to be missing are yielded once
        more.
        """
        for language in mirror_paths.FOLDERS:
            for event in self.scope.events:
                self._want(WantedPage(PublicPage("event", (event.uid,), language), event.uid))
            self._want(WantedPage(PublicPage("home", (), language), SITE))
        yield from self._pages(only)
        yield from self._made_good()
        yield from self._pictures_made(only)
        if not only:
            yield from self._assets_made()
            yield framing.root_page(noindex=self.scope.noindex)

    def of_clubs(self, paths: Iterable[str]) -> Iterator[MadeFile]:
        """Yield the pages of clubs at these paths that are still shown."""
        for path in paths:
            if page := _page_at(path):
                made = self._make_page(WantedPage(page, CLUB))
                yield from [made] if made else []
        yield from self._made_good()

    def _made_good(self) -> Iterator[MadeFile]:
        again = {each.path: each for to in self._missing for each in self._pointing.get(to, ())}
        yield from filter(None, map(self._make_page, again.values()))

    def _pages(self, only: str) -> Iterator[MadeFile]:
        """Make the waiting pages, event by event and language by language, so that each is read
        once.
        """
        while key := next((key for key in self._waiting if not only or key[0] == only), None):
            waiting = self._waiting[key]
            while waiting:
                if made := self._make_page(waiting.popleft()):
                    yield made
            del self._waiting[key]
            unit, language = key
            if unit in {SITE, *self.scope.uids} and key not in self._with_data:
                self._with_data.add(key)
                yield from self._data_of(unit, language)
            self._sources.forget(unit, language)

    def _data_of(self, unit: str, language: str) -> Iterator[MadeFile]:
        """Yield a unit's files for other programs; its pages are known by then."""
        is_event = unit != SITE
        yield from self._data().of(unit, language, is_event=is_event)
        tournaments = dict.fromkeys(event.tournament.uid for event in self.scope.events)
        names = plain_files.OF_EVENT if is_event else plain_files.OF_TOURNAMENT
        for uid in [unit] if is_event else tournaments:
            for page in plain_files.wanted(names, uid, language):
                with suppress(Http404):
                    yield self._plain_file(page, unit)

    def _data(self) -> DataFiles:
        return DataFiles(
            self.scope.uids, self._has, self._shows_deals, self._snapshot, self._sources.notes
        )

    def _plain_file(self, page: PublicPage, unit: str) -> MadeFile:
        found = public_page.find(page)
        if page.name in plain_files.OF_TOURNAMENT:
            shown = [event for event in found.given[0] if event.uid in self.scope.uids]
            found = replace(found, given=(shown, *found.given[1:]))
        made = public_page.make(page, found, lambda event: self._snapshot(event, page.language))
        body = made.bodies[WHOLE]
        path = mirror_paths.file_path(page.address, page.language)
        turned = plain_files.turned(page, body, self._has, self.scope.address)
        return MadeFile(path, Layer.PAGE, unit, turned)

    def _has(self, path: str) -> bool:
        return path in self._seen and path not in self._missing

    def _want(self, wanted: WantedPage) -> None:
        if wanted.path not in self._seen:
            self._seen.add(wanted.path)
            key = (wanted.unit, wanted.page.language)
            self._waiting.setdefault(key, deque()).append(wanted)

    def _make_page(self, wanted: WantedPage) -> MadeFile | None:
        page = wanted.page
        try:
            found = self._source_of(page)
            read = partial(self._snapshot, language=page.language)
            shown = public_page.shown_on(page, found, read, self._sources.more(page, found))
        except Http404:
            self._missing.add(wanted.path)
            return None
        stamp = self._stamp(page, found, shown)
        if unchanged := self._unchanged(wanted, stamp):
            return unchanged
        text = public_page.draw(page, found, shown).bodies[WHOLE].decode()
        is_live = public_page.KINDS[page.kind_name].is_live
        added = framing.frame(
            page.language, wanted.path, is_live=is_live, noindex=self.scope.noindex
        )
        leads: dict[str, Leads] = {}

        def lookup(address: str) -> Leads:
            leads[address] = self._lookup(address, wanted)
            return leads[address]

        turned = rewriting.turn(text, wanted.path, lookup, added)
        self._point(wanted, leads)
        file = MadeFile(wanted.path, _layer(page), wanted.unit, turned.text.encode())
        if stamp:
            self.drawn.now[wanted.path] = DrawnPage(
                stamp, file.entry.digest, digest_of_leads(leads), tuple(leads)
            )
        return file

    def _stamp(self, page: PublicPage, found: PageSource, shown: ShownPage) -> str:
        """Return a digest of what a page is drawn from; empty if it is drawn every time."""
        if page.name not in drawn.KINDS:
            return ""
        tabs = drawn.tabs_of(shown.snapshot) if shown.snapshot else ()
        given = (shown.page, shown.link_head, shown.more, found.face, self.scope.noindex, tabs)
        return drawn.digest_of(page.address, *given)

    def _unchanged(self, wanted: WantedPage, stamp: str) -> MadeFile | None:
        """Return a page without its text if the target has it unchanged."""
        kept = self.drawn.before.get(wanted.path)
        if not stamp or kept is None or kept.shown != stamp:
            return None
        layer = _layer(wanted.page)
        if self.there.get(wanted.path) != FileEntry(kept.file, layer, wanted.unit):
            return None
        leads = {address: self._lookup(address, wanted) for address in kept.addresses}
        if digest_of_leads(leads) != kept.leads:
            return None
        self._point(wanted, leads)
        self.drawn.now[wanted.path] = kept
        return MadeFile(wanted.path, layer, wanted.unit, b"", source=kept.file)

    def _point(self, wanted: WantedPage, leads: Mapping[str, Leads]) -> None:
        for each in leads.values():
            if each.path:
                self._pointing.setdefault(each.path, []).append(wanted)

    def _source_of(self, page: PublicPage) -> PageSource:
        if page.kind_name == "home":
            return self._home(page)
        return self._sources.found(page)

    def _home(self, page: PublicPage) -> PageSource:
        uids = self.scope.uids
        listed = [event for event in homes.events_by_tournament() if event.uid in uids]
        clubs = {event.tournament.club for event in listed} if self.scope.has_club_pages else ()
        return PageSource((listed, club_links.read(clubs), *page.args), None, (0,))

    def _snapshot(self, event: Event, language: str) -> EventSnapshot:
        """Return the snapshot of an event, cached between pages of one language."""
        key = (event.uid, event.public_revision, language)
        if key not in self._snapshots:
            self._snapshots[key] = results.read(event)
        self._snapshots.move_to_end(key)
        while len(self._snapshots) > KEPT_SNAPSHOTS:
            self._snapshots.popitem(last=False)
        return self._snapshots[key]

    def _lookup(self, address: str, by: WantedPage) -> Leads:
        """Return where an address on a page leads, and queue its target."""
        parts = urlsplit(address)
        if asset := assets.path_of(parts.path):
            self._assets[asset] = parts.path
            return self._existing(asset)
        match = resolved(parts.path)
        if match is None:
            return Leads()
        name = match.url_name or ""
        if name == "language":
            return self._in_language(match.kwargs["code"], by)
        if name in public_picture.KINDS:
            return self._picture(name, match, parts.path)
        return self._page(match, by, is_searched=bool(parts.query))

    def _in_language(self, code: str, by: WantedPage) -> Leads:
        """Return where the same page in another language is."""
        if code not in mirror_paths.FOLDERS:
            return Leads(is_of_hall=True)
        return self._wanted(WantedPage(replace(by.page, language=code), by.unit))

    def _picture(self, name: str, match: ResolverMatch, address: str) -> Leads:
        args = tuple(value for key, value in match.kwargs.items() if key != "name")
        if name not in mirror_paths.PICTURES or match.kwargs["uid"] not in self.scope.uids:
            return Leads()
        path = address.removeprefix("/")
        self._pictures[path] = (PictureAddress(name, args), str(match.kwargs["uid"]))
        return self._existing(path)

    def _page(self, match: ResolverMatch, by: WantedPage, *, is_searched: bool) -> Leads:
        name = str(match.kwargs.get("name", ""))
        if name in mirror_paths.FILES:
            return self._file(name, match, by)
        kind = name.removesuffix(public_page.PART_OF)
        if kind not in public_page.KINDS or kind in mirror_paths.LEFT_OUT:
            return Leads(is_of_hall=True)
        args = tuple(value for key, value in match.kwargs.items() if key not in {"name", "alone"})
        unit = self._unit(kind, str(args[0]) if args else "", by.unit)
        if not unit or is_searched or match.kwargs.get("alone"):
            return Leads()
        return self._wanted(WantedPage(PublicPage(name, args, by.page.language), unit))

    def _file(self, name: str, match: ResolverMatch, by: WantedPage) -> Leads:
        uid = str(match.kwargs["uid"])
        shown = {*self.scope.uids, *(event.tournament.uid for event in self.scope.events)}
        language = str(match.kwargs.get("language", by.page.language))
        if uid not in shown or language not in mirror_paths.FOLDERS:
            return Leads()
        args = tuple(value for key, value in match.kwargs.items() if key != "name")
        return Leads(mirror_paths.file_path(PublicPage(name, args, language).address, language))

    def _unit(self, kind: str, uid: str, by: str) -> str:
        """Return the unit of a page; empty if the mirror does not have it."""
        if kind in {"home", "glossary"}:
            return SITE
        if kind in OF_CLUBS:
            return CLUB if self.scope.has_club_pages else ""
        if kind == "deal":
            return by if self._shows_deals(by) else ""
        return uid if uid in self.scope.uids else ""

    def _shows_deals(self, unit: str) -> bool:
        if unit not in self._has_deals:
            deals = Deal.objects.filter(event__uid=unit)
            self._has_deals[unit] = unit in self.scope.uids and deals.count() <= MOST_DEALS
        return self._has_deals[unit]

    def _wanted(self, wanted: WantedPage) -> Leads:
        self._want(wanted)
        return self._existing(wanted.path)

    def _existing(self, path: str) -> Leads:
        return Leads() if path in self._missing else Leads(path)

    def _pictures_made(self, only: str) -> Iterator[MadeFile]:
        for path, (asked, unit) in self._pictures.items():
            if only not in {"", unit}:
                continue
            found = public_picture.find(asked)
            stamp = public_picture.version(asked, found).stamps[WHOLE]
            body = public_picture.make(asked, found).bodies[WHOLE]
            yield MadeFile(path, Layer.PICTURE, unit, body, source=stamp)

    def _assets_made(self) -> Iterator[MadeFile]:
        self._assets[assets.path_of(static(framing.SCRIPT))] = static(framing.SCRIPT)
        for path, address in sorted(assets.with_what_they_load(self._assets).items()):
            yield MadeFile(path, Layer.ASSET, ASSETS, assets.body(address))


def _page_at(path: str) -> PublicPage | None:
    """Return the page at a path of the mirror; None if it no longer exists."""
    folder, _, rest = path.partition("/")
    languages = {name: code for code, name in mirror_paths.FOLDERS.items()}
    match = resolved(f"/{rest.removesuffix(mirror_paths.INDEX)}")
    if folder not in languages or match is None or "name" not in match.kwargs:
        return None
    args = tuple(value for key, value in match.kwargs.items() if key not in {"name", "alone"})
    return PublicPage(str(match.kwargs["name"]), args, languages[folder])


def _layer(page: PublicPage) -> Layer:
    if page.kind_name == "home":
        return Layer.ROOT
    return Layer.INDEX if page.kind_name in INDEXES else Layer.PAGE
