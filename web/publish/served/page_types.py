"""What defines a public page: its type, and its source with how that is found by an address.

Pages of events are found by the event's revision; pages of a club and its members (seasons,
certificates, ratings, persons) by a stamp, and their content is read only when the page is made.
The table of all types is in `public_page`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import Http404

from clubs import seasons
from clubs.ratings import fetching as rated_clubs
from clubs.ratings import reading as rated_tables
from clubs.seasons import fetching, reading
from scoring.problems import Refused
from tournaments.models import Club, Event, Season
from tournaments.rights import public_access
from tournaments.rights.public_access import ShownMember
from tournaments.structure import stored_clocks
from web.publish import club_links, etag, ordering
from web.publish.club_pages import certificate as certificate_pages
from web.publish.club_pages import person_stamps
from web.publish.club_pages import ratings as rating_pages
from web.publish.club_pages import season as season_pages
from web.publish.pages import boards as board_pages
from web.publish.pages import document as document_pages
from web.publish.pages import glossary as glossaries
from web.publish.pages import home as homes
from web.publish.pages import round as rounds
from web.publish.publications import PublicationNeeds
from web.publish.seals.club_face import ClubFace, face_of, face_of_all


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


def find_of_event(uid: str, *args: int) -> PageSource:
    return _of_event(public_access.public_event(uid), *args)


def _of_event(event: Event, *given: Any) -> PageSource:
    club = event.tournament.club
    scope, face = names_of(club), face_of(club)
    return PageSource(given, event.public_revision, event=event, scope=scope, face=face)


def names_of(*clubs: Club) -> str:
    """Return the scope of pages that name members: the numbers of the last entries in the logs of
    clubs.

    Whoever is blanked, renamed or no longer shown moves one, so no earlier page is served for the
    next.
    """
    return str(sorted((club.uid, club.log_seq) for club in clubs))


def find_embedded(uid: str) -> PageSource:
    """Find the standings for frames, with the sites that the club allows to show them."""
    event = public_access.public_event(uid)
    origins = tuple(event.tournament.club.embed_origins)
    content = (event.public_revision, origins)
    found = _of_event(event)
    return replace(found, content=content, scope=f"{found.scope} {origins}")


def find_home(*args: int) -> PageSource:
    listed = homes.events_by_tournament()
    clubs = {event.tournament.club for event in listed}
    links = club_links.read(clubs)
    shown, is_unowned = homes.content(listed)
    # Clubs are renamed without a change of their events, and the face of the page is that of one.
    names = sorted((club.uid, club.name) for club in clubs)
    content = (shown, is_unowned, links, names)
    scope = str(([uid for uid, _ in shown], is_unowned, links, names_of(*clubs)))
    given, face = (listed, links, *args), face_of_all(clubs)
    return PageSource(given, homes.revision(listed), content, scope=scope, face=face)


def find_overview(uid: str) -> PageSource:
    listed = homes.events_of_tournament(uid)
    club = listed[0].tournament.club
    content = (homes.content(listed),)
    return PageSource((listed,), None, content, scope=names_of(club), face=face_of(club))


def find_round(uid: str, number: int, *args: int) -> PageSource:
    found = rounds.public_round(uid, number)
    source = _of_event(found.round.event, found.round, found.mark, *args)
    return _by_clock(source, found.round.pk if found.has_clock else None)


def find_table(uid: str, number: int, table: int) -> PageSource:
    found = rounds.public_round(uid, number)
    source = _of_event(found.round.event, found.round, table)
    return _by_clock(source, found.round.pk if found.has_clock else None)


def find_wall(uid: str) -> PageSource:
    """Find a wall of an event, with the clock of the round in play."""
    last = stored_clocks.STARTED.filter(event=OuterRef("pk")).order_by("-number")
    event: Any = public_access.public_event(uid, clock=Subquery(last.values("pk")[:1]))
    return _by_clock(_of_event(event), event.clock)


def _by_clock(found: PageSource, round_key: int | None) -> PageSource:
    """Return the source of a page that shows the clock of a round, if that was started.

    The page changes with the time that is over, although the record does not.
    """
    over = stored_clocks.lines_over(round_key) if round_key else ()
    return replace(found, content=(found.revision, over)) if over else found


def find_deal(uid: str) -> PageSource:
    deal = public_access.public_deal(uid)
    return _of_event(deal.event, deal)


def find_entry(uid: str, number: int) -> PageSource:
    """Find an entry and its members who agreed to be shown; their consent is not in the event."""
    event, shown = public_access.public_entry(uid, number)
    return source_of_entry(event, number, shown)


def source_of_entry(event: Event, number: int, shown: tuple[ShownMember, ...]) -> PageSource:
    """Return the source of the page of an entry, of whose members these agreed to be shown."""
    found = _of_event(event, number, shown)
    content = (event.public_revision, shown)
    return replace(found, content=content, scope=f"{found.scope} {shown}")


def find_board(uid: str, of: int, number: int) -> PageSource:
    event = public_access.public_event(uid)
    return _of_event(event, board_pages.public_board(event, of, number))


def find_glossary(game: str) -> PageSource:
    return PageSource((game, glossaries.glossary_terms(game)), revision=0)


def find_document(uid: str, kind: str, digest: str) -> PageSource:
    ordering.kind_of(kind, public=True)
    page = document_pages.read(public_access.public_event(uid), kind, digest)
    face = face_of(page.event.tournament.club)
    return PageSource((page,), None, page.stamp, page.event, face=face)


def find_season(uid: str, *args: str | int) -> PageSource:
    """Find a season by a stamp; the table is made when the page is."""
    season = fetching.public_season(uid)
    stamp = reading.stamp(season)
    # No page is found any more that shows a person who was blanked, renamed, or withdrew consent.
    # The shortcut repeats one for a second more, while others ask for at most `cache.OLDEST`.
    scope = etag.stamp(*stamp.persons)
    face = face_of(season.club)
    return PageSource((season, *args), stamp.last, (stamp,), scope=scope, face=face)


def read_season(season: Season, part: int = 0) -> season_pages.SeasonPage:
    return season_pages.read(seasons.read(season), part)


def read_season_person(season: Season, person: str) -> season_pages.SeasonPersonPage:
    page = season_pages.read_person(seasons.read(season), person)
    # Only persons who agreed to a page across events have one.
    if not page.each.person.shown:
        raise Http404
    return page


def read_certificate(season: Season, person: str) -> certificate_pages.CertificatePage:
    return certificate_pages.read(seasons.read(season), person)


def draw_certificate(page: certificate_pages.CertificatePage) -> bytes:
    """Draw the PDF of a certificate. Raises Http404 if there is no font to draw it with."""
    try:
        return certificate_pages.draw(page.view, [page.each])
    except Refused as refused:
        raise Http404 from refused


def find_ratings(uid: str, game: str, *args: int) -> PageSource:
    """Find a table of ratings by a stamp; the table is made when the page is."""
    club = rated_clubs.public_club(uid)
    stamp = rated_tables.stamp(club, game)
    if not stamp.last:
        raise Http404
    # As with seasons: no page is found any more that shows a person who withdrew consent.
    scope = etag.stamp(stamp.shown, stamp.blanked)
    face = face_of(club)
    return PageSource((club, game, *args), stamp.last, (stamp,), scope=scope, face=face)


def read_ratings(club: Club, game: str, part: int = 0) -> rating_pages.RatingsPage:
    return rating_pages.read(club, game, part, public=True)


def find_person(uid: str, *args: int) -> PageSource:
    """Find a person by a stamp; the content is read when the page is made."""
    person = public_access.public_person(uid)
    found, stamp = person_stamps.find(person)
    scope, face = etag.stamp(stamp.shown), face_of(person.club)
    return PageSource((found, *args), stamp.revision, (stamp,), scope=scope, face=face)
