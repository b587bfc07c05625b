"""What pages were drawn from, so that a push only redraws those that may have changed.

A page is a function of what it shows, of the tabs of its event, of where its links lead, and of
this program with its settings. If all are unchanged, and the target still has the file, neither
template nor links are evaluated again. Values that change with every revision but are on no page
(`ASIDE`) are not compared; what cannot be compared is redrawn.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import pickle
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import django
from django.conf import settings
from django.db.models import Model

from tournaments.record.digest import digest
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from web.publish import documents
from web.publish.mirror import assets

KINDS: Final = frozenset({"round_table", "entry", "deal"})
"""The pages that an event has by the thousand. Their templates make no queries."""
ASIDE: Final = frozenset({"public_revision", "log_seq", "log_head", "entry_hash"})
_SIMPLE: Final = (str, int, float, bool, tuple, list, type(None))


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page as it was drawn: the digests of what it shows, of its file, and of its links.

    `addresses` are those of this program on it.
    """

    shown: str
    file: str
    leads: str
    addresses: tuple[str, ...]


@dataclass(slots=True)
class DrawnPages:
    """The pages of a target by their paths, as drawn before and by this push."""

    before: Mapping[str, DrawnPage] = field(default_factory=dict)
    now: dict[str, DrawnPage] = field(default_factory=dict)

    @classmethod
    def read(cls, place: Path) -> DrawnPages:
        """Return what was kept; nothing if another build wrote it or it cannot be read."""
        try:
            kept: Any = json.loads(gzip.decompress(place.read_bytes()))
            if kept["program"] != program():
                return cls()
            listed = kept["addresses"]
            return cls(
                {
                    path: DrawnPage(shown, file, leads, tuple(listed[each] for each in numbers))
                    for path, (shown, file, leads, numbers) in kept["pages"].items()
                }
            )
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, IndexError):
            # It only serves to save time.
            return cls()

    def write(self, place: Path, paths: Iterable[str]) -> None:
        """Keep the pages at these paths. Raises OSError."""
        numbers: dict[str, int] = {}
        pages = {
            path: [
                page.shown,
                page.file,
                page.leads,
                [numbers.setdefault(each, len(numbers)) for each in page.addresses],
            ]
            for path in paths
            if (page := self.now.get(path))
        }
        kept = {"program": program(), "addresses": list(numbers), "pages": pages}
        place.parent.mkdir(parents=True, exist_ok=True)
        # A job and a command may write at the same time, each to a temporary file of its own.
        part = place.with_name(f"{place.name}.{os.getpid()}.part")
        part.write_bytes(gzip.compress(json.dumps(kept).encode(), 3, mtime=0))
        part.replace(place)


def program() -> str:
    """Return a digest of this program and of every simple setting, which all pages depend on."""
    names = sorted(name for name in dir(settings) if name.isupper())
    values = [(name, getattr(settings, name)) for name in names]
    simple = [f"{name}={value!r}" for name, value in values if isinstance(value, _SIMPLE)]
    return digest([django.get_version(), settings.BUILD, assets.folder_digest(), *simple])[:32]


def tabs_of(snapshot: EventSnapshot) -> tuple[object, ...]:
    """Return what the tabs of a page take from its event: the printed pages, and what is sealed."""
    printed = documents.pages_of(snapshot.event, snapshot.stages)
    return [page.name for page in printed], sorted(sealed_rounds(snapshot))


def digest_of(*shown: object) -> str:
    """Return a digest of a template's values; empty if they cannot be compared."""
    written = io.BytesIO()
    pickler = _Pickler(written, pickle.HIGHEST_PROTOCOL)
    # Without a memo equal values are written alike, whether they are one object or two.
    pickler.fast = True
    try:
        pickler.dump(shown)
    except (pickle.PicklingError, TypeError, AttributeError, ValueError, RecursionError):
        return ""
    return hashlib.blake2b(written.getbuffer(), digest_size=16).hexdigest()


class _Pickler(pickle.Pickler):
    """Serialises values so that equal ones give equal bytes; it is never read back."""

    def reducer_override(self, value: Any) -> Any:
        """Write rows by their columns, and functions by their location and closure."""
        if isinstance(value, EventSnapshot):
            # A whole event is never the same.
            raise pickle.PicklingError
        if isinstance(value, Model):
            columns = {name: each for name, each in vars(value).items() if name not in ASIDE}
            state = columns.pop("_state", None)
            related = state.fields_cache if state else {}
            return _written, (type(value).__name__, sorted(columns.items()), [*related.items()])
        if isinstance(value, FunctionType) and "<" in value.__qualname__:
            held = tuple(cell.cell_contents for cell in value.__closure__ or ())
            at = (value.__module__, value.__qualname__, value.__code__.co_firstlineno)
            return _written, (at, value.__defaults__, held)
        return NotImplemented


def _written(*parts: object) -> object:
    """The stand-in for serialised values."""
    return parts


def digest_of_leads(leads: Mapping[str, object]) -> str:
    """Return a digest of where the addresses on a page lead."""
    return digest([f"{address} {to!r}" for address, to in leads.items()])[:32]
