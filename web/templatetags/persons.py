"""Renders the joint name of several people so that lines break between them only."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tournaments.base import separators

register = template.Library()


@register.filter
def names(players: Iterable[str]) -> str:
    """`{{ players|names }}`: the names of those who play as one."""
    return separators.join_names(players)


@register.filter
def persons(name: str) -> SafeString:
    """`{{ "Ann Lee／Bob Wu"|persons }}`: a line that is too narrow breaks before a whole name.

    >>> print(persons("Ann Lee／Bob Wu"))
    <span class="person">Ann Lee／</span><span class="person">Bob Wu</span>
    >>> print(persons("Ann <Lee>"))
    <span class="person">Ann &lt;Lee&gt;</span>
    """
    *first, last = name.split(separators.NAMES)
    whole = [*(f"{part}{separators.NAMES}" for part in first), last]
    return format_html_join("", '<span class="person">{}</span>', ((part,) for part in whole))
