"""Tags for the documents that a public page offers, and for the pages that documents have."""

from __future__ import annotations

from django import template

from tournaments.models import Round
from tournaments.results.snapshot import EventSnapshot
from web.publish.documents import DocumentKind, DocumentPage, kinds, pages

register = template.Library()


@register.simple_tag
def documents_of(snapshot: EventSnapshot, round_: Round | str | None) -> tuple[DocumentKind, ...]:
    """Return the public kinds of documents of a round, or of the event without one."""
    shown = round_ if isinstance(round_, Round) else None
    return kinds(snapshot.event, shown, roles=None, stages=snapshot.stages)


@register.simple_tag
def printed_pages(snapshot: EventSnapshot) -> list[DocumentPage]:
    """`{% printed_pages snapshot as pages %}`: those of the documents that suit the event."""
    event, stages = snapshot.event, snapshot.stages
    shown = (kind for kind in pages().values() if kind.suits(event, stages))
    return [kind.page for kind in shown if kind.page]
