"""The guides say the words that stand on the buttons, and have their pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PIL import Image

from tests.services.worker import ROOT

GUIDE = ROOT / "docs" / "guide"
LANGUAGES = {
    "captains.md": "en",
    "captains.zh-Hans.md": "zh_Hans",
    "first-evening.md": "en",
    "first-evening.zh-Hans.md": "zh_Hans",
    "pairs-and-teams.md": "en",
    "pairs-and-teams.zh-Hans.md": "zh_Hans",
    "referees.md": "en",
    "referees.zh-Hans.md": "zh_Hans",
    "shengji.md": "en",
    "shengji.zh-Hans.md": "zh_Hans",
}
BOLD = re.compile(r"\*\*(.+?)\*\*")
PICTURE = re.compile(r"!\[(.+?)\]\((.+?)\)")
PLACE = re.compile(r"%\(\w+\)s|\{\w+\}")
WIDTHS = {390, 1366}
LARGEST = 120_000


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_bold_word_is_one_of_the_program(name: str) -> None:
    pattern = re.compile("|".join(map(_pattern, _words(LANGUAGES[name]))))
    text = (GUIDE / name).read_text("utf-8")
    assert BOLD.findall(text)
    assert [word for word in BOLD.findall(text) if not pattern.fullmatch(word)] == []


def test_both_languages_show_the_same_pictures() -> None:
    for english in (name for name, language in LANGUAGES.items() if language == "en"):
        names = (english, english.replace(".md", ".zh-Hans.md"))
        shown, other = ([path.name for _, path in _pictures(name)] for name in names)
        assert shown == other
        assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("name", LANGUAGES)
def test_its_pictures_are_there_and_small(name: str) -> None:
    for words, path in _pictures(name):
        assert words
        assert path.stat().st_size < LARGEST
        with Image.open(path) as picture:
            assert picture.width in WIDTHS


def test_no_picture_is_left_over() -> None:
    shown = {path for name in LANGUAGES for _, path in _pictures(name)}
    assert set((GUIDE / "images").rglob("*.png")) == shown


def _pictures(name: str) -> Iterator[tuple[str, Path]]:
    for words, path in PICTURE.findall((GUIDE / name).read_text("utf-8")):
        yield words, GUIDE / path


def _words(language: str) -> Iterator[str]:
    path = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
    with path.open("rb") as lines:
        catalogue = read_po(lines, "zh_Hans")
    for message in catalogue:
        text = message.id if language == "en" else message.string or ""
        yield from text if isinstance(text, list | tuple) else [text]


def _pattern(words: str) -> str:
    """Return the words, with anything where the program puts in a name or a number."""
    return ".+".join(re.escape(part) for part in PLACE.split(words))
