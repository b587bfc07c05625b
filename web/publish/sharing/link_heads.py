"""What a chat shows for a link to a page: title, description and picture, publicly reachable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, gettext

from tournaments.base.separators import join_facts
from tournaments.models import Event
from tournaments.results.event_record import public_standings
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording.values import listed
from web.publish import mirror_paths
from web.publish.address import has_mirror, outside
from web.publish.publications import Publications
from web.publish.sharing import states

WALLS: Final = frozenset({"hall_seating", "hall_standings", "hall_overview", "hall_winners"})
OWN_PICTURES: Final = {"entry": "entry_picture", "deal": "deal_picture"}
"""The pages with a picture of their own; the others have the cover of their event."""
MOST: Final = 4
"""The most equal leaders that are named."""


@dataclass(frozen=True, slots=True)
class LinkHead:
    """Title, description, and the addresses of page and picture; `image` is the one on the page."""

    title: str
    description: str
    url: str
    picture: str
    image: str
    site: str


def has_link_head(name: str, address: str, event: Event) -> bool:
    """Whether a chat shows anything of a page of an event: not of walls and without an address."""
    return name not in WALLS and bool(_page_outside(name, address, event))


def link_head(
    name: str,
    args: tuple[str | int, ...],
    address: str,
    event: Event,
    read: tuple[EventSnapshot, Publications] | None,
) -> LinkHead | None:
    """Return what a chat shows for a page of an event; None for walls, or without an address.

    `read` is the event where it was read for the page.
    """
    page = _page_outside(name, address, event)
    if not page or name in WALLS:
        return None
    drawn, of = _picture(name, args, event)
    picture = reverse(drawn, args=of)
    return LinkHead(
        title=join_facts(event.name, event.tournament.name),
        description=_description(*read) if read else event.tournament.club.name,
        url=page,
        picture=outside(event, drawn, *of),
        image=picture,
        site=gettext("Huapai"),
    )


def _page_outside(name: str, address: str, event: Event) -> str:
    """Return the full address of a page, or that of its event if the mirror lacks the page.

    Empty where pages are read in the hall alone.
    """
    mirror: str = event.tournament.club.mirror_address
    if not mirror and not settings.PUBLIC_ADDRESS:
        return ""
    if not has_mirror(event):
        return settings.PUBLIC_ADDRESS + address if settings.PUBLIC_ADDRESS else ""
    if name in mirror_paths.PAGES:
        language = get_language() or settings.LANGUAGE_CODE
        return f"{mirror}/{mirror_paths.page_path(address, language)}"
    return outside(event, "event", event.uid)


def _picture(
    name: str, args: tuple[str | int, ...], event: Event
) -> tuple[str, tuple[str | int, ...]]:
    """Return the picture of a page: its own, unless the mirror has only the event's cover."""
    language = get_language() or settings.LANGUAGE_CODE
    own = (*args, language)
    if name in OWN_PICTURES and outside(event, OWN_PICTURES[name], *own):
        return OWN_PICTURES[name], own
    return "event_cover", (event.uid, language)


def _description(snapshot: EventSnapshot, published: Publications) -> str:
    """Return the state of the event and who leads or has won, in the words of the cover."""
    state = states.state(snapshot, published)
    rows = states.ranked(public_standings(snapshot))
    first = [row.competitor.name for row in rows if row.rank.place == 1]
    told = state.in_words
    if not first or len(first) > MOST:
        return told
    is_over = snapshot.event.state == Event.State.FINISHED
    leads = gettext("Winner: %(names)s") if is_over else gettext("Leading: %(names)s")
    return join_facts(told, leads % {"names": listed(first)})
