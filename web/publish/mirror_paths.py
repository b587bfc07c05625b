"""The path of a public page in the mirror of its club, with the language as its first folder.

A file is named in full, because many stores do not serve `index.html` for a folder.
"""

from __future__ import annotations

from typing import Final

from django.urls import reverse

FOLDERS: Final = {"zh-hans": "zh", "en": "en"}
"""The first folder of the paths of each language."""
INDEX: Final = "index.html"
SITE: Final = "site"
"""The unit of pages that belong to no event and no club."""
CLUB: Final = "club"
"""The unit of pages that belong to a club: its seasons, ratings and members."""
PAGES: Final = frozenset(
    {
        *("home", "event", "round", "round_table", "seats", "entry", "ranks", "cross", "bracket"),
        *("groups", "prizes", "winners", "about", "rules", "articles", "boards", "board", "deal"),
        *("season", "season_person", "ratings", "person", "person_year", "glossary"),
    }
)
"""The names of the public pages that a mirror has."""
LEFT_OUT: Final = frozenset(
    {
        *("hall_seating", "hall_standings", "hall_overview", "hall_winners"),
        *("document", "share", "season_certificate", "season_certificate_pdf", "embed"),
    }
)
"""Public pages that a mirror lacks: walls of the hall, frames, and pages for making or copying
something.
"""
FILES: Final = frozenset({"standings_file", "results_file", "news_file", "schedule_file"})
"""Files for other programs that a mirror has."""
PICTURES: Final = frozenset({"event_cover", "event_poster", "event_scroll"})
"""The pictures that a mirror has; those of single entries and deals are too many and too costly."""


def page_path(address: str, language: str) -> str:
    """Return the path of a page by its address."""
    return f"{FOLDERS[language]}{address}{INDEX}"


def data_path(address: str, language: str, number: int = 1) -> str:
    """Return the path of a page of public data, a list or not, by the address of the data.

    >>> data_path("/api/1/tournaments/", "en", 2)
    'en/api/1/tournaments/page-2.json'
    """
    return f"{FOLDERS[language]}{address}{f'page-{number}' if number > 1 else 'index'}.json"


def file_path(address: str, language: str) -> str:
    """Return the path of a file for other programs by its address."""
    return f"{FOLDERS[language]}{address}"


def path(name: str, args: tuple[str | int, ...], language: str) -> str:
    """Return the path of a page or picture by the name of its URL; empty if it is left out.

    The language of a picture is the last of its arguments.
    """
    if name in PICTURES:
        return reverse(name, args=args).removeprefix("/")
    if name not in PAGES:
        return ""
    return page_path(reverse(name, args=args), language)
