"""The guides say the words that stand on the buttons, and have their pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from PIL import Image

from tests.services.worker import ROOT

GUIDE = ROOT / "docs" / "guide"
LANGUAGES = {
    "captains.md": "en",
    "captains.zh-Hans.md": "zh_Hans",
    "fees.md": "en",
    "fees.zh-Hans.md": "zh_Hans",
    "first-evening.md": "en",
    "first-evening.zh-Hans.md": "zh_Hans",
    "members.md": "en",
    "members.zh-Hans.md": "zh_Hans",
    "pairs-and-teams.md": "en",
    "pairs-and-teams.zh-Hans.md": "zh_Hans",
    "referees.md": "en",
    "referees.zh-Hans.md": "zh_Hans",
    "seasons.md": "en",
    "seasons.zh-Hans.md": "zh_Hans",
    "shengji.md": "en",
    "shengji.zh-Hans.md": "zh_Hans",
}
BOLD = re.compile(r"\*\*(.+?)\*\*")
PICTURE = re.compile(r"!\[(.+?)\]\((.+?)\)")
TAG = re.compile(r"<[^>]+>")
PLACE = re.compile(r"%\(\w+\)s|\{\w+\}")
FILLED_IN = r"(?:[\d−+:/.–%]+|…)"
"""What a guide writes where the program puts in a name or a number."""
WIDTHS = {390, 1366}
LARGEST = 120_000


@pytest.mark.full
@pytest.mark.parametrize("name", LANGUAGES)
def test_every_bold_word_is_one_of_the_program(name: str) -> None:
    assert _bold(name)
    assert [word for word in _bold(name) if not _messages_of(word, LANGUAGES[name])] == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "other"),
    [
        pair
        for name, language in LANGUAGES.items()
        if language == "en"
        for pair in permutations((name, name.replace(".md", ".zh-Hans.md")))
    ],
)
def test_the_guides_of_both_languages_name_the_same_buttons(name: str, other: str) -> None:
    said = {number for word in _bold(other) for number in _messages_of(word, LANGUAGES[other])}
    lacking = [word for word in _bold(name) if not said & _messages_of(word, LANGUAGES[name])]
    assert lacking == []


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
    for words, path in PICTURE.findall(_text(name)):
        yield words, GUIDE / path


@cache
def _text(name: str) -> str:
    return (GUIDE / name).read_text("utf-8")


def _bold(name: str) -> list[str]:
    return BOLD.findall(_text(name))


@cache
def _messages_of(word: str, language: str) -> frozenset[int]:
    """Return the numbers of the messages that a word is, in a language of the program."""
    plain, filled_in = _catalogue(language)
    shaped = {number for shape, number in filled_in if shape.fullmatch(word)}
    return frozenset(plain.get(word, set()) | shaped)


@cache
def _catalogue(language: str) -> tuple[dict[str, set[int]], list[tuple[re.Pattern[str], int]]]:
    """Return the texts of a language with the numbers of their messages: those that stand as they
    are, and the shapes of those into which the program puts something.
    """
    plain: dict[str, set[int]] = {}
    filled_in = []
    for number, message in enumerate(_messages()):
        for text in _forms(message, language):
            if PLACE.search(text):
                filled_in.append((_shape(text), number))
            else:
                plain.setdefault(text, set()).add(number)
    return plain, filled_in


def _forms(message: Message, language: str) -> list[str]:
    text = message.id if language == "en" else message.string or ""
    texts = text if isinstance(text, list | tuple) else [text]
    return [TAG.sub("", each) for each in texts]


@cache
def _messages() -> list[Message]:
    path = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
    with path.open("rb") as lines:
        return [message for message in read_po(lines, "zh_Hans") if message.id]


def _shape(text: str) -> re.Pattern[str]:
    """Return a pattern of a text, with what stands where a name or a number is put in."""
    return re.compile(FILLED_IN.join(re.escape(part) for part in PLACE.split(text)))
