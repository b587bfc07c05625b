"""Tags for titles in the serif face: the font that a title needs, and the class it is drawn in."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from tournaments.base.separators import join_facts
from web.publish.pages.story import PodiumPlace
from web.publish.pdf.title_faces import TitleFace, title_face
from web.templatetags.event_pages import has_long_words
from web.templatetags.words import persons

register = template.Library()

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
    """`{% hall_heading event.name title as heading %}`: the heading of a page for a wall screen."""
    return join_facts(event, title)


@register.simple_tag(takes_context=True)
def podium_face(context: Context, places: Iterable[PodiumPlace]) -> TitleFace | None:
    """`{% podium_face places as face %}`: the face of the names of a podium, the winner's first.

    A podium with long words is set too small for the serif, and keeps the usual face.
    """
    places = list(places)
    if has_long_words(places):
        return None
    event = getattr(context.get("page"), "event", None)
    beside = hall_heading(event.name, str(context.get("title") or "")) if event else ""
    return title_face([_shown(place.name) for place in places], beside)


@register.filter
def face_link(face: TitleFace | None) -> SafeString:
    """`{{ face|face_link }}`: the link to the font of a face, empty where it loads none."""
    return _link(face)


@register.filter
def face_class(face: TitleFace | None, name: str) -> str:
    """`{{ face|face_class:name }}`: the class of a name of a podium, empty where it has no face."""
    return face.style(_shown(name)) if face else ""


def _shown(name: str) -> str:
    return strip_tags(persons(name))


def _link(face: TitleFace | None) -> SafeString:
    if not (face and face.digest):
        return SafeString("")
    rule = reverse("face_rule", args=[face.digest])
    return format_html('<link rel="stylesheet" href="{}">', rule)
