"""Tags of the pages of an event: documents, why standings are sealed, parts, highlights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.models import Event, Round
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from web.publish import documents
from web.publish.documents import DocumentKind, DocumentPage, kinds, pages
from web.publish.pages import progress
from web.publish.pages.story import PodiumPlace, size_text
from web.publish.scroll import svg
from web.publish.scroll.layout import lay_out
from web.publish.sharing import evening, highlight_words, states
from web.publish.sharing.highlight_words import HighlightText
from web.publish.widths import longest_word

register = template.Library()


@register.simple_tag
def documents_of(snapshot: EventSnapshot, round_: Round | str | None) -> tuple[DocumentKind, ...]:
    """Return the public kinds of documents of a round, or of the event without one."""
    shown = round_ if isinstance(round_, Round) else None
    return kinds(snapshot.event, shown, roles=None, stages=snapshot.stages)


@register.simple_tag
def printed_pages(snapshot: EventSnapshot) -> list[DocumentPage]:
    """`{% printed_pages snapshot as pages %}`: the pages of the documents that suit the event."""
    event, stages = snapshot.event, snapshot.stages
    shown = (kind for kind in pages().values() if kind.suits(event, stages))
    return [kind.page for kind in shown if kind.page]


OF_STANDINGS: Final = frozenset({"standings", "ranks", "prizes", "entry"})
"""The pages that follow from the standings, besides those of documents."""


@register.simple_tag
def sealed_words(event: Event) -> str:
    """`{% sealed_words event as why %}`: why the standings shown are not current, if so."""
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
    """`{{ page.names.short|of_match:table.match }}`: the name of a match, or nothing."""
    return names.get(match, "")


WIDEST_WORD: Final = 7
"""Letters of a word that fit a third of a podium in the size of the winner's name."""


@register.filter
def has_long_words(places: Iterable[PodiumPlace]) -> bool:
    """`{% if places|has_long_words %}`: whether a name has a word too long for a narrow podium."""
    return longest_word(place.name for place in places) > WIDEST_WORD


@register.filter
def size_of(entries: int, event: Event) -> str:
    """`{{ places|size_of:event }}`: the number of entries, counted in people, pairs or teams."""
    return size_text(event, entries)


@register.simple_tag
def part_url(name: str, part: int, *args: str | int) -> str:
    """`{% part_url "event" 2 uid %}`: a part of a page; the first is at the page's own address.

    Arguments that the address of the page does not have may be empty.
    """
    given = [arg for arg in args if arg != ""]
    return reverse(f"{name}_part", args=[*given, part]) if part > 1 else reverse(name, args=given)


@register.simple_tag
def highlights_of(snapshot: EventSnapshot) -> tuple[HighlightText, ...]:
    """`{% highlights_of snapshot as facts %}`: the highlights in words; none while a round is
    in play."""
    return highlight_words.facts(snapshot)


@register.simple_tag
def limit_of(snapshot: EventSnapshot) -> str:
    """`{% limit_of snapshot as limit %}`: a sentence that says why places are provisional or
    sealed.
    """
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
