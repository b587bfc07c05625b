"""Bring a target up to date: first what must no longer be seen, then everything else."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import PurePosixPath
from typing import Final

from django.conf import settings
from django.utils import timezone

from clubs.seasons import reading
from tournaments.models import Club, EventState, Season
from tournaments.record.digest import digest
from web.publish.mirror import assets, files, framing, names
from web.publish.mirror.drawn import DrawnPages
from web.publish.mirror.files import MadeFile, Upload
from web.publish.mirror.manifest import FileEntry, Layer, MirrorManifest, difference
from web.publish.mirror.memory import Memory
from web.publish.mirror.site import ASSETS, CLUB, SITE, MirrorScope, Site
from web.publish.mirror.stores.places import without_password
from web.publish.mirror.stores.store import Store, StoreError, StoreFault

MANIFEST: Final = "manifest.json"
_CLOCK: Final = "%Y-%m-%d %H:%M"


@dataclass(slots=True)
class Pushed:
    """The result of a push; `first` says whether the target was empty before."""

    state: str
    at: datetime
    files: int = 0
    uploads: int = 0
    removals: int = 0
    sent: int = 0
    seconds: float = 0.0
    first: bool = False


def state_of(scope: MirrorScope) -> str:
    """Return a digest that changes whenever a file of the mirror may have changed.

    Members and their consents change with the log of their club.
    """
    events = [(event.uid, event.public_revision) for event in scope.events]
    clubs = {event.tournament.club_id for event in scope.events}
    logs = list(Club.objects.filter(pk__in=clubs).order_by("pk").values_list("uid", "log_seq"))
    # A season names members of other clubs, whose names change with the logs of those.
    whose = clubs if scope.has_club_pages else ()
    seasons = [
        repr(reading.stamp(season))
        for season in Season.objects.filter(club__in=whose).order_by("pk")
    ]
    flags = (
        scope.has_club_pages,
        scope.noindex,
        scope.address,
        assets.folder_digest(),
        settings.BUILD,
    )
    return digest([sorted(events), logs, seasons, *flags])[:32]


def push(
    scope: MirrorScope, store: Store, destination: str, progress: Callable[[int], object] = bool
) -> Pushed:
    """Make the target show what is public now.

    Raises StoreError; the files put there so far are known then. A place with foreign content is
    refused.

    `progress` is called with the number of files made.
    """
    began = time.monotonic()
    pushing = _Pushing.begin(scope, store, destination)
    pushing.withdraw()
    pushing.rename()
    pushing.renew(progress)
    pushing.pushed.seconds = time.monotonic() - began
    return pushing.pushed


def push_news(scope: MirrorScope, store: Store, state: str) -> datetime:
    """Tell open pages that the mirror is up to date, although nothing has changed."""
    now = timezone.localtime()
    store.write(_news(scope, now, state))
    return now


@dataclass(slots=True)
class _Pushing:
    scope: MirrorScope
    store: Store
    destination: str
    there: MirrorManifest
    memory: Memory
    pushed: Pushed
    drawn: DrawnPages
    named: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def begin(cls, scope: MirrorScope, store: Store, destination: str) -> _Pushing:
        """Read the target, and note who is going to be named there."""
        memory = Memory.read(destination)
        there = MirrorManifest.decode(store.read(MANIFEST))
        if not there.files:
            # Its manifest is gone, or nothing was ever there: all files are uploaded again.
            there = memory.manifest.doubted()
            if not there.files and store.listed():
                raise StoreError(StoreFault.OCCUPIED, destination=without_password(destination))
        now = timezone.localtime()
        pushed = Pushed(state_of(scope), now, first=not there.files)
        drawn = DrawnPages.read(Memory.drawn_place(destination))
        pushing = cls(scope, store, destination, there, memory, pushed, drawn)
        pushing.named = {unit: names.digests(each) for unit, each in scope.named().items()}
        # A push that breaks off may have written any of these names.
        named = dict(memory.named)
        for unit, digests in pushing.named.items():
            named[unit] = named.get(unit, frozenset()) | digests
        ever = memory.ever.union(*pushing.named.values())
        pushing.memory = replace(memory, named=named, ever=ever)
        pushing.memory.write(destination)
        return pushing

    def withdraw(self) -> None:
        """Remove the files of events that are no longer shown; renew the lists that named them."""
        of_clubs = (CLUB,) if self.scope.has_club_pages else ()
        known = {*self.scope.uids, SITE, ASSETS, *of_clubs}
        gone = self.there.paths_of(lambda entry: entry.unit not in known)
        if gone:
            made = self._bring(self._site().files(only=SITE))
            # The site's files for other programs also name its tournaments.
            of_site = self.there.paths_of(lambda entry: entry.unit == SITE)
            data = [path for path in of_site if PurePosixPath(path).suffix in files.DATA]
            self._remove([*gone, *(path for path in data if path not in made)])
            if of_clubs:
                self._bring(self._site().of_clubs(self.there.paths_of(partial(_is_page_of, CLUB))))

    def rename(self) -> None:
        """Renew files that named somebody who is renamed, blanked or no longer shown."""
        before = self.memory.named
        renamed = [unit for unit, now in self.named.items() if before.get(unit, frozenset()) - now]
        if CLUB in renamed:
            renamed.remove(CLUB)
            pages = self.there.paths_of(partial(_is_page_of, CLUB))
            made = self._bring(self._site().of_clubs(pages))
            self._remove([path for path in pages if path not in made])
        for uid in renamed:
            made = self._bring(self._site().files(only=uid))
            pages = self.there.paths_of(partial(_is_page_of, uid))
            self._remove([path for path in pages if path not in made])
        if renamed:
            self._bring(self._site().files(only=SITE))

    def renew(self, progress: Callable[[int], object]) -> None:
        """Bring everything up to date, and remove what is no longer linked."""
        wanted = self._bring(self._site().files(), progress)
        self._remove(difference(self.there, wanted).removals)
        self.there = MirrorManifest(wanted, self.pushed.state)
        self.memory = replace(self.memory, manifest=self.there, named=self.named)
        self._note()
        self.drawn.write(Memory.drawn_place(self.destination), wanted)
        self.store.write(_news(self.scope, self.pushed.at, self.pushed.state))
        self.pushed.files = len(wanted)

    def _site(self) -> Site:
        return Site(self.scope, self.drawn, self.there.files)

    def _bring(
        self, made: Iterable[MadeFile], progress: Callable[[int], object] = bool
    ) -> dict[str, FileEntry]:
        """Upload what has changed, in the order of `manifest`; return every file that was made."""
        wanted: dict[str, FileEntry] = {}
        changed: dict[str, MadeFile] = {}
        for number, file in enumerate(made):
            wanted[file.path] = file.entry
            if self.there.files.get(file.path) != file.entry:
                # At a first push thousands wait for their turn.
                changed[file.path] = replace(file, body=zlib.compress(file.body, 1))
            progress(number + 1)
        if uploads := difference(self.there, wanted).uploads:
            self.there = self.there.begun(wanted)
            self._note()
            for path in uploads:
                self._put(changed.pop(path))
            self.there = MirrorManifest({**self.there.files, **wanted})
        return wanted

    def _put(self, packed: MadeFile) -> None:
        file = replace(packed, body=zlib.decompress(packed.body))
        hour, clock = self.pushed.at.isoformat(timespec="seconds"), self.pushed.at.strftime(_CLOCK)
        self.pushed.sent += self.store.write(files.upload(file, hour, clock))
        self.pushed.uploads += 1

    def _remove(self, paths: Collection[str]) -> None:
        if paths:
            self.store.remove(paths)
            self.there = self.there.without(paths)
            self.pushed.removals += len(paths)
            self._note()

    def _note(self) -> None:
        """Store the manifest here and at the target.

        Here first: if the target fails to take it, its files are still known as this
        installation's.
        """
        self.memory = replace(self.memory, manifest=self.there)
        self.memory.write(self.destination)
        made = MadeFile(MANIFEST, Layer.ROOT, SITE, self.there.encode())
        self.store.write(files.upload(made, "", ""))


def _news(scope: MirrorScope, now: datetime, state: str) -> Upload:
    is_in_play = any(event.state == EventState.PUBLISHED for event in scope.events)
    body = framing.news(now, state, is_in_play=is_in_play)
    return files.upload(MadeFile(framing.NEWS, Layer.ROOT, SITE, body), "", "")


def _is_page_of(unit: str, entry: FileEntry) -> bool:
    return entry.unit == unit and entry.layer > Layer.PICTURE
