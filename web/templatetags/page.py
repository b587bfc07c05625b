"""Tags for the frame of every page: the build in the footer, other languages, titles in the serif.

A title needs a font with its own signs, and a class in which it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_info, gettext

from tournaments.base.separators import NAMES, join_facts
from web.publish.pages.story import PodiumPlace
from web.publish.pdf.typefaces import TitleFace, title_face
from web.publish.tables import longest_word
from web.templatetags.words import JOINER, persons

register = template.Library()


@dataclass(frozen=True, slots=True)
class LanguageLink:
    """A language that the reader may change to, and the address that does it."""

    code: str
    name: str
    href: str


@register.simple_tag
def build() -> str:
    return str(settings.BUILD)


@register.simple_tag(takes_context=True)
def other_languages(context: Context) -> tuple[LanguageLink, ...]:
    """Return the other languages; empty without an address to return to, as on an error page.

    A public page is made without a request, and is given its own `address`.
    """
    address, request = context.get("address"), context.get("request")
    if isinstance(request, HttpRequest) and request.method in ("GET", "HEAD"):
        address = request.get_full_path()
    if not address:
        return ()
    now = get_language()
    back = urlencode({"next": address})
    return tuple(
        LanguageLink(
            code,
            # A word of four signs would push the club's name into two lines of a phone.
            str(get_language_info(code)["name_local"]).removeprefix("简体"),
            f"{reverse('language', args=[code])}?{back}",
        )
        for code, _ in settings.LANGUAGES
        if code != now
    )


AS_BEFORE = "title-serif"
"""The class where no serif is installed: whatever the reader's system has."""


@register.simple_tag
def title_link(title: str) -> SafeString:
    """`{% title_link name %}`: the link to the font of a title, empty where it has none."""
    return _link(title_face([str(title)]))


@register.filter
def title_class(title: str) -> str:
    """`class="{{ name|title_class }}"`: the class of the heading with this title."""
    face = title_face([str(title)])
    return face.style(str(title)) if face else AS_BEFORE


@register.simple_tag
def hall_heading(event: str, title: str = "") -> str:
    """`{% hall_heading event.name title as heading %}`: the heading of a wall."""
    return join_facts(event, title)


@register.simple_tag(takes_context=True)
def podium_face(context: Context, places: Sequence[PodiumPlace]) -> TitleFace | None:
    """`{% podium_face places as face %}`: the face of the names of a podium.

    All podiums of a page share one font, and its size with the heading; `on_wall` they have their
    own. First come those who have won, then the others of each podium that has room for all.
    """
    page = context.get("page")
    listed = getattr(page, "podiums", ()) or getattr(page, "winners", ())
    podiums = [getattr(each, "places", None) or each.podium for each in listed] or [places]
    return _face_of(podiums, "" if context.get("on_wall") else _heading(context, page))


def _heading(context: Context, page: object) -> str:
    """Return the heading above the podiums of a page; its live part does not know the title."""
    event = getattr(page, "event", None)
    title = context.get("title") or (gettext("Podium") if hasattr(page, "podiums") else "")
    return str(title or event.name) if event else ""


def _face_of(podiums: Iterable[Sequence[PodiumPlace]], beside: str) -> TitleFace | None:
    shown = [[(place.place, _shown(place.name)) for place in places] for places in podiums]
    drawn = [name for places in shown for place, name in places if place == 1]
    for places in shown:
        others = [name for place, name in places if place > 1]
        face = title_face([*drawn, *others], beside)
        if face and all(name in face.names for _place, name in places):
            drawn += others
    return title_face(drawn, beside)


@register.filter
def face_link(face: TitleFace | None) -> SafeString:
    """`{{ face|face_link }}`: the link to the font of a face, empty where it loads none."""
    return _link(face)


@register.filter
def face_class(face: TitleFace | None, name: str) -> str:
    """`{{ face|face_class:name }}`: the class of a name of a podium."""
    return face.style(_shown(name)) if face else AS_BEFORE


def _shown(name: str) -> str:
    return strip_tags(persons(name)).replace(JOINER, "")


def _link(face: TitleFace | None) -> SafeString:
    if not (face and face.digest):
        return SafeString("")
    rule = reverse("face_rule", args=[face.digest])
    return format_html('<link rel="stylesheet" href="{}">', rule)


WIDEST_WORD: Final = 6
"""Letters of a word that fit the step of the winner on a phone, in the size of the name there."""
FITTING: Final = 3
"""Chinese signs, or ems, that fit each step of a phone in 32 px."""
LETTER: Final = 0.6
"""The width of a Latin letter in ems."""
LATIN: Final = "\u2e7f"
PIECES: Final = re.compile(rf"[^\s{NAMES}]+{NAMES}?")
"""What stands on a line of its own: a person with the slash behind, a word."""


@register.filter
def has_long_words(places: Iterable[PodiumPlace]) -> bool:
    """`{% if places|has_long_words %}`: whether a name has a word too long for a narrow podium."""
    return longest_word(place.name for place in places) > WIDEST_WORD


@register.filter
def fit_steps(places: Iterable[PodiumPlace]) -> bool:
    """`{% if places|fit_steps %}`: whether every name fits its step of a phone in large letters."""
    words = (word for place in places for word in PIECES.findall(_shown(place.name)))
    return all(sum(1 if sign > LATIN else LETTER for sign in word) <= FITTING for word in words)
