"""Tags for the highlights of an event on its pages."""

from __future__ import annotations

from django import template

from tournaments.results.snapshot import EventSnapshot
from web.publish.sharing import highlight_words, states
from web.publish.sharing.highlight_words import HighlightText

register = template.Library()


@register.simple_tag
def highlights_of(snapshot: EventSnapshot) -> tuple[HighlightText, ...]:
    """`{% highlights_of snapshot as facts %}`: the highlights in words; none while a round is
    in play."""
    return highlight_words.facts(snapshot)


@register.simple_tag
def limit_of(snapshot: EventSnapshot) -> str:
    """`{% limit_of snapshot as limit %}`: that places are provisional or sealed, as a sentence."""
    return states.limit_words(snapshot)
