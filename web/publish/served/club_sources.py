"""How pages of a club and its members are found and read: seasons, certificates, ratings, persons.

Each is found by a stamp; its content is read only when the page is made.
"""

from __future__ import annotations

from django.http import Http404

from clubs import seasons
from clubs.ratings import fetching as rated_clubs
from clubs.ratings import reading as rated_tables
from clubs.seasons import fetching, reading
from scoring.problems import Refused
from tournaments.models import Club, Season
from tournaments.rights import public_access
from web.publish import etag
from web.publish.club_pages import certificate as certificate_pages
from web.publish.club_pages import person_stamps
from web.publish.club_pages import ratings as rating_pages
from web.publish.club_pages import season as season_pages
from web.publish.seals.club_face import face_of
from web.publish.served.page_types import PageSource


def find_season(uid: str, *args: str | int) -> PageSource:
    """Find a season by a stamp; the table is made when the page is."""
    season = fetching.public_season(uid)
    stamp = reading.stamp(season)
    # A person who was blanked, renamed, or withdrew consent is not shown a moment longer.
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
    # A person who withdrew consent is not shown a moment longer.
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
