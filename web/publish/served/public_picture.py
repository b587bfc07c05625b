"""Pictures of events for chats: made once for a revision in each language, and cached like pages.

The language is part of the address, because a chat that fetches a picture has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404
from django.urls import reverse
from django.utils import translation

from scoring.problems import Refused
from tournaments.base import local_time
from tournaments.models import Event
from tournaments.rights import public_access
from web.publish import etag, publications
from web.publish.cache import PART, WHOLE, Made, PageStamps
from web.publish.pictures import cover as covers_drawn
from web.publish.pictures import deal as deals_drawn
from web.publish.pictures import person as days_drawn
from web.publish.pictures import poster as posters_drawn
from web.publish.pictures import scroll as scrolls_drawn
from web.publish.pictures import vector
from web.publish.pictures.cover import Cover
from web.publish.pictures.poster import Poster
from web.publish.pictures.scroll import LongPicture
from web.publish.seals.club_face import face_of
from web.publish.served import page_types
from web.publish.sharing import picture_words


@dataclass(frozen=True, slots=True)
class PictureAddress:
    """A picture by the name and the arguments of its URL; the last is its language."""

    name: str
    args: tuple[str | int, ...]

    @property
    def language(self) -> str:
        """The language of its words."""
        return str(self.args[-1])

    @property
    def address(self) -> str:
        """The one address at which it is kept, however it was asked for."""
        return reverse(self.name, args=self.args)


@dataclass(frozen=True, slots=True)
class PictureSource:
    """The event of a picture, its revision, and the further sources of its content."""

    event: Event
    revision: int
    given: Any = None


@dataclass(frozen=True, slots=True)
class PictureType:
    """A kind of picture: how it is found by its arguments, put into words, and drawn."""

    find: Callable[..., PictureSource]
    read: Callable[[PictureSource], Any]
    draw: Callable[[Any], bytes]
    content_type: str = "image/png"


def find(asked: PictureAddress) -> PictureSource:
    """Return the source of a picture. Raises Http404 if there is no such public picture."""
    with local_time.within(None):
        return KINDS[asked.name].find(*asked.args[:-1])


def version(asked: PictureAddress, found: PictureSource) -> PageStamps:
    """Return the stamp of a picture."""
    club = found.event.tournament.club
    with translation.override(asked.language):
        made_from = (asked.name, *asked.args, found.revision, face_of(club))
        stamp = etag.stamp(*made_from, revision=found.revision)
    return PageStamps({WHOLE: stamp, PART: stamp}, page_types.names_of(club))


def make(asked: PictureAddress, found: PictureSource) -> Made:
    """Return the picture. Raises Http404 if there is no font to draw it with."""
    kind = KINDS[asked.name]
    with translation.override(asked.language), local_time.within(found.event.tournament):
        try:
            return Made({WHOLE: kind.draw(kind.read(found))})
        except Refused as refused:
            raise Http404 from refused


def _find_event(uid: str) -> PictureSource:
    event = public_access.public_event(uid)
    return PictureSource(event, event.public_revision)


def _find_finished(uid: str) -> PictureSource:
    found = _find_event(uid)
    if found.event.state != Event.State.FINISHED:
        raise Http404
    return found


def _find_entry(uid: str, number: int) -> PictureSource:
    event = public_access.public_event(uid)
    return PictureSource(event, event.public_revision, number)


def _find_deal(uid: str) -> PictureSource:
    deal = public_access.public_deal(uid)
    return PictureSource(deal.event, deal.event.public_revision, deal)


def _of_event(read: Callable[..., Any]) -> Callable[[PictureSource], Any]:
    return lambda found: read(*publications.read_event(found.event))


def _read_cover(found: PictureSource) -> Cover:
    return picture_words.cover(
        *publications.read_event(found.event, publications.needs_with_highlights)
    )


def _read_long_picture(found: PictureSource) -> LongPicture | Poster:
    return picture_words.long_picture(
        *publications.read_event(found.event, publications.needs_with_highlights)
    )


def _read_scroll(found: PictureSource) -> LongPicture:
    shown = _read_long_picture(found)
    if not isinstance(shown, LongPicture):
        raise Http404
    return shown


def _draw_long(shown: LongPicture | Poster) -> bytes:
    if isinstance(shown, LongPicture):
        return scrolls_drawn.draw(shown)
    return posters_drawn.draw(shown)


KINDS: Final[Mapping[str, PictureType]] = {
    "event_cover": PictureType(_find_event, _read_cover, covers_drawn.draw),
    "event_poster": PictureType(_find_event, _read_long_picture, _draw_long),
    "event_scroll": PictureType(_find_finished, _read_scroll, vector.draw, "image/svg+xml"),
    "entry_picture": PictureType(
        _find_entry,
        lambda found: picture_words.day(*publications.read_event(found.event), found.given),
        days_drawn.draw,
    ),
    "deal_picture": PictureType(
        _find_deal, lambda found: picture_words.deal_picture(found.given), deals_drawn.draw
    ),
}
"""The pictures by the names of their URLs."""
