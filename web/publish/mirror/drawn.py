"""What pages were drawn of, so that a push draws again only those that may have changed.

A page is a function of what it shows, of where its links lead, and of this program with its
settings. Where all three are as they were, and the target still has what was made of them, neither
a template nor a link is touched again. What changes with every revision but stands on no page
(`ASIDE`) is no part of what is compared; what cannot be compared is drawn.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
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
from tournaments.results.snapshot import EventSnapshot
from web.publish.mirror import assets

KINDS: Final = frozenset({"round_table", "entry", "deal"})
"""The pages of which an event has thousands. Their templates ask the database nothing."""
ASIDE: Final = frozenset({"public_revision", "log_seq", "log_head", "entry_hash"})
_SIMPLE: Final = (str, int, float, bool, tuple, list, type(None))


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page as it was drawn: the digests of what it shows, of its file, and of where it leads.

    `addresses` are those of this program that stand on it.
    """

    shown: str
    file: str
    leads: str
    addresses: tuple[str, ...]


@dataclass(slots=True)
class DrawnPages:
    """The pages of a target by their paths: as they were drawn before, and by this push."""

    before: Mapping[str, DrawnPage] = field(default_factory=dict)
    now: dict[str, DrawnPage] = field(default_factory=dict)

    @classmethod
    def read(cls, place: Path) -> DrawnPages:
        """Return what was kept; nothing where that was by another program, or cannot be read."""
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
            # It only saves time.
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
        part = place.with_name(f"{place.name}.part")
        part.write_bytes(gzip.compress(json.dumps(kept).encode(), 3, mtime=0))
        part.replace(place)


def program() -> str:
    """Return a digest of this program and of every simple setting: what pages have in common."""
    names = sorted(name for name in dir(settings) if name.isupper())
    values = [(name, getattr(settings, name)) for name in names]
    simple = [f"{name}={value!r}" for name, value in values if isinstance(value, _SIMPLE)]
    return digest([django.get_version(), settings.BUILD, assets.folder_digest(), *simple])[:32]


def digest_of(*shown: object) -> str:
    """Return a digest of values that a template is given; empty where they cannot be compared."""
    written = io.BytesIO()
    pickler = _Pickler(written, pickle.HIGHEST_PROTOCOL)
    # Without a memo: equal values are written alike, whether they are one object or two.
    pickler.fast = True
    try:
        pickler.dump(shown)
    except (pickle.PicklingError, TypeError, AttributeError, ValueError, RecursionError):
        return ""
    return hashlib.blake2b(written.getbuffer(), digest_size=16).hexdigest()


class _Pickler(pickle.Pickler):
    """Writes values down so that equal ones give equal bytes; nothing is read of them again."""

    def reducer_override(self, value: Any) -> Any:
        """Write rows by their columns, and functions by their place and what they hold."""
        if isinstance(value, EventSnapshot):
            # All of an event: it is never the same.
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
    """Stand for what was written down."""
    return parts


def digest_of_leads(leads: Mapping[str, object]) -> str:
    """Return a digest of where the addresses on a page lead."""
    return digest([f"{address} {to!r}" for address, to in leads.items()])[:32]
