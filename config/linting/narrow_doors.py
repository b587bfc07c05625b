"""What may be done in a few places only, and which these are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from config.linting.sources import Complaint, Sources, line_of, text
from config.source_packages import ROOMS, TEMPLATES, TRANSLATED


@dataclass(frozen=True, slots=True)
class NarrowDoor:
    """Something that is done in these files alone."""

    what: str
    sign: re.Pattern[str]
    folders: tuple[str, ...]
    suffixes: frozenset[str]
    at_least: int
    files: frozenset[str]


DOORS: Final = (
    NarrowDoor(
        # `access` enters the zone of the tournament for whatever it fetches.
        "activates a time zone",
        re.compile(r"timezone\.(?:override|activate)\(|[{]% timezone |[|]timezone:"),
        (*ROOMS, TEMPLATES),
        frozenset({".py", ".html"}),
        1400,
        frozenset({"tournaments/base/local_time.py"}),
    ),
    NarrowDoor(
        # Before the reveal a side reads its own, and nobody else does: see `sealed_access`.
        "reads line-ups",
        re.compile(r"LineUp\.objects|(?<!tournaments)\.line_ups\."),
        TRANSLATED,
        frozenset({".py"}),
        900,
        frozenset(
            {
                "tournaments/rights/sealed_access.py",
                # Who is named in a line-up may not be merged with somebody else of the event.
                "tournaments/persons/shared_events.py",
                "tournaments/line_ups/line_up_state.py",
                # The read of an event takes from line-ups that they are in, and when; no seats.
                "tournaments/results/event_rows.py",
                "tournaments/organise/handing_in/line_ups.py",
                # Where everybody plays by itself, a side asks whether it has named its own.
                "config/simulation/line_ups.py",
            }
        ),
    ),
)


def narrow_doors(sources: Sources) -> Iterator[Complaint]:
    """Complain of what is done elsewhere, and of files of which that is not true any more."""
    for door in DOORS:
        yield from through(door, sources)


def through(door: NarrowDoor, sources: Sources) -> Iterator[Complaint]:
    """Complain of one door."""
    unseen = set(door.files)
    for path in sources.files(door.folders, set(door.suffixes), door.at_least):
        found = door.sign.search(text(path))
        if found and sources.name(path) not in door.files:
            line = line_of(text(path), found.start())
            yield sources.complaint(path, line, f"only a few files may do this: it {door.what}")
        elif found:
            unseen.discard(sources.name(path))
    for name in sorted(unseen):
        yield Complaint(name, 1, f"it is on the list of what {door.what}, and does not")
