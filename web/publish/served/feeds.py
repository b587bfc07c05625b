"""Files for other programs as public pages: how each is found, read and written.

Their contents are in `web.publish.feeds`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from web.publish import address
from web.publish.feeds import atom, calendar, plain_files
from web.publish.files import CSV
from web.publish.pages import home
from web.publish.served import page_types
from web.publish.served.page_types import PageSource, PageType


def _find_event(uid: str) -> PageSource:
    return page_types.find_of_event(uid)


def _find_news(uid: str, language: str) -> PageSource:
    found = page_types.find_of_event(uid)
    return replace(found, given=(found.event, language))


def _find_schedule(uid: str, language: str) -> PageSource:
    """Find the public events of a tournament; their revisions together are that of the schedule."""
    events = home.events_of_tournament(uid)
    # Its addresses are those of the mirror, which is chosen without a change of an event.
    mirrors = [address.outside(event, "event", event.uid) for event in events]
    return PageSource((events, language), None, (*home.content(events), *mirrors))


def _as_written(content: Any) -> bytes:
    return bytes(content)


_feed: Callable[..., PageType] = partial(PageType, draw=_as_written, is_live=False)
KINDS: Final[Mapping[str, PageType]] = {
    "standings_file": _feed(_find_event, plain_files.standings),
    "results_file": _feed(_find_event, plain_files.results),
    "news_file": _feed(_find_news, atom.news, is_of_event=False),
    "schedule_file": _feed(_find_schedule, calendar.schedule, is_of_event=False),
}
"""The files by the names of their URLs."""
MEDIA_TYPES: Final[Mapping[str, str]] = {
    "standings_file": CSV[1],
    "results_file": CSV[1],
    "news_file": atom.MEDIA_TYPE,
    "schedule_file": calendar.MEDIA_TYPE,
}
"""The media type of each file."""
