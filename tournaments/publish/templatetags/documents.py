"""Tags for the documents that a public page offers."""

from __future__ import annotations

from django import template

from tournaments.models import Event, Round
from tournaments.publish.documents import Kind, find, kinds

register = template.Library()


@register.simple_tag
def documents_of(event: Event, round_: Round | str | None) -> tuple[Kind, ...]:
    """Return the public kinds of documents of a round, or of the event without one."""
    return kinds(event, round_ if isinstance(round_, Round) else None, public=True)


@register.filter
def kind_named(name: str) -> Kind:
    """`{% with kind="bracket"|kind_named %}`: a kind of document by its name."""
    return find(name)
