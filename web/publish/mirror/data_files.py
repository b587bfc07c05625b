"""The public data as files of a mirror: the answers of `/api/1/`, list by list and page by page.

Links are followed from the index and from each event. Addresses are written relative to the file,
so that a mirror may be below any prefix; what the mirror lacks has no address.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final
from urllib.parse import parse_qs, urlsplit

from django.http import Http404
from django.urls import ResolverMatch, reverse
from django.utils import translation

from tournaments.models import Event
from tournaments.results.snapshot import EventSnapshot
from web.publish import mirror_paths
from web.publish.data import resources
from web.publish.data.encoding import Encoder, envelope
from web.publish.data.links import PREFIX
from web.publish.data.listing import Listed
from web.publish.data.resources import RESOURCES
from web.publish.data.values import Link
from web.publish.mirror.addresses import resolved
from web.publish.mirror.files import MadeFile
from web.publish.mirror.manifest import Layer
from web.publish.mirror.rewriting import relative
from web.publish.pages.deal import Notes
from web.publish.served import public_page
from web.publish.served.page_types import PageSource

LAYERS: Final = {
    **dict.fromkeys(("index", "tournaments"), Layer.ROOT),
    **dict.fromkeys(("tournament", "event"), Layer.INDEX),
}
"""The layers of files where readers begin; all others are pages."""
INDEX: Final = "data"
"""The URL name of the index, at which the hall shows people a page."""
OF_SITE: Final = frozenset({"index", "tournaments", "tournament"})


@dataclass(frozen=True, slots=True)
class WantedData:
    """A page of a resource in a language; `unit` is the part of the site that it belongs to."""

    name: str
    args: tuple[str | int, ...]
    language: str
    unit: str
    number: int = 1

    @property
    def address(self) -> str:
        """Its address in the hall, whatever its page."""
        name = f"{PREFIX}{self.name}" if RESOURCES[self.name].path else INDEX
        return reverse(name, args=self.args)

    @property
    def path(self) -> str:
        """Its path in the mirror."""
        return mirror_paths.data_path(self.address, self.language, self.number)


@dataclass(frozen=True, slots=True)
class LeadingEncoder(Encoder):
    """Makes JSON whose addresses are those that `lead` returns, or left out if it has none."""

    lead: Callable[[str], str | None] = str

    def link(self, value: Link) -> str | None:
        """Return an address as written in a file."""
        return self.lead(value)


@dataclass(frozen=True, slots=True)
class DataFiles:
    """Makes the files of the data of some events.

    `has` says whether the mirror has a page at a path, `shows_deals` whether it has the deals of an
    event; `snapshot` reads an event in a language, and `notes` what is noted of its deals.
    """

    uids: frozenset[str]
    has: Callable[[str], bool]
    shows_deals: Callable[[str], bool]
    snapshot: Callable[[Event, str], EventSnapshot]
    notes: Callable[[Event, str], Notes]

    def of(self, unit: str, language: str, *, is_event: bool) -> Iterator[MadeFile]:
        """Yield the data of an event, or of the site, in a language.

        Files that pointed at something missing are yielded once more, without that link.
        """
        name = "event" if is_event else "index"
        walk = _Walk(self, WantedData(name, (unit,) if is_event else (), language, unit))
        with translation.override(language):
            yield from walk.files()

    def unit_of(self, name: str, match: ResolverMatch, by: str) -> str:
        """Return the unit of a resource; empty if the mirror does not have it."""
        if name in OF_SITE:
            return mirror_paths.SITE
        if name == "deal":
            return by if self.shows_deals(by) else ""
        uid = str(match.kwargs["uid"])
        return uid if uid in self.uids else ""

    def found(self, wanted: WantedData) -> PageSource:
        """Return the source of a resource, limited to the events of the mirror."""
        found = resources.find(RESOURCES[wanted.name], *wanted.args)
        if wanted.name == "deal" and found.event:
            return replace(found, given=(*found.given, self.notes(found.event, wanted.language)))
        if wanted.name not in OF_SITE or wanted.name == "index":
            return found
        shown = [event for event in found.given[0] if event.uid in self.uids]
        if not shown and wanted.name == "tournament":
            raise Http404
        return replace(found, given=(shown,))


@dataclass(slots=True)
class _Walk:
    """A walk along the links of a unit in one language."""

    data: DataFiles
    start: WantedData
    waiting: deque[WantedData] = field(default_factory=deque)
    seen: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    pointing: dict[str, list[WantedData]] = field(default_factory=dict)

    def files(self) -> Iterator[MadeFile]:
        """Yield a file for everything reached from the first one."""
        self._want(self.start)
        while self.waiting:
            if made := self._make_file(self.waiting.popleft()):
                yield made
        again = {each.path: each for to in self.missing for each in self.pointing.get(to, ())}
        yield from filter(None, map(self._make_file, again.values()))

    def _want(self, wanted: WantedData) -> None:
        if wanted.path not in self.seen:
            self.seen.add(wanted.path)
            self.waiting.append(wanted)

    def _make_file(self, wanted: WantedData) -> MadeFile | None:
        resource = RESOURCES[wanted.name]
        try:
            found = self.data.found(wanted)
            read = partial(self._snapshot, language=wanted.language)
            value = resources.read(resource, found, wanted.number, read)
        except Http404:
            self.missing.add(wanted.path)
            return None
        encoder = LeadingEncoder("", resources.zone_of(found), partial(self._lead, wanted))
        shown = envelope(value, wanted.address, "") if isinstance(value, Listed) else value
        layer = LAYERS.get(wanted.name, Layer.PAGE)
        return MadeFile(wanted.path, layer, wanted.unit, encoder.body(shown))

    def _snapshot(self, event: Event, language: str) -> EventSnapshot:
        return self.data.snapshot(event, language)

    def _lead(self, by: WantedData, address: str) -> str | None:
        """Return where an address leads from a file, and queue its target."""
        parts = urlsplit(address)
        match = resolved(parts.path)
        if match is None:
            return None
        name = (match.url_name or "").removeprefix(PREFIX)
        if match.url_name == f"{PREFIX}{name}" and name in RESOURCES:
            number = int(parse_qs(parts.query).get("page", ["1"])[0])
            return self._lead_to_data(by, name, match, number)
        if match.kwargs.get("name") not in public_page.KINDS:
            return None
        path = mirror_paths.page_path(parts.path, by.language)
        return relative(by.path, path) if self.data.has(path) else None

    def _lead_to_data(
        self, by: WantedData, name: str, match: ResolverMatch, number: int
    ) -> str | None:
        unit = self.data.unit_of(name, match, by.unit)
        args = tuple(value for key, value in match.kwargs.items() if key != "name")
        to = WantedData(name, args, by.language, unit, number)
        if not unit or to.path in self.missing:
            return None
        if unit == by.unit:
            self._want(to)
            self.pointing.setdefault(to.path, []).append(by)
        return relative(by.path, to.path)
