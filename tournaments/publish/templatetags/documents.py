"""Which documents a public page can offer."""

from __future__ import annotations

from django import template

from tournaments.models import Round
from tournaments.publish.documents import Kind, kinds

register = template.Library()


@register.simple_tag
def documents_of(round_: Round | str | None) -> tuple[Kind, ...]:
    """Return what anybody may have made of a round, or of the event where there is none."""
    return kinds(round_ if isinstance(round_, Round) else None, public=True)
