"""Renders the joint name of several people so that lines break between them only."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

BETWEEN: Final = " · "
CLOSE: Final = "\N{NO-BREAK SPACE}·"
"""The dot stays with the name before it."""


@register.filter
def persons(name: str) -> SafeString:
    """`{{ "Ann Lee · Bob Wu"|persons }}`: a line that is too narrow breaks before a whole name.

    >>> print(persons("Ann Lee · Bob Wu").replace(CLOSE, "_·"))
    <span class="person">Ann Lee_·</span> <span class="person">Bob Wu</span>
    >>> print(persons("Ann <Lee>"))
    <span class="person">Ann &lt;Lee&gt;</span>
    """
    *first, last = name.split(BETWEEN)
    whole = [*(f"{part}{CLOSE}" for part in first), last]
    return format_html_join(" ", '<span class="person">{}</span>', ((part,) for part in whole))
