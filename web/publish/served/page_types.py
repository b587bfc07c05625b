"""The definition of a public page: its source, and how its type is found, read and drawn.

The types themselves are in `public_page`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from tournaments.models import Event
from web.publish.pages.posted import PublicationNeeds
from web.publish.seals.club_face import ClubFace


@dataclass(frozen=True, slots=True)
class PageSource:
    """The source of a page: the argument of its `read`, and its version.

    `revision` grows with every change of the content; None if there is no such number, and the page
    is made for every request. It tells versions apart, or `content` does if something changes
    without that number. `scope` is that of `cache.PageStamps`. `face` is the face of the page's
    club, which changes independently of the event.
    """

    given: tuple[Any, ...]
    revision: int | None
    content: tuple[object, ...] = ()
    event: Event | None = None
    scope: str = ""
    face: ClubFace | None = None


@dataclass(frozen=True, slots=True)
class PageType:
    """A type of page: how it is found by its arguments, and read from its source.

    A paper is drawn by `draw`, all else by the templates of its name, or by `templates`: of the
    whole page, and of its live part.
    What a page `is_of_event` is read of begins with the snapshot of its event; where it says which
    publications it `needs`, these come next. A long page
    `has_parts`, each at an address of its own. `more` is what the templates are given
    beside the page; `seconds` is for how long it is right while the record does not change.
    """

    find: Callable[..., PageSource]
    read: Callable[..., object]
    draw: Callable[[Any], bytes] | None = None
    templates: tuple[str, str] | None = None
    is_live: bool = True
    is_of_event: bool = True
    has_parts: bool = False
    needs: Callable[..., PublicationNeeds] | None = None
    more: Callable[[Any], Mapping[str, object]] = lambda _page: {}
    seconds: Callable[[Any], float] = lambda _page: inf
