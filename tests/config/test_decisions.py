"""A decision tells of what was there; where it is today says the end of the note."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from config.source_packages import DOCS, ROOMS, TEMPLATES, TESTS, TOOLS

ROOT: Final = Path(__file__).resolve().parents[2]
NOTES: Final = sorted((ROOT / DOCS / "decisions").glob("[0-9]*.md"))
PLACE: Final = re.compile(r"`((?:[\w-]+/)+[\w-]+\.(?:py|html|js|css))`")
MODULE: Final = re.compile(rf"`((?:{'|'.join(ROOMS)})\.\w+)(?:\.\w+)*`")
"""A module below a room by its dotted name; what follows may be a member."""
TODAY: Final = re.compile(r"^(?:Since then|Later)\b", re.MULTILINE)


def gone(note: str) -> Iterator[str]:
    """Yield the paths and modules that a text names and nothing has today."""
    for place in PLACE.findall(note):
        if not any(path.endswith(f"/{place}") for path in PATHS):
            yield place
    for module in MODULE.findall(note):
        path = ROOT / module.replace(".", "/")
        if not path.is_dir() and not path.with_suffix(".py").is_file():
            yield module


def _paths() -> Iterator[str]:
    for folder in (*ROOMS, *TOOLS, TEMPLATES, TESTS, DOCS):
        for path in (ROOT / folder).rglob("*.*"):
            yield f"/{path.relative_to(ROOT).as_posix()}"


PATHS: Final = frozenset(_paths())


@pytest.mark.full
def test_a_note_that_names_what_is_gone_says_where_it_is_today() -> None:
    silent = {
        note.name: list(gone(said))
        for note in NOTES
        if not TODAY.search(said := note.read_text("utf-8"))
    }
    assert {name: found for name, found in silent.items() if found} == {}
    assert len(NOTES) > 80


@pytest.mark.full
def test_what_is_there_today_is_there() -> None:
    wrong = {}
    for note in NOTES:
        said = note.read_text("utf-8")
        if found := TODAY.search(said):
            wrong[note.name] = list(gone(said[found.start() :]))
    assert {name: found for name, found in wrong.items() if found} == {}


def test_what_is_gone_is_found() -> None:
    said = "By `web/publish/cache.py`, `publish/lost.py`, `tournaments.lost.there` and `cache.py`."
    assert list(gone(said)) == ["publish/lost.py", "tournaments.lost"]
