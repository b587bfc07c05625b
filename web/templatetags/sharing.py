"""Tags for the highlights of an event on its pages."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from tournaments.results.snapshot import EventSnapshot
from web.publish.scroll import svg
from web.publish.scroll.layout import lay_out
from web.publish.sharing import evening, highlight_words, states
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


@register.simple_tag
def scroll_of(snapshot: EventSnapshot) -> tuple[SafeString, ...]:
    """`{% scroll_of snapshot as scroll %}`: the parts of the scroll as images, ranks first; of an
    event without ranks by round only the deals of note, since its podium stands on the page."""
    shown = evening.evening(snapshot)
    if shown is None:
        return ()
    drawing = lay_out(shown)
    has_ranks = [*(field.has_ranks for field in shown.fields), bool(shown.notes)]
    return tuple(
        svg.svg(part, drawing.width, f"evening-{number}")
        for number, (part, is_shown) in enumerate(zip(drawing.parts, has_ranks, strict=False))
        if is_shown
    )
