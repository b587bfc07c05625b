"""The parts of a page, how many are entered, and what decides the form of a podium."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django import template
from django.urls import reverse

from tournaments.models import Event
from web.publish.pages.story import PodiumPlace, size_text
from web.publish.widths import longest_word

register = template.Library()
WIDEST_WORD: Final = 7
"""Letters of a word that a third of a podium has room for, in the letters of the winner."""


@register.filter
def has_long_words(places: Iterable[PodiumPlace]) -> bool:
    """`{% if places|has_long_words %}`: whether a name has a word that a narrow podium breaks."""
    return longest_word(place.name for place in places) > WIDEST_WORD


@register.filter
def size_of(entries: int, event: Event) -> str:
    """`{{ places|size_of:event }}`: so many entries, counted in people, pairs or teams."""
    return size_text(event, entries)


@register.simple_tag
def part_url(name: str, part: int, *args: str | int) -> str:
    """`{% part_url "event" 2 uid %}`: a part of a page; the first is at the page's own address.

    Arguments that the address of the page does not have may be empty.
    """
    given = [arg for arg in args if arg != ""]
    return reverse(f"{name}_part", args=[*given, part]) if part > 1 else reverse(name, args=given)
