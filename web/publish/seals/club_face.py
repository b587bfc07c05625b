"""The face of a club for pages, and its mark for documents and pictures.

How a club chooses them is in `clubs.face`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Club, ClubLogo
from web.publish.pdf.seal_shape import ClubMark
from web.publish.pdf.typefaces import serif
from web.publish.seals.drawing import club_mark

SIDE: Final = 32
"""The size of a mark in the head of a page, in pixels."""


@dataclass(frozen=True, slots=True)
class ClubFace:
    """A club on its pages; `ink` is a value of ClubInk or empty, `logo` is the digest of one.

    `mirror` is where others read them, and which events: links that leave the hall use it.
    """

    name: str
    uid: str
    ink: str = ""
    logo: str = ""
    mirror: tuple[str, ...] = ()

    @property
    def body_class(self) -> str:
        """The classes of a page in the club's colour; empty if it chose none."""
        return f"club-ink ink-{self.ink}" if self.ink else ""

    @property
    def mark(self) -> SafeString:
        """The logo, or the first sign of the name in a square; the name stands beside it."""
        return format_html('<span class="club-mark">{}</span>', self._inside)

    @property
    def _inside(self) -> SafeString:
        if self.logo:
            address = reverse("logo", args=[self.logo])
            return format_html('<img src="{}" alt="" width="{}" height="{}">', address, SIDE, SIDE)
        return _drawn(self.name, self.uid, serif())


# Also by the file of the face, like `club_mark`.
@lru_cache(maxsize=64)
def _drawn(name: str, uid: str, _face: Path | None) -> SafeString:
    drawn = club_mark(name, uid)
    return drawn.beside_name(SIDE) if drawn else format_html("{}", name.strip()[:1])


def face_of(club: Club) -> ClubFace:
    """Return the face of a club."""
    mirror = (club.mirror_address, *club.mirror_events)
    return ClubFace(club.name, club.uid, club.ink, club.logo, mirror)


def face_of_all(clubs: Iterable[Club]) -> ClubFace | None:
    """Return the face of the one club in a list; None for none, or several."""
    faces = {face_of(club) for club in clubs}
    return faces.pop() if len(faces) == 1 else None


def mark_of(club: Club) -> ClubMark:
    """Return the mark of a club to be drawn; its logo is read from the database."""
    if club.logo:
        stored = ClubLogo.objects.filter(digest=club.logo).values_list("large", flat=True).first()
        if stored is not None:
            return ClubMark(club.name, club.ink, logo=bytes(stored))
    drawn = club_mark(club.name, club.uid)
    return ClubMark(club.name, club.ink, shape=drawn.shape if drawn else None)
