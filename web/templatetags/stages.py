"""Tags for standings that are sealed, and for the names of matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import template

from tournaments.models import Event
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from web.publish import documents
from web.publish.pages import progress

register = template.Library()
OF_STANDINGS: Final = frozenset({"standings", "ranks", "prizes", "entry"})
"""The pages whose contents follow from the standings, beside those that documents have."""


@register.simple_tag
def sealed_words(event: Event) -> str:
    """`{% sealed_words event as why %}`: why the standings are not those of now, if so."""
    return progress.sealed_words(event)


@register.simple_tag
def why_sealed(snapshot: EventSnapshot, here: object = "standings") -> str:
    """`{% why_sealed snapshot here as why %}`: the same on the page `here`, if it has standings."""
    kind = documents.pages().get(str(here))
    follows = kind is not None and kind.page is not None and kind.page.follows_standings
    if not follows and here not in OF_STANDINGS:
        return ""
    return progress.sealed_text(sealed_rounds(snapshot))


@register.filter
def of_match(names: Mapping[int, str], match: int) -> str:
    """`{{ page.names.short|of_match:table.match }}`: what a match is called, or nothing."""
    return names.get(match, "")
