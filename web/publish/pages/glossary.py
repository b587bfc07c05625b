"""The page of the glossary of a game: names in two languages, cards and meanings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.http import Http404
from django.utils import translation

from scoring.game import Term, UnknownGame, find_game
from tournaments import wording
from tournaments.wording import games

CHINESE = "zh-hans"
ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class TermView:
    """A term with its names in both languages and its meaning."""

    anchor: str
    name: str
    other: str
    other_language: str
    reading: str
    text: str
    cards: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class GlossaryPart:
    """A part of the glossary with its terms."""

    anchor: str
    name: str
    terms: tuple[TermView, ...]


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """What the page shows."""

    game: str
    name: str
    parts: tuple[GlossaryPart, ...]
    sources: str


def glossary_terms(name: str) -> tuple[Term, ...]:
    """Return the terms of a game. Raises Http404 where it has none."""
    try:
        terms = find_game(name).glossary
    except UnknownGame as unknown:
        raise Http404 from unknown
    if not terms:
        raise Http404
    return terms


def read(name: str, terms: Sequence[Term]) -> GlossaryPage:
    """Return what the page shows."""
    parts = tuple(
        GlossaryPart(
            part.value, wording.sentence(part), tuple(_term(name, term) for term in of_part)
        )
        for part, of_part in groupby(terms, attrgetter("part"))
    )
    return GlossaryPage(name, games.game_name(name), parts, games.sources_note(name))


def _term(game: str, term: Term) -> TermView:
    word = games.headword(game, term.code)
    language = ENGLISH if translation.get_language() == CHINESE else CHINESE
    with translation.override(language):
        other = str(word.name)
    return TermView(
        anchor=term.code.value,
        name=str(word.name),
        other=other,
        other_language=language,
        reading=word.reading if language == CHINESE else "",
        text=wording.sentence(term.code),
        cards=term.cards,
        source=term.source,
    )
