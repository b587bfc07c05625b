"""Tags for the documents that a public page offers."""

from __future__ import annotations

from django import template

from tournaments.models import Round
from tournaments.results.snapshot import EventSnapshot
from web.publish.documents import DocumentKind, find, kinds

register = template.Library()


@register.simple_tag
def documents_of(snapshot: EventSnapshot, round_: Round | str | None) -> tuple[DocumentKind, ...]:
    """Return the public kinds of documents of a round, or of the event without one."""
    shown = round_ if isinstance(round_, Round) else None
    return kinds(snapshot.event, shown, public=True, stages=snapshot.stages)


@register.filter
def kind_named(name: str) -> DocumentKind:
    """`{% with kind="bracket"|kind_named %}`: a kind of document by its name."""
    return find(name)
