"""What this installation remembers of a target: its manifest, and whom it has named.

It is in the data folder and in no backup: an installation restored elsewhere does not continue a
mirror by itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from django.conf import settings

from tournaments.models import new_uid
from tournaments.record.digest import sha256
from web.publish.mirror.manifest import MirrorManifest

FOLDER = "mirror"


@dataclass(frozen=True, slots=True)
class Memory:
    """What was pushed: `named` are digests of names by event, `ever` those of all names ever
    pushed.
    """

    manifest: MirrorManifest = field(default_factory=MirrorManifest)
    named: Mapping[str, frozenset[str]] = field(default_factory=dict)
    ever: frozenset[str] = frozenset()

    @classmethod
    def read(cls, destination: str) -> Self:
        """Return what is remembered of a target; nothing if it was never pushed to."""
        try:
            kept: Any = json.loads(_place(destination).read_text("utf-8"))
            return cls(
                MirrorManifest.decode(kept["manifest"].encode()),
                {uid: frozenset(names) for uid, names in kept["named"].items()},
                frozenset(kept["ever"]),
            )
        except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
            return cls()

    @classmethod
    def begin(cls, destination: str) -> None:
        """Remember a target from now on; what is already known of it stays."""
        place = _place(destination)
        place.parent.mkdir(parents=True, exist_ok=True)
        # An empty file is a target of which nothing is known yet.
        place.touch()

    @staticmethod
    def is_kept(destination: str) -> bool:
        """Whether this installation pushes, or was told to push, to a target."""
        return _place(destination).is_file()

    @staticmethod
    def drawn_place(destination: str) -> Path:
        """Return the file that keeps what the pages of a target were drawn from."""
        return _place(destination).with_suffix(".pages")

    @staticmethod
    def wish(destination: str) -> None:
        """Note that somebody waits to hear how the pages of a target are read.

        A running push may not know of it.
        """
        place = _wish_place(destination)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(new_uid(), "utf-8")

    @staticmethod
    def wished(destination: str) -> str:
        """Return a word for what is wished; empty where nothing is."""
        try:
            return _wish_place(destination).read_text("utf-8")
        except FileNotFoundError:
            return ""

    @staticmethod
    def fulfil(destination: str, wish: str) -> None:
        """Forget a wish, unless another one came meanwhile."""
        if not wish:
            return
        place = _wish_place(destination)
        taken = place.with_name(f"{place.name}.{new_uid()}")
        try:
            # Taken away before it is read: between reading and deleting another may come.
            place.replace(taken)
        except FileNotFoundError:
            return
        if taken.read_text("utf-8") == wish:
            taken.unlink()
        else:
            taken.replace(place)

    def write(self, destination: str) -> None:
        """Store the memory; no reader ever sees a half-written file."""
        kept = {
            "manifest": self.manifest.encode().decode(),
            "named": {uid: sorted(names) for uid, names in self.named.items()},
            "ever": sorted(self.ever),
        }
        place = _place(destination)
        place.parent.mkdir(parents=True, exist_ok=True)
        # The server and a worker may write at the same time, each to a temporary file of its own.
        part = place.with_name(f"{place.name}.{os.getpid()}.part")
        part.write_text(json.dumps(kept), "utf-8")
        part.replace(place)


def _wish_place(destination: str) -> Path:
    return _place(destination).with_suffix(".wish")


def _place(destination: str) -> Path:
    return Path(settings.DATA) / FOLDER / f"{sha256(destination)[:16]}.json"
